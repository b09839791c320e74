import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { runCommand } from './run-command.js';

test('U14: a command that runs long is told while it runs, with the last line that it printed', async () => {
  const told: string[] = [];
  const ended = await runCommand('echo compiling cart; sleep 1', tmpdir(), {
    environment: process.env,
    until: Date.now() + 30_000,
    told: new AbortController().signal,
    progress: (text) => told.push(text),
    heartbeat: 300,
  });
  expect(ended).toMatchObject({ exit: 0, output: 'compiling cart\n', timedOut: false });
  expect(told.length).toBeGreaterThan(0);
  expect(told[0]).toMatch(/^still running after \d s: compiling cart$/);
});
