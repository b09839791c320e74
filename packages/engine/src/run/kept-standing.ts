import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readSmall } from '@flow/evidence/disk/read-small';
import { type Environment, type Repository, repositoryState } from '@flow/evidence/fast';
import { TRAIL } from '../facts/trail/audit-line.js';

/**
 * The findings of the last evaluation of a branch's run, kept for the status line, which has no time to evaluate. The file
 * proves nothing and decides nothing: only people read the line. Part of a small entry: `fs` and `path` alone.
 */
export interface KeptStanding {
  v: 1;
  branch: string;
  /** Marks of journal and audit trail when the evaluation began. */
  journal: string;
  trail: string;
  /** `tests [5/11]`. */
  place: string;
  /** `a person`; null while there is work for the agent. */
  waits: string | null;
  /** `2/3` of a panel or of a loop. */
  round: string | null;
  /** The tests of the content that was looked at; null where no suite belongs to it. */
  tests: 'fresh' | 'stale' | 'red' | null;
}

const MAX = 16 * 1024;

/** Names the file of a work tree: each has its own branch. */
export function keptFile(repository: Repository, environment: Environment): string {
  const name = basename(repository.gitDir).replace(/[^\w.-]+/g, '-');
  return join(repositoryState(repository, environment), `standing-${name}.json`);
}

/** Reads what was kept; null for anything that `keepStanding` would not write. */
export function readKept(repository: Repository, environment: Environment): KeptStanding | null {
  try {
    const text = readSmall(keptFile(repository, environment), MAX);
    const kept = JSON.parse(text ?? 'null') as Partial<KeptStanding> | null;
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

function isKept(kept: Partial<KeptStanding> | null): kept is KeptStanding {
  if (kept?.v !== 1) return false;
  const { branch, journal, trail, place, waits, round, tests } = kept;
  return (
    [branch, journal, trail, place].every((one) => typeof one === 'string') &&
    [waits, round, tests].every((one) => one === null || typeof one === 'string')
  );
}

/** Changes with every entry of the journal, and with every line of the audit trail. */
export function marksOf({ evidence }: Repository): { journal: string; trail: string } {
  return { journal: markOf(join(evidence, 'journal.jsonl')), trail: markOf(join(evidence, 'audit', `${TRAIL}.jsonl`)) };
}

function markOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.size}:${found.mtimeMs}` : 'none';
}
