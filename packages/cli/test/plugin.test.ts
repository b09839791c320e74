import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BUNDLE_FILES } from '@flow/engine/places/bundle-files';
import { events, runHook, type TempRepo } from '@flow/test-kit';
import { afterAll, describe, expect, test } from 'vitest';
import { cli } from '../../hooks/test/kit.js';
import { agentFiles } from '../src/skills/agents.js';
import { skills } from '../src/skills/index.js';
import { FLOW, json, packageRoot, repository } from './kit.js';

/** Lays the plugin out in a state of its own, as its user does: with one command. */
const STATE = mkdtempSync(path.join(tmpdir(), 'flow-state-'));
const layOut = () =>
  spawnSync(process.execPath, [FLOW, 'plugin'], { env: { ...process.env, XDG_STATE_HOME: STATE }, encoding: 'utf8' });
const PLUGIN = layOut().stdout.trim();
afterAll(() => rmSync(STATE, { recursive: true, force: true }));

const read = (file: string) => readFileSync(path.join(PLUGIN, file), 'utf8');
const LAUNCHER = path.join(PLUGIN, 'hooks/flow.cjs');

const FILES = { 'go.mod': 'module example.com/shop\n', 'shop_test.go': 'package shop\n' };
const SESSION = '44444444-4444-4444-8444-444444444444';

/** Asks the plugin's own hook about a push that nothing was tested for. */
function push(repo: TempRepo, environment: Record<string, string> = {}) {
  const event = events(SESSION, repo.root, { home: repo.home }).preToolUse(
    'Bash',
    { command: 'git push origin HEAD' },
    'toolu_1',
  );
  const given = { CLAUDE_PROJECT_DIR: repo.root, CLAUDE_PLUGIN_ROOT: PLUGIN, ...environment };
  return runHook(LAUNCHER, event, {
    environment: { ...repo.environment, ...given },
    cwd: repo.root,
    args: ['PreToolUse'],
  });
}

/** The plugin, told that a settings file was changed. */
function changed(repo: TempRepo, environment: Record<string, string> = {}) {
  const settings = repo.path('.claude/settings.json');
  const event = events(SESSION, repo.root, { home: repo.home }).configChange('project_settings', settings);
  const given = { CLAUDE_PROJECT_DIR: repo.root, CLAUDE_PLUGIN_ROOT: PLUGIN, ...environment };
  return runHook(LAUNCHER, event, {
    environment: { ...repo.environment, ...given },
    cwd: repo.root,
    args: ['ConfigChange'],
  });
}

