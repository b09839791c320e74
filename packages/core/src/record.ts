/* Shapes of values that anybody may have sent. This file is part of the small entry and imports nothing. */

/** Returns true for an object that is neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is a record, else an empty one. */
export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/**
 * Returns a field of an object; undefined where there is none, also for what every object inherits, such as
 * `constructor`.
 */
export const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;

/** The value if it is a text, else null. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
