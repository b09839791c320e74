/**
 * mypy 0.5xx to 2, and dmypy: text with and without columns, `--pretty` and `--output json`. Notes are no issues.
 * https://mypy.readthedocs.io/en/stable/command_line.html
 */
import { Collector } from '../../collect.js';
import { issueOf } from '../../formats/issue-formats.js';
import { asNumber, asObjects, asText, documentsIn } from '../../formats/json-text.js';
import { judgeInspection } from '../../inspect.js';
import { eachLine } from '../../output/text.js';
import type { Issue } from '../../report.js';
import { type Capture, type Runner, splitAfter } from '../../runner.js';

const FOUND = /^Found (\d+) errors? in \d+ files? \((?:checked \d+ source files?|errors prevented further checking)\)$/;
const SUCCESS = /^Success: no issues found in (\d+) source files?$/;

const SIGNS =
  /^Found \d+ errors? in \d+ files? \((?:checked \d+ source files?|errors prevented further checking)\)$|^Success: no issues found in \d+ source files?$|^\S[^\n:]{0,300}\.pyi?:\d+(?::\d+){0,3}: (?:error|note): |^mypy: (?:can't read file|error: )|^\{"file": "[^"\n]{1,300}", "line": -?\d+, "column": -?\d+, "message": /m;

const ASKS = /^(?:--version|-V|--help|-h)$/;

export const mypy: Runner = {
  id: 'mypy',
  kind: 'types',
  signs: SIGNS,
  starts(words) {
    if (words.some((word) => ASKS.test(word))) return false;
    if (words[0] === 'dmypy') return words.some((word) => /^(?:run|check|recheck)$/.test(word));
    return words[0] === 'mypy';
  },
  split: (text) => splitAfter(text, /^(?:Found \d+ errors? in .*|Success: no issues found .*)$/gm),
  read(capture) {
    const run = new MypyRun(capture);
    run.json();
    eachLine(capture.text, (line) => run.line(line));
    return run.report();
  },
};

/**
 * File, up to four numbers (line, column, end), word, message. Drive letters of Windows belong to the file. What is
 * indented is a line of the source, whatever it says.
 */
const ROW = /^((?:[A-Za-z]:)?[^\s:][^:]*)(?::(-?\d+))?(?::(-?\d+))?(?::(\d+))?(?::(\d+))?: (error|warning|note): (.*)$/;
/** What an error without a line is about: a file that could not be taken in, or its own configuration. */
const UNPLACED = /\.\w{1,5}$|^<\w+>$/;
const CODE = /^(.*?) {1,2}\[([a-z][\w-]*)\]$/;
/** `BROKE` matches mypy's own failures; after them nothing was checked. */
const BROKE =
  /^d?mypy: |^usage: (?:d?mypy|python)\b|^(?:\S+: )?error: (?:INTERNAL ERROR|Cannot find config file)|INTERNAL ERROR|^Daemon (?:crashed|has died)|^Traceback \(most recent call last\):/;
const NOTHING = /^There are no \.py\[i\] files in directory|^Nothing to do/;

class MypyRun {
  readonly #capture: Capture;
  readonly #collected: Collector;
  /** An error whose code, in pretty mode, may stand at the end of a later line. */
  #issue: Issue | undefined;
  #found = 0;
  /** Lines of the source that mypy takes for errors when it counts: each of its lines that has `: error:`. */
  #miscounted = 0;
  #broke = false;
  #nothing = false;
  #success = false;

  constructor(capture: Capture) {
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
  }

  /** Lines of `--output json`. Columns count from 0 there. */
  json(): void {
    for (const { file, line, column, message, code, severity } of documentsIn(this.#capture.text).flatMap((document) =>
      asObjects([document]),
    )) {
      const word = asText(severity);
      if (typeof file !== 'string' || word === undefined || word === 'note') continue;
      const at = asNumber(column);
      this.#collected.addIssue(
        issueOf({
          file,
          line: positive(asNumber(line)),
          column: at === undefined || at < 0 ? undefined : at + 1,
          rule: asText(code),
          severity: word === 'warning' ? 'warning' : 'error',
          message: asText(message) ?? '',
        }),
      );
    }
  }

  line(line: string): void {
    if (line.startsWith(' ') && line.includes(': error:')) this.#miscounted++;
    const row = ROW.exec(line);
    if (row && (row[2] !== undefined || UNPLACED.test(row[1]!)) && !BROKE.test(line)) {
      this.#flush();
      if (row[6] !== 'note') this.#issue = issueFrom(row);
      return;
    }
    if (this.#closing(line)) this.#flush();
    else if (this.#issue) this.#goOn(line);
    else if (line.trim()) this.#collected.unparsed++;
  }

  #closing(line: string): boolean {
    const found = FOUND.exec(line);
    const success = SUCCESS.exec(line);
    if (found) this.#found += Number(found[1]);
    else if (success) {
      this.#success = true;
      this.#nothing ||= success[1] === '0';
    } else if (NOTHING.test(line)) {
      this.#nothing = true;
      this.#collected.addProblem({ message: line });
    } else if (BROKE.test(line)) {
      this.#broke = true;
      this.#collected.addProblem({ message: line });
    } else return false;
    return true;
  }

  /** Pretty mode wraps long messages, and shows the source below them. */
  #goOn(line: string): void {
    if (!this.#issue || this.#issue.rule !== undefined) return;
    // The source stands indented below the message, so that nothing of it can be taken for the code.
    if (line.startsWith(' ')) return;
    const code = CODE.exec(` ${line}`);
    const message = `${this.#issue.message.trimEnd()} ${(code?.[1] ?? line).trim()}`.trim().slice(0, 4_000);
    this.#issue = { ...this.#issue, ...(code ? { rule: code[2]! } : {}), message };
  }

  #flush(): void {
    if (this.#issue) this.#collected.addIssue(this.#issue);
    this.#issue = undefined;
  }

  report() {
    this.#flush();
    const { invocation, text } = this.#capture;
    const errors = Math.max(this.#found - this.#miscounted, this.#collected.found.error);
    return judgeInspection(
      {
        runner: 'mypy',
        kind: 'types',
        version: /^mypy (\d+\.\d+\S*)/m.exec(text)?.[1],
        collected: this.#collected,
        totals: { errors },
        broke: errors === 0 && (this.#broke || (invocation.exitCode === 2 && !this.#nothing)),
        nothingRan: this.#nothing && errors === 0,
        closing: this.#success && errors === 0 ? 'proof' : 'with-exit',
      },
      this.#capture,
    );
  }
}

function issueFrom(row: RegExpExecArray): Issue {
  const code = CODE.exec(row[7]!);
  return issueOf({
    file: row[1],
    line: positive(Number(row[2] ?? 0)),
    column: positive(Number(row[3] ?? 0)),
    endLine: positive(Number(row[4] ?? 0)),
    endColumn: positive(Number(row[5] ?? 0)),
    rule: code?.[2],
    severity: row[6] === 'warning' ? 'warning' : 'error',
    message: code?.[1] ?? row[7]!,
  });
}

function positive(number: number | undefined): number | undefined {
  return number !== undefined && number > 0 ? number : undefined;
}
