import { realpathSync } from 'node:fs';

/**
 * Tells whether two paths lead to one place, links followed; false where two that are spelled otherwise lead nowhere.
 */
export function isSamePlace(one: string, other: string): boolean {
  if (one === other) return true;
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}
