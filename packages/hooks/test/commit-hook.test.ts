import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hookScript } from '@flow/engine/places/git-hook';
import { surroundingsOf } from '@flow/engine/places/surroundings';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, HOOK, repository, start } from './kit.js';
import { room } from './room.js';
import { atTerminal, HAS_SCRIPT } from './terminal-kit.js';

const FILES = {
  'package.json': '{ "name": "app" }\n',
  'src/app.ts': 'export const one = 1;\n',
  'test/app.test.ts': "import '../src/app.ts';\n",
  'docs/guide.md': '# Guide\n',
};
const CLASSES = { source: ['src/**'], test: ['test/**'] };

/** Rules in force where no workflow runs. */
const RULES = {
  red: { source: { answer: 'deny', marker: 'STUB:TDD' }, test: 'allow' },
  green: { source: 'allow', test: 'log' },
} as const;

/** A repository with rules for edits, and with the hook that an installation writes. */
function inPhase(phase: keyof typeof RULES | null, more: object = {}): TempRepo {
  const edits = { ...(phase === null ? {} : { withoutPhase: RULES[phase] }), classes: CLASSES };
  const repo = repository({ files: { ...FILES, 'flow.config.json': JSON.stringify({ edits, ...more }) } });
  const folder = { path: repo.path('.git/hooks'), inWorkTree: false, shared: false };
  const options = { version: '1.2.3', program: HOOK, earlier: null, folder, environment: repo.environment };
  mkdirSync(folder.path, { recursive: true });
  writeFileSync(path.join(folder.path, 'pre-commit'), hookScript({ name: 'pre-commit', ...options }));
  chmodSync(path.join(folder.path, 'pre-commit'), 0o755);
  start(repo);
  return repo;
}

const git = (repo: TempRepo, ...words: string[]) => {
  const run = spawnSync('git', words, { cwd: repo.root, env: repo.environment, encoding: 'utf8' });
  return { status: run.status, text: run.stderr };
};

