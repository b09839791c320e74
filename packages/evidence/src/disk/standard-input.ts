import { readSync } from 'node:fs';

/* Part of the small entry: imports nothing but `fs`. */

export const MAX_INPUT = 8 * 1024 * 1024;

/** Standard input, or null when it is larger than the limit. */
export const readInput = (): string | null => readToEnd(0, MAX_INPUT);

/** Reads what an open file, pipe or terminal gives; null when there are more bytes than the limit. */
export function readToEnd(handle: number, max: number): string | null {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(65_536);
    let length: number;
    try {
      length = readSync(handle, chunk, 0, chunk.length, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') break;
      if (code === 'EAGAIN') {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
        continue;
      }
      throw error;
    }
    if (length === 0) break;
    size += length;
    if (size > max) return null;
    chunks.push(length === chunk.length ? chunk : chunk.subarray(0, length));
  }
  return (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString('utf8');
}
