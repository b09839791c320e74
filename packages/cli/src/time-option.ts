import { type Call, FlowError } from './commands/command.js';

/** Milliseconds of the units in which people write a time. */
export const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const LONGEST = 14 * UNITS.d;

/**
 * Reads an option that is a time, such as 90s, 30m, 2h or 3d, in milliseconds.
 * @param usual the time where the option is left out
 * @param example a command line with such an option
 * @throws FlowError USAGE
 */
export function timeOption({ options }: Call, name: string, usual: number, example: string): number {
  const given = options[name];
  if (given === undefined) return usual;
  const [, number = '', unit = ''] = /^(\d{1,6}(?:\.\d+)?)\s*([smhd])$/.exec(String(given).trim()) ?? [];
  const milliseconds = Number(number) * (UNITS[unit as keyof typeof UNITS] ?? Number.NaN);
  if (milliseconds > 0 && milliseconds <= LONGEST) return milliseconds;
  throw new FlowError('usage', 'USAGE', `--${name} expects a time up to 14 days, such as 90s, 30m, 2h or 3d.`, example);
}

/** Says a time in the largest unit that divides it. */
export function timeWords(milliseconds: number): string {
  const [unit = 's', size = UNITS.s] =
    Object.entries(UNITS).findLast(([, one]) => milliseconds >= one && milliseconds % one === 0) ?? [];
  return `${Math.round((milliseconds / size) * 10) / 10}${unit}`;
}
