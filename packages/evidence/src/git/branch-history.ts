import { join } from 'node:path';
import { readFileBounded, readText } from '../disk/read-bounded.js';
import type { Repository } from './repository.js';

const MAX_LOG = 4 * 1024 * 1024;

/**
 * Returns the branch that a rebase replays: HEAD stands on none meanwhile. Null where none is under way, or it has no
 * branch.
 */
export function rebasedBranch({ gitDir }: Repository): string | null {
  for (const folder of ['rebase-merge', 'rebase-apply']) {
    const name = branchIn(readText(join(gitDir, folder, 'head-name'), 4096));
    if (name !== null) return name;
  }
  return null;
}

/**
 * Returns the branch that HEAD was on when a bisection began; null where none is under way, or it began on a commit.
 */
export function bisectedBranch({ gitDir }: Repository): string | null {
  const name = readText(join(gitDir, 'BISECT_START'), 4096)?.trim() ?? '';
  return name === '' || /^[0-9a-f]{40,64}$/.test(name) ? null : name;
}

const branchIn = (text: string | undefined) => /^refs\/heads\/(\S+)\n?$/.exec(text ?? '')?.[1] ?? null;

/**
 * Returns the names that a branch had before, newest first, as git's log of the branch tells: `git branch -m` takes the
 * log along. None where no log is kept, or it is longer than anybody's.
 */
export function formerNames({ commonDir }: Repository, branch: string): string[] {
  if (branch.split('/').includes('..')) return [];
  const read = readFileBounded(join(commonDir, 'logs/refs/heads', branch), MAX_LOG);
  if (read.kind !== 'ok') return [];
  const names: string[] = [];
  let name = branch;
  for (const line of read.bytes.toString('utf8').split('\n').reverse()) {
    const told = /\tBranch: renamed refs\/heads\/(\S+) to refs\/heads\/(\S+)$/.exec(line);
    if (told?.[2] !== name || names.includes(told[1]!)) continue;
    name = told[1]!;
    names.push(name);
  }
  return names;
}
