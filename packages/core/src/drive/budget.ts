import type { DriveView, Limits, Used } from './view.js';

/** The limit that another session does not fit into. */
export type SpentLimit = 'sessions' | 'tokens' | 'money' | 'time';

/**
 * Tells which limit another session does not fit into, before the session is paid for: each session that runs, and the next
 * one, may use as much as the most costly one so far. So did one whose price nobody knows.
 * @param running how many sessions run already
 * @returns null where one more fits
 */
export function spentLimit(
  { used, largest }: Pick<DriveView, 'used' | 'largest'>,
  limits: Limits,
  running: number,
  now: number,
): SpentLimit | null {
  if (limits.until !== null && now >= limits.until) return 'time';
  const more = running + 1;
  if (used.sessions + more > limits.sessions) return 'sessions';
  const isOver = (spent: number, one: number, limit: number | null) =>
    limit !== null && (spent >= limit || spent + one * more > limit);
  if (isOver(used.tokens, largest.tokens, limits.tokens)) return 'tokens';
  if (isOver(used.known + used.unpriced * largest.known, largest.known, limits.money)) return 'money';
  return null;
}

/** Tells whether an item has used what one item may use: another session of it needs a person's word. */
export function isItemSpent(used: Used | undefined, limit: Limits['item']): boolean {
  if (!used || limit === null) return false;
  const isOver = (spent: number, most: number | null) => most !== null && spent >= most;
  return isOver(used.tokens, limit.tokens) || isOver(used.known, limit.money);
}
