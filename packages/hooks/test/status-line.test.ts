import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { surroundingsOf } from '@flow/engine/places/surroundings';
import { findRepository } from '@flow/evidence';
import { repositoryState } from '@flow/evidence/fast';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, HOOK, project, QUICK, repository, start } from './kit.js';
import { room } from './room.js';

const { recordDeed, recordStart } = room;

const SESSION = '44444444-4444-4444-8444-444444444444';
const SETTINGS = '.claude/settings.json';

/** What the client sends (recorded with 2.1.329), as far as it is read. */
function input(repo: TempRepo, more: object = {}): string {
  return JSON.stringify({
    ...{ session_id: SESSION, transcript_path: '/t.jsonl', cwd: repo.root, version: '2.1.329' },
    model: { id: 'm', display_name: 'M' },
    workspace: { current_dir: repo.root, project_dir: repo.root, added_dirs: [] },
    cost: {
      ...{ total_cost_usd: 0.5, total_duration_ms: 60_000, total_api_duration_ms: 9 },
      ...{ total_lines_added: 7, total_lines_removed: 2 },
    },
    context_window: { total_input_tokens: 9, context_window_size: 200_000, used_percentage: 12 },
    ...more,
  });
}

function line(repo: TempRepo, given = input(repo), environment: Record<string, string> = {}, words: string[] = []) {
  const file = path.join(path.dirname(HOOK), 'statusline.cjs');
  const run = spawnSync(process.execPath, [file, ...words], {
    ...{ cwd: repo.root, input: given, encoding: 'utf8' },
    env: { ...repo.environment, NO_COLOR: '1', ...environment },
  });
  expect(run.status).toBe(0);
  expect(run.stderr).toBe('');
  return run.stdout;
}

/** The command of the settings, run as the client runs it. */
function shown(repo: TempRepo, environment: Record<string, string> = {}): string {
  const { statusLine } = JSON.parse(readFileSync(repo.path(SETTINGS), 'utf8')) as { statusLine: { command: string } };
  const env = { ...repo.environment, NO_COLOR: '1', ...environment };
  const run = spawnSync(statusLine.command, { shell: true, cwd: repo.root, input: input(repo), env, encoding: 'utf8' });
  expect(run.status).toBe(0);
  return run.stdout;
}

const around = (repo: TempRepo) =>
  surroundingsOf(repo.root, { environment: repo.environment, deadline: Date.now() + 60_000 })!;

describe('flow-hooks statusline', () => {
  test('C35 it says whether the guard watches this session: broken, armed, monitoring', () => {
    const repo = repository();
    expect(line(repo)).toBe('feature/login · $0.50 · ctx 12% · +7 -2 · flow broken\n');
    start(repo, { session: SESSION });
    expect(line(repo)).toBe('feature/login · $0.50 · ctx 12% · +7 -2 · flow armed\n');
    // A session that began before another one did is watched as well; one whose start was never seen is not.
    expect(line(repo, input(repo, { session_id: 'other' }))).toContain('flow armed');
    const folder = repositoryState(findRepository(repo.root)!, repo.environment);
    writeFileSync(path.join(folder, 'liveness.json'), JSON.stringify({ session: 'old', started: 1, version: '1' }));
    expect(line(repo)).toContain('flow broken');
    start(repo, { session: SESSION });
    writeFileSync(path.join(folder, 'policy.json'), JSON.stringify({ policy: { mode: 'monitor' } }));
    expect(line(repo)).toContain('flow monitoring');
  });

  test('C35 D63 what the last prompt found is shown, in question once the journal went on, gone with the run', () => {
    const repo = repository();
    const it = start(repo, { session: SESSION });
    recordStart(around(repo), 'ceremony', 'feature/login', {});
    expect(line(repo)).toBe('feature/login · $0.50 · ctx 12% · +7 -2 · flow armed\n');
    it.send(it.events.userPromptSubmit('go on'));
    expect(line(repo)).toMatch(/^feature\/login · plan \[1\/\d+\] · \$0\.50/);
    const run = around(repo);
    const kept = JSON.parse(
      readFileSync(path.join(repositoryState(run.repository, repo.environment), 'standing-.git.json'), 'utf8'),
    ) as { branch: string };
    expect(kept.branch).toBe('feature/login');
    recordDeed(run, { id: 'another run' }, { type: 'submission', name: 'x' } as never);
    expect(line(repo)).toMatch(/plan \[1\/\d+\]\? ·/);
    it.send(it.events.userPromptSubmit('go on'));
    expect(line(repo)).toMatch(/plan \[1\/\d+\] ·/);
    repo.git('switch', '-q', '-c', 'other');
    expect(line(repo)).toMatch(/^other · \$/);
  });

  test('C35 what a command itself writes was seen by the look behind it; what is changed afterwards was not', () => {
    const repo = project(QUICK);
    const it = start(repo, { session: SESSION });
    repo.write(...QUICK.fixed);
    repo.commit('work');
    recordStart(around(repo), 'ceremony', 'feature/login', {});
    expect(it.bash(`${QUICK.test} > /tmp/${path.basename(repo.area)}.txt`).exit).toBe(0);
    expect(line(repo)).toContain('tests fresh');
    it.bash('touch notes.txt');
    expect(line(repo)).toContain('tests stale');
    // Looked at before it is made.
    it.write('develop/feature/login/plan.md', '# Plan\n');
    expect(line(repo)).toContain('tests ?');
  });

  test('C35 blank and exit 0 on anything that is wrong', () => {
    const repo = repository();
    for (const given of [
      '',
      'x',
      'null',
      '[]',
      '{}',
      '{"cwd":7}',
      JSON.stringify({ cwd: '/' }),
      '{"cwd":"/nowhere/x"}',
    ])
      expect(line(repo, given)).toBe('');
    rmSync(repo.path('.git/HEAD'));
    expect(line(repo)).toBe('');
  });

  test('C35 columns are respected, NO_COLOR too, and nothing of the branch steers the terminal', () => {
    const repo = repository();
    start(repo, { session: SESSION });
    expect(line(repo, input(repo), { COLUMNS: '30' })).toBe('feature/login · flow armed\n');
    expect(line(repo, input(repo), { NO_COLOR: '' })).toContain('\u001b[32mflow armed\u001b[0m');
    writeFileSync(repo.path('.git/HEAD'), 'ref: refs/heads/a\u001b[2Jb\n');
    expect(line(repo)).not.toContain('\u001b');
  });

  test('C35 another status line comes first: the one that is given, else that of the own settings', () => {
    const repo = repository();
    start(repo, { session: SESSION });
    expect(line(repo, input(repo), {}, ['--with', 'printf "mine\\n"'])).toMatch(/^mine\nfeature\/login · /);
    expect(line(repo, input(repo), {}, ['--with', 'exit 3'])).toMatch(/^feature\/login · /);
    const reads = 'node -e "process.stdin.on(\'data\', (d) => console.log(JSON.parse(d).version))"';
    mkdirSync(path.join(repo.home, '.claude'), { recursive: true });
    writeFileSync(
      path.join(repo.home, '.claude/settings.json'),
      JSON.stringify({ statusLine: { type: 'command', command: reads } }),
    );
    expect(line(repo)).toMatch(/^2\.1\.329\nfeature\/login · /);
    expect(line(repo, 'broken', {}, ['--with', 'echo mine'])).toBe('mine\n');
  });
});

