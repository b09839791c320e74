import { statSync } from 'node:fs';
import path from 'node:path';
import type { Repository } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { gitSettings } from '@flow/evidence/git/git-settings';
import { hooksFolder } from '@flow/evidence/git/hooks-folder';
import { EARLIER, isOurHook } from '../places/git-hook.js';
import { homeOf, type Start } from '../places/surroundings.js';

/**
 * Tells whether git starts something of the project's before a push, beside our own hook: a hook that was there before ours, one
 * of a manager of hooks, Git LFS, or one that git's settings name (`hook.<name>.event`).
 */
export function hasProjectPushHook(repository: Repository, { environment, deadline }: Start): boolean {
  const hook = path.join(hooksFolder(repository, homeOf(environment), deadline), 'pre-push');
  if (isProgram(hook) && (!isOurHook(readSmall(hook) ?? '') || isProgram(`${hook}${EARLIER}`))) return true;
  const named = [...gitSettings(repository, '^hook\\..+\\.event$', deadline)];
  return named.some(([, values]) => values.includes('pre-push'));
}

function isProgram(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat?.isFile() === true && (process.platform === 'win32' || (stat.mode & 0o111) !== 0);
}
