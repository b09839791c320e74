import { type CheckSpec, checkId, holds, type Phase } from '@flow/core/workflow';
import type { Standing } from '../workflow/place.js';

/** A check of a workflow that is asked of this run, with where it stands. */
export interface Asked {
  spec: CheckSpec;
  /** `phase.check`. */
  key: string;
  /** The phase of the check is over, is the present one, or comes later. */
  stage: 'done' | 'current' | 'pending';
  /** The check lies behind the gate that comes next: nobody asks for it yet. */
  later: boolean;
}

/** Finds the gate that comes next, and all checks of the run in their order. */
export function askedOf({ workflow, status, facts }: Standing): { gate: string | null; asked: Asked[] } {
  const chosen = new Map(facts.events.flatMap((one) => (one.type === 'choice' ? [[one.question, one.option]] : [])));
  const state = { dials: status.dials, chosen };
  const isAsked = ({ when }: CheckSpec) => holds(when, state, status);
  let gate: string | null = null;
  let isBehind = false;
  const asked = workflow.phases.flatMap((phase) => {
    const stage = status.stages.find(({ id }) => id === phase.id)?.state ?? 'left-out';
    if (stage === 'left-out') return [];
    const checks = specsOf(phase)
      .filter(([, spec]) => isAsked(spec))
      .map(([key, spec]): Asked => ({ spec, key, stage, later: isBehind }));
    const next = stage === 'done' ? undefined : checks.find(({ spec }) => spec.check === 'approved');
    if (next?.spec.check === 'approved' && gate === null) {
      gate = next.spec.gate;
      isBehind = true;
    }
    return checks;
  });
  return { gate, asked };
}

/** Collects the checks of a phase and of its inner phases. */
function specsOf(phase: Phase, parent = ''): [key: string, spec: CheckSpec][] {
  const path = `${parent}${phase.id}`;
  const own = phase.exit.map((spec): [string, CheckSpec] => [`${path}.${checkId(spec)}`, spec]);
  return [...own, ...(phase.each?.phases ?? []).flatMap((inner) => specsOf(inner, `${path}/`))];
}
