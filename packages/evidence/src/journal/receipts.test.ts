import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Receipt } from '@flow/core';
import { describe, expect, test } from 'vitest';
import { receiptOf as receipt } from '../../test/receipt.js';
import { tempRepository } from '../../test/temp-repository.js';
import { RECEIPT_CUT, readJournal, readReceipt, repositoryState, writeReceipt } from '../index.js';

test('D30 a receipt comes back with the trees it saw, and the journal names it and its digest', () => {
  const repo = tempRepository();
  const written = receipt();
  const { id } = writeReceipt(repo.repository, written, { settled: true }, repo.env);
  const [event] = readJournal(repo.repository, repo.env).events;
  expect(event).toMatchObject({
    type: 'run',
    time: written.time,
    data: {
      receipt: id,
      suite: 'go:.',
      outcome: 'passed',
      selection: 'whole',
      treeAfter: written.treeAfter,
      settled: true,
    },
  });
  const read = readReceipt(repo.repository, id, String(event!.data.digest), repo.env);
  expect(read).toEqual({ kind: 'ok', receipt: written });
  expect(readReceipt(repo.repository, id, 'f'.repeat(64), repo.env)).toEqual({
    kind: 'invalid',
    why: 'digest-differs',
  });
});

test('one whose writer was killed before it had its name is found, and is in nobody’s way without a run', () => {
  const repo = tempRepository();
  const folder = join(repo.repository.evidence, 'receipts');
  writeReceipt(repo.repository, receipt({ id: 'r' }), {}, repo.env);
  expect(readdirSync(folder)).toEqual(['r.json']);
  renameSync(join(folder, 'r.json'), join(folder, '.new-r.json'));
  expect(readReceipt(repo.repository, 'r', undefined, repo.env).kind).toBe('ok');
  expect(readReceipt(repo.repository, '.new-r', undefined, repo.env).kind).toBe('missing');
});

test('a run that the state folder has no room for leaves no entry behind, which would look like a receipt that was removed', () => {
  const repo = tempRepository();
  const runs = () => readJournal(repo.repository, repo.env).events.map(({ data }) => data.receipt);
  writeReceipt(repo.repository, receipt({ id: 'a' }), {}, repo.env);
  const head = join(repositoryState(repo.repository, repo.env), 'journal-head.json');
  // Nobody can write it, not even root.
  renameSync(head, `${head}.away`);
  mkdirSync(join(head, 'in'), { recursive: true });
  expect(() => writeReceipt(repo.repository, receipt({ id: 'b' }), {}, repo.env)).toThrow();
  rmSync(head, { recursive: true });
  renameSync(`${head}.away`, head);
  expect(runs()).toEqual(['a']);
  writeReceipt(repo.repository, receipt({ id: 'c' }), {}, repo.env);
  expect([runs(), readJournal(repo.repository, repo.env).damage]).toEqual([['a', 'c'], []]);
});

test.each([
  { before: 'a', after: 'a', settled: true },
  { before: 'a', after: 'b', settled: false },
  { before: null, after: null, settled: false },
])('without word of it, trees $before and $after mean settled: $settled', ({ before, after, settled }) => {
  const repo = tempRepository();
  writeReceipt(repo.repository, receipt({ treeBefore: before, treeAfter: after }), {}, repo.env);
  expect(readJournal(repo.repository, repo.env).events[0]?.data.settled).toBe(settled);
});

