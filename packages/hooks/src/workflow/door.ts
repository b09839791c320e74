import { existsSync } from 'node:fs';
import path from 'node:path';
import { repositoryState } from '@flow/evidence/fast';
import { marksOf } from '../status-line/kept-standing.js';
import type { Surroundings } from '../surroundings.js';
import type * as Workflow from './index.js';
import { RUN_MARKER } from './run-marker.js';

const standings = new WeakMap<Surroundings, Workflow.Standing | null>();

/** The room of workflows, a file of its own: only repositories in which something runs pay for it. */
export function workflowRoom(): typeof Workflow {
  return require('./workflow.cjs') as typeof Workflow;
}

/** Where the run of the branch stands; asked once for an event. Null, for the price of one look, where nothing runs. */
export function standingHere(around: Surroundings): Workflow.Standing | null {
  const known = standings.get(around);
  if (known !== undefined) return known;
  const folder = repositoryState(around.repository, around.start.environment);
  const standing = existsSync(path.join(folder, RUN_MARKER)) ? look(around) : null;
  standings.set(around, standing);
  return standing;
}

function look(around: Surroundings): Workflow.Standing | null {
  const { standingOf, keepStanding } = workflowRoom();
  const marks = marksOf(around.repository);
  const standing = standingOf(around);
  keepStanding(around, standing, marks);
  return standing;
}
