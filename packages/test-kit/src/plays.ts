/**
 * Picks the plays of a scenario that are led by the real client: all, or the first one where FLOW_PLAYS=one says that time is
 * short, as in CI. What differs between plays (a runner, a language) is tested without a client, too.
 */
export const playsOf = <Play>(plays: readonly Play[]): readonly Play[] =>
  process.env.FLOW_PLAYS === 'one' ? plays.slice(0, 1) : plays;