describe('install --status-line', () => {
  const THEIRS = `echo "it's \\"mine\\""`;

  test('C35 X61 it wraps the line that is there, once, and uninstall gives the file back byte for byte', () => {
    const repo = repository();
    const before = `{\n   "statusLine": {"type": "command", "command": ${JSON.stringify(THEIRS)}, "padding": 0},\n   "model": "x"\n}\n`;
    repo.write(SETTINGS, before);
    expect(cli(repo, ['install', '--status-line']).status).toBe(0);
    const once = readFileSync(repo.path(SETTINGS), 'utf8');
    expect(once).toContain('"padding": 0');
    start(repo, { session: SESSION });
    expect(shown(repo)).toMatch(/^it's "mine"\nfeature\/login · /);
    // With what the client sets, and from another folder than the project's.
    expect(shown(repo, { CLAUDE_PROJECT_DIR: repo.root })).toContain('flow armed');
    for (const words of [['install', '--status-line'], ['install']]) {
      expect(cli(repo, words).status).toBe(0);
      expect(readFileSync(repo.path(SETTINGS), 'utf8')).toBe(once);
    }
    // Somebody edits the file: only our part goes.
    repo.write(SETTINGS, once.replace('"model": "x"', '"model": "y"'));
    expect(cli(repo, ['uninstall']).status).toBe(0);
    expect(readFileSync(repo.path(SETTINGS), 'utf8')).toBe(before.replace('"x"', '"y"'));
    repo.write(SETTINGS, before);
    expect(cli(repo, ['install', '--status-line']).status).toBe(0);
    expect(cli(repo, ['uninstall']).status).toBe(0);
    expect(readFileSync(repo.path(SETTINGS), 'utf8')).toBe(before);
  });

  test('C35 X61 without a settings file it is written and taken away whole; without the program it says broken', () => {
    const repo = repository();
    expect(cli(repo, ['install']).status).toBe(0);
    expect(readFileSync(repo.path(SETTINGS), 'utf8')).not.toContain('statusLine');
    expect(cli(repo, ['install', '--status-line']).status).toBe(0);
    expect(shown(repo)).toContain('flow broken');
    start(repo, { session: SESSION });
    expect(shown(repo)).toContain('flow armed');
    const state = path.join(repo.environment.XDG_STATE_HOME ?? path.join(repo.home, '.local/state'), 'flow/bundles');
    rmSync(state, { recursive: true });
    expect(shown(repo)).toBe('flow broken');
    expect(cli(repo, ['uninstall']).status).toBe(0);
    expect(() => readFileSync(repo.path(SETTINGS))).toThrow();
  });
});
