import type { Workflow } from '../model.js';
import type { Overlay } from './model.js';

/** A project workflow tells what a project says of one workflow: its own, or changes of one that is shipped. */
export interface ProjectWorkflow {
  define?: Workflow;
  overlay: Overlay;
}
