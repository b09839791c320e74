import { lstatSync } from 'node:fs';
import path from 'node:path';

/**
 * Files that were written, replaced or moved since a moment, also where their content is the same again: a run in between
 * may have seen another one. The system itself keeps the time of a file's last change (ctime), and no program sets it. A
 * folder that was moved away and back takes a new time, and the files in it keep theirs: all of them count as touched.
 * @param files paths relative to `root`
 * @param since milliseconds, by the clock of the files' own file system
 */
export function touchedSince(root: string, files: readonly string[], since: number): string[] {
  const moved = new Map<string, boolean>();
  const isMoved = (folder: string): boolean => {
    if (folder === '.') return false;
    const known = moved.get(folder);
    if (known !== undefined) return known;
    const answer = isMoved(path.posix.dirname(folder)) || isFolderMoved(path.join(root, folder), since);
    moved.set(folder, answer);
    return answer;
  };
  return files.filter((file) => {
    const stat = lstatSync(`${root}/${file}`, { throwIfNoEntry: false });
    // A submodule is judged by its commit and its own content.
    if (stat === undefined || stat.isDirectory()) return false;
    return stat.ctimeMs > since || isMoved(path.posix.dirname(file));
  });
}

/** Whether a folder has a new place or a new mode. A folder in which files came or went has a new time of its content, too. */
function isFolderMoved(folder: string, since: number): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return stat !== undefined && stat.ctimeMs > since && stat.mtimeMs <= since;
}
