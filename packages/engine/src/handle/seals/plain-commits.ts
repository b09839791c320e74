import path from 'node:path';
import { isBare, lookAt, readSeal, repositoryState, type Seal, writeSeal } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { isPlainCommit } from '@flow/shell-effects/plain/commits';
import { COMMITS } from '../../places/commit-look.js';
import { EARLIER, isOurHook } from '../../places/git-hook.js';
import { homeOf, type Surroundings } from '../../places/surroundings.js';

/** The hooks that a commit starts (githooks(5)). */
const HOOKS = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'post-rewrite'];

/**
 * Stamps of git's settings and hooks before a plain commit is judged; null for any other command, and where a commit may
 * depend on more files: hooks that are not ours, or that lie elsewhere, and settings taken from other files.
 */
export function lookBeforeCommit(command: string, { repository, start }: Surroundings): Seal | null {
  if (!isPlainCommit(command) || isBare(repository)) return null;
  const home = homeOf(start.environment);
  const xdg = start.environment.XDG_CONFIG_HOME || path.join(home, '.config');
  const settings = [
    path.join(repository.commonDir, 'config'),
    path.join(home, '.gitconfig'),
    path.join(xdg, 'git/config'),
  ];
  const hooks = HOOKS.map((name) => path.join(repository.commonDir, 'hooks', name));
  const look = lookAt([...settings, ...hooks, ...hooks.map((hook) => `${hook}${EARLIER}`)]);
  const isThere = (file: string) => look.stamps.some(([one, stamp]) => one === file && stamp !== null);
  const isPlain = (file: string) => !/hookspath|include/i.test(readSmall(file) ?? 'include');
  const isOurs = (hook: string) => isOurHook(readSmall(hook) ?? '') && !isThere(`${hook}${EARLIER}`);
  const isKnown = settings.filter(isThere).every(isPlain) && hooks.filter(isThere).every(isOurs);
  return isKnown ? look : null;
}

/** Keeps the look behind which nothing was found in a plain commit. */
export function keepCommitLook(look: Seal, { repository, start }: Surroundings): void {
  const folder = repositoryState(repository, start.environment);
  try {
    if (JSON.stringify(readSeal(folder, COMMITS)) !== JSON.stringify(look)) writeSeal(folder, look, COMMITS);
  } catch {
    // The next one is judged again.
  }
}
