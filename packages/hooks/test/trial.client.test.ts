import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { Check } from '@flow/hooks/program';
import { IS_SHORT, installClient, installCodex, installNamed } from '@flow/test-kit';
import { COPILOT_CLI, DROID, GEMINI_CLI, OPENCODE, type OtherClient, QWEN_CODE } from '@flow/test-kit/other-client';
import { expect, test } from 'vitest';
import { hostNamed } from '../src/install/host-files/host-files.js';
import { cli, project, QUICK } from './kit.js';

/* `doctor --try` starts the real client: whether its hook runs is seen, and not concluded. */

const put = ({ package: name, version, program }: OtherClient) => installNamed(name, version, program);
const also = (more: object) => (text: string) => JSON.stringify({ ...JSON.parse(text), ...more });
const amongHooks = (more: object) => (text: string) => {
  const settings = JSON.parse(text) as { hooks: object };
  return JSON.stringify({ ...settings, hooks: { ...settings.hooks, ...more } });
};
/** The event before a call is registered under a name that the client does not know. */
const unnamed = (text: string) => text.replaceAll('PreToolUse', 'PreToolUsed');

const REAL: [name: string, executable: () => string, off: (text: string) => string][] = [
  ['claude-code', () => installClient(), also({ disableAllHooks: true })],
  ['qwen', () => put(QWEN_CODE), also({ disableAllHooks: true })],
  ['gemini', () => put(GEMINI_CLI), also({ hooksConfig: { enabled: false } })],
  ['codex', () => installCodex(), unnamed],
  ['copilot', () => put(COPILOT_CLI), unnamed],
  ['droid', () => put(DROID), amongHooks({ hooksDisabled: true })],
  ['opencode', () => put(OPENCODE), (text) => text.replaceAll('tool.execute.before', 'tool.execute.between')],
];

// One of them where time is short: the others differ in a table.
test.each(IS_SHORT ? REAL.slice(0, 1) : REAL)(
  '34.4 %s is tried: its hook runs, and is missed where it is switched off',
  (name, executable, off) => {
    const { program, settings } = hostNamed(name)!;
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
    repo.write(settings, off(repo.read(settings)));
    expect(trial()).toMatchObject({ status: 'failure' });
  },
);
