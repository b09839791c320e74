/**
 * Tells whether two plain values say the same; the order of keys says nothing, and a key that is `undefined` is not
 * there.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = keysOf(one);
  return (
    keys.length === keysOf(other).length &&
    keys.every((key) => isSame((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]))
  );
}

const keysOf = (value: object) =>
  Object.keys(value).filter((key) => (value as Record<string, unknown>)[key] !== undefined);
