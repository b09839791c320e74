import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Peer } from './peer.js';

/**
 * The folder that a peer's program is named from: of its package, which npm puts into a cache outside of the repository when it is not there yet. None of
 * the package's install scripts run.
 * @throws when it cannot be fetched, or another version came
 */
export function fetchPeer({ npm }: Peer): string {
  if (npm === null) return process.cwd();
  const spec = `${npm.name}@${npm.version}`;
  const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  const folder = path.join(cache, 'flow-guard-peers', spec.replaceAll('/', '+'));
  const found = path.join(folder, 'node_modules', npm.name);
  if (versionIn(found) !== npm.version) {
    mkdirSync(folder, { recursive: true });
    const words = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
    const run = spawnSync('npm', [...words, spec], { cwd: folder, encoding: 'utf8' });
    if (run.status !== 0) throw new Error(`${spec}: npm could not fetch it: ${run.stderr ?? run.error}`);
  }
  if (versionIn(found) !== npm.version) throw new Error(`${spec}: another version lies in ${found}`);
  return found;
}

function versionIn(folder: string): unknown {
  try {
    return (JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version?: unknown }).version;
  } catch {
    return undefined;
  }
}
