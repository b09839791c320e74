import { addedIn, staleReviews } from '@flow/core/workflow';
import { readHead } from '@flow/evidence';
import type { Surroundings } from '../places/surroundings.js';
import { Moments } from './moments/moments.js';
import type { Standing } from './status.js';

/** Content that a push would publish. */
interface Pushed {
  /** The commit at its tip; null where HEAD is pushed. */
  tip: string | null;
  /** The tree of a commit that the same command makes first; null where it makes none. */
  planned: string | null;
}

/**
 * Reviews of the run's change that saw other content than what a push would publish (feature D39). What is pushed from
 * another branch is no work of this run.
 */
export function reviewsBehind({ tip, planned }: Pushed, around: Surroundings, standing: Standing): string[] {
  const { run, workflow, facts } = standing;
  const head = readHead(around.repository)?.commit ?? null;
  if (head === null || (tip !== null && tip !== head)) return [];
  const moments = new Moments(around, workflow, run, addedIn(facts.events));
  const present = moments.all[moments.placeOf(planned ?? moments.treeOf(head), head)];
  moments.save();
  return present === undefined ? [] : staleReviews(workflow, { ...facts, present });
}
