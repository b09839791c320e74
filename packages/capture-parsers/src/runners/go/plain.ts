/**
 * The module tells what plain tests of `go test -v` look like, as one pattern: Node compiles it at once, and runs it
 * over a text several times faster than a loop over characters, which is slow until it has run for long.
 */
import { TELLING, TOP_LEVEL } from './lines.js';

/** The rest of a line in which no `--- ` and no `=== ` stands. */
const REST = String.raw`[^\n=-]*(?:(?:-(?!-- )|=(?!== ))[^\n=-]*)*\n`;
/** Lines of a test that runs, but for those that two characters do not tell from a mark: `- a b` has its space where `--- ` has. */
const OWN = `(?:(?![${TELLING}]|[=-][^\\n]{2} )${REST})*`;
/** `BELOW` matches the lines below a result. */
const BELOW = String.raw`(?: (?![^\n]{3}-)${REST}|\n)*`;
const RESULT = '--- (?:PASS|FAIL|SKIP): ';
const TIME = String.raw` \(\d+\.\d\ds\)\n`;
/** 1 the name of a test at the left margin: those that are announced before its result are its own, and so are the results below. */
const TEST = [
  String.raw`=== RUN   (${TOP_LEVEL.source.slice(1, -1)})\n${OWN}`,
  String.raw`(?:=== RUN   \1\/\S*\n${OWN})*`,
  String.raw`${RESULT}\1${TIME}${BELOW}`,
  String.raw`(?: {4}${RESULT}\1\/\S*${TIME}${BELOW})*`,
].join('');
const TESTS = new RegExp(`(?:${TEST})+`, 'y');

/**
 * `REACH` is how far the pattern looks, in characters. The pattern remembers every turn that it may have to take back, and
 * Node throws when that takes more than 64 MB: from 4 million characters on where a test prints nothing but dashes, or empty
 * lines.
 */
const REACH = 1 << 19;

/**
 * Tells where plain tests end of which the first is announced at `start`; `start` where it is not plain, or too long.
 */
export function plainEnd(text: string, start: number): number {
  TESTS.lastIndex = 0;
  return TESTS.test(text.slice(start, start + REACH)) ? start + TESTS.lastIndex : start;
}
