import { addedIn, debtName, staleReviews } from '@flow/core/workflow';
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

/** `SaidOfPush` tells what a run says of a push of its work: nothing of what is pushed from another branch. */
export interface SaidOfPush {
  /** Reviews of the run's change that saw other content than what the push would publish (feature D39). */
  reviews: string[];
  /** What the run owes: checks that were let through, waived or left out, each with its reason (feature X38). */
  debts: string[];
}

/** Tells what a run says of a push. */
export function saidOfPush(pushed: Pushed, around: Surroundings, standing: Standing): SaidOfPush {
  const head = readHead(around.repository)?.commit ?? null;
  if (head === null || (pushed.tip !== null && pushed.tip !== head)) return { reviews: [], debts: [] };
  const debts = standing.status.debts.map(
    ({ reason, ...one }) => `${debtName(one)}${reason === '' ? '' : ` (${reason})`}`,
  );
  return { reviews: reviewsBehind(pushed, head, around, standing), debts };
}

function reviewsBehind({ planned }: Pushed, head: string, around: Surroundings, standing: Standing): string[] {
  const { run, workflow, facts } = standing;
  const moments = new Moments(around, workflow, run, addedIn(facts.events));
  const present = moments.all[moments.placeOf(planned ?? moments.treeOf(head), head)];
  moments.save();
  return present === undefined ? [] : staleReviews(workflow, { ...facts, present });
}
