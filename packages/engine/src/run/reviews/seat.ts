import { agentOf, judgeOf } from '@flow/agents';
import { everyItem } from '@flow/core/items';
import { type ItemFact, type Seat, seatsOf } from '@flow/core/workflow';
import { clean } from '../../text/clean.js';
import type { Standing } from '../index.js';
import { itemsOfRun } from '../runs/items-of-run.js';
import { itemsHere } from '../words/status-text.js';

/** The agent that answers any of the user's probes: which one, its verdict says. */
export const PROBE = 'probe';

/** A judge as far as the host tells: the name of its kind of agent, and the places that it may speak for. */
export interface Seated {
  judge: string;
  seats: Seat[];
}

/**
 * Returns the places that a kind of agent has in a run. Only the agents of ours are judges: whoever has another name
 * cannot say what a judge says (feature D97).
 * @returns null for an agent that judges nothing here
 */
export function seatedAs(role: string | null, { workflow, facts }: Standing): Seated | null {
  const judge = judgeOf(role);
  if (judge === null) return null;
  const all = seatsOf(workflow, facts.present);
  const seats = all.filter((one) => (judge === PROBE ? one.judge.startsWith(`${PROBE}-`) : one.judge === judge));
  return seats.length > 0 ? { judge, seats } : null;
}

/** A looker only looks, or not even that: a looker without a tool is given all that it gets. */
export interface Looker {
  judge: string;
  isBlind: boolean;
}

/**
 * Tells whether a kind of agent looks and changes nothing: the judges of a run, and all reviewers and discovery agents of
 * ours, whatever runs (feature D88).
 */
export function lookerAs(role: string | null, standing: Standing | null): Looker | null {
  const judge = judgeOf(role);
  if (judge === null) return null;
  const known = agentOf(judge);
  const looks = known === null ? standing !== null && seatedAs(role, standing) !== null : known.kind !== 'role';
  return looks ? { judge, isBlind: known?.tools.length === 0 } : null;
}

/** Picks, of several places of a judge, the place that is asked now, else the first. */
export function askedSeat(seats: readonly Seat[], { status }: Standing): Seat {
  const open = new Set([...status.open, ...(status.current?.open ?? [])].map(({ check }) => check));
  return seats.find(({ check }) => open.has(check)) ?? seats[0]!;
}

/** `Asked` is the subject of a judge: the run, one item, or an item that must be named. */
export type Asked = { kind: 'run' } | { kind: 'item'; item: ItemFact } | { kind: 'untold'; items: readonly ItemFact[] };

/**
 * Finds the item that a judge is asked about, where each item is judged by itself: the only item that waits for the judge,
 * or of several the named one. Nobody guesses: a word about one item would prove another.
 * @param given what was written to the judge
 */
export function askedOf(seat: Seat, { status, facts }: Standing, given = ''): Asked {
  if (!seat.perItem) return { kind: 'run' };
  const here = everyItem(itemsHere(status));
  const isHere = (id: string) => status.scopedTo === undefined || here.some((one) => one.id === id);
  const all = itemsOfRun({ status, facts }).filter(({ id }) => isHere(id));
  const open = here.filter((one) => one.open?.some(({ check }) => check === seat.check));
  const waiting = new Set(open.map(({ id }) => id));
  const items = waiting.size > 0 ? all.filter(({ id }) => waiting.has(id)) : all;
  const named = items.filter(({ id }) => isNamed(id, given));
  const [item, ...others] = named.length > 0 ? named : items;
  return item !== undefined && others.length === 0
    ? { kind: 'item', item }
    : { kind: 'untold', items: open.length > 0 ? items : [] };
}

/** Tells whether a text speaks of an id, and not only of a longer one: `1.1` is not named by `1.1.2`. */
export function isNamed(id: string, text: string): boolean {
  const escaped = id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w.-])${escaped}(?![\\w-]|\\.\\w)`).test(text);
}

/** Returns ids for a sentence; more than a few are not told. */
export function idsOf(items: readonly ItemFact[]): string {
  const shown = items.slice(0, MOST).map(({ id }) => clean(id, 40));
  return `${shown.join(', ')}${items.length > shown.length ? ' and more' : ''}`;
}

const MOST = 8;
