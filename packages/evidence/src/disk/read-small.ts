import { readFileSync, statSync } from 'node:fs';

const MAX_FILE = 256 * 1024;

/** Returns the text of a small file; undefined when it is not there, too large (in bytes), or no file. */
export function readSmall(file: string, max = MAX_FILE): string | undefined {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= max ? readFileSync(file, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
