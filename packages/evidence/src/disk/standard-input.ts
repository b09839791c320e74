import { readPart } from './read-part.js';

/* Part of the small entry: loads nothing but `fs`. */

export const MAX_INPUT = 8 * 1024 * 1024;

/** Standard input, or null when it is larger than the limit. */
export const readInput = (): string | null => readToEnd(0, MAX_INPUT);

/**
 * Reads what an open file, pipe or terminal gives; null when there are more bytes than the limit.
 * @param chunks what was read before, which the text begins with
 */
export function readToEnd(handle: number, max: number, chunks: Buffer[] = []): string | null {
  let size = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(65_536);
    const length = readPart(handle, chunk);
    if (length === 0) break;
    size += length;
    if (size > max) return null;
    chunks.push(chunk.subarray(0, length));
  }
  return Buffer.concat(chunks).toString('utf8');
}
