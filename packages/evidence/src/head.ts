import { join } from 'node:path';
import { writeFileAtomic } from './atomic.js';
import type { Link } from './chain.js';
import type { Environment } from './environment.js';
import { canonical, isRecord, parseJson } from './json.js';
import { mac } from './key.js';
import { readFileBounded } from './read-bounded.js';
import type { Repository } from './repository.js';
import { repositoryState } from './state-folder.js';

/** The journal's last entry and size, kept beside the key so that a shortened journal shows. */
export interface JournalHead extends Link {
  bytes: number;
}

/** The head; `forged` when the file holds something that our key did not write. */
export function readJournalHead(
  repository: Repository,
  key: Uint8Array,
  env: Environment,
): JournalHead | 'missing' | 'forged' {
  const read = readFileBounded(headPath(repository, env), 4096);
  if (read.kind === 'missing') return 'missing';
  const head = read.kind === 'ok' ? parseJson(read.bytes.toString('utf8')) : undefined;
  if (!isRecord(head)) return 'forged';
  const { n, hash, bytes } = head;
  if (typeof n !== 'number' || typeof hash !== 'string' || typeof bytes !== 'number') return 'forged';
  return head.mac === mac(key, canonical({ n, hash, bytes })) ? { n, hash, bytes } : 'forged';
}

/**
 * Stores the head. Not synced: after a power cut it may be older than the journal, never newer.
 * @throws EvidenceError
 */
export function writeJournalHead(repository: Repository, key: Uint8Array, head: JournalHead, env: Environment): void {
  const { n, hash, bytes } = head;
  const text = canonical({ n, hash, bytes, mac: mac(key, canonical({ n, hash, bytes })) });
  writeFileAtomic(headPath(repository, env), text, { fsync: false });
}

function headPath(repository: Repository, env: Environment): string {
  return join(repositoryState(repository, env), 'journal-head.json');
}
