import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sitsAt } from './processes.js';

/** Returns the device of a process's controlling terminal, as proc(5) tells it. */
function deviceOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[4]);
}

test.skipIf(process.platform !== 'linux')('D97 a process that has ended sits at no terminal', () => {
  const device = deviceOf(process.pid);
  expect(sitsAt(process.pid, device)).toBe(true);
  expect(sitsAt(process.pid, device + 1)).toBe(false);
  const ended = spawnSync('true').pid;
  expect(sitsAt(ended, device)).toBe(false);
});
