import type { KeyObject } from 'node:crypto';
import { linkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  makeFolder,
  refuseLinks,
  removeQuietly,
  sleep,
  uniqueName,
  writeFileAtomic,
  writeNew,
} from '../disk/atomic.js';
import { readFileBounded } from '../disk/read-bounded.js';
import { stateFolder } from '../disk/state-folder.js';
import type { Environment } from '../environment.js';
import { EvidenceError, toEvidenceError } from '../error.js';

/*
 * A key is the bytes of its file. A pair signs with Ed25519: its private half in PKCS #8, its public half behind it as
 * SPKI. The public half alone checks what the pair signed. A secret is what older programs made MACs with; it signs no
 * more once a pair is there.
 */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const SECRET = 32;
const PRIVATE = PKCS8.length + 32;
const PUBLIC = SPKI.length + 32;
const PAIR = PRIVATE + PUBLIC;

/** Tells where this user's key is, in a folder that holds nothing but what signs: whoever may not sign does not see it. */
export function keyPath(env: Environment = process.env): string {
  return join(stateFolder(env), 'keys', 'current');
}

/** Tells where older programs kept their key. */
export function olderKeyPath(env: Environment): string {
  return join(stateFolder(env), 'key');
}

/** Tells where a key goes when another takes its place. */
export function retiredKeyPath(id: string, env: Environment): string {
  return join(dirname(keyPath(env)), id);
}

/** Tells where the public halves of this user's keys are, under their ids. */
export function publicKeys(env: Environment): string {
  return join(stateFolder(env), 'public');
}

/** Finds this user's key; undefined when there is none that can be used. */
export function findKey(env: Environment = process.env): Buffer | undefined {
  return findPair(env) ?? findSecret(env);
}

function findPair(env: Environment): Buffer | undefined {
  const key = readKeyFile(keyPath(env));
  return key?.length === PAIR ? key : undefined;
}

function findSecret(env: Environment): Buffer | undefined {
  const key = readKeyFile(olderKeyPath(env));
  return key?.length === SECRET ? key : undefined;
}

/** Returns the key that a file holds, if it is one. */
export function readKeyFile(path: string): Buffer | undefined {
  const read = readFileBounded(path, PAIR);
  return read.kind === 'ok' && isKey(read.bytes) ? read.bytes : undefined;
}

function isKey(bytes: Buffer): boolean {
  if (bytes.length === SECRET) return true;
  if (bytes.length === PUBLIC) return bytes.indexOf(SPKI) === 0;
  return bytes.length === PAIR && bytes.indexOf(PKCS8) === 0 && bytes.indexOf(SPKI, PRIVATE) === PRIVATE;
}

/** Tells whether a key is one of those that made MACs. */
export const isSecret = (key: Uint8Array): boolean => key.length !== PAIR && key.length !== PUBLIC;

/**
 * Loads this user's key: a pair that ties evidence to this account on this machine. Made when there is none; the key of an
 * older program is retired then.
 * @throws EvidenceError KEY_BROKEN when something else is in its place
 */
export function loadKey(env: Environment = process.env): Buffer {
  const found = findPair(env);
  if (found !== undefined) return found;
  makeKey(env);
  const made = findPair(env);
  if (made === undefined) throw new EvidenceError('KEY_BROKEN', `${keyPath(env)} is not a key of ${PAIR} bytes`);
  return made;
}

function makeKey(env: Environment): void {
  const path = keyPath(env);
  const temporary = `${path}.${uniqueName()}`;
  const older = findSecret(env);
  const fresh = newKey();
  let isOurs = false;
  try {
    refuseLinks(stateFolder(env), dirname(path));
    makeFolder(dirname(path));
    if (older !== undefined) writeFileAtomic(retiredKeyPath(keyId(older), env), older, { mode: 0o600 });
    // First, so that nobody has a key whose signatures others cannot check.
    publishKey(fresh, env);
    writeNew(temporary, fresh, 0o600, true);
    // A link appears with its whole content or not at all, and does not replace the key of whoever was faster.
    linkSync(temporary, path);
    isOurs = true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'ENOSYS') isOurs = makeWithoutLink(path, fresh);
    else if (code !== 'EEXIST') throw toEvidenceError(error, path);
  } finally {
    removeQuietly(temporary);
    if (!isOurs) removeQuietly(join(publicKeys(env), keyId(fresh)));
  }
  // It stands among the retired ones by now.
  if (isOurs && older !== undefined) removeQuietly(olderKeyPath(env));
}

