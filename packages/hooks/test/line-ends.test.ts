import { existsSync, rmSync } from 'node:fs';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, project, QUICK, start } from './kit.js';

/** What git wrote anew to disk, with the line ends of this person's settings. */
function checkedOut(repo: TempRepo, ...files: string[]): void {
  for (const file of files) rmSync(repo.path(file));
  repo.git('checkout', '-q', '--', ...files);
  for (const file of files) expect(repo.read(file), file).toContain('\r\n');
}

const OURS = ['.claude/hooks/flow.cjs', '.claude/settings.json', '.gitignore', 'flow.config.yaml'];

describe('U10: a checkout with other line ends (core.autocrlf)', () => {
  function guarded() {
    const repo = project(QUICK);
    repo.git('config', 'core.autocrlf', 'true');
    repo.git('config', 'core.safecrlf', 'false');
    expect(cli(repo, ['install', '--config']).status).toBe(0);
    repo.commit('guarded');
    repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
    checkedOut(repo, ...OURS);
    return repo;
  }

  test('is the installation that was made: doctor, install and the guard say nothing of it', () => {
    const repo = guarded();
    const checks = JSON.parse(cli(repo, ['doctor', '--json']).stdout).checks as { id: string; status: string }[];
    expect(checks.filter(({ status }) => status === 'failure')).toEqual([]);
    expect(cli(repo, ['install', '--config', '--dry-run']).stdout).toContain('in place');
    expect(repo.git('status', '--porcelain')).toBe('');
    const it = start(repo);
    expect(it.bash('ls')).toMatchObject({ refused: null, told: [] });
    repo.write(...QUICK.fixed);
    repo.commit('change');
    expect(it.bash(QUICK.test).exit).toBe(0);
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  });

  test('a real change behind such line ends is seen, and mended with the same', () => {
    const repo = guarded();
    const launcher = '.claude/hooks/flow.cjs';
    repo.write(launcher, `${repo.read(launcher)}// more\r\n`);
    expect(cli(repo, ['doctor']).stdout).toContain('was changed after it was written');
    expect(cli(repo, ['install']).status).toBe(0);
    expect(repo.read(launcher)).not.toContain('// more');
    expect(repo.read(launcher).replaceAll('\r\n', '')).not.toContain('\n');
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  test('uninstall takes all of it back', () => {
    const repo = guarded();
    expect(cli(repo, ['uninstall']).status).toBe(0);
    expect(existsSync(repo.path('.claude/hooks/flow.cjs'))).toBe(false);
    expect(repo.read('.gitignore')).not.toContain('flow');
  });
});
