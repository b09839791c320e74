import type { TestState } from '../../report.js';

/** What a verbose line and a line of the short summary call a state. Lower case is pytest before 5. */
export const STATES: Readonly<Record<string, TestState>> = {
  PASSED: 'passed',
  FAILED: 'failed',
  FAIL: 'failed',
  ERROR: 'error',
  SKIPPED: 'skipped',
  SKIP: 'skipped',
  XFAIL: 'xfailed',
  XPASS: 'xpassed',
  xfail: 'xfailed',
  xpass: 'xpassed',
  XFAILED: 'xfailed',
  XPASSED: 'xpassed',
};

/** Words at the end of a verbose line; those that are no state say nothing of the test as a whole. */
const WORDS = [
  'PASSED',
  'FAILED',
  'ERROR',
  'SKIPPED',
  'XFAIL',
  'XPASS',
  'xfail',
  'xpass',
  'RERUN',
  'SUBPASSED',
  'SUBPASS',
  'SUBFAILED',
  'SUBFAIL',
  'SUBSKIPPED',
  'SUBSKIP',
];

const ENDS = ['PASSED', 'FAILED', 'ERROR', 'SKIPPED', 'XFAIL', 'XPASS'];

export interface Status {
  /** Empty where the name stood on a line before. */
  readonly name: string;
  readonly word: string;
  /** The word stands right behind something that the test printed. */
  readonly glued?: boolean;
}

/** Reads `tests/test_a.py ..Fs [ 40%]`, with -q without the file. */
export function readDots(line: string): { file?: string; marks: string } | undefined {
  const text = withoutProgress(line.trimEnd());
  const at = text.lastIndexOf(' ');
  const marks = text.slice(at + 1);
  // Dashes alone are the rule of a table, such as that of a coverage report below the session.
  if (!/^[.FEsxXRPu,-]+$/.test(marks) || /^-{3,}$/.test(marks)) return undefined;
  if (at < 0) return { marks };
  const file = text.slice(0, at).trim();
  return /\.(?:py|pyx|txt|rst|md|ipynb)$/.test(file) && !file.includes('  ') ? { file, marks } : undefined;
}

/** Returns a line without the ` [ 40%]`, ` [2/5]`, ` [ 12ms]` or ` 112.00us` at its end. */
export function withoutProgress(line: string): string {
  if (line.endsWith(']')) {
    const open = line.lastIndexOf('[');
    return /^\[(?:\s*\d+%|\s*\d+\/\d+|\s*[\d.]+m?s)\]$/.test(line.slice(open)) ? line.slice(0, open).trimEnd() : line;
  }
  if (!/\d[a-z]{1,2}$/.test(line)) return line;
  const space = line.lastIndexOf(' ');
  if (space < 1 || !/^\d+(?:\.\d+)?(?:us|ms|s|m|h)$/.test(line.slice(space + 1))) return line;
  const bare = line.slice(0, space).trimEnd();
  // `1m 15s` has two parts.
  return /\d[mh]$/.test(bare) ? bare.slice(0, bare.lastIndexOf(' ') + 1).trimEnd() : bare;
}

/** `[gw0] [ 12%] PASSED path::name`: what a worker of xdist has done. */
export function readWorker(line: string): Status | undefined {
  const match = /^\[gw\d+\] (?:\[\s*[\d/]+%?\s*\] )?([A-Za-z]+) (.+)$/.exec(line);
  if (!match || !STATES[match[1]!] || !match[2]!.includes('::')) return undefined;
  // A worker that starts or dies writes behind it: a function's name ends at a space outside of its brackets.
  return { name: (readStart(match[2]!) ?? match[2]!).trim(), word: match[1]! };
}

/** With -vv a long reason goes on in the next line, where the progress stands. */
const WRAPPED = /^\S[^:]{0,500}::.* (?:SKIPPED|XFAIL|XPASS) \([^()]*(?:\([^()]*\)?[^()]*)?$/;

/**
 * A verbose line without what stands right behind its progress: pytest ends a line only when the next one begins, so
 * whatever goes to standard error in between follows the bracket.
 */
export function withoutIntrusion(line: string): string {
  if (!isNode(line)) return line;
  let tries = 8;
  for (const { index, 0: progress } of line.matchAll(/ \[ *(?:\d+%|\d+\/\d+)\](?=[^\s\]])/g)) {
    const own = line.slice(0, index + progress.length);
    const status = readStatus(own);
    if (status?.name && !status.glued) return own;
    if (--tries === 0) break;
  }
  return line;
}

/** The last status word of a verbose line and what stands before it; ids may contain such words themselves. */
export function readStatus(line: string): Status | undefined {
  const text = withoutProgress(line.trimEnd());
  const bare = text.endsWith(')') || WRAPPED.test(text) ? withoutReason(text) : text;
  for (const word of WORDS) {
    if (bare === word) return { name: '', word };
    if (bare.endsWith(` ${word}`)) return { name: withoutOrigin(bare.slice(0, -word.length - 1)), word };
  }
  if (text === line.trimEnd()) return undefined;
  // Only a line with its progress shows that the word behind a test's own words is pytest's.
  const word = WORDS.find((candidate) => bare.endsWith(candidate));
  return word === undefined ? undefined : { name: bare.slice(0, -word.length), word, glued: true };
}

/**
 * Reads a status that may stand beside other text: with `-s`, a test prints right before its status, and its fixtures
 * right behind it.
 */
export function readPerhapsEnd(line: string): string | undefined {
  const first = /^([A-Z]{4,7})\s(?!\s*\S+::)/.exec(line)?.[1];
  if (first !== undefined && STATES[first]) return first;
  return ENDS.find((word) => line.endsWith(word) && !/\s/.test(line.charAt(line.length - word.length - 1)));
}

/** `path::name SKIPPED (why (not))` without the reason. */
function withoutReason(text: string): string {
  for (const word of ['SKIPPED', 'XFAIL', 'XPASS', 'xfail', 'PASSED', 'FAILED', 'ERROR']) {
    if (text.startsWith(`${word} (`)) return word;
    const at = text.indexOf(` ${word} (`);
    if (at >= 0 && closes(text.slice(0, at))) return text.slice(0, at + 1 + word.length);
  }
  return text;
}

/** Tells whether each bracket of a name is closed: a status word in an id is no status. */
function closes(name: string): boolean {
  const open = name.indexOf('[');
  return open < 0 || name.endsWith(']') || name.includes('] ');
}

/** `path::name <- other.py` is a test that a class has from elsewhere. */
function withoutOrigin(name: string): string {
  const at = name.indexOf(' <- ');
  return at < 0 ? name.replace(/ \.\.\.$/, '') : name.slice(0, at);
}

/** `path::name`, with spaces in ids and in folders. */
export function isNode(name: string): boolean {
  return /^[^\s:][^:]{0,1000}::\S/.test(name);
}

/** Returns the name with which a line begins whose status comes later, as with -s or a live log. */
export function readStart(line: string): string | undefined {
  const match = /^(\S+\.py::[^\s[]+)(?:\[|\s|$)/.exec(line);
  if (!match) return undefined;
  if (line[match[1]!.length] !== '[') return match[1];
  const end = line.indexOf('] ', match[1]!.length);
  if (end > 0) return line.slice(0, end + 1);
  return line.trimEnd().endsWith(']') ? line.trimEnd() : undefined;
}
