import path from 'node:path';
import { DeadlineError, git, type PublishedPlace, type Repository } from '@flow/evidence';
import { renewHeld } from '@flow/evidence/git/held/object-folder';
import type { Connections } from './place.js';
import { shownAddress } from './place.js';

/** A remote's answer about its branches. */
export interface Told {
  /** The branch that its HEAD stands for. */
  head: string | null;
  /** Commits of the branches that were asked for, as far as it has them. */
  tips: ReadonlyMap<string, string>;
}

/** To ask a remote, in milliseconds; of an event that has less time, half of what is left. */
const MAX_TIME = 5000;

const timeIn = (deadline: number) => Math.floor(Math.max(0, Math.min(MAX_TIME, (deadline - Date.now()) / 2)));

/**
 * Asks an accepted remote for its branches, outside of any repository and by the settings that were accepted with it: neither
 * `url.*.insteadOf`, nor another ssh, nor a proxy that was set since leads elsewhere. Nobody is asked for a password.
 */
export function askRemote(
  repository: Repository,
  place: PublishedPlace,
  branches: readonly string[],
  { letsIn }: Connections,
  deadline: number,
): Told | { failed: string } {
  const wanted = ['HEAD', ...branches.map((name) => `refs/heads/${name}`)];
  const time = timeIn(deadline);
  try {
    const answer = git(repository, ['ls-remote', '--symref', '--', place.address, ...wanted], {
      deadline: Date.now() + time,
      directory: path.parse(repository.root).root,
      env: {
        ...alone(place.settings),
        ...given([...place.settings, ...letsIn]),
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
      },
    });
    if (answer.status !== 0) return { failed: lastLine(answer.stderr) };
    return toldBy(answer.stdout.toString('utf8'));
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error;
    return { failed: `no answer within ${Math.round(time / 100) / 10} s` };
  }
}

/**
 * Brings the commits of a remote's branch, and writes no ref. From wherever they come: whose commits they are, the remote has
 * said, and their ids cannot be another's.
 */
export function bringBranch(repository: Repository, place: PublishedPlace, branch: string, deadline: number): void {
  const words = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--refmap='];
  try {
    git(repository, ['fetch', ...words, '--', place.address, `refs/heads/${branch}`], {
      deadline: Date.now() + timeIn(deadline),
      env: {
        ...alone(place.settings),
        ...given([
          ['gc.auto', '0'],
          ['maintenance.auto', 'false'],
        ]),
        GIT_OBJECT_DIRECTORY: path.join(repository.commonDir, 'objects'),
      },
    });
    renewHeld(repository);
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error;
  }
}

/** Returns settings in the environment, where no list of processes shows them. */
export const given = (settings: PublishedPlace['settings']): Record<string, string> =>
  Object.assign(
    { GIT_CONFIG_COUNT: `${settings.length}` },
    ...settings.map(([name, value], at) => ({ [`GIT_CONFIG_KEY_${at}`]: name, [`GIT_CONFIG_VALUE_${at}`]: value })),
  );

/** Variables with which nobody is asked for anything. */
export function alone(settings: PublishedPlace['settings']): Record<string, string> {
  const command = settings.findLast(([name]) => name === 'core.sshcommand')?.[1] ?? 'ssh';
  const isSsh = /^(?:'[^']*\/|[^\s']*\/)?ssh\b'?/.test(command);
  return {
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    SSH_ASKPASS_REQUIRE: 'never',
    GIT_SSH_COMMAND: isSsh ? `${command} -oBatchMode=yes -oConnectTimeout=5` : command,
  };
}

function toldBy(text: string): Told {
  let head: string | null = null;
  const tips = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [value = '', name] = line.split('\t');
    if (name === 'HEAD' && value.startsWith('ref: refs/heads/')) head = value.slice('ref: refs/heads/'.length);
    const branch = name?.startsWith('refs/heads/') ? name.slice('refs/heads/'.length) : undefined;
    if (branch !== undefined && /^[0-9a-f]{40,64}$/.test(value)) tips.set(branch, value);
    if (name === 'HEAD' && head !== null && /^[0-9a-f]{40,64}$/.test(value)) tips.set(head, value);
  }
  return { head, tips };
}

const lastLine = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^(?:fatal|error|ssh|remote)\b/.test(line))
    .map((line) => shownAddress(line.replace(/^fatal: /, '')))
    .at(0) ?? 'git could not ask';
