import { posix } from 'node:path';
import { ForgedError, Objects } from './objects.js';
import type { Repository } from './repository.js';

/**
 * Reads files of a commit as the commit's id vouches for them, folder by folder. Git itself looks neither at a folder's content
 * nor at a file's: whoever writes into its store has it answer with others.
 * @param commit its id; a name is taken for the commit that git says it is
 * @returns the bytes by path, without those that the commit does not have; null where git does not have the commit
 * @throws ForgedError where a commit, a folder or a file is not what its id says
 */
export function trueFiles(
  repository: Repository,
  commit: string,
  paths: readonly string[],
  deadline: number,
): Map<string, Buffer> | null {
  const objects = new Objects(repository, deadline);
  const nameOf = (path: string) => (path === '.' ? `${commit}^{tree}` : `${commit}:${path}`);
  const all = [...new Set(paths.flatMap(foldersOf))];
  objects.announce([commit, ...[...all, ...paths].map(nameOf)]);
  const found = objects.read(commit);
  if (found === null) return null;
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit) && found.id !== commit) throw new ForgedError(commit);
  const root = /^tree ([0-9a-f]+)\n/.exec(found.bytes.toString('latin1', 0, 100))?.[1];
  const trees = new Map<string, Map<string, string>>();
  /** Returns the id that the folder above has for a path; undefined where it has none. */
  const idOf = (path: string) => (path === '.' ? root : trees.get(posix.dirname(path))?.get(posix.basename(path)));
  for (const folder of all) {
    const id = idOf(folder);
    const tree = objects.read(nameOf(folder));
    if (id === undefined) continue;
    if (tree?.id !== id) throw new ForgedError(folder);
    trees.set(folder, tree.type === 'tree' ? entriesOf(tree.bytes, id.length / 2) : new Map());
  }
  return new Map(
    paths.flatMap((path): [string, Buffer][] => {
      const id = idOf(path);
      if (id === undefined) return [];
      const file = objects.read(nameOf(path));
      if (file?.id !== id) throw new ForgedError(path);
      return file.type === 'blob' ? [[path, file.bytes]] : [];
    }),
  );
}

/** Lists the folders above a path, the topmost first. */
function foldersOf(path: string): string[] {
  const above = posix.dirname(path);
  return above === '.' ? ['.'] : [...foldersOf(above), above];
}

/** Reads a tree (gitformat-tree: mode, name, zero byte, id) as names with their ids. */
function entriesOf(bytes: Buffer, length: number): Map<string, string> {
  const entries = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(32, at);
    const zero = bytes.indexOf(0, space);
    if (space < 0 || zero < 0) break;
    entries.set(bytes.toString('utf8', space + 1, zero), bytes.toString('hex', zero + 1, zero + 1 + length));
    at = zero + 1 + length;
  }
  return entries;
}
