import { spawn } from 'node:child_process';
import path from 'node:path';
import {
  bash,
  clientEnvironment,
  installClient,
  type RecordedRequest,
  say,
  startModelServer,
  type Turn,
  textOf,
} from '@flow/test-kit';
import { expect, test } from 'vitest';
import { FLOW, FLOW_HOOKS, flow, json, repository } from './kit.js';
import { tasksConfig } from './tasks-workflow.js';

/* The real client, started by the driver for two items at once, against a scripted model. */

const CONFIG = tasksConfig();
const TASKS = '# Tasks\n\n## Tasks\n\n- [ ] A: First\n  - Files: `a.txt`\n- [ ] B: Second\n  - Files: `b.txt`\n';

/** The turns of a session that does one item. */
const turns = (id: string): Turn[] => [
  [bash(`printf '${id} done' > ${id.toLowerCase()}.txt`)],
  [bash(`node ${FLOW} submit complete --item ${id} && node ${FLOW} commit --item ${id}`)],
  [say('Done.')],
];

test('M1 X27 V17 R22 two sessions of the real client do an item each in their own work trees, guarded, and both land', async () => {
  const executable = installClient();
  const files = {
    'flow.config.yaml': CONFIG,
    'verify.sh': 'exit 0\n',
    'whole.sh': 'exit 0\n',
    'a.txt': '',
    'b.txt': '',
  };
  const repo = repository({ files });
  flow(repo, ['install'], { program: FLOW_HOOKS });
  repo.commit('guards');
  repo.git('switch', '-q', '-c', 'mine');
  const home = path.join(repo.area, 'tree');
  repo.git('worktree', 'add', '-q', home, 'feature/login');
  expect(flow(repo, ['start', 'tasks'], { cwd: home })).toMatchObject({ status: 0 });
  repo.write('../tree/develop/feature/login/tasks.md', TASKS);
  repo.git('-C', home, 'add', '-A');
  repo.git('-C', home, 'commit', '-qm', 'tasks');
  const agents = { 'Work on A': turns('A'), 'Work on B': turns('B') };
  const server = await startModelServer({ main: [], agents });
  try {
    const env = { ...repo.environment, ...clientEnvironment(server.url, repo.area) };
    const child = spawn(process.execPath, [FLOW, 'run', '--json', '--program', executable, '--at-once', '2'], {
      ...{ cwd: home, env, stdio: ['ignore', 'pipe', 'inherit'] },
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    const status = await new Promise((done) => child.on('close', done));
    const { data } = JSON.parse(stdout) as { data: { told: { what: string; end?: object }[] } };
    const ends = data.told.flatMap(({ end }) => end ?? []);
    expect(ends).toMatchObject([
      { failure: null, armed: true },
      { failure: null, armed: true },
    ]);
    expect(status).toBe(0);
    expect(repo.git('-C', home, 'show', 'HEAD:a.txt')).toBe('A done');
    expect(repo.git('-C', home, 'show', 'HEAD:b.txt')).toBe('B done');
    expect(json(repo, ['status'], { cwd: home }).data).toMatchObject({ phase: 'done' });
    // Each was told its own item by our hooks, and of no other.
    expect(told(server.requests, 'Work on A')).toContain('First');
    expect(told(server.requests, 'Work on A')).not.toContain('Second');
  } finally {
    await server.close();
  }
});

/** All that the model was told in the session of a prompt. */
const told = (requests: readonly RecordedRequest[], lane: string): string =>
  requests
    .flatMap((one) => (one.lane === lane ? one.body!.messages.map(({ content }) => textOf(content)) : []))
    .join('\n');
