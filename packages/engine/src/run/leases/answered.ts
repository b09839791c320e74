import path from 'node:path';
import { type Environment, findKeys, loadKey, type Repository, repositoryState } from '@flow/evidence';
import { isSignedFor, signFor } from '@flow/evidence/keys/repository-signature';
import { keepRecord, readRecord } from './records.js';

/*
 * A driver gives each session a nonce of its own; a hook that starts with the session has it in its environment, and leaves a
 * record under it. So a driver knows that our hooks run in a session whose client says nothing of hooks.
 */

/** The variable by which a driver tells a session its nonce. */
export const NONCE = 'FLOW_SESSION_NONCE';

const FORM = /^[0-9a-f]{32}$/;

/** A record is taken away once it is older than any session, in milliseconds. */
const OLDEST = 30 * 24 * 60 * 60_000;

const folderOf = (repository: Repository, environment: Environment) =>
  path.join(repositoryState(repository, environment), 'answered');

/** Notes that our hooks are at work in a session that a driver has started. Without a nonce nobody asks. */
export function noteAnswered(session: string, repository: Repository, environment: Environment): void {
  const nonce = environment[NONCE];
  if (nonce === undefined || !FORM.test(nonce)) return;
  const folder = folderOf(repository, environment);
  try {
    const mac = signFor(loadKey(environment), repository, { session, nonce });
    keepRecord(path.join(folder, nonce), { v: 1, session, mac }, OLDEST);
  } catch {
    // A full or read-only disk, or no key: then nobody knows, and the session counts as one without hooks.
  }
}

/** Returns the client's id of the session in which a hook of ours has seen a nonce; null where none has. */
export function answeredIn(repository: Repository, environment: Environment, nonce: string): string | null {
  if (!FORM.test(nonce)) return null;
  const { session, mac } = readRecord(path.join(folderOf(repository, environment), nonce));
  if (typeof session !== 'string' || typeof mac !== 'string') return null;
  const keys = [...findKeys(environment).values()];
  return keys.some((key) => isSignedFor(key, repository, { session, nonce }, mac)) ? session : null;
}
