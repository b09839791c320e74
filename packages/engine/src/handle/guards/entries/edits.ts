import type { Judge } from '../../../judges/guard.js';
import { judgeAsking } from '../asking.js';
import { judgeEditRules } from '../edits.js';
import { judgeLeasedTree } from '../leased-tree.js';
import { judgeReviewer, judgeSpeech } from '../reviewers.js';
import { judgeSharedCommit } from '../shared-commit.js';

/** Holds who may change what, and when: a reviewer nothing at all; and who may ask, where nobody is there to answer. */
export const edits: Judge = (deed, facts) => {
  const reviewing = [...judgeReviewer(deed, facts), ...judgeSpeech(deed, facts), ...judgeAsking(deed, facts)];
  if (reviewing.length > 0) return reviewing;
  return [...judgeLeasedTree(deed, facts), ...judgeEditRules(deed, facts), ...judgeSharedCommit(deed, facts)];
};
