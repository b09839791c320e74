import path from 'node:path';
import { ask, GitUnknown, type RunGit } from './git.js';
import type { Reading } from './house.js';
import type { World } from './world.js';

/*
 * The program ticks the boxes of a document's lists, and writes the counts of its headings (`Stories (1/3)`). Whoever edits
 * anything else in a document has done work, which is kept.
 */

const BOX = /^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)[ xX](?=\])/gm;
const COUNT = /^(#{1,6}[ \t].*?)[ \t]*\(\d+\/\d+\)[ \t]*$/gm;

/** Returns a document without what the program writes into it by itself. */
export const withoutMarks = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(BOX, '$1 ').replace(COUNT, '$1').trim();

/**
 * Tells what a work tree has changed in a file that a commit has: nothing but marks, or more.
 * @throws GitUnknown
 */
async function isMarked({ git, read }: Pick<World, 'git' | 'read'>, folder: string, file: string): Promise<boolean> {
  const kept = await git(folder, 'cat-file', 'blob', `HEAD:${file}`);
  const text = read(path.join(folder, file));
  return kept.status === 0 && text !== null && withoutMarks(kept.stdout) === withoutMarks(text);
}

/**
 * Lists the files of a work tree that are changed and not committed, but for what the program writes by itself.
 * @throws GitUnknown
 */
export async function uncommitted(
  world: Pick<World, 'git' | 'read'>,
  folder: string,
  { isView, isDocument }: Pick<Reading, 'isView' | 'isDocument'>,
): Promise<string[]> {
  const left: string[] = [];
  for (const file of await changedIn(world.git, folder)) {
    if (isView(file) || (isDocument(file) && (await isMarked(world, folder, file)))) continue;
    left.push(file);
  }
  return left;
}

/**
 * Takes back marks that nobody committed, which would keep a branch from moving: the program writes them again.
 * @throws GitUnknown
 */
export async function unmark(
  world: Pick<World, 'git' | 'read'>,
  folder: string,
  { isDocument }: Pick<Reading, 'isDocument'>,
): Promise<void> {
  for (const file of await changedIn(world.git, folder))
    if (isDocument(file) && (await isMarked(world, folder, file)))
      await ask(world.git, folder, 'checkout', '--quiet', 'HEAD', '--', file);
}

async function changedIn(git: RunGit, folder: string): Promise<string[]> {
  const words = ['status', '--porcelain', '-z', '--untracked-files=all', '--no-renames'];
  const said = await git(folder, ...words);
  if (said.status !== 0) throw new GitUnknown(words, said);
  return said.stdout.split('\0').flatMap((line) => (line === '' ? [] : [line.slice(3)]));
}

/**
 * Settles the conflicts of a merge in which one side has changed nothing but marks: the other side is right. Views are written
 * anew in any case.
 * @returns the files that really conflict; those keep the merge open
 * @throws GitUnknown
 */
export async function settleMarks(
  git: RunGit,
  folder: string,
  files: readonly string[],
  { isView, isDocument }: Pick<Reading, 'isView' | 'isDocument'>,
): Promise<string[]> {
  const sides = new Map<string, '--ours' | '--theirs'>();
  for (const file of files) {
    const side = isView(file) ? '--ours' : isDocument(file) ? await sideOf(git, folder, file) : null;
    if (side !== null) sides.set(file, side);
  }
  if (sides.size < files.length) return files.filter((file) => !sides.has(file));
  for (const [file, side] of sides) {
    await ask(git, folder, 'checkout', side, '--', file);
    await ask(git, folder, 'add', '--', file);
  }
  return [];
}

/** Returns the side of a conflict that has changed more than marks; null where both have, or one has no such file. */
async function sideOf(git: RunGit, folder: string, file: string): Promise<'--ours' | '--theirs' | null> {
  const texts: string[] = [];
  for (const stage of [1, 2, 3]) {
    const { status, stdout } = await git(folder, 'cat-file', 'blob', `:${stage}:${file}`);
    if (status !== 0) return null;
    texts.push(withoutMarks(stdout));
  }
  const [base, ours, theirs] = texts;
  if (theirs === base || theirs === ours) return '--ours';
  return ours === base ? '--theirs' : null;
}
