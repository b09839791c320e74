import type { Lease } from '@flow/core/workflow';
import { describe, expect, test } from 'vitest';
import { processesOf } from './life.js';
import { chainFrom, processOf, thisMachine } from './machine.js';

/* Linux reads the processes from files; elsewhere a program is started for it. */
describe.skipIf(process.platform !== 'linux')('the process of a lease', () => {
  const own = processOf(process.pid)!;
  const lease = (rest: Partial<Lease>): Lease => ({
    id: 'one',
    token: 1,
    session: null,
    ...thisMachine(),
    pid: own.pid,
    startedAt: own.startedAt,
    worktree: '/r',
    ...{ branch: null, base: null, since: 0, until: 0, driver: false, apart: false },
    ...rest,
  });

  test('R32 is alive while it runs, by its id and its start', () => {
    expect(processesOf([lease({})])).toEqual({ one: 'alive' });
    expect(processesOf([lease({ startedAt: '1' })])).toEqual({ one: 'gone' });
    expect(processesOf([lease({ pid: 2 ** 30 })])).toEqual({ one: 'gone' });
  });

  test('cannot be seen from another boot, from another container, or without an id', () => {
    for (const other of [{ boot: 'another' }, { pidNamespace: 'pid:[1]' }, { pid: null }])
      expect(processesOf([lease(other)])).toEqual({});
  });

  test('has those above it, the nearest first', () => {
    const chain = chainFrom(process.pid).map(({ pid }) => pid);
    expect(chain.slice(0, 2)).toEqual([process.pid, process.ppid]);
  });
});
