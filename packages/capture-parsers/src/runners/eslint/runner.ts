/**
 * ESLint 4 to 10: its formatters stylish, compact, unix, visualstudio, codeframe, table, TAP, JSON and XML, and the usual
 * ones for GitHub and SARIF. https://eslint.org/docs/latest/use/formatters/
 */
import { Collector } from '../../collect.js';
import { issueOf, readAnnotation, readMachineFormats } from '../../formats/issue-formats.js';
import { asNumber, asObject, asObjects, asText, documentsIn } from '../../formats/json-text.js';
import { type Inspection, judgeInspection } from '../../inspect.js';
import { cutMarker } from '../../output/cut.js';
import { eachLine } from '../../output/text.js';
import type { Issue } from '../../report.js';
import { type Capture, type Runner, splitAfter } from '../../runner.js';

/** What only ESLint prints: the stylish total and rows, its rows in other formats, its JSON and XML, its excuses. */
const SIGNS =
  /^✖ \d+ problems? \(\d+ errors?, \d+ warnings?\)$|^ +\d+:\d+ +(?:error|warning) {2}\S|^Oops! Something went wrong! :\($|^ESLint found too many warnings \(|^\[\{"filePath":"|^\{"results":\[\{"filePath":"|<testsuite package="org\.eslint"|source="eslint\.rules\.|^[^\s:][^\n]{0,300}: line \d+, col \d+, (?:Error|Warning) - |^[^\s:][^\n]{0,200}:\d+:\d+: [^\n]{0,300} \[(?:Error|Warning)(?:\/[^\]\n]{1,80})?\]$/m;

/** Questions that look at no file. */
const ASKS =
  /^(?:--version|-v|--help|-h|--init|--env-info|--print-config|--inspect-config|--debug-config|--mcp)(?:=|$)/;

export const eslint: Runner = {
  id: 'eslint',
  kind: 'lint',
  signs: SIGNS,
  starts: (words) => /^eslint(?:_d|\.js|@\S*)?$/.test(words[0] ?? '') && !words.some((word) => ASKS.test(word)),
  split: (text) => splitAfter(text, /^✖ \d+ problems? \(.*\)$(?:\n {2}.*fixable with.*)?/gm),
  read(capture) {
    const run = readLines(capture, false);
    // More rows than its total says: some are lines of a message that look like rows.
    return (run.overcounts() ? readLines(capture, true) : run).report();
  },
};

function readLines(capture: Capture, wary: boolean): EslintRun {
  const run = new EslintRun(capture, wary);
  if (!run.machine()) eachLine(capture.text, (line) => run.line(line));
  return run;
}

const TOTAL = /^[✖×] (\d+) problems? \((\d+) errors?, (\d+) warnings?\)$/;
const ROW = /^ +(\d+):(\d+) +(error|warning) {2,}(\S.*)$/;
/**
 * `HEADER` matches a file above its rows: its absolute path, or a word with an extension. Messages of several lines may have
 * blank ones.
 */
const HEADER = /^(?:\/|[A-Za-z]:[\\/]|<text>$|\S+\.\w+$)/;
/** Rows that say everything in one line. */
const COMPACT = /^(.+?): line (\d+), col (\d+), (Error|Warning) - (.*)$/;
const UNIX = /^(.+?):(\d+):(\d+): (.*)$/;
/** What ends such a row. */
const UNIX_END = / \[(Error|Warning)(?:\/([^\]\s]+))?\]$/;
const VISUAL_STUDIO = /^(.+?)\((\d+)(?:,(\d+))?\): (error|warning)(?: (\S+))? : (.*)$/;
const CODE_FRAME = /^(error|warning): (.*) at (\S.*?):(\d+):(\d+):$/;
const TABLE_ROW = /^[║|] (\d+) +[│|] (\d+) +[│|] (error|warning) +[│|] (.*)[│|] (\S*) *[║|]$/;
/** `RULE_BEHIND` matches the rule in brackets behind a message. */
const RULE_BEHIND = / \(([^()\s]+)\)$/;

class EslintRun {
  readonly #capture: Capture;
  readonly #collected: Collector;
  readonly #totals = { errors: 0, warnings: 0, problems: 0 };
  #file: string | undefined;
  /** A row of stylish, whose message may go on in the next lines. */
  #row: Issue | undefined;
  /** Where the severities of a file's rows stand, one below the other. */
  #offset = 0;
  #tap: { message?: string; severity?: string; line?: number; column?: number } | undefined;
  #broke = false;
  #nothing = false;
  #tooMany = false;
  #clean = false;
  #inTap = false;
  /** Rows behind a first line of a message that goes on are taken for lines of it. */
  readonly #wary: boolean;
  /** The message of the row has gone on. */
  #goesOn = false;

  constructor(capture: Capture, wary: boolean) {
    this.#capture = capture;
    this.#wary = wary;
    this.#collected = new Collector(capture.input.root);
  }

  /** JSON, XML and SARIF; false when there is none. */
  machine(): boolean {
    const { text } = this.#capture;
    this.#tooMany = /^ESLint found too many warnings/m.test(text);
    const results = documentsIn(text).flatMap(resultsOf);
    for (const { filePath, messages } of results)
      for (const message of asObjects(messages)) this.#collected.addIssue(fromJson(asText(filePath), message));
    if (results.length) {
      this.#clean = this.#collected.issues.length === 0;
      return true;
    }
    const machine = readMachineFormats(text);
    for (const issue of machine?.issues ?? []) this.#collected.addIssue(issue);
    this.#clean = machine?.complete === true && machine.issues.length === 0;
    return machine !== undefined;
  }

  line(line: string): void {
    if (!line.trim()) {
      // Between two rows of a file there is no blank line.
      this.#goesOn ||= this.#row !== undefined;
      return;
    }
    if (line.startsWith(' ') && this.#indented(line)) return;
    const issue = oneLine(line) ?? this.#tableRow(line) ?? readAnnotation(line);
    if (issue) {
      this.#endRow();
      this.#collected.addIssue(issue);
      return;
    }
    if (this.#total(line) || this.#excuse(line)) return;
    this.#inTap ||= line === 'TAP version 13';
    if (cutMarker(line)) {
      // Behind a cut nobody knows whose rows these are.
      this.#endRow();
      this.#file = undefined;
      return;
    }
    const tap = /^(?:not )?ok \d+ - (.+)$/.exec(line);
    if (tap) this.#file = tap[1];
    else if (this.#row && this.#row.rule === undefined && !HEADER.test(line)) this.#goOn(line);
    else if (HEADER.test(line)) {
      this.#endRow();
      this.#file = line;
    } else this.#collected.unparsed++;
  }

  #indented(line: string): boolean {
    const row = this.#inTap ? null : ROW.exec(line);
    if (!row || (this.#wary && this.#file === undefined)) return this.#tapLine(line);
    const offset = row[0].indexOf(row[3]!);
    // A message of several lines may have one that looks like a row, but hardly in line with the others.
    if (this.#row && this.#row.rule === undefined && (offset !== this.#offset || (this.#wary && this.#goesOn)))
      return false;
    this.#offset = offset;
    this.#endRow();
    const [rule, message] = ruleAtEnd(row[4]!);
    this.#row = issueOf({
      file: this.#file,
      line: Number(row[1]),
      column: Number(row[2]),
      severity: row[3] as 'error' | 'warning',
      rule,
      message,
    });
    return true;
  }

  #tableRow(line: string): Issue | undefined {
    const row = TABLE_ROW.exec(line);
    return row ? placed(this.#file ?? '', row[1], row[2], row[3]!, row[4]!.trim(), row[5]) : undefined;
  }

  #endRow(): void {
    if (this.#row) this.#collected.addIssue(this.#row);
    this.#row = undefined;
    this.#goesOn = false;
  }

  /** A message of several lines; the rule stands behind its last. */
  #goOn(line: string): void {
    this.#goesOn = true;
    const [rule, message] = ruleAtEnd(line);
    this.#row = {
      ...this.#row!,
      ...(rule ? { rule } : {}),
      message: `${this.#row!.message}\n${message}`.slice(0, 4_000),
    };
  }

  /** The YAML of a TAP line. The name of the rule is the last of an issue's values. */
  #tapLine(line: string): boolean {
    const pair = /^ +(?:- )?(message|severity|line|column|ruleId): ?(.*)$/.exec(line);
    if (!pair || this.#file === undefined) return false;
    const value = pair[2]!.replace(/^'(.*)'$/, '$1').replaceAll("''", "'");
    this.#tap ??= {};
    if (pair[1] === 'message') this.#tap = { message: value };
    else if (pair[1] === 'severity') this.#tap.severity = value;
    else if (pair[1] === 'line') this.#tap.line = Number(value) || 0;
    else if (pair[1] === 'column') this.#tap.column = Number(value) || 0;
    else {
      const { message = '', severity, line, column } = this.#tap;
      if (severity !== undefined) {
        const known = severity === 'warning' ? 'warning' : 'error';
        this.#collected.addIssue(issueOf({ file: this.#file, line, column, rule: value, severity: known, message }));
      }
      this.#tap = undefined;
    }
    return true;
  }

  #total(line: string): boolean {
    const total = TOTAL.exec(line);
    if (total) {
      this.#endRow();
      this.#totals.problems += Number(total[1]);
      this.#totals.errors += Number(total[2]);
      this.#totals.warnings += Number(total[3]);
      return true;
    }
    const other = /^(\d+) problems?$|^(?:(\d+) errors?)?(?: and )?(?:(\d+) warnings?)? found\.$/.exec(line);
    const cell = /^[║|] (\d+) (Error|Warning)s? +[║|]$/.exec(line);
    if (!other && !cell) return false;
    this.#endRow();
    this.#totals.problems += Number(other?.[1] ?? 0);
    this.#totals.errors += Number(other?.[2] ?? (cell?.[2] === 'Error' ? cell[1] : 0));
    this.#totals.warnings += Number(other?.[3] ?? (cell?.[2] === 'Warning' ? cell[1] : 0));
    return true;
  }

  /** Why it did not get as far as to judge. */
  #excuse(line: string): boolean {
    if (line.startsWith('ESLint found too many warnings')) this.#tooMany = true;
    else if (/^Oops! Something went wrong!|^Invalid option |^ESLint couldn't (?:find|determine)/.test(line))
      this.#broke = true;
    else if (/^(?:All f|F)iles? matched by .* (?:are|is) ignored|^No files matching .* (?:was|were) found/.test(line))
      this.#nothing = true;
    else if (/all of the files matching the glob pattern .* are ignored/.test(line)) this.#nothing = true;
    else return false;
    if (!this.#tooMany) this.#collected.addProblem({ message: line });
    this.#endRow();
    return true;
  }

  overcounts(): boolean {
    this.#endRow();
    const { error, warning } = this.#collected.found;
    return this.#totals.problems > 0 && error + warning > this.#totals.problems;
  }

  report() {
    this.#endRow();
    const { invocation, text } = this.#capture;
    const version = /^ESLint: (\d+\.\d+\.\d+[\w.-]*?)\.?$/m.exec(text)?.[1];
    // Exit code 2 is ESLint's own for "did not get as far as to lint".
    const broke = !this.#nothing && (this.#broke || invocation.exitCode === 2);
    const mayMatchNone = invocation.words.some((word) =>
      /^--(?:no-error-on-unmatched-pattern|pass-on-no-patterns)$/.test(word),
    );
    const none = this.#collected.issues.length === 0;
    const run: Inspection = {
      runner: 'eslint',
      kind: 'lint',
      version,
      collected: this.#collected,
      totals: this.#totals,
      warningsBlock: this.#tooMany,
      broke: broke && this.#collected.found.error === 0,
      nothingRan: this.#nothing,
      closing: this.#clean ? 'proof' : none && mayMatchNone ? 'none' : 'with-exit',
    };
    return judgeInspection(run, this.#capture);
  }
}

function resultsOf(document: unknown) {
  const list = asObjects(Array.isArray(document) ? document : asObject(document).results);
  return list.filter(({ filePath, messages }) => typeof filePath === 'string' && Array.isArray(messages));
}

function fromJson(file: string | undefined, message: ReturnType<typeof asObject>): Issue {
  return issueOf({
    file,
    line: asNumber(message.line),
    column: asNumber(message.column),
    endLine: asNumber(message.endLine),
    endColumn: asNumber(message.endColumn),
    rule: asText(message.ruleId),
    severity: message.severity === 1 ? 'warning' : 'error',
    message: asText(message.message) ?? '',
  });
}

/** Returns the rule behind at least two spaces at the end of a stylish row, and the message before it. */
function ruleAtEnd(text: string): [rule: string | undefined, message: string] {
  const line = text.trimEnd();
  const at = line.lastIndexOf('  ');
  const rule = line.slice(at + 2);
  return at < 0 || !/^[@\w][@\w./-]*$/.test(rule) ? [undefined, line] : [rule, line.slice(0, at).trimEnd()];
}

function oneLine(line: string): Issue | undefined {
  const compact = line.includes(': line ') ? COMPACT.exec(line) : null;
  if (compact) return placed(compact[1]!, compact[2], compact[3], compact[4]!, compact[5]!);
  const end = line.endsWith(']') ? UNIX_END.exec(line) : null;
  const unix = end ? UNIX.exec(line.slice(0, end.index)) : null;
  if (unix) return placed(unix[1]!, unix[2], unix[3], end![1]!, unix[4]!, end![2] ?? '');
  const visual = line.includes('): ') ? VISUAL_STUDIO.exec(line) : null;
  if (visual) return placed(visual[1]!, visual[2], visual[3], visual[4]!, visual[6]!, visual[5] ?? '');
  const frame = /:\d+:\d+:$/.test(line) ? CODE_FRAME.exec(line) : null;
  if (frame) return placed(frame[3]!, frame[4], frame[5], frame[1]!, frame[2]!);
  return undefined;
}

/** Returns the issue of a row; without `rule` it stands in brackets behind the message. */
function placed(
  file: string,
  line: string | undefined,
  column: string | undefined,
  severity: string,
  text: string,
  rule?: string,
): Issue {
  const behind = rule === undefined ? RULE_BEHIND.exec(text) : null;
  return issueOf({
    file,
    line: Number(line),
    column: column === undefined ? undefined : Number(column),
    severity: severity.toLowerCase() as 'error' | 'warning',
    rule: rule ?? behind?.[1],
    message: behind ? text.slice(0, behind.index) : text,
  });
}
