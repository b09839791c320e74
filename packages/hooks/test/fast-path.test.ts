import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { CLIENTS } from '@flow/clients/clients';
import { surroundingsOf } from '@flow/engine/places/surroundings';
import { findRepository, readSeal, repositoryState } from '@flow/evidence';
import { agent, events, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, HOOK, repository, start } from './kit.js';
import { observe } from './observe.js';
import { room } from './room.js';

const stateOf = (repo: TempRepo) => repositoryState(findRepository(repo.root)!, repo.environment);

describe('D33 the fast path', () => {
  const build = (cwd: string) => events('33333333-3333-4333-8333-333333333333', cwd);

  test.each([
    ['a plain command', (cwd: string) => build(cwd).preToolUse('Bash', { command: 'ls -la src | head' }, 't')],
    ['git status', (cwd: string) => build(cwd).preToolUse('Bash', { command: 'git status --short' }, 't')],
    [
      'a plain edit',
      (cwd: string) => build(cwd).preToolUse('Write', { file_path: `${cwd}/src/a.ts`, content: '' }, 't'),
    ],
    ['a prompt', (cwd: string) => build(cwd).userPromptSubmit('please push')],
    [
      'the end of a plain command',
      (cwd: string) => build(cwd).postToolUse('Bash', { command: 'ls' }, { stdout: '' }, 't'),
    ],
  ])('P3 loads no internal module and starts no process: %s', (_name, make) => {
    const repo = repository();
    start(repo);
    const empty = observe(repo.write('empty.cjs', ''), {}, repo.environment);
    const run = observe(HOOK, make(repo.root), repo.environment);
    expect(run.status).toBe(0);
    // What an empty file loads of itself is not counted, nor is the C++ side that fs brings along.
    const extra = run.loaded.filter((name) => name.startsWith('NativeModule') && !empty.loaded.includes(name));
    expect(extra).toEqual([]);
    expect(run.files).toEqual(['hook.cjs']);
  });

  test('34.5 a session that goes into another repository is watched there as if it had begun there', () => {
    const [from, to] = [repository(), repository()];
    // The same person's.
    const state = repositoryState(findRepository(to.root)!, from.environment);
    const it = agent({ hook: HOOK, repo: from });
    const within = observe(HOOK, it.events.cwdChanged(from.path('src'), from.root), from.environment);
    expect(within).toMatchObject({ status: 0, files: ['hook.cjs', 'event.cjs'] });
    const moved = { ...it.events.cwdChanged(from.root, to.root), cwd: to.root };
    expect(existsSync(path.join(state, 'liveness.json'))).toBe(false);
    expect(it.send(moved)).toMatchObject({ stdout: '', stderr: '', status: 0 });
    const alive = JSON.parse(readFileSync(path.join(state, 'liveness.json'), 'utf8')) as { session: string };
    expect(alive.session).toBe(moved.session_id);
    expect(readSeal(state)?.stamps.length).toBeGreaterThan(3);
  });

  test('P3 the entry file stays small', () => {
    expect(statSync(HOOK).size).toBeLessThanOrEqual(18 * 1024);
    expect(statSync(path.join(path.dirname(HOOK), 'event.cjs')).size).toBeLessThanOrEqual(27 * 1024);
  });

  test('X48 every hook of every client is a command that Node starts, and none asks a model or an agent', () => {
    expect(readFileSync(HOOK, 'utf8')).toMatch(/\brequire\(/);
    for (const client of CLIENTS) {
      const repo = repository();
      expect(cli(repo, ['install', '--host', client.name])).toMatchObject({ status: 0 });
      if (client.whole) {
        // A plugin starts the same program, and asks the client for nothing that costs a model.
        expect(repo.read(client.settings)).toMatch(/spawn\('node', \[LAUNCHER, /);
        continue;
      }
      const settings = JSON.parse(repo.read(client.settings)) as { hooks: Record<string, { hooks?: object[] }[]> };
      const all = Object.values(settings.hooks).flatMap((groups) => groups.flatMap((group) => group.hooks ?? [group]));
      expect(all.length).toBeGreaterThan(3);
      for (const one of all) {
        expect(one).toMatchObject({ type: 'command' });
        expect(one).not.toHaveProperty('prompt');
      }
    }
  });

  test('P3 D33 without the file behind it every guard is closed, and nothing else is', () => {
    const repo = repository();
    start(repo);
    const folder = path.join(repo.area, 'damaged');
    mkdirSync(folder);
    copyFileSync(HOOK, path.join(folder, 'hook.cjs'));
    const run = (event: object, ...words: string[]) =>
      spawnSync(process.execPath, [path.join(folder, 'hook.cjs'), ...words], {
        ...{ input: JSON.stringify(event), env: repo.environment, encoding: 'utf8' },
      });
    const push = build(repo.root).preToolUse('Bash', { command: 'git push' }, 't');
    for (const words of [[], ['PreToolUse'], ['PreToolUse', '--host', 'codex'], ['--git', 'pre-push']]) {
      expect(run(push, ...words)).toMatchObject({ status: 2, stderr: expect.stringContaining('flow-hooks install') });
    }
    expect(run(build(repo.root).userPromptSubmit('go on'), 'UserPromptSubmit').status).not.toBe(2);
    expect(run(build(repo.root).preToolUse('Bash', { command: 'ls' }, 't')).status).toBe(0);
  });

  test('P3 C35 the status line loads no internal module either, and is a small file', () => {
    const repo = repository();
    start(repo);
    const line = path.join(path.dirname(HOOK), 'statusline.cjs');
    const empty = observe(repo.write('empty.cjs', ''), {}, repo.environment);
    const run = observe(line, { cwd: repo.root, session_id: 's' }, repo.environment);
    expect(run.loaded.filter((name) => name.startsWith('NativeModule') && !empty.loaded.includes(name))).toEqual([]);
    expect(run.files).toEqual(['statusline.cjs']);
    expect(statSync(line).size).toBeLessThanOrEqual(12 * 1024);
  });

  test.each([
    ['an edit', 'Write', { file_path: '.claude/settings.json', content: '{}' }, false],
    ['a patch', 'apply_patch', { command: '*** Begin Patch\n*** End Patch' }, false],
    ['a command', 'Bash', { command: 'git push | cat' }, true],
    ['a command for a server', 'mcp__box__run', { command: 'git push | cat' }, true],
    ['35.2 a push in plain words', 'Bash', { command: 'git push -u origin HEAD 2>&1' }, false],
  ])('D33 the reader of commands is loaded only for commands that need it: %s', (_name, tool, input, isLoaded) => {
    const repo = repository();
    start(repo);
    const { files } = observe(HOOK, build(repo.root).preToolUse(tool, input, 't'), repo.environment);
    expect(files).toContain('engine.cjs');
    expect(files.includes('shell.cjs')).toBe(isLoaded);
  });

  const filesOf = (repo: TempRepo, command: string) => [
    observe(HOOK, build(repo.root).preToolUse('Bash', { command }, 't'), repo.environment).files,
    observe(HOOK, build(repo.root).postToolUse('Bash', { command }, { stdout: '' }, 't'), repo.environment).files,
  ];

  test('P9 C31 files that no rule speaks of are made, copied and removed without the engine, and it is noted', () => {
    const repo = repository();
    start(repo);
    repo.write('src/a.ts', 'a');
    const command = 'mkdir -p out && cp src/a.ts out/b.ts && rm -f old.txt';
    for (const files of filesOf(repo, command)) expect(files).toEqual(['hook.cjs', 'event.cjs']);
    const trail = readFileSync(repo.path('.git/flow/audit/trail.jsonl'), 'utf8').trim().split('\n');
    const line = JSON.parse(trail.at(-1)!) as object;
    expect(line).toMatchObject({ decision: 'done', tool: 'Bash', paths: ['out', 'out/b.ts', 'old.txt'] });
  });

  test('P9 a command on files asks the engine where there is more to know', () => {
    const repo = repository();
    start(repo);
    repo.write('src/a.ts', 'a');
    repo.write('hooks/x', 'x');
    repo.write('.env', 'x');
    symlinkSync('.env', repo.path('link'));
    for (const command of [
      'cp src/a.ts src',
      'mv src lib',
      'rm src',
      'cp link b.ts',
      'cp src/a.ts link',
      'cp .env b.ts',
      'touch .claude/x',
      'mkdir -p .git/hooks',
      'rm develop/feature/login/test-results.json',
    ]) {
      expect(filesOf(repo, command)[0], command).toContain('engine.cjs');
    }
    writeFileSync(path.join(stateOf(repo), 'protects'), '');
    expect(filesOf(repo, 'touch b.ts')[0]).toContain('engine.cjs');
    rmSync(path.join(stateOf(repo), 'protects'));
    expect(filesOf(repo, 'touch b.ts')[0]).not.toContain('engine.cjs');
    // Nothing to compare with afterwards.
    rmSync(path.join(stateOf(repo), 'seal.json'));
    expect(filesOf(repo, 'touch b.ts')[0]).toContain('engine.cjs');
  });

  test('P9 a commit needs no engine while hooks and settings look as when nothing was found in one', () => {
    const repo = repository();
    start(repo);
    const command = `git add -A && git commit -m "$(cat <<'EOF'\nfix: push later\nEOF\n)"`;
    const asks = () => filesOf(repo, command).map((files) => files.includes('engine.cjs'));
    const other = (file: string, text: string) => {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text, { mode: 0o755 });
    };
    expect(asks()).toEqual([true, false]);
    expect(asks()).toEqual([false, false]);
    // Our own hook, and settings that say nothing of hooks, are judged once more.
    other(repo.path('.git/hooks/pre-commit'), '#!/bin/sh\n# flow-hooks pre-commit 1\nexit 0\n');
    expect(asks()[0]).toBe(true);
    expect(asks()[0]).toBe(false);
    other(path.join(repo.home, '.gitconfig'), '[core]\n  editor = vim\n');
    expect(asks()[0]).toBe(true);
    expect(asks()[0]).toBe(false);
    for (const [file, text] of [
      [repo.path('.git/hooks/post-commit'), '#!/bin/sh\ngit push\n'],
      [path.join(repo.home, '.gitconfig'), '[core]\n  hooksPath = ../hooks\n'],
      [path.join(repo.home, '.gitconfig'), '[include]\n  path = more\n'],
      [path.join(stateOf(repo), 'runs'), ''],
    ] as const) {
      other(file, text);
      asks();
      expect(asks()[0], text).toBe(true);
      rmSync(file);
      asks();
      expect(asks()[0], text).toBe(false);
    }
  });

  test.each([
    ['the start of a session', (cwd: string) => build(cwd).sessionStart()],
    ["a server's result", (cwd: string) => build(cwd).postToolUse('mcp__box__look', { at: 1 }, { stdout: '' }, 't')],
  ])('D33 the reader of commands is not loaded for %s', (_name, make) => {
    const repo = repository();
    start(repo);
    repo.write('.claude/settings.json', '{}');
    const { files } = observe(HOOK, make(repo.root), repo.environment);
    expect(files).toContain('engine.cjs');
    expect(files).not.toContain('shell.cjs');
  });

  test('D33 35.3 nor for the end of a test run that was read when it began, unless what it follows from has changed', () => {
    const repo = repository();
    start(repo);
    repo.write('package.json', '{ "scripts": { "test": "vitest run" }, "devDependencies": { "vitest": "5" } }');
    const input = { command: 'npm test' };
    const end = build(repo.root).postToolUse('Bash', input, { stdout: 'Tests  1 passed (1)' }, 'toolu_1');
    const begin = () => observe(HOOK, build(repo.root).preToolUse('Bash', input, 'toolu_1'), repo.environment);
    expect(begin().files).toContain('shell.cjs');
    const { files } = observe(HOOK, end, repo.environment);
    expect(files).toContain('parsers.cjs');
    expect(files).not.toContain('shell.cjs');
    begin();
    repo.write(
      'package.json',
      '{ "scripts": { "test": "vitest run --bail 1" }, "devDependencies": { "vitest": "5" } }',
    );
    expect(observe(HOOK, end, repo.environment).files).toContain('shell.cjs');
  });

  test('D33 C27 a name that no secret has costs a command two looks at the disk', () => {
    const repo = repository();
    start(repo);
    const looks = () =>
      observe(HOOK, build(repo.root).preToolUse('Bash', { command: 'mkdir -m 755 out' }, 't'), repo.environment).looks;
    looks();
    const few = looks();
    for (let at = 0; at < 50; at++) repo.write(`note-${at}.md`, 'x\n');
    expect(few).toBeGreaterThan(0);
    // Code that is kept compiled is looked at now and then, however many files there are.
    expect(looks() - few).toBeLessThanOrEqual(2 * 50 + 5);
  });

  test('D63 a prompt in a run loads the reader of documents only when one of them was never read', () => {
    const repo = repository();
    start(repo);
    const around = surroundingsOf(repo.root, { environment: repo.environment, deadline: Date.now() + 60_000 })!;
    room.recordStart(around, 'ceremony', 'feature/login', {});
    const files = () => observe(HOOK, build(repo.root).userPromptSubmit('go on'), repo.environment).files;
    repo.write('develop/feature/login/plan.md', '# Plan\n\n## User Concerns\n\n- Rounding\n');
    expect(files()).toContain('texts.cjs');
    repo.write('src/a.ts', 'export {};\n');
    expect(files()).toContain('run.cjs');
    repo.commit('Add a');
    expect(files()).not.toContain('texts.cjs');
    repo.write('develop/feature/login/plan.md', '# Plan\n\n## User Concerns\n\n- Rounding\n- Tax\n');
    expect(files()).toContain('texts.cjs');
  });

  test('D33 what is loaded for every judged event asks Node for files and paths only', () => {
    for (const name of ['engine.cjs', 'shell.cjs']) {
      const text = readFileSync(path.join(path.dirname(HOOK), name), 'utf8');
      // What needs more (processes, hashes) gets it when it runs: `process.getBuiltinModule`.
      const builtins = [...text.matchAll(/(?:\brequire|\$ask)\("(?!\.)(?:node:)?([^"]+)"\)/g)].map((match) => match[1]);
      expect([...new Set(builtins)].sort(), name).toEqual(expect.arrayContaining(['path']));
      // Each is asked once, whichever of a hundred modules comes first (tsup.config.ts).
      expect(text.match(/(?<!\?\?)=(?:[\w$]+\()?(?:require|\$ask)\("(?:node:)?(?:fs|path|os)"\)/g), name).toBeNull();
      expect(
        builtins.filter((one) => !/^(fs|os|path|module)$/.test(one ?? '')),
        name,
      ).toEqual([]);
    }
  });

  test('35.3 the largest file is kept by V8 in one byte a character', () => {
    expect(readFileSync(path.join(path.dirname(HOOK), 'engine.cjs'), 'utf8')).not.toMatch(/[^\0-\x7f]/);
  });
});
