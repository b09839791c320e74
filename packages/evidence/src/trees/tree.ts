import { accessSync, constants, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GitOptions, git, splitZ } from '../git/git.js';
import { findRepository, type Head, isBare, type Repository, readHead } from '../git/repository.js';
import { attributesOf } from './attributes.js';
import { conversionsOf } from './conversions.js';
import { withDoubtedIndex } from './doubted-index.js';
import { entriesOf } from './index-entries.js';
import { caseClashes, type Notice, notice, outsideLinks, some, unfetchedPointers } from './notices.js';
import { hiddenAmong, privateIgnores } from './private-ignores.js';
import { storedOtherwise } from './stored-bytes.js';
import { type Inner, recordSubmodules } from './submodules.js';
import type { TakenTree, TreeOptions } from './taken-tree.js';
import { type Failed, type IndexGit, withTemporaryIndex } from './temporary-index.js';
import { viewsAmong } from './tree-views.js';
import { unlikeCheckout } from './unlike-checkout.js';

const MAX_UNTRACKED = 5000;
const MAX_UNTRACKED_BYTES = 20 * 1024 * 1024;

/**
 * Writes what is on disk as a git tree: tracked files as they are now, and untracked ones that are not ignored. The
 * work tree, the index and every ref stay as they are. A submodule counts by its commit, as git records it, and by the
 * tree of its own content where that is not what the commit holds.
 * @returns the tree, or why it could not be taken; never throws for what it finds on the disk
 */
export function takeTree(repository: Repository, options: TreeOptions): TakenTree | Failed {
  if (isBare(repository)) return { failed: 'The repository has no working tree' };
  const taken = takeOnce(repository, options);
  // Files go and come while others work, and git gives up where one that it has just seen is not there any more.
  return 'failed' in taken && Date.now() < (options.deadline ?? Infinity) ? takeOnce(repository, options) : taken;
}

function takeOnce(repository: Repository, options: TreeOptions): TakenTree | Failed {
  return withTemporaryIndex(repository, options.deadline, (run, indexHolds, start, index) => {
    if (options.strange && indexHolds('submodule')) throw new Error('it has submodules');
    const notices: Notice[] = [];
    const ignores = privateIgnores(repository, run);
    const { listing, suspects } = listSince(index, options.since, (file) => list(run, ignores.options, file));
    const hidden = ignores.hidesFiles ? hiddenAmong(listing.untracked, run) : new Set<string>();
    listing.untracked = listing.untracked.filter((path) => !hidden.has(path));
    const views = viewsAmong([...listing.tracked, ...listing.untracked], options.views, run);
    const uncovered = uncover(repository, run, listing, notices);
    const candidates = listing.untracked.filter((path) => !views.has(path));
    const { chosen: untracked, leftOut } = chooseUntracked(repository, candidates, notices);
    const changed = new Set([...listing.changed, ...uncovered].filter((path) => !views.has(path)));
    // Untracked ones were never added.
    const gone = views.size === 0 ? [] : listing.tracked.filter((path) => views.has(path));
    takeIn(run, [...changed], untracked, gone);
    let inner: Inner | null = null;
    if (indexHolds('link', 'submodule')) {
      const { links, submodules } = listSpecial(run);
      inner = recordSubmodules(repository, submodules, run, { ...options, untracked, take: takeTree });
      notices.push(...inner.notices, ...outsideLinks(repository, links));
    }
    hear(options.heard, listing, suspects, inner);
    const attributes = attributesOf(repository, [...listing.tracked, ...untracked]);
    notices.push(...unfetchedPointers(repository, attributes, run));
    notices.push(...caseClashes(repository, listing.tracked, listing.untracked));
    const tree = run(['write-tree']).stdout.toString('latin1').trim();
    if (options.listed) {
      const bytes = readFileSync(index);
      options.listed(() => entriesOf(bytes, tree.length / 2));
    }
    const { commit: head, branch } = headOf(repository, options.deadline);
    // Another checkout within is hidden on purpose, as a worktree is.
    const hiddenFiles = [...hidden].filter((path) => !path.endsWith('/'));
    const taken = {
      tree,
      untracked: [...untracked, ...(inner?.untracked ?? [])],
      leftOut: [...leftOut, ...(inner?.leftOut ?? [])],
      hidden: [...hiddenFiles, ...(inner?.hidden ?? [])],
      ...(inner !== null && inner.submodules.length > 0 ? { submodules: inner.submodules } : {}),
      head,
      branch,
      ...start,
      notices,
    };
    if (!options.compared) return taken;
    const ways = conversionsOf(repository, attributes, options.deadline);
    const unlike = unlikeCheckout(repository, tree, run, ways, index);
    const stored = ways.lines ? [] : storedOtherwise(repository, tree.length / 2, run, index);
    return { ...taken, unlike: [...unlike, ...stored, ...(inner?.unlike ?? [])] };
  });
}

