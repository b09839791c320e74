/*
 * Limits of a call that a guard is to judge. A larger call is refused, with the limit named. Part of the small entry: imports
 * nothing, and is asked of closed events alone.
 */

const MAX_DEPTH = 64;
const MAX_KEYS = 10_000;
const MAX_TEXT = 1024 * 1024;

/** Returns the limit that a parsed event passes, in words; null when it passes none. */
export function excessOf(raw: unknown): string | null {
  let keys = 0;
  const open: [value: unknown, depth: number][] = [[raw, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, depth] = next;
    if (typeof value === 'string' && value.length > MAX_TEXT)
      return `a text in it is longer than ${MAX_TEXT} characters`;
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_DEPTH) return `it is nested deeper than ${MAX_DEPTH} levels`;
    const inside = Object.values(value);
    keys += inside.length;
    if (keys > MAX_KEYS) return `it has more than ${MAX_KEYS} entries`;
    for (const one of inside) open.push([one, depth + 1]);
  }
  return null;
}
