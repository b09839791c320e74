import path from 'node:path';
import { git, type PublishedPlace, type Repository } from '@flow/evidence';
import { gitSettings } from '@flow/evidence/git/git-settings';

/** Settings that lead a connection, and those that only let it in. */
const OF_CONNECTIONS = '^(core\\.(sshcommand|gitproxy)|ssh\\.variant|http\\..+|credential\\..+|safe\\..+)$';

/** Settings that change by themselves, as tokens do, and send nobody elsewhere. */
const LETS_IN = /^(?:credential|safe)\.|^http\.(?:.*\.)?(?:extraheader|cookiefile|savecookies)$/;

type Setting = PublishedPlace['settings'][number];

/** Connections depend on git's settings, from all of its files and the environment of whoever started this program. */
export interface Connections {
  leads: Setting[];
  letsIn: Setting[];
}

/** Reads how git connects to remotes here and now. */
export function connectionsOf(repository: Repository, environment: NodeJS.ProcessEnv, deadline: number): Connections {
  const found = [...gitSettings(repository, OF_CONNECTIONS, deadline)];
  const all = found.flatMap(([name, values]) => values.map((value): Setting => [name, value]));
  const { GIT_SSH_COMMAND: command, GIT_SSH: program } = environment;
  const given = command || (program && `'${program.replaceAll("'", "'\\''")}'`);
  return {
    leads: [
      ...all.filter(([name]) => !LETS_IN.test(name)),
      ...(given ? [['core.sshcommand', given] satisfies Setting] : []),
    ],
    letsIn: all.filter(([name]) => LETS_IN.test(name)),
  };
}

/**
 * Returns the address that a remote is fetched from, as git's settings have it now; null where there is no such remote.
 */
export function addressOf(repository: Repository, remote: string, deadline: number): string | null {
  const answer = git(repository, ['ls-remote', '--get-url', '--end-of-options', remote], { deadline });
  const address = answer.stdout.toString('utf8').trim();
  if (answer.status !== 0 || address === '' || address === remote) return null;
  return placed(repository, address);
}

/** Returns the addresses that a remote is pushed to, as git's settings have them now: of several, git pushes to each. */
export function pushAddressesOf(repository: Repository, remote: string, deadline: number): string[] {
  const answer = git(repository, ['remote', 'get-url', '--push', '--all', '--', remote], { deadline });
  const lines = answer.stdout.toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => placed(repository, line));
}

/** Returns an address that holds from any folder. */
function placed({ root }: Repository, address: string): string {
  const isElsewhere = /^\w[\w+.-]*::?\/\/|^[^/]*:/.test(address);
  return isElsewhere ? address : path.resolve(root, address);
}

/** Returns an address without the name and the password in it, for words. */
export const shownAddress = (address: string) => address.replace(/^([a-z][\w+.-]*:\/\/)[^/@]*@/i, '$1');
