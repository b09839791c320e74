import { existsSync } from 'node:fs';
import path from 'node:path';
import { repositoryState } from '@flow/evidence/fast';
import { load } from '../load.js';
import { type Surroundings, withDeadline } from '../places/surroundings.js';
import type { Marker } from '../policy/markers.js';
import type * as Workflow from './index.js';
import { marksOf } from './kept-standing.js';
import type { StandingRead, Untold } from './standing-read.js';

/** Readings by the surroundings of one event; null where nothing was ever started. */
const reads = new WeakMap<Surroundings, StandingRead | null>();

/** Returns the reading that this event has made already; null where the event has made none, and where nothing runs. */
export const readHere = (around: Surroundings): StandingRead | null => reads.get(around) ?? null;

/** Loads the room of workflows, a bundle of its own: only repositories in which something runs pay for the bundle. */
export function workflowRoom(): typeof Workflow {
  return load<typeof Workflow>('run');
}

/** Tells whether a run was ever started in this repository. */
export function mayLead({ repository, start }: Surroundings): boolean {
  return existsSync(path.join(repositoryState(repository, start.environment), 'runs' satisfies Marker));
}

/**
 * Returns the standing of the branch's run, read once for an event. Null, for the price of one look, where nothing
 * runs.
 */
export function standingHere(around: Surroundings): Workflow.Standing | null {
  let read = reads.get(around);
  if (read === undefined) {
    read = mayLead(around) ? readStanding(around) : null;
    reads.set(around, read);
  }
  return read?.standing ?? null;
}

/**
 * Keeps the commands that the documents of the branch's run ask for now, so that runs of these are recorded: whoever has just written
 * one may run it before anything else reads the document.
 * @returns false where nothing runs
 */
export function keepAskedHere(around: Surroundings): boolean {
  const standing = standingHere(around);
  if (standing === null) return false;
  workflowRoom().keepCommands(around, standing);
  return true;
}

/** The standing of the run where this event has read the run already; null where the event has not. */
export function standingKnown(around: Surroundings): Workflow.Standing | null {
  return readHere(around)?.standing ?? null;
}

/**
 * The reason why this event could not read where the run stands: no rule of a phase was held against the event. Null where
 * the run was read, and where the event has not asked.
 */
export function untoldHere(around: Surroundings): Untold | null {
  return readHere(around)?.untold ?? null;
}

/** Milliseconds that are left to the other guards of an event when the standing cannot be read in time. */
const RESERVE = 1500;

/**
 * Reads where the run stands, and writes nothing. Guards of phases are open where the standing cannot be read in time: those
 * of secrets, evidence and pushes need the rest of the time.
 */
function readStanding(around: Surroundings): StandingRead {
  const looked = { ...marksOf(around.repository), time: Date.now() };
  let untold: Untold | null = null;
  try {
    const { standingOf } = workflowRoom();
    const standing = standingOf(withDeadline(around, around.start.deadline - RESERVE), (why) => {
      untold = why;
    });
    return { standing, untold, looked };
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'DEADLINE') throw error;
    return { standing: null, untold: { why: 'time' }, looked };
  }
}
