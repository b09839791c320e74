import { lstatSync } from 'node:fs';
import path from 'node:path';

/** Files of which the time of change speaks against a run between two moments. */
export interface Touched {
  /** Written, replaced or moved since the first moment. */
  since: string[];
  /** With a time beyond the second moment, or in a folder that has one: the clock has been set back since it was given. */
  ahead: string[];
}

/** So coarse are the clocks of some file systems: FAT's, and those of whole seconds. */
export const COARSEST_MS = 2000;

/**
 * Files that were written, replaced or moved since a moment, also where their content is the same again: a run in between
 * may have seen another one. The system itself keeps the time of a file's last change (ctime), and no program sets it. A
 * folder that was moved away and back takes a new time, and the files in it keep theirs: all of them count as touched.
 * @param files paths relative to `root`, and those of them that may have been written or replaced; null for each of them
 * @param from milliseconds, by the clock of the files' own file system
 * @param to the same, of a moment that has just been
 */
export function touchedSince(
  root: string,
  [files, suspects]: readonly [all: readonly string[], suspects: readonly string[] | null],
  from: number,
  to: number,
): Touched {
  const folders = new Map<string, 'same' | 'moved' | 'ahead'>();
  const ahead = new Set<string>();
  const lookOf = (folder: string): 'same' | 'moved' | 'ahead' => {
    if (folder === '.') return 'same';
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const around = lookOf(path.posix.dirname(folder));
    const answer = around === 'same' ? lookOfFolder(path.join(root, folder), from, to) : around;
    if (around === 'same' && answer === 'ahead') ahead.add(folder);
    folders.set(folder, answer);
    return answer;
  };
  const suspected = suspects && new Set(suspects);
  const folderOf = foldersOf();
  const since = files.filter((file) => {
    // A file keeps its times where its folder is moved.
    if (suspected && !suspected.has(file) && lookOf(folderOf(file)) !== 'moved') return false;
    const stat = lstatSync(`${root}/${file}`, { throwIfNoEntry: false });
    // A submodule is judged by its commit and its own content.
    if (stat === undefined || stat.isDirectory()) return false;
    if (isAhead(stat.ctimeMs, to)) {
      ahead.add(file);
      return false;
    }
    return isAfter(stat.ctimeMs, from) || lookOf(folderOf(file)) === 'moved';
  });
  return { since, ahead: [...ahead] };
}

/**
 * Returns the folder of a path. Paths come in the order of their folders, so that most lie where the one before did.
 */
function foldersOf(): (file: string) => string {
  let last = { prefix: '/', folder: '.' };
  return (file) => {
    if (file.startsWith(last.prefix) && file.indexOf('/', last.prefix.length) < 0) return last.folder;
    const folder = path.posix.dirname(file);
    last = { prefix: `${folder}/`, folder };
    return folder;
  };
}

/** Tells whether a folder has a new place or a new mode. A folder in which files came or went has a new time of its content, too. */
function lookOfFolder(folder: string, from: number, to: number): 'same' | 'moved' | 'ahead' {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (stat === undefined || stat.mtimeMs > from || !isAfter(stat.ctimeMs, from)) return 'same';
  return isAhead(stat.ctimeMs, to) ? 'ahead' : 'moved';
}

/** Where the moment is known more exactly than the files' times, one of the same second may be from before or behind it. */
function isAfter(time: number, moment: number): boolean {
  return time > moment || (isCoarse(time) && !isCoarse(moment) && time + COARSEST_MS > moment);
}

const isAhead = (time: number, moment: number) => time > moment + COARSEST_MS;

/** Tells whether a time is one of whole seconds. */
export const isCoarse = (time: number) => time % 1000 === 0;
