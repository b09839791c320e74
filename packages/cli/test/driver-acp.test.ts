import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { expect, test } from 'vitest';
import { type AcpTurn, acpStub } from './acp-kit.js';
import { FLOW, json, repository } from './kit.js';
import { runBeside, tasksConfig } from './tasks-workflow.js';

/* A client of the Agent Client Protocol, whose own side is written with the real library, started by the driver. */

const AGENT = 'drive:\n  agent: stub\n  agents:\n    stub: { acp: [/bin/sh, -c, \'exec node "$STUB"\'] }\n';
const TASKS = '# Tasks\n\n## Tasks\n\n- [ ] A: First\n  - Files: `a.txt`\n';

function driven(turn: AcpTurn, ...words: string[]) {
  const config = `${tasksConfig()}${AGENT}`;
  const files = { 'flow.config.yaml': config, 'verify.sh': 'grep -q done a.txt\n', 'whole.sh': 'exit 0\n' };
  const repo: TempRepo = repository({ files: { ...files, 'a.txt': '' } });
  const home = runBeside(repo, TASKS);
  const [, stub = ''] = acpStub(repo, turn);
  const all = [FLOW, 'run', '--json', '--sessions', '1', ...words];
  const env = { ...repo.environment, STUB: stub };
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { cwd: home, env, encoding: 'utf8' });
  const { data = { outcome: null, told: [] } } = JSON.parse(stdout || '{}') as {
    data?: { outcome: unknown; told: { end?: Record<string, unknown> }[] };
  };
  const log = readFileSync(path.join(path.dirname(stub), 'log.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one) as Record<string, unknown>);
  return { repo, home, status, stderr, ...data, ends: data.told.flatMap(({ end }) => end ?? []), log };
}

test('R22 a client of the Agent Client Protocol works unarmed: it may edit in its work tree, what it says counts for nothing, and commands show its work', () => {
  const run = driven({
    writes: [
      { file: 'a.txt', text: 'A done\n' },
      { file: '../elsewhere.txt', text: 'x' },
    ],
    runs: ['flow submit complete --item A', "echo '{}' > .claude/settings.json"],
    end: 'end_turn',
  });
  expect(run.ends, run.stderr).toMatchObject([
    { failure: null, armed: false, client: 'stub', turns: 1, tokens: 1234, money: 0.25 },
  ]);
  expect(run).toMatchObject({ status: 0, outcome: { how: 'done' } });
  expect(run.repo.git('-C', run.home, 'show', 'HEAD:a.txt')).toBe('A done');
  // It was allowed for once what is its own to do, and refused the rest.
  const answers = run.log.flatMap(({ outcome }) => (outcome as { optionId?: string } | undefined)?.optionId ?? []);
  expect(answers).toEqual(['once', 'no', 'once', 'no']);
  expect(JSON.stringify(run.log)).toContain('SESSION_UNARMED');
  expect(run.log[0]).toMatchObject({ capabilities: { terminal: false } });
  // It is to ask, and not to judge by itself.
  expect(run.log[1]).toEqual({ mode: 'default' });
  expect(JSON.stringify(run.log[2])).toContain('Nothing that you say or record counts');
  expect(json(run.repo, ['status'], { cwd: run.home }).data).toMatchObject({ phase: 'done' });
}, 120_000);

test('R22 a client that ends in the middle of its turn breaks down: no try is spent, and what it wrote stays', () => {
  const run = driven({ writes: [{ file: 'a.txt', text: 'A done\n' }], end: 'exit' });
  expect(run.ends).toMatchObject([{ failure: { class: 'infra' }, armed: false }]);
  const tree = String((run.ends[0] as { worktree?: string } | undefined)?.worktree);
  expect(readFileSync(path.join(tree, 'a.txt'), 'utf8')).toBe('A done\n');
});
