import type { Tier } from './answers.js';

/** What a tier is, for who chooses one. */
export const TIERS: Readonly<Record<Tier, { title: string; what: string; missing?: string }>> = {
  1: { title: 'guards', what: 'untested pushes and forged evidence are refused, nothing else changes' },
  2: { title: 'guards and phases', what: 'the agent is led from plan to tested code' },
  3: {
    title: 'all the way to a pull request',
    what: 'with reviewers that never saw the conversation',
    missing:
      'reviewers, their choice, and the way to a pull request are not there yet; what Tier 2 has is set up, and the person stands in for the rest.',
  },
};
