import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repository } from './kit.js';
import { installPacked, npmVariables, pack } from './pack.js';

/** Packing and installing take a minute on a busy machine: this only ends what hangs. */
const HANGS = 600_000;

/** The package as its user gets it: packed, then installed by npm into a project of its own. */
describe('D1 D2 the packed program in an empty project', { timeout: HANGS }, () => {
  let packed: ReturnType<typeof pack>;
  beforeAll(() => {
    packed = pack();
  }, HANGS);
  afterAll(() => rmSync(packed.folder, { recursive: true, force: true }));

  test('brings @flow/hooks along and nothing else; sets up, answers under all its names', () => {
    const repo = repository({
      files: { '.gitignore': 'node_modules\n', 'go.mod': 'module example.com/cart\n' },
      programs: false,
    });
    const env = { ...repo.environment, ...npmVariables(packed.folder) };
    const run = (command: string) => spawnSync('bash', ['-c', command], { cwd: repo.root, env, encoding: 'utf8' });
    const npm = installPacked(repo, packed);
    expect(npm.status, npm.stderr).toBe(0);
    const installed = readdirSync(repo.path('node_modules')).filter((name) => !name.startsWith('.'));
    expect(installed).toEqual(['@flow']);
    expect(readdirSync(repo.path('node_modules/@flow')).sort()).toEqual(['cli', 'hooks']);

    const init = run('npx flow init --yes');
    expect(init, init.stderr).toMatchObject({ status: 0, stdout: expect.stringMatching(/Next: npx flow apply\n$/) });
    expect(run('npx flow init --yes').stdout).toContain('nothing to write');
    expect(run('npx @flow/cli init --yes').stdout).toContain('nothing to write');
    expect(run('npx flowctl doctor').status).toBe(0);
    expect(run('npx flow-hooks doctor --json').status).toBe(0);
    expect(run('npx flow evidence').stdout).toContain('go:.');
    expect(run('npx flow init --yes --tier 3').stdout).toMatch(/wrote .*\d+ agents/);
    expect(existsSync(repo.path('.claude/agents/flow-security.md'))).toBe(true);
    const written = ['CLAUDE.md', '.claude/skills/develop/SKILL.md'];
    // No search path has a program that is installed in a project.
    for (const file of written) {
      expect(repo.read(file)).toContain('`npx flow ');
      expect(repo.read(file)).not.toMatch(/`flow [a-z]+ ?[a-z]*`(?!, which)/);
    }
    expect(run('cat "$(npx flow plugin)/.claude-plugin/marketplace.json"').stdout).toContain('"source": "./"');
    expect(run('git push -q origin HEAD').stderr).toContain('flow-hooks apply');
  });

  test('U9 with pnpm and @flow/cli alone: editors find the schema, and a fresh clone is armed by `pnpm install`', () => {
    const tarball = (name: string) => `file:${packed.tarballs.find((one) => path.basename(one).includes(name))}`;
    const repo = repository({
      files: {
        '.gitignore': 'node_modules\n',
        'go.mod': 'module example.com/cart\n',
        'package.json': JSON.stringify({ private: true, devDependencies: { '@flow/cli': tarball('cli') } }),
        'pnpm-workspace.yaml': `overrides: { '@flow/hooks': '${tarball('hooks')}' }\n`,
      },
    });
    const pnpm = (cwd: string) => {
      const words = ['-y', 'pnpm@12', 'install', '--offline', '--store-dir', path.join(packed.folder, 'store')];
      const run = spawnSync('npx', words, { cwd, encoding: 'utf8' });
      if (run.status !== 0) throw new Error(run.stdout + run.stderr);
    };
    pnpm(repo.root);
    expect(readdirSync(repo.path('node_modules/@flow'))).toEqual(['cli']);
    const init = spawnSync(repo.path('node_modules/.bin/flow'), ['init', '--yes'], {
      cwd: repo.root,
      env: repo.environment,
      encoding: 'utf8',
    });
    expect(init.status, init.stderr).toBe(0);
    const schema = /\$schema=(\S+)/.exec(repo.read('flow.config.yaml'))?.[1] ?? '?';
    expect(JSON.parse(repo.read(schema))).toHaveProperty('$schema');
    repo.git('add', '--all');
    repo.git('commit', '-qm', 'guards');

    // On another machine nothing of ours lies outside of the project.
    const clone = path.join(repo.area, 'clone');
    repo.git('clone', '-q', repo.root, clone);
    const environment = { ...repo.environment, XDG_STATE_HOME: path.join(repo.area, 'other-state') };
    const hook = path.join(clone, '.claude/hooks/flow.cjs');
    const start = () => {
      const input = JSON.stringify({ session_id: 'a', hook_event_name: 'SessionStart', source: 'startup', cwd: clone });
      return spawnSync('node', [hook, 'SessionStart'], { cwd: clone, env: environment, input, encoding: 'utf8' })
        .stdout;
    };
    expect(start()).toMatch(/NOT armed.*Run `pnpm install` in the project/);
    pnpm(clone);
    expect(existsSync(path.join(clone, schema))).toBe(true);
    expect(start()).not.toContain('NOT armed');
    expect(start()).toContain('flow');
  });
});
