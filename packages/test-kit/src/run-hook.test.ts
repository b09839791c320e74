import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HookRun, runHook } from './run-hook.js';
import { type TempRepo, tempRepo } from './temp-repo.js';

let repo: TempRepo;
beforeAll(() => {
  repo = tempRepo({ name: 'with space', firstCommit: false, remote: false });
});
afterAll(() => repo.dispose());

const run = (source: string, event: unknown, more: object = {}): HookRun =>
  runHook(repo.write('hook.cjs', source), event, { environment: repo.environment, cwd: repo.root, ...more });

test('a hook gets the event as JSON and its answer is read', () => {
  const answer = run(
    `const event = JSON.parse(require('fs').readFileSync(0, 'utf8'));
     process.stdout.write(JSON.stringify({ name: event.name, args: process.argv.slice(2), cwd: process.cwd(), home: process.env.HOME }));
     process.stderr.write('why'); process.exitCode = 2;`,
    { name: 'é' },
    { args: ['--host', 'x'] },
  );
  expect(answer).toMatchObject({ status: 2, stderr: 'why' });
  expect(answer.json).toEqual({ name: 'é', args: ['--host', 'x'], cwd: repo.root, home: repo.home });
});

test.each([
  { name: 'text', event: '{broken', bytes: [...Buffer.from('{broken')] },
  { name: 'bytes', event: Buffer.from([0xff, 0x00]), bytes: [0xff, 0x00] },
  { name: 'nothing', event: '', bytes: [] },
])('raw input reaches the hook as it is: $name', ({ event, bytes }) => {
  const answer = run(`process.stdout.write(JSON.stringify([...require('fs').readFileSync(0)]))`, event);
  expect(answer.json).toEqual(bytes);
});

test('a hook that does not read a large input is no error', () => {
  const answer = run('process.exit(3)', 'x'.repeat(10_000_000));
  expect(answer).toMatchObject({ status: 3, stdout: '' });
  expect(answer).not.toHaveProperty('json');
});

test('a hook that hangs is killed and has no exit code', () => {
  expect(run('setInterval(() => {}, 1000)', {}, { timeoutMs: 300 }).status).toBeNull();
});

test('a node that does not exist is thrown', () => {
  expect(() => run('', {}, { node: '/no/such/node' })).toThrow(/ENOENT/);
});
