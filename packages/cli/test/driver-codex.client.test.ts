import path from 'node:path';
import {
  codexEnvironment,
  configureCodex,
  IS_SHORT,
  installCodex,
  patchCall,
  sayInCodex,
  shellCall,
  startCodexModel,
  type TempRepo,
} from '@flow/test-kit';
import { beforeAll, describe, expect, test } from 'vitest';
import { trust, trustedFolder } from '../../hooks/test/codex-kit.js';
import { startDriver } from './driver-process.js';
import { FLOW_HOOKS, flow, json, program, repository } from './kit.js';
import { LOOK, runBeside, tasksConfig } from './tasks-workflow.js';

/* Codex CLI itself, started by the driver in its own sandbox, against a scripted model. */

const TASKS = '# Tasks\n\n## Tasks\n\n- [ ] A: First\n  - Files: `a.txt`\n- [ ] B: Second\n  - Files: `b.txt`\n';

/** The turns of a session that does one item and says so. */
const turns = (id: string) => [
  patchCall(`${id}1`, `*** Update File: ${id.toLowerCase()}.txt\n@@\n-todo\n+${id} done`),
  shellCall(`${id}2`, 'git commit -qam mine; echo committed=$?'),
  sayInCodex(JSON.stringify({ status: 'done', note: `${id} is done.` })),
];

let executable: string;
beforeAll(() => {
  executable = installCodex();
});

function guarded(tasks = TASKS, config = tasksConfig()): { repo: TempRepo; home: string } {
  const files = { 'flow.config.yaml': config, 'verify.sh': 'exit 0\n', 'whole.sh': 'exit 0\n' };
  const repo = repository({ files: { ...files, 'a.txt': 'todo\n', 'b.txt': 'todo\n' } });
  flow(repo, ['install', '--host', 'codex'], { program: FLOW_HOOKS });
  repo.commit('guards');
  const home = runBeside(repo, tasks);
  return { repo, home };
}

interface Driven {
  status: number | null;
  stderr: string;
  data: { outcome: { how: string }; told: { what: string; item?: string; end?: Record<string, unknown> }[] } | null;
}

async function drive(repo: TempRepo, home: string, ...words: string[]): Promise<Driven> {
  const env = codexEnvironment(executable, repo);
  const { status, ...said } = await startDriver(home, env, ['--agent', 'codex', '--program', executable, ...words])
    .ended;
  const { data = null } = JSON.parse(said.stdout || '{}') as { data?: Driven['data'] };
  return { status, stderr: `${said.stderr}${said.stdout}`, data };
}

const endsOf = ({ data }: Driven) => data?.told.flatMap(({ end }) => end ?? []);

test('M1 R22 two sessions of Codex do an item each in its sandbox, armed by the record of our hook; the driver hands in, commits and lands', async () => {
  const { repo, home } = guarded();
  const model = await startCodexModel({ 'Work on A': turns('A'), 'Work on B': turns('B') });
  try {
    configureCodex(repo, model.port, trust(repo));
    const run = await drive(repo, home, '--at-once', '2');
    expect(endsOf(run), run.stderr).toMatchObject([
      { failure: null, armed: true, client: 'codex', money: null },
      { failure: null, armed: true, client: 'codex', money: null },
    ]);
    expect(run).toMatchObject({ status: 0, data: { outcome: { how: 'done' } } });
    expect(run.data?.told.filter(({ what }) => what === 'disarmed')).toEqual([]);
    expect(repo.git('-C', home, 'show', 'HEAD:a.txt')).toBe('A done');
    expect(repo.git('-C', home, 'show', 'HEAD:b.txt')).toBe('B done');
    expect(json(repo, ['status'], { cwd: home }).data).toMatchObject({ phase: 'done' });
    // The sandbox kept the agent from committing by itself.
    expect(model.bodies.join('\n')).toContain('committed=128');
  } finally {
    model.close();
  }
});

