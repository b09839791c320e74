import type { CheckSpec, Phase } from '@flow/core/workflow';
import type { Standing } from '../status.js';

/** Tells whether a run asks for the approval of a gate as a whole, of each of its items, or both. */
export function gateAsked({ workflow }: Pick<Standing, 'workflow'>, gate: string): { ofRun: boolean; ofItem: boolean } {
  const isIt = (spec: CheckSpec) => spec.check === 'approved' && spec.gate === gate;
  const ofItem = (phases: readonly Phase[]): boolean =>
    phases.some(({ exit, each }) => exit.some(isIt) || ofItem(each?.phases ?? []));
  return {
    ofRun: workflow.phases.some(({ exit }) => exit.some(isIt)),
    ofItem: workflow.phases.some(({ each }) => ofItem(each?.phases ?? [])),
  };
}
