import { existsSync, lstatSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readText } from '../disk/read-bounded.js';
import { realPath } from '../disk/real-path.js';

/** A repository tells where its parts are. All paths are absolute and free of symbolic links. */
export interface Repository {
  /** Top of the work tree; the git folder itself where there is none (a bare repository). */
  root: string;
  /** Git folder of this worktree. */
  gitDir: string;
  /** Git folder that all worktrees share. */
  commonDir: string;
  /** Where @flow keeps journal and receipts: `<commonDir>/flow`. */
  evidence: string;
}

/** A head tells what HEAD says. `commit` is null before the first commit, `branch` when detached. */
export interface Head {
  branch: string | null;
  commit: string | null;
  detached: boolean;
}

/**
 * Returns the repository that a folder or file belongs to, found as git finds it but by reading files only: no process
 * is started, and `GIT_DIR` is ignored, since whoever sets it must not choose the evidence that counts.
 * @param directory need not exist: its nearest existing ancestor is taken; may lie inside `.git`
 */
export function findRepository(directory: string): Repository | undefined {
  let folder = existingFolder(directory);
  while (folder !== undefined) {
    const found = openDotGit(folder) ?? openGitDir(folder);
    if (found !== undefined) return found;
    const parent = dirname(folder);
    folder = parent === folder ? undefined : parent;
  }
  return undefined;
}

/** Returns the repository of a git folder, or of a `.git` file that names one. */
export function openNamed(path: string): Repository | undefined {
  const folder = existsSync(path) ? existingFolder(path) : undefined;
  if (folder === undefined) return undefined;
  if (statSync(path).isDirectory()) return openGitDir(folder);
  return basename(path) === '.git' ? openDotGit(folder) : undefined;
}

/** Returns true for a repository without a work tree. */
export function isBare(repository: Repository): boolean {
  return repository.root === repository.gitDir;
}

/**
 * Returns the branch and commit of HEAD, from loose files and `packed-refs`.
 * @returns undefined for what these files cannot tell (reftable, symbolic links, odd refs): ask git then
 */
export function readHead(repository: Repository): Head | undefined {
  const head = readRef(join(repository.gitDir, 'HEAD'));
  if (head === undefined || existsSync(join(repository.commonDir, 'reftable'))) return undefined;
  if (isObjectId(head)) return { branch: null, commit: head, detached: true };
  const ref = /^ref:\s*(refs\/heads\/(?!\.invalid$)\S+)$/.exec(head)?.[1];
  if (ref === undefined || ref.split('/').includes('..')) return undefined;
  const branch = ref.slice('refs/heads/'.length);
  const path = join(repository.commonDir, ref);
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) {
    const commit = readRef(path);
    return commit !== undefined && isObjectId(commit) ? { branch, commit, detached: false } : undefined;
  }
  const packed = packedRefs(repository);
  return packed === undefined ? undefined : { branch, commit: packedCommit(packed, ref), detached: false };
}

/** Returns the branch that is checked out, for records: one small file is read. Null where that does not tell. */
export function branchName({ gitDir }: Pick<Repository, 'gitDir'>): string | null {
  return /^ref:\s*refs\/heads\/(?!\.invalid$)(\S+)$/.exec(readRef(join(gitDir, 'HEAD')) ?? '')?.[1] ?? null;
}

/** A ref value tells what a ref holds: a commit of its own, or that of the ref that it stands for. */
export interface RefValue {
  commit: string;
  symref: string | null;
}

/**
 * Returns refs that all worktrees share, from loose files and `packed-refs`; those that are not there are left out.
 * @param names full ones, `refs/remotes/origin/main`
 * @returns undefined for what these files cannot tell: ask git then
 */
export function readRefs(repository: Repository, names: readonly string[]): Map<string, RefValue> | undefined {
  if (existsSync(join(repository.commonDir, 'reftable'))) return undefined;
  let packed: string | undefined;
  const values = new Map<string, RefValue>();
  for (const name of names) {
    const symref = SYMREF.exec(looseRef(repository, name) ?? '')?.[1] ?? null;
    const target = symref ?? name;
    if (!isPlainRef(name) || !isPlainRef(target)) return undefined;
    let commit: string | null | undefined = looseRef(repository, target);
    if (commit === undefined) {
      packed ??= packedRefs(repository);
      if (packed === undefined) return undefined;
      commit = packedCommit(packed, target);
    }
    if (commit === null) continue;
    if (!isObjectId(commit)) return undefined;
    values.set(name, { commit, symref });
  }
  return values;
}

const SYMREF = /^ref:\s*(refs\/\S+)$/;

