import { readSync } from 'node:fs';

/**
 * Reads the next bytes of an open pipe or terminal into `chunk`, and waits where there are none yet: Node opens some
 * terminals so that a read gives an error (EAGAIN) instead of waiting.
 * @returns the number of bytes; 0 at the end
 */
export function readPart(handle: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(handle, chunk, 0, chunk.length, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
