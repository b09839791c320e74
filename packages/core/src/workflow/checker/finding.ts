import type { Finding } from '../../finding.js';
import type { Facts } from '../facts.js';

/** A run that leads to where a workflow is wrong: given to `evaluate`, it says so itself. */
export interface Trace {
  facts: Facts;
  /** The position there. */
  position: string;
}

/**
 * A workflow finding tells what is wrong with a workflow; `args.at` names the phase or check, `args.remedy` says what
 * to do.
 */
export interface WorkflowFinding extends Finding {
  /** A counterexample, where a run can show it. */
  trace?: Trace;
}

/** @param at path of a phase, or key of a check */
export function found(
  code: string,
  at: string,
  remedy: string,
  args: Finding['args'] = {},
  level: Finding['level'] = 'block',
): WorkflowFinding {
  return { code, level, args: { at, ...args, remedy } };
}
