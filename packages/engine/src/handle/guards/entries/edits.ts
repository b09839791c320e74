import type { Judge } from '../../../judges/guard.js';
import { judgeEditRules } from '../edits.js';
import { judgeReviewer, judgeSpeech } from '../reviewers.js';

/** Holds who may change what, and when: a reviewer nothing at all. */
export const edits: Judge = (deed, facts) => {
  const reviewing = [...judgeReviewer(deed, facts), ...judgeSpeech(deed, facts)];
  return reviewing.length > 0 ? reviewing : judgeEditRules(deed, facts);
};
