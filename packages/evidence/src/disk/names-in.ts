import { readdirSync } from 'node:fs';

/** Returns the names in a folder, without an order; none where there is no folder that can be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
