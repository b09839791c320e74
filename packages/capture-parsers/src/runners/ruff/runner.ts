/**
 * Ruff 0.0.2xx to 0.16: `check` in every output format, and `format --check` and `--diff`.
 * https://docs.astral.sh/ruff/settings/#output-format
 */
import { Collector } from '../../collect.js';
import { issueOf, readAnnotation, readMachineFormats } from '../../formats/issue-formats.js';
import { asNumber, asObject, asObjects, asText, documentsIn, type Json } from '../../formats/json-text.js';
import { judgeInspection } from '../../inspect.js';
import { cutMarker } from '../../output/cut.js';
import { eachLine } from '../../output/text.js';
import type { Issue, Reason } from '../../report.js';
import { type Capture, type Runner, splitAfter } from '../../runner.js';

const SIGNS =
  /^All checks passed!$|^\d+ files? (?:would be reformatted|already formatted)\b|^Would reformat: \S|^\[\*\] \d+ (?:potentially )?fixable with|^\S[^\n]{0,300}:\d+:\d+: (?:[A-Z]+\d+ (?:\[\*\] )?\S|invalid-syntax: )|^(?:[A-Z]+\d+ [^\n]{1,300}|(?:invalid-syntax|unformatted): [^\n]{1,300})\n *--> \S|^::error title=[Rr]uff\b|<testsuites name="ruff"|package="org\.ruff"|^ruff failed$/m;

const ASKS = /^(?:--version|-V|--help|-h|--show-files|--show-settings|--add-noqa|--explain)(?:=|$)/;

export const ruff: Runner = {
  id: 'ruff',
  kind: 'lint',
  signs: SIGNS,
  starts(words) {
    if (!/^ruff(?:@\S*)?$/.test(words[0] ?? '') || words.some((word) => ASKS.test(word))) return false;
    const command = words.slice(1).find((word) => !word.startsWith('-'));
    // Without `--check` or `--diff`, formatting changes files and judges none.
    if (command === 'format') return words.includes('--check') || words.includes('--diff');
    // Old versions took paths without a subcommand; `ruff failed` is what it prints.
    if (command !== undefined && command !== 'check' && !/[./]/.test(command)) return false;
    return words.length > 1;
  },
  split: (text) =>
    splitAfter(
      text,
      /^(?:All checks passed!|Found \d+ errors?(?: \([^)\n]*\))?\.|\d+ files? (?:would be reformatted|already formatted).*)$(?:\n\[\*\] .*)?/gm,
    ),
  read(capture) {
    const run = new RuffRun(capture);
    if (!run.machine()) eachLine(capture.text, (line) => run.line(line));
    return run.report();
  },
};

/** `F401`, `invalid-syntax:`, `error[F401]:`, `SyntaxError:` or `unformatted:`, and the message behind the mark of a fix. */
const WHAT =
  '(?:([A-Z]+\\d+|[a-z]+(?:-[a-z]+)+)(?: \\([a-z-]+\\))?:? |(?:error|warning)\\[([\\w-]+)\\](?: \\[.\\])?: |(SyntaxError|unformatted): )(?:\\[.\\] )?(.*)';
const CONCISE = new RegExp(`^(.+?):(?:cell \\d+:)?(\\d+):(\\d+): ${WHAT}$`);
const GROUPED = new RegExp(`^ {2,}(?:cell \\d+:)?(\\d+):(\\d+) +${WHAT}$`);
const HEADER = new RegExp(`^${WHAT}$`);
const ARROW = /^ *--> (.+?)(?::cell \d+)?:(\d+):(\d+)$/;
/** A line of the source below an issue, behind its number or the sign of a change, whatever it says. */
const SOURCE = /^ *(?:\d+ )?[|+-] /;
const PYLINT = /^(.+?):(\d+): (?:\[([\w-]+)\]|(SyntaxError):) (.*)$/;
const STATISTIC = /^(\d+)\t *(?:[A-Z]+\d+|[a-z-]*) *(?:\t|$)/;
const FOUND =
  /^(?:\[[^\]]*\] )?Found (\d+) errors?(?: \((\d+) fixed, (\d+) remaining\))?\.( Watching for file changes\.)?$/;
const UNPARSED = /^error: Failed to parse (.+?)(?::(\d+):(\d+))?: (.*)$/;
const FORMAT_TOTAL =
  /^(?:(\d+) files? would be reformatted)?(?:, )?(?:(\d+) files? (?:already formatted|left unchanged))?$/;

