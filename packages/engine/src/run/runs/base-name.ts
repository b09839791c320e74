import { fetchedBase } from '@flow/evidence/git/base';
import type { Surroundings } from '../../places/surroundings.js';

const USUAL_BASES = new Set(['main', 'master', 'trunk', 'develop']);

/**
 * Returns the branch that work is merged into: as it is known, else the one checked out where it has the usual name of
 * one.
 */
export function baseNameOf(named: string | null, branch: string | null): string | null {
  return named ?? (branch !== null && USUAL_BASES.has(branch) ? branch : null);
}

/** Tells whether work is merged into a branch: no place for a run (features C11, D49). */
export function isBaseBranch({ repository, policy, start }: Surroundings, branch: string): boolean {
  const base = fetchedBase(repository, policy, null, start.deadline);
  return baseNameOf(policy.baseBranch ?? base?.branch ?? null, branch) === branch;
}
