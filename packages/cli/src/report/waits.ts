import { waitsIn } from '@flow/core/figures';
import type { Standing } from '../workflow/place.js';
import type { ReportWait } from './model.js';
import type { Tidy } from './words.js';

/** The most waits that a report tells. */
const MOST = 100;

/**
 * Tells what the work waited for, and how long, oldest first: pauses, blocked items, what was outside, and questions to
 * a person; `until` is null where it waits still.
 */
export const waitsOf = ({ facts }: Pick<Standing, 'facts'>, tidy: Tidy): ReportWait[] =>
  waitsIn(facts.events)
    .slice(-MOST)
    .map(({ what, item, ...wait }) => ({ ...wait, what: tidy(what), item: item === null ? null : tidy(item, 60) }));
