import { git, splitZ } from './git.js';
import type { Repository } from './repository.js';

/**
 * Tells what git has under each path of a commit or tree: mode, type and id, with a space between them. In the order of git, and
 * texts as git wrote them, as a content may have a hundred thousand paths of which few are asked for.
 * @returns null when git does not have the content (any more)
 */
export function treeEntries(repository: Repository, treeish: string, deadline: number): Map<string, string> | null {
  const words = ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', treeish];
  const { status, stdout } = git(repository, words, { deadline });
  if (status !== 0) return null;
  const entries = new Map<string, string>();
  for (const line of splitZ(stdout)) {
    const tab = line.indexOf('\t');
    entries.set(line.slice(tab + 1), line.slice(0, tab));
  }
  return entries;
}

/** Returns the id in what git has under a path. */
export const idOf = (entry: string): string => entry.slice(entry.lastIndexOf(' ') + 1);

/** Returns ids of what the files hold. */
export function idsOf(entries: Iterable<readonly [path: string, entry: string]>): Map<string, string> {
  return new Map([...entries].map(([path, entry]) => [path, idOf(entry)]));
}
