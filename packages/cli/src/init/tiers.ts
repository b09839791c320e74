import type { Tier } from './answers.js';

/** What a tier is, for whoever chooses one. */
export const TIERS: Readonly<Record<Tier, { title: string; what: string }>> = {
  1: { title: 'guards', what: 'untested pushes and forged evidence are refused, nothing else changes' },
  2: { title: 'guards and phases', what: 'the agent is led from plan to tested code' },
  3: { title: 'all the way to a pull request', what: 'with reviewers that never saw the conversation' },
};
