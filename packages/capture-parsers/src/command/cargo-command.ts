import type { Capture } from '../runner.js';
import { readLine } from './read-line.js';
import { baseName, ownWords } from './words.js';

/** Options of cargo that stand before its subcommand and take the next word. */
const TAKES_VALUE = /^(?:-C|-Z|--config|--color|--manifest-path)$/;
/** Subcommands that run another one: `cargo hack test`, `cargo +nightly miri nextest run`. */
const OUTER = new Set(['hack', 'careful', 'miri', 'auditable', 'zigbuild', 'llvm-cov']);
/** What stands behind the words of `OUTER` and is none of their options' values. */
const INNER = new Set('test t nextest bench b build c check clippy run r report clean show-env doc setup'.split(' '));

/** Returns the subcommand that a cargo command ends up with, and the words after it; undefined when it is not cargo. */
export function cargoSubcommand(words: readonly string[]): { name: string; rest: readonly string[] } | undefined {
  const from = programAt(words);
  if (from === undefined) return undefined;
  let outer: string | undefined;
  for (let at = from; at < words.length; at++) {
    const word = words[at]!;
    if (word === '--') break;
    if (word.startsWith('+')) continue;
    if (word.startsWith('-')) {
      if (TAKES_VALUE.test(word)) at++;
      continue;
    }
    if (outer && !INNER.has(word)) continue;
    if (!OUTER.has(word)) return { name: word, rest: words.slice(at + 1) };
    outer = word;
  }
  return outer === undefined ? undefined : { name: outer, rest: words.slice(from) };
}

/** Tells where the words of cargo itself begin: `cargo`, `cross`, `rustup run nightly cargo`. */
function programAt(words: readonly string[]): number | undefined {
  if (words[0] === 'cargo' || words[0] === 'cross') return 1;
  if (words[0] !== 'rustup' || words[1] !== 'run') return undefined;
  const at = words.findIndex((word, index) => index > 1 && baseName(word) === 'cargo');
  return at < 0 ? undefined : at + 1;
}

/** Subcommands that build, and then say `Finished`. */
const BUILDS = new Set(
  'build b check c clippy test t nextest run r doc d rustdoc bench rustc fix install package'.split(' '),
);

/**
 * Returns the part of the text that belongs to this cargo command, where a line has several of them that build: each
 * ends its build with `Finished`, and what it runs stands behind. The whole text where that does not come out even.
 */
export function ownBuild(capture: Capture, starts: (words: readonly string[]) => boolean): string {
  const { text, input } = capture;
  if (input.command === undefined) return text;
  const steps = readLine({ command: input.command }).steps.flatMap(({ words }) => {
    const own = ownWords(words, (candidate) => BUILDS.has(cargoSubcommand(candidate)?.name ?? ''));
    return own ? [own] : [];
  });
  if (steps.length < 2) return text;
  const ends = [...text.matchAll(/^ +Finished [^\n]*\n?/gm)].map((match) => match.index + match[0].length);
  const parts = steps.flatMap((words, index) => {
    if (!starts(words)) return [];
    const from = index === 0 ? 0 : ends[index - 1];
    return from === undefined ? [] : [text.slice(from, ends[index] ?? text.length)];
  });
  return parts.join('\n');
}
