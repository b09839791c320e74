/** Pyright and basedpyright: text and `--outputjson`. https://github.com/microsoft/pyright/blob/main/docs/command-line.md */
import { Collector } from '../../collect.js';
import { issueOf } from '../../formats/issue-formats.js';
import { asNumber, asObject, asObjects, asText, documentsIn, type Json } from '../../formats/json-text.js';
import { judgeInspection } from '../../inspect.js';
import { eachLine } from '../../output/text.js';
import type { Issue, Reason } from '../../report.js';
import { type Capture, type Runner, splitAfter } from '../../runner.js';

const SIGNS =
  /^\d+ errors?, \d+ warnings?, \d+ (?:informations?|infos?|notes?) *$|^ {2}\S[^\n]{0,300}:\d+:\d+ - (?:error|warning|information): |^ {4}"generalDiagnostics": \[/m;

export const pyright: Runner = {
  id: 'pyright',
  kind: 'types',
  signs: SIGNS,
  starts: (words) =>
    /^(?:based)?pyright(?:@\S*)?$/.test(words[0] ?? '') &&
    // `pyright 1.1.360, commit …` is what it says of itself.
    !/^\d+\./.test(words[1] ?? '') &&
    !words.some((word) => /^(?:--version|--help|-h|--createstub|--verifytypes)$/.test(word)),
  split: (text) => splitAfter(text, /^\d+ errors?, \d+ warnings?, .*$/gm),
  read(capture) {
    const run = new PyrightRun(capture);
    if (!run.json()) eachLine(capture.text, (line) => run.line(line));
    return run.report();
  },
};

const ROW = /^ {2}(?:(\S.*?):(\d+):(\d+) - )?(error|warning|information|note): (.*)$/;
const TOTAL = /^(\d+) errors?, (\d+) warnings?, \d+ (?:informations?|infos?|notes?) *$/;
const RULE = /^(.*) \((report\w+)\)$/;

class PyrightRun {
  readonly #capture: Capture;
  readonly #collected: Collector;
  readonly #totals = { errors: 0, warnings: 0 };
  #issue: Issue | undefined;
  #closed = false;
  #nothing = false;
  #watch: boolean;
  #version: string | undefined;

  constructor(capture: Capture) {
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
    this.#watch = capture.invocation.words.some((word) => word === '--watch' || word === '-w');
  }

  json(): boolean {
    for (const document of documentsIn(this.#capture.text).map(asObject)) {
      if (!Array.isArray(document.generalDiagnostics)) continue;
      const summary = asObject(document.summary);
      this.#version = asText(document.version);
      this.#closed = true;
      this.#totals.errors += asNumber(summary.errorCount) ?? 0;
      this.#totals.warnings += asNumber(summary.warningCount) ?? 0;
      if (asNumber(summary.filesAnalyzed) === 0) this.#nothing = true;
      for (const entry of asObjects(document.generalDiagnostics)) this.#collected.addIssue(fromJson(entry));
    }
    return this.#closed;
  }

  line(line: string): void {
    const row = ROW.exec(line);
    if (row) {
      this.#flush();
      const message = row[5]!;
      this.#issue = withRule(
        issueOf({
          file: row[1],
          line: row[2] ? Number(row[2]) : undefined,
          column: row[3] ? Number(row[3]) : undefined,
          severity: severityOf(row[4]!),
          message,
        }),
      );
      return;
    }
    // What explains an error stands below it, indented with spaces that do not break.
    if (this.#issue && /^\s{4}/.test(line)) {
      this.#issue = withRule({ ...this.#issue, message: `${this.#issue.message}\n${line}`.slice(0, 4_000) });
      return;
    }
    this.#flush();
    const total = TOTAL.exec(line);
    if (total) {
      this.#closed = true;
      this.#totals.errors += Number(total[1]);
      this.#totals.warnings += Number(total[2]);
    } else if (/^No source files found|^File or directory .* does not exist/.test(line)) this.#nothing = true;
    else if (/^Watching for file changes/.test(line)) this.#watch = true;
    else if (line.trim()) this.#collected.unparsed++;
  }

  #flush(): void {
    if (this.#issue) this.#collected.addIssue(this.#issue);
    this.#issue = undefined;
  }

  report() {
    this.#flush();
    const { invocation, cut } = this.#capture;
    const { errors, warnings } = this.#totals;
    const none = errors + warnings + this.#collected.issues.length === 0;
    const doubts: Reason[] = this.#watch ? ['watch-mode'] : [];
    return judgeInspection(
      {
        runner: 'pyright',
        kind: 'types',
        version: this.#version,
        collected: this.#collected,
        totals: this.#totals,
        // 2 to 4 are its own codes for a crash, a configuration that it cannot read, and a wrong option.
        broke: errors === 0 && !this.#nothing && [2, 3, 4].includes(invocation.exitCode ?? 0),
        nothingRan: this.#nothing,
        closing: !this.#closed ? 'none' : none && !cut ? 'proof' : 'with-exit',
        doubts,
      },
      this.#capture,
    );
  }
}

/** Takes the rule out of the message, at the end of whose last line it stands. */
function withRule(issue: Issue): Issue {
  const at = issue.message.lastIndexOf('\n') + 1;
  const rule = RULE.exec(issue.message.slice(at));
  return rule ? { ...issue, rule: rule[2]!, message: issue.message.slice(0, at) + rule[1]! } : issue;
}

/** Makes an issue of an entry of Pyright's JSON, which counts lines and columns from 0. */
function fromJson(entry: Json): Issue {
  const range = asObject(entry.range);
  const [start, end] = [asObject(range.start), asObject(range.end)];
  const next = (value: unknown) => (asNumber(value) === undefined ? undefined : asNumber(value)! + 1);
  return issueOf({
    file: asText(entry.file),
    line: next(start.line),
    column: next(start.character),
    endLine: next(end.line),
    endColumn: next(end.character),
    rule: asText(entry.rule),
    severity: severityOf(asText(entry.severity) ?? 'error'),
    message: asText(entry.message) ?? '',
  });
}

function severityOf(word: string): Issue['severity'] {
  return word === 'error' || word === 'warning' ? word : 'info';
}
