import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { done, names, StubClient } from '../../cli/test/driver-kit.js';
import { FLOW, repository } from '../../cli/test/kit.js';
import { resume, runBeside, tasksConfig } from '../../cli/test/tasks-workflow.js';
import { TEMPORAL, TemporalServer } from './server.js';

/* Two machines that work on one run, whose leases a real Temporal server keeps until it is lost. */

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const ALL = { 'A: work': [done('A')], 'B: work': [done('B')], 'C: work': [done('C')] };

if (TEMPORAL === null)
  test.skip('a run of two machines over a real Temporal server: the program `temporal` is not here', () => {});
else
  describe('a run over a real Temporal server', { timeout: 240_000 }, () => {
    let server: TemporalServer;
    beforeAll(async () => {
      server = await TemporalServer.start();
    }, 120_000);
    afterAll(() => server.close());

    test('R36 R82 each machine has an item by its lease; the server is lost in between, and nothing that was done runs again', async () => {
      const drive = `drive:\n  coordinator: '@flow/driver-temporal'\n  coordinatorOptions: { address: '${server.address}' }\n`;
      const files = { 'verify.sh': 'exit 0\n', 'whole.sh': 'exit 0\n', 'a.txt': '', 'b.txt': '', 'c.txt': '' };
      const repo = repository({ files: { 'flow.config.yaml': tasksConfig() + drive, ...files } });
      const home = runBeside(repo);
      repo.git('-C', home, '-c', 'core.hooksPath=/dev/null', 'push', '-q', 'origin', 'HEAD');
      const there = path.join(repo.area, 'there');
      repo.git('clone', '-q', '--branch', 'feature/login', repo.remote, there);
      for (const folder of [repo.root, there]) {
        mkdirSync(path.join(folder, 'node_modules/@flow'), { recursive: true });
        symlinkSync(PACKAGE, path.join(folder, 'node_modules/@flow/driver-temporal'));
      }
      const run = (cwd: string, words: string[], environment: Record<string, string> = {}) =>
        spawnSync(process.execPath, [FLOW, 'run', ...words], {
          ...{ cwd, env: { ...repo.environment, ...environment }, encoding: 'utf8', timeout: 120_000 },
        });

      // B comes from elsewhere: here it is handed in, and nothing of it is written again.
      const handIn = [{ steps: [{ flow: ['submit', 'complete', '--item', 'B'] }], end: 'honest' } as const];
      const here = new StubClient(repo, { ...ALL, 'B: work': handIn });
      const first = run(home, ['--at-once', '1', '--sessions', '1', '--program', here.program]);
      expect(first, first.stderr).toMatchObject({ status: 1 });
      expect(names(here)).toEqual(['A: work']);
      const far = new StubClient(repo, ALL, 'far');
      const state = { XDG_STATE_HOME: path.join(repo.area, 'there-state') };
      const once = run(there, ['--once', '--item', 'B', '--program', far.program], state);
      expect(once, once.stderr).toMatchObject({ status: 0 });
      expect(names(far)).toEqual(['B: work']);

      await server.kill();
      resume(repo, home);
      const lost = run(home, ['--program', here.program]);
      expect(lost, lost.stderr).toMatchObject({ status: 3, stderr: expect.stringContaining('COORDINATOR_UNKNOWN') });
      await server.serve();
      const last = run(home, ['--program', here.program]);
      expect(last, last.stderr).toMatchObject({ status: 0 });
      for (const [file, text] of [
        ['a.txt', 'A done'],
        ['b.txt', 'B done'],
        ['c.txt', 'C done'],
      ] as const)
        expect(repo.git('-C', home, 'show', `HEAD:${file}`)).toBe(text);
      expect(names(here)).toEqual(['A: work', 'B: work', 'C: work']);
      expect(names(far)).toEqual(['B: work']);
    });
  });
