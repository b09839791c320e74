import { existsSync } from 'node:fs';
import path from 'node:path';
import { repositoryState } from '@flow/evidence/fast';
import { load } from '../load.js';
import { type Surroundings, withDeadline } from '../places/surroundings.js';
import type { Marker } from '../policy/markers.js';
import type * as Workflow from './index.js';
import { marksOf } from './kept-standing.js';

const standings = new WeakMap<Surroundings, Workflow.Standing | null>();
/** Where journal and trail stood before the run was looked at, and when that was, in epoch milliseconds. */
export interface Looked extends ReturnType<typeof marksOf> {
  time: number;
}

const looks = new WeakMap<Surroundings, Looked>();

/** The look behind `standingHere`; undefined where this event has not asked. */
export const lookedHere = (around: Surroundings) => looks.get(around);

/** The room of workflows, a file of its own: only repositories in which something runs pay for it. */
export function workflowRoom(): typeof Workflow {
  return load<typeof Workflow>('run');
}

/** Whether something was ever started in this repository. */
export function mayLead({ repository, start }: Surroundings): boolean {
  return existsSync(path.join(repositoryState(repository, start.environment), 'runs' satisfies Marker));
}

/** Where the run of the branch stands; asked once for an event. Null, for the price of one look, where nothing runs. */
export function standingHere(around: Surroundings): Workflow.Standing | null {
  const known = standings.get(around);
  if (known !== undefined) return known;
  const standing = mayLead(around) ? look(around) : null;
  standings.set(around, standing);
  return standing;
}

/** The same, where this event has asked already; null where it has not. */
export function standingKnown(around: Surroundings): Workflow.Standing | null {
  return standings.get(around) ?? null;
}

/**
 * Writes to the audit trail what this event did. Where the run was looked at behind it, nothing of that has become old by
 * the line, and the status line goes on showing it.
 */
export function noteDone(around: Surroundings, write: () => void): void {
  const [standing, taken] = [standingKnown(around), looks.get(around)];
  const isKept = standing && taken && marksOf(around.repository).trail === taken.trail;
  write();
  if (isKept) workflowRoom().keepStanding(around, standing, { ...taken, trail: marksOf(around.repository).trail });
}

/** Milliseconds that are left to the other guards of an event when the position cannot be told in time. */
const RESERVE = 1500;

/** Why nothing could be told of a run: no time, or what `standingOf` says. */
export type Untold = { why: 'time' } | Workflow.Untold;

const untold = new WeakMap<Surroundings, Untold>();

/**
 * This event has asked where the run stands, and that could not be told: no rule of a phase was held against it. Null where
 * it could, and where the event has not asked.
 */
export function untoldHere(around: Surroundings): Untold | null {
  return untold.get(around) ?? null;
}

/** Guards of phases are open where they cannot tell (design, Hooks); those of secrets, evidence and pushes need the rest. */
function look(around: Surroundings): Workflow.Standing | null {
  const { standingOf, keepStanding, writeOverrides, writeSkeleton } = workflowRoom();
  const taken = { ...marksOf(around.repository), time: Date.now() };
  looks.set(around, taken);
  try {
    const standing = standingOf(withDeadline(around, around.start.deadline - RESERVE), (why) =>
      untold.set(around, why),
    );
    keepStanding(around, standing, taken);
    if (standing) {
      writeSkeleton(around, standing);
      writeOverrides(around, standing);
    }
    return standing;
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'DEADLINE') throw error;
    untold.set(around, { why: 'time' });
    return null;
  }
}
