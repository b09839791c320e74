/**
 * Oxlint 1: its default, agent, unix, stylish, JSON, GitHub, GitLab, JUnit, Checkstyle and SARIF formats. It chooses
 * the agent format by itself where an agent calls it. https://oxc.rs/docs/guide/usage/linter/output-formats
 */
import { Collector } from '../../collect.js';
import { issueOf, readAnnotation, readMachineFormats } from '../../formats/issue-formats.js';
import { asNumber, asObject, asObjects, asText, documentsIn, type Json } from '../../formats/json-text.js';
import { judgeInspection } from '../../inspect.js';
import { eachLine } from '../../output/text.js';
import type { Issue } from '../../report.js';
import { type Capture, type Runner, splitAfter } from '../../runner.js';

const FINISHED = /^Finished in \S+ on (\d+) files?(?: with \d+ rules)?(?: using \d+ threads?)?\.$/;

export const oxlint: Runner = {
  id: 'oxlint',
  kind: 'lint',
  signs:
    /^Finished in \S+ on \d+ files? with \d+ rules using \d+ threads?\.$|^ {2}[x!×⚠] [\w@/-]+\([\w@/.-]+\): |<testsuites name="Oxlint"/m,
  starts: (words) =>
    /^oxlint(?:@\S*)?$/.test(words[0] ?? '') &&
    !words.some((word) => /^(?:--help|-h|--version|-V|--rules|--init|--lsp|--print-config|--debug=files)$/.test(word)),
  split: (text) => splitAfter(text, /^Finished in \S+ on \d+ files?.*$/gm),
  read(capture) {
    const run = new OxlintRun(capture);
    run.machine();
    eachLine(capture.text, (line) => run.line(line));
    return run.report();
  },
};

/** `MARK` matches `x eslint(no-debugger): …`; what is no rule's, such as a syntax error, has no name. */
const MARK = /^ {2}([x×!⚠]) (?:([\w@/-]+\([\w@/.-]+\)): )?(.*)$/;
/** `PLACE` matches the place below a mark: ` ,-[src/a.js:1:1]`. */
const PLACE = /^ +(?:,-|╭─)\[(.+):(\d+):(\d+)\]$/;
const AGENT = /^([^\s:][^:]*):(\d+):(\d+): (warning|error)(?: ([\w@/-]+\([\w@/.-]+\)))?: (.*)$/;
const UNIX = /^([^\s:][^:]*):(\d+):(\d+): (.*) \[(Warning|Error)(?:\/(\S+))?\]$/;
const STYLISH = /^ {2}(\d+):(\d+) +(error|warning) +(.*?)(?: {2}(\S+))?$/;
const FOUND = /^Found (\d+) warnings? and (\d+) errors?\.$/;
const PROBLEMS = /^(?:✖ )?(\d+) problems?(?: \((\d+) errors?, (\d+) warnings?\))?$/;

class OxlintRun {
  readonly #capture: Capture;
  readonly #collected: Collector;
  readonly #totals = { errors: 0, warnings: 0, problems: 0 };
  #open: Issue | undefined;
  #file: string | undefined;
  #looked: number | undefined;
  #found = false;
  #broke = false;
  #tooMany = false;
  #nothing = false;

  constructor(capture: Capture) {
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
  }

  machine(): void {
    const { text } = this.#capture;
    const document = asObject(documentsIn(unindented(text))[0]);
    if (Array.isArray(document.diagnostics) && asNumber(document.number_of_files) !== undefined) {
      this.#looked = asNumber(document.number_of_files);
      for (const entry of asObjects(document.diagnostics)) this.#collected.addIssue(fromJson(entry));
    }
    for (const issue of readMachineFormats(text)?.issues ?? []) this.#collected.addIssue(issue);
  }

