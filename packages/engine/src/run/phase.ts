import type { EditRule } from '@flow/core';
import type { Surroundings } from '../places/surroundings.js';
import { standingHere, workflowRoom } from './door.js';
import type { ContractChange, Standing } from './index.js';

export type { ContractChange };

/** A phase by its name, null without one, with the rules that hold in it. */
export interface Phase {
  name: string | null;
  rules: readonly EditRule[];
}

/** The phase in force in a work tree. */
export interface PhaseInForce extends Phase {
  /** The phase that a file is judged by: of its item, where several are open. */
  phaseOf(file: string): Phase;
  /** The phases of other items. */
  others: readonly Phase[];
  /** The part of the run; null where nothing runs. */
  run: RunInForce | null;
}

export interface RunInForce {
  id: string;
  /** Words for what is in the way of the phase; null where nothing is. */
  next: string | null;
  /** A person has lifted the rules for some calls (feature C48): which override it is. */
  override: string | null;
  /** Documents that a person approved: a changed claim in them goes back to the gate (feature D47). */
  approved: readonly string[];
  /** Those of them whose contract nobody who works here edits. */
  closed: readonly string[];
  /** The document that lies at a path, by its name; null where none does. */
  documentAt(file: string): string | null;
  /** What a new text of a document says that is no progress; null where the contract stays. */
  contractChange(file: string, before: string, after: string): ContractChange | null;
}

/**
 * Returns the phase that the branch's run is in; where nothing runs, the rules of the policy. The one place that
 * guards, observers and git's hooks ask.
 */
export function phaseInForce(around: Surroundings): PhaseInForce {
  const standing = standingHere(around);
  return standing ? phaseOfRun(standing) : phaseOfPolicy(around);
}

/**
 * Returns the phases that a run was in since a moment, besides the present one: what was proven since may have led it
 * on.
 */
export function phasesSince(around: Surroundings, since: number): PhaseInForce[] {
  const standing = standingHere(around);
  if (!standing) return [];
  return workflowRoom()
    .statusesSince(standing, since)
    .map((status) => phaseOfRun({ ...standing, status }));
}

function phaseOfRun(standing: Standing): PhaseInForce {
  const { status, run } = standing;
  const phase: Phase = { name: status.position, rules: status.edits };
  const items = workflowRoom()
    .itemsAtWork(standing)
    .map(({ position, edits, has }) => ({ phase: { name: position, rules: edits }, has }));
  return {
    ...phase,
    phaseOf: (file) => items.find((one) => one.has(file))?.phase ?? phase,
    others: items.map((one) => one.phase),
    run: {
      id: run.id,
      next: status.open[0] ? workflowRoom().openWords(status.open[0].finding) : null,
      override: status.overrides[0]?.id ?? null,
      approved: workflowRoom().approvedDocuments(standing),
      closed: workflowRoom().closedDocuments(standing),
      documentAt: (file) => workflowRoom().documentAt(standing, file),
      contractChange: (file, before, after) => workflowRoom().contractChange(standing, file, before, after),
    },
  };
}

/** Phase by the policy, where nothing runs. */
export function phaseOfPolicy({ policy: { edits } }: Pick<Surroundings, 'policy'>): PhaseInForce {
  const phase: Phase = { name: null, rules: edits.withoutPhase };
  return { ...phase, phaseOf: () => phase, others: [], run: null };
}

/** Returns the name of the phase in force, for records. */
export function currentPhase(around: Surroundings): string | null {
  return phaseInForce(around).name;
}
