import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../disk/read-bounded.js';
import { git } from '../git/git.js';
import { findRepository, type Repository } from '../git/repository.js';
import { type Notice, notice, some } from './notices.js';
import type { TakenTree, TreeOptions } from './taken-tree.js';
import type { Failed, IndexGit } from './temporary-index.js';

const MAX_SUBMODULES = 50;

/** Returns the repository that is checked out at a path of another one; undefined when there is none. */
export function submoduleAt(repository: Repository, path: string): Repository | undefined {
  const folder = join(repository.root, path);
  const found = findRepository(folder);
  return found?.root === folder ? found : undefined;
}

interface SubmoduleOptions extends Pick<TreeOptions, 'deadline' | 'since' | 'compared'> {
  /** Submodules that nobody has added: git would not look into them, and not run what they configure. */
  untracked: readonly string[];
  /** Takes the tree of a submodule's own content. */
  take: (submodule: Repository, options: TreeOptions) => TakenTree | Failed;
}

/** The content of submodules, with paths relative to the repository that they are in. */
export interface Inner
  extends Required<Pick<TakenTree, 'untracked' | 'leftOut' | 'hidden' | 'submodules' | 'unlike' | 'notices'>> {
  /** Every path that the content follows from, and those that may have been written since; null where each of them may. */
  files: string[];
  suspects: string[] | null;
}

/**
 * Writes into the index what submodules hold: the commit that is checked out in them, or where their content is another
 * one, the id of its tree, which stays in the submodule's own store. `diffTrees` compares both alike.
 * @throws Error when one that is tracked cannot be read
 */
export function recordSubmodules(
  repository: Repository,
  paths: readonly string[],
  run: IndexGit,
  { deadline, since, compared = false, untracked: nested, take }: SubmoduleOptions,
): Inner {
  const limits = deadline === undefined ? {} : { deadline };
  const entries: string[] = [];
  const notices: Notice[] = [];
  const found: Inner = {
    untracked: [],
    leftOut: [],
    hidden: [],
    submodules: [],
    unlike: [],
    notices,
    files: [],
    suspects: [],
  };
  const edited: string[] = [];
  const absent: string[] = [];
  const unread = paths.slice(MAX_SUBMODULES);
  const isNested = new Set(nested);
  for (const path of paths.slice(0, MAX_SUBMODULES)) {
    const inner = submoduleAt(repository, path);
    if (inner === undefined) {
      absent.push(path);
      continue;
    }
    const strange = isNested.has(path);
    const at = (file: string) => `${path}/${file}`;
    const heard: TreeOptions['heard'] = (files, suspects) => {
      found.files.push(...files.map(at));
      found.suspects = suspects && found.suspects && [...found.suspects, ...suspects.map(at)];
    };
    const options = { views: [], strange, ...limits, since, heard, compared: compared && !strange };
    const taken = strange && namesPrograms(inner) ? null : take(inner, options);
    if (taken !== null && 'failed' in taken && !strange) {
      throw new Error(`submodule ${some([path])}: ${taken.failed}`);
    }
    if (taken === null || 'failed' in taken || taken.head === null) {
      unread.push(path);
      continue;
    }
    const isEdited = taken.tree !== treeOfHead(inner, limits);
    if (isEdited) edited.push(path);
    entries.push(`160000 ${isEdited ? taken.tree : taken.head}\t${path}\0`);
    found.untracked.push(...taken.untracked.map(at));
    found.leftOut.push(...taken.leftOut.map(at));
    found.hidden.push(...taken.hidden.map(at));
    found.submodules.push(path, ...(taken.submodules ?? []).map(at));
    found.unlike.push(
      ...(taken.unlike ?? []).map((one) => ({
        ...one,
        path: at(one.path),
        submodule: one.submodule ? at(one.submodule) : path,
      })),
    );
    notices.push(...taken.notices.map(({ code, text }) => ({ code, text: `in ${some([path])}: ${text}` })));
  }
  if (entries.length > 0) run(['update-index', '-z', '--index-info'], { input: entries.join('') });
  notices.push(
    ...notice('submodule-edits', edited, 'submodules have content that their commits do not, and it counts'),
    ...notice('submodule-absent', absent, 'submodules are not checked out'),
    ...notice('submodule-unread', unread, 'submodules are not examined'),
  );
  return found;
}

/**
 * Tells whether a submodule's own configuration may bring content filters, programs that git would start: it may have
 * come in an archive.
 */
function namesPrograms(repository: Repository): boolean {
  const files = [join(repository.commonDir, 'config'), join(repository.gitDir, 'config.worktree')];
  return files.some((file) => existsSync(file) && /\[\s*(?:filter|include)/i.test(readText(file) ?? '[filter'));
}

function treeOfHead(repository: Repository, limits: { deadline?: number }): string | null {
  const answer = git(repository, ['rev-parse', '--verify', '--quiet', 'HEAD^{tree}'], limits);
  return answer.status === 0 ? answer.stdout.toString('latin1').trim() : null;
}
