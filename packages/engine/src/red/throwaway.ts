import { chmodSync, lstatSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { git, type Repository } from '@flow/evidence';
import { isWithinFolder } from '@flow/evidence/disk/is-within-folder';
import { namesIn } from '@flow/evidence/disk/names-in';

/** A work tree of a commit in the temporary folder. */
export interface Throwaway {
  /** The folder that all of it is in, with room for what runners write. */
  area: string;
  /** The work tree. */
  tree: string;
  remove(): void;
}

/** The owner's process id is in the name, so that the next one can tell who was killed. */
const NAME = /^flow-red-(\d+)-\w+$/;

/** No submodule is fetched, and large files stay the pointers that git has. */
const SETTINGS = [
  'submodule.recurse=false',
  'worktree.useRelativePaths=false',
  'filter.lfs.smudge=',
  'filter.lfs.process=',
  'filter.lfs.required=false',
].flatMap((setting) => ['-c', setting]);

/**
 * Makes a work tree of a commit, without running any hook of the repository. It is known to git until it is removed.
 * @returns the tree, or why there is none
 */
export function makeThrowaway(
  repository: Repository,
  commit: string,
  deadline: number,
): Throwaway | { failed: string } {
  const top = realpathSync(tmpdir());
  if (isWithinFolder(top, repository.root)) {
    return { failed: `the temporary folder ${top} is inside the repository; set TMPDIR to one outside` };
  }
  const area = mkdtempSync(path.join(top, `flow-red-${process.pid}-`));
  const tree = path.join(area, path.basename(area));
  const remove = () => removeArea(repository, area);
  try {
    const made = git(repository, [...SETTINGS, 'worktree', 'add', '--quiet', '--detach', tree, commit], {
      deadline,
      env: { GIT_LFS_SKIP_SMUDGE: '1' },
    });
    if (made.status === 0) return { area, tree, remove };
    remove();
    return { failed: `git worktree add: ${made.stderr.trim().slice(0, 300)}` };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Runs git in the throwaway tree. */
export function gitThere(
  repository: Repository,
  tree: string,
  args: readonly string[],
  input: string,
  deadline: number,
) {
  const env = { GIT_LFS_SKIP_SMUDGE: '1', GIT_LITERAL_PATHSPECS: '1' };
  return git(repository, [...SETTINGS, ...args], { directory: tree, input, deadline, env });
}

/** Removes what earlier ones left that were killed; nothing that was not made here, and no work tree of a person. */
export function removeLeftovers(repository: Repository): void {
  for (const area of [...abandonedAreas(), ...abandonedTrees(repository)]) removeArea(repository, area);
}

function abandonedAreas(): string[] {
  const top = realpathSync(tmpdir());
  return readdirSync(top)
    .filter(isAbandoned)
    .map((name) => path.join(top, name))
    .filter((area) => {
      const stat = lstatSync(area, { throwIfNoEntry: false });
      return stat?.isDirectory() && stat.uid === process.getuid?.();
    });
}

/** Work trees whose folder is gone and which git still knows. */
function abandonedTrees(repository: Repository): string[] {
  const names = namesIn(path.join(repository.commonDir, 'worktrees')).filter(isAbandoned);
  return names.map((name) => path.join(realpathSync(tmpdir()), name));
}

function isAbandoned(name: string): boolean {
  const owner = NAME.exec(name)?.[1];
  if (owner === undefined) return false;
  try {
    process.kill(Number(owner), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Git's note of a work tree bears the name of its folder, which is ours alone. */
function removeArea(repository: Repository, area: string): void {
  removeFolder(area);
  const note = path.join(repository.commonDir, 'worktrees', path.basename(area));
  const gitdir = readText(path.join(note, 'gitdir'));
  if (gitdir?.trim() === path.join(area, path.basename(area), '.git')) rmSync(note, { recursive: true, force: true });
  try {
    // As git does when the last one is gone.
    rmdirSync(path.join(repository.commonDir, 'worktrees'));
  } catch {
    // There is none, or there are others.
  }
}

/**
 * Removes a folder, also where tests have taken the permission to write from its parts. What still stays is for the
 * next one to try again.
 */
function removeFolder(folder: string): void {
  for (const attempt of [1, 2]) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      return;
    } catch {
      if (attempt === 1) makeWritable(folder);
    }
  }
}

function makeWritable(folder: string): void {
  try {
    chmodSync(folder, 0o700);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) makeWritable(path.join(folder, entry.name));
    }
  } catch {
    // Another user's.
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
