import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type Surroundings, surroundingsOf } from '@flow/engine/places/surroundings';
import { codexEvents, events, recordedEvents, runHook, type TempRepo } from '@flow/test-kit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cli, HOOK, project, QUICK, repository, start } from './kit.js';
import { room } from './room.js';

/** The trail of a repository, as it stands in its file. */
function trail(repo: TempRepo, log = 'trail'): Record<string, unknown>[] {
  const file = repo.path(`.git/flow/audit/${log}.jsonl`);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const around = ({ root, environment }: TempRepo): Surroundings =>
  surroundingsOf(root, { environment, deadline: Date.now() + 60_000 })!;

/** A repository with a configuration that its base branch has. */
const configured = (config: string) => repository({ files: { 'README.md': 'x\n', 'flow.config.yaml': config } });

const SESSION = '44444444-4444-4444-8444-444444444444';
const send = (repo: TempRepo, event: unknown) =>
  runHook(HOOK, event, { environment: repo.environment, cwd: repo.root });

describe('C31 every change of a file by a tool is a line of the audit trail', () => {
  test('a plain edit: who, what, where, when', () => {
    const repo = repository();
    const it = start(repo, { session: SESSION, agent: { id: 'a1', type: 'reviewer' } });
    const before = Date.now();
    it.write('src/a.ts', 'export {};\n');
    const [line, ...rest] = trail(repo);
    expect(rest).toEqual([]);
    expect(line).toEqual({
      v: 1,
      time: expect.any(Number),
      session: SESSION,
      agent: 'a1',
      role: 'reviewer',
      call: expect.stringContaining('toolu_'),
      tool: 'Write',
      branch: 'feature/login',
      decision: 'allowed',
      phase: null,
      paths: ['src/a.ts'],
    });
    expect(line?.time).toBeGreaterThanOrEqual(before);
  });

  test('a refusal, with its codes and the guard', () => {
    const repo = repository();
    const it = start(repo);
    expect(it.write('.claude/settings.json', '{}').refused).not.toBeNull();
    expect(trail(repo)).toMatchObject([
      {
        decision: 'refused',
        tool: 'Write',
        paths: ['.claude/settings.json'],
        found: [{ guard: 'protected', code: 'PROTECTED_WRITE' }],
      },
    ]);
    // A command names no file by itself: what it is refused for does.
    expect(it.bash('git config core.hooksPath x; rm .claude/settings.json').refused).not.toBeNull();
    expect(trail(repo)[1]).toMatchObject({ decision: 'refused', tool: 'Bash', paths: ['.claude/settings.json'] });
  });

  test.each<[string, object, string[]]>([
    ['Edit', { file_path: 'src/a.ts', old_string: 'x', new_string: 'y' }, ['src/a.ts']],
    ['NotebookEdit', { notebook_path: 'a.ipynb', new_source: 'x' }, ['a.ipynb']],
    ['MultiEdit', { file_path: 'a.ts', edits: [{ old_string: 'x', new_string: 'y' }] }, ['a.ts']],
    ['mcp__fs__write_file', { path: 'src/b.ts', content: 'x' }, ['src/b.ts']],
    ['mcp__fs__move_file', { source: 'a.ts', destination: 'b.ts' }, ['a.ts', 'b.ts']],
  ])('by whichever tool: %s', (tool, input, paths) => {
    const repo = repository();
    start(repo).tool(tool, input);
    expect(trail(repo)).toMatchObject([{ tool, decision: 'allowed', paths }]);
  });

  test('by the patch of another client, with all of its files', () => {
    const repo = repository();
    const patch = '*** Begin Patch\n*** Update File: a.ts\n@@\n+x\n*** Add File: src/b.ts\n+y\n*** End Patch\n';
    const event = codexEvents(SESSION, repo.root).preToolUse('apply_patch', { command: patch }, 'c1');
    const args = ['PreToolUse', '--host', 'codex'];
    expect(runHook(HOOK, event, { args, environment: repo.environment, cwd: repo.root }).status).toBe(0);
    expect(trail(repo)).toMatchObject([{ tool: 'apply_patch', call: 'c1', paths: ['a.ts', 'src/b.ts'] }]);
  });

  test('a refused push, and an input that cannot be read', () => {
    const repo = project(QUICK);
    const it = start(repo);
    repo.write(...QUICK.fixed);
    repo.commit('untested');
    expect(it.bash('git push origin HEAD').refused).toContain('PUSH_UNTESTED');
    expect(it.tool('Write', { file_path: 7 }).refused).toContain('INPUT_INVALID');
    expect(trail(repo)).toMatchObject([
      { decision: 'refused', push: true, found: expect.arrayContaining([{ guard: 'push', code: 'PUSH_UNTESTED' }]) },
      { decision: 'refused', found: [{ guard: null, code: 'INPUT_INVALID' }] },
    ]);
  });

  test('what git refuses in its own hook, a change of settings, an event that cannot be read', () => {
    const repo = project(QUICK);
    expect(cli(repo, ['install']).status).toBe(0);
    const it = start(repo);
    repo.write(...QUICK.fixed);
    repo.commit('untested');
    const push = spawnSync('git', ['push', 'origin', 'HEAD'], { cwd: repo.root, env: repo.environment });
    expect(push.status).not.toBe(0);
    repo.write('.claude/settings.json', '{}');
    expect(it.send(it.events.configChange('project_settings', repo.path('.claude/settings.json'))).status).toBe(2);
    const call = it.events.preToolUse('Bash', { command: 'ls' }, 'c9');
    expect(it.send({ ...call, tool_name: ['Bash'] }).status).toBe(2);
    expect(trail(repo)).toMatchObject([
      {
        decision: 'refused',
        tool: 'git pre-push',
        found: expect.arrayContaining([{ guard: 'push', code: 'PUSH_UNTESTED' }]),
      },
      { decision: 'refused', tool: 'ConfigChange', found: [{ guard: 'arming', code: 'GUARD_DISARM' }] },
      { decision: 'refused', call: 'c9', found: [{ guard: null, code: 'INPUT_INVALID' }] },
    ]);
  });

  test.each([
    ['none', null],
    ['plan', 'plan'],
  ])('C31 the phase %s stands in the lines of edits and of plain commands', (_name, phase) => {
    const repo = configured('views: false\n');
    const it = start(repo);
    if (phase !== null) room.recordStart(around(repo), 'ceremony', 'feature/login', {});
    it.write('src/a.test.ts', 'test\n');
    const list = { bashEditDiff: { changedFiles: [repo.path('notes.txt')] } };
    it.send(it.events.postToolUse('Bash', { command: 'echo x > notes.txt' }, { stdout: '', ...list }, 'c2'));
    expect(trail(repo)).toMatchObject([
      { paths: ['src/a.test.ts'], phase },
      { paths: ['notes.txt'], phase },
    ]);
  });

  test('what is monitored, and what an exception allows', () => {
    const monitored = configured('guards: { protected: monitor }\n');
    start(monitored).write('.claude/settings.json', '{}');
    expect(trail(monitored)).toMatchObject([{ decision: 'monitored', found: [{ code: 'PROTECTED_WRITE' }] }]);
    const excepted = configured(
      'exceptions:\n  - { guard: protected, path: .claude/settings.json, reason: it is made here, owner: anne }\n',
    );
    start(excepted).write('.claude/settings.json', '{}');
    expect(trail(excepted)).toMatchObject([{ decision: 'excepted', found: [{ code: 'PROTECTED_WRITE' }] }]);
  });

  test('what a shell command changed, by the list of the host, also where the command is a plain one', () => {
    const repo = repository();
    for (const recorded of recordedEvents('shell-writes', { repo: repo.root, home: repo.home })) send(repo, recorded);
    const changed = trail(repo).filter(({ decision }) => decision === 'done');
    expect(changed[0]).toMatchObject({
      tool: 'Bash',
      paths: expect.arrayContaining(['.env', 'README.md', 'develop/feature/gate-shape.approved']),
    });
    const build = events(SESSION, repo.root, { home: repo.home });
    const list = { bashEditDiff: { files: [], moreFiles: 0, changedFiles: [repo.path('notes.txt')] } };
    send(repo, build.postToolUse('Bash', { command: 'echo x > notes.txt' }, { stdout: '', ...list }, 'plain'));
    expect(trail(repo).at(-1)).toMatchObject({ call: 'plain', decision: 'done', paths: ['notes.txt'] });
  });

  test('where the host lists nothing, what the command says that it writes', () => {
    const repo = repository();
    const build = events(SESSION, repo.root, { home: repo.home });
    for (const command of ['echo x > notes.txt', 'sed -i s/x/y/ README.md && cp README.md copy.md', 'ls > /dev/null'])
      send(repo, build.postToolUse('Bash', { command }, { stdout: '' }, command.slice(0, 4)));
    expect(trail(repo).map(({ call, paths }) => [call, paths])).toEqual([
      ['echo', ['notes.txt']],
      ['sed ', ['README.md', 'copy.md']],
    ]);
  });

  test('reading leaves no line', () => {
    const repo = repository();
    const it = start(repo);
    it.bash('ls -la');
    it.bash('git log --oneline | head -3');
    it.bash('git push --dry-run origin HEAD');
    it.tool('Read', { file_path: repo.path('README.md') });
    expect(trail(repo)).toEqual([]);
  });

  test('a file of another repository is noted there', () => {
    const [here, there] = [repository(), repository()];
    start(here).write(there.path('src/a.ts'), 'x');
    expect(trail(here)).toEqual([]);
    expect(trail(there)).toMatchObject([{ paths: ['src/a.ts'] }]);
  });

  test('worktrees share one trail', () => {
    const repo = repository();
    repo.git('worktree', 'add', '-q', `${repo.area}/other`, '-b', 'other');
    start(repo).write(`${repo.area}/other/a.ts`, 'x');
    expect(trail(repo)).toMatchObject([{ paths: ['a.ts'] }]);
  });

  test('the agent cannot write the trail', () => {
    const repo = repository();
    const it = start(repo);
    expect(it.write('.git/flow/audit/trail.jsonl', '').refused).toContain('PROTECTED_WRITE');
    expect(it.bash('rm -rf .git/flow/audit').refused).toContain('PROTECTED_WRITE');
  });
});

describe('C31 the audit trail is harmless', () => {
  test.each([
    ['a file in the place of its folder', (folder: string) => writeFileSync(folder, 'x')],
    ['a link to nowhere', (folder: string) => symlinkSync('/nowhere/at/all', folder)],
    ['a folder in the place of the file', (folder: string) => mkdirSync(`${folder}/trail.jsonl`, { recursive: true })],
  ])('%s changes no answer', (_what, make) => {
    const repo = repository();
    const it = start(repo);
    mkdirSync(repo.path('.git/flow'), { recursive: true });
    rmSync(repo.path('.git/flow/audit'), { recursive: true, force: true });
    make(repo.path('.git/flow/audit'));
    expect(it.write('a.ts', 'x')).toMatchObject({ refused: null, told: [] });
    expect(it.write('.claude/settings.json', '{}').refused).toContain('PROTECTED_WRITE');
  });

  test('credentials and what steers a terminal do not get into it, and a line stays a line', () => {
    const repo = repository();
    const it = start(repo);
    const names = [
      `${'ghp_'}${'a1B2'.repeat(9)}.ts`,
      'https://anne:hunter2@example.test/x.ts',
      'token=abc123secret.ts',
      'a\u202egpj.ts',
      `${'long'.repeat(60)}.ts`,
    ];
    for (const name of names) it.write(`d/${name}`, 'x');
    const text = readFileSync(repo.path('.git/flow/audit/trail.jsonl'), 'utf8');
    for (const secret of ['a1B2a1B2', 'hunter2', 'abc123secret', '\u202e']) expect(text).not.toContain(secret);
    expect(trail(repo)).toHaveLength(names.length);
  });

  test('whatever a call says, its line is small, and is JSON', () => {
    const repo = repository();
    const build = events(SESSION, repo.root, { home: repo.home });
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 3000 }), { maxLength: 200 }),
        fc.string(),
        (files, id) => {
          rmSync(repo.path('.git/flow/audit'), { recursive: true, force: true });
          const list = { bashEditDiff: { changedFiles: files } };
          const run = send(repo, build.postToolUse('Bash', { command: 'ls' }, { stdout: '', ...list }, id));
          expect(run).toMatchObject({ status: 0, stdout: '' });
          const lines = trail(repo);
          expect(lines).toHaveLength(files.length > 0 ? 1 : 0);
          if (lines[0]) expect(statSync(repo.path('.git/flow/audit/trail.jsonl')).size).toBeLessThanOrEqual(8192);
        },
      ),
      { numRuns: 15 },
    );
  });

  test('many events at once lose no line and tear none', async () => {
    const repo = repository();
    const build = events(SESSION, repo.root, { home: repo.home });
    const runs = Array.from({ length: 24 }, (_, at) => {
      const child = spawn(process.execPath, [HOOK], { env: repo.environment, stdio: ['pipe', 'ignore', 'ignore'] });
      child.stdin.end(
        JSON.stringify(build.preToolUse('Write', { file_path: repo.path(`f${at}.ts`), content: '' }, `c${at}`)),
      );
      return new Promise((resolve) => child.on('close', resolve));
    });
    expect(await Promise.all(runs)).toEqual(Array(24).fill(0));
    expect(new Set(trail(repo).map(({ call }) => call)).size).toBe(24);
  });

  test('it does not make the next command look at the protected files again', () => {
    const repo = repository();
    const it = start(repo);
    it.write('a.ts', 'x');
    it.bash('ls');
    const seal = () => {
      const state = path.join(repo.home, '.local/state/flow/repositories');
      return readFileSync(path.join(state, readdirSync(state)[0]!, 'seal.json'), 'utf8');
    };
    const before = seal();
    it.write('b.ts', 'x');
    it.bash('ls');
    expect(seal()).toBe(before);
  });
});
