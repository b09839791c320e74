import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from '../disk/atomic.js';
import { readFileBounded } from '../disk/read-bounded.js';
import { repositoryState } from '../disk/state-folder.js';
import type { Environment } from '../environment.js';
import type { Repository } from '../git/repository.js';
import { canonical, isRecord, parseJson } from '../json.js';
import { keyId, loadKey } from '../keys/key.js';
import { findKeys } from '../keys/keyring.js';
import { isSignedFor, signFor } from '../keys/repository-signature.js';

/** A remote as it was accepted: where it lies, and what is known to be on it. */
export interface PublishedPlace {
  /** The remote's name here. */
  remote: string;
  /** Where git fetched from when the remote was accepted, after every rewriting; a folder by its absolute path. */
  address: string;
  /** Where git pushed to then, each as an address is, where that was not the address alone (`pushurl`, `pushInsteadOf`). */
  pushed?: readonly string[];
  /** Settings of git that lead a connection to it, as they were then: names with their values. */
  settings: [name: string, value: string][];
  /** The branch that work is merged into; null where the remote has told none yet. */
  head: string | null;
  /** Commits that are on the remote's branches for sure, by the branch's name. */
  branches: Record<string, string>;
}

const MAX_BYTES = 256 * 1024;

/**
 * Returns the remotes whose content counts as published. Remote-tracking refs tell what was fetched last, from wherever
 * that was, and anybody may move them; so what they say counts where this record has it, too.
 * @returns null where none has been accepted yet, `forged` for a record that this user's key did not make
 */
export function readPublished(
  repository: Repository,
  env: Environment = process.env,
): readonly PublishedPlace[] | 'forged' | null {
  const file = fileOf(repository, env);
  const unwritten = UNWRITTEN.get(file);
  if (unwritten) return unwritten;
  const stamp = stampOf(file);
  if (stamp === undefined) return null;
  const known = VERIFIED.get(file);
  if (known?.stamp === stamp) return known.places;
  const read = readFileBounded(file, MAX_BYTES);
  if (read.kind === 'missing') return null;
  const value = read.kind === 'ok' ? parseJson(read.bytes.toString('utf8')) : undefined;
  if (!isRecord(value) || value.v !== 1 || !Array.isArray(value.places)) return 'forged';
  const key = findKeys(env).get(String(value.key));
  const content = { v: 1, key: value.key, places: value.places };
  if (key === undefined || !isSignedFor(key, repository, content, value.mac)) return 'forged';
  // The signature says that this program wrote it.
  const places = value.places as PublishedPlace[];
  VERIFIED.set(file, { stamp, places });
  return places;
}

/** Records that were read and verified, as they were: one push asks for the same one several times. */
const VERIFIED = new Map<string, { stamp: string; places: readonly PublishedPlace[] }>();

/** Tells one state of a file from another; undefined where there is none. */
function stampOf(file: string): string | undefined {
  const stat = lstatSync(file, { throwIfNoEntry: false, bigint: true });
  return stat && [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join();
}

/** Tells whether remotes have been accepted: one look, for whoever asks at every command. */
export const hasPublished = (repository: Repository, env: Environment = process.env) =>
  existsSync(fileOf(repository, env));

/** What is not to be kept, or what a sandbox or a full disk kept from being written: it holds as long as this process. */
const UNWRITTEN = new Map<string, readonly PublishedPlace[]>();

/** Keeps what counts as published. */
export function keepPublished(
  repository: Repository,
  places: readonly PublishedPlace[],
  env: Environment = process.env,
): void {
  const file = fileOf(repository, env);
  try {
    const key = loadKey(env);
    const content = { v: 1, key: keyId(key), places };
    const text = canonical({ ...content, mac: signFor(key, repository, content) });
    writeFileAtomic(file, text, { fsync: false });
    UNWRITTEN.delete(file);
  } catch {
    UNWRITTEN.set(file, places);
  }
}

/** Keeps what counts as published for as long as this process, and is not to be kept. */
export function holdPublished(
  repository: Repository,
  places: readonly PublishedPlace[],
  env: Environment = process.env,
): void {
  UNWRITTEN.set(fileOf(repository, env), places);
}

const fileOf = (repository: Repository, env: Environment) => join(repositoryState(repository, env), 'published.json');
