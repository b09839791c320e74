import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appendLog, readLog } from './log.js';

describe('C31 C34 logs of JSON lines', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'flow-log-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('a log makes its folder, and reads back in order', () => {
    const below = join(folder, 'a', 'b');
    for (let at = 0; at < 5; at++) appendLog(below, 'log', { at });
    expect(readLog(below, 'log')).toEqual({ records: [0, 1, 2, 3, 4].map((at) => ({ at })), unreadable: 0 });
  });

  test('a log that is not there is empty', () => {
    expect(readLog(join(folder, 'nowhere'), 'log')).toEqual({ records: [], unreadable: 0 });
  });

  test('it stays bounded: a full one is set aside, the oldest goes, and what is read is the newest', () => {
    for (let at = 0; at < 200; at++) appendLog(folder, 'log', { at, pad: 'x'.repeat(80) }, 1000);
    expect(readdirSync(folder).length).toBeLessThanOrEqual(4);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThan(1200);
    const { records } = readLog(folder, 'log');
    expect(records.at(-1)?.at).toBe(199);
    expect(records.map(({ at }) => at)).toEqual(Array.from(records, (_, at) => 200 - records.length + at));
  });

  test('logs in one folder do not take each other for their own', () => {
    for (let at = 0; at < 20; at++) appendLog(folder, 'log', { at }, 60);
    appendLog(folder, 'log-subagents', { other: true });
    expect(readLog(folder, 'log-subagents').records).toEqual([{ other: true }]);
    expect(readLog(folder, 'log').records.every((one) => 'at' in one)).toBe(true);
  });

  test('lines that are none of ours are counted and passed over', () => {
    appendLog(folder, 'log', { good: 1 });
    writeFileSync(join(folder, 'log.jsonl'), `${readFileSync(join(folder, 'log.jsonl'), 'utf8')}{"torn\n[1]\n7\n\n`);
    appendLog(folder, 'log', { good: 2 });
    expect(readLog(folder, 'log')).toEqual({ records: [{ good: 1 }, { good: 2 }], unreadable: 3 });
  });

  test('a link in its place is neither written nor read', () => {
    const elsewhere = join(folder, 'elsewhere');
    writeFileSync(elsewhere, '{"theirs":true}\n');
    symlinkSync(elsewhere, join(folder, 'log.jsonl'));
    expect(() => appendLog(folder, 'log', { ours: true })).toThrow();
    expect(readFileSync(elsewhere, 'utf8')).toBe('{"theirs":true}\n');
    expect(readLog(folder, 'log')).toEqual({ records: [], unreadable: 1 });
  });

  test('a record that does not fit into one write is refused whole', () => {
    expect(() => appendLog(folder, 'log', { text: 'x'.repeat(9000) })).toThrow(RangeError);
    expect(readdirSync(folder)).toEqual([]);
  });
});
