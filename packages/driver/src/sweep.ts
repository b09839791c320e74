import path from 'node:path';
import { ask, isAncestor } from './git.js';
import type { Reading } from './house.js';
import { tipOf } from './landing.js';
import { uncommitted } from './marks.js';
import { folderOf, ignoredIn, LANDING, mainTree, preparedMark, worktreesIn } from './worktrees.js';
import type { World } from './world.js';

/** A swept tree tells what became of one work tree of a run. */
export type Swept =
  | { folder: string; removed: true }
  /** `why` names what exists nowhere else. */
  | { folder: string; removed: false; why: string };

/**
 * Removes the work trees of a run's items whose work has landed and that hold nothing else: no commit, no edit and no file that
 * exists nowhere else (R48, R49). Branches stay, and so does whatever a link leads to (R61): git takes the link away.
 * @param isSame tells whether two files are there with the same bytes
 * @throws GitUnknown
 */
export async function sweep(
  world: World,
  reading: Reading,
  isSame: (one: string, other: string) => boolean,
): Promise<Swept[]> {
  const { git } = world;
  const { root, run } = reading;
  const main = await mainTree(git, root);
  const own = folderOf(main, run);
  const tip = await tipOf(git, reading);
  const busy = new Set(world.sessions.of(run).flatMap((one) => (world.sessions.lives(one) ? [one.worktree] : [])));
  const swept: Swept[] = [];
  for (const { root: folder } of await worktreesIn(git, root)) {
    if (path.dirname(folder) !== own || !world.exists(folder)) continue;
    const why = busy.has(folder)
      ? 'a session works in it'
      : await heldBy(world, reading, { folder, main, tip, isSame });
    if (why !== null) {
      swept.push({ folder, removed: false, why });
      continue;
    }
    await git(root, 'worktree', 'unlock', folder);
    // Nothing in it is missed: what git does not know is ours, a set-up's, or lies elsewhere as well.
    await ask(git, root, 'worktree', 'remove', '--force', folder);
    swept.push({ folder, removed: true });
  }
  return swept;
}

interface Looked {
  folder: string;
  main: string;
  tip: string;
  isSame: (one: string, other: string) => boolean;
}

/** Tells what a work tree holds that exists nowhere else; null for nothing. */
async function heldBy(world: World, reading: Reading, looked: Looked): Promise<string | null> {
  const { git } = world;
  const { folder, main, tip, isSame } = looked;
  const isLanding = path.basename(folder) === LANDING;
  if (isLanding) return null;
  const edits = await uncommitted(world, folder, reading);
  if (edits.length > 0) return `not committed: ${edits.slice(0, 5).join(', ')}`;
  const head = await ask(git, folder, 'rev-parse', 'HEAD');
  if (!(await isAncestor(git, folder, head, tip))) return 'its commits have not landed';
  const made = new Set((world.read(await preparedMark(git, folder)) ?? '').split('\0'));
  const others = (await ignoredIn(git, folder)).filter(
    (name) => !made.has(name) && !isSame(path.join(folder, name), path.join(main, name)),
  );
  return others.length > 0 ? `ignored by git, and nowhere else: ${others.slice(0, 5).join(', ')}` : null;
}
