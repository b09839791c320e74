import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { Check } from '@flow/hooks/program';
import { GEMINI_CLI, IS_SHORT, installClient, installNamed, QWEN_CODE } from '@flow/test-kit';
import { expect, test } from 'vitest';
import { cli, project, QUICK } from './kit.js';

/* `doctor --try` starts the real client: whether its hook runs is seen, and not concluded. */

const REAL: [name: string, program: string, executable: () => string][] = [
  ['claude-code', 'claude', () => installClient()],
  ['qwen', 'qwen', () => installNamed(QWEN_CODE.package, QWEN_CODE.version, QWEN_CODE.program)],
  ['gemini', 'gemini', () => installNamed(GEMINI_CLI.package, GEMINI_CLI.version, GEMINI_CLI.program)],
];

// One of them where time is short: the others differ in a table.
test.each(IS_SHORT ? REAL.slice(0, 1) : REAL)(
  '34.4 %s is tried: its hook runs, and is missed where it is switched off',
  async (name, program, executable) => {
    const repo = project(QUICK);
    const bin = path.join(repo.area, 'bin');
    mkdirSync(bin);
    symlinkSync(executable(), path.join(bin, program));
    const environment = { PATH: `${bin}:${repo.environment.PATH}` };
    expect(cli(repo, ['install', '--host', name]).status).toBe(0);
    const trial = () => {
      const run = cli(repo, ['doctor', '--try', name, '--json'], { environment });
      const { checks } = JSON.parse(run.stdout) as { checks: Check[] };
      return checks.find(({ id }) => id === `trial-${name}`);
    };
    expect(trial()).toMatchObject({ status: 'ok' });
    const file = `.${name === 'claude-code' ? 'claude' : name}/settings.json`;
    const off = name === 'gemini' ? { hooksConfig: { enabled: false } } : { disableAllHooks: true };
    repo.write(file, JSON.stringify({ ...JSON.parse(repo.read(file)), ...off }));
    expect(trial()).toMatchObject({ status: 'failure' });
  },
);
