/** Returns true for an object that is neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON that anybody may have written: undefined when it is none; keys named `__proto__` are dropped. */
export function parseJson(text: string): unknown {
  try {
    // The key may be spelled with escapes; asking for either keeps the slow way rare.
    if (!text.includes('__proto__') && !text.includes('\\u')) return JSON.parse(text);
    return JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value));
  } catch {
    return undefined;
  }
}

/**
 * Returns JSON with sorted keys and without whitespace: equal values give equal text. As `JSON.stringify`, but
 * undefined properties and `__proto__` are left out everywhere, as `parseJson` drops them when the text comes back.
 * @throws TypeError for what JSON cannot hold, RangeError for absurdly deep values
 */
export function canonical(value: unknown): string {
  // There is nothing to sort in lists of thousands of names.
  if (isFlat(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(',')}]`;
  if (isRecord(value)) {
    const keys = Object.keys(value).filter((key) => key !== '__proto__' && value[key] !== undefined);
    return `{${keys
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
      .join(',')}}`;
  }
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`Not a JSON value: ${typeof value}`);
  return text;
}

/** Text, numbers, and lists of such: for these `JSON.stringify` is canonical. */
function isFlat(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isFlat);
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
