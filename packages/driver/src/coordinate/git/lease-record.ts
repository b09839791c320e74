import type { Attempt, Lease } from '../port.js';
import { isAttempt, isLease } from '../read-entry.js';

/** What a lease ref holds: a lease, and how the work under it ended. Whoever can push wrote it. */
export interface LeaseRecord {
  lease: Lease;
  end: Attempt | null;
}

const HOUR = 3_600_000;

/** The longest time that a lease keeps an item, whatever it says. */
const LONGEST = 24 * HOUR;

/** Writes a record; equal records give equal text, and so the same object. */
export function recordText({ lease, end }: LeaseRecord): string {
  const { id, run, item, token, machine, base, since, until } = lease;
  const ended = end && { how: end.how, commit: end.commit, why: end.why };
  return `${JSON.stringify({ v: 1, lease: { id, run, item, token, machine, base, since, until }, end: ended })}\n`;
}

/** Reads a record that anybody may have written; null for what is none. */
export function readRecord(text: string, run: string, item: string): LeaseRecord | null {
  try {
    const { v, lease, end } = JSON.parse(text) as {
      v?: unknown;
      lease?: Partial<Lease>;
      end?: Partial<Attempt> | null;
    };
    if (v !== 1 || !lease || !isLease(lease) || lease.run !== run || lease.item !== item) return null;
    if (end === null || end === undefined) return { lease, end: null };
    return isAttempt(end) ? { lease, end } : null;
  } catch {
    return null;
  }
}

/** Tells until when a record keeps an item; 0 where it keeps it no longer, or never did. */
export function keptUntil({ lease, end }: LeaseRecord, now: number): number {
  // Nobody's clock is an hour ahead: what says so keeps nobody from anything.
  if (end !== null || lease.since > now + HOUR) return 0;
  const until = Math.min(lease.until, lease.since + LONGEST);
  return until > now ? until : 0;
}
