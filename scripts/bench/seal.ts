// `pnpm bench --seal`: what a command of a sealed shell takes beside the same command without the seal, in wall time, interleaved

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { TempRepo } from '@flow/test-kit';
import { compare, median } from './table.js';

/** Seals a repository's sessions (Linux with bubblewrap), and prints the table of one command, and what the seal adds. */
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
    const times = compare('A command of a shell, `true`', {
      candidates: [
        { ...common, name: 'unsealed', command: '/bin/bash', words: ['-c', 'true'] },
        { ...common, name: 'sealed', command: env.CLAUDE_CODE_SHELL_PREFIX, words: ['true'] },
      ],
      base: 'unsealed',
      rounds,
    });
    const [bare, sealed] = ['unsealed', 'sealed'].map((name) => times.get(name)!);
    const added = sealed!.map((time, at) => time - bare![at]!);
    console.log(`The seal adds ${median(added).toFixed(1)} ms (median of the differences; goal: below 20).`);
  } finally {
    repo.dispose();
  }
}
