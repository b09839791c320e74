import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Environment } from '../environment.js';
import type { Damage } from '../journal/damage.js';
import {
  findKey,
  isSecret,
  isSignedBy,
  keyId,
  keyPath,
  olderKeyPath,
  publicKeys,
  readKeyFile,
  retiredKeyPath,
} from './key.js';

/** The keys of this user are found by their ids, the retired ones too: what they vouched for stays vouched for. */
export type Keys = ReadonlyMap<string, Uint8Array>;

/** More rotations than that in a life are no rotations. */
const MAX_RETIRED = 1000;

/**
 * Finds this user's keys, the present key last. Where a sandbox hides them, their public halves check what was signed.
 * Without a present key none counts: nothing new could be told from old.
 */
export function findKeys(env: Environment = process.env): Keys {
  const current = findKey(env);
  if (current === undefined) return isHidden(env) ? namedIn(publicKeys(env)) : new Map();
  const id = keyId(current);
  const keys = new Map(namedIn(dirname(keyPath(env))));
  const older = readKeyFile(olderKeyPath(env));
  if (older !== undefined) keys.set(keyId(older), older);
  keys.delete(id);
  return keys.set(id, current);
}

/**
 * Tells whether something that holds this process hides what signs: another file system lies over its folder, or nobody may
 * look into it. A folder that somebody emptied is none of these.
 */
export function isHidden(env: Environment = process.env): boolean {
  const folder = dirname(keyPath(env));
  try {
    if (statSync(folder).dev !== statSync(dirname(folder)).dev) return findKey(env) === undefined;
    readdirSync(folder);
    return false;
  } catch (error) {
    return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

/** Returns true when a key of this user signed a text, now or before a rotation. */
export function isOurSignature(text: string, signature: unknown, env: Environment = process.env): boolean {
  return [...findKeys(env).values()].some(
    (key) => isSecret(key) === isMac(signature) && isSignedBy(key, text, signature),
  );
}

/** Tells what older programs made, an HMAC-SHA-256 in hexadecimal digits, from what is signed. */
export const isMac = (signature: unknown): boolean => typeof signature === 'string' && signature.length === 64;

/** Tells what is wrong with the files that hold keys. A user without any has nothing wrong. */
export function inspectKeys(env: Environment): Damage[] {
  const retired = namesIn(dirname(keyPath(env))).map((name) => retiredKeyPath(name, env));
  return [keyPath(env), olderKeyPath(env), ...retired].flatMap((path) => inspectKey(path, env) ?? []);
}

function inspectKey(path: string, env: Environment): Damage | undefined {
  const stat = lookAt(path);
  if (stat === undefined) return undefined;
  const key = readKeyFile(path);
  const isOlder = path === olderKeyPath(env);
  const isPlaced =
    isOlder || path === keyPath(env) ? key && isSecret(key) === isOlder : key && keyId(key) === basename(path);
  if (!isPlaced) {
    const what = stat.isSymbolicLink()
      ? 'a symbolic link'
      : stat.isFile()
        ? `a file of ${stat.size} bytes`
        : 'not a file';
    return { code: 'key-broken', line: 0, detail: `${path} should be a key but is ${what}` };
  }
  // Windows has no such bits.
  if (process.platform === 'win32' || (stat.mode & 0o077) === 0) return undefined;
  return { code: 'key-open', line: 0, detail: `Other users can read or write ${path}: chmod 600` };
}

function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // What is above it is no folder, or closed to this user: there is no key.
    return undefined;
  }
}

/** Returns the keys of a folder in which each has its id for a name. */
function namedIn(folder: string): Map<string, Uint8Array> {
  const keys = new Map<string, Uint8Array>();
  for (const name of namesIn(folder)) {
    const key = readKeyFile(join(folder, name));
    if (key !== undefined && keyId(key) === name) keys.set(name, key);
  }
  return keys;
}

/** Lists names that may be ids; unfinished files have longer names. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^[0-9a-f]{16}$/.test(name))
      .sort()
      .slice(0, MAX_RETIRED);
  } catch {
    return [];
  }
}
