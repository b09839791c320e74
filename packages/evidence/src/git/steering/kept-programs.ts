import { readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { isRecord } from '../../json.js';
import { sha256 } from '../../keys/key.js';
import { homeFolder } from '../configuration.js';
import { findProgram } from '../program.js';
import type { Repository } from '../repository.js';

/** A file that is started, as it was when a person had it recorded. */
export interface KeptProgram {
  /** How it is called: a name that is looked for on PATH, or a path. */
  name: string;
  /** Absolute. */
  path: string;
  sha256: string;
  /** Size, inode, and times of its last write and change: as long as these hold, the bytes are not read again. */
  stamp: string;
}

/** Looks at a file that may come to be: one that was not there is recorded as such. */
export const keptFile = (name: string, path: string): KeptProgram =>
  keptProgram(name, path) ?? { name, path, sha256: '', stamp: NONE };

const NONE = 'none';

/** Looks at a program as it is now; undefined where there is none. */
export function keptProgram(name: string, path: string): KeptProgram | undefined {
  const stamp = stampOf(path);
  if (stamp === undefined) return undefined;
  try {
    return { name, path, sha256: sha256(readFileSync(path)), stamp };
  } catch {
    return undefined;
  }
}

/** Digests that this process has made, by path and stamp. */
const digests = new Map<string, string>();

/** Tells whether a program still is the one that was recorded. */
export function isAsKept({ path, sha256: digest, stamp }: KeptProgram): boolean {
  const now = stampOf(path) ?? NONE;
  if (now === NONE || now === stamp) return now === stamp;
  const key = `${path}\n${now}`;
  try {
    if (!digests.has(key)) digests.set(key, sha256(readFileSync(path)));
  } catch {
    return false;
  }
  return digests.get(key) === digest;
}

function stampOf(path: string): string | undefined {
  try {
    const stat = statSync(realpathSync(path));
    return stat.isFile() ? [stat.size, stat.ino, stat.mtimeMs, stat.ctimeMs].join(' ') : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns where the files lie that a command of a setting starts or names: its program, and the words in it that are files.
 */
export function placesOf(command: string, repository: Repository): Pick<KeptProgram, 'name' | 'path'>[] {
  const words = command.replace(/^!/, '').match(/[^\s"'`;|&<>()$]+/g) ?? [];
  return words.slice(0, MOST).flatMap((name, at) => {
    const path = placeOf(name, at === 0, repository);
    return path !== undefined && stampOf(path) !== undefined ? [{ name, path }] : [];
  });
}

/** Words of one command that are looked at. */
const MOST = 20;

function placeOf(word: string, isFirst: boolean, repository: Repository): string | undefined {
  if (isFirst && !word.includes('/')) return findProgram(word, process.env.PATH ?? '', undefined);
  const named = word.startsWith('~/') ? resolve(homeFolder(), word.slice(2)) : word;
  return isAbsolute(named) ? named : resolve(repository.root, named);
}

/** Tells whether a value that was read is a record of a program. */
export function isKeptProgram(value: unknown): value is KeptProgram {
  return isRecord(value) && ['name', 'path', 'sha256', 'stamp'].every((part) => typeof value[part] === 'string');
}
