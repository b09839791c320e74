import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { receiptOf } from '../../test/receipt.js';
import { tempRepository } from '../../test/temp-repository.js';
import {
  appendEvent,
  canonical,
  findKey,
  isHarmful,
  isOurSignature,
  type JournalEntry,
  journalPath,
  keyId,
  keyPath,
  loadKey,
  newKey,
  peekPending,
  putPending,
  readJournal,
  readReceipt,
  rotateKey,
  sign,
  writeReceipt,
} from '../index.js';
import { makeEntry } from '../journal/chain.js';

function rotated() {
  const repo = tempRepository();
  const { repository, env } = repo;
  const add = (name: string) => appendEvent(repository, { type: 'mark', data: { name } }, env);
  const read = () => readJournal(repository, env);
  const codes = () => read().damage.map(({ code }) => code);
  const retired = (id: string) => join(dirname(keyPath(env)), id);
  return { ...repo, add, read, codes, retired };
}

function lastOf(path: string): JournalEntry {
  return JSON.parse(readFileSync(path, 'utf8').trimEnd().split('\n').at(-1)!) as JournalEntry;
}

describe('rotation', () => {
  test('what the old key vouched for still counts, and the journal says that another took its place', () => {
    const { repository, env, add, read, retired } = rotated();
    add('before');
    const { id } = writeReceipt(repository, receiptOf(), {}, env);
    putPending(repository, 'call', { tree: 't' }, env);
    const old = loadKey(env);
    const ids = rotateKey(repository, env);
    expect(ids).toEqual({ from: keyId(old), to: keyId(loadKey(env)) });
    expect(ids.to).not.toBe(ids.from);
    add('after');
    expect(read()).toMatchObject({ foreign: 0, damage: [] });
    expect(read().events.map(({ type, key }) => [type, key])).toEqual([
      ['mark', ids.from],
      ['run', ids.from],
      ['key', ids.to],
      ['mark', ids.to],
    ]);
    const head = read().events[1]!.hash;
    expect(read().events[2]!.data).toEqual({ ...ids, head, proof: sign(old, canonical({ ...ids, head })) });
    expect(readReceipt(repository, id, undefined, env).kind).toBe('ok');
    expect(peekPending(repository, 'call', env)).toEqual({ tree: 't' });
    expect(isOurSignature('view', sign(old, 'view'), env)).toBe(true);
    expect(isOurSignature('view', sign(newKey(), 'view'), env)).toBe(false);
    expect(statSync(retired(ids.from)).mode & 0o777).toBe(0o600);
    expect(statSync(keyPath(env)).mode & 0o777).toBe(0o600);
  });

  test('twice, with nothing in between, and in a repository that hears of it with its next event', () => {
    const { repository, env, add, read } = rotated();
    const other = tempRepository().repository;
    const inOther = (name: string) => appendEvent(other, { type: 'mark', data: { name } }, env);
    const first = keyId(loadKey(env));
    inOther('before');
    rotateKey(repository, env);
    rotateKey(repository, env);
    const last = keyId(loadKey(env));
    expect(read()).toMatchObject({ events: [], damage: [] });
    expect(readJournal(other, env)).toMatchObject({ events: [{}], damage: [] });
    inOther('after');
    add('first here');
    const journal = readJournal(other, env);
    expect(journal).toMatchObject({ foreign: 0, damage: [] });
    expect(journal.events.map(({ type }) => type)).toEqual(['mark', 'key', 'mark']);
    expect(journal.events[1]!.data).toMatchObject({ from: first, to: last });
    expect(read().events.map(({ type }) => type)).toEqual(['mark']);
  });

  test('an event that waited while the key changed is taken in', () => {
    const { repository, env, add, read } = rotated();
    add('before');
    const lock = join(repository.evidence, 'journal.lock');
    const owner = { token: 't', pid: process.pid, host: 'elsewhere', start: null, time: Date.now() };
    writeFileSync(lock, JSON.stringify(owner));
    expect(add('waits')).toMatchObject({ kind: 'spooled' });
    rmSync(lock);
    rotateKey(repository, env);
    expect(read()).toMatchObject({ foreign: 0, damage: [] });
    expect(read().events.map(({ type, data }) => data.name ?? type)).toEqual(['before', 'key', 'waits']);
  });

  test('the old key vouches for nothing after it was replaced', () => {
    const { repository, env, add, read, codes } = rotated();
    add('before');
    const old = loadKey(env);
    rotateKey(repository, env);
    const path = journalPath(repository);
    const late = makeEntry(old, lastOf(path), { time: Date.now(), type: 'mark', data: { name: 'late' } });
    writeFileSync(path, `${canonical(late)}\n`, { flag: 'a' });
    expect(codes()).toEqual(['retired-key']);
    expect(read().events.map(({ type }) => type)).toEqual(['mark', 'key']);
  });

  test('a change that the old key does not agree to is damage', () => {
    const { repository, env, add, codes } = rotated();
    add('before');
    const path = journalPath(repository);
    const { from, to } = rotateKey(repository, env);
    const [first] = readFileSync(path, 'utf8').split('\n');
    const data = { from, to, proof: '0'.repeat(64) };
    const made = makeEntry(loadKey(env), JSON.parse(first!) as JournalEntry, { time: 1, type: 'key', data });
    writeFileSync(path, `${first}\n${canonical(made)}\n`);
    expect(codes()).toContain('bad-mac');
  });

  test('without the old key the new one covers what it made, as far as the chain leads back; the rest is foreign', () => {
    const { repository, env, add, read, retired } = rotated();
    add('before');
    const { from } = rotateKey(repository, env);
    rmSync(retired(from));
    expect(read()).toMatchObject({ foreign: 0, damage: [], events: [{ type: 'mark' }, { type: 'key' }] });
    const lines = readFileSync(journalPath(repository), 'utf8');
    writeFileSync(journalPath(repository), lines.replace('"before"', '"forged"'));
    expect(read()).toMatchObject({ damage: [{ code: 'broken-chain' }], events: [{ type: 'key' }] });
  });
});

