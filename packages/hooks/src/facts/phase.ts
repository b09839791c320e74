import type { EditPolicy, EditRule } from '@flow/core';
import type { Surroundings } from '../surroundings.js';
import { standingHere, workflowRoom } from '../workflow/door.js';
import type { Standing } from '../workflow/index.js';

/** The phase in force in a work tree, with the rules that hold in it. */
export interface PhaseInForce {
  name: string | null;
  edits: EditPolicy;
  /** The one that a file is judged by: of its item, where several are open. */
  phaseOf(file: string): string | null;
  /** Those of other items. */
  others: readonly string[];
  /** What a run adds; null where nothing runs. */
  run: RunInForce | null;
}

export interface RunInForce {
  id: string;
  /** What is in its way, in words; null where nothing is. */
  next: string | null;
  /** A person has lifted the rules for some calls (feature C48): which override it is. */
  override: string | null;
  /** Documents that a person approved: a changed claim in them goes back to the gate (feature D47). */
  approved: readonly string[];
}

/**
 * The phase that the branch's run is in; where nothing runs, the one that the policy names. The one place that guards,
 * observers and git's hooks ask.
 */
export function phaseInForce(around: Surroundings): PhaseInForce {
  const standing = standingHere(around);
  return standing ? phaseOfRun(around, standing) : phaseOfPolicy(around);
}

/** The phases that a run was in since a moment, besides the present one: what was proven since may have led it on. */
export function phasesSince(around: Surroundings, since: number): PhaseInForce[] {
  const standing = standingHere(around);
  if (!standing) return [];
  return workflowRoom()
    .statusesSince(standing, since)
    .map((status) => phaseOfRun(around, { ...standing, status }));
}

function phaseOfRun({ policy: { edits } }: Surroundings, standing: Standing): PhaseInForce {
  const { status, run } = standing;
  const items = workflowRoom().itemsAtWork(standing);
  const phases = Object.fromEntries(
    [...items, { position: status.position, edits: status.edits }].map((one) => [one.position, rulesOf(one.edits)]),
  );
  return {
    name: status.position,
    edits: { ...edits, phases: { ...edits.phases, ...phases } },
    phaseOf: (file) => items.find((one) => one.has(file))?.position ?? status.position,
    others: items.map(({ position }) => position),
    run: {
      id: run.id,
      next: status.open[0] ? workflowRoom().openWords(status.open[0].finding) : null,
      override: status.overrides[0]?.id ?? null,
      approved: workflowRoom().approvedDocuments(standing),
    },
  };
}

const rulesOf = (edits: readonly EditRule[]): EditRule[] => edits.map((one) => ({ ...one }));

/** The phase that the policy names, whatever runs. */
export function phaseOfPolicy({ policy: { edits } }: Pick<Surroundings, 'policy'>): PhaseInForce {
  return { name: edits.phase, edits, phaseOf: () => edits.phase, others: [], run: null };
}

/** Its name alone, for records. */
export function currentPhase(around: Surroundings): string | null {
  return phaseInForce(around).name;
}
