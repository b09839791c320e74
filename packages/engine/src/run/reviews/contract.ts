import type { Standing } from '../index.js';
import { listingOf } from '../runs/items-of-run.js';

/** Returns the digest of the document that lists an item, for the verdict on it: by which words it was judged (R69). */
export function contractOf(item: string, standing: Pick<Standing, 'facts'>): { contract?: string } {
  const listing = listingOf(standing, item);
  return listing ? { contract: listing[1].digest } : {};
}
