/**
 * golangci-lint 1 and 2: `run` as text, tab, JSON, SARIF, Checkstyle, JUnit XML, Code Climate, TeamCity and GitHub
 * annotations, and `fmt --diff`. https://golangci-lint.run/docs/configuration/file/#output-configuration
 */

import { Collector } from '../../collect.js';
import { goToolWords } from '../../command/go-tools.js';
import { readCheckstyle, severityNamed } from '../../formats/checkstyle.js';
import { asNumber, asObject, asObjects, asText, documentsIn } from '../../formats/json-text.js';
import { readSarif } from '../../formats/sarif.js';
import { tags } from '../../formats/xml.js';
import { judgeInspection } from '../../inspect.js';
import { eachLine } from '../../output/text.js';
import type { Reason, Report } from '../../report.js';
import type { Capture, Runner } from '../../runner.js';

const PROGRAM = /^golangci-lint(?:-v\d)?$/;

const SIGNS =
  /^\S[^\n:]{0,300}\.go:\d+(?::\d+)?: [^\n]{1,500} \((?:errcheck|govet|staticcheck|unused|ineffassign|typecheck|gosimple|stylecheck|revive|gosec|gocritic|gofmt|gofumpt|goimports|misspell|unconvert|unparam|bodyclose|golint|deadcode|structcheck|varcheck|gocyclo|funlen|lll|dupl|goconst|nolintlint|whitespace|wsl|testifylint|errorlint|exhaustive|prealloc|gochecknoglobals|gochecknoinits|godot|wrapcheck|noctx|perfsprint|depguard|forbidigo|nakedret|gci)\)$|^\d+ issues:\n\* [\w-]+: \d+$|^0 issues\.$|^\{"Issues":(?:\[|null)|"driver":\{"name":"golangci-lint"|category='Golangci-lint reports'|^(?:level=(?:error|warning) msg="|(?:ERRO|WARN) )\[(?:runner|linters_context|config_reader|lintersdb)/m;

export const golangciLint: Runner = {
  id: 'golangci-lint',
  kind: 'lint',
  starts(words) {
    const own = goToolWords(words, PROGRAM);
    if (!own || own.some((word) => word === '--help' || word === '-h' || word === '--version')) return false;
    const command = own.find((word, index) => index > 0 && !word.startsWith('-'));
    return command === 'run' || command === 'fmt';
  },
  signs: SIGNS,
  read(capture) {
    const run = new GolangciRun(capture);
    run.documents();
    run.lines();
    return run.report();
  },
};

/** `TEXT` matches `file:line:column: text (linter)`; the column and the linter may be switched off. */
const TEXT = /^(\S[^:]*?):(\d+)(?::(\d+))?: (.*)$/;
const TAB = /^(\S[^:]*?):(\d+)(?::(\d+))? {2,}(\S.*)$/;
const LINTER = /^(.*) \(([A-Za-z][\w-]*)\)$/;
/** `MATCHER` matches a tab-separated line for a problem matcher of GitHub. */
const MATCHER = /^(error|warning|info|notice)\t([^\t]*?):(\d+)(?::(\d+))?:\t(.*)$/;
const GITHUB = /^::(error|warning|notice) file=(.*?),line=(\d+)(?:,col=(\d+))?::(.*)$/;
const TEAMCITY =
  /^##teamcity\[inspection typeId='([^']*)' message='((?:[^'|]|\|.)*)' file='((?:[^'|]|\|.)*)' line='(\d+)'(?: SEVERITY='(\w*)')?/;
/** The sign that stands under the column in the source line. */
const POINTER = /^\s*\^\s*$/;
const TOTAL = /^(\d+) issues(?:\.|:)$/;
const LINTER_TOTAL = /^\* [\w-]+: \d+$/;
const LOG = /^(?:time="[^"]*" )?(?:level=(\w+) msg="(.*)"|(ERRO|WARN|INFO|FATA|DEBU)(?:\[\d+\])? (.*))$/;
/** Its own words before it ends without a result. */
const DEAD =
  /^(?:Error: |The command is terminated due to an error|Failed executing command with error|panic: |fatal error: |can't load config|Can't (?:run|read) |flag provided but not defined|unknown (?:flag|shorthand flag|command))/;
/** A message may go on over so many lines, as a compiler's words in it do. */
const MESSAGE_LINES = 30;

interface Place {
  readonly file: string;
  readonly line: string;
  readonly column: string | undefined;
}

class GolangciRun {
  readonly #capture: Capture;
  readonly #collected: Collector;
  /** What the closing line counts. */
  #total: number | undefined;
  /** A machine format was there to its end. */
  #document = false;
  #unfinished = false;
  #errors: string[] = [];
  #timedOut = false;
  #dead = false;
  #noFiles = false;
  #named = 0;

  constructor(capture: Capture) {
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
  }

  documents(): void {
    const { text } = this.#capture;
    this.#checkstyle(text);
    if (text.includes('<testsuites')) this.#junit(text);
    if (!/^[[{]/m.test(text)) return;
    for (const document of documentsIn(text)) this.#json(document);
    if (!this.#document && /^\{"(?:Issues"|version":"2\.1\.0","\$schema)/m.test(text)) this.#unfinished = true;
  }

  #json(document: unknown): void {
    const sarif = readSarif(document);
    if (sarif) {
      this.#document = true;
      for (const issue of sarif.flatMap(({ issues }) => issues)) this.#collected.addIssue(issue);
      return;
    }
    const body = asObject(document);
    if ('Issues' in body) {
      this.#document = true;
      for (const entry of asObjects(body.Issues)) {
        const place = asObject(entry.Pos);
        this.#add(
          {
            file: asText(place.Filename) ?? '',
            line: String(asNumber(place.Line) ?? ''),
            column: String(asNumber(place.Column) ?? ''),
          },
          asText(entry.Text) ?? '',
          asText(entry.FromLinter),
          asText(entry.Severity),
        );
      }
      const error = asText(asObject(body.Report).Error);
      if (error) this.#errors.push(error);
      return;
    }
    const list = asObjects(document);
    // An empty list may be of any tool.
    if (!Array.isArray(document) || !list.length || !list.every(({ location, description }) => location && description))
      return;
    this.#document = true;
    for (const entry of list) this.#codeClimate(entry);
  }

  /** Code Climate, as GitLab reads it. The linter stands in front of the text, or in `check_name`. */
  #codeClimate(entry: Readonly<Record<string, unknown>>): void {
    const location = asObject(entry.location);
    const begin = asObject(asObject(location.positions).begin);
    const line = asNumber(asObject(location.lines).begin) ?? asNumber(begin.line);
    const named = /^([\w-]+): ([\s\S]*)$/.exec(asText(entry.description) ?? '');
    const rule = asText(entry.check_name) ?? named?.[1];
    const message = named && named[1] === rule ? named[2]! : (asText(entry.description) ?? '');
    const column = String(asNumber(begin.column) ?? '');
    this.#add(
      { file: asText(location.path) ?? '', line: String(line ?? ''), column },
      message,
      rule,
      asText(entry.severity),
    );
  }

  #checkstyle(text: string): void {
    const read = readCheckstyle(text);
    for (const issue of read?.issues ?? []) this.#collected.addIssue(issue);
    this.#document ||= read?.complete === true;
    this.#unfinished ||= read?.complete === false;
  }

  /** JUnit XML: a test is a linter, and its failure says all of the issue. */
  #junit(text: string): void {
    let linter = '';
    let open = false;
    for (const { name, kind, attributes } of tags(text)) {
      if (name === 'testsuites') {
        open = kind === 'open';
        if (!open) this.#document = true;
      } else if (kind === 'close') continue;
      else if (name === 'testcase') linter = attributes.name ?? '';
      else if (name === 'failure') {
        const match = TEXT.exec((attributes.message ?? '').replace(/\n[\s\S]*/, ''));
        if (match) this.#add(placeOf(match, 1), match[4]!, linter, attributes.type);
      }
    }
    if (open) this.#unfinished = true;
  }

  lines(): void {
    const lines: string[] = [];
    eachLine(this.#capture.text, (line) => lines.push(line));
    const named = lines.some((line) => TEXT.test(line) && LINTER.test(line));
    // Of several runs one may have written text.
    const isDocument = this.#document && this.#capture.invocation.times < 2;
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at]!;
      if (!line.trim() || this.#log(line) || this.#machineLine(line)) continue;
      const match = TEXT.exec(line);
      if (match && /\.\w+$|^[^\s.]+$/.test(match[1]!) && !isDocument) at = this.#issue(lines, at, match, named);
      else if (this.#tabbed(line)) at = afterCompiler(lines, at, line);
      else if (!this.#diff(line)) this.#collected.unparsed++;
    }
  }

  /** An issue with its source line and the sign under it; gives the last line that belongs to it. */
  #issue(lines: readonly string[], from: number, match: RegExpExecArray, named: boolean): number {
    let at = from;
    let text = match[4]!;
    if (named && !LINTER.test(text)) {
      const end = this.#nextNamed(lines, at + 1);
      if (end > at + MESSAGE_LINES || lines.slice(at + 1, end).some((line) => POINTER.test(line))) return at;
      text = [text, ...lines.slice(at + 1, end + 1)].join('\n');
      at = end;
    }
    if (!named && !this.#mayBeNameless()) {
      this.#collected.unparsed++;
      return at;
    }
    // Without a linter's name the compiler's lines of one message are known by its heading.
    if (!named) at = afterCompiler(lines, at, text);
    const last = text.slice(text.lastIndexOf('\n') + 1);
    const linter = named ? LINTER.exec(last)?.[2] : undefined;
    this.#add(placeOf(match, 1), linter ? text.slice(0, -linter.length - 3) : text, linter, undefined);
    return POINTER.test(lines[at + 2] ?? '') && lines[at + 2]!.includes('^') ? at + 2 : at;
  }

  /** The next line that ends with a linter's name; behind the last line when there is none. */
  #nextNamed(lines: readonly string[], from: number): number {
    this.#named = Math.max(this.#named, from);
    while (this.#named < lines.length && !LINTER.test(lines[this.#named]!)) this.#named++;
    return this.#named < lines.length ? this.#named : Number.POSITIVE_INFINITY;
  }

  /** Without a linter's name a line could be anybody's, so that the linter has to be known to have run. */
  #mayBeNameless(): boolean {
    return this.#capture.invocation.runs === 'yes' && this.#capture.invocation.words.length > 0;
  }

  #log(line: string): boolean {
    const total = TOTAL.exec(line);
    if (total) {
      this.#total = Number(total[1]);
      return true;
    }
    if (LINTER_TOTAL.test(line)) return true;
    const log = LOG.exec(line);
    if (log) {
      const text = log[2] ?? log[4] ?? '';
      const level = log[1] ?? log[3] ?? '';
      if (/no go files to analyze/.test(text)) this.#noFiles = true;
      if (/^Timeout exceeded|^Running error: .*context deadline exceeded/.test(text)) this.#timedOut = true;
      if (/^(?:error|fatal|ERRO|FATA)/.test(level)) this.#errors.push(text.replace(/\\"/g, '"'));
      return true;
    }
    if (!DEAD.test(line)) return false;
    this.#dead = true;
    this.#errors.push(line);
    return true;
  }

  /** Formats that put an issue on a line of its own. */
  #machineLine(line: string): boolean {
    const github = line.startsWith('::') ? GITHUB.exec(line) : MATCHER.exec(line);
    if (github) {
      const linter = LINTER.exec(github[5]!);
      this.#add(placeOf(github, 2), linter?.[1] ?? github[5]!, linter?.[2], github[1]);
      return true;
    }
    if (!line.startsWith('##teamcity[')) return false;
    const match = TEAMCITY.exec(line);
    if (!match) return true;
    const [, linter, message, file, number, severity] = match;
    this.#add({ file: plain(file!), line: number!, column: undefined }, plain(message!), linter, severity);
    return true;
  }

  #tabbed(line: string): boolean {
    const match = this.#document ? null : TAB.exec(line);
    if (!match || !/\.\w+$/.test(match[1]!)) return false;
    const named = /^([a-z][\w-]*) {2,}(\S.*)$/.exec(match[4]!);
    if (!named && !this.#mayBeNameless()) return false;
    this.#add(placeOf(match, 1), named?.[2] ?? match[4]!, named?.[1], undefined);
    return true;
  }

  /** `fmt --diff`: a file that is not as it should be. */
  #diff(line: string): boolean {
    const file = /^diff (\S.*)\.orig \S/.exec(line)?.[1];
    if (file === undefined) return false;
    this.#collected.addIssue({ file, severity: 'error', message: 'not formatted' });
    return true;
  }

  #add(place: Place, message: string, rule: string | undefined, severity: string | undefined): void {
    this.#collected.addIssue({
      file: place.file,
      ...(Number(place.line) ? { line: Number(place.line) } : {}),
      ...(Number(place.column) ? { column: Number(place.column) } : {}),
      ...(rule ? { rule } : {}),
      severity: severityNamed(severity),
      message,
    });
  }

  report(): Report {
    const { invocation, input } = this.#capture;
    const { found } = this.#collected;
    const seen = found.error + found.warning + found.info;
    for (const message of this.#errors) this.#collected.addProblem({ message });
    const total = Math.max(this.#total ?? 0, seen);
    const troubled = this.#errors.length > 0;
    const doubts: Reason[] = [];
    if (this.#unfinished) doubts.push('unfinished');
    if (troubled && total === 0) doubts.push('errors');
    // `0 issues.` is said after an error too; without all that was printed nobody knows of it.
    const deaf = invocation.view !== 'whole' || /2>\s*(?!&1)\S/.test(input.command ?? '');
    const said = this.#total !== undefined || this.#document;
    // Its exit code says nothing when it was told to end with 0 either way.
    const mute = invocation.words.some(
      (word, at, all) => /^--issues-exit-code(?:=0)?$/.test(word) && (word.endsWith('=0') || all[at + 1] === '0'),
    );
    return judgeInspection(
      {
        runner: 'golangci-lint',
        kind: 'lint',
        collected: this.#collected,
        totals: { errors: total - found.warning - found.info, problems: total },
        warningsBlock: true,
        timedOut: this.#timedOut,
        nothingRan: this.#noFiles && total === 0,
        broke: !this.#noFiles && total === 0 && (this.#dead || (troubled && (invocation.exitCode ?? 0) !== 0)),
        closing: this.#total !== undefined && !deaf ? 'proof' : said || !mute ? 'with-exit' : 'none',
        doubts,
      },
      this.#capture,
    );
  }
}

/** Returns the last line of a message that begins with `: # package` and goes on with what the compiler said of it. */
function afterCompiler(lines: readonly string[], from: number, text: string): number {
  let at = from;
  if (/(?:^| ): # \S+$/.test(text)) while (at - from < MESSAGE_LINES && TEXT.test(lines[at + 1] ?? '')) at++;
  return at;
}

function placeOf(match: RegExpExecArray, from: number): Place {
  return { file: match[from]!, line: match[from + 1]!, column: match[from + 2] };
}

/** `plain` takes TeamCity's escapes back. */
function plain(text: string): string {
  return text.replace(/\|(?:0x([\da-f]{4})|(.))/gi, (_, code, char) => {
    if (code) return String.fromCharCode(Number.parseInt(code, 16));
    return char === 'n' ? '\n' : char === 'r' ? '\r' : char;
  });
}
