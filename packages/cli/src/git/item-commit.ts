import path from 'node:path';
import type { ItemFact } from '@flow/core/workflow';
import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { shellWord } from '../shell-word.js';
import { runGit, tailOf } from '../ship/git.js';
import type { Here } from '../workflow/place.js';
import { type Change, readChanges } from './changes.js';

/** The work tree in which something is committed. */
export interface Tree {
  branch: string;
  head: string;
  changes: Change[];
}

/**
 * Reads the work tree in which a commit is to be made.
 * @throws FlowError COMMIT_UNFINISHED, NO_BRANCH, BRANCH_NEEDED, COMMIT_FIRST
 */
export async function treeToCommit(call: Call, { around, room }: Here): Promise<Tree> {
  const { clean, isView, operationIn } = await hooks();
  const { repository } = around;
  const seen = await readChanges({ root: repository.root, call }, isView);
  if (seen === null || operationIn(repository) !== null || seen.changes.some(({ state }) => state === 'U'))
    throw new FlowError(
      'finding',
      'COMMIT_UNFINISHED',
      'git is in the middle of a merge or a rebase, which has commits of its own.',
      'git status (finish it, or give it up)',
    );
  const { branch, head, changes } = seen;
  if (branch === null)
    throw new FlowError(
      'finding',
      'NO_BRANCH',
      'no branch is checked out, so nothing would hold the commit.',
      'git switch -c my-change',
    );
  if (room.isBaseBranch(around, branch))
    throw new FlowError(
      'finding',
      'BRANCH_NEEDED',
      `${clean(branch, 100)} is the base branch; a run needs its own branch.`,
      'git switch -c my-change',
    );
  if (head === null)
    throw new FlowError(
      'finding',
      'COMMIT_FIRST',
      'the branch has no commit yet.',
      'git commit --allow-empty -m start',
    );
  return { branch, head, changes };
}

/** `Chosen` tells what the commit of an item takes, and what it leaves. */
export interface Chosen {
  files: string[];
  /** Boxes of the list and learnings, which go with it. */
  progress: string[];
  /** Documents of the run that say more than progress: they are no item's. */
  documents: string[];
  /** Files that no item in progress has. */
  left: string[];
}

/**
 * Chooses what the commit of an item takes: its own files, with the boxes and learnings.
 * @param named files that the call names; all of the item without any
 * @throws FlowError COMMIT_OUTSIDE, ITEM_FILES_MISSING
 */
export async function chooseFiles(
  call: Call,
  place: Here,
  item: ItemFact,
  { changes }: Tree,
  named: readonly string[],
): Promise<Chosen> {
  const { room, around, standing } = place;
  const { clean, commitSet } = await hooks();
  const all = room.itemsOfRun(standing);
  const apart = room.ownTree(around, standing.run) !== null;
  const running = room
    .everyItem(standing.status.items)
    .filter(({ state }) => state === 'running')
    .map(({ id }) => id);
  const documents = await documentsOf(place);
  const files = changes.map((one) => one.path).filter((file) => !documents.has(file));
  const set = commitSet(files, item, all, { running, apart });
  const wanted = named.map((one) => path.relative(around.repository.root, path.resolve(call.directory, one)) || '.');
  const isWanted = (file: string) => wanted.some((one) => one === '.' || file === one || file.startsWith(`${one}/`));
  const again = `${call.program} commit --item ${shellWord(item.id)}`;
  const isUntold = item.files.length === 0 && set.own.length === 0 && !apart;
  if (isUntold && named.length === 0 && set.outside.length > 0)
    throw new FlowError(
      'finding',
      'ITEM_FILES_MISSING',
      `${clean(item.id, 60)} does not say which files are its own.`,
      `List them where it is listed (\`Files: src/sum.ts\`), or name them: ${again} ${set.outside.slice(0, 3).map(shellWord).join(' ')}`,
    );
  // An item that lists no files has those that are named, as long as they are nobody else's.
  const own = isUntold ? set.outside.filter(isWanted) : set.own;
  const staged = new Set(changes.filter((one) => one.staged).map((one) => one.path));
  const foreign = isUntold
    ? []
    : set.outside.filter((file) => (named.length > 0 ? isWanted(file) : apart || staged.has(file)));
  const others = named.length > 0 ? set.elsewhere.filter(isWanted) : [];
  const outside = [...foreign, ...others];
  if (outside.length > 0)
    throw await outsideError(call, item, outside, { apart, isStaged: named.length === 0 && !apart, own });
  const taken = named.length > 0 ? own.filter(isWanted) : own;
  const { progress, more } = await progressIn(call, place, changes, documents);
  return {
    ...{ files: taken, progress, documents: more },
    left: set.outside.filter((file) => !taken.includes(file)),
  };
}

