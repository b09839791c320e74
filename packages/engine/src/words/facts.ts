import type { Finding } from '@flow/core';
import { clean } from '../text/clean.js';
import type { Reader } from './reader.js';

/* Facts of findings in words, for every sentence that names them. */

/** A finding is worded by the fault, the facts, and the way on for the reader. `now` in epoch milliseconds. */
export type FindingWords = Readonly<Record<string, (finding: Finding, now: number, reader: Reader) => string>>;

/** The first of some values, and how many more there are. */
export function list(values: unknown, total: unknown, limit = 5): string {
  if (!Array.isArray(values) || values.length === 0) return '';
  const shown = values.slice(0, limit).map((value) => clean(value, 120));
  const rest = Number(total ?? values.length) - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** Words for the time since something was. */
export function formatAge(time: unknown, now: number): string {
  const seconds = Math.max(0, Math.round((now - Number(time)) / 1000));
  if (seconds < 90) return `${seconds} s ago`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min ago`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h ago`;
  return `${Math.round(seconds / 86_400)} days ago`;
}

/** Returns the newest run that was recorded, and when it ended. */
export const ran = (args: Finding['args'], now: number) =>
  `\`${clean(args.ranCommand, 120)}\` ${formatAge(args.time, now)}`;

/** Returns the content that was judged, by the beginning of its id. */
export function on(args: Finding['args']): string {
  return /^[0-9a-f]{40,64}$/.test(String(args.tree)) ? ` (${String(args.tree).slice(0, 10)})` : '';
}
