export { workflowJsonSchemas } from './json.js';
export { OverlaySchema } from './overlay.js';
export { type Parsed, parseOverlay, parseWorkflow, schemaFindings } from './read.js';
export { readWorkflow } from './read-workflow.js';
export { WorkflowSchema } from './workflow.js';
