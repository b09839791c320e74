import type { Standing } from './place.js';

/** `VERIFIES` is the flag of an item that only verifies: its commands need no model (row X28). */
const VERIFIES = 'verify';

/** Tells whether the item at work only verifies. */
export function isVerifying({ status, facts }: Pick<Standing, 'status' | 'facts'>): boolean {
  const { current } = status;
  const { items } = facts.home ?? facts.present;
  const item = current && items.find(({ id }) => id === current.id);
  return item?.flags?.includes(VERIFIES) ?? false;
}
