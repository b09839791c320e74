import type { Limits } from '@flow/core/drive';
import { lasted } from '../report/words.js';
import type { Cost, Group, Row, Screen } from './row.js';

/* The words of rows, the same on a terminal, on a page and for programs. */

export const GROUP_WORDS: Readonly<Record<Group, string>> = {
  'needs-you': 'Needs you',
  working: 'Working',
  waiting: 'Waiting',
  ready: 'Ready',
  over: 'Done',
};

/** Returns a price; a price that nobody names is `unknown`, and one that is not all of it has a plus. */
export function costWords(cost: Cost | null): string {
  if (cost === null) return '';
  if (cost.money === null) return 'unknown';
  return `$${cost.money.toFixed(2)}${cost.isAtLeast ? '+' : ''}`;
}

/** Returns a count of tokens: `830`, `12k`, `3.4M`. */
export function tokenWords(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  if (tokens < 1_000_000) return `${Math.round(tokens / 1000)}k`;
  return `${(tokens / 1_000_000).toFixed(1)}M`;
}

export function tryWords({ try: one }: Pick<Row, 'try'>): string {
  if (one === null) return '';
  return one.max === null ? `try ${one.number}` : `try ${one.number} of ${one.max}`;
}

export const ageWords = (since: number | null, now: number): string =>
  since === null ? '' : lasted(Math.max(0, now - since));

/** Tells why a row stands where it does, and when it goes on. */
export function whyWords({ why, until }: Pick<Row, 'why' | 'until'>, now: number): string {
  if (until === null) return why;
  const left = until - now;
  const when =
    left < 86_400_000 ? `in ${lasted(Math.max(0, left))}` : `at ${new Date(until).toISOString().slice(0, 16)}Z`;
  return `${why} (${left <= 0 ? 'now' : when})`;
}

/** Tells how far a run is, in a few parts. */
export function tallyWords({ state, counts, done, total, used }: Screen, limit: string | null = null): string[] {
  const parts = [
    total === 0 ? '' : `${done} of ${total} done`,
    counts['needs-you'] > 0 ? `${counts['needs-you']} ${counts['needs-you'] === 1 ? 'needs' : 'need'} you` : '',
    counts.working > 0 ? `${counts.working} working` : '',
    counts.waiting > 0 ? `${counts.waiting} waiting` : '',
    counts.ready > 0 ? `${counts.ready} ready` : '',
    used.sessions === 0
      ? ''
      : `${used.money === null ? 'price unknown' : costWords(used)}${limit === null ? '' : ` of ${limit}`}`,
    used.tokens === 0 ? '' : `${tokenWords(used.tokens)} tokens`,
  ];
  const end = state === 'done' ? ['nothing is left to prove'] : state === 'over' ? ['the run has ended'] : [];
  return [...end, ...parts.filter((one) => one !== '')];
}

/** Tells what a person allows a run to use, in a few words; null where nothing but time and sessions bounds it. */
export function limitWords({ money, tokens }: Pick<Limits, 'money' | 'tokens'>): string | null {
  if (money !== null) return `$${money}`;
  return tokens === null ? null : `${tokenWords(tokens)} tokens`;
}
