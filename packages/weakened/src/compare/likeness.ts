/** Returns how alike two lists are: twice what they share, to all that is in them. */
export function likeness(one: readonly string[], other: readonly string[]): number {
  if (one.length + other.length === 0) return 1;
  const counts = new Map<string, number>();
  for (const item of one) counts.set(item, (counts.get(item) ?? 0) + 1);
  let shared = 0;
  for (const item of other) {
    const left = counts.get(item) ?? 0;
    if (left > 0) {
      shared++;
      counts.set(item, left - 1);
    }
  }
  return (2 * shared) / (one.length + other.length);
}

/** Returns the words of a name, in small letters. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !/^(?:test|tests|should|it|the|a)$/.test(word));
