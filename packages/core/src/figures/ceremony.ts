import type { Amount } from './amount.js';
import { moneyOf } from './cost.js';
import type { FigureFacts } from './facts.js';
import type { Spend } from './spend.js';

/** `Ceremony` tells what was done before there was anything to hold the work against. */
export interface Ceremony {
  /** Epoch milliseconds at which tests were first seen failing; null where they were not. */
  firstRed: number | null;
  /**
   * Requests to models before that, or until now. As one counts who says no number, a sub-agent, and a session that the first
   * red test fell into: how many of its requests came after it is not known.
   */
  calls: number;
  /** The number is a least one: not every request of these is known. */
  isAtLeast: boolean;
  /** Milliseconds from the begin of the run to the first red test, or until now; pauses are among them. */
  beforeMs: number;
  /** What these requests cost. */
  money: Amount;
  planned: number;
  changed: number | null;
  /** Lines of plan for each changed line; null where nothing changed, or nobody knows how much. */
  ratio: number | null;
}

/** Facts that the ceremony of a run follows from. */
export type CeremonyFacts = Pick<FigureFacts, 'events' | 'started' | 'until' | 'spends' | 'lines'>;

/** Counts the requests before the first red test, and sets lines of plan against changed lines. */
export function ceremonyOf({ events, started, until, spends, lines: { planned, changed } }: CeremonyFacts): Ceremony {
  const firstRed = events.find(({ type }) => type === 'red')?.time ?? null;
  const before = firstRed === null ? spends : spends.filter(({ since }) => since < firstRed);
  const isCut = ({ of, time }: Spend) => of === 'driven' && firstRed !== null && time > firstRed;
  return {
    firstRed,
    calls: before.reduce((sum, spend) => sum + (isCut(spend) ? 1 : Math.max(spend.calls, 1)), 0),
    isAtLeast: before.some((spend) => spend.of === 'agent' || spend.calls === 0 || isCut(spend)),
    beforeMs: Math.max(0, (firstRed ?? until) - started),
    // Of a session that the first red test fell into, nobody knows which part came before it.
    money: moneyOf(before.map((spend) => (isCut(spend) ? { ...spend, money: null } : spend))),
    ...{ planned, changed, ratio: changed ? planned / changed : null },
  };
}
