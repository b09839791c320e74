import { readShellLine } from '../../command/shell-line.js';
import { baseName } from '../../command/words.js';

/** What the last line of a session with trouble says; a filter that lets all of these through cannot have hidden any. */
const TROUBLE = ['1 failed in 0.12s', '1 failed, 8 passed in 0.12s', '8 passed, 1 error in 0.12s'];

/**
 * Tells whether every filter behind the pipes of a line is a `tail` or a `grep` that keeps the last line of a session
 * that was started with these words, whatever it says.
 */
export function keepsTrouble(command: string, words: readonly string[]): boolean {
  const filters = readShellLine(command).filter(({ before }) => before === '|');
  const lines = isQuiet(words) ? TROUBLE : TROUBLE.map((text) => `==== ${text} ====`);
  return filters.length > 0 && filters.every(({ words }) => keeps(words, lines));
}

function isQuiet(words: readonly string[]): boolean {
  return words.some((word) => /^-[a-z]*q[a-z]*$/.test(word) || word === '--quiet');
}

function keeps(words: readonly string[], lines: readonly string[]): boolean {
  const name = baseName(words[0] ?? '');
  if (name === 'tee' || name === 'cat' || name === 'tail') return !words.some((word) => /^\+\d|^-n\+|^-c/.test(word));
  if (!/^(?:[efg]?grep|rg)$/.test(name)) return false;
  const found = readGrep(words.slice(1), name);
  if (!found) return false;
  return lines.every((line) => found.pattern.test(line) !== found.inverted);
}

/** Returns the pattern of a grep that prints whole lines, and how many there are. */
function readGrep(words: readonly string[], name: string): { pattern: RegExp; inverted: boolean } | undefined {
  let flags = '';
  const patterns: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (/^--(?:colou?r(?:=\w+)?|line-buffered|text|no-filename)$/.test(word)) continue;
    if (/^-[ABC]\d+$/.test(word)) continue;
    if (/^-[ABC]$/.test(word)) at++;
    else if (/^-[aEFGPhivwu]+$/.test(word)) flags += word;
    else if (/^-[aEFGPhivwu]*e$/.test(word)) {
      flags += word.slice(0, -1);
      patterns.push(words[++at] ?? '');
    } else if (word.startsWith('-') || patterns.length) return undefined;
    else patterns.push(word);
  }
  const extended = /[EP]/.test(flags) || /^(?:egrep|rg)$/.test(name);
  const literal = flags.includes('F') || name === 'fgrep';
  const sources = patterns.map((text) => sourceOf(text, literal ? 'literal' : extended ? 'extended' : 'basic'));
  if (!sources.length || sources.includes(undefined)) return undefined;
  try {
    const pattern = new RegExp(sources.map((source) => `(?:${source})`).join('|'), flags.includes('i') ? 'i' : '');
    return { pattern, inverted: flags.includes('v') };
  } catch {
    return undefined;
  }
}

/** Longer or more repetitive patterns are not tried: what they match could take too long to find out. */
const PATTERN_CAP = 200;
const REPEATS_CAP = 3;

function sourceOf(text: string, kind: 'basic' | 'extended' | 'literal'): string | undefined {
  if (text.length > PATTERN_CAP || text === '') return undefined;
  if (kind === 'literal') return text.replace(/[^\w\s]/g, '\\$&');
  const source = kind === 'extended' ? text : fromBasic(text);
  const repeats = source.match(/[*+?{]/g)?.length ?? 0;
  // A repeated group can take exponential time; named classes are not JavaScript's.
  if (repeats > REPEATS_CAP || /\)[*+?{]|\[\[:|\(\?/.test(source)) return undefined;
  return source;
}

/** A basic regular expression has its operators behind a backslash, and the characters alone stand for themselves. */
function fromBasic(text: string): string {
  return text.replace(/\\([|(){}+?])|([|(){}+?])/g, (_, operator?: string, plain?: string) => operator ?? `\\${plain}`);
}

/** The frame of a last line is as wide as the terminal, 80 columns where there is none. */
const FRAME_WIDTH = 78;

/** Tells whether a line alone looks like the last one of a session that was started with these words. */
export function fitsFrame(line: string, words: readonly string[]): boolean {
  return line.startsWith('=') ? !isQuiet(words) && line.length >= FRAME_WIDTH : isQuiet(words);
}
