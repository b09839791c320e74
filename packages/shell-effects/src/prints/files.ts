import { contentOf, namesInput } from '../disk/paths.js';
import { listsNamesAlone } from '../disk/search.js';
import { baseName, HOLE, isKnown, resolvePath, type Session, type Shell } from '../state.js';
import type { PrintCall } from './call.js';

/** Returns the files one after the other; a hole for one that cannot be known. Without files the input. */
export function concatenate({ session, shell, input }: PrintCall, paths: readonly string[]): string | undefined {
  if (paths.length === 0) return input;
  return paths
    .map((path) =>
      namesInput(path)
        ? (input ?? HOLE)
        : path === '/dev/null'
          ? ''
          : (contentOf(session, shell, path) ?? (isMissing(session, shell, path) ? '' : HOLE)),
    )
    .join('');
}

/**
 * Returns a program that reads files or its input and keeps a part of it. `isPlain` tells an option whose value is not
 * the next word; `keep` gets the options and the text.
 */
export function withFiles(
  call: PrintCall,
  keep: (options: readonly string[], text: string) => string | undefined,
  isPlain: (word: string) => boolean = () => true,
): string | undefined {
  const { words } = call;
  const isFile = (word: string, at: number) =>
    (!word.startsWith('-') || word === '-') && (at === 0 || isPlain(words[at - 1] as string));
  const text = concatenate(call, words.filter(isFile));
  return isKnown(text)
    ? keep(
        words.filter((word, at) => !isFile(word, at)),
        text,
      )
    : undefined;
}

/** Tells what `ls` prints of files: those that are there, as they are named. */
export function listFiles({ words, operands, session, shell }: PrintCall): string | undefined {
  const named = operands.filter((path) => !isMissing(session, shell, path)).sort();
  const isSure = listsNamesAlone(words) && named.every((path) => mayBeThere(session, shell, path));
  return isSure ? named.map((path) => `${path}\n`).join('') : undefined;
}

/** Programs that make no files but by redirections, which are seen. */
const QUIET = new Set(['cat', 'cd', 'echo', 'printf', 'ls', 'test', '[', 'true', 'pwd', 'set', 'export']);

/** A file that is not there, and that nothing before in the line may have made: nothing of it is printed. */
function isMissing(session: Session, shell: Shell, path: string): boolean {
  if (shell.fallbacks.length > 0 || mayBeThere(session, shell, path)) return false;
  return session.effects.every((one) => one.kind === 'read' || (one.kind === 'run' && QUIET.has(one.program)));
}

/** Tells whether the folder of a file has it, or cannot be told. */
function mayBeThere(session: Session, shell: Shell, path: string): boolean {
  const place = resolvePath(path, shell, session);
  if (!isKnown(place)) return true;
  const names = session.list(place.slice(0, place.lastIndexOf('/')) || '/');
  return names === undefined || names.includes(HOLE) || names.includes(baseName(place));
}
