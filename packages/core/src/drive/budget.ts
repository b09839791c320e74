import type { DriveView, ItemLimits, Limits, Used } from './view.js';

/** The limit that another session does not fit into. */
export type SpentLimit = 'sessions' | 'tokens' | 'money' | 'time' | 'budget';

/**
 * Tells which limit another session does not fit into, before the session is paid for: each session that runs, and the next
 * one, may use as much as the most costly one so far. So did one whose price nobody knows.
 * @param running how many sessions run already
 * @returns null where one more fits
 */
export function spentLimit(
  { used, largest, isOverBudget }: Pick<DriveView, 'used' | 'largest' | 'isOverBudget'>,
  limits: Limits,
  running: number,
  now: number,
): SpentLimit | null {
  if (isOverBudget) return 'budget';
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
  const left = itemLeft(used, limit);
  return Object.values(left).some((one) => one !== null && one <= 0);
}

/** Tells what an item may use further, of each kind: what is known of its sessions is taken off; null for no limit. */
export function itemLeft(used: Used | undefined, limit: Limits['item']): ItemLimits {
  const left = (kind: keyof ItemLimits, spent = 0) => {
    const most = limit?.[kind] ?? null;
    return most === null ? null : most - spent;
  };
  return {
    sessions: left('sessions', used?.sessions),
    turns: left('turns', used?.turns),
    tokens: left('tokens', used?.tokens),
    money: left('money', used?.known),
    time: left('time', used?.time),
  };
}
