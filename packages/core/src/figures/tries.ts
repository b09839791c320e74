import { type Attempt, attemptsOf } from '../items/attempts.js';
import type { FigureFacts } from './facts.js';

/** The failed tries of each item, and of the run itself (null): read once for all figures. */
export type FailedTries = ReadonlyMap<string | null, readonly Attempt[]>;

/** Finds the failed tries of all items and of the run. */
export const failedTries = ({ events, items }: Pick<FigureFacts, 'events' | 'items'>): FailedTries =>
  new Map(
    [...items.map(({ id }) => id), null].map((id) => [
      id,
      attemptsOf(events, id).filter(({ status }) => status === 'failed'),
    ]),
  );
