import { folderOf } from '../paths.js';

const known = new WeakMap<readonly string[], Map<string, readonly string[]>>();

/**
 * Returns the paths that lie in a folder or below it, in their order. A repository may have hundreds of packages, and
 * each asks for its own: the folders of all of them are looked up in one pass.
 * @param paths a list that stays as it is
 * @param folder `.` for all
 * @param others the folders that will be asked for next, looked up where the list is new
 */
export function pathsWithin(
  paths: readonly string[],
  folder: string,
  others: () => Iterable<string>,
): readonly string[] {
  if (folder === '.') return paths;
  const lists = known.get(paths) ?? new Map<string, readonly string[]>();
  known.set(paths, lists);
  if (!lists.has(folder)) for (const [one, own] of sorted(paths, new Set([folder, ...others()]))) lists.set(one, own);
  return lists.get(folder)!;
}

function sorted(paths: readonly string[], folders: ReadonlySet<string>): Map<string, string[]> {
  const lists = new Map([...folders].map((folder) => [folder, [] as string[]]));
  let last: string | undefined;
  let around: string[][] = [];
  for (const path of paths) {
    const folder = folderOf(path);
    // Files of one folder come one after the other.
    if (folder !== last) {
      last = folder;
      around = foldersAbove(path).flatMap((above) => (lists.has(above) ? [lists.get(above)!] : []));
    }
    for (const list of around) list.push(path);
    // A submodule is a path, and the folder of its name.
    lists.get(path)?.push(path);
  }
  return lists;
}

/** Returns the folders that a path lies in: `a` and `a/b` of `a/b/c`. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at));
  return folders;
}
