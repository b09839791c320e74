// `pnpm bench --seal`: what a command of a sealed shell takes beside the same command without the seal, by processor time and by the clock, interleaved

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { TempRepo } from '@flow/test-kit';
import { byTheClock } from './processor-time.js';
import { compare, median } from './table.js';

/** Seals a repository's sessions (Linux with bubblewrap), and prints the tables of one command, and what the seal has somebody wait for. */
export function benchSeal(program: string, make: (files: number) => TempRepo, rounds: number): void {
  const repo = make(200);
  try {
    const flow = spawnSync(process.execPath, [program, 'install', '--seal', 'prefix'], {
      ...{ cwd: repo.root, env: repo.environment, encoding: 'utf8' },
    });
    if (flow.status !== 0) throw new Error(`nothing was sealed: ${flow.stdout}${flow.stderr}`);
    const { env } = JSON.parse(readFileSync(repo.path('.claude/settings.local.json'), 'utf8')) as {
      env: { CLAUDE_CODE_SHELL_PREFIX: string };
    };
    const common = { input: '', repo, exit: 0 };
    const table = () =>
      compare('A command of a shell, `true`', {
        candidates: [
          { ...common, name: 'unsealed', command: '/bin/bash', words: ['-c', 'true'] },
          { ...common, name: 'sealed', command: env.CLAUDE_CODE_SHELL_PREFIX, words: ['true'] },
        ],
        base: 'unsealed',
        rounds,
      });
    table();
    byTheClock();
    const times = table();
    const [bare, sealed] = ['unsealed', 'sealed'].map((name) => times.get(name)!);
    const added = sealed!.map((time, at) => time - bare![at]!);
    console.log(
      `The seal adds ${median(added).toFixed(1)} ms (by the clock, median of the differences; goal: below 20).`,
    );
  } finally {
    repo.dispose();
  }
}
