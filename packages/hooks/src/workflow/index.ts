export { approvedDocuments } from './approved-documents.js';
export { recordDeed, recordStart } from './record.js';
export { type Run, runOf } from './run.js';
export { runHere, type Standing, standingOf, WORKFLOWS, workflowOf } from './status.js';
export { BUDGET, phaseLine, statusText } from './status-text.js';
