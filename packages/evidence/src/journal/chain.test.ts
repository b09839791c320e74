import { judgeSuite, type RunFact } from '@flow/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { receiptOf } from '../../test/receipt.js';
import { tempRepository } from '../../test/temp-repository.js';
import { eventsOf, readJournal, readReceipt, writeReceipt } from '../index.js';
import { canonical } from '../json.js';
import { keyId, newKey } from '../keys/key.js';
import { type EntryContent, makeEntry, makeKeyData, START, scanJournal } from './chain.js';
import { foldJournal } from './compaction.js';
import type { JournalEntry } from './event.js';
import { inOrder } from './order.js';

const OLD = Buffer.alloc(32, 1);
const NEW = newKey();
const KEYS = new Map([OLD, NEW].map((key) => [keyId(key), key]));
const NOW = Date.now();

const textOf = (entries: readonly JournalEntry[]) => Buffer.from(entries.map((one) => `${canonical(one)}\n`).join(''));

/** A journal in which the key changed once. */
function journalOf(count: number): JournalEntry[] {
  const entries: JournalEntry[] = [];
  const add = (key: Uint8Array, content: EntryContent) =>
    entries.push(makeEntry(key, entries.at(-1) ?? { n: 0, hash: START }, content));
  for (let at = 1; at < count; at += 1) {
    const type = at % 3 === 0 ? 'mark' : 'session';
    const data = type === 'mark' ? { name: `é ${at}`, deep: [{ ü: null }] } : { what: `s${at}` };
    add(at < count / 2 ? OLD : NEW, { time: NOW - count + at, type, data });
    if (at === Math.floor(count / 2) - 1) {
      const change = { ...makeKeyData(OLD, keyId(OLD), keyId(NEW)) };
      add(NEW, { time: NOW - count + at, type: 'key', data: change });
    }
  }
  return entries;
}

const plain = textOf(journalOf(12));
const folded = foldJournal(textOf(journalOf(30)), KEYS, NEW, { keptLines: 8, keptBytes: 1e6 })!;

describe.each([
  ['a journal', plain],
  ['a compacted journal', folded],
])('%s', (_name, bytes) => {
  const whole = scanJournal(bytes, KEYS, NOW);

  test('says the same whatever was read before: less of it, more, or another one with a letter changed', () => {
    const cold = (part: Buffer) => {
      scanJournal(Buffer.from('{}\n'.repeat(100)), KEYS, NOW);
      return scanJournal(part, KEYS, NOW);
    };
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, byte) => {
        const changed = Buffer.from(bytes);
        changed[at] = byte;
        const parts = [bytes.subarray(0, at), bytes, changed, bytes];
        const expected = parts.map(cold);
        expect(parts.map((part) => scanJournal(part, KEYS, NOW))).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  test('is whole, and so is each prefix of its lines; of its bytes only the last line is not', () => {
    expect(whole.damage).toEqual([]);
    expect(whole.ours.length).toBeGreaterThan(8);
    fc.assert(
      fc.property(fc.nat(bytes.length), (length) => {
        const scan = scanJournal(bytes.subarray(0, length), KEYS, NOW);
        const torn = length > 0 && bytes[length - 1] !== 10;
        expect(scan.damage.map(({ code }) => code)).toEqual(torn ? ['torn-tail'] : []);
        expect(whole.ours.slice(0, scan.ours.length)).toEqual(scan.ours);
      }),
      { numRuns: 300 },
    );
  });

  test('a byte that was changed, added or removed is noticed, or changes nothing that is read', () => {
    const change = fc.record({
      at: fc.nat(bytes.length - 1),
      how: fc.constantFrom('change', 'add', 'remove'),
      byte: fc.oneof(fc.nat(255), fc.constantFrom(...Buffer.from(' \t\r\n"\\{}[]0.e'))),
    });
    fc.assert(
      fc.property(change, ({ at, how, byte }) => {
        const before = bytes.subarray(0, at);
        const after = bytes.subarray(how === 'add' ? at : at + 1);
        const changed = Buffer.concat([before, how === 'remove' ? Buffer.alloc(0) : Buffer.from([byte]), after]);
        const scan = scanJournal(changed, KEYS, NOW);
        if (scan.damage.length > 0) return;
        expect(scan.ours).toEqual(whole.ours);
        expect(scan.last).toEqual(whole.last);
      }),
      { numRuns: 800 },
    );
  });

  test('compacted anywhere, and again, it says the same of what is kept, and ends in the same link', () => {
    const kept = ({ type }: JournalEntry) => type !== 'session';
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }), (all) => {
        let current: Buffer = bytes;
        for (const keptLines of all)
          current = foldJournal(current, KEYS, NEW, { keptLines, keptBytes: 1e6 }) ?? current;
        const scan = scanJournal(current, KEYS, NOW);
        expect(scan.damage).toEqual([]);
        expect(scan.ours.filter(kept)).toEqual(whole.ours.filter(kept));
        expect(scan.last).toEqual(whole.last);
        expect(scan.count).toBe(whole.count);
      }),
      { numRuns: 60 },
    );
  });
});

