import type { Tier } from './answers.js';

/** `TIERS` holds the words about each tier, for whoever chooses one. */
export const TIERS: Readonly<Record<Tier, { title: string; what: string }>> = {
  1: { title: 'guards', what: 'refuses untested pushes and forged evidence; changes nothing else' },
  2: { title: 'guards and phases', what: 'guides the agent from plan to tested code' },
  3: { title: 'all the way to a pull request', what: 'adds reviewers that never saw the conversation' },
};
