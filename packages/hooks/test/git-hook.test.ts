import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cli, project, QUICK, start } from './kit.js';

function installed(options: Parameters<typeof project>[1] = {}) {
  const repo = project(QUICK, options);
  const run = cli(repo, ['install']);
  if (run.status !== 0) throw new Error(run.stdout + run.stderr);
  return repo;
}

/** A command line as a person types it, without any agent. */
function shell(repo: ReturnType<typeof project>, command: string) {
  const run = spawnSync('bash', ['-c', command], { cwd: repo.root, env: repo.environment, encoding: 'utf8' });
  return { exit: run.status, text: run.stdout + run.stderr };
}

const remoteHas = (repo: ReturnType<typeof project>, name = 'refs/heads/feature/login') =>
  repo.git('ls-remote', 'origin', name).split('\t')[0] || null;

describe.skipIf(!QUICK.available)("D100 git's own hook meets the same rule, however the command is spelled", () => {
  test.each([
    ['a Makefile', 'make publish'],
    ['an alias', 'git publish'],
    ['a script', './release.sh'],
    ['a program that starts git', 'python3 release.py'],
    ['-C', 'cd / && git -C "$OLDPWD" push origin HEAD'],
    ['all branches', 'git push --all origin'],
    ['a tag', 'git tag v1 && git push origin v1'],
    ['a deletion', 'git push origin --delete main'],
  ])('untested through %s', (_name, command) => {
    const repo = installed();
    repo.write('Makefile', 'publish:\n\tgit push origin HEAD\n');
    repo.write('release.sh', '#!/bin/sh\ngit push origin HEAD\n');
    repo.write(
      'release.py',
      "import subprocess, sys\nsys.exit(subprocess.call(['git', 'pu' + 'sh', 'origin', 'HEAD']))\n",
    );
    repo.git('config', 'alias.publish', 'push origin HEAD');
    repo.write(...QUICK.fixed);
    repo.commit('untested');
    shell(repo, 'chmod +x release.sh');
    const run = shell(repo, command);
    expect(run.exit, run.text).not.toBe(0);
    expect(run.text).toMatch(/PUSH_(UNTESTED|DEFAULT_BRANCH)/);
    expect(run.text).toContain('git push --no-verify');
    expect(remoteHas(repo)).toBeNull();
  });

  test('what is pushed is judged, not what is checked out', () => {
    const repo = installed();
    const it = start(repo);
    it.write(...QUICK.fixed);
    it.bash(QUICK.test);
    repo.commit('tested');
    repo.git('checkout', '-q', '-b', 'other');
    repo.write(QUICK.fixed[0], `${QUICK.fixed[1]}# other\n`);
    repo.commit('untested');
    expect(shell(repo, 'git push -q origin feature/login').exit).toBe(0);
    expect(shell(repo, 'git push -q origin other').text).toContain('PUSH_STALE');
  });

  test('a dry run publishes nothing and does not need the hook; a person may go on without it', () => {
    const repo = installed();
    repo.write(...QUICK.fixed);
    repo.commit('untested');
    expect(shell(repo, 'git push -q origin HEAD').exit).toBe(1);
    expect(shell(repo, 'git push -q --dry-run origin HEAD').exit).toBe(0);
    expect(shell(repo, 'git push -q --dry origin HEAD').exit).toBe(0);
    expect(shell(repo, 'git push -q --dry-run --no-dry-run origin HEAD').exit).toBe(1);
    expect(shell(repo, 'git push -q --receive-p --dry-run origin HEAD').exit).not.toBe(0);
    expect(remoteHas(repo)).toBeNull();
    expect(shell(repo, 'git push -q --no-verify origin HEAD').exit).toBe(0);
    expect(remoteHas(repo)).toBe(repo.git('rev-parse', 'HEAD'));
  });

  test('a run that a person records with exec counts', () => {
    const repo = installed();
    repo.write(...QUICK.fixed);
    repo.commit('change');
    const run = cli(repo, ['exec', '--', ...QUICK.test.split(' ')]);
    expect(run.status, run.stderr).toBe(0);
    expect(run.stderr).toContain('recorded pytest:.: passed');
    expect(run.stdout).toContain('1 passed');
    expect(shell(repo, 'git push -q origin HEAD').exit).toBe(0);
    expect(cli(repo, ['exec', '--', 'sh', '-c', 'exit 7']).status).toBe(7);
  });

  test('exec passes a failing exit code on and records it', () => {
    const repo = installed();
    repo.write(...QUICK.broken);
    repo.commit('broken');
    expect(cli(repo, ['exec', '--', ...QUICK.test.split(' ')]).status).toBe(1);
    expect(shell(repo, 'git push origin HEAD').text).toContain('PUSH_RED');
  });

  test('another state folder brings other evidence, which proves nothing', () => {
    const repo = installed();
    const it = start(repo);
    it.write(...QUICK.fixed);
    it.bash(QUICK.test);
    repo.commit('tested');
    const run = shell(repo, 'XDG_STATE_HOME=/tmp/none-such git push origin HEAD');
    expect(run.exit).toBe(1);
    expect(it.bash('XDG_STATE_HOME=/tmp/x git push origin HEAD').refused).toContain('PUSH_ENVIRONMENT');
  });

  test('D5 without the program the hook refuses, names the install command, and leaves a person a way', () => {
    const repo = installed();
    repo.write(...QUICK.fixed);
    repo.commit('untested');
    rmSync(`${repo.home}/.local/state/flow/bundles`, { recursive: true });
    const run = shell(repo, 'git push origin HEAD');
    expect(run.exit).toBe(1);
    expect(run.text).toContain('npx flow-hooks install');
    expect(run.text).toContain('--no-verify');
  });

  test('D60 a push from a worktree meets it too', () => {
    const repo = installed();
    repo.git('worktree', 'add', '-q', '../second', '-b', 'feature/second');
    repo.write('../second/total.py', 'def total(a, b):\n    return b + a\n');
    const git = (words: string) =>
      spawnSync('git', words.split(' '), { cwd: `${repo.area}/second`, env: repo.environment, encoding: 'utf8' });
    git('commit -qam untested');
    const push = git('push origin HEAD');
    expect(push.status).not.toBe(0);
    expect(push.stderr).toContain('PUSH_UNTESTED');
  });
});
