import path from 'node:path';
import type { Accepted, Connections, Surroundings } from '@flow/hooks/program';
import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { isInPlace } from '../in-place.js';

/* What `flow push` and `flow fetch` share: the remote that a person has accepted, and how it lets git in. */

/** What a remote is called, and nothing that could be an address, a path or an option. */
const NAME = /^\w[\w.+-]*(?:\/[\w.+-]+)*$/;

/** An accepted remote, and the settings by which git is let in. */
export interface Way {
  place: Extract<Accepted, { ok: true }>['place'];
  /** Each address that a push goes to. */
  pushed: Extract<Accepted, { ok: true }>['pushed'];
  letsIn: Connections['letsIn'];
}

/**
 * Finds the way to a remote as a person has accepted it.
 * @param remote its name; null: where git would push the branch
 * @param asks what it is for
 * @throws FlowError REMOTE_UNKNOWN, REMOTE_CHANGED, REMOTE_LOCAL
 */
export async function wayTo(
  call: Call,
  around: Surroundings,
  branch: string,
  remote: string | null,
  asks: 'fetch' | 'push' = 'push',
): Promise<Way> {
  const { acceptedRemote, connectionsOf, isNoServer, remotesOf, clean } = await hooks();
  const { repository, policy, start } = around;
  const { push, names } = remotesOf(repository, branch, policy, start.deadline);
  const name = remote ?? push;
  const shown = clean(name, 100);
  const apply = 'npx flow-hooks apply';
  const unknown = (why: string) =>
    new FlowError(
      'finding',
      'REMOTE_UNKNOWN',
      why,
      `A person accepts the remotes as they are, in a terminal: ${apply}`,
    );
  if (!NAME.test(name))
    throw new FlowError(
      'usage',
      'REMOTE_UNKNOWN',
      `\`${shown}\` is not the name of a remote: an address, a path and a helper are not taken.`,
      'git remote -v (lists the names)',
    );
  if (names.length === 0)
    throw new FlowError(
      'finding',
      'REMOTE_UNKNOWN',
      'this repository has no remote.',
      `git remote add origin <address>, and a person accepts it, in a terminal: ${apply}`,
    );
  if (remote === null && !names.includes(name))
    throw new FlowError(
      'finding',
      'REMOTE_UNKNOWN',
      `nothing says where this branch goes: the remotes are ${clean(names.join(', '), 200)}, and it follows none of them.`,
      `${call.program} ${asks} ${clean(names[0], 100)}`,
    );
  const found = acceptedRemote(repository, name, start, asks);
  if (!found.ok && found.why === 'changed')
    throw new FlowError(
      'finding',
      'REMOTE_CHANGED',
      `${shown} was accepted as ${clean(found.accepted, 300)}, and git's settings now lead to ${clean(found.now, 300) || 'nowhere'}.`,
      `${clean(found.back, 600)}, as it was; or a person accepts the new one, in a terminal: ${apply}`,
    );
  if (!found.ok)
    throw unknown(
      found.why === 'forged'
        ? 'the record of the accepted remotes is not one of this user.'
        : `${shown} is no remote that a person has accepted.`,
    );
  const { place, pushed } = found;
  if (!isInPlace(call.environment))
    return { place, pushed, letsIn: connectionsOf(repository, call.environment, start.deadline).letsIn };
  // Outside of the seal the other end of a folder would run what whoever is inside has put there.
  if ((asks === 'fetch' ? [place] : pushed).some(({ address }) => isNoServer(address)))
    throw new FlowError(
      'finding',
      'REMOTE_LOCAL',
      `${shown} is a folder of this machine: nothing is done for a sealed shell there.`,
      `Type it in the shell: git push ${shown} HEAD`,
    );
  return { place, pushed, letsIn: await recorded(around) };
}

/** Reads how git was let in at the installation: what is set since is not asked for a password. */
async function recorded({ repository, start }: Surroundings): Promise<Connections['letsIn']> {
  const { inPlaceFolders, readSmall } = await hooks();
  try {
    const told: unknown = JSON.parse(readSmall(inPlaceFolders(repository, start.environment).credentials) ?? '[]');
    const isSetting = (one: unknown): one is [string, string] =>
      Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string');
    return Array.isArray(told) ? told.filter(isSetting) : [];
  } catch {
    return [];
  }
}

/**
 * Words what a remote, or git on the way to it, said.
 * @param beside what else became of it, in lines of their own
 */
export async function failedThere(call: Call, name: string, said: string, beside = ''): Promise<FlowError> {
  const { clean } = await hooks();
  const lines = said.split('\n').filter((line) => /fatal|error|denied|rejected|resolve|refused|remote:/i.test(line));
  const last = lines.map((line) => clean(line.replace(/^!\s*/, ''), 300)).slice(-6);
  const isLogin = /denied|authentication|could not read (?:username|password)|403|401/i.test(said);
  const message = `${clean(name, 100)} says:\n  ${last.join('\n  ') || clean(said, 300) || 'nothing'}${beside}`;
  return isLogin
    ? new FlowError(
        'broken',
        'REMOTE_LOGIN',
        message,
        'A person logs in as for any push (an SSH key, or `gh auth setup-git`), then installs anew',
      )
    : new FlowError(
        'finding',
        'REMOTE_FAILED',
        message,
        `${path.basename(call.program)} fetch, then look at what is there`,
      );
}
