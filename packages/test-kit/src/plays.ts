/**
 * Time is short, as in CI: FLOW_PLAYS=one says so. Then the long plays of the driver are left out (CONTRIBUTING.md).
 * FLOW_PLAYS=core leaves those out too, and more by `test/core.ts`.
 */
export const IS_SHORT = ['one', 'core'].includes(process.env.FLOW_PLAYS ?? '');

/**
 * Picks the plays of a scenario that are led by the real client: all, or the first one where time is short. What differs
 * between plays (a runner, a language) is tested without a client, too.
 */
export const playsOf = <Play>(plays: readonly Play[]): readonly Play[] => (IS_SHORT ? plays.slice(0, 1) : plays);