describe('D97 a result that the code did not write proves nothing', () => {
  const cases: { name: string; forge: (path: string) => void; expected: object }[] = [
    {
      name: 'edited',
      forge: (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('failed', 'passed')),
      expected: { kind: 'invalid', why: 'bad-mac' },
    },
    {
      name: 'without a mac',
      forge: (path) =>
        writeFileSync(
          path,
          JSON.stringify({ receipt: { ...receipt({ id: 'r' }), result: { ...receipt().result, tests: [] } } }),
        ),
      expected: { kind: 'foreign' },
    },
    {
      name: 'with a second one before the sealed one, which other readers take',
      forge: (path) => {
        const text = readFileSync(path, 'utf8');
        writeFileSync(path, text.replace('"receipt":', '"receipt":{"result":{"outcome":"passed"}},"receipt":'));
      },
      expected: { kind: 'invalid', why: 'unparsable' },
    },
    {
      name: 'spelled otherwise than it was sealed',
      forge: (path) => writeFileSync(path, JSON.stringify(JSON.parse(readFileSync(path, 'utf8')), null, 1)),
      expected: { kind: 'invalid', why: 'unparsable' },
    },
    {
      name: 'with more behind its end',
      forge: (path) => appendFileSync(path, '}'),
      expected: { kind: 'invalid', why: 'unparsable' },
    },
    { name: 'junk', forge: (path) => writeFileSync(path, '{'), expected: { kind: 'invalid', why: 'unparsable' } },
    {
      name: 'a receipt without its parts',
      forge: (path) => writeFileSync(path, '{"receipt":{"id":"r","version":1}}'),
      expected: { kind: 'invalid', why: 'unparsable' },
    },
    {
      name: 'too large',
      forge: (path) => truncateSync(path, 300 * 1024),
      expected: { kind: 'invalid', why: 'too-large' },
    },
    {
      name: 'a link',
      forge: (path) => {
        renameSync(path, `${path}2`);
        symlinkSync(`${path}2`, path);
      },
      expected: { kind: 'invalid', why: 'symlink' },
    },
    {
      name: 'a folder',
      forge: (path) => {
        renameSync(path, `${path}2`);
        mkdirSync(path);
      },
      expected: { kind: 'invalid', why: 'unparsable' },
    },
    { name: 'removed', forge: (path) => renameSync(path, `${path}2`), expected: { kind: 'missing' } },
  ];
  test.each(cases)('$name', ({ forge, expected }) => {
    const repo = tempRepository();
    writeReceipt(repo.repository, receipt({ id: 'r' }, { outcome: 'failed' }), {}, repo.env);
    forge(join(repo.repository.evidence, 'receipts/r.json'));
    expect(readReceipt(repo.repository, 'r', undefined, repo.env)).toEqual(expected);
  });

  test('whichever byte of it is another', () => {
    const repo = tempRepository();
    writeReceipt(repo.repository, receipt({ id: 'r' }, { tests: { 'a > ü': 'passed' } }), {}, repo.env);
    const path = join(repo.repository.evidence, 'receipts/r.json');
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length; at++) {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= 1;
      writeFileSync(path, bytes);
      expect(readReceipt(repo.repository, 'r', undefined, repo.env).kind, `byte ${at}`).not.toBe('ok');
    }
  });

  test('nor does one whose name is that of another', () => {
    const repo = tempRepository();
    writeReceipt(repo.repository, receipt({ id: 'green' }), {}, repo.env);
    const folder = join(repo.repository.evidence, 'receipts');
    renameSync(join(folder, 'green.json'), join(folder, 'red.json'));
    expect(readReceipt(repo.repository, 'red', undefined, repo.env)).toEqual({ kind: 'invalid', why: 'unparsable' });
  });

  test('one of another user reads foreign, not forged', () => {
    const repo = tempRepository();
    const { id } = writeReceipt(repo.repository, receipt(), {}, repo.env);
    const other = { ...repo.env, XDG_STATE_HOME: join(repo.area, 'other') };
    expect(readReceipt(repo.repository, id, undefined, other)).toEqual({ kind: 'foreign' });
  });
});

test.each(['../x', '', '.hidden', 'a/b', 'a\0b', 'x'.repeat(200)])('%j is no id', (id) => {
  const repo = tempRepository();
  expect(readReceipt(repo.repository, id, undefined, repo.env)).toEqual({ kind: 'missing' });
  expect(() => writeReceipt(repo.repository, receipt({ id }), {}, repo.env)).toThrow(
    expect.objectContaining({ code: 'BAD_ID' }),
  );
});

