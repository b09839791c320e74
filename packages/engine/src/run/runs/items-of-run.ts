import { addedIn, type ItemFact } from '@flow/core/workflow';
import type { Standing } from '../status.js';

/** Finds every item of a run: what was added on the way, what failures made, and what its documents list, whose word is the last. */
export function itemsOfRun({ status, facts }: Pick<Standing, 'status' | 'facts'>): ItemFact[] {
  const all = [...addedIn(facts.events), ...(status.made ?? []), ...facts.present.items].map(
    (one) => [one.id, one] as const,
  );
  return [...new Map(all).values()];
}
