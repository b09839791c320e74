import { addedIn, type ItemFact } from '@flow/core/workflow';
import type { Standing } from '../status.js';

/**
 * Finds every item of a run: what was added on the way, what failures made, and what its documents list. The run's own work tree
 * has the last word: that of an item lacks what nobody has committed.
 */
export function itemsOfRun({ status, facts }: Pick<Standing, 'status' | 'facts'>): ItemFact[] {
  const { present, home = present } = facts;
  const all = [...addedIn(facts.events), ...(status.made ?? []), ...present.items, ...home.items].map(
    (one) => [one.id, one] as const,
  );
  return [...new Map(all).values()];
}

/**
 * Finds the document of a run that lists an item, with its name; undefined where none does. The run's own work tree has the word,
 * as for its items.
 */
export function listingOf({ facts }: Pick<Standing, 'facts'>, item: string) {
  const { documents } = facts.home ?? facts.present;
  return Object.entries(documents).find(([, { lists }]) => lists && Object.hasOwn(lists, item));
}
