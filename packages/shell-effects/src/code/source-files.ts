import { isKnown, resolvePath, type Session, type Shell } from '../state.js';

/** Names the files in a language that the words of a program have it run or build. */
export type SourceFinder = (words: readonly string[], session: Session, shell: Shell) => readonly string[];

/** Lists words that name a file by its ending. */
export function namedFiles(words: readonly string[]): readonly string[] {
  return words.filter((word) => /^[^-].*\.\w+$/.test(word));
}

/** What a program loads from elsewhere by such a name is its script: `npm:prettier`, an address. */
const FROM_ELSEWHERE = /^(?:npm|jsr|node|https?):/;

/**
 * Lists files among words up to the script that a program runs: what comes behind it are the script's own words. A file
 * behind an option may be the option's value, and the script then stands further on.
 */
export function scriptFiles(words: readonly string[]): readonly string[] {
  const end = words.findIndex(
    (word, at) => FROM_ELSEWHERE.test(word) || (!word.startsWith('-') && !words[at - 1]?.startsWith('-')),
  );
  return namedFiles(end < 0 ? words : words.slice(0, end + 1));
}

/** Lists the files that `deno run x.ts`, `bun x.ts`, `deno test a.ts b.ts` and the like run; `deno fmt x.md` runs none. */
export function filesOfRunner([verb = '', ...rest]: readonly string[]): readonly string[] {
  if (/^(?:run|serve)$/.test(verb)) return scriptFiles(rest);
  if (/^(?:test|bench|build|bundle|compile)$/.test(verb)) return namedFiles(rest);
  return /^[a-z]+$/.test(verb) ? [] : scriptFiles([verb, ...rest]);
}

/** Lists words behind an option that names a file. */
export function filesBehind(words: readonly string[], option: RegExp): readonly string[] {
  return words.filter((_word, at) => option.test(words[at - 1] ?? ''));
}

/** Lists files of a folder whose names match, bounded. */
export function filesIn(folder: string, pattern: RegExp, session: Session, shell: Shell): readonly string[] {
  const path = resolvePath(folder, shell, session);
  const names = isKnown(path) ? (session.list(path) ?? []) : [];
  return names
    .filter((name) => pattern.test(name))
    .slice(0, 32)
    .map((name) => `${folder.replace(/\/$/, '')}/${name}`);
}
