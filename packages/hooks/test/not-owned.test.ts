import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { cli, project, QUICK, start } from './kit.js';

/** The command between backquotes that makes git trust a folder. */
const trusting = (text: string | null) =>
  /(git config --global --add safe\.directory [^`"\n]*[^`"\n.\\])/.exec(text ?? '')?.[1];

test.runIf(process.getuid?.() === 0)(
  'U15: a repository that git does not trust is told as that everywhere, with the one command that helps',
  () => {
    const repo = project(QUICK);
    expect(cli(repo, ['install']).status).toBe(0);
    repo.commit('guarded');
    const it = start(repo);
    repo.write(...QUICK.fixed);
    repo.commit('change');
    spawnSync('chown', ['-R', '65534:65534', repo.root]);

    const told = JSON.stringify(it.send(it.events.sessionStart('startup')).json);
    expect(told).not.toContain('no test runner');
    const command = trusting(told)!;
    const status = cli(repo, ['status']);
    expect(status.status).toBe(3);
    const run = it.bash(QUICK.test);
    const push = it.bash('git push origin HEAD');
    for (const text of [status.stdout + status.stderr, cli(repo, ['doctor']).stdout, run.told.join(), push.refused])
      expect(trusting(text), text ?? '').toBe(command);

    expect(it.bash(command)).toMatchObject({ refused: null, exit: 0 });
    expect(it.bash('git push origin HEAD').refused).toMatch(/PUSH_(UNTESTED|STALE)/);
    expect(it.bash(QUICK.test).exit).toBe(0);
    expect(JSON.stringify(it.send(it.events.sessionStart('startup')).json)).not.toContain('safe.directory');
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  },
);
