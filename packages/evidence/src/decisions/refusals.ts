import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from '../disk/atomic.js';
import { readFileBounded } from '../disk/read-bounded.js';
import { repositoryState } from '../disk/state-folder.js';
import type { Environment } from '../environment.js';
import type { Repository } from '../git/repository.js';
import { canonical, isRecord, parseJson } from '../json.js';
import { keyId, loadKey, sha256 } from '../keys/key.js';
import { findKeys } from '../keys/keyring.js';
import { isSignedFor, signFor } from '../keys/repository-signature.js';

/** A refusal tells what was refused, so that a person can see it and let exactly that through. */
export interface Refusal {
  v: 1;
  tool: string;
  /** SHA-256 of the call: equal calls in the same folder have equal digests. */
  digest: string;
  directory: string;
  /** The call as a person reads it, whole or its beginning; `cut` characters are left out. */
  shown: string;
  cut: number;
  findings: { key: string; text: string }[];
  session: string | null;
  /** Epoch milliseconds. */
  time: number;
}

const MAX_BYTES = 256 * 1024;
/** How many are kept, and for how long (milliseconds): nobody asks for older ones. */
const KEPT = 100;
export const REFUSAL_AGE = 24 * 3_600_000;

/** Letters of a code, without those that are read as digits (Crockford's base 32). */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 4;

/**
 * Keeps a refusal in this user's state, sealed with their key. The same call refused for the same reasons has the same
 * code. The code names the file and nothing more: who knows it has nothing.
 * @throws EvidenceError
 */
export function keepRefusal(repository: Repository, refusal: Refusal, env: Environment = process.env): string {
  const key = loadKey(env);
  const folder = folderOf(repository, env);
  removeOldest(folder);
  const code = codeFor(repository, refusal, env);
  const content = { code, key: keyId(key), refusal };
  const text = canonical({ ...content, mac: signFor(key, repository, content) });
  writeFileAtomic(join(folder, `${code}.json`), text, { fsync: false });
  return code;
}

/** The refusal of a code, if we kept it and it is not too old. Never throws. */
export function findRefusal(repository: Repository, code: string, env: Environment = process.env): Refusal | undefined {
  if (!isCode(code)) return undefined;
  const read = readFileBounded(join(folderOf(repository, env), `${code}.json`), MAX_BYTES);
  const value = read.kind === 'ok' ? parseJson(read.bytes.toString('utf8')) : undefined;
  if (!isRecord(value) || !isRecord(value.refusal)) return undefined;
  const key = findKeys(env).get(String(value.key));
  if (key === undefined) return undefined;
  const content = { code, key: String(value.key), refusal: value.refusal };
  if (!isSignedFor(key, repository, content, value.mac)) return undefined;
  // The seal says that this program wrote it.
  const refusal = value.refusal as unknown as Refusal;
  return refusal.v === 1 && Date.now() - refusal.time < REFUSAL_AGE ? refusal : undefined;
}

/** Lists the refusals that are kept, newest first. */
export function listRefusals(
  repository: Repository,
  env: Environment = process.env,
): { code: string; refusal: Refusal }[] {
  return codesIn(folderOf(repository, env))
    .flatMap((code) => {
      const refusal = findRefusal(repository, code, env);
      return refusal ? [{ code, refusal }] : [];
    })
    .sort((a, b) => b.refusal.time - a.refusal.time);
}

/** Tells how a person may have typed a code. */
export function readCode(text: string): string {
  return text.trim().toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1');
}

const isCode = (text: string) => text.length === LENGTH && [...text].every((letter) => LETTERS.includes(letter));

/** Returns the first four letters of the digest that no other refusal has. */
function codeFor(repository: Repository, refusal: Refusal, env: Environment): string {
  const identity = identityOf(refusal);
  const digits = BigInt(`0x${sha256(identity)}`);
  const letters = Array.from({ length: 50 }, (_, at) => LETTERS[Number((digits >> BigInt(5 * at)) & 31n)]).join('');
  for (let at = 0; at + LENGTH < letters.length; at += 1) {
    const code = letters.slice(at, at + LENGTH);
    const other = findRefusal(repository, code, env);
    if (other === undefined || identityOf(other) === identity) return code;
  }
  return letters.slice(0, LENGTH);
}

const identityOf = ({ digest, findings }: Refusal) =>
  canonical({ digest, findings: findings.map(({ key }) => key).sort() });

function folderOf(repository: Repository, env: Environment): string {
  return join(repositoryState(repository, env), 'refusals');
}

function codesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .map((name) => name.replace(/\.json$/, ''))
      .filter(isCode);
  } catch {
    return [];
  }
}

/** Makes room for as many again, so that few refusals have to. */
function removeOldest(folder: string): void {
  const codes = codesIn(folder);
  if (codes.length < KEPT) return;
  const aged = codes.map((code) => ({ code, time: timeOf(join(folder, `${code}.json`)) }));
  aged.sort((a, b) => a.time - b.time);
  for (const { code } of aged.slice(0, KEPT / 2)) rmSync(join(folder, `${code}.json`), { force: true });
}

function timeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