  line(line: string): void {
    const mark = MARK.exec(line);
    if (mark) {
      this.#close();
      if (this.#broke) return;
      const severity = mark[1] === '!' || mark[1] === '⚠' ? 'warning' : 'error';
      this.#open = issueOf({ rule: mark[2], severity, message: mark[3]! });
      return;
    }
    const place = this.#open && PLACE.exec(line);
    if (place) {
      this.#open = { ...this.#open!, file: place[1]!, line: Number(place[2]), column: Number(place[3]) };
      this.#close();
      return;
    }
    const issue = this.#oneLine(line) ?? annotated(line);
    if (issue) this.#collected.addIssue(issue);
    else if (!this.#total(line) && !this.#excuse(line) && line.trim()) this.#other(line);
  }

  #oneLine(line: string): Issue | undefined {
    const agent = AGENT.exec(line);
    if (agent) return placed(agent[1], agent[2], agent[3], agent[4]!, agent[5], agent[6]!.replace(/ help: .*$/, ''));
    const unix = UNIX.exec(line);
    if (unix) return placed(unix[1], unix[2], unix[3], unix[5]!, unix[6], unix[4]!);
    const row = this.#file === undefined ? null : STYLISH.exec(line);
    return row ? placed(this.#file, row[1], row[2], row[3]!, row[5], row[4]!) : undefined;
  }

  #total(line: string): boolean {
    const found = FOUND.exec(line);
    const finished = FINISHED.exec(line);
    const problems = PROBLEMS.exec(line);
    if (!found && !finished && !problems) return false;
    this.#close();
    if (found) {
      this.#found = true;
      this.#totals.warnings += Number(found[1]);
      this.#totals.errors += Number(found[2]);
    }
    if (finished) this.#looked = (this.#looked ?? 0) + Number(finished[1]);
    if (problems) {
      this.#totals.problems += Number(problems[1]);
      this.#totals.errors += Number(problems[2] ?? 0);
      this.#totals.warnings += Number(problems[3] ?? 0);
    }
    return true;
  }

  /** Why it did not get as far as to judge, or judges more strictly. */
  #excuse(line: string): boolean {
    if (/^No files found to lint\./.test(line)) this.#nothing = true;
    else if (/^Exceeded maximum number of warnings/.test(line)) this.#tooMany = true;
    else if (/^Failed to (?:parse oxlint configuration|find tsgolint|\w+ )|^Error: no such |^Error: `/.test(line)) {
      this.#broke = true;
      this.#collected.addProblem({ message: line });
    } else return false;
    return true;
  }

  #other(line: string): void {
    if (/^\S.*\.\w+$/.test(line)) this.#file = line;
    else this.#collected.unparsed++;
  }

  #close(): void {
    if (this.#open) this.#collected.addIssue(this.#open);
    this.#open = undefined;
  }

  report() {
    this.#close();
    const { cut, invocation } = this.#capture;
    const { error, warning } = this.#collected.found;
    const { errors, warnings, problems } = this.#totals;
    const none = errors + warnings + problems + error + warning === 0;
    // Warnings pass or not as its configuration says: then only the exit code tells.
    const whole = !cut && (invocation.view === 'whole' || invocation.view === 'tail');
    const clean = none && this.#found && (this.#looked ?? 0) > 0 && whole;
    return judgeInspection(
      {
        runner: 'oxlint',
        kind: 'lint',
        version: /^Version: (\d+\.\d+\.\d+)$/m.exec(this.#capture.text)?.[1],
        collected: this.#collected,
        totals: this.#totals,
        warningsBlock: this.#tooMany,
        broke: none && this.#broke,
        nothingRan: this.#nothing || this.#looked === 0,
        closing: clean ? 'proof' : 'with-exit',
      },
      this.#capture,
    );
  }
}

/** The title is the whole name of the rule, its plugin before it. */
function annotated(line: string): Issue | undefined {
  const issue = readAnnotation(line);
  const rule = issue && /,title=([\w@/-]+\([\w@/.-]+\))::/.exec(line)?.[1];
  return rule ? { ...issue, rule } : issue;
}

function placed(
  file: string | undefined,
  line: string | undefined,
  column: string | undefined,
  severity: string,
  rule: string | undefined,
  message: string,
): Issue {
  return issueOf({
    file,
    line: Number(line),
    column: Number(column),
    rule,
    severity: severity.toLowerCase() as 'error' | 'warning',
    message,
  });
}

/** Cuts Oxlint's document out of a text; Oxlint indents the last brace, by which a document is known to end. */
function unindented(text: string): string {
  const from = text.search(/^\{ ?"diagnostics": \[/m);
  const near = from < 0 ? -1 : text.indexOf('"start_time":', from);
  const end = near < 0 ? -1 : text.indexOf('}', near);
  return end < 0 ? '' : `${text.slice(from, end)}\n}\n`;
}

function fromJson(entry: Json): Issue {
  const span = asObject(asObject(asObjects(entry.labels)[0]).span);
  return issueOf({
    file: asText(entry.filename),
    line: asNumber(span.line),
    column: asNumber(span.column),
    rule: asText(entry.code),
    severity: asText(entry.severity) === 'warning' ? 'warning' : 'error',
    message: asText(entry.message) ?? '',
  });
}
