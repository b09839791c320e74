import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { dictionary, type Receipt, type TestState } from '@flow/core';
import { removeOrphans, removeQuietly, uniqueName, writeFileAtomic } from '../disk/atomic.js';
import { type BoundedRead, readFileBounded } from '../disk/read-bounded.js';
import type { Environment } from '../environment.js';
import { EvidenceError, toEvidenceError } from '../error.js';
import type { Repository } from '../git/repository.js';
import { canonical, isRecord, parseJson } from '../json.js';
import { isSignedBy, keyId, loadKey, sha256, sign } from '../keys/key.js';
import { findKeys, type Keys } from '../keys/keyring.js';
import { appendEvent } from './append.js';
import type { RunData } from './event-data.js';
import { withLock } from './lock.js';

const MAX_BYTES = 256 * 1024;
const MAX_TESTS = 2000;

/**
 * How many receipts are kept, the newest, and how many bytes: what a run of a workflow has proven long ago may be asked for
 * again. The journal keeps the entries of a few more (`RUNS` in `compaction.ts`).
 */
const KEPT = 900;
const KEPT_BYTES = 64 * 1024 * 1024;

/** Receipts are counted again once there are so many more: looking at each takes longer than writing one. */
const TIDIED = 16;

const UNNAMED = '.new-';

/** Reason that a receipt carries when something was left out to keep it small. */
export const RECEIPT_CUT = 'receipt-cut';

/** A receipt as it was written, or why it proves nothing. */
export type ReadReceipt =
  | { kind: 'ok'; receipt: Receipt }
  | { kind: 'missing' }
  | { kind: 'foreign' }
  | { kind: 'invalid'; why: 'bad-mac' | 'unparsable' | 'digest-differs' | 'too-large' | 'symlink' };

/** Returns an id for a receipt; ids sort by time, to the millisecond. */
export function newReceiptId(time = Date.now()): string {
  return `${String(time).padStart(14, '0')}-${uniqueName()}`;
}

/**
 * Stores a receipt and records its run in the journal.
 * @param options.settled the relevant content was the same before and after. @default the two trees are equal
 * @returns the receipt as it is read
 * @throws EvidenceError
 */
export function writeReceipt(
  repository: Repository,
  receipt: Receipt,
  options: { settled?: boolean } = {},
  env: Environment = process.env,
): Receipt {
  const path = receiptPath(repository, receipt.id);
  if (path === undefined) throw new EvidenceError('BAD_ID', `Not a receipt id: ${JSON.stringify(receipt.id)}`);
  const key = loadKey(env);
  const { bounded, content } = boundedContent(receipt);
  const digest = sha256(content);
  const text = sealed(content, keyId(key), sign(key, digest));
  // Its name comes when its run is on record: who is killed before leaves a file that nobody asks for.
  const unnamed = unnamedPath(path);
  writeFileAtomic(unnamed, text, { within: repository.commonDir });
  const data: RunData = {
    receipt: receipt.id,
    digest,
    suite: receipt.suite,
    outcome: receipt.result.outcome,
    selection: receipt.selection.kind,
    treeAfter: receipt.treeAfter,
    settled: options.settled ?? (receipt.treeAfter !== null && receipt.treeBefore === receipt.treeAfter),
    passed: receipt.result.counts.passed,
    where: { worktree: repository.root, branch: receipt.branch, session: receipt.session },
  };
  try {
    appendEvent(repository, { type: 'run', data, time: receipt.time }, env);
    renameSync(unnamed, path);
  } catch (error) {
    removeQuietly(unnamed);
    throw toEvidenceError(error, path);
  }
  removeOldReceipts(repository);
  return Object.hasOwn(bounded.result.tests, '__proto__') ? (fromStored(toStored(bounded)) as Receipt) : bounded;
}

/**
 * Reads a receipt. Never throws.
 * @param digest what the journal says its content hashes to
 */
export function readReceipt(
  repository: Repository,
  id: string,
  digest?: string,
  env: Environment = process.env,
): ReadReceipt {
  return receiptReader(repository, env)(id, digest);
}

