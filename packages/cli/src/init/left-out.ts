import type { Workflow } from '@flow/core/workflow';
import type { Answers, Parts, Tier } from './answers.js';

/** Returns the phases and judges of a workflow that a tier leads through: what may be left out (feature D7). */
export function partsOf({ phases }: Pick<Workflow, 'phases'>, tier: Tier): Parts {
  const judges = phases.flatMap(({ exit }) => exit.flatMap((check) => ('reviewers' in check ? check.reviewers : [])));
  return {
    phases: tier === 1 ? [] : phases.map(({ id }) => id),
    agents: tier === 3 ? [...new Set(judges)] : [],
  };
}

/** Makes the part of `flow.config.yaml` about the ceremony: who reviews, and which parts are left out here. */
export function leftOut({ tier, without }: Pick<Answers, 'tier' | 'without'>): object {
  const { agents, phases } = without;
  return {
    ...(tier === 3 && { dials: { reviewers: 'agents' } }),
    ...(agents.length > 0 && { agents: Object.fromEntries(agents.map((name) => [name, 'off'])) }),
    // Said in so many words: whoever reads the change of the configuration sees that a phase goes.
    ...(phases.length > 0 && { phases: Object.fromEntries(phases.map((id) => [id, { off: true, required: false }])) }),
  };
}