describe('partial runs', () => {
  const UNITS = ['a', 'b', 'c'];
  const run = fc.record({
    units: fc.subarray(UNITS, { minLength: 1 }),
    whole: fc.boolean(),
    states: fc.dictionary(fc.constantFrom('t1', 't2', 't3'), fc.constantFrom('passed', 'failed', 'skipped')),
    settled: fc.boolean(),
    second: fc.nat(50),
  });
  const runs = fc.uniqueArray(run, { minLength: 1, maxLength: 8, selector: ({ second }) => second });

  function factOf({
    units,
    whole,
    states,
    settled,
    second,
  }: typeof run extends fc.Arbitrary<infer T> ? T : never): RunFact {
    const failing = Object.keys(states).filter((name) => states[name] === 'failed');
    const outcome = failing.length > 0 ? 'failed' : 'passed';
    const selection: RunFact['selection'] = whole ? { kind: 'whole' } : { kind: 'units', units };
    const { result } = receiptOf(
      {},
      { outcome, tests: states, failing, greenUnits: outcome === 'passed' ? units : [] },
    );
    const fact = { receipt: `r${second}`, command: 'go test', time: NOW + second * 1000, seen: 'hook' as const };
    return { ...fact, selection, result, settled, differs: [] };
  }

  const order = fc.tuple(runs, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })));

  test('D29 add up to the same, in whatever order they were written down', () => {
    fc.assert(
      fc.property(order, ([all, stream]) => {
        const facts = all.map(factOf).sort((a, b) => a.time - b.time);
        const shuffled = facts
          .map((fact) => ({ fact, key: stream.next().value as number }))
          .sort((a, b) => a.key - b.key);
        const chained = shuffled.map(({ fact }, at) => ({
          ...makeEntry(NEW, { n: at, hash: START }, { time: fact.time, type: 'run', data: { receipt: fact.receipt } }),
        }));
        const read = inOrder(chained).map(({ data }) => facts.find(({ receipt }) => receipt === data.receipt)!);
        expect(read).toEqual(facts);
        expect(judgeSuite(read, UNITS)).toEqual(judgeSuite(facts, UNITS));
      }),
    );
  });

  test.each([
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ])('D29 on the disk, too: written %d, %d, %d', (...written) => {
    const { repository, env } = tempRepository();
    const outcomes = ['passed', 'failed', 'passed'] as const;
    for (const at of written) {
      const tests = { [`t${at % 2}`]: outcomes[at]! };
      writeReceipt(
        repository,
        receiptOf({ id: `r${at}`, time: NOW + at * 1000 }, { outcome: outcomes[at]!, tests }),
        {},
        env,
      );
    }
    const { events, damage } = readJournal(repository, env);
    expect(damage).toEqual([]);
    const merged: Record<string, string> = {};
    for (const { data } of eventsOf(events, 'run')) {
      const read = readReceipt(repository, data.receipt, data.digest, env);
      if (read.kind === 'ok') Object.assign(merged, read.receipt.result.tests);
    }
    expect(events.map(({ data }) => data.receipt)).toEqual(['r0', 'r1', 'r2']);
    expect(merged).toEqual({ t0: 'passed', t1: 'failed' });
  });
});
