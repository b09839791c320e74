import { basename, join } from 'node:path';
import { writeFileAtomic } from '../disk/atomic.js';
import { readFileBounded } from '../disk/read-bounded.js';
import { repositoryState } from '../disk/state-folder.js';
import type { Environment } from '../environment.js';
import type { Repository } from '../git/repository.js';
import { canonical, parseJson } from '../json.js';
import { keyId, mac } from '../keys/key.js';
import type { Keys } from '../keys/keyring.js';
import { fields, isHash, isNumber, isText } from '../shape.js';
import type { Link } from './chain.js';

/** The journal's last entry and size, kept beside the key so that a shortened journal shows. */
export interface JournalHead extends Link {
  bytes: number;
  lines: number;
  /** A journal with more lines or bytes than these is compacted. */
  dueLines: number;
  dueBytes: number;
}

/** A head is known with the id of the key that vouches for it. */
export type KnownHead = JournalHead & { key: string };

/** Returns the head; `foreign` when a key that is not ours made it, `forged` when it holds what nobody writes. */
export function readJournalHead(
  repository: Repository,
  keys: Keys,
  env: Environment,
): KnownHead | 'missing' | 'foreign' | 'forged' {
  const read = readFileBounded(headPath(repository, env), 4096);
  if (read.kind === 'missing') return 'missing';
  const value = read.kind === 'ok' ? parseJson(read.bytes.toString('utf8')) : undefined;
  if (!isHead(value)) return 'forged';
  const { n, hash, bytes, lines, dueLines, dueBytes, key } = value;
  const head = { n, hash, bytes, lines, dueLines, dueBytes, key };
  const ours = keys.get(key);
  if (ours === undefined) return 'foreign';
  return (value as { mac?: unknown }).mac === mac(ours, signedText(repository, env, head)) ? head : 'forged';
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
  const { n, hash, bytes, lines, dueLines, dueBytes } = head;
  const stored = { n, hash, bytes, lines, dueLines, dueBytes, key: keyId(key) };
  const text = canonical({ ...stored, mac: mac(key, signedText(repository, env, stored)) });
  writeFileAtomic(headPath(repository, env), text, { fsync });
}

const isHead = fields<KnownHead>({
  n: isNumber,
  hash: isHash,
  bytes: isNumber,
  lines: isNumber,
  dueLines: isNumber,
  dueBytes: isNumber,
  key: isText,
});

/** Makes the text that is signed, with the repository in it: the head of one repository is none for another. */
function signedText(repository: Repository, env: Environment, head: KnownHead): string {
  return canonical({ ...head, repository: basename(repositoryState(repository, env)) });
}

function headPath(repository: Repository, env: Environment): string {
  return join(repositoryState(repository, env), 'journal-head.json');
}
