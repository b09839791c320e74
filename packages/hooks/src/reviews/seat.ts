import { agentOf, judgeOf } from '@flow/agents';
import { type Seat, seatsOf } from '@flow/core/workflow';
import type { Standing } from '../workflow/index.js';
import { everyItem } from '../workflow/status-text.js';

/** The agent that answers any of the user's probes: which one, its verdict says. */
export const PROBE = 'probe';

/** A judge as far as the host tells: the name of its kind of agent, and the places that it may speak for. */
export interface Seated {
  judge: string;
  seats: Seat[];
}

/**
 * The places that a kind of agent has in a run. Only the agents of ours are judges: whoever has another name cannot say
 * what a judge says (feature D97).
 * @returns null for an agent that judges nothing here
 */
export function seatedAs(role: string | null, { workflow, facts }: Standing): Seated | null {
  const judge = judgeOf(role);
  if (judge === null) return null;
  const all = seatsOf(workflow, facts.present);
  const seats = all.filter((one) => (judge === PROBE ? one.judge.startsWith(`${PROBE}-`) : one.judge === judge));
  return seats.length > 0 ? { judge, seats } : null;
}

/** One who only looks, and whether not even that: it is given all that it gets. */
export interface Looker {
  judge: string;
  isBlind: boolean;
}

/**
 * Whether a kind of agent is one that looks and changes nothing: the judges of a run, and all reviewers and discovery agents
 * of ours, whatever runs (feature D88).
 */
export function lookerAs(role: string | null, standing: Standing | null): Looker | null {
  const judge = judgeOf(role);
  if (judge === null) return null;
  const known = agentOf(judge);
  const looks = known === null ? standing !== null && seatedAs(role, standing) !== null : known.kind !== 'role';
  return looks ? { judge, isBlind: known?.tools.length === 0 } : null;
}

/** Of several places of one judge that which is asked now, else the first. */
export function askedSeat(seats: readonly Seat[], { status }: Standing): Seat {
  const open = new Set([...status.open, ...(status.current?.open ?? [])].map(({ check }) => check));
  return seats.find(({ check }) => open.has(check)) ?? seats[0]!;
}

/** The item that a judge is asked about, where each is judged by itself: the one that waits for it, of several the one that is worked on. */
export function askedItem(seat: Seat, { status }: Standing): string | null {
  if (!seat.perItem) return null;
  const waiting = everyItem(status.items).filter(({ open = [] }) => open.some(({ check }) => check === seat.check));
  const running = waiting.filter(({ state }) => state === 'running');
  const [one, ...others] = running.length > 0 ? running : waiting;
  return one !== undefined && others.length === 0 ? one.id : null;
}
