import type { Surroundings } from '../surroundings.js';

/**
 * The phase in force in a work tree: the one that the policy names, until a workflow computes it. The one place that
 * guards, observers and git's hooks ask.
 */
export function currentPhase({ policy }: Pick<Surroundings, 'policy'>): string | null {
  return policy.edits.phase;
}
