import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempRepository } from '../../test/temp-repository.js';
import {
  appendEvent,
  canonical,
  type JournalEntry,
  journalPath,
  keyId,
  loadKey,
  readJournal,
  repositoryState,
  rotateKey,
} from '../index.js';
import { makeEntry } from './chain.js';
import type { Limits } from './compaction.js';

const LIMITS: Limits = { lines: 20, bytes: 1e6, keptLines: 5, keptBytes: 1e6 };

function small(limits: Partial<Limits> = {}) {
  const repo = tempRepository();
  const { repository, env } = repo;
  const path = journalPath(repository);
  const head = join(repositoryState(repository, env), 'journal-head.json');
  const add = (type: string, data: Record<string, unknown> = {}) =>
    appendEvent(repository, { type, data }, env, { ...LIMITS, ...limits });
  const run = (suite: string) =>
    add('run', {
      receipt: suite,
      digest: 'd',
      suite,
      outcome: 'passed',
      selection: 'whole',
      treeAfter: null,
      settled: true,
    });
  const read = () => readJournal(repository, env);
  const lines = () => readFileSync(path, 'utf8').split('\n').slice(0, -1);
  const codes = () => read().damage.map(({ code }) => code);
  return { ...repo, path, head, add, run, read, lines, codes };
}

const parsed = (line: string | undefined) => JSON.parse(line!) as JournalEntry;

