import type { Start, Surroundings } from '../../places/surroundings.js';
import { readHere, workflowRoom } from '../door.js';
import { marksOf } from '../kept-standing.js';

/*
 * Views are written once, at the end of an event, from what the event has read of the run. Nothing else in the engine writes
 * a view of a run.
 */

/** Runs one event on a copy of `given`, and writes the views of every repository in which the event has read a run. */
export function withViews<Answer>(given: Start, answer: (start: Start) => Answer): Answer {
  const known = new Map<string, Surroundings>();
  try {
    return answer({ ...given, known });
  } finally {
    for (const around of known.values()) writeViews(around);
  }
}

/** Writes the views of one repository: nothing where the event has not read a run, or had no time to. */
function writeViews(around: Surroundings): void {
  const read = readHere(around);
  if (!read || read.untold?.why === 'time') return;
  try {
    workflowRoom().writeAll(around, read);
  } catch {
    // No decision waits for a view: the next event writes it.
  }
}

/**
 * Calls `write`, which adds a line about this event to the audit trail. The line makes nothing old that the event has read of
 * the run before, so the status line goes on showing the run.
 */
export function noteDone(around: Surroundings, write: () => void): void {
  const read = readHere(around);
  const isCurrent = read?.standing && marksOf(around.repository).trail === read.looked.trail;
  write();
  if (isCurrent) read.looked.trail = marksOf(around.repository).trail;
}
