import { FlowError } from '../commands/command.js';
import { refuseImpossible } from './before.js';
import { ciAsksMore } from './ci-commands.js';
import { ci } from './ci-step.js';
import { commit } from './commit-step.js';
import { evidence, remarksOf } from './evidence-step.js';
import { type Facts, takeFacts } from './facts.js';
import { pullRequest } from './pull-request-step.js';
import { push } from './push-step.js';
import type { Shipping } from './shipping.js';
import type { Step, StepId } from './step.js';
import { build, lint, test } from './suite-steps.js';

/** `STEPS` lists all steps in their order. */
export const STEPS: readonly Step[] = [build, lint, test, evidence, commit, push, pullRequest, ci];

/** A step report tells the outcome of a step. */
export interface StepReport {
  id: StepId;
  title: string;
  /** `done`: there was nothing to do; `ran`; `open`: not asked for, or not reached; `failed`. */
  state: 'done' | 'ran' | 'open' | 'failed';
  /** The reason why there is nothing to do, what the step would do, or what is left. */
  says: string[];
}

/** A ship report tells the outcome of shipping. */
export interface ShipReport {
  branch: string;
  head: string;
  steps: StepReport[];
  remarks: string[];
  /** Stopped the step that failed. */
  problem: FlowError | null;
  facts: Facts;
}

/**
 * Runs the steps that are not done, up to one of them, and stops at the first that cannot be done.
 * @throws FlowError what stands in the way before the first step
 */
export async function ship(shipping: Shipping, until: StepId): Promise<ShipReport> {
  let facts = await takeFacts(shipping);
  await refuseImpossible(facts, shipping);
  const remarks = [...(await remarksOf(facts.standing, shipping)), ...(await ciAsksMore(shipping))];
  for (const remark of remarks) shipping.progress.say(remark);
  const steps: StepReport[] = [];
  let problem: ShipReport['problem'] = null;
  const last = STEPS.findIndex(({ id }) => id === until);
  for (const [at, step] of STEPS.entries()) {
    const { id, title } = step;
    if (problem || at > last) {
      steps.push({ id, title, state: 'open', says: [] });
      continue;
    }
    try {
      const done = await step.isDone(facts, shipping);
      if (done !== null) steps.push({ id, title, state: 'done', says: [done] });
      else if (shipping.options.dryRun)
        steps.push({ id, title, state: 'open', says: await step.plan(facts, shipping) });
      else {
        await step.run(facts, shipping);
        facts = await takeFacts(shipping);
        const left = step.left?.(facts) ?? null;
        steps.push({ id, title, state: left === null ? 'ran' : 'open', says: left === null ? [] : [left] });
      }
    } catch (error) {
      if (!(error instanceof FlowError)) throw error;
      steps.push({ id, title, state: 'failed', says: [error.problem.message] });
      problem = error;
      facts = await takeFacts(shipping);
    }
  }
  const { branch, head } = facts;
  return { branch, head, steps, remarks, problem, facts };
}
