import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, repository, start } from './kit.js';
import { atTerminal, HAS_SCRIPT } from './terminal-kit.js';

function shell(repo: TempRepo, command: string) {
  const run = spawnSync('bash', ['-c', command], { cwd: repo.root, env: repo.environment, encoding: 'utf8' });
  return { exit: run.status, output: run.stdout + run.stderr };
}

const MAKE = { Makefile: 'test:\n\t@grep -q right a.txt\n', 'a.txt': 'right\n' };

/** What a program tells that has nothing to hide: no line asks a package manager for a name of nobody's. */
const FOREIGN = /(?:npx|pnpm exec|pnpm dlx|yarn|bunx) (?:--yes )?flow(?:-hooks)?\b/;

describe('U8 where nothing of ours is in the project or on the search path', () => {
  const untested = (files: Record<string, string>) => {
    const repo = repository({ files, programs: false });
    expect(cli(repo, ['install']).status).toBe(0);
    repo.write('a.go', 'package a\n\nfunc A() int { return 2 }\n');
    repo.commit('untested');
    return repo;
  };
  const GO = { 'go.mod': 'module a\n', 'a.go': 'package a\n', 'a_test.go': 'package a\n' };

  test('refusals of the client and of git, status and doctor name what can be started, and it starts', () => {
    const repo = untested(GO);
    const it = start(repo);
    const told = [
      it.bash('git push origin HEAD').refused ?? '',
      shell(repo, 'git push origin HEAD').output,
      cli(repo, ['status']).stdout,
      cli(repo, ['doctor']).stdout,
      cli(repo, ['doctor', '--json']).stdout,
      cli(repo, ['nonsense']).stderr,
      cli(repo, ['allow', 'abc']).stderr,
    ];
    for (const text of told) expect(text).not.toMatch(FOREIGN);
    const allow = /allow exactly this once: (.+) allow \w+/.exec(told[0]!)?.[1];
    expect(allow).toMatch(/^node ~\/\.local\/state\/flow\/bundles\/[\w.]+\/flow-hooks\.cjs$/);
    expect(shell(repo, `${allow} allow --list`)).toMatchObject({
      exit: 0,
      output: expect.stringContaining('PUSH_UNTESTED'),
    });
    expect(told[1]).toContain(`${allow} allow `);
  });

  test('the same where it is on the search path: by its name', () => {
    const repo = untested(GO);
    const folder = path.join(repo.area, 'programs');
    repo.write(path.join(folder, 'flow-hooks'), '#!/bin/sh\n');
    repo.environment.PATH = `${folder}:${repo.environment.PATH}`;
    expect(start(repo).bash('git push origin HEAD').refused).toMatch(/allow exactly this once: flow-hooks allow \w+/);
  });
});

test('U1 a package.json for the guard alone hides no tests: install, doctor and a push name the same command', () => {
  const repo = repository({ files: { ...MAKE, 'package.json': '{ "devDependencies": { "@flow/hooks": "^1" } }' } });
  const installed = cli(repo, ['install']).stdout;
  expect(installed).toMatch(/^found {2}make test {2}\(its exit code counts once it is named\)$/m);
  expect(installed).toContain(
    'Pushes are not checked: `make test` seems to run the tests here, and no push asks for it.',
  );
  expect(installed).toContain('Run `npx flow-hooks install --config` to require that it exits with 0');
  expect(installed).not.toContain('typescript');
  expect(cli(repo, ['doctor']).stdout).toMatch(/`make test`.*\n.*fix: npx flow-hooks install --config/);
});

test('D1 one flag names any command: it is written where a configuration is there, and nothing is named twice', () => {
  const repo = repository({ files: MAKE });
  expect(cli(repo, ['install', '--tests', './run all']).stdout).toMatch(/^note .*flow-hooks apply/m);
  expect(repo.read('flow.config.yaml')).toMatch(/^suites: .*\n {2}- root: \.\n {4}command: \.\/run all\n$/m);
  const other = repository({ files: { ...MAKE, 'flow.config.yaml': 'mode: enforce' } });
  cli(other, ['install', '--tests', 'api: make test']);
  expect(other.read('flow.config.yaml')).toBe('mode: enforce\nsuites:\n  - root: api\n    command: make test\n');
  cli(other, ['install', '--tests', 'tox']);
  expect(other.read('flow.config.yaml')).not.toContain('tox');
});

describe('U19 what install and uninstall print', () => {
  const lines = (text: string) => text.trimEnd().split('\n').length;
  const LARGE = Object.fromEntries(
    Array.from({ length: 9 }, (_, at) => [`p${at}/package.json`, '{ "scripts": { "test": "vitest run" } }']),
  );

  test.each<[string, Record<string, string>, string[], string]>([
    ['in a small project', MAKE, [], '.claude/settings.json'],
    ['in a monorepo, with a configuration, for Codex', LARGE, ['--host', 'codex', '--config'], '.codex/hooks.json'],
  ])('fits into twelve lines %s; --verbose and --dry-run show each change', (_, files, words, settings) => {
    const repo = repository({ files });
    const dry = cli(repo, ['install', ...words, '--dry-run']).stdout;
    expect(dry).toContain(`+++ b/${settings}`);
    expect(existsSync(repo.path('.claude'))).toBe(false);
    const installed = cli(repo, ['install', ...words]).stdout;
    expect(lines(installed), installed).toBeLessThanOrEqual(12);
    expect(installed).toMatch(new RegExp(`^wrote {2}.*${settings}`, 'm'));
    expect(cli(repo, ['uninstall', '--dry-run']).stdout).toContain(`--- a/${settings}`);
    const gone = cli(repo, ['uninstall']).stdout;
    expect(lines(gone), gone).toBeLessThanOrEqual(12);
    expect(gone).toMatch(new RegExp(`^removed .*${settings}`, 'm'));
    expect(cli(repo, ['install', ...words, '--verbose']).stdout).toContain(`+++ b/${settings}`);
    expect(cli(repo, ['uninstall', '--verbose']).stdout).toContain('will be removed if empty');
  });
});

