import { createHash } from 'node:crypto';

/** Makes a part of a ref's name; different words have different names. */
export function partOf(word: string): string {
  const plain = [...Buffer.from(word)]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      return /[A-Za-z0-9_-]/.test(char) ? char : `%${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
  // A file system has no room for more.
  return plain !== '' && plain.length <= 150 ? plain : `%%${createHash('sha256').update(word).digest('hex')}`;
}

export const leaseRef = (run: string, item: string) => `refs/flow/lease/${partOf(run)}/${partOf(item)}`;
export const segmentRefs = (run: string) => `refs/flow/run/${partOf(run)}/`;
/** The segment that this clone writes, as it has it itself. */
export const ownRef = (run: string, machine: string) => `refs/flow/own/${partOf(run)}/${partOf(machine)}`;
