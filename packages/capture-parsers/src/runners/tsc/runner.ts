/**
 * The TypeScript compiler, 2 to 7, and what prints like it (vue-tsc, tsgo): plain, `--pretty`, `--build` and `--watch`.
 * It says nothing when all is well, except in watch mode, which never ends. https://www.typescriptlang.org/docs/handbook/compiler-options.html
 */
import { Collector } from '../../collect.js';
import { issueOf } from '../../formats/issue-formats.js';
import { judgeInspection } from '../../inspect.js';
import { eachLine } from '../../output/text.js';
import type { Issue, Reason } from '../../report.js';
import { type Capture, type Runner, splitAfter } from '../../runner.js';

const SIGNS =
  /^\S[^\n]{0,300}\(\d+,\d+\): (?:error|warning) TS\d+: |^\S[^\n]{0,300}:\d+:\d+ - (?:error|warning) TS\d+: |^(?:error|warning) TS\d+: |^(?:\[?\d+:\d\d:\d\d [AP]M\]?(?: -)? )?Starting compilation in watch mode\.\.\.$/m;

/** Questions that check no file. `-v` and `-d` mean something else in front of files than behind `-b`. */
const ASKS = /^(?:-v|--version|-h|-\?|--help|--all|--init|--showConfig|--listFilesOnly)$/i;
const BUILD_ASKS = /^(?:--version|-h|-\?|--help|--clean|--dry|-d)$/i;
const BUILDS = /^(?:-b|--build)$/i;

export const tsc: Runner = {
  id: 'tsc',
  kind: 'types',
  signs: SIGNS,
  starts(words) {
    if (!/^(?:tsc|vue-tsc|vue-tsgo|tsgo)(?:\.js|@\S*)?$/.test(words[0] ?? '')) return false;
    const asks = words.some((word) => BUILDS.test(word)) ? BUILD_ASKS : ASKS;
    return !words.some((word) => asks.test(word));
  },
  split: (text) => splitAfter(text, /^Found \d+ errors?(?: in .*)?\.$/gm),
  read(capture) {
    const run = new TscRun(capture);
    eachLine(capture.text, (line) => run.line(line));
    return run.report();
  },
};

const PLAIN = /^(\S.*?)\((\d+),(\d+)\): (error|warning) (TS\d+): (.*)$/;
const PRETTY = /^(\S.*?):(\d+):(\d+) - (error|warning) (TS\d+): (.*)$/;
const GLOBAL = /^(error|warning) (TS\d+): (.*)$/;
const FOUND =
  /^(?:\[[^\]]*\] |\d+:\d\d:\d\d(?: [AP]M)? - )?Found (\d+) errors?(?:(?: in .*)?\.( Watching for file changes\.)?| in .*:\d+)$/;
const WATCHES = /(?:Starting|File change detected\. Starting incremental) compilation(?: in watch mode)?\.\.\.$/;
/** In pretty mode a line of the source stands behind its number, whatever it says. */
const SOURCE = /^\d+ /;
/** The compiler's own death, as Node prints it. */
const DEATH =
  /^(?:Error: Debug Failure|FATAL ERROR: .*heap|RangeError: Maximum call stack|panic: |fatal error: |<--- Last few GCs)/;
/** Codes of wrong options and of configuration that cannot be read: nothing was compiled. */
const SETUP = /^TS(?:5\d\d\d|6044|6045|6046|6050|6051|6053|6054|6064|6096|6114|1800[0-3])$/;

class TscRun {
  readonly #capture: Capture;
  #collected: Collector;
  #issue: Issue | undefined;
  #found = 0;
  #watch = false;
  #dead = false;

  constructor(capture: Capture) {
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
    this.#watch = capture.invocation.words.some((word) => /^(?:-w|--watch)$/i.test(word));
  }

  line(line: string): void {
    const issue = issueIn(line);
    if (issue) {
      this.#flush();
      this.#issue = issue;
    } else if (/^ {2,}\S/.test(line) && this.#issue) {
      // What follows more indented explains the error; in pretty mode a blank line ends that.
      this.#issue = { ...this.#issue, message: `${this.#issue.message}\n${line}`.slice(0, 4_000) };
    } else {
      this.#flush();
      this.#other(line);
    }
  }

  #other(line: string): void {
    const found = line.includes('Found ') ? FOUND.exec(line) : null;
    if (found) {
      if (found[2]) this.#watch = true;
      if (!this.#isForeign()) this.#found += Number(found[1]);
    } else if (WATCHES.test(line)) {
      // Each round of watch mode starts from nothing.
      this.#watch = true;
      this.#found = 0;
      this.#collected = new Collector(this.#capture.input.root);
    } else if (DEATH.test(line)) this.#dead = true;
    else if (line.trim()) this.#collected.unparsed++;
  }

  /** Other tools say `Found 3 errors.` too; its own total stands below the errors that it counts. */
  #isForeign(): boolean {
    const { invocation, cut } = this.#capture;
    const { error, warning } = this.#collected.found;
    return error + warning === 0 && !this.#watch && !cut && invocation.view === 'whole' && invocation.runs === 'yes';
  }

  #flush(): void {
    if (!this.#issue) return;
    this.#collected.addIssue(this.#issue);
    const { file, line, column, rule = '', message } = this.#issue;
    if (SETUP.test(rule)) {
      const place = file === undefined ? {} : { file, ...(line ? { line } : {}), ...(column ? { column } : {}) };
      this.#collected.addProblem({ ...place, message });
    }
    this.#issue = undefined;
  }

  report() {
    this.#flush();
    const { issues } = this.#collected;
    const setup = issues.length > 0 && issues.every(({ rule }) => SETUP.test(rule ?? ''));
    const doubts: Reason[] = this.#watch ? ['watch-mode'] : [];
    return judgeInspection(
      {
        runner: 'tsc',
        kind: 'types',
        version: /^Version (\d+\.\d+\.\S+)$/m.exec(this.#capture.text)?.[1],
        collected: this.#collected,
        totals: { errors: this.#found },
        broke: this.#dead || setup,
        closing: 'with-exit',
        doubts,
      },
      this.#capture,
    );
  }
}

function issueIn(line: string): Issue | undefined {
  if (!line.includes(' TS') || SOURCE.test(line)) return undefined;
  // The words of an error may have what looks like another's place; its own comes first.
  const [plain, pretty] = [PLAIN.exec(line), PRETTY.exec(line)];
  const placed = plain && pretty && pretty[1]!.length < plain[1]!.length ? pretty : (plain ?? pretty);
  if (placed) {
    const [, file, row, column, severity, rule, message] = placed;
    return issueOf({
      file,
      line: Number(row),
      column: Number(column),
      severity: severity as 'error' | 'warning',
      rule,
      message: message!,
    });
  }
  const [, severity, rule, message] = GLOBAL.exec(line) ?? [];
  return rule ? issueOf({ severity: severity as 'error' | 'warning', rule, message: message! }) : undefined;
}
