import type { FigureFacts } from './facts.js';

/** `Ceremony` tells what was done before there was anything to hold the work against. */
export interface Ceremony {
  /** Epoch milliseconds at which tests were first seen failing; null where they were not. */
  firstRed: number | null;
  /** Requests to models before that, or until now; a sub-agent and a session that says no number count as one. */
  calls: number;
  /** The number is a least one: not every request of these is known. */
  isAtLeast: boolean;
  planned: number;
  changed: number | null;
  /** Lines of plan for each changed line; null where nothing changed, or nobody knows how much. */
  ratio: number | null;
}

/** Counts the requests before the first red test, and sets lines of plan against changed lines. */
export function ceremonyOf({ events, spends, lines: { planned, changed } }: FigureFacts): Ceremony {
  const firstRed = events.find(({ type }) => type === 'red')?.time ?? null;
  const before = firstRed === null ? spends : spends.filter(({ since }) => since < firstRed);
  return {
    firstRed,
    calls: before.reduce((sum, { calls }) => sum + Math.max(calls, 1), 0),
    // A session that goes on beyond it has made some of its requests before.
    isAtLeast: before.some(({ of, calls }) => of === 'agent' || calls === 0),
    ...{ planned, changed, ratio: changed ? planned / changed : null },
  };
}
