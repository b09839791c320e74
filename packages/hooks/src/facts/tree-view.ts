import type { FileView } from '@flow/core';
import { git, type Repository, splitZ } from '@flow/evidence';

const MAX_TEXT = 1024 * 1024;
const MAX_AT_ONCE = 500;

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
      if (!texts.has(path)) {
        // Who reads one marker reads its like in every folder: one git answers for all of them.
        const base = path.slice(path.lastIndexOf('/') + 1);
        const alike = paths.filter((other) => other === path || other.endsWith(`/${base}`) || other === base);
        readBlobs(repository, treeish, alike.slice(0, MAX_AT_ONCE), deadline, texts);
      }
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

/** Fills in the texts of some files; one that is not there, too large or oddly named gets none. */
export function readBlobs(
  repository: Repository,
  treeish: string,
  paths: readonly string[],
  deadline: number,
  texts: Map<string, string | undefined>,
): void {
  // The batch form takes names as they are, one a line.
  const asked = paths.filter((path) => !path.includes('\n'));
  for (const path of paths) texts.set(path, undefined);
  const input = asked.map((path) => `${treeish}:${path}\n`).join('');
  const { status, stdout } = git(repository, ['cat-file', '--batch'], { deadline, input });
  if (status !== 0) return;
  let at = 0;
  for (const path of asked) {
    const newline = stdout.indexOf(10, at);
    if (newline < 0) return;
    const head = stdout.subarray(at, newline).toString('utf8');
    const found = / (\w+) (\d+)$/.exec(head);
    at = newline + 1;
    if (!found) continue;
    const size = Number(found[2]);
    if (found[1] === 'blob' && size <= MAX_TEXT) texts.set(path, stdout.subarray(at, at + size).toString('utf8'));
    at += size + 1;
  }
}
