import path from 'node:path';
import { ask, commitOf, GitUnknown, isAncestor, type RunGit } from './git.js';
import type { House, Reading } from './house.js';
import { settleMarks, uncommitted, unmark } from './marks.js';
import { branchOf, folderOf, LANDING, landedRef, landedRefs, mainTree, nameOf, preparedBy } from './worktrees.js';
import type { World } from './world.js';

/**
 * Returns the items that did not land as they are now on what has landed now, with how many sessions have tried to mend
 * that.
 * @throws GitUnknown
 */
export async function unlandedOf(
  git: RunGit,
  { root, run, notLanded }: Reading,
  tip: string,
): Promise<Map<string, number>> {
  const unlanded = new Map<string, number>();
  for (const one of notLanded) {
    const commit = await commitOf(git, root, `refs/heads/${branchOf(run, one.item)}`);
    if (one.tip === tip && one.commit === commit) unlanded.set(one.item, one.tries);
  }
  return unlanded;
}

/** A landing tells what became of an item that was to land. */
export type Landing =
  | { landed: true; commit: string; isHere: boolean }
  /**
   * `work`: what does not hold is the item's to mend; `person`: a person puts right what is in the way; `again`: what it was to
   * land on has moved while it was proven, and it is proven on what is there now.
   */
  | { landed: false; why: string; by: 'work' | 'person' | 'again' };

/**
 * Returns the tip of what has landed: the run's branch, or what is ahead of it where a person has that checked out.
 * @throws GitUnknown
 */
export async function tipOf(git: RunGit, reading: Pick<Reading, 'root' | 'branch' | 'run'>): Promise<string> {
  return (await groundOf(git, reading)).tip;
}

/** The ground that work lands on: the commits of the run's branch and of what is ahead of it, and which of them is the tip. */
interface Ground {
  own: string;
  /** Null where nothing has landed beside a person's checkout. */
  ahead: string | null;
  tip: string;
}

async function groundOf(git: RunGit, { root, branch, run }: Pick<Reading, 'root' | 'branch' | 'run'>): Promise<Ground> {
  const own = await ask(git, root, 'rev-parse', '--verify', `refs/heads/${branch}^{commit}`);
  const ahead = await commitOf(git, root, landedRef(run));
  return { own, ahead, tip: ahead !== null && (await isAncestor(git, root, own, ahead)) ? ahead : own };
}

/**
 * Returns the items whose branches have landed as they are now, and are in the tip: what somebody has taken out of it, or gone
 * past, lands again (R49). An item without a branch was worked on in the run's own work tree.
 * @throws GitUnknown
 */
export async function landedOf(
  git: RunGit,
  { root, run, items, worktreeOf }: Reading,
  tip: string,
): Promise<Set<string>> {
  const branches = new Map<string, string>();
  const landed = new Map<string, string>();
  const prefix = `refs/heads/${branchOf(run, 'x').slice(0, -1)}`;
  const words = ['for-each-ref', '--format=%(objectname) %(refname)'];
  for (const [found, which] of [
    [branches, [prefix]],
    [landed, [`--merged=${tip}`, landedRefs(run)]],
  ] as const)
    for (const line of (await ask(git, root, ...words, ...which)).split('\n').filter(Boolean)) {
      const [commit = '', ref = ''] = line.split(' ');
      found.set(itemFolder(ref), commit);
    }
  const isLanded = (name: string) => !branches.has(name) || branches.get(name) === landed.get(name);
  return new Set(items.flatMap(({ id }) => (isLanded(nameOf(worktreeOf(id).item)) ? [id] : [])));
}

/**
 * Lands one item: its branch is merged in a work tree of our own, and only when every proof of the item and of those that
 * landed before holds on the merged content does the run's branch move (R46, R47). Nothing is thrown away: the item's branch
 * and work tree stay.
 * @throws GitUnknown
 */
export async function land(
  house: House,
  world: World,
  reading: Reading,
  item: string,
  before: readonly string[],
): Promise<Landing> {
  const { git } = world;
  const { root, run, isPersons } = reading;
  const folder = path.join(folderOf(await mainTree(git, root), run), nameOf(item));
  if (world.exists(folder)) {
    const left = await committed(house, world, reading, item, folder);
    // Edits that nobody committed would be lost from what lands (R51).
    if (left.length > 0) return { landed: false, by: 'work', why: `not committed: ${left.slice(0, 5).join(', ')}` };
  }
  const ground = await groundOf(git, reading);
  const { tip } = ground;
  const own = await ask(git, root, 'rev-parse', '--verify', `refs/heads/${branchOf(run, item)}^{commit}`);
  const mark = () => ask(git, root, 'update-ref', `${landedRefs(run)}${nameOf(item)}`, own);
  // Killed between the two, the branch has moved and nobody has said so.
  if (await isAncestor(git, root, own, tip)) {
    await mark();
    return { landed: true, commit: tip, isHere: !isPersons };
  }
  const tree = await landingTree(house, world, reading, tip);
  if (typeof tree === 'string') return { landed: false, by: 'person', why: tree };
  const { title } = reading.worktreeOf(item);
  const merge = await git(tree.folder, 'merge', '--quiet', '--no-ff', '-m', `${title} (${item})`, own);
  if (merge.status !== 0) {
    const files = (await ask(git, tree.folder, 'diff', '--name-only', '--diff-filter=U')).split('\n').filter(Boolean);
    const others = files.length === 0 ? [] : await settleMarks(git, tree.folder, files, reading);
    if (files.length > 0 && others.length === 0) await ask(git, tree.folder, 'commit', '--quiet', '--all', '--no-edit');
    else {
      await git(tree.folder, 'merge', '--abort');
      if (files.length === 0) return { landed: false, by: 'person', why: merge.stderr.trim().slice(0, 300) };
      return { landed: false, by: 'work', why: `conflicts with what has landed in ${others.join(', ')}` };
    }
  }
  const commit = await ask(git, tree.folder, 'rev-parse', 'HEAD');
  for (const proof of await house.proofsOf([...before, item])) {
    if (await house.run(proof, tree.folder, world.slot(tree.folder))) continue;
    return { landed: false, by: 'work', why: `\`${proof.command}\` fails on the merged content` };
  }
  const moved = await moveTo(world, reading, { item, commit, ground });
  if (moved !== null) return { landed: false, ...moved };
  await mark();
  return { landed: true, commit, isHere: !isPersons };
}

