import type { Workflow } from '@flow/core/workflow';

/** A step of a workflow that a person begins with a command of its own: the skill `<workflow>-<step>` (feature C1). */
export interface Step {
  id: string;
  title: string;
  /** The phases that the step leads through; a step without one comes after the run. */
  phases: readonly string[];
  /** What a person says of the work when the step begins. */
  asks?: string;
  /** What is done first, where `flow next` alone does not do. */
  begin?: string;
}

/**
 * A shipped workflow is one that the program ships. Phases stand in its steps in their order, each in one; without steps,
 * one command leads through all.
 */
export interface ShippedWorkflow extends Workflow {
  steps?: readonly Step[];
}
