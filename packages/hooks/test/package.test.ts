import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { agent } from '@flow/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { project, QUICK, repository } from './kit.js';
import { type Packed, pack } from './packed.js';

/** Packing and installing take a minute on a busy machine: this only ends what hangs. */
const HANGS = 600_000;

/** The package as its user gets it: packed, then installed by npm into a project of its own. */
describe('D1 D2 the packed package in an empty project', { timeout: HANGS }, () => {
  let packed: Packed | undefined;
  beforeAll(() => {
    packed = pack();
  }, HANGS);
  afterAll(() => packed?.dispose());

  function install(repo: ReturnType<typeof repository>) {
    const env = {
      ...repo.environment,
      npm_config_cache: path.join(repo.home, '.npm'),
      npm_config_audit: 'false',
      npm_config_fund: 'false',
    };
    const run = (command: string) => spawnSync('bash', ['-c', command], { cwd: repo.root, env, encoding: 'utf8' });
    // npm would take a folder above for the project that has packages.
    mkdirSync(repo.path('node_modules'), { recursive: true });
    const npm = run(`npm i --offline --no-save -D '${packed?.tarball}'`);
    if (npm.status !== 0) throw new Error(npm.stderr);
    return run;
  }

  test('brings no other package along, installs, guards, and is taken back', ({ skip }) => {
    skip(QUICK.name !== 'pytest', 'pytest is not on this machine, and vitest would have to be fetched');
    const repo = project({ ...QUICK, files: { ...QUICK.files, '.gitignore': 'node_modules\n__pycache__\n' } });
    const run = install(repo);
    expect(readdirSync(repo.path('node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@flow']);
    repo.write('web/package.json', '{ "devDependencies": { "vitest": "5" } }');
    repo.commit('a second package');
    const before = repo.git('status', '--porcelain');
    const installed = run('npx flow-hooks install');
    expect(installed.status, installed.stderr).toBe(0);
    expect(installed.stdout).toMatch(/^found {2}python {6}pyproject.toml {2}/m);
    expect(installed.stdout).toMatch(/^found {2}typescript {2}web\/package.json {2}/m);
    expect(run('npx flow-hooks install').stdout).toContain('nothing to write');
    expect(run('npx flow-hooks doctor --json').status).toBe(0);

    repo.write(...QUICK.fixed);
    repo.commit('untested');
    const launcher = agent({ hook: repo.path('.claude/hooks/flow.cjs'), byName: true, repo });
    expect(launcher.bash('git push origin HEAD').refused).toContain('PUSH_UNTESTED');
    expect(run('git push origin HEAD').stderr).toContain('PUSH_UNTESTED');

    // Without node_modules the copy outside the repository guards on.
    rmSync(repo.path('node_modules'), { recursive: true });
    expect(launcher.bash('git push origin HEAD').refused).toContain('PUSH_UNTESTED');
    expect(launcher.bash(QUICK.test).exit).toBe(0);
    expect(launcher.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });

    install(repo);
    repo.git('checkout', '-q', 'main');
    repo.git('checkout', '-q', 'feature/login');
    expect(run('npx flow-hooks uninstall').status).toBe(0);
    repo.git('reset', '-q', '--hard', 'HEAD');
    expect(existsSync(repo.path('.git/hooks/pre-push'))).toBe(false);
    expect(before).toBe('');
  });

  test('U8 in a project without a package.json, from the tarball: guards, names what starts, and leaves no trace', ({
    skip,
  }) => {
    skip(QUICK.name !== 'pytest', 'pytest is not on this machine, and vitest would have to be fetched');
    const repo = repository({ files: QUICK.files, programs: false });
    const env = { ...repo.environment, npm_config_cache: path.join(repo.area, 'cache'), npm_config_offline: 'true' };
    const run = (command: string) => spawnSync('bash', ['-c', command], { cwd: repo.root, env, encoding: 'utf8' });
    const names = () => readdirSync(repo.root).sort();
    const before = names();
    const installed = run(`npx --yes --package '${packed?.tarball}' flow-hooks install`);
    expect(installed.status, installed.stderr).toBe(0);
    expect(names()).toEqual([...new Set(['.claude', '.gitignore', ...before])].sort());
    repo.write(...QUICK.fixed);
    repo.git('commit', '-qm', 'untested', QUICK.fixed[0]);
    const refused = run('git push origin HEAD').stderr;
    expect(refused).toContain('PUSH_UNTESTED');
    const program = /allow exactly this once: (.+) allow \w+/.exec(refused)?.[1];
    expect(run(`${program} exec -- ${QUICK.test}`).stderr).toContain(': passed');
    expect(run('git push -q origin HEAD').status).toBe(0);
    expect(run(`${program} uninstall`).status).toBe(0);
    expect(repo.git('status', '--porcelain', '--', ...before.filter((name) => name !== '.git'))).toBe('');
    expect(existsSync(repo.path('.claude'))).toBe(false);
    expect(existsSync(repo.path('package.json'))).toBe(false);
  });

  test('runs on the oldest Node that it promises', () => {
    const repo = repository();
    mkdirSync(repo.path('x'));
    const run = install(repo);
    const old = spawnSync('bash', ['-c', 'PATH=/usr/local/bin:/usr/bin:/bin node --version'], {
      encoding: 'utf8',
    }).stdout.trim();
    const version = run(
      `PATH=/usr/local/bin:/usr/bin:/bin node node_modules/@flow/hooks/dist/flow-hooks.cjs --version`,
    );
    expect(version.status, `on ${old}: ${version.stderr}`).toBe(0);
  });
});
