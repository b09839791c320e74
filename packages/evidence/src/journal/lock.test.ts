import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startLocker } from '../../test/processes.js';
import { tempRepository } from '../../test/temp-repository.js';
import { withLock } from '../index.js';

const GONE = 2 ** 22 + 1;

function lockFile(owner: Record<string, unknown>): string {
  const path = join(tempRepository().area, 'lock');
  const base = { token: 'other', pid: process.pid, host: hostname(), start: null, time: Date.now() };
  writeFileSync(path, JSON.stringify({ ...base, ...owner }));
  return path;
}

test('gives back what the work gives, removes the lock, also when the work throws', () => {
  const path = join(tempRepository().area, 'lock');
  expect(withLock(path, 0, () => existsSync(path))).toEqual({ ok: true, value: true });
  expect(existsSync(path)).toBe(false);
  expect(() =>
    withLock(path, 0, () => {
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(existsSync(path)).toBe(false);
});

test.each([
  { name: 'a process that is gone', owner: { pid: GONE } },
  { name: 'a process id that was given to another process', owner: { start: 'earlier' } },
  { name: 'more than 30 s', owner: { time: Date.now() - 31_000 } },
  { name: 'the future', owner: { time: Date.now() + 86_400_000 } },
  { name: 'another machine, for more than 30 s', owner: { host: 'elsewhere', pid: GONE, time: Date.now() - 31_000 } },
])('is taken over from $name', ({ owner }) => {
  const path = lockFile(owner);
  expect(withLock(path, 0, () => readdirSync(join(path, '..')).filter((name) => name.startsWith('lock')))).toEqual({
    ok: true,
    value: ['lock'],
  });
  expect(existsSync(path)).toBe(false);
});

test.each(['', 'junk', '{"token":"../x"}'])('a lock that says %j is taken over once it is 30 s old', (text) => {
  const path = lockFile({});
  writeFileSync(path, text);
  expect(withLock(path, 20, () => 'never')).toEqual({ ok: false });
  utimesSync(path, Date.now() / 1000 - 31, Date.now() / 1000 - 31);
  expect(withLock(path, 0, () => readFileSync(path, 'utf8').includes(String(process.pid)))).toEqual({
    ok: true,
    value: true,
  });
  expect(readdirSync(join(path, '..')).filter((name) => name.startsWith('lock'))).toEqual([]);
});

test.each([
  { name: 'a living process', owner: {} },
  { name: 'another machine', owner: { host: 'elsewhere', pid: GONE } },
])('is not taken from $name', ({ owner }) => {
  const path = lockFile(owner);
  const before = readFileSync(path, 'utf8');
  expect(withLock(path, 30, () => 'never')).toEqual({ ok: false });
  expect(readFileSync(path, 'utf8')).toBe(before);
});

test.each([
  { name: 'was taken over meanwhile', change: (text: string) => text.replace(/"token":"[^"]+"/, '"token":"theirs"') },
  { name: 'is being taken over, as it is old', change: (text: string) => text, claimed: true },
])('who is done removes no lock that $name', ({ change, claimed }) => {
  const path = join(tempRepository().area, 'lock');
  const began = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(began);
  const left = withLock(path, 0, () => {
    const mine = readFileSync(path, 'utf8');
    writeFileSync(path, change(mine));
    // A claim is named after the lock that it is for; another process holds it.
    if (claimed) writeFileSync(`${path}.${JSON.parse(mine).token}`, mine);
    if (claimed) clock.mockReturnValue(began + 20_000);
    return change(mine);
  });
  clock.mockRestore();
  expect(left.ok && left.value).toBe(readFileSync(path, 'utf8'));
});

test('a stale lock is left alone while a living process takes it over', () => {
  const path = lockFile({ pid: GONE });
  writeFileSync(`${path}.other`, readFileSync(path, 'utf8').replace(String(GONE), String(process.pid)));
  const before = readFileSync(path, 'utf8');
  expect(withLock(path, 30, () => 'never')).toEqual({ ok: false });
  expect(readFileSync(path, 'utf8')).toBe(before);
});

test('a stale lock that somebody else has taken over since it was looked at is theirs', () => {
  const path = lockFile({ pid: GONE });
  const theirs = readFileSync(path, 'utf8').replace('other', 'theirs').replace(String(GONE), String(process.pid));
  const kill = vi.spyOn(process, 'kill').mockImplementationOnce(() => {
    writeFileSync(path, theirs);
    throw Object.assign(new Error('no such process'), { code: 'ESRCH' });
  });
  expect(withLock(path, 0, () => 'never')).toEqual({ ok: false });
  expect(kill).toHaveBeenCalledWith(GONE, 0);
  kill.mockRestore();
  expect(readFileSync(path, 'utf8')).toBe(theirs);
  expect(readdirSync(join(path, '..')).filter((name) => name.startsWith('lock'))).toEqual(['lock']);
});

test('a takeover whose process died half-way is itself taken over', () => {
  const path = lockFile({ pid: GONE });
  writeFileSync(`${path}.other`, readFileSync(path, 'utf8').replace('other', 'second'));
  expect(withLock(path, 0, () => true)).toEqual({ ok: true, value: true });
  expect(readdirSync(join(path, '..')).filter((name) => name.startsWith('lock'))).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'of many processes that find stale locks, no two hold one at once',
  async () => {
    const { area } = tempRepository();
    const count = 150;
    const owner = { pid: GONE, host: hostname(), start: null, time: Date.now() };
    for (let n = 0; n < count; n += 1)
      writeFileSync(join(area, `${n}`), JSON.stringify({ ...owner, token: `stale${n}` }));
    execFileSync('mkfifo', [join(area, 'go')]);
    const lockers = Array.from({ length: 4 }, () => startLocker(area, count));
    await Promise.all(lockers.map(({ child }) => new Promise((resolve) => child.stdout!.once('data', resolve))));
    // Open until all have gone: who comes late to a closed pipe would wait for ever.
    const gate = await open(join(area, 'go'), 'w');
    const results = await Promise.all(lockers.map(({ ended }) => ended));
    await gate.close();
    expect(results.map(({ lines }) => lines)).toEqual(lockers.map(() => ['ready', `${count} 0`]));
  },
);