test.skipIf(!HAS_SCRIPT)('the question of install waits at a terminal for whoever reads it', async () => {
  const repo = repository({ files: { 't/a.t': 'use Test::More tests => 1; ok(1);\n' } });
  const { status, text } = await atTerminal(repo, ['install'], { replies: [['at each push? [Y/n]', 'y']] });
  expect([status, text]).toEqual([0, expect.stringContaining('found  prove -lr t')]);
  expect(readFileSync(repo.path('flow.config.yaml'), 'utf8')).toContain('command: prove -lr t');
});

test('a command of `install --tests` that is not written is told: the configuration names others', () => {
  const repo = repository({ files: MAKE });
  expect(cli(repo, ['install', '--tests', 'make test']).stdout).not.toContain('names test commands already');
  expect(cli(repo, ['install', '--tests', 'make test']).stdout).not.toContain('names test commands already');
  const told = cli(repo, ['install', '--tests', 'make check']);
  expect(told.stdout).toContain(
    'flow.config.yaml names test commands already, so `make check` was not added: change `suites` there by hand.',
  );
  expect(readFileSync(repo.path('flow.config.yaml'), 'utf8')).not.toContain('make check');
});

test('a command that is named and not in force: another install says what brings it into force, and not to name it again', () => {
  const repo = repository({ files: { 't/a.t': 'use Test::More tests => 1; ok(1);\n' } });
  expect(cli(repo, ['install', '--config']).status).toBe(0);
  for (const words of [['install'], ['install', '--config'], ['install', '--tests', 'prove -lr t']]) {
    const { stdout } = cli(repo, words);
    expect(stdout).toContain('differs from the policy in force');
    expect(stdout).toMatch(/apply/);
    expect(stdout).not.toMatch(/seems? to run the tests here|No test runner was found/);
  }
});

test('a configuration that is not in force and names no test: another install says that none was found', () => {
  const repo = repository({ files: { 'flow.config.yaml': 'mode: enforce\n' } });
  repo.write('flow.config.yaml', 'mode: enforce\nsuites: []\n');
  const { stdout } = cli(repo, ['install', '--verbose']);
  expect(stdout).toContain('No test runner was found');
  repo.write('flow.config.yaml', 'mode: enforce\nsuites: [{ root: ., command: make test }]\n');
  expect(cli(repo, ['install', '--verbose']).stdout).not.toContain('No test runner was found');
  // What cannot be read may name one.
  repo.write('flow.config.yaml', 'mode: enforce\nsuites: [{ root: ., command: make test }\n');
  expect(cli(repo, ['install', '--verbose']).stdout).not.toContain('No test runner was found');
});

test('U1 several commands may be named at once, and one that could never count is not written', () => {
  const repo = repository({ files: MAKE });
  for (const command of ['make test | cat', 'make lint; make test', 'make test &', 'api: make test || true']) {
    const refused = cli(repo, ['install', '--tests', 'make lint', '--tests', command]);
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringMatching(/NAMED_HIDES.*Put it into a script/) });
  }
  expect(repo.git('status', '--short')).toBe('');
  cli(repo, ['install', '--tests', 'make test', '--tests', 'api: go test ./... && go vet ./...']);
  expect(repo.read('flow.config.yaml')).toMatch(
    /^suites: .*\n {2}- root: \.\n {4}command: make test\n {2}- root: api\n {4}command: "go test \.\/\.\.\. && go vet \.\/\.\.\."\n$/m,
  );
});

test('U19 uninstall takes the views that runs have left, and tells what stays', () => {
  const repo = repository({
    files: { ...MAKE, 'flow.config.yaml': 'suites: [{ root: ., command: grep -q right a.txt }]\n' },
  });
  const before = repo.git('status', '--short');
  cli(repo, ['install']);
  const it = start(repo);
  it.bash('grep -q right a.txt');
  expect(repo.git('ls-files', '--others', 'develop')).toContain('-results');
  repo.write('develop/notes.md', 'mine\n');
  expect(cli(repo, ['uninstall', '--verbose']).stdout).toContain(
    '1 file below develop/ that git does not track: left unchanged.',
  );
  expect(repo.git('ls-files', '--others', 'develop')).toBe('develop/notes.md');
  rmSync(repo.path('develop'), { recursive: true });
  cli(repo, ['install']);
  it.bash('grep -q right a.txt');
  cli(repo, ['uninstall']);
  expect(existsSync(repo.path('develop'))).toBe(false);
  expect(repo.git('status', '--short')).toBe(before);
});

test('U12 a configuration that install wrote is no change by somebody else, and names nothing yet; an edit of it is told', () => {
  const repo = repository({ files: MAKE });
  cli(repo, ['install']);
  repo.commit('guarded');
  const it = start(repo);
  const written = it.bash('npx flow-hooks install --config');
  expect(written.output).toContain('Until then no push asks for `make test`');
  expect(written.told).toEqual([]);
  expect(it.bash('true').told).toEqual([]);
  expect(it.bash('make test').told.join()).toContain('which is not in force, so its result is not recorded');
  expect(it.write('flow.config.yaml', '').refused).toContain('PROTECTED_WRITE');
  repo.write('flow.config.yaml', 'push: { untested: warn }\n');
  expect(it.bash('git status').told.join()).toContain('PROTECTED_CHANGED');
});
