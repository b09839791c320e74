import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Environment } from '../environment.js';
import type { Damage } from '../journal/damage.js';
import { findKey, keyId, keyPath, mac, readKeyFile } from './key.js';

/** The keys of this user are found by their ids, the retired ones too: what they vouched for stays vouched for. */
export type Keys = ReadonlyMap<string, Uint8Array>;

/** More rotations than that in a life are no rotations. */
const MAX_RETIRED = 1000;

/** Tells where a key goes when another takes its place. */
export function retiredKeyPath(id: string, env: Environment): string {
  return join(retiredFolder(env), id);
}

/** Finds this user's keys, the present key last. Without a present key none counts: nothing new could be told from old. */
export function findKeys(env: Environment = process.env): Keys {
  const current = findKey(env);
  const keys = new Map<string, Uint8Array>();
  if (current === undefined) return keys;
  for (const name of listRetired(env)) {
    const key = readKeyFile(retiredKeyPath(name, env));
    if (key !== undefined && keyId(key) === name) keys.set(name, key);
  }
  const id = keyId(current);
  keys.delete(id);
  return keys.set(id, current);
}

/** Returns true when a key of this user made the MAC of a text, now or before a rotation. */
export function isOurMac(text: string, signed: unknown, env: Environment = process.env): boolean {
  return [...findKeys(env).values()].some((key) => mac(key, text) === signed);
}

/** Tells what is wrong with the files that hold keys. A user without any has nothing wrong. */
export function inspectKeys(env: Environment): Damage[] {
  const retired = listRetired(env).map((name) => retiredKeyPath(name, env));
  return [keyPath(env), ...retired].flatMap((path) => inspectKey(path) ?? []);
}

function inspectKey(path: string): Damage | undefined {
  const stat = lookAt(path);
  if (stat === undefined) return undefined;
  const key = readKeyFile(path);
  const name = basename(path);
  const isNamed = key !== undefined && (name === 'key' || keyId(key) === name);
  if (!isNamed) {
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

/** Lists the retired keys by name; unfinished files have longer names. */
function listRetired(env: Environment): string[] {
  try {
    return readdirSync(retiredFolder(env))
      .filter((name) => /^[0-9a-f]{16}$/.test(name))
      .sort()
      .slice(0, MAX_RETIRED);
  } catch {
    return [];
  }
}

function retiredFolder(env: Environment): string {
  return join(dirname(keyPath(env)), 'keys');
}
