import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { agent, type TempRepo } from '@flow/test-kit';
import { emptyFileLike } from './empty-file.js';
import { type Candidate, compare } from './table.js';

/** What commands cost that people and agents type many times an hour, in a repository where a workflow runs. */
export function benchCommands(dist: string, flow: string, repo: TempRepo, rounds: number): void {
  const hook = path.join(dist, 'hook.cjs');
  agent({ hook, repo }).start();
  const begun = spawnSync(process.execPath, [flow, 'start', 'ceremony'], {
    ...{ cwd: repo.root, env: repo.environment, encoding: 'utf8' },
  });
  if (begun.status !== 0) throw new Error(begun.stderr + begun.stdout);
  const call = (name: string, file: string, ...words: string[]): Candidate => ({
    ...{ name, command: process.execPath, words: [file, ...words], input: '', repo, exit: 0 },
  });
  const hooks = path.join(dist, 'flow-hooks.cjs');
  compare('Commands', {
    candidates: [
      call('bare node', emptyFileLike(hook)),
      call('flow-hooks --version', hooks, '--version'),
      call('flow-hooks explain', hooks, 'explain', 'git push origin HEAD'),
      call('flow --version', flow, '--version'),
      call('flow --help', flow, '--help'),
      call('flow status', flow, 'status'),
      call('flow next', flow, 'next'),
    ],
    base: 'bare node',
    limits: {},
    rounds,
  });
}
