import { readdirSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from '../disk/atomic.js';
import { readFileBounded } from '../disk/read-bounded.js';
import type { Environment } from '../environment.js';
import { EvidenceError } from '../error.js';
import type { Repository } from '../git/repository.js';
import { canonical, isRecord, parseJson } from '../json.js';
import { keyId, loadKey, sha256 } from '../keys/key.js';
import { findKeys } from '../keys/keyring.js';
import { isSignedFor, signFor } from '../keys/repository-signature.js';

const MAX_BYTES = 1024 * 1024;
const DAY = 24 * 3_600_000;

/**
 * Keeps what is known when a call starts until its end is seen. Replaces what was kept for the same id.
 * @param id the host's id of the call; any text
 * @param data JSON, at most 1 MiB
 * @throws EvidenceError
 */
export function putPending(repository: Repository, id: string, data: unknown, env: Environment = process.env): void {
  const key = loadKey(env);
  const content = { id, data, key: keyId(key) };
  const text = canonical({ ...content, mac: signFor(key, repository, content) });
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw new EvidenceError('TOO_LARGE', 'The state of a call is larger than 1 MiB');
  removeOld(repository);
  writeFileAtomic(pathOf(repository, id), text, { within: repository.commonDir, fsync: false });
}

/** Tells what is kept for the id, if we wrote it; it stays kept. Never throws. */
export function peekPending<T = unknown>(
  repository: Repository,
  id: string,
  env: Environment = process.env,
): T | undefined {
  const read = readFileBounded(pathOf(repository, id), MAX_BYTES);
  const value = read.kind === 'ok' ? parseJson(read.bytes.toString('utf8')) : undefined;
  if (!isRecord(value)) return undefined;
  const key = findKeys(env).get(String(value.key));
  if (key === undefined) return undefined;
  const content = { id, data: value.data, key: value.key };
  return isSignedFor(key, repository, content, value.mac) ? (value.data as T) : undefined;
}

/** Reads what is pending and removes it: of several processes that take the same id, one gets it. */
export function takePending<T = unknown>(
  repository: Repository,
  id: string,
  env: Environment = process.env,
): T | undefined {
  const data = peekPending<T>(repository, id, env);
  try {
    unlinkSync(pathOf(repository, id));
    return data;
  } catch {
    return undefined;
  }
}

/** Tells what is kept of all calls whose end was not seen yet, at most 100 of them. Never throws. */
export function listPending<T = unknown>(repository: Repository, env: Environment = process.env): T[] {
  let names: string[];
  try {
    names = readdirSync(folderOf(repository)).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
  return names.slice(0, 100).flatMap((name) => peekPending<T>(repository, name.slice(0, -5), env) ?? []);
}

/** Names that are safe on every system are kept, so that people can find the file; others are hashed. */
function pathOf(repository: Repository, id: string): string {
  const name = /^[A-Za-z0-9_-]{1,80}$/.test(id) ? id : sha256(id);
  return join(folderOf(repository), `${name}.json`);
}

function folderOf(repository: Repository): string {
  return join(repository.evidence, 'pending');
}

/** Calls whose end nobody saw: the session was killed. */
function removeOld(repository: Repository): void {
  const folder = folderOf(repository);
  try {
    for (const name of readdirSync(folder)) {
      const stat = statSync(join(folder, name), { throwIfNoEntry: false });
      if (stat?.isFile() && stat.mtimeMs < Date.now() - DAY) rmSync(join(folder, name), { force: true });
    }
  } catch {
    // There is nothing yet.
  }
}
