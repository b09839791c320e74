import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { receiptOf } from '../../test/receipt.js';
import { tempRepository } from '../../test/temp-repository.js';
import {
  appendEvent,
  canonical,
  isHarmful,
  isHidden,
  type JournalEntry,
  journalPath,
  keyId,
  keyPath,
  loadKey,
  readJournal,
  readReceipt,
  rotateKey,
  sha256,
  writeReceipt,
} from '../index.js';
import { type EntryContent, makeEntry, makeKeyData, START } from '../journal/chain.js';
import { foldJournal } from '../journal/compaction.js';
import { readJournalHead, writeJournalHead } from '../journal/head.js';
import { isSignedBy, newKey, olderKeyPath, retiredKeyPath, sign } from './key.js';
import { findKeys } from './keyring.js';

const FIRST = Buffer.alloc(32, 1);
const SECOND = Buffer.alloc(32, 2);

const markOf = (name: string): EntryContent => ({ time: Date.now(), type: 'mark', data: { name } });

/** What an older program left: a journal with MACs, in which the key changed once. */
function older(change: (entries: JournalEntry[]) => readonly JournalEntry[] = (entries) => entries) {
  const temp = tempRepository();
  const { repository, env } = temp;
  mkdirSync(dirname(keyPath(env)), { recursive: true });
  writeFileSync(olderKeyPath(env), SECOND, { mode: 0o600 });
  writeFileSync(retiredKeyPath(keyId(FIRST), env), FIRST, { mode: 0o600 });
  const entries: JournalEntry[] = [];
  const add = (key: Buffer, content: EntryContent) =>
    entries.push(makeEntry(key, entries.at(-1) ?? { n: 0, hash: START }, content));
  add(FIRST, markOf('one'));
  const data = { ...makeKeyData(FIRST, keyId(FIRST), keyId(SECOND)) };
  add(SECOND, { time: Date.now(), type: 'key', data });
  add(SECOND, markOf('two'));
  const path = journalPath(repository);
  const write = (
    all: readonly JournalEntry[],
    bytes: Buffer = Buffer.from(all.map((one) => `${canonical(one)}\n`).join('')),
  ) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    const { n, hash } = all.at(-1)!;
    const due = { dueLines: 5000, dueBytes: 1e7 };
    writeJournalHead(repository, SECOND, { n, hash, bytes: bytes.length, lines: all.length, ...due }, env);
  };
  write(change(entries));
  const mark = (name: string) => appendEvent(repository, { type: 'mark', data: { name } }, env);
  const names = () => readJournal(repository, env).events.map(({ type, data }) => data.name ?? type);
  const codes = () => readJournal(repository, env).damage.map(({ code }) => code);
  return { ...temp, path, entries, write, mark, names, codes };
}

/** Lays another file system over what signs, as a sandbox does. */
function hide(env: NodeJS.ProcessEnv): void {
  const folder = dirname(keyPath(env));
  renameSync(folder, `${folder}-hidden`);
  const other = mkdtempSync('/dev/shm/flow-hidden-');
  onTestFinished(() => rmSync(other, { recursive: true, force: true }));
  symlinkSync(other, folder);
  expect(isHidden(env)).toBe(true);
}

/** Linux alone has another file system for everybody to write to. */
const canHide = existsSync('/dev/shm');

const lastOf = (path: string) => JSON.parse(readFileSync(path, 'utf8').trimEnd().split('\n').at(-1)!) as JournalEntry;
const append = (path: string, entry: JournalEntry) => writeFileSync(path, `${canonical(entry)}\n`, { flag: 'a' });

test('a pair signs with Ed25519, each signature has one spelling, and its public half alone checks', () => {
  const pair = newKey();
  const half = pair.subarray(48);
  const made = sign(pair, 'text');
  expect(isSignedBy(half, 'text', made)).toBe(true);
  expect(keyId(half)).toBe(keyId(pair));
  expect(() => sign(half, 'text')).toThrow(expect.objectContaining({ code: 'KEY_BROKEN' }));
  const wrong = [`${made}=`, ` ${made}`, made.slice(1), sign(newKey(), 'text'), '', 1, null];
  expect(wrong.map((signature) => isSignedBy(pair, 'text', signature))).toEqual(wrong.map(() => false));
  expect(isSignedBy(pair, 'texts', made)).toBe(false);
  expect(isSignedBy(Buffer.concat([half.subarray(0, 12), Buffer.alloc(32, 255)]), 'text', made)).toBe(false);
});

test('one event, vouched for by the old key and the new, covers the journal of an older program', () => {
  const { env, path, mark, names, codes, entries } = older();
  expect(names()).toEqual(['one', 'key', 'two']);
  mark('three');
  expect(names()).toEqual(['one', 'key', 'two', 'key', 'three']);
  expect(codes()).toEqual([]);
  const all = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JournalEntry);
  const said = { from: keyId(SECOND), to: keyId(loadKey(env)), head: entries[2]!.hash };
  expect(all[3]!.data).toEqual({ ...said, proof: sign(SECOND, canonical(said)) });
  expect(existsSync(olderKeyPath(env))).toBe(false);
  expect(readFileSync(retiredKeyPath(keyId(SECOND), env))).toEqual(SECOND);
});