class RuffRun {
  readonly #capture: Capture;
  readonly #collected: Collector;
  readonly #unparsed: Issue[] = [];
  #file: string | undefined;
  #header: { readonly rule: string; readonly message: string } | undefined;
  #found = 0;
  #statistics = 0;
  #wouldFormat = 0;
  #named = 0;
  #clean = false;
  #formattedAll = false;
  #fixed = false;
  #broke = false;
  #nothing = false;
  #watch: boolean;

  constructor(capture: Capture) {
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
    this.#watch = capture.invocation.words.some((word) => word === '--watch' || word === '-w');
  }

  /** JSON, JSON lines, JUnit, SARIF, GitLab and rdjson; false when there is none. */
  machine(): boolean {
    const documents = documentsIn(this.#capture.text);
    const entries = documents.flatMap((document) =>
      Array.isArray(document) ? asObjects(document) : [asObject(document)],
    );
    const own = entries.filter(({ filename, location, message }) => filename && location && message !== undefined);
    for (const entry of own) this.#collected.addIssue(fromJson(entry));
    if (own.length) return true;
    const counted = entries.filter(({ count, name }) => typeof count === 'number' && name !== undefined);
    for (const { count } of counted) this.#statistics += asNumber(count) ?? 0;
    if (counted.length) return true;
    const machine = readMachineFormats(this.#capture.text);
    for (const { rule, ...issue } of machine?.issues ?? [])
      this.#collected.addIssue({ ...issue, rule: ruleNamed(rule), severity: 'error' });
    return machine !== undefined && machine.issues.length > 0;
  }

  line(line: string): void {
    if (!line.trim()) return;
    const arrow = this.#header && line.includes('--> ') ? ARROW.exec(line) : null;
    if (arrow && this.#header) {
      this.#add({ file: arrow[1]!, line: Number(arrow[2]), column: Number(arrow[3]), ...this.#header });
      this.#header = undefined;
      return;
    }
    if (SOURCE.test(line)) return;
    if (line.startsWith(' ')) {
      const row = this.#file === undefined ? null : GROUPED.exec(line);
      if (row) this.#add({ file: this.#file!, line: Number(row[1]), column: Number(row[2]), ...what(row, 3) });
      return;
    }
    if (this.#total(line) || this.#excuse(line) || this.#row(line)) return;
    const header = HEADER.exec(line);
    if (header && !/^(?:help|info|note|warning|error)\b(?!\[)/.test(line)) this.#header = what(header, 1);
    else if (/^\S.*:$/.test(line)) this.#file = line.slice(0, -1);
    else {
      // Behind a cut nobody knows whose rows these are.
      if (cutMarker(line)) this.#file = undefined;
      this.#collected.unparsed++;
    }
  }

  /** A line that says all of one issue. */
  #row(line: string): boolean {
    const annotation = readAnnotation(line);
    if (annotation) {
      this.#collected.addIssue(fromAnnotation(annotation));
      return true;
    }
    const row = CONCISE.exec(line);
    if (row) {
      this.#add({ file: row[1]!, line: Number(row[2]), column: Number(row[3]), ...what(row, 4) });
      return true;
    }
    const pylint = PYLINT.exec(line);
    if (pylint)
      this.#add({
        file: pylint[1]!,
        line: Number(pylint[2]),
        rule: ruleNamed(pylint[3] ?? pylint[4]!),
        message: pylint[5]!,
      });
    return pylint !== null;
  }

  #add(issue: { file: string; line?: number; column?: number; rule: string; message: string }): void {
    this.#collected.addIssue({ ...issue, severity: 'error' });
  }

