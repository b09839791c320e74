import path from 'node:path';
import { type Guard, rule } from '@flow/core';
import type { Surroundings } from '../../places/surroundings.js';

/**
 * Lists files that changed behind a command, without those of which the policy wants nothing said: a guard that is off,
 * a severity of its own, an exception for the file. Seen afterwards, the same rules hold as before a call.
 */
export function stillTold(guard: Guard, code: string, files: readonly string[], around: Surroundings): string[] {
  const { repository, policy } = around;
  const now = Date.now();
  return files.filter((file) => {
    const inside = path.relative(repository.root, file).split(path.sep).join('/');
    const { answer } = rule(guard, { code, level: 'warn', path: inside, args: {} }, policy, null, now);
    return answer !== 'off' && answer !== 'excepted';
  });
}
