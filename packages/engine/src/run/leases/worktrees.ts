import { eventsOf, git, type Journal, type Repository } from '@flow/evidence';
import { realPath } from '@flow/evidence/fast';
import type { Run } from '../runs/run.js';
import { branchHere } from '../runs/run-here.js';

/** A work tree of a repository, as git lists it. */
export interface WorkTree {
  /** Free of symbolic links. */
  root: string;
  /** Null for a detached HEAD. */
  branch: string | null;
}

/** Returns the work trees that git knows of a repository, the main one first. */
export function worktreesOf(repository: Repository, deadline: number): WorkTree[] {
  const { status, stdout } = git(repository, ['worktree', 'list', '--porcelain'], { deadline });
  if (status !== 0) return [];
  return stdout
    .toString('utf8')
    .split('\n\n')
    .flatMap((block) => {
      const lines = block.split('\n');
      const root = lines[0]?.startsWith('worktree ') ? lines[0].slice('worktree '.length) : undefined;
      if (root === undefined || lines.includes('bare') || lines.some((line) => line.startsWith('prunable'))) return [];
      const branch = lines.find((line) => line.startsWith('branch refs/heads/'));
      return [{ root: canonicalOf(root), branch: branch?.slice('branch refs/heads/'.length) ?? null }];
    });
}

function canonicalOf(root: string): string {
  try {
    return realPath(root);
  } catch {
    return root;
  }
}

/**
 * Tells whether this work tree is another one than that where a run lives: that has the run's branch, and of several that do,
 * it is the one where the run was started, else the main one.
 */
export function isApart(repository: Repository, run: Run, { events }: Pick<Journal, 'events'>, deadline: number) {
  const { root } = repository;
  const isOfRun = (branch: string | null) => branch !== null && run.names.some(({ name }) => name === branch);
  const started = startedIn(events, run);
  const all = worktreesOf(repository, deadline);
  // A copy of a work tree has its files and is none: git would write over what is checked out elsewhere.
  if (!all.some((one) => one.root === root)) return false;
  const ofRun = all.filter((one) => isOfRun(one.root === root ? branchHere(repository) : one.branch));
  const home = ofRun.find((one) => one.root === started) ?? ofRun[0];
  if (home) return home.root !== root;
  // The branch is checked out nowhere: the run's work tree is where it was, and nobody's else.
  return root !== (started ?? all[0]?.root);
}

function startedIn(events: Journal['events'], run: Run): string | undefined {
  return eventsOf(events, 'flow').find(({ n }) => n === run.n)?.data.where?.worktree;
}