describe('D68 the plugin for Claude Code', () => {
  test('is made of the present texts and the present guards', async () => {
    const texts = [
      ...(await skills()).map(({ name, text }) => [`skills/${name}/SKILL.md`, text]),
      ...(await agentFiles()).map(({ name, text }) => [`agents/${name}.md`, text]),
    ];
    expect(texts.length).toBeGreaterThan(45);
    for (const [file, text] of texts) expect(read(String(file)), file).toBe(text);
    expect(readdirSync(path.join(PLUGIN, 'skills'))).toHaveLength((await skills()).length);
    for (const name of BUNDLE_FILES) {
      const built = readFileSync(path.join(packageRoot, '../hooks/dist', name));
      expect(readFileSync(path.join(PLUGIN, 'hooks/program', name)).equals(built), name).toBe(true);
    }
  });

  test('D68 its folder is put in place as a whole, anew where something of it differs, and untouched where nothing does', () => {
    const file = path.join(PLUGIN, 'hooks/program/engine.cjs');
    const { ino } = statSync(file);
    expect(layOut()).toMatchObject({ status: 0, stdout: `${PLUGIN}\n` });
    expect(statSync(file).ino).toBe(ino);
    const engine = readFileSync(file);
    appendFileSync(file, '\n//');
    writeFileSync(path.join(PLUGIN, 'skills/of-an-older-version.md'), 'gone by now');
    expect(layOut().status).toBe(0);
    expect(readFileSync(file).equals(engine)).toBe(true);
    expect(existsSync(path.join(PLUGIN, 'skills/of-an-older-version.md'))).toBe(false);
    const beside = readdirSync(path.dirname(PLUGIN)).filter((name) => name !== 'compile-cache');
    expect(beside).toEqual(['plugin']);
  });

  test('D68 where it cannot be laid out, an error has a code and a remedy', () => {
    const repo = repository({ files: { ...FILES, state: 'no folder' } });
    const run = json(repo, ['plugin'], { environment: { XDG_STATE_HOME: repo.path('state') } });
    const error = { code: expect.stringMatching(/^[A-Z_]+$/), remedy: expect.stringMatching(/\S/) };
    expect(run).toMatchObject({ status: 3, ok: false, error });
  });

  test('D68 it is packed nowhere a second time', () => {
    const files = readdirSync(path.join(packageRoot, 'dist'), { recursive: true }).map(String);
    expect(files.filter((name) => /\.(?:cjs|md)$/.test(name))).toEqual([]);
  });

  test('registers what an installation registers, from its own folder, guards closed on failure', () => {
    const repo = repository({ files: FILES });
    cli(repo, ['install']);
    const { hooks: ours } = JSON.parse(read('hooks/hooks.json')) as { hooks: Record<string, unknown> };
    const { hooks: theirs } = JSON.parse(repo.read('.claude/settings.json')) as { hooks: Record<string, unknown> };
    expect(Object.keys(ours)).toEqual(Object.keys(theirs));
    const text = JSON.stringify(ours);
    expect(text).not.toContain('CLAUDE_PROJECT_DIR');
    expect(text.match(/"onFailure":"block"/g)).toEqual(JSON.stringify(theirs).match(/"onFailure":"block"/g));
  });

  test('flow plugin lays it out in the state of whoever calls, and says how it is added', () => {
    const repo = repository({ files: FILES });
    const { folder, add } = json(repo, ['plugin']).data as { folder: string; add: string[] };
    expect(path.relative(repo.home, folder)).not.toMatch(/^\.\./);
    expect(existsSync(path.join(folder, 'hooks/program/engine.cjs'))).toBe(true);
    expect(add[0]).toContain('marketplace add "$(flow plugin)"');
    const notes = json(repo, ['init', '--dry-run', '--tier', '3', '--plugin']).data as { notes: string[] };
    expect(notes.notes.join()).toContain('claude plugin install flow@flow');
    expect(existsSync(repo.path('.claude/skills'))).toBe(false);
  });

  test('guards where nothing is installed, and steps aside where the project answers for the same event', () => {
    const repo = repository({ files: FILES });
    repo.write('shop.go', 'package shop\n');
    repo.commit('work');
    expect(push(repo)).toMatchObject({ status: 2, stderr: expect.stringContaining('PUSH_UNTESTED') });
    cli(repo, ['install']);
    expect(push(repo)).toMatchObject({ status: 0, stdout: '', stderr: '' });
    // A file that the client drops, or one without our hook, is no installation.
    repo.write('.claude/settings.json', `// mine\n${repo.read('.claude/settings.json')}`);
    expect(push(repo).status).toBe(2);
    repo.write('.claude/settings.json', '{ "hooks": { "Stop": [] } }\n');
    expect(push(repo).status).toBe(2);
    cli(repo, ['install']);
    expect(push(repo).status).toBe(0);
    rmSync(repo.path('.claude/hooks/flow.cjs'));
    expect(push(repo).status).toBe(2);
    // Nor does a named pipe in its place keep the guard waiting.
    rmSync(repo.path('.claude/settings.json'));
    execFileSync('mkfifo', [repo.path('.claude/settings.json')]);
    expect(push(repo).status).toBe(2);
  });

  test('D99 a change of settings that keeps it is no disarming; one that switches it off is refused', () => {
    const repo = repository({ files: FILES });
    repo.write('.claude/settings.json', '{ "model": "opus" }\n');
    expect(changed(repo)).toMatchObject({ status: 0, stdout: '' });
    repo.write('.claude/settings.json', '{ "enabledPlugins": { "flow@flow": false } }\n');
    expect(changed(repo)).toMatchObject({ status: 2, stderr: expect.stringContaining('GUARD_DISARM') });
    repo.write('.claude/settings.json', '{ "disableAllHooks": true }\n');
    expect(changed(repo).status).toBe(2);
  });

  test('D42 D99 its folder is protected, wherever it lies', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'flow-plugin-'));
    try {
      const repo = repository({ files: FILES });
      const write = (file: string) => {
        const event = events(SESSION, repo.root, { home: repo.home }).preToolUse(
          'Write',
          {
            file_path: file,
            content: 'x',
          },
          'toolu_2',
        );
        const environment = { ...repo.environment, CLAUDE_PLUGIN_ROOT: folder };
        return runHook(LAUNCHER, event, { environment, cwd: repo.root, args: ['PreToolUse'] });
      };
      expect(write(path.join(folder, 'hooks/flow.cjs')).stderr).toContain('PROTECTED_WRITE');
      expect(write(path.join(repo.home, '.local/state/flow/plugin/hooks/flow.cjs')).stderr).toContain(
        'PROTECTED_WRITE',
      );
      expect(write(path.join(repo.root, 'node_modules/@flow/cli/dist/flow.js')).stderr).toContain('PROTECTED_WRITE');
      expect(write(path.join(repo.root, 'plugin/hooks/flow.cjs')).status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('D68 doctor where only the plugin answers', () => {
  interface Found {
    id: string;
    status: string;
    detail: string;
  }
  /** A project that has the plugin as the client keeps it in mind, and nothing else. */
  const plugged = (installPath = PLUGIN, entry: object = { scope: 'user' }) => {
    const repo = repository({ files: FILES });
    const installed = { version: 2, plugins: { 'flow@flow': [{ ...entry, installPath, version: VERSION }] } };
    repo.write(path.join(repo.home, '.claude/settings.json'), '{ "enabledPlugins": { "flow@flow": true } }');
    repo.write(path.join(repo.home, '.claude/plugins/installed_plugins.json'), JSON.stringify(installed));
    return repo;
  };
  const checksOf = (repo: TempRepo) => (json(repo, ['doctor']).data as { checks: Found[] }).checks;
  const failures = (repo: TempRepo) => checksOf(repo).flatMap(({ id, status }) => (status === 'failure' ? [id] : []));
  const VERSION = (JSON.parse(read('.claude-plugin/plugin.json')) as { version: string }).version;

  test('D68 nothing is missing: its program is tried, and the hooks of git are named as what they are', () => {
    const checks = checksOf(plugged());
    const of = (id: string) => checks.find((one) => one.id === id);
    expect(checks.filter(({ status }) => status === 'failure')).toEqual([]);
    for (const id of ['plugin', 'hooks-enabled']) expect(of(id), id).toMatchObject({ status: 'ok' });
    // On a busy machine a hook that answers as it should may be slow.
    for (const id of ['run-PreToolUse', 'run-PreToolUse-push', 'run-SessionStart'])
      expect(of(id), id).toMatchObject({
        detail: expect.stringMatching(/^(?:refused|passed) in|as expected, but it took/),
      });
    expect(of('git-hook')).toMatchObject({ status: 'warning', detail: expect.stringContaining('Only CI judges') });
  });

  test.each([
    ['switched off by the project', (repo: TempRepo) => repo.write('.claude/settings.json', OFF)],
    ['switched off by the person here', (repo: TempRepo) => repo.write('.claude/settings.local.json', OFF)],
    [
      'not installed any more',
      (repo: TempRepo) => rmSync(path.join(repo.home, '.claude/plugins'), { recursive: true }),
    ],
  ])('D68 %s: it answers for nothing, and what is missing is told', (_what, arrange) => {
    const repo = plugged();
    arrange(repo);
    expect(failures(repo)).toEqual(expect.arrayContaining(['launcher', 'program']));
  });

  test('D68 installed for a project: for that one', () => {
    const other = plugged(PLUGIN, { scope: 'project', projectPath: '/elsewhere' });
    expect(failures(other)).toContain('launcher');
  });

  test('D68 its program was changed, or no hook runs at all', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'flow-plugin-'));
    try {
      cpSync(PLUGIN, folder, { recursive: true });
      appendFileSync(path.join(folder, 'hooks/program/engine.cjs'), '\n//');
      const changed = checksOf(plugged(folder)).find(({ id }) => id === 'plugin');
      expect(changed).toMatchObject({ status: 'failure', detail: expect.stringContaining('engine.cjs') });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    const off = plugged();
    off.write('.claude/settings.local.json', '{ "disableAllHooks": true }');
    expect(failures(off)).toEqual(['hooks-disabled']);
  });
});

const OFF = '{ "enabledPlugins": { "flow@flow": false } }';
