import { type CheckSpec, defineWorkflow, type Each, type Phase, type Workflow } from '@flow/core/workflow';
import type { Sim } from './sim.js';

/** Makes a phase whose words are its id. */
export const phase = (id: string, exit: readonly CheckSpec[], rest: Partial<Phase> = {}): Phase => ({
  ...{ id, title: id, instruction: id, exit },
  ...rest,
});

/** Makes the part of a phase that walks the items of a kind. */
export const each = (kind: string, phases: readonly Phase[], rest: Partial<Each> = {}): Pick<Phase, 'each'> => ({
  each: { kind, phases, ...rest },
});

/** Makes a workflow of phases, with a plan as its only document. */
export function workflowOf(phases: readonly Phase[], rest: Partial<Workflow> = {}): Workflow {
  const documents = { plan: { title: 'Plan', path: 'plan.md' } };
  return defineWorkflow({ id: 'any', title: 'Any', version: 1, dials: {}, documents, rules: [], phases, ...rest });
}

/** A check that an item's own submission passes. */
export const SUBMITTED = { check: 'submitted', name: 'done', on: 'item' } as const;

/** Tells the items of a run with their states. */
export const states = (sim: Sim) => sim.status.items.map(({ id, state }) => `${id} ${state}`);
/** Begins an item. */
export const begin = (sim: Sim, item: string) => sim.do({ type: 'item', item, state: 'running', reason: '' });
