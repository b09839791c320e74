import { existsSync, rmSync } from 'node:fs';
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

/*
 * `flow push` judges a push and then has git run the hooks that the project has for pushes. Where one of these calls our own
 * hook, that push has been judged already, and what holds for one push is used up: a signed note says so for as long as the hooks run.
 */

/** A push as git tells its hook: the hook's words, and the lines of its standard input. */
export interface ToldPush {
  words: readonly string[];
  lines: string;
}

const MAX_BYTES = 4096;

/**
 * Notes that a push has been let through.
 * @param until epoch milliseconds
 * @returns takes the note away
 * @throws EvidenceError
 */
export function noteJudged(
  repository: Repository,
  push: ToldPush,
  until: number,
  env: Environment = process.env,
): () => void {
  const key = loadKey(env);
  const content = { v: 1, key: keyId(key), push: digestOf(push), until };
  const file = fileOf(repository, push, env);
  writeFileAtomic(file, canonical({ ...content, mac: signFor(key, repository, content) }), { fsync: false });
  return () => rmSync(file, { force: true });
}

/** Tells whether this very push has been let through a moment ago. Never throws; without a note it costs one look. */
export function isJudged(repository: Repository, push: ToldPush, env: Environment = process.env): boolean {
  if (!existsSync(folderOf(repository, env))) return false;
  const read = readFileBounded(fileOf(repository, push, env), MAX_BYTES);
  const value = read.kind === 'ok' ? parseJson(read.bytes.toString('utf8')) : undefined;
  if (!isRecord(value) || value.push !== digestOf(push) || !(Number(value.until) > Date.now())) return false;
  const key = findKeys(env).get(String(value.key));
  const content = { v: 1, key: value.key, push: value.push, until: value.until };
  return key !== undefined && isSignedFor(key, repository, content, value.mac);
}

const digestOf = ({ words, lines }: ToldPush) => sha256(canonical({ words, lines }));
const folderOf = (repository: Repository, env: Environment) => join(repositoryState(repository, env), 'judged');
const fileOf = (repository: Repository, push: ToldPush, env: Environment) =>
  join(folderOf(repository, env), `${digestOf(push)}.json`);
