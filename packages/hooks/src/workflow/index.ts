export { documentTemplate, plainTemplate, TEMPLATES } from '@flow/core/documents';
export { diagramOf, evaluate, fold, judgeOverride, OVERRIDE_CALLS, readDeed } from '@flow/core/workflow';
export { type KnownRun, knownRuns } from './all-runs.js';
export { approvedDocuments } from './approved-documents.js';
export { isBaseBranch } from './base-name.js';
export { documentPaths } from './documents.js';
export { itemsAtWork } from './items-at-work.js';
export { itemsOfRun } from './items-of-run.js';
export { keepStanding } from './keep-standing.js';
export { openOf, openWords } from './open-words.js';
export { writeOverrides } from './override-view.js';
export { keepName, recordDeed, recordStart } from './record.js';
export { reviewsBehind } from './reviewed.js';
export { isReviewer } from './reviewers.js';
export { type Run, runOf } from './run.js';
export { runContextOf } from './run-context.js';
export { runHere } from './run-here.js';
export { statusBefore, statusesSince } from './since.js';
export { writeSkeleton } from './skeleton.js';
export { specificationLines } from './specification.js';
export {
  resolvedWorkflow,
  type Standing,
  standingOf,
  type Untold,
  WORKFLOWS,
  workflowIds,
  workflowOf,
} from './status.js';
export {
  BUDGET,
  everyItem,
  itemLines,
  movedText,
  phaseLine,
  readyItems,
  statusText,
  subagentText,
} from './status-text.js';
export { leftRun, strayHere, strayText } from './stray.js';