/**
 * Moves the run's branch, or what is ahead of a person's checkout, to a commit that was proven on the ground as it was: where that
 * is another one by now, nothing moves.
 * @returns why it was not moved; null where it was
 * @throws GitUnknown
 */
async function moveTo(
  world: World,
  reading: Reading,
  { item, commit, ground }: { item: string; commit: string; ground: Ground },
): Promise<{ by: 'person' | 'again'; why: string } | null> {
  const { git } = world;
  const { root, run, branch, isPersons } = reading;
  const hasMoved = async () => {
    const { own, ahead } = await groundOf(git, reading);
    return own !== ground.own || ahead !== ground.ahead;
  };
  const again = { by: 'again', why: `${branch} has moved since it was proven` } as const;
  if (!isPersons) await unmark(world, root, reading);
  if (await hasMoved()) return again;
  if (isPersons) {
    const words = ['update-ref', '-m', `flow: ${item} landed`, landedRef(run), commit, ground.ahead ?? ''];
    const said = await git(root, ...words);
    if (said.status === 0) return null;
    if (await hasMoved()) return again;
    throw new GitUnknown(words, said);
  }
  // What is checked out there by now may be another branch, which is nobody's to move.
  const { stdout } = await git(root, 'symbolic-ref', '--quiet', 'HEAD');
  if (stdout.trim() !== `refs/heads/${branch}`) return { by: 'again', why: `${branch} is checked out no longer` };
  const said = await git(root, 'merge', '--quiet', '--ff-only', commit);
  if (said.status === 0) return null;
  if (await hasMoved()) return again;
  return { by: 'person', why: `${branch} could not be moved: ${said.stderr.trim().slice(0, 300)}` };
}

const itemFolder = (branch: string) => branch.slice(branch.lastIndexOf('/') + 1);

/**
 * Commits what an item has changed of its own files.
 * @param item null for the run itself
 * @param isMeant tells of a file whether it is looked at at all
 * @returns what is left
 */
export async function committed(
  house: House,
  world: Pick<World, 'git' | 'read'>,
  reading: Reading,
  item: string | null,
  folder: string,
  isMeant: (file: string) => boolean = () => true,
): Promise<string[]> {
  const { git } = world;
  const changed = (await uncommitted(world, folder, reading)).filter(isMeant);
  if (changed.length === 0) return [];
  const { files, message } = await house.commitOf(item, changed);
  if (files.length > 0) {
    await ask(git, folder, 'add', '--', ...files);
    await ask(git, folder, 'commit', '--quiet', '-m', message, '--', ...files);
  }
  return (await uncommitted(world, folder, reading)).filter(isMeant);
}

/**
 * Commits the documents of the run, as a work tree that is made for an item has of them what is committed alone: without the list,
 * nothing that is done there could be shown. A person's checkout is never written.
 * @returns why they are not committed; null where they are
 * @throws GitUnknown
 */
export async function documentsCommitted(
  house: House,
  world: Pick<World, 'git' | 'read'>,
  reading: Reading,
): Promise<string | null> {
  const { root, isPersons, isDocument } = reading;
  const left = isPersons
    ? (await uncommitted(world, root, reading)).filter(isDocument)
    : await committed(house, world, reading, null, root, isDocument);
  if (left.length === 0) return null;
  return `not committed, so that no work tree of an item would have it: ${left.slice(0, 5).join(', ')} (\`flow commit\`)`;
}

/** Makes the work tree in which merges are tried, on a tip; why there is none. */
async function landingTree(
  house: House,
  world: World,
  { root, run }: Reading,
  tip: string,
): Promise<{ folder: string } | string> {
  const { git } = world;
  const folder = path.join(folderOf(await mainTree(git, root), run), LANDING);
  if (!world.exists(path.join(folder, '.git'))) {
    await git(root, 'worktree', 'prune');
    await ask(
      git,
      root,
      'worktree',
      'add',
      '--quiet',
      '--detach',
      '--lock',
      '--reason',
      `flow: landing of ${run}`,
      folder,
      tip,
    );
  }
  const why = await preparedBy(world, house.prepare, folder);
  if (why !== null) return why;
  // A merge that was killed in the middle is given up: the item's branch has all of it.
  await git(folder, 'merge', '--abort');
  await ask(git, folder, 'checkout', '--quiet', '--force', '--detach', tip);
  return { folder };
}
