import type { FlowEvent, ItemFact } from './facts.js';
import type { FlowDeed } from './read-event.js';

/** A proposal of items that no person has taken yet. */
export interface Proposal {
  id: string;
  items: readonly ItemFact[];
  /** The item that is to be split; null for new items. */
  of: string | null;
  reason: string;
}

/** The items that were added on the way, by a command or by a person who took a proposal. */
export function addedIn(events: readonly (FlowEvent | FlowDeed)[]): ItemFact[] {
  const proposed = new Map<string, readonly ItemFact[]>();
  return events.flatMap((event) => {
    if (event.type === 'item-added') return [event.added];
    if (event.type === 'proposal') proposed.set(event.proposal, event.items);
    if (event.type !== 'proposal-taken') return [];
    const taken = proposed.get(event.proposal) ?? [];
    proposed.delete(event.proposal);
    return taken;
  });
}

/** The proposals that nobody has taken, oldest first. */
export function proposalsIn(events: readonly FlowEvent[]): Proposal[] {
  const open = new Map<string, Proposal>();
  for (const event of events) {
    if (event.type === 'proposal') {
      const { proposal: id, items, of = null, reason } = event;
      open.set(id, { id, items, of, reason });
    }
    if (event.type === 'proposal-taken') open.delete(event.proposal);
  }
  return [...open.values()];
}