const isPlainRef = (name: string) => /^refs(?:\/[\w-][\w.-]*)+$/.test(name) && !name.includes('..');

/** Returns a shared ref's text; undefined when it is not loose. What is no plain file reads as no ref at all. */
function looseRef({ commonDir }: Repository, name: string): string | undefined {
  const path = join(commonDir, name);
  const entry = isPlainRef(name) ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
  if (entry === undefined || entry.isDirectory()) return undefined;
  return readRef(path) ?? '';
}

function packedRefs({ commonDir }: Repository): string | undefined {
  const path = join(commonDir, 'packed-refs');
  return existsSync(path) ? readText(path, 64 * 1024 * 1024) : '';
}

function packedCommit(packed: string, ref: string): string | null {
  const end = packed.indexOf(` ${ref}\n`);
  if (end < 0) return null;
  const commit = packed.slice(packed.lastIndexOf('\n', end - 1) + 1, end);
  return isObjectId(commit) ? commit : null;
}

/**
 * Returns a ref's text; undefined also for a link, which older gits used for HEAD and which hides the branch's name.
 */
function readRef(path: string): string | undefined {
  try {
    if (!lstatSync(path).isFile()) return undefined;
  } catch {
    return undefined;
  }
  return readText(path, 4096)?.trimEnd();
}

/** `isObjectId` tells whether a text is an SHA-1 or SHA-256, in hexadecimal. */
function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/** Returns the nearest folder that is there, free of symbolic links, and so are all that it lies in. */
function existingFolder(path: string): string | undefined {
  const absolute = resolve(path);
  try {
    // Much that is asked for is yet to be made, and an error costs more than the look.
    const entry = statSync(absolute, { throwIfNoEntry: false });
    if (entry !== undefined) {
      const real = realPath(absolute);
      return entry.isDirectory() ? real : dirname(real);
    }
  } catch {
    // Below a file, or where nobody may look: its parent tells.
  }
  const parent = dirname(absolute);
  return parent === absolute ? undefined : existingFolder(parent);
}

/**
 * `openDotGit` opens `<folder>/.git`: a git folder, or a file that names one (worktrees, submodules).
 * @param folder free of symbolic links
 */
function openDotGit(folder: string): Repository | undefined {
  const dotGit = join(folder, '.git');
  let entry: ReturnType<typeof lstatSync>;
  let stat: ReturnType<typeof statSync>;
  try {
    entry = lstatSync(dotGit, { throwIfNoEntry: false });
    stat = entry?.isSymbolicLink() ? statSync(dotGit, { throwIfNoEntry: false }) : entry;
  } catch {
    return undefined;
  }
  if (stat === undefined) return undefined;
  if (stat.isDirectory()) {
    if (!isGitDir(dotGit)) return undefined;
    // By far the commonest: every event asks, and there is no link to be followed.
    const isPlain = entry === stat && !existsSync(join(dotGit, 'commondir'));
    return isPlain ? partsOf(folder, dotGit, dotGit) : describe(folder, dotGit);
  }
  const target = /^gitdir: (.+?)\r?\n*$/.exec(readText(dotGit) ?? '')?.[1];
  if (target === undefined) return undefined;
  const gitDir = resolve(folder, target);
  return isGitDir(gitDir) ? describe(folder, gitDir) : undefined;
}

/** The folder is itself a git folder: `.git`, one of its worktrees' folders, or a bare repository. */
function openGitDir(folder: string): Repository | undefined {
  if (!isGitDir(folder)) return undefined;
  if (basename(folder) === '.git') return describe(dirname(folder), folder);
  const worktree = readText(join(folder, 'gitdir'))?.trimEnd();
  const root = worktree === undefined ? folder : dirname(resolve(folder, worktree));
  return describe(existsSync(root) ? root : folder, folder);
}

/** `isGitDir` makes git's own test (setup.c, is_git_directory), a little more lenient. */
function isGitDir(folder: string): boolean {
  if (!existsSync(join(folder, 'HEAD'))) return false;
  if (existsSync(join(folder, 'commondir'))) return true;
  return existsSync(join(folder, 'objects')) && existsSync(join(folder, 'refs'));
}

function describe(root: string, gitDir: string): Repository | undefined {
  try {
    const common = readText(join(gitDir, 'commondir'))?.trimEnd();
    const commonDir = realPath(common === undefined ? gitDir : resolve(gitDir, common));
    return partsOf(realPath(root), realPath(gitDir), commonDir);
  } catch {
    return undefined;
  }
}

const partsOf = (root: string, gitDir: string, commonDir: string): Repository => ({
  root,
  gitDir,
  commonDir,
  evidence: join(commonDir, 'flow'),
});
