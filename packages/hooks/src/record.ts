/** Shapes of values that anybody may have sent. For the small entry, too: this file imports nothing. */

/** True for an object that is neither null nor an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field of an object; undefined where there is none, also for what every object inherits, such as `constructor`. */
export const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;

/** The value if it is a text, else null. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
