import { describe, expect, test } from 'vitest';
import { cli, project, QUICK, start } from './kit.js';

/* `push.exact`: what the hook has read off a screen is not enough. */

function configured(config: string, options: Parameters<typeof project>[1] = {}) {
  const repo = project(QUICK, { ...options, files: { ...(config ? { 'flow.config.yaml': config } : {}) } });
  repo.write(...QUICK.fixed);
  repo.commit('work');
  return { repo, it: start(repo) };
}

const exec = ['exec', '--', ...QUICK.test.split(' ')];

describe('D34 push.exact', () => {
  test('block: a run that the hook saw is refused with the command that unblocks, and that command does', () => {
    const { repo, it } = configured('push:\n  exact: block\n');
    it.bash(QUICK.test);
    const refused = it.bash('git push origin HEAD').refused;
    expect(refused).toContain('PUSH_INEXACT');
    expect(refused).toContain(`\`npx flow-hooks exec -- ${QUICK.test}\``);
    const status = cli(repo, ['status']);
    expect(status).toMatchObject({ status: 1, stdout: expect.stringContaining('not by `npx flow-hooks exec` or CI') });
    expect(cli(repo, exec).status).toBe(0);
    expect(cli(repo, ['status']).status).toBe(0);
    // A later look of the hook at the same content takes nothing away.
    it.bash(QUICK.test);
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  });

  test('block: exact and red is red, exact and stale is stale', () => {
    const { repo, it } = configured('push:\n  exact: block\n');
    repo.write(...QUICK.broken);
    repo.commit('broken');
    expect(cli(repo, exec).status).toBe(1);
    expect(it.bash('git push origin HEAD').refused).toContain('PUSH_RED');
    repo.write(...QUICK.fixed);
    repo.commit('fixed');
    expect(it.bash('git push origin HEAD').refused).toContain('PUSH_STALE');
  });

  test('warn: told, and pushed', () => {
    const { it } = configured('push:\n  exact: warn\n');
    it.bash(QUICK.test);
    const push = it.bash('git push -q origin HEAD');
    expect(push).toMatchObject({ refused: null, exit: 0 });
    expect(push.told.join()).toContain('npx flow-hooks exec');
  });

  test('off, and left out: silent', () => {
    for (const config of ['push:\n  exact: "off"\n', '']) {
      const { it } = configured(config);
      it.bash(QUICK.test);
      expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, told: [] });
    }
  });

  test('on a branch for work in progress it is no stricter than the branch', () => {
    const { it } = configured('push:\n  exact: block\n  branches:\n    wip/*: warn\n', { branch: 'wip/try' });
    it.bash(QUICK.test);
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });

  test('the command of a suite in a folder is named so that it works there', () => {
    const { repo, it } = configured(
      `push:\n  exact: block\nsuites:\n  - root: sub\n    command: sh -c 'true && true'\n`,
      {},
    );
    repo.write('sub/a.txt', 'a\n');
    repo.commit('more');
    it.bash("cd sub && sh -c 'true && true'");
    const refused = it.bash('git push origin HEAD').refused;
    expect(refused).toMatch(/Run `cd sub && npx flow-hooks exec -- sh -c '/);
  });
});
