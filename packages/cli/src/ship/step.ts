import type { Facts } from './facts.js';
import type { Shipping } from './shipping.js';

/** A step is a step of shipping. Whether it is done follows from facts alone, so shipping again goes on where it stopped. */
export interface Step {
  id: StepId;
  title: string;
  /** Says in a few words why there is nothing to do; null while there is something. */
  isDone(facts: Facts, shipping: Shipping): Promise<string | null> | string | null;
  /** Tells what the step would do, one line each. */
  plan(facts: Facts, shipping: Shipping): Promise<string[]> | string[];
  /** Runs the step. */
  run(facts: Facts, shipping: Shipping): Promise<void>;
  /** Tells in a few words what the step has left behind, where nobody wanted to wait; null where it is over. */
  left?(facts: Facts): string | null;
}

export const STEP_IDS = ['build', 'lint', 'test', 'evidence', 'commit', 'push', 'pull-request', 'ci'] as const;
export type StepId = (typeof STEP_IDS)[number];
