import { isKnown, resolvePath, type Session, type Shell } from '../state.js';

/** Names the files in a language that the words of a program have it run or build. */
export type SourceFinder = (words: readonly string[], session: Session, shell: Shell) => readonly string[];

/** Lists words that name a file by its ending. */
export function namedFiles(words: readonly string[]): readonly string[] {
  return words.filter((word) => /^[^-].*\.\w+$/.test(word));
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
