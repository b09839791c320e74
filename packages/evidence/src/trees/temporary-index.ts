import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { makeFolder, refuseLinks, removeOrphans, removeQuietly, uniqueName } from '../disk/atomic.js';
import { type GitOptions, type GitResult, git } from '../git/git.js';
import { objectVariables } from '../git/held/object-folder.js';
import type { Repository } from '../git/repository.js';
import { KINDS, PARTS, SHA1, walkEntries } from './index-entries.js';

/** `Failed` tells why there is no tree, for people. */
export interface Failed {
  failed: string;
}

/** Runs git on the copy of the index; a git that fails ends the whole attempt. */
export type IndexGit = (args: readonly string[], options?: IndexGitOptions) => GitResult;

export interface IndexGitOptions extends Pick<GitOptions, 'input' | 'directory'> {
  /** An exit code that is no failure: some questions are answered by one. */
  orStatus?: number;
  /** A file that is used in the place of the copy. */
  index?: string;
  /** A git folder of nothing but configuration in place of the repository's, whose objects are seen all the same. */
  gitDir?: string;
}

/** A start is a moment by the clock of the repository's file system. */
export interface Start {
  /** The moment of the beginning, in milliseconds. */
  began: number;
  /** False where the time of a file's last change (ctime) is any that a program gives it, or none. */
  keepsChangeTimes: boolean;
}

/** False when the index surely has no entry of these kinds; costs no process. */
export type IndexHolds = (...kinds: (keyof typeof KINDS)[]) => boolean;

/**
 * Lets `work` run git commands on a copy of the repository's index, so that the real one and its lock are left alone.
 * Objects that git writes meanwhile stay in the repository until it collects garbage, as those of an undone `git add`.
 * @param work is also told when the copy was made (milliseconds, by the clock of the repository's file system), and where it is
 */
export function withTemporaryIndex<T>(
  repository: Repository,
  deadline: number | undefined,
  work: (run: IndexGit, holds: IndexHolds, start: Start, index: string) => T,
): T | Failed {
  let index = '';
  try {
    const folder = workingFolder(repository);
    index = join(folder, `index-${uniqueName()}`);
    // By its own time a copy of an index that nobody has written for an hour is an orphan from the start: another process
    // would take it away from the one that works on it, which then sees an index without any file.
    if (folder.startsWith(repository.evidence)) {
      removeOrphans(folder, 'index-', 'ctimeMs');
      removeOrphans(folder);
    }
    const start = copyIndex(join(repository.gitDir, 'index'), index);
    const settings = tellsCaseApart(repository.root) ? ['core.ignoreCase=false'] : [];
    const run: IndexGit = (args, { orStatus = 0, index: file = index, gitDir, ...options } = {}) => {
      const limits = deadline === undefined ? {} : { deadline };
      const store = { GIT_OBJECT_DIRECTORY: join(repository.commonDir, 'objects'), ...objectVariables(repository) };
      const other = gitDir ? { GIT_DIR: gitDir, ...store } : {};
      // The repository's configuration may name another work tree (core.worktree) than the one that commands run in.
      const env = { GIT_INDEX_FILE: file, GIT_WORK_TREE: repository.root, ...other };
      const result = git(repository, args, { ...options, ...limits, env, settings });
      if (result.status === 0 || result.status === orStatus) return result;
      throw new Error(`git ${args[0]} (exit code ${result.status}): ${result.stderr.trim().slice(0, 500)}`);
    };
    return work(run, (...kinds) => mayHold(index, kinds), start, index);
  } catch (error) {
    return { failed: String(error instanceof Error ? error.message : error) };
  } finally {
    if (index !== '') remove(index, repository);
  }
}

function remove(index: string, repository: Repository): void {
  for (const name of [index, `${index}.lock`]) removeQuietly(name);
  if (!index.startsWith(repository.evidence)) rmSync(dirname(index), { recursive: true, force: true });
}

/**
 * Returns the folder for the copy: among the evidence, whose file system and clock are the repository's. Where a sandbox lets
 * nobody write there, one for temporary files does to look at the content, as nothing is recorded then.
 */
function workingFolder(repository: Repository): string {
  const folder = join(repository.evidence, 'tmp');
  try {
    refuseLinks(repository.commonDir, folder);
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
    return folder;
  } catch (error) {
    const elsewhere = process.env.TMPDIR || '/tmp';
    if ((error as NodeJS.ErrnoException).code !== 'EROFS' || !isAbsolute(elsewhere)) throw error;
    return mkdtempSync(join(elsewhere, 'flow-'));
  }
}

/**
 * Tells whether names that differ in case alone are two files in a work tree, whatever git was told
 * (`core.ignoreCase`): told so where they are, git takes the second for the first, and an untracked file that decides
 * the tests is in no content.
 */
export function tellsCaseApart(root: string): boolean {
  return existsSync(join(root, '.git')) && !existsSync(join(root, '.GIT'));
}

/**
 * The copy gets the original's time, rounded down: git looks again at files that are not older than the index, and a
 * younger copy would let an edit within the same second pass unseen.
 * @returns when that was; where there is no index, by this process's own clock
 */
function copyIndex(from: string, to: string): Start {
  const stat = statSync(from, { throwIfNoEntry: false });
  if (stat === undefined) return { began: Date.now(), keepsChangeTimes: true };
  // A pipe or a device that somebody puts there is read without end.
  if (!stat.isFile()) throw new Error("git's index is no file");
  if (stat.size > MAX_INDEX) throw new Error("git's index is too large");
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  utimesSync(to, LONG_AGO, LONG_AGO);
  const { ctimeMs } = statSync(to);
  const time = Math.floor(stat.mtimeMs / 1000);
  utimesSync(to, time, time);
  return { began: statSync(to).ctimeMs, keepsChangeTimes: ctimeMs > 0 && ctimeMs !== LONG_AGO * 1000 };
}

/** Bytes of the largest index that is copied: some ten million files. */
const MAX_INDEX = 2 ** 30;

/** A time that some file systems give a file's change along with its content: they keep one time for both. */
const LONG_AGO = 1_000_000_000;

/** Reads the index itself, in far less time than git starts in. What it cannot read is a maybe, which is a yes. */
function mayHold(index: string, kinds: readonly (keyof typeof KINDS)[]): boolean {
  let bytes: Buffer;
  try {
    bytes = readFileSync(index);
  } catch {
    return false;
  }
  const wanted = kinds.map((kind) => KINDS[kind]);
  // What is nowhere in the bytes is in no entry; to go through them all takes longer than to look for it.
  if (!wanted.some((mode) => isSomewhere(bytes, mode)) && !bytes.includes('link\0')) return false;
  let found = false;
  const end = walkEntries(bytes, SHA1, (at) => {
    const kind = bytes.readUInt32BE(at + PARTS.mode) & ~0o777;
    found ||= kind !== KINDS.file || wanted.includes(kind);
  });
  return found || end === null;
}

/** Tells whether bytes hold a mode, of four bytes: two zeros stand in front, which nearly every place in an index looks like. */
function isSomewhere(bytes: Buffer, mode: number): boolean {
  const end = Buffer.from([mode >> 8, 0]);
  for (let at = bytes.indexOf(end, 2); at >= 0; at = bytes.indexOf(end, at + 1))
    if (bytes[at - 1] === 0 && bytes[at - 2] === 0) return true;
  return false;
}
