import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { expect, test } from 'vitest';
import { CLI, cli, packageRoot, repository, start, workspaceRoot } from './kit.js';

/* A preset as its author and its users have it: from `preset new` to a push that its tests decide. Nothing is fetched. */

const core = path.join(workspaceRoot, 'packages/core');

function run(repo: TempRepo, words: readonly [string, ...string[]], cwd: string): string {
  const environment = { ...repo.environment, npm_config_offline: 'true', npm_config_update_notifier: 'false' };
  const { status, stdout, stderr, error } = spawnSync(words[0], words.slice(1), {
    cwd,
    env: environment,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${words.join(' ')}: ${error ?? ''}${stdout}${stderr}`);
  return stdout;
}

/** What `npm install` would put there: the packed core with its dependencies, and the compiler. */
function installTools(repo: TempRepo, folder: string): void {
  const modules = path.join(folder, 'node_modules');
  const unpacked = path.join(modules, '@flow/core');
  mkdirSync(unpacked, { recursive: true });
  // With the workspace's own package manager, which is not the author's.
  spawnSync('npx', ['-y', 'pnpm@12', 'pack', '--pack-destination', repo.area], { cwd: core });
  const tarball = readdirSync(repo.area).find((name) => name.startsWith('flow-core-'))!;
  run(repo, ['tar', '-xzf', path.join(repo.area, tarball), '-C', unpacked, '--strip-components=1'], repo.area);
  for (const name of ['zod', 'picomatch']) {
    symlinkSync(realpathSync(path.join(core, 'node_modules', name)), path.join(modules, name));
  }
  symlinkSync(realpathSync(path.join(workspaceRoot, 'node_modules/typescript')), path.join(modules, 'typescript'));
  symlinkSync(packageRoot, path.join(modules, '@flow/hooks'));
  mkdirSync(path.join(modules, '.bin'));
  symlinkSync('../typescript/bin/tsc', path.join(modules, '.bin/tsc'));
}

test('M6 M7 a new preset builds, passes its tests, packs, and works from its tarball in another project', () => {
  const repo = repository({ files: { 'package.json': '{ "private": true }\n', '.gitignore': 'node_modules\n' } });
  const made = spawnSync(process.execPath, [CLI, 'preset', 'new', 'flow-preset-elixir'], {
    cwd: repo.area,
    env: repo.environment,
    encoding: 'utf8',
  });
  expect([made.status, made.stderr]).toEqual([0, '']);
  expect(made.stdout).toContain('Next: cd ');
  const folder = path.join(repo.area, 'flow-preset-elixir');

  installTools(repo, folder);
  const tested = run(repo, ['npm', 'test'], folder);
  expect(tested).toMatch(/pass 8\b/);
  expect(tested).toMatch(/fail 0\b/);

  // What its tests hold it to: the first thing that an author breaks.
  const source = path.join(folder, 'src/index.ts');
  const good = readFileSync(source, 'utf8');
  writeFileSync(source, good.replace("command: 'elixir test'", "command: 'mix test'"));
  expect(() => run(repo, ['npm', 'test'], folder)).toThrow('none of its invocations begins `mix test`');
  writeFileSync(source, good.replace("title: 'Elixir'", "tittle: 'Elixir'"));
  expect(() => run(repo, ['npm', 'test'], folder)).toThrow('tittle');
  writeFileSync(source, good);

  run(repo, ['npm', 'pack', '--pack-destination', repo.area], folder);
  const tarball = path.join(repo.area, 'flow-preset-elixir-0.1.0.tgz');
  const packed = run(repo, ['tar', '-tzf', tarball], repo.area).trim().split('\n').sort();
  expect(packed).toEqual(['package/README.md', 'package/package.json', 'package/preset.json']);

  run(repo, ['npm', 'install', '--save-dev', '--no-audit', '--no-fund', tarball], repo.root);
  expect(existsSync(repo.path('node_modules/flow-preset-elixir/preset.json'))).toBe(true);

  // The finding of an unpinned preset has the digest that pins it; on the base branch, that holds for everybody.
  repo.write('elixir.json', '{}\n');
  repo.write('sum.elixir', 'sum\n');
  repo.write('tests/sum_test.elixir', 'test\n');
  publish(repo, 'presets: [flow-preset-elixir]\n');
  const digest = /pin it: sha256: ([0-9a-f]{64})/.exec(cli(repo, ['preset', 'list']).stderr)?.[1];
  publish(repo, `presets: [{ package: flow-preset-elixir, sha256: ${digest} }]\nconventions: { presets: [elixir] }\n`);
  const listed = cli(repo, ['preset', 'list']);
  expect([listed.stdout.split('\n')[0], listed.stderr]).toEqual([
    '.  elixir: elixir.json is there; the first listed of its priority',
    '',
  ]);
  expect(cli(repo, ['preset', 'command', 'coverage', 'sum.elixir']).stdout).toBe('elixir test --coverage\n');
  expect(cli(repo, ['preset', 'threshold', 'L']).stdout).toBe('80\n');

  const it = start(repo);
  expect(it.write('sum.elixir', '  debug(total)\n').told.join()).toContain('sum.elixir:1 elixir/no-debug');
  it.write('sum.elixir', 'sum again\n');
  it.bash('git add -A && git commit -qm change');
  expect(it.bash('git push -q -u origin HEAD').refused).toMatch(/PUSH_UNTESTED.*elixir-test:\. .*`elixir test`/s);
}, 120_000);

test('preset new writes over nothing', () => {
  const repo = repository({ files: { 'flow-preset-elixir/notes.txt': 'mine\n' } });
  const refused = cli(repo, ['preset', 'new', 'flow-preset-elixir']);
  expect([refused.status, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('FOLDER_NOT_EMPTY');
  expect(readdirSync(repo.path('flow-preset-elixir'))).toEqual(['notes.txt']);
  const elsewhere = cli(repo, ['preset', 'new', '@acme/preset-php', 'php', '--json']);
  expect(JSON.parse(elsewhere.stdout)).toMatchObject({ version: 1, folder: repo.path('php') });
  expect(JSON.parse(repo.read('php/package.json'))).toMatchObject({ name: '@acme/preset-php', files: ['preset.json'] });
});

/** Puts a configuration on the base branch of the remote, as a merged pull request would. */
function publish(repo: TempRepo, config: string): void {
  repo.write('flow.config.yaml', config);
  repo.commit('configuration');
  repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
  repo.git('fetch', '-q', 'origin');
}
