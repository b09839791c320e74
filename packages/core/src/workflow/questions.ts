import { heard } from './about.js';
import type { Facts, FlowEvent, Lease } from './facts.js';
import { fold } from './fold.js';
import type { Workflow } from './model.js';
import { aheadIn, roundIn, type Seat } from './seats.js';
import type { ItemState } from './state.js';
import type { Status } from './status.js';

/*
 * Questions about a run that its status does not answer. Each folds the events anew, so nobody outside holds the state of a run,
 * which changes with each event.
 */

/**
 * Returns the round that a judge's next word belongs to (features D16, D72), from 1: that of its panel, and never one
 * in which it has already spoken.
 * @param item the item that is judged, where each is judged by itself
 */
export function roundOf(workflow: Workflow, facts: Facts, seat: Seat, item: string | null = null): number {
  return roundIn(seat, fold(workflow, facts), facts.events, facts.present, item);
}

/**
 * Returns the phase of a panel that the run never came to: what its reviewers say now is no round of it (feature D92).
 * @returns null where the word counts, or nobody asks for it with these dials
 */
export function phaseAhead(workflow: Workflow, facts: Facts, seat: Seat, status: Status): string | null {
  return aheadIn(seat, fold(workflow, facts), status);
}

/** The last word on an item, as far as it still holds. */
export function saidOfItem(workflow: Workflow, facts: Facts, item: string): ItemState['state'] {
  return fold(workflow, facts).items.get(item)?.state ?? 'open';
}

/** The newest lease of an item, whether or not it holds. */
export function newestLeaseOf(workflow: Workflow, facts: Facts, item: string): Lease | null {
  return fold(workflow, facts).leases.newestOf(item);
}

/** Tells whether a run would hear an event that nobody has recorded yet. */
export function wouldHear(workflow: Workflow, facts: Facts, event: FlowEvent): ReturnType<typeof heard> {
  return heard(fold(workflow, facts), event, facts.home ?? facts.present);
}
