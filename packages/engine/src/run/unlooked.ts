import { diffTrees } from '@flow/evidence';
import { findFork } from '@flow/evidence/git/base';
import { contentNow } from '../facts/content.js';
import { weakenedUnlooked } from '../facts/weakened-facts.js';
import { unseenFinding } from '../judges/weakened.js';
import type { Surroundings } from '../places/surroundings.js';
import { formatFinding } from '../words/finding-words.js';
import { readerOf } from './approvals/reader.js';

/** What is known already of the content and of where the work began. */
interface Known {
  tree?: string | null;
  fork?: string | null;
}

/**
 * Says in the words of the push that nobody looked whether tests lost strength since the work began: for status, reports and
 * explanations, which start no program. Null where somebody looks, or there is nothing to say.
 */
export function unlookedHere({ repository, policy, start }: Surroundings, known: Known = {}): string | null {
  const { deadline, environment } = start;
  if (policy.push.weakened === 'off') return null;
  const fork = known.fork === undefined ? findFork(repository, policy, deadline) : known.fork;
  const judged = known.tree === undefined ? contentNow(repository, deadline)?.tree : known.tree;
  if (!fork || !judged) return null;
  const changed = () => {
    const found = diffTrees(repository, fork, judged, { deadline });
    return found === 'gone' ? [] : found;
  };
  const unseen = weakenedUnlooked(repository, policy, { fork, judged, changed }, deadline);
  return unseen && formatFinding(unseenFinding(unseen, 'note'), Date.now(), readerOf(environment));
}
