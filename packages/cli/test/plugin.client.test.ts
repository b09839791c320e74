import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bash, installClient, runClient, say, type TempRepo } from '@flow/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cli, project, QUICK } from '../../hooks/test/kit.js';
import { flow, json, linkPrograms } from './kit.js';
import { installPacked, pack } from './pack.js';

/* The packed plugin in the real client: it takes it, and is guarded and led by it, once for each event. */

/** The packages that are published, as a user installs them. */
let packed: ReturnType<typeof pack>;
let program: string;
beforeAll(() => {
  packed = pack();
  const root = path.join(packed.folder, 'tools');
  mkdirSync(root);
  const installed = installPacked({ root, environment: process.env as TempRepo['environment'] }, packed);
  if (installed.status !== 0) throw new Error(installed.stdout + installed.stderr);
  program = path.join(root, 'node_modules/@flow/cli/dist/flow.js');
}, 300_000);
afterAll(() => rmSync(packed.folder, { recursive: true, force: true }));

/** The environment of a repository in which the client asks nobody outside. */
const offline = (repo: TempRepo) => ({
  ...repo.environment,
  ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
});

/** A command of the client itself, which no model is needed for. */
function client(repo: TempRepo, ...words: string[]) {
  return spawnSync(installClient(), words, { cwd: repo.root, env: offline(repo), encoding: 'utf8', timeout: 60_000 });
}

/** A repository whose person has the plugin, added as `flow plugin` says. */
function plugged(before: (folder: string) => void = () => {}): TempRepo {
  const plain = project(QUICK);
  const repo = {
    ...plain,
    environment: { ...plain.environment, PATH: `${linkPrograms(plain)}:${plain.environment.PATH}` },
  };
  const folder = flow(repo, ['plugin'], { program }).stdout.trim();
  before(folder);
  for (const words of [
    ['marketplace', 'add', folder],
    ['install', 'flow@flow'],
  ]) {
    const run = client(repo, 'plugin', ...words);
    if (run.status !== 0) throw new Error(run.stdout + run.stderr);
  }
  repo.write(QUICK.broken[0], QUICK.broken[1]);
  repo.commit('work');
  return repo;
}

interface Check {
  id: string;
  status: string;
  fix?: string;
}

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

const OLDER = '"version": "0.0.0-older"';

/** Runs a line as a person types it, with `flow` and `claude` on the search path. */
function shell(repo: TempRepo, line: string) {
  const bin = path.join(repo.area, 'bin');
  if (!existsSync(path.join(bin, 'claude'))) symlinkSync(installClient(), path.join(bin, 'claude'));
  const run = spawnSync('bash', ['-c', line], {
    cwd: repo.root,
    env: offline(repo),
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { status: run.status, said: run.stdout + run.stderr };
}

const PUSH = bash('git push -q origin HEAD');
const counted = (text: string, words: string) => text.split(words).length - 1;

/** A session with one push and nothing else: what the model saw, and what the trail has of it. */
async function pushes(repo: TempRepo, prompt: string) {
  const run = await runClient({ executable: installClient(), repo, script: { main: [[PUSH], [say('done')]] }, prompt });
  const seen = JSON.stringify(run.requests.findLast(({ lane }) => lane === 'main')?.body?.messages);
  const trail = repo.read('.git/flow/audit/trail.jsonl');
  return { seen, refusals: counted(trail, '"decision":"refused"'), answer: run.toolResults[0] };
}

describe('D4 D68 the plugin in the client', () => {
  test('passes its validation, and is listed with its parts', () => {
    const repo = plugged();
    const checked = client(repo, 'plugin', 'validate', flow(repo, ['plugin'], { program }).stdout.trim(), '--strict');
    expect(checked, checked.stdout).toMatchObject({ status: 0 });
    const { stdout } = client(repo, 'plugin', 'details', 'flow@flow');
    for (const part of ['develop', 'approve-shape', 'tdd-spec', 'flow-security', 'PreToolUse'])
      expect(stdout).toContain(part);
  });

  test('guards a project that nobody set up, its command leads, and doctor finds nothing to mend', async () => {
    const repo = plugged();
    const { checks } = json(repo, ['doctor'], { program }).data as { checks: { id: string; status: string }[] };
    expect(checks.filter(({ status }) => status === 'failure')).toEqual([]);
    // On a busy machine a hook that answers as it should may be slow.
    for (const [id, status] of [
      ['plugin', /^ok$/],
      ['run-PreToolUse', /^ok$|warning/],
      ['run-PreToolUse-push', /^ok$|warning/],
    ] as const)
      expect(checks.find((one) => one.id === id)).toMatchObject({ status: expect.stringMatching(status) });
    const { seen, refusals, answer } = await pushes(repo, '/flow:develop a sum of prices');
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining('PUSH_') });
    expect(seen).toContain('What the user wants: a sum of prices');
    expect(seen).toContain('`flow next` tells you the next thing to do');
    expect(refusals).toBe(1);
  });

  const pluginIn = (repo: TempRepo) => {
    const { checks } = json(repo, ['doctor'], { program }).data as { checks: Check[] };
    return checks.find(({ id }) => id === 'plugin')!;
  };

  test('D68 a plugin whose program was changed is mended by the command that doctor says', () => {
    const repo = plugged();
    const installed = JSON.parse(repo.read(path.join(repo.home, '.claude/plugins/installed_plugins.json')));
    edit(path.join(installed.plugins['flow@flow'][0].installPath, 'hooks/program/engine.cjs'), (text) => `${text}//`);
    const { status, fix } = pluginIn(repo);
    expect(status).toBe('failure');
    expect(shell(repo, fix!)).toMatchObject({ status: 0 });
    expect(pluginIn(repo)).toMatchObject({ status: 'ok' });
  });

  test('D68 a plugin of an older version is mended by the command that doctor says', () => {
    const repo = plugged((folder) => {
      for (const name of ['plugin.json', 'marketplace.json'])
        edit(path.join(folder, '.claude-plugin', name), (text) => text.replaceAll(/"version": "[^"]*"/g, OLDER));
    });
    const { status, fix } = pluginIn(repo);
    expect(status).toBe('warning');
    expect(shell(repo, fix!)).toMatchObject({ status: 0 });
    expect(pluginIn(repo)).toMatchObject({ status: 'ok' });
  });

  test('beside an installed project each event is judged and told once', async () => {
    const repo = plugged();
    cli(repo, ['install']);
    repo.commit('Guard rails');
    flow(repo, ['start', 'ceremony']);
    const { seen, refusals, answer } = await pushes(repo, 'go');
    expect(answer).toMatchObject({ isError: true });
    expect(refusals).toBe(1);
    expect(counted(seen, 'git push is refused until')).toBe(1);
  });

  test('the model starts no step by itself: the commands are for a person', async () => {
    const repo = plugged();
    const call = { tool: 'Skill', input: { skill: 'flow:tdd-review' } };
    const run = await runClient({ executable: installClient(), repo, script: { main: [[call], [say('done')]] } });
    expect(run.toolResults[0]).toMatchObject({ isError: true });
  });
});
