import type { Finding } from '@flow/core';
import { type Analysis, UNNAMED_PROGRAM } from '@flow/shell-effects/effects';
import { hasSecretPart } from '../places/secret-parts.js';

/** Words without which an unreadable command can neither publish nor reach a protected file by name. */
const REACHES =
  /push|publish|merge|send-pack|\.claude|\.git|flow|hooks|settings|results|approved|develop|claude|base64|xxd|eval|\\x|\\[0-7]{3}/i;

/**
 * The judge of text that cannot be read decides by reach. Code that is made or fetched at run time is refused:
 * anything may be in it. A line that is no shell code, and a program that only the surroundings name (`$EDITOR`), are
 * refused where a word speaks of what is guarded. An unreadable destination of an ordinary program is allowed and looked
 * at afterwards.
 */
export function judgeUnreadable(command: string, analysis: Analysis): Finding[] {
  if (/\u0000/.test(command)) return [unreadable('it contains a NUL character')];
  // Beyond a limit nothing is known, not even which words there are: files may hold them.
  if (analysis.limit !== undefined) return [unreadable(analysis.limit)];
  const reaches = REACHES.test(command) || hasSecretPart(command);
  if (!analysis.readable && reaches) return [unreadable(analysis.reasons[0] ?? 'syntax')];
  const hidden = analysis.effects
    .filter((effect) => effect.kind === 'opaque')
    .filter(({ what }) => what === 'execution');
  const found = hidden.find((effect) => reaches || effect.reason !== UNNAMED_PROGRAM);
  return found ? [unreadable(found.reason)] : [];
}

function unreadable(why: string): Finding {
  return { code: 'COMMAND_UNREADABLE', level: 'block', args: { why } };
}
