import { describe, expect, test } from 'vitest';
import { searchPath } from '../environment.js';
import { type EndingSystem, endTree, treeLives } from './end-tree.js';

/** A system that writes down what it is asked for. */
function system(platform: NodeJS.Platform, code?: string): EndingSystem & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    platform,
    environment: platform === 'win32' ? { SystemRoot: 'D:\\Windows' } : {},
    kill(pid, signal) {
      asked.push(`kill ${pid} ${signal}`);
      if (code !== undefined) throw Object.assign(new Error(code), { code });
    },
    start: (program, words) => void asked.push([program, ...words].join(' ')),
  };
}

const TASKKILL = 'D:\\Windows\\System32\\taskkill.exe /PID 42 /T';

describe('36.3 a process ends with what it started', () => {
  test.each<[NodeJS.Platform, 'SIGTERM' | 'SIGKILL', string]>([
    ['linux', 'SIGKILL', 'kill -42 SIGKILL'],
    ['linux', 'SIGTERM', 'kill -42 SIGTERM'],
    ['darwin', 'SIGKILL', 'kill -42 SIGKILL'],
    ['win32', 'SIGKILL', `${TASKKILL} /F`],
    ['win32', 'SIGTERM', TASKKILL],
  ])('on %s by %s', (platform, signal, asked) => {
    const here = system(platform);
    endTree(42, signal, here);
    expect(here.asked).toEqual([asked]);
  });

  test('one that is over, or was never started, is no error, and never the group of the caller', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      expect(() => endTree(42, 'SIGKILL', system(platform, 'ESRCH'))).not.toThrow();
      const here = system(platform);
      for (const pid of [undefined, 0, -1]) endTree(pid, 'SIGKILL', here);
      expect(here.asked).toEqual([]);
    }
  });

  test.each<[NodeJS.Platform, string | undefined, boolean, string]>([
    ['linux', undefined, true, 'kill -42 0'],
    ['linux', 'ESRCH', false, 'kill -42 0'],
    ['darwin', 'EPERM', true, 'kill -42 0'],
    ['win32', undefined, true, 'kill 42 0'],
    ['win32', 'ESRCH', false, 'kill 42 0'],
  ])('on %s (%s) it lives: %s', (platform, code, lives, asked) => {
    const here = system(platform, code);
    expect([treeLives(42, here), here.asked]).toEqual([lives, [asked]]);
  });
});

test.each<[environment: Record<string, string>, found: string]>([
  [{ PATH: '/usr/bin' }, '/usr/bin'],
  // A copy of the variables of a process on Windows has the name as it was written, and finds no other.
  [{ Path: 'C:\\bin' }, 'C:\\bin'],
  [{}, ''],
])('36.3 the search path of %j', (environment, found) => {
  expect(searchPath(environment)).toBe(found);
});
