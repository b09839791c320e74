import type { FlowEvent } from '@flow/core/workflow';
import type { Standing } from '../workflow/place.js';
import type { ReportWait } from './model.js';
import type { Tidy } from './words.js';

/** The most waits that a report tells. */
const MOST = 100;

/**
 * Tells what the work waited for, and how long, oldest first: pauses, blocked items, what was outside, and questions to
 * a person; `until` is null where it waits still.
 */
export function waitsOf({ facts }: Pick<Standing, 'facts'>, tidy: Tidy): ReportWait[] {
  const waits: ReportWait[] = [];
  const open = new Map<string, ReportWait>();
  for (const event of facts.events) {
    const ended = endIn(event);
    const before = ended === null ? undefined : open.get(ended);
    if (before) {
      before.until = event.time;
      open.delete(ended!);
    }
    const begun = beginIn(event, tidy);
    if (!begun || open.has(begun.key)) continue;
    waits.push(begun.wait);
    open.set(begun.key, begun.wait);
  }
  return waits.slice(-MOST);
}

function beginIn(event: FlowEvent, tidy: Tidy): { key: string; wait: ReportWait } | null {
  const of = (key: string, kind: ReportWait['kind'], what: string, item: string | null = null) => ({
    key,
    wait: { kind, what: tidy(what), item: item === null ? null : tidy(item, 60), since: event.time, until: null },
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
