import type { FlowEvent } from '../workflow/facts.js';

/** A wait is a time in which a run, or one item of it, could not go on by itself. */
export interface Wait {
  kind: 'pause' | 'blocked' | 'outside' | 'question';
  what: string;
  /** The item that waits alone; null for the run. */
  item: string | null;
  /** Epoch milliseconds; null where it waits still. */
  since: number;
  until: number | null;
}

/** Lists what the work waited for, oldest first: pauses, blocked items, what was outside, and questions to a person. */
export function waitsIn(events: readonly FlowEvent[]): Wait[] {
  const waits: Wait[] = [];
  const open = new Map<string, Wait>();
  for (const event of events) {
    const ended = endIn(event);
    const before = ended === null ? undefined : open.get(ended);
    if (before) {
      before.until = event.time;
      open.delete(ended!);
    }
    const begun = beginIn(event);
    if (!begun || open.has(begun.key)) continue;
    waits.push(begun.wait);
    open.set(begun.key, begun.wait);
  }
  return waits;
}

function beginIn(event: FlowEvent): { key: string; wait: Wait } | null {
  const of = (key: string, kind: Wait['kind'], what: string, item: string | null = null) => ({
    key,
    wait: { kind, what, item, since: event.time, until: null },
  });
  switch (event.type) {
    case 'question':
      return of(`question ${event.question}`, 'question', event.text);
    case 'await':
      return of(`await ${event.await}`, 'outside', event.what, event.item ?? null);
    case 'pause':
      return of('pause', 'pause', event.reason);
    case 'item':
      return event.state === 'blocked' ? of(`item ${event.item}`, 'blocked', event.reason, event.item) : null;
    default:
      return null;
  }
}

/** Returns the key of the wait that an event ends. */
function endIn(event: FlowEvent): string | null {
  switch (event.type) {
    case 'reply':
      return `question ${event.question}`;
    case 'await-check':
      return event.pass ? `await ${event.await}` : null;
    case 'await-end':
      return `await ${event.await}`;
    case 'resume':
      return 'pause';
    case 'item':
      return event.state === 'blocked' ? null : `item ${event.item}`;
    default:
      return null;
  }
}
