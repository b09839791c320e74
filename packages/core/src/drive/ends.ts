import type { Attempt } from '../items/attempts.js';
import { everyItem } from '../items/every-item.js';
import type { Failure } from '../workflow/facts.js';
import { jitter, spendsTry } from '../workflow/failures.js';
import type { Status } from '../workflow/status.js';
import type { Used } from './view.js';

/* What follows from the sessions of a run that are over, as its journal has them. */

/** The end of a session that a driver had started, as far as a driver decides from it. */
export interface DrivenEnd {
  session: string;
  /** The item it worked on; null for the run itself. */
  item: string | null;
  /** `work`, `judge`, `analysis` or `landing`. */
  task: string;
  turns: number;
  tokens: number;
  /** US dollars; null where nobody knows them. */
  money: number | null;
  /** Milliseconds. */
  duration: number;
  failure: { class: string } | null;
  /** A digest of where it left what it worked on; null where nobody said. */
  stands: string | null;
  /** Epoch milliseconds until which the account takes no session. */
  quotaUntil: number | null;
}

/** Adds up what sessions have used. */
export function usedIn(ends: readonly DrivenEnd[]): Used {
  const priced = ends.flatMap(({ money }) => money ?? []);
  const known = sum(priced);
  return {
    sessions: ends.length,
    turns: sum(ends.map(({ turns }) => turns)),
    tokens: sum(ends.map(({ tokens }) => tokens)),
    // One price that is not known makes the sum unknown.
    money: priced.length < ends.length ? null : known,
    known,
    unpriced: ends.length - priced.length,
    time: sum(ends.map(({ duration }) => duration)),
  };
}

/** Adds up what sessions have used, by item; what is done for the run itself is no item's. */
export function usedByItem(ends: readonly DrivenEnd[]): Map<string, Used> {
  const items = new Set(ends.flatMap(({ item }) => item ?? []));
  return new Map([...items].map((id) => [id, usedIn(ends.filter(({ item }) => item === id))]));
}

/** Returns what the most costly session has used, of each kind. */
export function largestIn(ends: readonly DrivenEnd[]): Used {
  const most = (of: (end: DrivenEnd) => number | null) => ends.reduce((max, end) => Math.max(max, of(end) ?? 0), 0);
  const money = most((one) => one.money);
  const [turns, tokens, time] = [most((one) => one.turns), most((one) => one.tokens), most((one) => one.duration)];
  return { sessions: 1, turns, tokens, money, known: money, unpriced: 0, time };
}

/** Epoch milliseconds until which the account takes no session, as the sessions of the run were told; null for never. */
export function closedUntilIn(ends: readonly DrivenEnd[]): number | null {
  const until = ends.flatMap(({ quotaUntil, session }) =>
    quotaUntil === null ? [] : [quotaUntil + jitter(session, JITTER)],
  );
  return until.length === 0 ? null : Math.max(...until);
}

/** Milliseconds, at most, behind the reset of a quota at which the account is asked again: others wait for the same reset. */
const JITTER = 30_000;

/** Counts the sessions that tried to make an item hold on what has landed; one that broke down has not tried. */
export const landingTries = (ends: readonly DrivenEnd[], item: string): number =>
  ends.filter((one) => one.item === item && one.task === 'landing' && (one.failure === null || isTry(one))).length;

/**
 * Counts, by item ('' for the run), the last sessions in a row that ended by themselves and led nowhere: nowhere is also where
 * an earlier session had left the item. What broke down says nothing of the work, and neither ends such a row nor belongs to
 * it; nor does a session that says why the others failed.
 */
export function fruitlessIn(ends: readonly DrivenEnd[]): Map<string, number> {
  const rows = new Map<string, number>();
  const places = new Set<string>();
  for (const end of ends) {
    const item = end.item ?? '';
    if (end.task === 'landing' || (end.failure === null ? end.task === 'analysis' : !isTry(end))) continue;
    const place = JSON.stringify([item, end.stands]);
    const isBack = end.stands !== null && places.has(place);
    places.add(place);
    rows.set(item, end.failure === null && !isBack ? 0 : (rows.get(item) ?? 0) + 1);
  }
  return rows;
}

const isTry = ({ failure }: DrivenEnd) => failure !== null && spendsTry(failure.class as Failure);

/**
 * Tells where an item, or the run (''), stands, in one word: another word means that something has moved. That somebody says
 * why it failed is a move as well.
 */
export function standsAt({ items, open }: Status, id: string, attempts: readonly Attempt[]): string {
  const told = [attempts.length, attempts.filter(({ analysed }) => analysed).length];
  const one = everyItem(items).find((item) => item.id === id);
  return JSON.stringify(one ? [one.state === 'done', one.phase, one.open, ...told] : [open, ...told]);
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
