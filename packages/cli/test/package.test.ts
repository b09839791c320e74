import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot, repository } from './kit.js';

/** The package as its user gets it: packed, then installed by npm into a project of its own. */
describe('D1 D2 the packed program in an empty project', () => {
  let folder = '';
  let tarballs: string[] = [];
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'flow-pack-'));
    for (const name of ['hooks', 'cli']) {
      const packed = spawnSync('npx', ['-y', 'pnpm@12', 'pack', '--pack-destination', folder], {
        cwd: path.join(packageRoot, '..', name),
        encoding: 'utf8',
      });
      if (packed.status !== 0) throw new Error(packed.stdout + packed.stderr);
    }
    tarballs = readdirSync(folder).map((name) => path.join(folder, name));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('brings @flow/hooks along and nothing else; sets up, answers under all its names', () => {
    const repo = repository({ files: { '.gitignore': 'node_modules\n', 'go.mod': 'module example.com/cart\n' } });
    const env = {
      ...repo.environment,
      npm_config_cache: path.join(folder, 'cache'),
      npm_config_audit: 'false',
      npm_config_fund: 'false',
    };
    const run = (command: string) => spawnSync('bash', ['-c', command], { cwd: repo.root, env, encoding: 'utf8' });
    const npm = run(`npm i --offline --no-save -D ${tarballs.map((file) => `'${file}'`).join(' ')}`);
    expect(npm.status, npm.stderr).toBe(0);
    const installed = readdirSync(repo.path('node_modules')).filter((name) => !name.startsWith('.'));
    expect(installed).toEqual(['@flow']);
    expect(readdirSync(repo.path('node_modules/@flow')).sort()).toEqual(['cli', 'hooks']);

    const init = run('npx flow init --yes');
    expect(init, init.stderr).toMatchObject({ status: 0, stdout: expect.stringMatching(/Next: flow apply\n$/) });
    expect(run('npx flow init --yes').stdout).toContain('nothing to write');
    expect(run('npx flowctl doctor').status).toBe(0);
    expect(run('npx flow-hooks doctor --json').status).toBe(0);
    expect(run('npx flow evidence').stdout).toContain('go:.');
    expect(run('git push -q origin HEAD').stderr).toContain('flow-hooks apply');
  });
});