test('hooks that nobody trusts are found before anything is paid for; a person may let Codex go unarmed, and then only commands count', async () => {
  const { repo, home } = guarded(TASKS.slice(0, TASKS.indexOf('- [ ] B')));
  const model = await startCodexModel({ 'Work on A': turns('A') });
  try {
    configureCodex(repo, model.port, trustedFolder(repo));
    const refused = await drive(repo, home);
    expect(refused.stderr).toContain('AGENT_UNTRUSTED');
    expect(refused.status).toBe(1);
    expect(model.bodies).toEqual([]);
    const run = await drive(repo, home, '--unarmed');
    expect(endsOf(run), run.stderr).toMatchObject([{ failure: null, armed: false }]);
    expect(run.stderr).toContain('unarmed');
    expect(run).toMatchObject({ status: 0, data: { outcome: { how: 'done' } } });
    expect(repo.git('-C', home, 'show', 'HEAD:a.txt')).toBe('A done');
  } finally {
    model.close();
  }
});

const ONE = TASKS.slice(0, TASKS.indexOf('- [ ] B'));
const JUDGED = tasksConfig('', { phases: LOOK, final: '            - { check: submitted, name: summary }\n' });
const VERDICT = { flow: 'verdict', judge: 'code-quality', pass: true, score: 5, findings: [] };

describe.skipIf(IS_SHORT)('R22 R45 a run of Codex', () => {
  test('has each judged by a session that cannot write, whose last words are the verdict, and what is done for the run itself is committed', async () => {
    const { repo, home } = guarded(ONE, JUDGED);
    const model = await startCodexModel({
      'Judge A as code-quality': [
        patchCall('j1', '*** Update File: a.txt\n@@\n-A done\n+judged'),
        shellCall('j2', 'echo judged > a.txt; echo wrote=$?'),
        sayInCodex(`I looked.\n\n\`\`\`flow-verdict\n${JSON.stringify(VERDICT)}\n\`\`\``),
      ],
      'Work on A': turns('A'),
      'Work on the run': [
        patchCall('r1', '*** Add File: summary.md\n+All is done.'),
        sayInCodex(JSON.stringify({ status: 'done', note: 'Summed up.' })),
      ],
    });
    try {
      configureCodex(repo, model.port, trust(repo));
      const run = await drive(repo, home);
      expect(endsOf(run), run.stderr).toMatchObject([
        { item: 'A', task: 'work', failure: null, armed: true },
        { item: 'A', task: 'judge', failure: null, armed: true },
        { item: null, task: 'work', failure: null, armed: true },
      ]);
      expect(run).toMatchObject({ status: 0, data: { outcome: { how: 'done' } } });
      expect(repo.git('-C', home, 'show', 'HEAD:a.txt')).toBe('A done');
      expect(repo.git('-C', home, 'show', 'HEAD:summary.md')).toBe('All is done.');
      const bodies = model.bodies.join('\n');
      expect(bodies).toMatch(/wrote=[12]/);
      // The judge is told what it judges by, and what it is given.
      expect(bodies).toContain('flow-verdict');
    } finally {
      model.close();
    }
  });

  test('in which hooks are switched off behind its start is told of at once, and goes on unarmed: commands show its work', async () => {
    const { repo, home } = guarded(ONE);
    const model = await startCodexModel({ 'Work on A': turns('A') });
    try {
      configureCodex(repo, model.port, trust(repo));
      // What the driver looked at before it started is not what the client finds.
      const disarms = path.join(repo.area, 'codex');
      const [there, off] = [repo.path('.codex/hooks.json'), repo.path('.codex/off.json')];
      program(disarms, `#!/bin/sh\n[ "$1" != exec ] || mv ${there} ${off}\nexec ${executable} "$@"\n`);
      const run = await drive(repo, home, '--program', disarms);
      expect(run.data?.told, run.stderr).toContainEqual(
        expect.objectContaining({ what: 'disarmed', item: 'A', goesOn: true }),
      );
      expect(endsOf(run)).toMatchObject([{ failure: null, armed: false }]);
      expect(run).toMatchObject({ status: 0, data: { outcome: { how: 'done' } } });
      expect(repo.git('-C', home, 'show', 'HEAD:a.txt')).toBe('A done');
    } finally {
      model.close();
    }
  });
});
