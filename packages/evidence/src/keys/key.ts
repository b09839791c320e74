import type { KeyObject } from 'node:crypto';
import { linkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder, removeQuietly, sleep, uniqueName, writeNew } from '../disk/atomic.js';
import { readFileBounded } from '../disk/read-bounded.js';
import { stateFolder } from '../disk/state-folder.js';
import type { Environment } from '../environment.js';
import { EvidenceError, toEvidenceError } from '../error.js';

const LENGTH = 32;

/** Tells where this user's key is. */
export function keyPath(env: Environment = process.env): string {
  return join(stateFolder(env), 'key');
}

/** Finds this user's key; undefined when there is none that can be used. */
export function findKey(env: Environment = process.env): Buffer | undefined {
  return readKeyFile(keyPath(env));
}

/** Returns the key that a file holds, if it is one. */
export function readKeyFile(path: string): Buffer | undefined {
  const read = readFileBounded(path, LENGTH);
  return read.kind === 'ok' && read.bytes.length === LENGTH ? read.bytes : undefined;
}

/**
 * Loads this user's key: 32 random bytes that tie evidence to this account on this machine. Made when there is none.
 * @throws EvidenceError KEY_BROKEN when something else is in its place
 */
export function loadKey(env: Environment = process.env): Buffer {
  const path = keyPath(env);
  const temporary = `${path}.${uniqueName()}`;
  const found = findKey(env);
  if (found !== undefined) return found;
  try {
    makeFolder(dirname(path));
  } catch (error) {
    throw toEvidenceError(error, path);
  }
  try {
    writeNew(temporary, newKey(), 0o600, true);
    // A link appears with its whole content or not at all, and does not replace the key of whoever was faster.
    linkSync(temporary, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'ENOSYS') makeWithoutLink(path);
    else if (code !== 'EEXIST') throw toEvidenceError(error, path);
  } finally {
    removeQuietly(temporary);
  }
  const made = findKey(env);
  if (made === undefined) throw new EvidenceError('KEY_BROKEN', `${path} is not a key of ${LENGTH} bytes`);
  return made;
}

/** Makes the key on a file system without hard links; who comes second gives the first a moment to finish. */
function makeWithoutLink(path: string): void {
  try {
    writeNew(path, newKey(), 0o600, true);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw toEvidenceError(error, path);
    sleep(50);
  }
}

/** 32 random bytes that are nobody's key yet. */
export function newKey(): Buffer {
  return crypto().randomBytes(LENGTH);
}

/** Returns the name of a key, which does not tell the key: 16 hexadecimal digits. */
export function keyId(key: Uint8Array): string {
  return mac(key, 'flow key id').slice(0, 16);
}

/** Keys in the form that OpenSSL wants: making it anew each time would be most of the cost of reading a journal. */
const prepared = new WeakMap<Uint8Array, KeyObject>();

/** Returns the HMAC-SHA-256 of a text, in hexadecimal. */
export function mac(key: Uint8Array, text: string): string {
  const ready = prepared.get(key) ?? crypto().createSecretKey(key);
  prepared.set(key, ready);
  return crypto().createHmac('sha256', ready).update(text).digest('hex');
}

/** Returns the SHA-256 of a text or of bytes, in hexadecimal. */
export function sha256(text: string | Uint8Array): string {
  return crypto().hash('sha256', text);
}

/** Loads Node's `crypto` when it is first needed: loading costs 4 ms, and most events need none of it. */
function crypto(): typeof import('node:crypto') {
  return process.getBuiltinModule('node:crypto');
}
