import type { ContractGap, FlowEvent, ItemFact } from './facts.js';
import type { FlowDeed } from './read-event.js';

/** A proposal of items that no person has taken yet. */
export interface Proposal {
  id: string;
  items: readonly ItemFact[];
  /** The item that is to be split; null for new items. */
  of: string | null;
  reason: string;
  /** What it would change in a contract; left out where it is about items alone. */
  gap?: ContractGap;
}

/** Returns the items that were added on the way, by a command or by a person who took a proposal. */
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

/** Returns the proposals that nobody has taken, oldest first. */
export function proposalsIn(events: readonly FlowEvent[]): Proposal[] {
  const open = new Map<string, Proposal>();
  for (const event of events) {
    if (event.type === 'proposal') {
      const { proposal: id, items, of = null, reason, gap } = event;
      open.set(id, { id, items, of, reason, ...(gap && { gap }) });
    }
    if (event.type === 'proposal-taken' || event.type === 'proposal-left') open.delete(event.proposal);
  }
  return [...open.values()];
}

/**
 * Returns the documents that whoever works may change although they were accepted: a person took a proposal for them,
 * and nobody has accepted them since.
 * @param accepts whether an event is a person's word that a document is as it should be
 */
export function openedDocuments(
  events: readonly FlowEvent[],
  accepts: (event: FlowEvent, document: string) => boolean,
): Set<string> {
  const proposed = new Map<string, string>();
  const open = new Set<string>();
  for (const event of events) {
    if (event.type === 'proposal' && event.gap) proposed.set(event.proposal, event.gap.document);
    const document = event.type === 'proposal-taken' ? proposed.get(event.proposal) : undefined;
    if (document !== undefined) open.add(document);
    for (const one of open) if (accepts(event, one)) open.delete(one);
  }
  return open;
}
