import type { Judge } from '../../../judges/guard.js';
import { judgeTyping } from '../../../judges/typing.js';
import { judgeUnreadable } from '../../../judges/unreadable.js';

/** Refuses what cannot be read: hidden code, and typing into a program that runs. */
export const unreadable: Judge = ({ command }, { start }) => {
  if (!command) return [];
  const { text, analysis } = command;
  return [...judgeUnreadable(text, analysis), ...judgeTyping(text, analysis, start.host)];
};