describe('files that hold keys', () => {
  const cases: { name: string; spoil: (key: string, retired: string) => void; code: string }[] = [
    { name: 'a short key', spoil: (key) => writeFileSync(key, 'short'), code: 'key-broken' },
    { name: 'a long key', spoil: (key) => writeFileSync(key, 'x'.repeat(33)), code: 'key-broken' },
    { name: 'a retired key of wrong size', spoil: (_, retired) => writeFileSync(retired, 'short'), code: 'key-broken' },
    {
      name: 'a retired key that is another',
      spoil: (_, retired) => writeFileSync(retired, Buffer.alloc(32)),
      code: 'key-broken',
    },
    { name: 'a key that others may read', spoil: (key) => chmodSync(key, 0o640), code: 'key-open' },
    { name: 'a retired key that others may write', spoil: (_, retired) => chmodSync(retired, 0o602), code: 'key-open' },
    {
      name: 'a link in place of the key',
      spoil: (key) => {
        renameSync(key, `${key}2`);
        symlinkSync(`${key}2`, key);
      },
      code: 'key-broken',
    },
    {
      name: 'a folder in place of the key',
      spoil: (key) => {
        rmSync(key);
        mkdirSync(key);
      },
      code: 'key-broken',
    },
  ];
  test.each(cases)('$name is told', ({ spoil, code }) => {
    const { repository, env, add, read, retired } = rotated();
    add('before');
    const { from } = rotateKey(repository, env);
    spoil(keyPath(env), retired(from));
    const { damage, events } = read();
    expect(damage.map((one) => one.code)).toEqual([code]);
    expect(damage.filter(isHarmful)).toEqual([]);
    if (findKey(env) === undefined) expect(events).toEqual([]);
  });

  test('no folder is nobody yet: everything is foreign, nothing is damage, and reading makes none', () => {
    const { repository, env, add, area } = rotated();
    add('before');
    const nobody = { ...env, XDG_STATE_HOME: join(area, 'nobody') };
    expect(readJournal(repository, nobody)).toEqual({ events: [], foreign: 1, damage: [] });
    expect(readdirSync(area)).not.toContain('nobody');
  });

  test('a link in place of the folder of retired keys is not followed', () => {
    const { repository, env, retired } = rotated();
    loadKey(env);
    renameSync(dirname(retired('x')), `${dirname(retired('x'))}2`);
    symlinkSync(`${dirname(retired('x'))}2`, dirname(retired('x')));
    expect(() => rotateKey(repository, env)).toThrow(expect.objectContaining({ code: 'UNSAFE_PATH' }));
  });
});
