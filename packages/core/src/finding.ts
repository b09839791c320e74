/**
 * A level tells how much a finding weighs: `block` refuses, `warn` is told and let through, `note` is only recorded.
 */
export type Level = 'block' | 'warn' | 'note';

/**
 * A finding tells what a check or guard found. Codes are stable and documented; words are made at the edge
 * (`formatFinding` of the package that shows them), so that tests and other programs can rely on the code.
 */
export interface Finding {
  code: string;
  level: Level;
  /** The file it speaks of, relative to the repository's root where it lies inside. */
  path?: string;
  /** The facts used, by name; plain values only, so that a finding survives JSON. */
  args: Record<string, string | number | boolean | string[] | undefined>;
}
