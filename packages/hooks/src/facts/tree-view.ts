import type { FileView } from '@flow/core';
import { git, type Repository, splitZ } from '@flow/evidence';

const MAX_TEXT = 1024 * 1024;

/**
 * The files of a commit or tree, read from git.
 * @param treeish anything that names a tree
 * @returns null when git does not know it
 */
export function treeView(repository: Repository, treeish: string, deadline: number): FileView | null {
  const listing = git(repository, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', treeish], { deadline });
  if (listing.status !== 0) return null;
  const paths = splitZ(listing.stdout);
  const texts = new Map<string, string | undefined>();
  return {
    paths,
    read(path) {
      if (!texts.has(path)) texts.set(path, readBlob(repository, treeish, path, deadline));
      return texts.get(path);
    },
    containing(candidates, strings) {
      if (candidates.length === 0 || strings.length === 0) return [];
      const found = git(
        repository,
        ['grep', '-l', '-z', '-I', '-F', '--full-name', ...strings.flatMap((part) => ['-e', part]), treeish, '--'],
        { deadline },
      );
      const prefix = `${treeish}:`;
      const all = new Set(
        splitZ(found.stdout).map((line) => (line.startsWith(prefix) ? line.slice(prefix.length) : line)),
      );
      return candidates.filter((path) => all.has(path));
    },
  };
}

function readBlob(repository: Repository, treeish: string, path: string, deadline: number): string | undefined {
  // `cat-file -p tree:path` breaks on names that git would read as something else; the batch form takes them as they are.
  if (path.includes('\n')) return undefined;
  const answer = git(repository, ['cat-file', '--batch'], { deadline, input: `${treeish}:${path}\n` });
  if (answer.status !== 0) return undefined;
  const newline = answer.stdout.indexOf(10);
  const head = answer.stdout.subarray(0, newline).toString('utf8').split(' ');
  const size = Number(head[2]);
  if (head[1] !== 'blob' || !Number.isFinite(size) || size > MAX_TEXT) return undefined;
  return answer.stdout.subarray(newline + 1, newline + 1 + size).toString('utf8');
}
