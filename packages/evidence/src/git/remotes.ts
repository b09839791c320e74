import path from 'node:path';
import type { Policy } from '@flow/core';
import { readSmall } from '../disk/read-small.js';
import { type GitSettings, gitSettings } from './git-settings.js';
import { readRemoteAddress } from './remote-address.js';
import type { Repository } from './repository.js';

/** The remotes that a branch has to do with, by their names. */
export interface Remotes {
  /** The place that is pushed to; none of `names` where git's configuration has an address there, or what does not exist. */
  push: string;
  /** Where the branch lies that it is merged into: another one than `push` where people push into forks. */
  base: string;
  /** Names of the remotes that there are. */
  names: readonly string[];
  /** Whether the branch follows one of a remote already. */
  follows: boolean;
}

const USUAL = 'origin';

/** What git takes as a name of a remote, and nothing that could be an option or an address. */
const NAME = /^\w[\w.+-]*(?:\/[\w.+-]+)*$/;

/**
 * Returns the remotes of a branch, by git's own rules for a push (git-config(1): `branch.<name>.pushRemote`,
 * `remote.pushDefault`, `branch.<name>.remote`). Work goes into the repository that the policy names or that was chosen
 * with `gh repo set-default`, else into `origin`.
 * @param asked git's settings of remotes and branches, where the caller has them
 */
export function remotesOf(
  repository: Repository,
  branch: string,
  policy: Pick<Policy, 'forge'>,
  deadline: number,
  asked?: GitSettings,
): Remotes {
  const only = soleRemote(repository);
  if (only && !ownSettings(repository).includes(`[branch "${branch}"]`))
    return { push: only, base: only, names: [only], follows: false };
  const settings = valuesOf(asked ?? gitSettings(repository, '^(remote|branch)\\.', deadline));
  const names = [...settings.keys()].flatMap((key) => /^remote\.(.+)\.(?:push)?url$/.exec(key)?.[1] ?? []);
  const known = [...new Set(names)].filter((name) => NAME.test(name));
  const usual = known.length === 1 ? known[0]! : USUAL;
  const follows = settings.has(`branch.${branch}.merge`);
  // A branch that follows the one it was made from says where it goes, and not where it is pushed.
  const isItself = settings.get(`branch.${branch}.merge`) === `refs/heads/${branch}`;
  const followed = settings.get(`branch.${branch}.remote`);
  const push =
    settings.get(`branch.${branch}.pushremote`) ??
    known.find((name) => name === settings.get('remote.pushdefault')) ??
    (isItself && followed !== '.' ? followed : undefined) ??
    usual;
  const wanted = policy.forge?.repository?.toLowerCase();
  const goesThere = (name: string) =>
    readRemoteAddress(settings.get(`remote.${name}.url`) ?? '')?.repository.toLowerCase() === wanted;
  const chosen =
    (wanted === undefined ? undefined : known.find(goesThere)) ??
    known.find((name) => settings.get(`remote.${name}.gh-resolved`) === 'base');
  return { push, base: chosen ?? (known.includes(usual) ? usual : push), names: known, follows };
}

/** Returns the remote of a repository that has exactly one, as its own file says it: no process is asked. */
export function soleRemote(repository: Repository): string | null {
  const [name, ...others] = new Set(remotesIn(ownSettings(repository)));
  return name !== undefined && NAME.test(name) && others.length === 0 ? name : null;
}

/** Returns the remotes that the repository's own file names. */
export const remoteNames = ({ commonDir }: Repository): string[] =>
  remotesIn(readSmall(path.join(commonDir, 'config')) ?? '');

const remotesIn = (text: string) =>
  [...text.matchAll(/^[ \t]*\[\s*remote\s+"([^"\\]+)"\s*\]/gim)].map(([, name]) => name!);

/** git's settings as the repository itself has them; empty where other files may have a say. */
function ownSettings({ commonDir, gitDir }: Repository): string {
  const text = readSmall(path.join(commonDir, 'config')) ?? '';
  const isAll = !/^[ \t]*\[\s*include/im.test(text) && readSmall(path.join(gitDir, 'config.worktree')) === undefined;
  return isAll ? text : '';
}

/** Keeps a value of each setting by name: of several addresses the first, which is fetched from, else the last. */
const valuesOf = (settings: GitSettings) =>
  new Map([...settings].map(([name, values]) => [name, values.at(/url$/.test(name) ? 0 : -1)!]));
