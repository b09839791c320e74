import type { Finding } from '@flow/core';
import type { Analysis } from '../shell/index.js';

/** Words without which an unreadable command can neither publish nor reach a protected file by name. */
const REACHES =
  /push|publish|merge|send-pack|\.claude|\.git|flow|hooks|settings|results|approved|develop|claude|base64|xxd|eval|\\x|\\[0-7]{3}/i;

/**
 * What cannot be read is decided by reach (security, three outcomes): a command that is no shell code at all, or code
 * made at run time out of something hidden, is refused when it could matter; an unreadable destination of an ordinary
 * program is allowed and looked at afterwards.
 */
export function judgeUnreadable(command: string, analysis: Analysis): Finding[] {
  if (/\u0000/.test(command)) return [unreadable('it holds a NUL character')];
  // Beyond a limit nothing is known, not even which words there are: files may hold them.
  if (analysis.limit !== undefined) return [unreadable(analysis.limit)];
  if (!analysis.readable && REACHES.test(command)) return [unreadable(analysis.reasons[0] ?? 'syntax')];
  const hidden = analysis.effects.find((effect) => effect.kind === 'opaque' && effect.what === 'execution');
  if (hidden && hidden.kind === 'opaque' && REACHES.test(command)) return [unreadable(hidden.reason)];
  return [];
}

function unreadable(why: string): Finding {
  return { code: 'COMMAND_UNREADABLE', level: 'block', args: { why } };
}
