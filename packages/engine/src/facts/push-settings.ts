import path from 'node:path';
import { type Repository, readHead } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { type GitSettings, gitSettings } from '@flow/evidence/git/git-settings';
import { remoteNames } from '@flow/evidence/git/remotes';
import type { Push } from '@flow/shell-effects';
import { homeOf } from '../places/surroundings.js';

/** Settings that say where pushes go (git-config(1)). */
const NAMES =
  '^(push\\.default|remote\\.pushdefault|remote\\..*\\.(push|mirror)|branch\\..*\\.(remote|merge|pushremote))$';

/** A line that says another place than the branch's own name on its remote, or another file that may. */
const STEERS =
  /^[ \t]*(?:push|mirror)[ \t]*(?:=|$)|^[ \t]*\[[ \t]*(?:include|push|remote "[^"]*"\][ \t]*(?:push|mirror))/im;

/**
 * Tells whether any file of git's configuration may steer a push, without a process for what nearly no repository has.
 * @returns true where that takes git to know
 */
export function mayBeSteered({ commonDir, gitDir }: Repository, environment: NodeJS.ProcessEnv): boolean {
  const home = homeOf(environment);
  const files = [
    ...[path.join(commonDir, 'config'), path.join(gitDir, 'config.worktree'), path.join(home, '.gitconfig')],
    ...[path.join(environment.XDG_CONFIG_HOME || path.join(home, '.config'), 'git/config'), '/etc/gitconfig'],
  ];
  return files.some((file) => STEERS.test(readSmall(file) ?? ''));
}

/** @param given what the command line sets for itself, `name=value` */
export const readPushSettings = (repository: Repository, given: readonly string[], deadline: number): GitSettings =>
  gitSettings(repository, NAMES, deadline, given);

const last = (settings: GitSettings, name: string) => settings.get(name)?.at(-1);

/** Returns the remote of a push that names none: the only one, where nothing else is said. */
function remoteOf(settings: GitSettings, branch: string | null, repository: Repository): string {
  const own = branch === null ? undefined : last(settings, `branch.${branch}.pushremote`);
  const followed = branch === null ? undefined : last(settings, `branch.${branch}.remote`);
  const set = own ?? last(settings, 'remote.pushdefault') ?? followed;
  if (set !== undefined) return set;
  const [only = 'origin', ...others] = new Set(remoteNames(repository));
  return others.length === 0 ? only : 'origin';
}

const isMirror = (settings: GitSettings, remote: string) => {
  const value = last(settings, `remote.${remote}.mirror`);
  return value !== undefined && !/^(?:false|no|off|0)$/i.test(value);
};

/** A push as far as it says where it goes. */
type Destination = Pick<Push, 'remote' | 'refspecsKnown' | 'settings'>;

/** Tells whether a push is one of all that is here, as with `--mirror`; one to a remote that is not shown may be to any. */
export function isMirrored(
  { remote, refspecsKnown, settings: given }: Destination,
  repository: Repository,
  environment: NodeJS.ProcessEnv,
  deadline: number,
): boolean {
  if (given.length === 0 && !mayBeSteered(repository, environment)) return false;
  const settings = readPushSettings(repository, given, deadline);
  if (remote === undefined && !refspecsKnown) return remoteNames(repository).some((name) => isMirror(settings, name));
  return isMirror(settings, remote ?? remoteOf(settings, readHead(repository)?.branch ?? null, repository));
}

const followsUpstream = (settings: GitSettings) =>
  ['upstream', 'tracking'].includes(last(settings, 'push.default') ?? '');

/** Lists refs that a push without any refspec pushes. */
export function usualRefspecs(
  settings: GitSettings,
  remote: string | null,
  branch: string | null,
  repository: Repository,
): readonly string[] {
  const name = remote ?? remoteOf(settings, branch, repository);
  const own = settings.get(`remote.${name}.push`);
  if (own) return own;
  if (isMirror(settings, name)) return ['refs/heads/*'];
  if (last(settings, 'push.default') === 'matching') return [':'];
  const merge = branch !== null && followsUpstream(settings) ? last(settings, `branch.${branch}.merge`) : undefined;
  return [merge === undefined ? 'HEAD' : `HEAD:${merge}`];
}

/** Tells whether settings have a say in where a word of a push goes: nothing but a branch's name is left to them. */
export const canBeMapped = (word: string) => !/[:*+^]/.test(word) && word !== 'HEAD' && word !== '@';

/** A local branch that is named alone goes where a push without any refspec would put it. */
export function mapped(
  word: string,
  settings: GitSettings,
  remote: string | null,
  branch: string | null,
  repository: Repository,
): string {
  if (settings.size === 0 || !canBeMapped(word)) return word;
  const short = word.replace(/^(?:refs\/)?heads\//, '');
  for (const refspec of settings.get(`remote.${remote ?? remoteOf(settings, branch, repository)}.push`) ?? []) {
    const [from = '', to] = refspec.replace(/^\+/, '').split(':');
    const stem = stemOf(from, `refs/heads/${short}`) ?? stemOf(from, short);
    if (stem !== null && to) return `${word}:${to.replace('*', () => stem)}`;
  }
  const merge = followsUpstream(settings) ? last(settings, `branch.${short}.merge`) : undefined;
  return merge === undefined ? word : `${word}:${merge}`;
}

/** Text that `*` of a pattern stands for in a ref: '' for a pattern without `*`, null where the ref does not match. */
export function stemOf(pattern: string, ref: string): string | null {
  const [before = '', after] = pattern.split('*');
  if (after === undefined) return pattern === ref ? '' : null;
  const fits = ref.length >= before.length + after.length && ref.startsWith(before) && ref.endsWith(after);
  return fits ? ref.slice(before.length, ref.length - after.length) : null;
}
