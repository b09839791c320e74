import { hooks } from '../evidence.js';

/** Cleans and bounds a text of others: control and direction characters go, white space folds. */
export type Tidy = (value: unknown, max?: number) => string;

/**
 * Returns the `clean` of the hooks; format characters and what only takes room go as well, and marks pile up no higher
 * than they do in words.
 */
export async function tidyText(): Promise<Tidy> {
  const { clean } = await hooks();
  return (value, max = 300) =>
    clean(
      String(value ?? '')
        .slice(0, max * 8)
        .replace(UNSEEN, '')
        .replace(PILED, '$1'),
      max,
    );
}

/** `UNSEEN` matches format characters (direction, soft hyphens, tags), halves of characters, private ones, fillers. */
const UNSEEN = /[\p{Cf}\p{Cs}\p{Co}\u115f\u1160\u3164\uffa0\ufff9-\uffff]/gu;
const PILED = /(\p{M}{3})\p{M}+/gu;

/**
 * Returns a time as people and programs read it, always in UTC: a report is read in other places than it was made in.
 */
export const timeOf = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Returns the beginning of a commit's or tree's id. */
export const shortId = (id: string | null): string => (id === null ? '' : id.slice(0, 10));

/** Returns a text that takes no more room than that. */
export const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** Words a number of things: `1 claim`, `3 claims`. */
export const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;

/** Returns a span of time: `40s`, `12m`, `3h05`. */
export function lasted(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return `${Math.round(milliseconds / 1000)}s`;
  return minutes < 120 ? `${minutes}m` : `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, '0')}`;
}
