import type { Dials, FlowDeed } from '@flow/core/workflow';
import { appendEvent, type FlowData, readHead } from '@flow/evidence';
import { contentNow } from '../observers/capture.js';
import { setMarker } from '../policy.js';
import type { Surroundings } from '../surroundings.js';
import type { Run } from './run.js';
import { RUN_MARKER } from './run-marker.js';

/**
 * Records that something happened in a run, on the content as it is now.
 * @throws EvidenceError
 */
export function recordDeed(around: Surroundings, run: Pick<Run, 'id'>, what: FlowDeed): void {
  append(around, run.id, what);
}

/**
 * Starts a run on the branch that is checked out.
 * @returns its id
 * @throws EvidenceError
 */
export function recordStart(around: Surroundings, workflow: string, branch: string, dials: Dials): string {
  const id = process.getBuiltinModule('node:crypto').randomUUID();
  append(around, id, { type: 'start', workflow, branch, dials });
  setMarker(around.repository, around.start.environment, RUN_MARKER, true);
  return id;
}

function append(around: Surroundings, run: string, what: FlowData['what'] | FlowDeed): void {
  const { repository, start } = around;
  const tree = contentNow(repository, start.deadline)?.tree ?? null;
  const head = readHead(repository)?.commit ?? null;
  appendEvent(repository, { type: 'flow', data: { run, tree, head, what: { ...what } } }, start.environment);
}
