import { basename, dirname, isAbsolute, join } from 'node:path';
import type { Environment } from '../environment.js';
import type { Repository } from '../git/repository.js';

/**
 * Returns the user's state folder, outside every repository: key, trusted policy, journal heads, installed bundles.
 * `$XDG_STATE_HOME/flow` (a relative value is ignored, as the XDG text asks), else `~/.local/state/flow`, on macOS too;
 * on Windows `%LOCALAPPDATA%\flow`.
 * @returns an absolute path; the folder need not exist
 */
export function stateFolder(env: Environment = process.env): string {
  const xdg = env.XDG_STATE_HOME;
  if (xdg && isAbsolute(xdg)) return join(xdg, 'flow');
  const local = env.LOCALAPPDATA;
  if (process.platform === 'win32' && local && isAbsolute(local)) return join(local, 'flow');
  return join(homeFolder(env), '.local', 'state', 'flow');
}

/** Folder of what the user's state holds about one repository, the same for all of its worktrees. */
export function repositoryState(repository: Pick<Repository, 'commonDir'>, env: Environment = process.env): string {
  return join(stateFolder(env), 'repositories', repositoryId(repository.commonDir));
}

/** Returns the folder of all that seals a repository's sessions: the wrapper, its list, and what belongs to them. */
export function sealFolder(repository: Pick<Repository, 'commonDir'>, env: Environment = process.env): string {
  return join(repositoryState(repository, env), 'seal');
}

/** Returns the folder of the installed program of one version. */
export function bundleFolder(version: string, env: Environment = process.env): string {
  return join(stateFolder(env), 'bundles', version);
}

function homeFolder(env: Environment): string {
  const home = env.HOME || env.USERPROFILE;
  // Asking the user database costs a module, so it is only for processes started without any home.
  return home && isAbsolute(home) ? home : process.getBuiltinModule('node:os').homedir();
}

/** Returns a readable name and a hash of the whole path: two clones with one name must not share state. */
function repositoryId(commonDir: string): string {
  const folder = basename(commonDir) === '.git' ? dirname(commonDir) : commonDir;
  const own = basename(folder);
  // Nearly every name is plain, and every event asks.
  const name = /^\w[\w.-]{0,39}$/.test(own)
    ? own
    : own
        .replace(/[^A-Za-z0-9._-]+/g, '-')
        .replace(/^[.-]+/, '')
        .slice(0, 40);
  return `${name || 'repository'}-${cyrb53(commonDir).toString(16).padStart(14, '0')}`;
}

/**
 * `cyrb53` returns a hash of 53 bits that is not cryptographic: it only names a folder, and `node:crypto` costs 4 ms. By
 * bryc, public domain.
 */
function cyrb53(text: string): number {
  const { imul } = Math;
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = imul(high ^ code, 2654435761);
    low = imul(low ^ code, 1597334677);
  }
  high = imul(high ^ (high >>> 16), 2246822507) ^ imul(low ^ (low >>> 13), 3266489909);
  low = imul(low ^ (low >>> 16), 2246822507) ^ imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
