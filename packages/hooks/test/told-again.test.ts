import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { surroundingsOf } from '@flow/engine/places/surroundings';
import { findRepository, repositoryState } from '@flow/evidence';
import { events, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, HOOK, repository, start } from './kit.js';
import { observe } from './observe.js';
import { room } from './room.js';

const PLAN =
  '# Plan\n\n## User Concerns\n\n- Rounding\n\n## Custom Adversarial Probes\n\n- Negative prices\n\n## User-visible expectations\n\n- The sum\n\n## Architecture Files\n\n- `src/a.js`\n';
const SESSION = '33333333-3333-4333-8333-333333333333';

const around = (repo: TempRepo) =>
  surroundingsOf(repo.root, { environment: repo.environment, deadline: Date.now() + 60_000 })!;

const pause = (repo: TempRepo) =>
  room.recordDeed(around(repo), room.runHere(findRepository(repo.root)!, repo.environment)!, {
    type: 'pause',
    reason: 'x',
  });

/** A run in `spec`, in a repository with ignored and empty folders. */
function led(): TempRepo {
  const files = { 'src/a.js': 'a\n', 'src/deep/b.js': 'b\n', '.gitignore': 'node_modules\n*.log\n' };
  const repo = repository({ files });
  mkdirSync(repo.path('src/empty/inner'), { recursive: true });
  for (const name of ['node_modules/x/index.js', 'logs/old.log']) repo.write(name, 'x\n');
  start(repo, { session: SESSION });
  room.recordStart(around(repo), 'ceremony', 'feature/login', {});
  repo.write('develop/feature/login/plan.md', PLAN);
  return repo;
}

const prompt = (repo: TempRepo, session = SESSION) =>
  observe(HOOK, events(session, repo.root, { home: repo.home }).userPromptSubmit('go on'), repo.environment);

const QUICK = ['hook.cjs', 'prompt.cjs'];

/** Until the next prompt is told by the first files alone, which takes one that is no moment behind the last change. */
async function settled(repo: TempRepo): Promise<string> {
  await wait(80);
  prompt(repo);
  const again = prompt(repo);
  expect(again.files).toEqual(QUICK);
  return again.told;
}

describe('P1 D63 a prompt behind which nothing has changed', () => {
  test('is told the same, all of it, with no internal module and no process', async () => {
    const repo = led();
    await wait(80);
    const first = prompt(repo);
    expect(first.files).toContain('run.cjs');
    const empty = observe(repo.write('node_modules/empty.cjs', ''), {}, repo.environment);
    const again = prompt(repo);
    expect(again).toMatchObject({ status: 0, files: QUICK, told: first.told });
    expect(again.loaded.filter((name) => name.startsWith('NativeModule') && !empty.loaded.includes(name))).toEqual([]);
    expect(again.told).toContain('phase spec');
  });

  test('D63 what the start of the session has told is not told twice by it either, and each session is told by itself', async () => {
    const repo = led();
    await wait(80);
    const other = start(repo, { session: '44444444-4444-4444-8444-444444444444' });
    const first = prompt(repo, '44444444-4444-4444-8444-444444444444');
    expect([first.files, first.told]).toEqual([QUICK, expect.stringContaining('unchanged since the session began')]);
    const second = prompt(repo, '44444444-4444-4444-8444-444444444444');
    expect([second.files, second.told]).toEqual([
      QUICK,
      expect.not.stringContaining('unchanged since the session began'),
    ]);
    // Who was told of another phase is told by the engine.
    pause(repo);
    expect(other.send(other.events.userPromptSubmit('go on')).stdout).toContain('spec');
    expect(prompt(repo, '55555555-5555-4555-8555-555555555555').files).toContain('engine.cjs');
  });

  test('P1 nor any that changed nothing of ours: ignored files, another work tree', async () => {
    const repo = led();
    await settled(repo);
    repo.write('node_modules/x/index.js', 'y\n');
    repo.write('logs/old.log', 'more\n');
    expect(prompt(repo).files).toEqual(QUICK);
    repo.git('worktree', 'add', '-q', '-b', 'other', path.join(repo.area, 'other'));
    const there = { ...events(SESSION, path.join(repo.area, 'other')).userPromptSubmit('go on') };
    expect(observe(HOOK, there, repo.environment).files).toContain('event.cjs');
  });
});

describe('P1 D63 a prompt is told anew behind', () => {
  const CHANGES: [string, (repo: TempRepo) => unknown][] = [
    [
      'an edit that keeps size and time',
      (repo) => {
        utimesSync(repo.write('src/deep/b.js', 'c\n'), 1, 1);
      },
    ],
    ['a file that is new', (repo) => repo.write('src/new.js', 'n\n')],
    ['a file in a folder that was empty', (repo) => repo.write('src/empty/inner/n.js', 'n\n')],
    ['a file in a folder of ignored ones', (repo) => repo.write('logs/note.txt', 'n\n')],
    ['a file that is gone', (repo) => rmSync(repo.path('src/deep/b.js'))],
    ['what is ignored', (repo) => writeFileSync(repo.path('.git/info/exclude'), 'src/deep\n')],
    ['a commit', (repo) => repo.git('commit', '-q', '--allow-empty', '-m', 'empty')],
    ['another branch', (repo) => repo.git('switch', '-q', '-c', 'side')],
    ['a configuration', (repo) => repo.write('flow.config.yaml', 'views: false\n')],
    ['a setting of git', (repo) => repo.git('config', 'branch.feature/login.remote', 'other')],
    ['a file in place of which a link lies', (repo) => link(repo)],
    ['what the run was told', pause],
  ];

  function link(repo: TempRepo): void {
    rmSync(repo.path('src/a.js'));
    symlinkSync('deep/b.js', repo.path('src/a.js'));
  }

  test('P1 D63 whatever changes what it follows from', async () => {
    const repo = led();
    for (const [name, change] of CHANGES) {
      await settled(repo);
      change(repo);
      expect([name, prompt(repo).files]).toEqual([name, expect.arrayContaining(['engine.cjs'])]);
      if (name === 'another branch') repo.git('switch', '-q', 'feature/login');
    }
  });

  test('P1 another program, another folder, another home and an end that has come', async () => {
    const repo = led();
    await settled(repo);
    const inside = events(SESSION, repo.path('src')).userPromptSubmit('go on');
    expect(observe(HOOK, inside, repo.environment).files).toContain('engine.cjs');
    await settled(repo);
    const environment = { ...repo.environment, XDG_CONFIG_HOME: path.join(repo.area, 'config') };
    expect(observe(HOOK, events(SESSION, repo.root).userPromptSubmit('go on'), environment).files).toContain(
      'engine.cjs',
    );
    const file = path.join(repositoryState(findRepository(repo.root)!, repo.environment), 'prompt.json');
    await settled(repo);
    const kept = JSON.parse(repo.read(file)) as Record<string, unknown>;
    for (const other of [{ until: Date.now() - 1 }, { program: '/elsewhere' }, { stamps: 'none' }, { place: 'x y' }]) {
      writeFileSync(file, JSON.stringify({ ...kept, ...other }));
      expect(prompt(repo).files).toContain('engine.cjs');
    }
    writeFileSync(file, '{"stamps": [[null, 1]]');
    expect(prompt(repo)).toMatchObject({ status: 0, files: expect.arrayContaining(['engine.cjs']) });
    expect(cli(repo, ['doctor']).stdout).not.toContain('prompt.json');
  });
});
