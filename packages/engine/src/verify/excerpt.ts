import { clean } from '../text/clean.js';

/** Lines that are shown of a run's output: around its first failure, and its end. */
const AROUND = 60;
const LAST = 40;
/** Characters of a line. */
const WIDTH = 300;

/** `FAILURE` matches the first words of runners' texts about a failure. */
const FAILURE =
  /^\W{0,6}(?:FAIL(?:ED|URES?|ING)?\b|ERRORS?\b|not ok\b|panicked\b|Failures:|✗|✘|×|✖|❌)|\b(?:AssertionError|panic:|error\[E\d+\])|\berror:/;

/**
 * Returns the part of a run's output that shows what failed, cleaned and bounded; how many lines were left out stands
 * in their place.
 */
export function excerptOf(output: string, failing: readonly string[]): string[] {
  const lines = output.split('\n').map(shown);
  while (lines.at(-1) === '') lines.pop();
  while (lines[0] === '') lines.shift();
  if (lines.length <= AROUND + LAST) return lines;
  const first = beginOf(lines, failing);
  const front = lines.slice(first, Math.min(first + AROUND, lines.length - LAST));
  const between = lines.length - LAST - first - front.length;
  return [
    ...leftOut(first),
    ...(front.length > 0 ? [...front, ...leftOut(between)] : []),
    ...lines.slice(front.length > 0 ? -LAST : first),
  ].slice(0, AROUND + LAST + 2);
}

/** A line as it can be shown, with its indentation. */
function shown(line: string): string {
  const text = line.replaceAll('\t', '  ');
  return `${/^ {0,40}/.exec(text)![0]}${clean(text, WIDTH)}`.trimEnd();
}

/** Index of the first line to show: two lines above the first failure; else the first line of the end. */
function beginOf(lines: readonly string[], failing: readonly string[]): number {
  const names = failing.map((name) => name.split(/ > |::| › /).at(-1) ?? name).filter((name) => name.length > 2);
  const told = lines.findIndex((line) => FAILURE.test(line));
  const named = lines.findIndex((line) => names.some((name) => line.includes(name)));
  const found = told >= 0 ? told : named;
  return found < 0 ? lines.length - LAST : Math.max(0, found - 2);
}

const leftOut = (count: number) => (count > 0 ? [`… ${count} ${count === 1 ? 'line' : 'lines'} left out …`] : []);
