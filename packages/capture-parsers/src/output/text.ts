/**
 * Makes terminal output readable line by line: no byte order mark, no escape sequences, no CRLF, and of a line
 * that was overprinted with carriage returns only what stayed visible. Takes and returns any string; linear.
 *
 * Sequences after ECMA-48: CSI, the strings OSC, DCS, SOS, PM and APC, two-character escapes, and their C1 forms.
 * A string sequence without an end loses only its introducer, so that it cannot swallow the lines after it.
 * `ascii`: the caller knows that there is no other character.
 */
export function clean(output: string, ascii = false): string {
  let text = output.charCodeAt(0) === 0xfeff ? output.slice(1) : output;
  if (text.includes('\x1b') || (!ascii && !isAscii(text) && /[\x80-\x9f]/.test(text)))
    text = text.replace(SEQUENCES, '');
  if (text.includes('\r')) text = text.replace(/\r+\n/g, '\n');
  if (text.includes('\r')) text = text.split('\n').map(lastPrint).join('\n');
  return text;
}

/** The time that GitHub Actions puts in front of each line of a log; `gh run view --log` puts job and step before it. */
const STAMP = /^(?:[^\t\n]{1,200}\t[^\t\n]{1,200}\t)?\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z(?: |$)/;

/** A line by which the service says that something in the log has failed. */
const LOG_ERROR = /^##\[error\]/m;

/**
 * A log without the times in front of its lines, where every line has one, and whether the service says in it that
 * something failed. Null for any other text: what looks like a time in some lines was printed by the run.
 */
export function withoutTimes(output: string): { text: string; failed: boolean } | null {
  // Most texts are settled by their first line.
  if (!STAMP.test(output.slice(0, 500).split('\n', 1)[0]!)) return null;
  const lines = output.split('\n');
  for (const [at, line] of lines.entries()) {
    const rest = line.replace(STAMP, '');
    if (rest.length === line.length && line.trim() !== '') return null;
    lines[at] = rest;
  }
  const text = lines.join('\n');
  return { text, failed: LOG_ERROR.test(text) };
}

/** Known where Node can count bytes, many times faster than a pattern can look for anything else. */
function isAscii(text: string): boolean {
  const { Buffer } = globalThis as { Buffer?: { byteLength(text: string): number } };
  return Buffer?.byteLength(text) === text.length;
}

const SEQUENCES = new RegExp(
  [
    '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]?',
    '(?:\\x1b[\\]PX^_]|[\\x90\\x98\\x9d-\\x9f])[^\\x07\\x1b\\x9c\\n]*(?:\\x07|\\x1b\\\\|\\x9c)',
    '\\x1b[ -/]*[0-~]?',
    '[\\x80-\\x9f]',
  ].join('|'),
  'g',
);

/** Tells what a terminal shows of a line with carriage returns, near enough: the last piece that is not empty. */
function lastPrint(line: string): string {
  if (!line.includes('\r')) return line;
  const pieces = line.split('\r');
  for (let at = pieces.length - 1; at >= 0; at--) if (pieces[at]!.trim()) return pieces[at]!;
  return '';
}

/** Longer lines are judged by their beginning, which bounds the cost of every pattern. */
export const LINE_CAP = 4_096;

/**
 * Calls `visit` with each line, cut at 4,096 characters, and its number from 0. `wide` leaves lines whole. `past` is asked
 * before each line where the next one begins that is to be visited: it may have read some by itself, which have no number.
 */
export function eachLine(
  text: string,
  visit: (line: string, index: number) => void,
  wide = false,
  past: (from: number) => number = (from) => from,
): void {
  for (let [from, index] = [past(0), 0]; from <= text.length; from = past(from), index++) {
    let to = text.indexOf('\n', from);
    if (to < 0) to = text.length;
    visit(text.slice(from, wide ? to : Math.min(to, from + LINE_CAP)), index);
    from = to + 1;
  }
}

const PART = /^(\d+(?:\.\d+)?)(ms|s|m|min|h)?$/;
const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, min: 60, h: 3600 };

/** Returns seconds in a duration as runners print it (`12ms`, `1.5s`, `0.00`, `2m 3s`), or undefined. */
export function secondsOf(text: string): number | undefined {
  let seconds = 0;
  let found = false;
  // Nearly all are one part, and there are as many of them as tests.
  for (const part of /\s/.test(text) ? text.trim().split(/\s+/) : [text]) {
    const match = PART.exec(part);
    if (!match) return undefined;
    seconds += Number(match[1]) * (UNITS[match[2] ?? 's'] ?? 1);
    found = true;
  }
  return found ? rounded(seconds) : undefined;
}

/** Returns the seconds of so many milliseconds, as `secondsOf` does of their text. */
export const secondsIn = (milliseconds: number): number => rounded(milliseconds * UNITS.ms!);

const rounded = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;

/** Returns the last line that is not blank; empty when there is none. */
export function lastLine(text: string): string {
  let to = text.length;
  while (to > 0 && /\s/.test(text[to - 1]!)) to--;
  return text.slice(text.lastIndexOf('\n', to - 1) + 1, to);
}
