import path from 'node:path';
import { ask, commitOf, GitUnknown, type RunGit } from './git.js';
import type { World } from './world.js';

/** A work tree of an item: outside the repository and outside every client's own pool, locked with our reason. */
export interface ItemTree {
  folder: string;
  branch: string;
}

/** Returns a name that git and every file system take; different ids have different names. */
export function nameOf(id: string): string {
  const plain =
    id
      .replace(/[^A-Za-z0-9_-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40) || 'item';
  return plain === id ? plain : `${plain}-${hash(id)}`;
}

/** Returns a short digest that tells two names apart which look alike. */
function hash(text: string): string {
  let sum = 5381;
  for (const char of text) sum = ((sum * 33) ^ char.codePointAt(0)!) >>> 0;
  return sum.toString(36);
}

/** Returns the folder of a run's work trees, beside the repository's main work tree. */
export const folderOf = (main: string, run: string) =>
  path.join(path.dirname(main), `${path.basename(main)}.flow`, run.slice(0, 8));

export const branchOf = (run: string, item: string) => `flow-run/${run.slice(0, 8)}/${nameOf(item)}`;

/** Returns the refs that keep what each session left in its work tree. */
export const attemptRefs = (run: string) => `refs/flow/attempts/${run}/`;

/** Returns the refs that say which commit of each item's branch has landed. */
export const landedRefs = (run: string) => `refs/flow/landed-items/${run}/`;

/**
 * Returns the ref that holds what has landed, where the run's own branch must not be moved: a person has it checked
 * out.
 */
export const landedRef = (run: string) => `refs/flow/landed/${run}`;

/**
 * Finds the work tree of an item, and makes it where there is none: from the tip of what has landed, never from another
 * item's branch. A branch that is there is gone on with; nothing is ever reset.
 * @throws GitUnknown
 */
export async function itemTree(
  { git, exists }: Pick<World, 'git' | 'exists'>,
  where: { root: string; main: string; run: string },
  item: string,
  tip: string,
): Promise<ItemTree> {
  const { root, main, run } = where;
  const branch = branchOf(run, item);
  const folder = path.join(folderOf(main, run), nameOf(item));
  if (exists(path.join(folder, '.git'))) return { folder, branch };
  await git(root, 'worktree', 'prune');
  const known = await commitOf(git, root, `refs/heads/${branch}`);
  const from = known === null ? ['-b', branch, folder, tip] : [folder, branch];
  await ask(git, root, 'worktree', 'add', '--quiet', '--lock', '--reason', `flow: ${item} of run ${run}`, ...from);
  return { folder, branch };
}

/**
 * Has a work tree prepared, once: a set-up that failed or was killed is done again.
 * @returns why the work tree cannot be used; null where it can
 * @throws GitUnknown
 */
export async function preparedBy(
  { git, exists, write, slot }: Pick<World, 'git' | 'exists' | 'write' | 'slot'>,
  prepare: (folder: string, slot: number) => Promise<string | null>,
  folder: string,
): Promise<string | null> {
  const mark = await preparedMark(git, folder);
  if (exists(mark)) return null;
  const why = await prepare(folder, slot(folder));
  // What a set-up made is made again at any time, but for single files: these may be changed by hand.
  if (why === null) write(mark, (await ignoredIn(git, folder)).filter((name) => name.endsWith('/')).join('\0'));
  return why;
}

/** Returns the file that says that a work tree was prepared, with the folders that this made. @throws GitUnknown */
export const preparedMark = async (git: RunGit, folder: string): Promise<string> =>
  path.join(await ask(git, folder, 'rev-parse', '--absolute-git-dir'), 'flow-prepared');

/** Lists what git ignores in a work tree: files, and folders with a `/` at the end. @throws GitUnknown */
export async function ignoredIn(git: RunGit, folder: string): Promise<string[]> {
  const words = ['status', '--porcelain', '-z', '--ignored=traditional', '--no-renames'];
  const said = await git(folder, ...words);
  if (said.status !== 0) throw new GitUnknown(words, said);
  return said.stdout.split('\0').flatMap((line) => (line.startsWith('!! ') ? [line.slice(3)] : []));
}

/** The folder, among those of the items, in which merges are tried. */
export const LANDING = '+landing';

/** Lists the work trees of a repository with the branches that they have checked out; null for none. @throws GitUnknown */
export async function worktreesIn(git: RunGit, root: string): Promise<{ root: string; branch: string | null }[]> {
  const listed = await ask(git, root, 'worktree', 'list', '--porcelain', '-z');
  return listed.split('\0\0').flatMap((one) => {
    const lines = one.split('\0');
    const folder = lines.find((line) => line.startsWith('worktree '))?.slice('worktree '.length);
    const branch = lines.find((line) => line.startsWith('branch refs/heads/'))?.slice('branch refs/heads/'.length);
    return folder === undefined ? [] : [{ root: folder, branch: branch ?? null }];
  });
}

/** Returns the root of the main work tree of a repository. @throws GitUnknown */
export async function mainTree(git: RunGit, root: string): Promise<string> {
  const listed = await ask(git, root, 'worktree', 'list', '--porcelain');
  return listed.split('\n')[0]!.slice('worktree '.length);
}
