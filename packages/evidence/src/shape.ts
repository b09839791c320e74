import { isRecord } from './json.js';

/** Tells whether a value, which anybody may have written, has the shape of a `T`. */
export type Shape<T> = (value: unknown) => value is T;

/** `isText` takes any text, also an empty one. */
export const isText: Shape<string> = (value): value is string => typeof value === 'string';

/** `isFlag` takes true and false. */
export const isFlag: Shape<boolean> = (value): value is boolean => typeof value === 'boolean';

/** Counts and epoch milliseconds: JSON has no other numbers than finite ones, `parseJson` makes `1e999` infinite. */
export const isNumber: Shape<number> = (value): value is number => Number.isFinite(value);

/** `isHash` takes an SHA-256 in hexadecimal. */
export const isHash: Shape<string> = (value): value is string => isText(value) && /^[0-9a-f]{64}$/.test(value);

/** Makes a test for one of these values, and nothing else. */
export function isOneOf<const T extends string | number>(...values: readonly T[]): Shape<T> {
  return (value): value is T => values.includes(value as T);
}

/** Returns a `T`, or null. */
export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return (value): value is T | null => value === null || shape(value);
}

/** A `T`, or a field that is missing. */
export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value): value is T | undefined => value === undefined || shape(value);
}

/** Returns a list of nothing but `T`s. */
export function listOf<T>(shape: Shape<T>): Shape<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(shape);
}

/** Returns an object with these fields. It may have others: a newer version wrote them. */
export function fields<T>(shapes: { readonly [Name in keyof Required<T>]: Shape<T[Name]> }): Shape<T> {
  const all = Object.entries(shapes) as [string, Shape<unknown>][];
  return (value): value is T =>
    isRecord(value) && all.every(([name, shape]) => shape(Object.hasOwn(value, name) ? value[name] : undefined));
}
