import type { EditPolicy, EditRule } from '@flow/core';
import type { Surroundings } from '../surroundings.js';
import { standingHere } from '../workflow/door.js';

/** The phase in force in a work tree, with the rules that hold in it. */
export interface PhaseInForce {
  name: string | null;
  edits: EditPolicy;
}

/**
 * The phase that the branch's run is in; where nothing runs, the one that the policy names. The one place that guards,
 * observers and git's hooks ask.
 */
export function phaseInForce(around: Surroundings): PhaseInForce {
  const { edits } = around.policy;
  const status = standingHere(around)?.status;
  if (!status) return phaseOfPolicy(around);
  const rules: EditRule[] = status.edits.map((one) => ({ ...one }));
  return { name: status.position, edits: { ...edits, phases: { ...edits.phases, [status.position]: rules } } };
}

/** The phase that the policy names, whatever runs. */
export function phaseOfPolicy({ policy: { edits } }: Pick<Surroundings, 'policy'>): PhaseInForce {
  return { name: edits.phase, edits };
}

/** Its name alone, for records. */
export function currentPhase(around: Surroundings): string | null {
  return phaseInForce(around).name;
}