  #total(line: string): boolean {
    if (line === 'All checks passed!') {
      this.#clean = true;
      return true;
    }
    const found = line.includes('Found ') ? FOUND.exec(line) : null;
    const wouldFix = /^Would fix (\d+) errors?\b/.exec(line);
    const statistic = STATISTIC.exec(line);
    const reformat = /^Would reformat: (.+)$/.exec(line)?.[1];
    const formatted = /^\d+ files? /.test(line) ? FORMAT_TOTAL.exec(line) : null;
    if (found) {
      this.#found += Number(found[3] ?? found[1]);
      this.#fixed ||= found[3] === '0';
      this.#watch ||= found[4] !== undefined;
    } else if (wouldFix) this.#found += Number(wouldFix[1]);
    else if (statistic) this.#statistics += Number(statistic[1]);
    else if (reformat !== undefined) {
      this.#named++;
      this.#collected.addIssue({
        file: reformat,
        rule: 'unformatted',
        severity: 'error',
        message: 'File would be reformatted',
      });
    } else if (formatted) {
      this.#wouldFormat += Number(formatted[1] ?? 0);
      this.#formattedAll ||= Number(formatted[2] ?? 0) > 0;
    } else return false;
    return true;
  }

  /** Why it did not judge, or not all. */
  #excuse(line: string): boolean {
    const unparsed = UNPARSED.exec(line);
    if (unparsed) {
      const [, file, row, column, message] = unparsed;
      const place = { line: row ? Number(row) : undefined, column: column ? Number(column) : undefined };
      this.#unparsed.push(issueOf({ file, ...place, rule: 'invalid-syntax', severity: 'error', message: message! }));
    } else if (line.startsWith('warning: No Python files found')) this.#nothing = true;
    else if (/^error[: ](?! ?cannot (?:format|parse))|^ruff failed$|^Usage: ruff\b/.test(line)) {
      this.#broke = true;
      if (!line.startsWith('Usage')) this.#collected.addProblem({ message: line.replace(/^error:? /, '') });
    } else return /^(?:warning|info|debug|tip): /.test(line);
    return true;
  }

  report() {
    const { invocation, text } = this.#capture;
    // A file that `check` could not parse has an issue of its own as well; for `format` the warning is all there is.
    const known = new Set(this.#collected.issues.map(({ file }) => file));
    for (const issue of this.#unparsed) if (!known.has(issue.file)) this.#collected.addIssue(issue);
    const found = this.#collected.found.error;
    const errors = Math.max(this.#found, this.#statistics, found) + Math.max(0, this.#wouldFormat - this.#formatted());
    const doubts: Reason[] = this.#watch ? ['watch-mode'] : [];
    const clean = (this.#clean || (this.#formattedAll && this.#heard())) && errors === 0;
    return judgeInspection(
      {
        runner: 'ruff',
        kind: this.#formats() ? 'format' : 'lint',
        version: /^ruff (\d+\.\d+\.\d+)$/m.exec(text)?.[1],
        collected: this.#collected,
        totals: { errors },
        broke: errors === 0 && (this.#broke || invocation.exitCode === 2),
        nothingRan: this.#nothing && errors === 0,
        closing: clean ? 'proof' : this.#closing(),
        doubts,
      },
      this.#capture,
    );
  }

  /** The total of `format` does not count files that could not be parsed: these are told on the other stream. */
  #heard(): boolean {
    const { invocation, input } = this.#capture;
    return invocation.view === 'whole' && !/2>\s*(?!&1)\S/.test(input.command ?? '');
  }

  /** Before 0.2 success was silent; with `--exit-zero` the exit code says nothing. */
  #closing(): 'with-exit' | 'none' {
    return this.#capture.invocation.words.some((word) => word === '--exit-zero' || word === '-e')
      ? 'none'
      : 'with-exit';
  }

  /** How many of the files that would be formatted were named. */
  #formatted(): number {
    return this.#collected.issues.filter(({ rule }) => rule === 'unformatted').length;
  }

  #formats(): boolean {
    const { words } = this.#capture.invocation;
    return words.includes('format') || (!words.length && (this.#wouldFormat > 0 || this.#named > 0));
  }
}

function what(match: RegExpExecArray, from: number): { rule: string; message: string } {
  const rule = match[from] ?? match[from + 1] ?? match[from + 2] ?? '';
  return { rule: ruleNamed(rule), message: match[from + 3] ?? '' };
}

/** What cannot be parsed has had several names, and in some formats none. */
function ruleNamed(rule = ''): string {
  return /^(?:SyntaxError|[Rr]uff|org\.ruff|)$/.test(rule) ? 'invalid-syntax' : rule;
}

/**
 * Makes an issue of a Ruff annotation; for an issue of several lines, the column stands only in the text: `a.py:1:1:
 * I001 Import block …`.
 */
function fromAnnotation({ rule, ...issue }: Issue): Issue {
  const column = /^\S[^:]*:(?:\d+:)?(\d+): /.exec(issue.message)?.[1];
  const place = issue.column === undefined && column ? { column: Number(column) } : {};
  return { ...issue, ...place, rule: ruleNamed(rule), severity: 'error' };
}

function fromJson(entry: Json): Issue {
  const [start, end] = [asObject(entry.location), asObject(entry.end_location)];
  return issueOf({
    file: asText(entry.filename),
    line: asNumber(start.row),
    column: asNumber(start.column),
    endLine: asNumber(end.row),
    endColumn: asNumber(end.column),
    rule: asText(entry.code) ?? asText(entry.name) ?? 'invalid-syntax',
    severity: 'error',
    message: asText(entry.message) ?? '',
  });
}