test.runIf(canHide)('where what signs is hidden the journal says the same, also behind a rotation', () => {
  const { repository, env, mark, names, codes } = older();
  const { id } = writeReceipt(repository, receiptOf(), {}, env);
  rotateKey(repository, env);
  mark('three');
  const before = names();
  hide(env);
  expect(names()).toEqual(before);
  expect(before).toEqual(['one', 'key', 'two', 'key', 'run', 'key', 'three']);
  expect(codes()).toEqual([]);
  const run = readJournal(repository, env).events.find(({ type }) => type === 'run')!;
  expect(readReceipt(repository, id, String(run.data.digest), env).kind).toBe('ok');
});

test.runIf(canHide)('an older receipt is vouched for by the journal that names it, and by nothing else', () => {
  const { repository, env, mark } = older();
  const receipt = writeReceipt(repository, receiptOf(), {}, env);
  mark('three');
  const file = join(repository.evidence, 'receipts', `${receipt.id}.json`);
  const text = readFileSync(file, 'utf8');
  const content = /"receipt":(.*)\}$/.exec(text)![1]!;
  const digest = sha256(content);
  writeFileSync(file, `{"key":"${keyId(SECOND)}","mac":"${sign(SECOND, digest)}","receipt":${content}}`);
  expect(readReceipt(repository, receipt.id, undefined, env).kind).toBe('ok');
  hide(env);
  expect(readReceipt(repository, receipt.id, digest, env).kind).toBe('ok');
  expect(readReceipt(repository, receipt.id, undefined, env).kind).toBe('foreign');
  expect(readReceipt(repository, receipt.id, START, env).kind).toBe('foreign');
});

test('an entry with a mere MAC after a signed one is damage, whichever secret made it', () => {
  const { env, path, mark, names, codes } = older();
  mark('three');
  append(path, makeEntry(SECOND, lastOf(path), markOf('late')));
  expect(codes()).toEqual(['retired-key']);
  writeFileSync(olderKeyPath(env), Buffer.alloc(32, 3), { mode: 0o600 });
  append(path, makeEntry(Buffer.alloc(32, 3), lastOf(path), markOf('later')));
  expect(codes()).toEqual(['retired-key', 'retired-key']);
  expect(names()).not.toContain('late');
  expect(names()).not.toContain('later');
});

test('an older entry that nobody sealed is not covered', () => {
  const { mark, names, codes } = older((entries) => {
    const forged = makeEntry(Buffer.alloc(32, 9), entries.at(-1)!, markOf('forged'));
    return [...entries, { ...forged, ...rehash({ ...forged, key: keyId(SECOND) }) }];
  });
  expect(codes()).toEqual(['bad-mac']);
  mark('three');
  expect(codes()).toEqual(['bad-mac']);
  expect(names()).toEqual(['one', 'key', 'two', 'key', 'three']);
});

/** The entry with a hash that is right, so that nothing but the seal is wrong. */
function rehash({ hash: _hash, mac: _mac, ...content }: JournalEntry): JournalEntry {
  return { ...content, hash: sha256(content.prev + canonical(content)), mac: '0'.repeat(64) };
}

test.runIf(canHide)("an older program's fold is signed anew, so that it is ours where its key is hidden", () => {
  const { env, entries, write, mark, names, codes } = older();
  const bytes = Buffer.from(entries.map((one) => `${canonical(one)}\n`).join(''));
  write(entries, foldJournal(bytes, findKeys(env), SECOND, { keptLines: 1, keptBytes: 1e6 }));
  expect(names()).toEqual(['one', 'key', 'two']);
  mark('three');
  expect(codes()).toEqual([]);
  hide(env);
  expect(codes()).toEqual([]);
  expect(names()).toEqual(['one', 'key', 'two', 'key', 'three']);
});

test('one signature over the head vouches for what the chain leads to; what came without is doubted from then on', () => {
  const { repository, env } = tempRepository();
  const mark = (name: string) => appendEvent(repository, { type: 'mark', data: { name } }, env);
  const path = journalPath(repository);
  const codes = () => readJournal(repository, env).damage.map(({ code }) => code);
  for (const name of ['one', 'two', 'three']) mark(name);
  // Nobody looks at the signatures of single entries where the head covers them.
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, whole.replace(/"mac":"[\w-]{4}/, '"mac":"AAAA'));
  expect(codes()).toEqual([]);
  writeFileSync(path, whole.replace('"two"', '"TWO"'));
  expect(codes()).toContain('broken-chain');
  writeFileSync(path, whole);
  append(path, rehash({ ...makeEntry(newKey(), lastOf(path), markOf('forged')), key: keyId(loadKey(env)) }));
  expect(codes()).toEqual(['bad-mac']);
  mark('four');
  mark('five');
  expect(codes()).toEqual(['bad-mac']);
  expect(readJournalHead(repository, findKeys(env), env)).toMatchObject({ n: 6, doubted: [4] });
  expect(readJournal(repository, env).damage.some(isHarmful)).toBe(true);
});
