import { join } from 'node:path';
import { writeFileAtomic } from '../disk/atomic.js';
import { stateFolder } from '../disk/state-folder.js';
import type { Environment } from '../environment.js';
import { EvidenceError } from '../error.js';
import type { Repository } from '../git/repository.js';
import { bindKey } from '../journal/append.js';
import { withLock } from '../journal/lock.js';
import { keyId, keyPath, loadKey, newKey, publishKey, retiredKeyPath } from './key.js';

const LOCK_WAIT = 2000;

/**
 * Gives this user a new key. What the old one vouched for still counts, in every repository, but nothing that it vouches
 * for after the journal there has heard of the new one: this repository's at once, any other with its next event.
 * Whoever is killed here leaves the old key or the new one, and never loses either.
 * @returns ids of the keys
 * @throws EvidenceError
 */
export function rotateKey(repository: Repository, env: Environment = process.env): { from: string; to: string } {
  const state = stateFolder(env);
  // Makes the folder, too.
  loadKey(env);
  const done = withLock(join(state, 'key.lock'), LOCK_WAIT, () => {
    const old = loadKey(env);
    const fresh = newKey();
    const ids = { from: keyId(old), to: keyId(fresh) };
    const options = { mode: 0o600, within: state };
    writeFileAtomic(retiredKeyPath(ids.from, env), old, options);
    publishKey(fresh, env);
    writeFileAtomic(keyPath(env), fresh, options);
    return ids;
  });
  if (!done.ok) throw new EvidenceError('BUSY', 'Another process is changing the key');
  bindKey(repository, env);
  return done.value;
}