/** Makes the key on a file system without hard links; who comes second gives the first a moment to finish. */
function makeWithoutLink(path: string, key: Uint8Array): boolean {
  try {
    writeNew(path, key, 0o600, true);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw toEvidenceError(error, path);
    sleep(50);
    return false;
  }
}

/** Puts the public half of a pair where everybody may read it. @throws EvidenceError */
export function publishKey(pair: Uint8Array, env: Environment): void {
  writeFileAtomic(join(publicKeys(env), keyId(pair)), publicHalf(pair), { mode: 0o644, within: stateFolder(env) });
}

/** Returns a pair that is nobody's yet. */
export function newKey(): Buffer {
  const half = Buffer.concat([PKCS8, crypto().randomBytes(32)]);
  const opened = crypto().createPrivateKey({ key: half, format: 'der', type: 'pkcs8' });
  return Buffer.concat([half, crypto().createPublicKey(opened).export({ format: 'der', type: 'spki' })]);
}

const publicHalf = (key: Uint8Array): Uint8Array => (key.length === PAIR ? key.subarray(PRIVATE) : key);

/** Returns the name of a key, which does not tell what signs: 16 hexadecimal digits, the same for both halves of a pair. */
export function keyId(key: Uint8Array): string {
  const name = 'flow key id';
  const digest = isSecret(key) ? mac(key, name) : sha256(Buffer.concat([Buffer.from(name), publicHalf(key)]));
  return digest.slice(0, 16);
}

/** Keys in the form that OpenSSL wants: making it anew each time would be most of the cost of reading a journal. */
const prepared = new Map<string, KeyObject>();

function prepare(key: Uint8Array, make: () => KeyObject): KeyObject {
  const name = Buffer.from(key).toString('latin1');
  const ready = prepared.get(name) ?? make();
  prepared.set(name, ready);
  return ready;
}

/**
 * Signs a text: a signature of Ed25519 by a pair, in base64url; by an older secret its MAC, in hexadecimal.
 * @throws EvidenceError KEY_BROKEN where only the public half is at hand
 */
export function sign(key: Uint8Array, text: string): string {
  if (isSecret(key)) return mac(key, text);
  if (key.length === PUBLIC) throw new EvidenceError('KEY_BROKEN', 'A public key signs nothing');
  const half = Buffer.from(key.subarray(0, PRIVATE));
  const opened = prepare(half, () => crypto().createPrivateKey({ key: half, format: 'der', type: 'pkcs8' }));
  return crypto().sign(null, Buffer.from(text), opened).toString('base64url');
}

/** Tells whether a key has signed a text. Never throws. */
export function isSignedBy(key: Uint8Array, text: string, signature: unknown): boolean {
  if (typeof signature !== 'string') return false;
  if (isSecret(key)) return mac(key, text) === signature;
  const bytes = Buffer.from(signature, 'base64url');
  // One spelling of each: a decoder overlooks what does not belong there.
  if (bytes.length !== 64 || bytes.toString('base64url') !== signature) return false;
  const half = Buffer.from(publicHalf(key));
  try {
    const opened = prepare(half, () => crypto().createPublicKey({ key: half, format: 'der', type: 'spki' }));
    return crypto().verify(null, Buffer.from(text), opened, bytes);
  } catch {
    // Bytes that are no point of the curve.
    return false;
  }
}

/** Returns the HMAC-SHA-256 of a text, in hexadecimal. */
export function mac(key: Uint8Array, text: string): string {
  const ready = prepare(key, () => crypto().createSecretKey(key));
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
