import type { Standing } from '../index.js';

/** Returns the digest of the document that lists an item, for the verdict on it: by which words it was judged (R69). */
export function contractOf(item: string, { facts }: Pick<Standing, 'facts'>): { contract?: string } {
  const { documents } = facts.home ?? facts.present;
  const listing = Object.values(documents).find(({ lists }) => lists && Object.hasOwn(lists, item));
  return listing ? { contract: listing.digest } : {};
}
