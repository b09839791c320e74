/** Time is short, as in CI: FLOW_PLAYS=one says so. Then the long plays of the driver are left out (README.md). */
export const IS_SHORT = process.env.FLOW_PLAYS === 'one';

/**
 * Picks the plays of a scenario that are led by the real client: all, or the first one where time is short. What differs
 * between plays (a runner, a language) is tested without a client, too.
 */
export const playsOf = <Play>(plays: readonly Play[]): readonly Play[] => (IS_SHORT ? plays.slice(0, 1) : plays);
