import { realpathSync } from 'node:fs';

/** Whether two paths lead to one place, links followed; false where one of them leads nowhere. */
export function isSamePlace(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}
