/** What lines of `go test`, `go build` and `go vet` look like; shared by the readers of their outputs. */

// 1 status, 2 package, 3 the rest: `ok  	example.com/a	0.1s	coverage: …`, `FAIL	example.com/a [build failed]`
const PACKAGE = /^(ok|FAIL|\?)[\t ]\s*(\S+)(?:\s+(.*))?$/;
// 1 file, 2 line, 3 column, 4 message, as the compiler and vet print it
const PLACE = /^(?:vet: )?([^\s:](?:[^:]|:(?=[\\/]))*\.(?:go|s|c|cc|cpp|h|mod|work)):(\d+)(?::(\d+))?: (.*)$/;

/** Errors of the go command itself, before anything is built. */
export const COMMAND_ERROR =
  /^(?:go: (?!downloading|finding|extracting|warning|added|upgraded|found|creating|to add|updates? )|go (?:test|build|vet|list): |no required module|cannot find package|can't load package|package \S+ is not in|package \S+(?:\.go)?: |package \S+$|pattern \S+: |main module \(|no Go files in |build constraints exclude|stat \S+: (?:no such|directory not)|directory \S+ (?:outside|is not|not in)|flag provided but not defined|invalid value |malformed import path|import cycle not allowed|build \S+: (?:cannot|no)|named files must|found packages \S+ \(|-\S+ requires|cannot use -)/;

/** Words of the runtime that end a test binary. */
export const DEATH =
  /^(?:panic: |fatal error: |signal: |SIG[A-Z]+: |unexpected fault address|runtime: goroutine stack exceeds|race: limit on|exit status \d|\*\*\* Test (?:killed|I\/O)|bufio\.Scanner: token too long)/;

export const TIMED_OUT = /test timed out after|ran too long/;

/** Longer lines are judged by their beginning. */
export const LINE_CAP = 4_096;

/** Names that the testing package gives; anything else at the left margin was printed by somebody else. */
export const TOP_LEVEL = /^(?:Test|Fuzz|Example|Benchmark)(?![a-z])[^\s/]*$/;

/** First characters of the lines of the runner and of a runtime that dies, and of hosts that took text out. */
export const TELLING = 'oF?PpfsSureb*[.…';
const IS_TELLING = new Uint8Array(128);
for (const char of TELLING) IS_TELLING[char.charCodeAt(0)] = 1;
const ELLIPSIS = 0x2026;

/** Whether a line that begins with this character (its code) can say something of a run. */
export function isTelling(char: number): boolean {
  return char < 128 ? IS_TELLING[char] === 1 : char === ELLIPSIS;
}

const [SPACE, DASH, POINT, ZERO, NINE, EQUALS] = [32, 45, 46, 48, 57, 61];

/** `--- ` or `=== `. */
export function isMark(text: string, at: number): boolean {
  const char = text.charCodeAt(at);
  if ((char !== DASH && char !== EQUALS) || text.charCodeAt(at + 1) !== char) return false;
  return text.charCodeAt(at + 2) === char && text.charCodeAt(at + 3) === SPACE;
}

/** Where the marks of a text stand. They are rare but where a line begins, so the next of each is looked for once. */
export class Marks {
  readonly #text: string;
  #dash = -1;
  #equals = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next one, or the text's end; asked for places in their order. */
  next(from: number): number {
    if (this.#dash < from) this.#dash = this.#of('--- ', from);
    if (this.#equals < from) this.#equals = this.#of('=== ', from);
    return this.#dash < this.#equals ? this.#dash : this.#equals;
  }

  #of(mark: string, from: number): number {
    const at = this.#text.indexOf(mark, from);
    return at < 0 ? this.#text.length : at;
  }
}

/** Digits with a point or without; not a number for anything else. */
export function readNumber(text: string, from: number, to: number): number {
  let value = 0;
  let scale = 0;
  for (let at = from; at < to; at++) {
    const char = text.charCodeAt(at);
    if (char === POINT && !scale) scale = 1;
    else if (char >= ZERO && char <= NINE) {
      value = value * 10 + char - ZERO;
      scale *= 10;
    } else return Number.NaN;
  }
  return from < to ? value / (scale || 1) : Number.NaN;
}

export interface PackageLine {
  readonly status: 'ok' | 'FAIL' | '?';
  readonly name: string;
  readonly rest: string;
}

/** The closing line of a package. Tests print such words too; the runner's have a known ending. */
export function readPackageLine(line: string): PackageLine | undefined {
  const match = PACKAGE.exec(line);
  if (!match) return undefined;
  const [, status, name, rest = ''] = match;
  const known =
    status === '?'
      ? rest.startsWith('[no test files]')
      : status === 'ok'
        ? /^(?:\(cached\)|\d+(?:\.\d+)?s\b)/.test(rest)
        : /^(?:\(cached\)|\d+(?:\.\d+)?s\b|\[(?:build|setup) failed\])/.test(rest);
  return known ? { status: status as PackageLine['status'], name: name!, rest } : undefined;
}

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  readonly message: string;
}

/** A complaint with its place, as the compiler and vet print it. */
export function readPlace(line: string): Place | undefined {
  const match = PLACE.exec(line);
  if (!match) return undefined;
  const [, file, row, column, message] = match;
  return {
    file: file!.replace(/^\.[\\/]/, ''),
    line: Number(row),
    ...(column === undefined ? {} : { column: Number(column) }),
    message: message!,
  };
}
