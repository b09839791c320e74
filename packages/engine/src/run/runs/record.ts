import path from 'node:path';
import type { RunGoal } from '@flow/core/goal';
import type { Dials, FlowDeed } from '@flow/core/workflow';
import { appendEvent, type FlowData, makeFolderInTree, readHead } from '@flow/evidence';
import { contentNow } from '../../facts/content.js';
import type { Surroundings } from '../../places/surroundings.js';

import { setMarker } from '../../policy/policy.js';
import { documentPaths } from '../documents/documents.js';
import { whereHere } from '../leases/where.js';
import { workflowOf } from '../status.js';
import { RENAMED, type Run } from './run.js';
import { isNameUntold } from './run-here.js';

/**
 * Records that something happened in a run, on the content as it is now.
 * @throws EvidenceError
 */
export function recordDeed(around: Surroundings, run: Run | Pick<Run, 'id'>, what: FlowDeed): void {
  if ('names' in run) keepName(around, run);
  append(around, run.id, what);
}

/**
 * Records something that says nothing of any content.
 * @throws EvidenceError
 */
export function recordWithout(around: Surroundings, run: Pick<Run, 'id'>, what: FlowDeed): void {
  append(around, run.id, what, null);
}

/**
 * Records something that proves nothing: the workflow does not hear it.
 * @throws EvidenceError
 */
export function recordBeside(around: Surroundings, run: string, what: FlowData['what']): void {
  append(around, run, what, null);
}

/** Type of the `flow` event that keeps what came too late. No deed: it proves nothing. */
export const FOREIGN = 'foreign';

/**
 * Keeps what somebody said of an item that another one has begun since. It counts for nothing.
 * @throws EvidenceError
 */
export function recordForeign(around: Surroundings, run: Pick<Run, 'id'>, deed: FlowDeed, lease: string): void {
  append(around, run.id, { type: FOREIGN, deed, lease });
}

/** Types of `flow` events that say what became of commits. No deeds: they prove nothing. */
export const COMMITTED = 'commit';
export const CHECKPOINT = 'checkpoint';
export const ROLLED_BACK = 'rollback';

/**
 * Notes something about a run that no position follows from.
 * @throws EvidenceError
 */
export function recordNote(around: Surroundings, run: Pick<Run, 'id'>, what: FlowData['what']): void {
  append(around, run.id, what);
}

/**
 * Tells the journal the name that the run's branch has now, where it does not know: from then on the run stays with it,
 * whoever makes a branch of the old name.
 * @throws EvidenceError
 */
export function keepName(around: Surroundings, run: Run): void {
  if (isNameUntold(run)) append(around, run.id, { type: RENAMED, branch: run.branch });
}

/**
 * Starts a run on the branch that is checked out.
 * @param goal what it is for, as far as somebody said
 * @param joined the id of the run on another machine, where this is the same
 * @returns its id
 * @throws EvidenceError
 */
export function recordStart(
  around: Surroundings,
  workflow: string,
  branch: string,
  dials: Dials,
  goal?: RunGoal,
  joined?: string,
): string {
  const id = joined ?? process.getBuiltinModule('node:crypto').randomUUID();
  const began = { ...(goal && { goal }), ...(joined !== undefined && { joined: true }) };
  append(around, id, { type: 'start', workflow, branch, dials, ...began });
  setMarker(around.repository, around.start.environment, 'runs', true);
  makeFolders(around, workflow, branch);
  return id;
}

/** The branch's folder is there before the first document is written (feature D50). */
function makeFolders({ repository, policy }: Surroundings, workflow: string, branch: string): void {
  const documents = workflowOf(workflow, policy);
  const paths = documents
    ? Object.values(documentPaths(documents, [{ name: branch, until: Number.POSITIVE_INFINITY }])).flat()
    : [];
  for (const folder of new Set(paths.map((one) => path.dirname(one)))) {
    try {
      makeFolderInTree(repository, folder);
    } catch {
      // Something else lies there: whoever writes the document is told so by its own tool.
    }
  }
}

function append(around: Surroundings, run: string, what: FlowData['what'] | FlowDeed, tree?: string | null): void {
  const data = flowDataOf(around, run, what, tree);
  // Whoever comes first has the item.
  const isClaim = what.type === 'item' && 'lease' in what && what.lease !== undefined;
  appendEvent(around.repository, { type: 'flow', data, ...(isClaim && { isClaim }) }, around.start.environment);
}

/** Returns what is recorded of something that happens here, now. */
export function flowDataOf(
  { repository, start }: Surroundings,
  run: string,
  what: FlowData['what'] | FlowDeed,
  tree = contentNow(repository, start.deadline)?.tree ?? null,
): FlowData {
  const head = readHead(repository)?.commit ?? null;
  return { run, tree, head, what: { ...what }, where: whereHere(repository, start.environment) };
}
