import path from 'node:path';
import { git, type Repository } from '@flow/evidence';
import type { Effect, GitAct, Write } from '@flow/shell-effects';

/** Options of `git commit` that take the next word. */
const VALUED =
  /^(?:-\w*[mFCct]|--(?:message|file|author|date|template|cleanup|reuse-message|reedit-message|fixup|squash|trailer))$/;

/** Returns the words after the verb of a git act. */
export function wordsOf(act: GitAct): string[] {
  return act.argv.slice(act.argv.indexOf(act.verb) + 1).filter((word): word is string => word !== undefined);
}

/** Returns the paths that `git commit -m x src/app.ts` names: their content in the work tree is what is committed. */
export function committedPaths(words: readonly string[]): string[] {
  const paths: string[] = [];
  let isOver = false;
  for (const [at, word] of words.entries()) {
    if (isOver) paths.push(word);
    else if (word === '--') isOver = true;
    else if (!word.startsWith('-') && !VALUED.test(words[at - 1] ?? '')) paths.push(word);
  }
  return paths;
}

/** Tells whether the words of a `git commit` take in every tracked file (`-a`, `--all`). */
export function commitsAll(words: readonly string[]): boolean {
  return words.some((word) => word === '--all' || /^-[a-zA-Z]*a[a-zA-Z]*$/.test(word));
}

/** Tells whether a `git commit` asks for its content piece by piece, or reads the paths from a file. */
export function isAskedFor(words: readonly string[]): boolean {
  const asks = /^(?:-[^-mFCct]*p.*|--(?:patch|interactive|pathspec-from-file.*))$/;
  return words.some((word, at) => asks.test(word) && !VALUED.test(words[at - 1] ?? ''));
}

/**
 * Returns words for the changes that this line makes before the line commits: nobody saw that content when the line was
 * judged. Null when the commit is of the content that lies there now.
 */
export function unseenContent(
  before: readonly Effect[],
  repository: Repository,
  isHere: (act: GitAct) => boolean,
  deadline: number,
): string | null {
  const written: Write[] = [];
  let changed: string | null = null;
  for (const effect of before) {
    if (effect.kind === 'write' && isContent(effect, repository)) written.push(effect);
    if (effect.kind !== 'git' || !isHere(effect)) continue;
    if (effect.changesContent) changed ??= effect.spelled;
    if (effect.verb !== 'add' && effect.verb !== 'commit') continue;
    const words = wordsOf(effect);
    const caught =
      changed === null ? written.find((one) => takesIn(effect, words, one, repository, deadline)) : undefined;
    if (caught) changed = `${caught.by} ${path.relative(repository.root, caught.path)}`;
    if (effect.verb === 'commit' && changed !== null) return changed;
  }
  return null;
}

function isContent(write: Write, repository: Repository): boolean {
  const relative = path.relative(repository.root, write.path);
  return !relative.startsWith('..') && !path.isAbsolute(relative) && !/^\.git(?:\/|$)/.test(relative);
}

/**
 * Tells whether an `add` or a `commit` takes a written file in: by name, or because the command takes every file that is
 * tracked or not ignored.
 */
function takesIn(
  act: GitAct,
  words: readonly string[],
  write: Write,
  repository: Repository,
  deadline: number,
): boolean {
  const named = act.verb === 'add' ? words.filter((word) => !word.startsWith('-')) : committedPaths(words);
  const isUnder = (one: string) => {
    const relative = path.relative(path.resolve(act.directory ?? repository.root, one), write.path);
    return !relative.startsWith('..') || write.reach !== 'exact' || /[*?[]/.test(one);
  };
  const takesTracked = act.verb === 'add' ? words.some((word) => /^-u$|^--update$/.test(word)) : commitsAll(words);
  const takesNew = act.verb === 'add' && words.some((word) => /^-A$|^--all$/.test(word));
  if (!named.some(isUnder) && !takesTracked && !takesNew) return false;
  if (write.reach !== 'exact') return true;
  const asks = (...question: string[]) => git(repository, [...question, write.path], { deadline }).status === 0;
  const isTracked = asks('ls-files', '--error-unmatch', '--');
  return isTracked || (!(takesTracked && named.length === 0) && !asks('check-ignore', '-q', '--'));
}