describe('C29 C44 git pre-commit: what a phase closes is not committed', () => {
  test('source in red is refused with the files, the way on, and the way past it for a person', () => {
    const repo = inPhase('red');
    repo.write('src/app.ts', 'export const one = 2;\n');
    repo.write('test/app.test.ts', '// more\n');
    git(repo, 'add', '-A');
    const refused = git(repo, 'commit', '-qm', 'both');
    expect(refused.status).toBe(1);
    expect(refused.text).toContain('EDIT_FORBIDDEN: `this commit` contains source (src/app.ts)');
    expect(refused.text).toContain('git commit --no-verify');
    expect(git(repo, 'restore', '--staged', 'src/app.ts').status).toBe(0);
    expect(git(repo, 'commit', '-qm', 'tests')).toEqual({ status: 0, text: '' });
    expect(git(repo, 'commit', '-qam', 'source').status).toBe(1);
    expect(git(repo, 'commit', '-qm', 'source', '--', 'src/app.ts').status).toBe(1);
    expect(git(repo, 'commit', '-qam', 'source', '--no-verify').status).toBe(0);
  });

  test.skipIf(!HAS_SCRIPT)('U13: a person at a terminal is told what to type, and is sent to nobody', async () => {
    const repo = inPhase('red');
    repo.write('src/app.ts', 'export const one = 2;\n');
    git(repo, 'add', '-A');
    const program = repo.write(
      '../git.cjs',
      "process.exitCode = require('child_process').spawnSync('git', process.argv.slice(2), { stdio: 'inherit' }).status;",
    );
    const { text, status } = await atTerminal(repo, ['commit', '-qm', 'both'], { program });
    expect(status).toBe(1);
    expect(text).toContain('To allow it, change `edits.withoutPhase`');
    expect(text).toContain('To commit without this check: git commit --no-verify');
    expect(text).not.toMatch(/person/);
  });

  test('a commit of some files is judged by these alone', () => {
    const repo = inPhase('red');
    repo.write('src/app.ts', 'export const one = 2;\n');
    git(repo, 'add', '-A');
    repo.write('docs/guide.md', '# More\n');
    expect(git(repo, 'commit', '-qm', 'docs', '--', 'docs/guide.md')).toEqual({ status: 0, text: '' });
    repo.git('rm', '-q', '--cached', 'src/app.ts');
    expect(git(repo, 'commit', '-qm', 'gone').text).toContain('src/app.ts');
  });

  test('a stub is committed with its marker', () => {
    const repo = inPhase('red');
    repo.write('src/new.ts', '// STUB:TDD\nexport const two = () => {};\n');
    git(repo, 'add', '-A');
    expect(git(repo, 'commit', '-qm', 'stub')).toEqual({ status: 0, text: '' });
    repo.write('src/new.ts', 'export const two = () => 2;\n');
    expect(git(repo, 'commit', '-qam', 'real').status).toBe(1);
  });

  test('tests that stand beside the code are committed, with nothing of the code', () => {
    const repo = inPhase('red');
    repo.write('src/cart.rs', '#[cfg(test)]\nmod tests {}\n');
    git(repo, 'add', '-A');
    expect(git(repo, 'commit', '-qm', 'tests')).toEqual({ status: 0, text: '' });
    repo.write('src/cart.rs', 'fn f() {}\n#[cfg(test)]\nmod tests {}\n');
    expect(git(repo, 'commit', '-qam', 'code').status).toBe(1);
  });

  test('what a merge brings is nobody’s edit; what is changed in it is', () => {
    const repo = inPhase('red');
    repo.git('checkout', '-q', '-b', 'other');
    repo.write('src/other.ts', 'export const other = 1;\n');
    repo.write('docs/guide.md', '# Theirs\n');
    repo.git('add', '-A');
    repo.git('commit', '-q', '--no-verify', '-m', 'theirs');
    repo.git('checkout', '-q', 'feature/login');
    repo.write('docs/guide.md', '# Ours\n');
    repo.git('commit', '-qam', 'ours');
    expect(git(repo, 'merge', '-q', 'other').status).toBe(1);
    repo.write('docs/guide.md', '# Both\n');
    git(repo, 'add', '-A');
    expect(git(repo, 'commit', '-qm', 'merged')).toEqual({ status: 0, text: '' });
  });

  test('a commit that is replayed was judged when it was made', () => {
    const repo = inPhase('red');
    repo.git('checkout', '-q', '-b', 'other');
    repo.write('src/app.ts', 'export const one = 5;\n');
    repo.git('commit', '-qam', 'theirs', '--no-verify');
    repo.git('checkout', '-q', 'feature/login');
    repo.write('src/app.ts', 'export const one = 6;\n');
    repo.git('commit', '-qam', 'ours', '--no-verify');
    const it = start(repo);
    expect(it.bash('git cherry-pick other').refused).toContain('EDIT_FORBIDDEN');
    expect(git(repo, 'cherry-pick', 'other').status).toBe(1);
    expect(it.bash('make || false').told.join('\n')).not.toContain('closes');
    repo.write('src/app.ts', 'export const one = 7;\n');
    git(repo, 'add', '-A');
    expect(git(repo, '-c', 'core.editor=true', 'cherry-pick', '--continue')).toMatchObject({ status: 0 });
    repo.write('src/app.ts', 'export const one = 8;\n');
    expect(git(repo, 'commit', '-qam', 'later').status).toBe(1);
  });

  test('without a phase, in one that closes nothing, and where it is only monitored, it passes', () => {
    const cases: [keyof typeof RULES | null, object][] = [
      [null, {}],
      ['green', {}],
      ['red', { guards: { edits: 'off' } }],
    ];
    for (const [phase, more] of cases) {
      const repo = inPhase(phase, more);
      repo.write('src/app.ts', 'export const one = 2;\n');
      expect(git(repo, 'commit', '-qam', 'source')).toEqual({ status: 0, text: '' });
    }
    const told = inPhase('red', { mode: 'monitor' });
    told.write('src/app.ts', 'export const one = 2;\n');
    const { status, text } = git(told, 'commit', '-qam', 'source');
    expect(status).toBe(0);
    expect(text).toContain('not enforced');
  });

  test('what one kind of sub-agent may change may be committed', () => {
    const withoutPhase = { test: { answer: 'deny', roles: { 'test-writer': 'allow' } }, source: 'deny' };
    const files = {
      ...FILES,
      'flow.config.json': JSON.stringify({ edits: { withoutPhase, classes: CLASSES } }),
    };
    const repo = inPhase(null);
    for (const [name, text] of Object.entries(files)) repo.write(name, text);
    repo.commit('the phase');
    repo.git('push', '-q', 'origin', 'HEAD:main');
    repo.git('fetch', '-q');
    start(repo);
    repo.write('test/app.test.ts', '// more\n');
    expect(git(repo, 'commit', '-qam', 'tests')).toEqual({ status: 0, text: '' });
    repo.write('src/app.ts', 'export const one = 2;\n');
    expect(git(repo, 'commit', '-qam', 'source').status).toBe(1);
  });

  test('C39 while a workflow runs, a commit is not asked what holds without one', () => {
    const repo = inPhase('red');
    repo.write('src/app.ts', 'export const one = 2;\n');
    expect(git(repo, 'commit', '-qam', 'source').status).toBe(1);
    const around = surroundingsOf(repo.root, { environment: repo.environment, deadline: Date.now() + 60_000 })!;
    room.recordStart(around, 'ceremony', 'feature/login', {});
    expect(git(repo, 'commit', '-qam', 'source')).toEqual({ status: 0, text: '' });
  });

  test('X61 without the program it passes and says so, since a push is judged again', () => {
    const repo = inPhase('red');
    const file = repo.path('.git/hooks/pre-commit');
    writeFileSync(file, repo.read(file).replace(HOOK, '/nowhere/hook.cjs'));
    repo.write('src/app.ts', 'export const one = 2;\n');
    const { status, text } = git(repo, 'commit', '-qam', 'source');
    expect(status).toBe(0);
    expect(text).toContain('not judged');
  });
});

test('D42 the files by which a hook manager calls ours are protected, and free without that', () => {
  const repo = repository({ files: { ...FILES, '.husky/pre-push': 'echo own\n', 'lefthook.yml': '{}\n' } });
  repo.git('config', 'core.hooksPath', '.husky/_');
  const it = start(repo);
  const edit = (name: string) =>
    it.tool('Edit', { file_path: repo.path(name), old_string: 'a', new_string: 'b' }).refused;
  const files = ['.husky/pre-push', '.husky/pre-commit', 'lefthook-local.yml'];
  for (const name of files) expect(edit(name), name).toBeNull();
  expect(cli(repo, ['install']).status).toBe(0);
  for (const name of files) {
    expect(edit(name), name).toContain('PROTECTED_WRITE');
    expect(it.tool('Bash', { command: `echo > ${name}` }).refused, name).toContain('PROTECTED_WRITE');
  }
  for (const name of ['.husky/commit-msg', 'lefthook.yml']) expect(edit(name), name).toBeNull();
  expect(it.tool('Bash', { command: 'HUSKY=0 git commit -m x' }).refused).toContain('GUARD_DISARM');
});