describe('compaction', () => {
  test('folds what can no longer matter, keeps what can, and the chain goes on', () => {
    const { add, run, read, lines } = small();
    run('go:.');
    add('breach', { paths: ['x'], evidence: true });
    add('approval-use', { approval: 'i', by: 'push' });
    for (let at = 0; at < 17; at += 1) add('session', { what: `s${at}` });
    const before = read().events;
    expect(lines()).toHaveLength(20);
    add('session', { what: 'last' });
    expect(lines()).toHaveLength(6);
    expect(parsed(lines()[0]).type).toBe('compaction');
    const { events, damage, foreign } = read();
    expect({ damage, foreign }).toEqual({ damage: [], foreign: 0 });
    const names = ['run', 'breach', 'approval-use', 's13', 's14', 's15', 's16', 'last'];
    expect(events.map(({ type, data }) => data.what ?? type)).toEqual(names);
    expect(events.slice(0, 3)).toEqual(before.slice(0, 3));
    expect(add('session')).toEqual({ kind: 'appended', n: 22 });
  });

  test('says what it stands for, again and again', () => {
    const { add, read, lines, path } = small();
    for (let at = 0; at < 20; at += 1) add('session', { what: `s${at}` });
    const first = parsed(lines()[0]);
    for (let at = 20; at < 100; at += 1) add(at % 10 === 0 ? 'mark' : 'session', { what: `s${at}` });
    const next = parsed(lines()[1]);
    expect(parsed(lines()[0]).data).toMatchObject({
      count: next.n - 1,
      first: { n: 1, hash: first.hash },
      last: { n: next.n - 1, hash: next.prev },
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(read().damage).toEqual([]);
    expect(read().events.filter(({ type }) => type === 'mark')).toHaveLength(8);
    expect(readFileSync(path).length).toBeLessThan(20_000);
  });

  test('keeps the newest run of each suite and the newest 1,000', () => {
    const { run, read, path, env, head } = small({ keptLines: 1 });
    run('rare');
    let last = parsed(readFileSync(path, 'utf8'));
    const key = loadKey(env);
    let text = '';
    for (let at = 0; at < 1200; at += 1) {
      const data = { ...last.data, suite: 'often', receipt: `${at}` };
      last = makeEntry(key, last, { time: Date.now(), type: 'run', data });
      text += `${canonical(last)}\n`;
    }
    writeFileSync(path, text, { flag: 'a' });
    expect(read().damage).toEqual([]);
    run('often');
    const { events, damage } = read();
    expect(damage).toEqual([]);
    expect(events.filter(({ data }) => data.suite === 'rare')).toHaveLength(1);
    expect(events).toHaveLength(1002);
    expect(JSON.parse(readFileSync(head, 'utf8'))).toMatchObject({ n: 1202, lines: 2 });
  });

  test('damage does not end by being folded, and keeps its place', () => {
    const { add, read, lines, path } = small();
    for (let at = 0; at < 4; at += 1) add('session');
    const all = lines();
    writeFileSync(path, `${[all[0], all[2], all[3]].join('\n')}\n`);
    const before = read().damage;
    expect(before.map(({ code, line }) => [code, line])).toEqual([['broken-chain', 2]]);
    for (let at = 0; at < 40; at += 1) add('session');
    expect(parsed(lines()[0]).type).toBe('compaction');
    expect(read().damage).toEqual(before);
    const later = lines();
    writeFileSync(path, `${later.toSpliced(3, 1).join('\n')}\n`);
    const folded = parsed(later[0]).data.count as number;
    const places = read().damage.map(({ code, line }) => [code, line]);
    expect(places.slice(1)).toEqual([['broken-chain', folded + 3]]);
  });

  test('cut off, put back or edited, it is noticed', () => {
    const { add, lines, path, codes, read } = small();
    for (let at = 0; at < 19; at += 1) add(at % 4 === 0 ? 'mark' : 'session');
    const early = readFileSync(path);
    add('session');
    add('session');
    const all = lines();
    const first = parsed(all[0]);
    expect(first.type).toBe('compaction');
    const codesOf = (content: Buffer | (string | undefined)[]) => {
      writeFileSync(path, Array.isArray(content) ? `${content.join('\n')}\n` : content);
      return codes();
    };
    expect(codesOf(early)).toEqual(['rolled-back']);
    expect(codesOf(all.slice(1))).toEqual(['broken-chain']);
    expect(codesOf(all.slice(0, 4))).toEqual(['rolled-back']);
    const kept = (first.data.kept as unknown[]).slice(1);
    expect(codesOf([canonical({ ...first, data: { ...first.data, kept } }), ...all.slice(1)])).toContain(
      'broken-chain',
    );
    expect(codesOf([all[1], all[0], ...all.slice(2)])).toContain('broken-chain');
    expect(read().events.every(({ type }) => type !== 'compaction')).toBe(true);
    expect(codesOf(all)).toEqual([]);
  });

  test('a compaction by another key hides nothing', () => {
    const { add, lines, path, codes, area, env } = small();
    for (let at = 0; at < 6; at += 1) add('mark');
    const all = lines();
    const { n, hash } = parsed(all[3]);
    const theirs = loadKey({ ...env, XDG_STATE_HOME: join(area, 'other') });
    const data = { count: 4, first: { n, hash }, last: { n, hash }, digest: hash, kept: [], damage: [], spooled: [] };
    const made = makeEntry(theirs, { n: 3, hash: '0'.repeat(64) }, { time: 1, type: 'compaction', data });
    writeFileSync(path, `${[canonical(made), ...all.slice(4)].join('\n')}\n`);
    expect(codes()).toContain('broken-chain');
  });

  test('nothing is folded while another user has entries there, and not every event tries again', () => {
    const { add, lines, read, repository, env, area, head } = small();
    appendEvent(repository, { type: 'mark', data: {} }, { ...env, XDG_STATE_HOME: join(area, 'other') });
    for (let at = 0; at < 30; at += 1) add('session');
    expect(lines()).toHaveLength(31);
    expect(read()).toMatchObject({ foreign: 1, damage: [] });
    expect(JSON.parse(readFileSync(head, 'utf8')).dueLines).toBeGreaterThan(31);
  });

  test('a spool file that was taken in before is not taken in again', () => {
    const { add, repository, read } = small();
    add('session');
    const lock = join(repository.evidence, 'journal.lock');
    const owner = { token: 't', pid: process.pid, host: 'elsewhere', start: null, time: Date.now() };
    writeFileSync(lock, JSON.stringify(owner));
    const waits = add('mark', { name: 'waits' });
    rmSync(lock);
    if (waits.kind !== 'spooled') throw new Error('not spooled');
    const file = join(repository.evidence, 'spool', waits.file);
    const text = readFileSync(file);
    for (let at = 0; at < 40; at += 1) add('session');
    writeFileSync(file, text);
    const marks = () => read().events.filter(({ type }) => type === 'mark');
    expect(marks()).toHaveLength(1);
    add('session');
    expect(marks()).toHaveLength(1);
    expect(read().damage).toMatchObject([{ code: 'replayed' }]);
  });

  test('by bytes, too; and a key that changes in between stays bound', () => {
    const { add, lines, read, repository, env } = small({ lines: 1e6, bytes: 8000, keptBytes: 2000 });
    const first = keyId(loadKey(env));
    for (let at = 0; at < 40; at += 1) {
      add('session', { what: 'x'.repeat(200) });
      if (at === 10) rotateKey(repository, env);
    }
    expect(lines().length).toBeLessThan(25);
    const { events, damage } = read();
    expect(damage).toEqual([]);
    expect(events.find(({ type }) => type === 'key')?.data).toMatchObject({ from: first, to: keyId(loadKey(env)) });
  });
});
