import type { FlowEvent, ItemFact, Moment } from './facts.js';
import { type ItemSet, itemsAt } from './items.js';
import { isWithinScope } from './leases.js';
import { checkOf, type RunState } from './state.js';

/**
 * Returns the item that an event names.
 * @returns null for what it says of the run or of something else; undefined for an item that is not listed
 */
export function namedItem(state: RunState, event: FlowEvent, { byId }: ItemSet): ItemFact | null | undefined {
  const id = idIn(state, event);
  return id === null ? null : byId.get(id);
}

/**
 * Tells whether a run would hear an event.
 * @returns `late` where somebody else has begun the item since, `elsewhere` for what was recorded in the leased work tree of
 * another item and speaks of the run or of something else
 */
export function heard(state: RunState, event: FlowEvent, moment: Moment): 'yes' | 'late' | 'elsewhere' {
  const all = itemsAt(state, moment);
  const { scopedTo } = event;
  const named = namedItem(state, event, all);
  if (state.leases.isLate(event, named, all.byId)) return 'late';
  return scopedTo === undefined || isWithinScope(scopedTo, named, all) ? 'yes' : 'elsewhere';
}

function idIn(state: RunState, event: FlowEvent): string | null {
  switch (event.type) {
    case 'item':
    case 'advance':
    case 'decision':
    case 'reopen':
    case 'failure':
    case 'analysis':
    case 'await':
    case 'await-check':
    case 'await-end':
      return event.item ?? null;
    case 'proposal':
      return event.of ?? null;
    case 'item-added':
      return event.added.parent ?? null;
    case 'waiver':
      return checkOf(state.compiled, event.check)?.perItem === false ? null : (event.subject ?? null);
    case 'answer': {
      const found = [...state.raised.all].find(({ id }) => id === event.finding);
      return found ? found.answeredBy || found.askedOf || null : null;
    }
    default:
      return 'subject' in event ? (event.subject ?? null) : null;
  }
}
