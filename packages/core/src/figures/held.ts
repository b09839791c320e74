import type { FlowEvent } from '../workflow/facts.js';

/** Returns what tells the item that a session worked on at a time, as leases say it; null where it had none. */
export function itemsHeld(events: readonly FlowEvent[]): (session: string, time: number) => string | null {
  const spans = new Map<string, { item: string; since: number; until: number }[]>();
  const open = new Map<string, { until: number }>();
  for (const event of events) {
    if (event.type !== 'item') continue;
    const before = open.get(event.item);
    if (before) before.until = event.time;
    open.delete(event.item);
    const session = event.lease?.session ?? null;
    if (event.state !== 'running' || session === null) continue;
    const span = { item: event.item, since: event.time, until: Number.POSITIVE_INFINITY };
    // Whoever begins another item works on that one from then on.
    const own = spans.get(session) ?? [];
    for (const one of own) one.until = Math.min(one.until, event.time);
    spans.set(session, [...own, span]);
    open.set(event.item, span);
  }
  return (session, time) =>
    spans.get(session)?.findLast(({ since, until }) => time >= since && time < until)?.item ?? null;
}