/** Prepares `readReceipt` for many receipts: the user's keys are looked up once, when the first of them is there. */
export function receiptReader(
  repository: Repository,
  env: Environment = process.env,
): (id: string, digest?: string) => ReadReceipt {
  let keys: Keys | undefined;
  return (id, digest) => {
    const path = receiptPath(repository, id);
    if (path === undefined) return { kind: 'missing' };
    const read = readEither(path);
    if (read.kind === 'missing') return { kind: 'missing' };
    if (read.kind === 'symlink' || read.kind === 'too-large') return { kind: 'invalid', why: read.kind };
    if (read.kind !== 'ok') return UNPARSABLE;
    keys ??= findKeys(env);
    return unseal(read.bytes, id, keys, digest);
  };
}

const UNPARSABLE: ReadReceipt = { kind: 'invalid', why: 'unparsable' };

/** How a receipt's file begins; the content follows, and one closing bracket. */
const SEALED = /^\{"key":"([^"\\]*)","mac":"([^"\\]*)","receipt":/;

/**
 * The signature is of the digest of the very bytes that were written, which are canonical: what it covers needs no other
 * look. A digest that the journal names is vouched for by the journal, so that its signature need not be checked once more.
 */
function unseal(bytes: Buffer, id: string, keys: Keys, digest: string | undefined): ReadReceipt {
  const [head, name, made] = SEALED.exec(bytes.toString('latin1', 0, 256)) ?? [];
  if (head === undefined || name === undefined) return notOurs(bytes, id, keys);
  const content = bytes.subarray(head.length, -1);
  const actual = sha256(content);
  const key = keys.get(name);
  if (key === undefined && digest !== actual) return notOurs(bytes, id, keys);
  const receipt = fromStored(parseJson(content.toString('utf8')));
  if (receipt === undefined || bytes.at(-1) !== CLOSED) return UNPARSABLE;
  if (key !== undefined && digest !== actual && !isSignedBy(key, actual, made))
    return { kind: 'invalid', why: 'bad-mac' };
  if (!isReceipt(receipt) || receipt.id !== id) return UNPARSABLE;
  if (digest !== undefined && digest !== actual) return { kind: 'invalid', why: 'digest-differs' };
  return { kind: 'ok', receipt };
}

const CLOSED = 0x7d;

/** Tells what no key of ours has sealed: another user's, or none. */
function notOurs(bytes: Buffer, id: string, keys: Keys): ReadReceipt {
  const value = parseJson(bytes.toString('utf8'));
  const receipt = isRecord(value) ? fromStored(value.receipt) : undefined;
  if (!isRecord(value) || !isReceipt(receipt) || receipt.id !== id) return UNPARSABLE;
  return keys.has(String(value.key)) ? UNPARSABLE : { kind: 'foreign' };
}

/**
 * Names of tests are anybody's text, so on disk they are values and not keys: an object's keys come in an order of their
 * own, and V8 of Node 24.21 reads some of them wrongly (see the test of `canonical`).
 */
function toStored(receipt: Receipt): object {
  return { ...receipt, result: { ...receipt.result, tests: Object.entries(receipt.result.tests) } };
}

function fromStored(stored: unknown): unknown {
  if (!isRecord(stored) || !isRecord(stored.result) || !Array.isArray(stored.result.tests)) return undefined;
  const pairs: [string, unknown][] = stored.result.tests;
  if (!pairs.every((pair) => Array.isArray(pair) && pair.length === 2 && typeof pair[0] === 'string')) return undefined;
  const tests = dictionary(pairs.filter(([name]) => name !== '__proto__'));
  return { ...stored, result: { ...stored.result, tests } };
}

/** Returns names that become files: nothing that leads elsewhere. */
function receiptPath(repository: Repository, id: string): string | undefined {
  if (!/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/.test(id)) return undefined;
  return join(repository.evidence, 'receipts', `${id}.json`);
}

/** Tells where a receipt is until its run is on record; who is killed right then leaves it there. */
function unnamedPath(path: string): string {
  return join(dirname(path), `${UNNAMED}${basename(path)}`);
}

/** Looks for the name once more at the end: the receipt may get it between the first two looks. */
function readEither(path: string): BoundedRead {
  let read: BoundedRead = { kind: 'missing' };
  for (const one of [path, unnamedPath(path), path]) {
    if (read.kind === 'missing') read = readFileBounded(one, MAX_BYTES);
  }
  return read;
}

/** Tells what code of ours relies on; a signature says who wrote the rest. */
function isReceipt(value: unknown): value is Receipt {
  if (!isRecord(value) || !isRecord(value.result) || !isRecord(value.selection)) return false;
  const { result } = value;
  const lists = [value.untracked, result.reasons, result.greenUnits, result.failing];
  return (
    value.version === 1 &&
    [value.id, value.suite, value.command, result.outcome].every((text) => typeof text === 'string') &&
    [value.treeBefore, value.treeAfter].every((tree) => tree === null || typeof tree === 'string') &&
    lists.every((list) => Array.isArray(list) && list.every((item) => typeof item === 'string')) &&
    isRecord(result.tests) &&
    isRecord(result.counts) &&
    typeof value.time === 'number'
  );
}

/** Returns a receipt's file: canonical JSON, spelled out so that it is made once. */
function sealed(content: string, key: string, made: string): string {
  return `{"key":${JSON.stringify(key)},"mac":${JSON.stringify(made)},"receipt":${content}}`;
}

/** A receipt as it is stored, without as much of what may be long as has to go; what is left proves at most as much. */
function boundedContent(receipt: Receipt): { bounded: Receipt; content: string } {
  let bounded = keepTests(receipt, MAX_TESTS);
  let content = canonical(toStored(bounded));
  for (const most of [500, 100, 0]) {
    if (Buffer.byteLength(content) <= MAX_BYTES - 1024) break;
    bounded = keepTests(bounded, most);
    const { result, selection } = bounded;
    const reasons = result.reasons.includes(RECEIPT_CUT) ? result.reasons : [...result.reasons, RECEIPT_CUT];
    bounded = {
      ...bounded,
      command: bounded.command.slice(0, 2000),
      tail: bounded.tail.slice(-2000),
      untracked: bounded.untracked.slice(0, 4 * most),
      selection: selection.kind === 'units' ? { ...selection, units: selection.units.slice(0, most) } : selection,
      result: {
        ...result,
        reasons,
        greenUnits: result.greenUnits.slice(0, most),
        failing: result.failing.slice(0, most),
      },
    };
    content = canonical(toStored(bounded));
  }
  return { bounded, content };
}

/** Keeps the failed tests first: they are what people ask for. */
function keepTests(receipt: Receipt, most: number): Receipt {
  const all = Object.entries(receipt.result.tests);
  if (all.length <= most) return receipt;
  const failed = ([, state]: [string, TestState]) => state === 'failed';
  const kept = [...all.filter(failed), ...all.filter((test) => !failed(test))].slice(0, most);
  const testsCut = receipt.result.testsCut + all.length - kept.length;
  return { ...receipt, result: { ...receipt.result, tests: dictionary(kept), testsCut } };
}

/** Keeps the newest receipts. Whoever does not get the lock leaves it to the next one. */
function removeOldReceipts(repository: Repository): void {
  const folder = join(repository.evidence, 'receipts');
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
    if (names.length <= KEPT_BYTES / MAX_BYTES || names.length % TIDIED !== 0) return;
    withLock(join(repository.evidence, 'receipts.lock'), 0, () => {
      const files = names.map((name) => ({ name, stat: statSync(join(folder, name)) }));
      files.sort((a, b) => b.stat.mtimeMs - a.stat.mtimeMs);
      let bytes = 0;
      for (const [at, { name, stat }] of files.entries()) {
        bytes += stat.size;
        if (at >= KEPT || bytes > KEPT_BYTES) rmSync(join(folder, name), { force: true });
      }
      removeOrphans(folder);
      removeOrphans(folder, UNNAMED);
    });
  } catch {
    // Tidying up must not fail a run that is already on record.
  }
}
