import { basename, join } from 'node:path';
import { writeFileAtomic } from '../disk/atomic.js';
import { readFileBounded } from '../disk/read-bounded.js';
import { repositoryState } from '../disk/state-folder.js';
import type { Environment } from '../environment.js';
import type { Repository } from '../git/repository.js';
import { canonical, parseJson } from '../json.js';
import { isSignedBy, keyId, sign } from '../keys/key.js';
import type { Keys } from '../keys/keyring.js';
import { fields, isHash, isNumber, isText, listOf, optional, orNull } from '../shape.js';
import type { Link } from './chain.js';

/** The journal's last entry and size, kept beside the key so that a shortened journal shows. */
export interface JournalHead extends Link {
  bytes: number;
  lines: number;
  /** A journal with more lines or bytes than these is compacted. */
  dueLines: number;
  dueBytes: number;
  /**
   * Numbers of entries that name a key of ours which did not sign them: the head vouches for every other one that the chain
   * leads to. Null where there are too many of them, missing in older heads: then it vouches for none.
   */
  doubted?: number[] | null | undefined;
}

/** `MAX_BYTES` has room for `MAX_DOUBTED` numbers. */
const MAX_BYTES = 16 * 1024;

/** `MAX_DOUBTED` is how many entries are doubted one by one. */
export const MAX_DOUBTED = 1000;

/** A head is known with the id of the key that vouches for it. */
export type KnownHead = JournalHead & { key: string };

/** Returns the head; `foreign` when a key that is not ours made it, `forged` when it holds what nobody writes. */
export function readJournalHead(
  repository: Repository,
  keys: Keys,
  env: Environment,
): KnownHead | 'missing' | 'foreign' | 'forged' {
  const read = readFileBounded(headPath(repository, env), MAX_BYTES);
  if (read.kind === 'missing') return 'missing';
  const value = read.kind === 'ok' ? parseJson(read.bytes.toString('utf8')) : undefined;
  if (!isHead(value)) return 'forged';
  const { key } = value;
  const head = { ...partsOf(value), key };
  const ours = keys.get(key);
  if (ours === undefined) return 'foreign';
  const { mac: signature } = value as { mac?: unknown };
  return isSignedBy(ours, signedText(repository, env, head), signature) ? head : 'forged';
}

/**
 * Stores the head.
 * @param fsync not needed to replace one: after a power cut it may be older than the journal, never newer
 * @throws EvidenceError
 */
export function writeJournalHead(
  repository: Repository,
  key: Uint8Array,
  head: JournalHead,
  env: Environment,
  fsync = false,
): void {
  const stored = { ...partsOf(head), key: keyId(key) };
  const text = canonical({ ...stored, mac: sign(key, signedText(repository, env, stored)) });
  writeFileAtomic(headPath(repository, env), text, { fsync });
}

/** Returns what a head consists of, without what else is with it. */
function partsOf({ n, hash, bytes, lines, dueLines, dueBytes, doubted }: JournalHead): JournalHead {
  const parts = { n, hash, bytes, lines, dueLines, dueBytes };
  return doubted === undefined ? parts : { ...parts, doubted };
}

const isHead = fields<KnownHead>({
  n: isNumber,
  hash: isHash,
  bytes: isNumber,
  lines: isNumber,
  dueLines: isNumber,
  dueBytes: isNumber,
  doubted: optional(orNull(listOf(isNumber))),
  key: isText,
});

/** Makes the text that is signed, with the repository in it: the head of one repository is none for another. */
function signedText(repository: Repository, env: Environment, head: KnownHead): string {
  return canonical({ ...head, repository: basename(repositoryState(repository, env)) });
}

function headPath(repository: Repository, env: Environment): string {
  return join(repositoryState(repository, env), 'journal-head.json');
}
