import { eventsOf, type JournalEntry, type Where } from '@flow/evidence';

/** Type of the `flow` event that tells how a session ended that a driver had started. No deed: it proves nothing. */
export const SESSION_END = 'session-end';

/** A span of the journal in which a session worked somewhere whose hooks did not answer. */
interface Span {
  worktree: string;
  /** Epoch milliseconds. */
  since: number;
  until: number;
}

/**
 * The sessions of a driver in which our hooks did not answer, found out at their end: what was said in their work trees
 * meanwhile counts for nothing.
 */
export class Disarmed {
  readonly #spans: readonly Span[];

  constructor(events: readonly JournalEntry[], run: string) {
    this.#spans = eventsOf(events, 'flow').flatMap(({ data }): Span[] => {
      const { type, armed, worktree, since, until } = data.what;
      if (data.run !== run || type !== SESSION_END || armed === true) return [];
      if (typeof worktree !== 'string' || typeof since !== 'number' || typeof until !== 'number') return [];
      return [{ worktree, since, until }];
    });
  }

  /** Tells whether an entry was recorded by such a session. */
  holds({ time }: Pick<JournalEntry, 'time'>, where: Where | undefined): boolean {
    return this.#spans.some((one) => one.worktree === where?.worktree && one.since <= time && time <= one.until);
  }
}