/** Tells every path that the content follows from, those in submodules among them. */
function hear(
  heard: TreeOptions['heard'],
  { tracked, untracked }: Listing,
  suspects: string[] | null,
  inner: Inner | null,
): void {
  // Where it cannot be told of the submodules' files alone, each of them may have been written.
  const ofInner = inner === null ? [] : (inner.suspects ?? inner.files);
  heard?.([...tracked, ...untracked, ...(inner?.files ?? [])], suspects && [...suspects, ...ofInner]);
}

/**
 * Lists tracked files that are not on disk because the checkout is sparse.
 * @throws DeadlineError
 */
export function absentFiles(repository: Repository, options: { deadline?: number } = {}): string[] {
  const listing = splitZ(git(repository, ['ls-files', '-t', '-z', '--cached'], options).stdout);
  const skipped = listing.filter((record) => record.startsWith('S ')).map((record) => record.slice(2));
  return skipped.filter((path) => !isThere(join(repository.root, path)));
}

interface Listing {
  tracked: string[];
  untracked: string[];
  /** Tracked, and not on disk as the index has it: edited, gone, or in conflict. */
  changed: string[];
  /** Tracked, but git was told not to look at the file on disk. */
  assumed: string[];
  skipped: string[];
}

/** A listing, and the files in it that may have been written or replaced since a moment; null for each of them. */
function listSince(
  index: string,
  since: number | undefined,
  listed: (index?: string) => Listing,
): { listing: Listing; suspects: string[] | null } {
  if (since === undefined) return { listing: listed(), suspects: null };
  return withDoubtedIndex(index, since, (doubted) => {
    const listing = listed(doubted?.file);
    const { changed, assumed, skipped, untracked } = listing;
    return { listing, suspects: doubted && [...changed, ...assumed, ...skipped, ...untracked, ...doubted.late] };
  });
}

const LISTED = ['--cached', '--others', '--modified', '--deleted'];

/**
 * Tags of `git ls-files -v`: `?` untracked, `C` edited, `R` gone, `M` in conflict, `S` skip-worktree, in lower case
 * assume-unchanged. What is edited or gone is listed beside its entry.
 */
function list(run: IndexGit, ignored: readonly string[], index?: string): Listing {
  const listing: Listing = { tracked: [], untracked: [], changed: [], assumed: [], skipped: [] };
  for (const record of splitZ(
    run(['ls-files', '-v', '-z', ...LISTED, ...ignored], index === undefined ? {} : { index }).stdout,
  )) {
    const tag = record[0]!;
    const path = record.slice(2);
    // Nearly every file is tracked, and as git knows it.
    if (tag === 'H') {
      listing.tracked.push(path);
      continue;
    }
    if (tag === '?') {
      listing.untracked.push(path);
      continue;
    }
    if (/[CRM]/i.test(tag)) listing.changed.push(path);
    if (/[CR]/i.test(tag)) continue;
    listing.tracked.push(path);
    if (tag >= 'a' && tag <= 'z') listing.assumed.push(path);
    if (tag === 'S' || tag === 's') listing.skipped.push(path);
  }
  return listing;
}

/** `listSpecial` lists symbolic links and submodules of the index. */
function listSpecial(run: IndexGit): { links: string[]; submodules: string[] } {
  const links: string[] = [];
  const submodules: string[] = [];
  for (const record of splitZ(run(['ls-files', '--stage', '-z']).stdout)) {
    const path = record.slice(record.indexOf('\t') + 1);
    if (record.startsWith('120000')) links.push(path);
    else if (record.startsWith('160000')) submodules.push(path);
  }
  return { links, submodules: [...new Set(submodules)] };
}

/**
 * Lets git look at every tracked file that is on disk, so that no flag of the index hides an edit.
 * @returns those that a flag has hidden
 */
function uncover(repository: Repository, run: IndexGit, listing: Listing, notices: Notice[]): string[] {
  const present = listing.skipped.filter((path) => isThere(join(repository.root, path)));
  const absent = listing.skipped.length - present.length;
  if (absent > 0)
    notices.push({
      code: 'sparse',
      text: `${absent} tracked ${absent === 1 ? 'file is' : 'files are'} not on disk (sparse checkout)`,
    });
  if (listing.assumed.length > 0) updateIndex(run, ['--no-assume-unchanged'], listing.assumed);
  if (present.length > 0) updateIndex(run, ['--no-skip-worktree'], present);
  const hidden = [...new Set([...listing.assumed, ...present])];
  if (hidden.length === 0) return hidden;
  const changed = new Set(splitZ(run(['diff-files', '-z', '--name-only', '--ignore-submodules=none']).stdout));
  const edited = hidden.filter((path) => changed.has(path));
  if (edited.length > 0) {
    notices.push({ code: 'hidden-edits', text: `git is set to ignore changes to ${some(edited)}; they count anyway` });
  }
  return hidden;
}