describe('receipts stay small', () => {
  function written(change: Partial<Receipt>, result: Partial<Receipt['result']>): Receipt {
    const repo = tempRepository();
    const stored = writeReceipt(repo.repository, receipt(change, result), {}, repo.env);
    const read = readReceipt(repo.repository, stored.id, undefined, repo.env);
    if (read.kind !== 'ok') throw new Error(JSON.stringify(read));
    // Who has just written it is told what others will read.
    expect(stored).toEqual(read.receipt);
    return read.receipt;
  }

  test('at most 2,000 names, the failed ones first, and the number left out', () => {
    const tests = Object.fromEntries(
      Array.from({ length: 2500 }, (_, at) => [`t${at}`, at >= 2400 ? 'failed' : 'passed'] as const),
    );
    const { result } = written({}, { tests, testsCut: 3 });
    expect(Object.keys(result.tests)).toHaveLength(2000);
    expect(Object.values(result.tests).filter((state) => state === 'failed')).toHaveLength(100);
    expect(result.testsCut).toBe(503);
    expect(result.reasons).toEqual([]);
  });

  test('as many names as just fit are read again, however long they are', () => {
    for (const length of [116, 117, 118, 119]) {
      const names = Array.from({ length: 2000 }, (_, at) => `${at}`.padStart(length, 'n'));
      const { result } = written({}, { tests: Object.fromEntries(names.map((name) => [name, 'passed' as const])) });
      expect(result.outcome).toBe('passed');
    }
  });

  test('hostile sizes everywhere are cut and the cut is stated', () => {
    const long = Array.from({ length: 5000 }, (_, at) => `${at}${'x'.repeat(500)}`);
    const tests = Object.fromEntries(long.map((name) => [name, 'passed' as const]));
    const cut = written(
      { untracked: long, command: long.join(), tail: long.join(), selection: { kind: 'units', units: long } },
      { tests, greenUnits: long, failing: long },
    );
    expect(cut.result.reasons).toContain(RECEIPT_CUT);
    expect(cut.result.testsCut).toBe(5000 - Object.keys(cut.result.tests).length);
    expect(JSON.stringify(cut).length).toBeLessThan(256 * 1024);
  });

  test('a test named __proto__ does not break the proof', () => {
    const tests = JSON.parse('{"__proto__":"passed","ok":"passed"}');
    expect(written({}, { tests }).result.tests).toEqual({ ok: 'passed' });
  });
});

/** The names of the receipts that are there once one more has been written behind so many old ones of so many bytes. */
function leftBehind(count: number, size: number): { left: string[]; id: string } {
  const repo = tempRepository();
  const folder = join(repo.repository.evidence, 'receipts');
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n <= count; n += 1) {
    const path = join(folder, n === 0 ? '.tmp-killed' : `old-${n}.json`);
    writeFileSync(path, '');
    truncateSync(path, size);
    utimesSync(path, 1_000_000 + n, 1_000_000 + n);
  }
  const { id } = writeReceipt(repo.repository, receipt(), {}, repo.env);
  return { left: readdirSync(folder), id };
}

test('only the newest 900 are kept, and unfinished files go', () => {
  const { left, id } = leftBehind(911, 0);
  expect(left).toHaveLength(900);
  expect(left).toEqual(expect.arrayContaining([`${id}.json`, 'old-911.json', 'old-13.json']));
  expect(left).not.toContain('old-12.json');
});

test('of large ones only as many as fit in 64 MB', () => {
  const { left, id } = leftBehind(303, 250 * 1024);
  expect(left).toHaveLength(263);
  expect(left).toEqual(expect.arrayContaining([`${id}.json`, 'old-303.json', 'old-42.json']));
  expect(left).not.toContain('old-41.json');
});

test('they are counted now and then', () => {
  expect(leftBehind(910, 0).left).toHaveLength(912);
  expect(leftBehind(255, 256 * 1024).left).toHaveLength(257);
});
