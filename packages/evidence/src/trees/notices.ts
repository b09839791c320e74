import { closeSync, lstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { readText } from '../disk/read-bounded.js';
import { splitZ } from '../git/git.js';
import type { Repository } from '../git/repository.js';
import type { Attributes } from './attributes.js';
import { type IndexGit, tellsCaseApart } from './temporary-index.js';

/** A notice tells what one has to know of a tree that the tree itself does not say. */
export interface Notice {
  code: NoticeCode;
  text: string;
}

export type NoticeCode =
  | 'hidden-edits'
  | 'sparse'
  | 'many-untracked'
  | 'large-untracked'
  | 'unreadable-untracked'
  | 'odd-name'
  | 'nested-repository'
  | 'submodule-edits'
  | 'submodule-absent'
  | 'submodule-unread'
  | 'outside-link'
  | 'lfs-pointer'
  | 'case-clash'
  | 'case-ignored';

const MAX_LOOKED_AT = 5000;
const POINTER = 'version https://git-lfs';

/** Links to files outside the repository: the tree holds where they lead, not what is there. */
export function outsideLinks(repository: Repository, links: readonly string[]): Notice[] {
  const outside = links.slice(0, MAX_LOOKED_AT).filter((link) => {
    try {
      const way = relative(repository.root, realpathSync(join(repository.root, link)));
      return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
    } catch {
      // It leads nowhere: nothing outside can change.
      return false;
    }
  });
  return notice('outside-link', outside, 'links lead out of the repository, where changes are not seen');
}

/** Files of git-lfs that are still pointers: whoever reads them does not read their content. */
export function unfetchedPointers(repository: Repository, { texts, own }: Attributes, run: IndexGit): Notice[] {
  if (![...texts, ...own].some((text) => /\bfilter=lfs\b/.test(text))) return [];
  const large = splitZ(run(['ls-files', '-z', '--', ':(attr:filter=lfs)']).stdout).slice(0, MAX_LOOKED_AT);
  const pointers = large.filter((path) => isPointer(join(repository.root, path)));
  return notice('lfs-pointer', pointers, 'git-lfs has not fetched the content of');
}

function isPointer(file: string): boolean {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size < POINTER.length || stat.size > 1024) return false;
  const start = Buffer.alloc(POINTER.length);
  try {
    const handle = openSync(file, 'r');
    try {
      readSync(handle, start);
    } finally {
      closeSync(handle);
    }
  } catch {
    return false;
  }
  return start.toString('latin1') === POINTER;
}

/**
 * Names that are one on a file system that does not tell case apart, so that one of the files is not on disk; or for git alone,
 * which then commits none of the second file.
 */
export function caseClashes(
  repository: Repository,
  tracked: readonly string[],
  untracked: readonly string[],
): Notice[] {
  const config = readText(join(repository.commonDir, 'config')) ?? '';
  if (!/^[ \t]*ignorecase\s*(?:$|=\s*"?(?:true|yes|on|1)\b)/im.test(config)) return [];
  if (tellsCaseApart(repository.root)) {
    const low = new Set(tracked.map((path) => path.toLowerCase()));
    const taken = untracked.filter((path) => low.has(path.toLowerCase()));
    return notice('case-ignored', taken, 'git is set to ignore case (core.ignoreCase), and takes for other files');
  }
  const seen = new Set<string>();
  const clashes = tracked.filter((path) => {
    const low = path.toLowerCase();
    return seen.has(low) || !seen.add(low);
  });
  return notice(
    'case-clash',
    clashes,
    'names that differ from another one only in case, which the file system here cannot distinguish',
  );
}

/** Makes one notice with the first few of its paths; none without a path. */
export function notice(code: NoticeCode, paths: readonly string[], words: string): Notice[] {
  return paths.length === 0 ? [] : [{ code, text: `${words}: ${some(paths)}` }];
}

/** Returns the first few of the paths. */
export function some(paths: readonly string[]): string {
  const named = paths.slice(0, 3).map((path) => JSON.stringify(path));
  return paths.length > named.length ? `${named.join(', ')} and ${paths.length - named.length} more` : named.join(', ');
}