const FLAGS = ['--add', '--replace', '--remove'];

/** Characters of names that are told to git as words: any system's command line has room for them. */
const MAX_WORDS = 20_000;

/**
 * Brings the copy of the index to what is on disk.
 * @param gone leave it, although they are there
 */
function takeIn(
  run: IndexGit,
  changed: readonly string[],
  untracked: readonly string[],
  gone: readonly string[],
): void {
  const files = [...changed, ...untracked];
  if (files.length + gone.length === 0) return;
  // One git does both. Its flags hold for what stands behind them, and no name is taken for one.
  const words = gone.map((path) => `./${path}`);
  const isShort = words.join(' ').length <= MAX_WORDS;
  const leaving = isShort ? ['--force-remove', ...words, '--no-force-remove'] : [];
  try {
    // What is not UTF-8 cannot be named back to git.
    if (!changed.some((path) => path.includes('\ufffd'))) {
      updateIndex(run, [...leaving, ...FLAGS], files);
      if (!isShort) updateIndex(run, ['--force-remove'], gone);
      return;
    }
  } catch {
    // A folder that has become a link, for one: git goes through the tree by itself then, which takes longer.
  }
  run(['add', '--update', '--', '.']);
  if (untracked.length > 0) updateIndex(run, FLAGS, untracked);
  if (gone.length > 0) updateIndex(run, ['--force-remove'], gone);
}

/**
 * Chooses the untracked files worth hashing; a nested repository counts by its commit, as `git add` would record it.
 */
function chooseUntracked(
  repository: Repository,
  paths: readonly string[],
  notices: Notice[],
): { chosen: string[]; leftOut: string[] } {
  const large: string[] = [];
  const odd: string[] = [];
  const unreadable: string[] = [];
  const nested: string[] = [];
  const chosen: string[] = [];
  for (const path of paths.slice(0, MAX_UNTRACKED)) {
    const absolute = join(repository.root, path);
    // What is not UTF-8 was replaced when git's answer was read: the file cannot be named back to git.
    if (path.includes('\ufffd') && !isThere(absolute)) {
      odd.push(path);
      continue;
    }
    if (path.endsWith('/')) {
      const inner = findRepository(absolute);
      const commit = inner !== undefined && inner.root !== repository.root ? readHead(inner)?.commit : undefined;
      if (commit) chosen.push(path.slice(0, -1));
      else nested.push(path);
      continue;
    }
    const stat = lstatSync(absolute, { throwIfNoEntry: false });
    if (stat === undefined) continue;
    if (stat.size > MAX_UNTRACKED_BYTES) large.push(path);
    else if (stat.isFile() && !isReadable(absolute)) unreadable.push(path);
    else chosen.push(path);
  }
  const left = paths.length - MAX_UNTRACKED;
  if (left > 0) {
    notices.push({ code: 'many-untracked', text: `${left} of ${paths.length} untracked files are left out` });
  }
  notices.push(
    ...notice('large-untracked', large, 'left out because they are too large'),
    ...notice('unreadable-untracked', unreadable, 'left out because they cannot be read'),
    ...notice('odd-name', odd, 'left out because their names are not UTF-8'),
    ...notice('nested-repository', nested, 'left out because the nested repository has no commit'),
  );
  return { chosen, leftOut: [...large, ...unreadable, ...odd, ...nested, ...paths.slice(MAX_UNTRACKED)] };
}

/** `headOf` reads branch and commit; what files cannot tell (reftable) git is asked for. */
function headOf(repository: Repository, deadline: number | undefined): Head {
  const head = readHead(repository);
  if (head !== undefined) return head;
  const options: GitOptions = deadline === undefined ? {} : { deadline };
  const commit = git(repository, ['rev-parse', '--verify', '--quiet', 'HEAD'], options);
  const branch = git(repository, ['symbolic-ref', '--quiet', '--short', 'HEAD'], options);
  return {
    commit: commit.status === 0 ? commit.stdout.toString('utf8').trim() : null,
    branch: branch.status === 0 ? branch.stdout.toString('utf8').trim() : null,
    detached: branch.status !== 0,
  };
}

function updateIndex(run: IndexGit, flags: readonly string[], paths: readonly string[]): void {
  run(['update-index', ...flags, '-z', '--stdin'], { input: paths.map((path) => `${path}\0`).join('') });
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
