import type { ItemStatus } from '../workflow/status.js';

/** Lists all items of a phase, each before those that are walked within it. */
export function everyItem(items: readonly ItemStatus[]): ItemStatus[] {
  return items.flatMap((one) => [one, ...everyItem(one.items ?? [])]);
}
