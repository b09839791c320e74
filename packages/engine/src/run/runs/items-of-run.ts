import { addedIn, type Facts, type ItemFact } from '@flow/core/workflow';

/** Every item of a run: those that were added on the way, and those that its documents list, whose word is the later one. */
export function itemsOfRun({ events, present }: Pick<Facts, 'events' | 'present'>): ItemFact[] {
  const all = [...addedIn(events), ...present.items].map((one) => [one.id, one] as const);
  return [...new Map(all).values()];
}