async function outsideError(
  call: Call,
  item: ItemFact,
  outside: readonly string[],
  { apart, isStaged, own }: { apart: boolean; isStaged: boolean; own: readonly string[] },
): Promise<FlowError> {
  const { clean } = await hooks();
  const id = clean(item.id, 60);
  const shown = outside.slice(0, 5).map((file) => clean(file, 200));
  const more = outside.length > 5 ? ` and ${outside.length - 5} more` : '';
  const names = outside
    .slice(0, 5)
    .map((file) => shellWord(clean(file, 200)))
    .join(' ');
  const again = `${call.program} commit --item ${shellWord(id)}`;
  const given = own.slice(0, 5).map((file) => shellWord(clean(file, 200)));
  const away = isStaged
    ? `git restore --staged ${names}`
    : apart && given.length > 0
      ? `${again} ${given.join(' ')}`
      : again;
  const change = `${call.program} item propose ${shellWord(id)} --gap partial --text 'Files: …' --reason '…'`;
  const wider = `if it is ${id}'s, its \`Files:\` has to list it (where the list is approved: ${change})`;
  return new FlowError(
    'finding',
    'COMMIT_OUTSIDE',
    `${shown.join(', ')}${more} ${outside.length === 1 ? 'is' : 'are'} not ${id}'s: its commit has its own files alone.`,
    `${away} (leaves it out); ${wider}`,
  );
}

/** Paths of the run's documents as they are on disk, with their names. */
async function documentsOf({ standing }: Here): Promise<Map<string, string>> {
  const { documentPaths } = await hooks();
  const paths = documentPaths(standing.workflow, standing.run.names);
  return new Map(Object.entries(paths).flatMap(([name, all]) => all.map((file) => [file, name] as const)));
}

/**
 * Sorts changed documents: those that only got on (ticks and counts of lists, and learnings) are progress. Others are
 * told, and left.
 */
async function progressIn(
  call: Call,
  { around, room, standing }: Here,
  changes: readonly Change[],
  documents: ReadonlyMap<string, string>,
): Promise<{ progress: string[]; more: string[] }> {
  const { readSmall } = await hooks();
  const { root } = around.repository;
  const progress: string[] = [];
  const more: string[] = [];
  for (const { path: file, state } of changes) {
    const name = documents.get(file);
    if (name === undefined || state === 'D') continue;
    const isListing = standing.facts.present.documents[name]?.lists !== undefined;
    const before = isListing ? await runGit({ root, call }, ['show', `HEAD:${file}`], { asks: true }) : null;
    const text = readSmall(path.join(root, file));
    const isTicked =
      before?.status === 0 && text !== undefined && room.contractChange(standing, file, before.stdout, text) === null;
    if (name === 'learnings' || isTicked) progress.push(file);
    else more.push(file);
  }
  return { progress, more };
}

/** A commit that was asked for. */
export interface Wanted {
  files: readonly string[];
  message: string;
  amend?: boolean;
}

/**
 * Commits these files as they are on disk, and nothing that somebody else has put into the index: git makes the commit in an index of
 * its own, and its hooks see that one. What else is in the index stays there.
 * @returns the commit
 * @throws FlowError COMMIT_SECRET, COMMIT_FAILED
 */
export async function commitFiles(
  call: Call,
  { around }: Here,
  { changes }: Tree,
  { files, message, amend = false }: Wanted,
): Promise<string> {
  const { clean, secretsAmong } = await hooks();
  const at = { root: around.repository.root, call };
  const chosen = new Set(files);
  const there = changes.filter((one) => chosen.has(one.path));
  const [secret] = secretsAmong(
    around,
    there.filter(({ state }) => state !== 'D').map((one) => one.path),
  );
  if (secret !== undefined)
    throw new FlowError(
      'finding',
      'COMMIT_SECRET',
      `${clean(secret, 200)} would be committed, but looks like a secret.`,
      'Add it to .gitignore or, if it is not a secret, to sensitive.allow in flow.config.yaml; then commit again',
    );
  const from = ['--pathspec-from-file=-', '--pathspec-file-nul'];
  const list = (paths: readonly string[]) => paths.map((file) => `${file}\0`).join('');
  const added = there.filter(({ state }) => state === '?').map((one) => one.path);
  const failed = async (text: string): Promise<FlowError> => {
    // A file that was not known before is not known afterwards.
    if (added.length > 0)
      await runGit(at, ['--literal-pathspecs', 'reset', '--quiet', ...from], { input: list(added) });
    return new FlowError(
      'finding',
      'COMMIT_FAILED',
      `git did not commit:\n  ${tailOf(text, clean).join('\n  ')}`,
      `Fix it, then ${clean(call.line, 500)}`,
    );
  };
  if (added.length > 0) {
    const known = await runGit(at, ['--literal-pathspecs', 'add', '--intent-to-add', ...from], { input: list(added) });
    if (known.status !== 0) throw await failed(known.stderr);
  }
  const words = ['commit', '--quiet', '--only', ...(amend ? ['--amend'] : []), '--cleanup=whitespace', '-m', message];
  const made = await runGit(at, ['--literal-pathspecs', ...words, ...from], { input: list(files) });
  if (made.status !== 0) throw await failed(made.stderr || made.stdout);
  const head = await runGit(at, ['rev-parse', '--verify', 'HEAD'], { asks: true });
  return head.stdout.trim();
}
