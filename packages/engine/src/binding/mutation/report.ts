/** Reports of tools are foreign text: whatever a part of one is, these give back a value of the kind that is asked for. */
export type Part = Readonly<Record<string, unknown>>;

/** Returns a report's whole; null where it is no JSON object. */
export function readWhole(text: string): Part | null {
  try {
    const whole: unknown = JSON.parse(text);
    return typeof whole === 'object' && whole !== null && !Array.isArray(whole) ? (whole as Part) : null;
  } catch {
    return null;
  }
}

export const partOf = (value: unknown): Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Part) : {};

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns a line's number; 0, which no line has, for anything else. */
export const lineOf = (value: unknown): number =>
  Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : 0;
