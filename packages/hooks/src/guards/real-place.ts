import { realpathSync } from 'node:fs';
import path from 'node:path';

/** Resolves links of the nearest existing ancestor, so that a new file below a link is found at its real place. */
export function realPlace(absolute: string): string {
  let rest = '';
  for (let at = absolute; ; at = path.dirname(at)) {
    try {
      return path.join(realpathSync(at), rest);
    } catch {
      if (path.dirname(at) === at) return absolute;
      rest = path.join(path.basename(at), rest);
    }
  }
}
