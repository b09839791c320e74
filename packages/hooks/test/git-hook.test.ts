import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { serveRemote } from './http-remote.js';
import { cli, commented, has, project, QUICK, start } from './kit.js';
import { atTerminal, HAS_SCRIPT } from './terminal-kit.js';

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
  /** Ways to start a push that git documents, and how git's hook meets them: one that holds, and one that never hears of it. */
  const HEARD: readonly [way: string, command: string, program?: string][] = [
    ['a Makefile', 'make publish', 'make'],
    ['an alias', 'git publish'],
    ['an alias of one command', "git -c alias.p='!git push origin HEAD' p"],
    ['a script', './release.sh'],
    ['a program that starts git', 'python3 release.py', 'python3'],
    ['-C', 'cd / && git -C "$OLDPWD" push origin HEAD'],
    ['all branches', 'git push --all origin'],
    ['a mirror', 'git -c remote.origin.mirror=true push'],
    ['a tag', 'git tag -f v1 && git push origin v1'],
    ['a deletion', 'git push origin --delete main'],
    ['an address', 'git push %/origin.git HEAD'],
    ['an address of another transport', "git -c protocol.ext.allow=always push 'ext::git %s %/origin.git' HEAD:x"],
    ['another address for pushes', 'git -c remote.origin.pushurl=file://%/origin.git push origin HEAD'],
    ['a namespace', 'git --namespace=x push origin HEAD:x'],
    ['the program below git', '"$(git --exec-path)/git-push" origin HEAD'],
    ['subtree', 'git subtree push -q --prefix=lib origin x'],
    ['rebase --exec', "git rebase -q -f -x 'git push origin HEAD:refs/heads/x' HEAD~1; git rebase --abort; false"],
    ['an editor', "GIT_EDITOR='git push origin HEAD; false' git commit --allow-empty"],
    ['another hook', 'git hook run post-commit'],
    ['a work tree', 'git -C ../second push origin HEAD'],
    ['the folder of git', 'cd .git && git push origin HEAD'],
    ['a work tree of a bare repository', 'git -C %/tree push origin HEAD'],
    ['a bare repository', 'git -C %/bare.git push origin feature/tree'],
  ];
  const UNHEARD: readonly [way: string, command: string][] = [
    ['send-pack', 'git send-pack %/origin.git HEAD:refs/heads/send'],
    ['a fetch from the other side', 'git -C %/origin.git fetch -q %/repo HEAD:fetched'],
    ['a clone without an installation', 'git clone -q . %/copy && git -C %/copy push -q %/origin.git HEAD:copied'],
    [
      'receive-pack',
      `{ printf '006a%040d %s refs/heads/received\\0' 0 "$(git rev-parse HEAD)"; printf 0000; git rev-parse HEAD | git pack-objects -q --revs --stdout; } | git receive-pack %/origin.git > /dev/null`,
    ],
    ['a remote helper', "printf 'push HEAD:refs/heads/helped\\n\\n\\n' | git remote-http origin http://% > /dev/null"],
    ['another hooks folder', 'git -c core.hooksPath=/dev/null push -q origin HEAD:hooks'],
    [
      'a hooks folder of the user',
      'git config --global core.hooksPath x && git push -q origin HEAD:user; git config --global --unset core.hooksPath',
    ],
    [
      'a hooks folder of the machine',
      'export GIT_CONFIG_SYSTEM=%/system && git config --system core.hooksPath x && git push -q origin HEAD:machine',
    ],
    ['a hooks folder of one work tree', 'git config --worktree core.hooksPath x && git push -q origin HEAD:worktree'],
    ['without verifying', 'git push -q --no-verify origin HEAD:unverified'],
  ];

  test('Scope 2 D100 however it is started, what is untested stays; what git’s hook never hears of is refused before', async ({
    annotate,
  }) => {
    const repo = installed();
    const served = (await serveRemote(repo, 'ann:secret')).replace('http://', 'ann:secret@');
    repo.write('Makefile', 'publish:\n\tgit push origin HEAD\n');
    repo.write('release.sh', '#!/bin/sh\ngit push origin HEAD\n');
    repo.write(
      'release.py',
      "import subprocess, sys\nsys.exit(subprocess.call(['git', 'pu' + 'sh', 'origin', 'HEAD']))\n",
    );
    repo.write('.git/hooks/post-commit', '#!/bin/sh\ngit push origin HEAD\n');
    shell(repo, 'chmod +x release.sh .git/hooks/post-commit');
    repo.git('config', 'alias.publish', 'push origin HEAD');
    repo.git('config', 'extensions.worktreeConfig', 'true');
    for (const [name, text] of Object.entries(QUICK.files)) repo.write(`lib/${name}`, text);
    repo.write(...QUICK.fixed);
    repo.git('-c', 'core.hooksPath=/dev/null', 'add', '-A');
    repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qm', 'untested');
    repo.git('worktree', 'add', '-q', '../second', '-b', 'feature/second');
    repo.git('clone', '-q', '--bare', repo.remote, `${repo.area}/bare.git`);
    repo.git('-C', '../bare.git', 'worktree', 'add', '-q', '../tree', '-b', 'feature/tree');
    expect(cli(repo, ['install'], { cwd: `${repo.area}/tree` }).status).toBe(0);
    repo.write(`../tree/${QUICK.fixed[0]}`, QUICK.fixed[1]);
    repo.git('-C', '../tree', 'commit', '-qam', 'untested');
    const refs = () => repo.git('ls-remote', repo.remote);
    const inPlace = (command: string) =>
      command.replaceAll('http://%', `http://${served}`).replaceAll('%/', `${repo.area}/`);
    const at = (command: string) => shell(repo, inPlace(command));
    const before = refs();
    for (const [way, command, program = 'git'] of HEARD) {
      if (!has(program, '--version')) {
        void annotate(`${way}: ${program} is not on this machine`);
        continue;
      }
      const { exit, text } = at(command);
      expect.soft(exit, `${way}: ${text}`).not.toBe(0);
      expect.soft(text, way).toMatch(/PUSH_(?:UNTESTED|DEFAULT_BRANCH)/);
      expect.soft(text, way).toContain('git push --no-verify');
    }
    expect(refs()).toBe(before);
    const it = start(repo);
    for (const [way, command] of UNHEARD) {
      const earlier = refs();
      expect.soft(it.tool('Bash', { command: inPlace(command) }).refused, way).toMatch(/PUSH_|GUARD_DISARM/);
      expect.soft(at(command), way).toMatchObject({ exit: 0 });
      expect.soft(refs(), way).not.toBe(earlier);
    }
  });

  test('U5: a command is named as it is typed in the folder that git was started in', () => {
    const repo = installed();
    mkdirSync(repo.path('src/deep'), { recursive: true });
    repo.write(...QUICK.fixed);
    repo.commit('untested');
    const usual = QUICK.name === 'pytest' ? 'python3 -m pytest' : QUICK.test;
    for (const [folder, command] of [
      ['.', usual],
      ['src/deep', `cd ../.. && ${usual}`],
    ]) {
      const { exit, text } = shell(repo, `cd ${folder} && git push -q origin HEAD`);
      expect(exit).toBe(1);
      expect(text).toContain(`Run \`${command}\` `);
    }
  });

  test('what is pushed is judged, not what is checked out', () => {
    const repo = installed();
    const it = start(repo);
    it.write(...QUICK.fixed);
    it.bash(QUICK.test);
    repo.commit('tested');
    repo.git('checkout', '-q', '-b', 'other');
    repo.write(...commented('other'));
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

  test.skipIf(!HAS_SCRIPT)(
    'U13: the refusal speaks to who reads it: a person at a terminal, an agent, CI',
    async () => {
      const repo = installed();
      repo.git('checkout', '-q', 'main');
      repo.commit('untested');
      const program = repo.write(
        '../git.cjs',
        "process.exitCode = require('child_process').spawnSync('git', process.argv.slice(2), { stdio: 'inherit' }).status;",
      );
      const { text } = await atTerminal(repo, ['push', 'origin', 'main'], { program });
      expect(text).toContain('- PUSH_DEFAULT_BRANCH: ');
      expect(text).toContain('To push without this check: git push --no-verify');
      expect(text).not.toMatch(/a person|in its own call/i);
      const asAgent = shell(repo, 'CLAUDECODE=1 git push origin main').text;
      expect(asAgent).toContain('or ask a person to push');
      expect(asAgent).toContain('A person can push without this check');
      const inCi = spawnSync('setsid', ['env', 'CI=true', 'git', 'push', 'origin', 'main'], {
        ...{ cwd: repo.root, env: repo.environment, encoding: 'utf8' },
      });
      expect(inCi.stderr).toContain('merge it through a pull request');
    },
  );

  test('a run that a person records with exec counts', () => {
    const repo = installed();
    repo.write(...QUICK.fixed);
    repo.commit('change');
    const run = cli(repo, ['exec', '--', ...QUICK.test.split(' ')]);
    expect(run.status, run.stderr).toBe(0);
    expect(run.stderr).toContain(`recorded ${QUICK.suite}: passed`);
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
    expect(run.text).toContain('flow-hooks install');
    expect(run.text).toContain('--no-verify');
  });

  test('D60 a push from a worktree meets it too', () => {
    const repo = installed();
    repo.git('worktree', 'add', '-q', '../second', '-b', 'feature/second');
    repo.write(`../second/${QUICK.fixed[0]}`, QUICK.fixed[1]);
    const git = (words: string) =>
      spawnSync('git', words.split(' '), { cwd: `${repo.area}/second`, env: repo.environment, encoding: 'utf8' });
    git('commit -qam untested');
    const push = git('push origin HEAD');
    expect(push.status).not.toBe(0);
    expect(push.stderr).toContain('PUSH_UNTESTED');
  });
});

describe.skipIf(!QUICK.available)('Scope 8b D100 a push from a folder outside of the repository', () => {
  /** A repository with a worktree and a submodule of its own, each with untested work, and folders beside it. */
  function world() {
    const repo = installed();
    const outside = `${repo.area}/outside`;
    mkdirSync(outside);
    repo.git('worktree', 'add', '-q', '../second', '-b', 'feature/second');
    repo.git('-C', '../second', 'commit', '-q', '--allow-empty', '-m', 'second');
    return { repo, outside };
  }

  /** Each is a way of naming `repo/.git`, `second/.git` or a part of them to git. `%` stands for the folder of all. */
  const NAMED = [
    'git --git-dir=%/repo/.git push',
    'git --git-dir=../repo/.git push',
    'GIT_DIR=%/repo/.git git push',
    'export GIT_DIR=%/repo/.git && git push',
    'GIT_DIR=%/repo/.git GIT_WORK_TREE=%/repo git push',
    'git -C .. --git-dir=repo/.git --work-tree=outside push',
    'git -C %/repo/.git push',
    'git --git-dir=%/repo/.git/worktrees/second push',
    `python3 -c "import os, subprocess, sys; os.environ['GIT_DIR'] = '%/repo/.git'; sys.exit(subprocess.call(['git', 'push', 'origin', 'HEAD']))"`,
  ];

  const FROM_ANYWHERE = ['git --git-dir=%/repo/.git push', 'git --git-dir=%/repo/.git/worktrees/second push'];

  test('is judged by the repository that git names, whatever lies around the folder; with green evidence it passes', () => {
    const { repo, outside } = world();
    const other = project(QUICK, { name: 'other' });
    const it = start(other);
    it.write(...QUICK.fixed);
    it.bash(QUICK.test);
    other.commit('tested, in another repository');
    mkdirSync(`${other.root}/in/it`, { recursive: true });
    const run = (command: string, cwd: string) => {
      const words = command.replaceAll('%', repo.area);
      const target = words.includes('python3') ? words : `${words} origin HEAD`;
      const done = spawnSync('bash', ['-c', target], { cwd, env: repo.environment, encoding: 'utf8' });
      return { exit: done.status, text: done.stdout + done.stderr };
    };
    const branches = () => repo.git('ls-remote', 'origin');
    const before = branches();
    repo.write(...QUICK.fixed);
    repo.commit('untested');
    repo.git('-C', '../second', 'reset', '-q', '--hard', 'feature/login');
    const isHere = (command: string) => !command.includes('python3') || has('python3', '--version');
    for (const command of NAMED.filter(isHere)) {
      const { exit, text } = run(command, outside);
      expect({ command, exit, refused: text.includes('PUSH_UNTESTED') }, text).toMatchObject({
        exit: 1,
        refused: true,
      });
    }
    // The folder's own repository has green evidence, which is none of this content.
    for (const command of FROM_ANYWHERE.filter(isHere)) {
      const { exit, text } = run(command, `${other.root}/in/it`);
      expect({ command, exit, refused: text.includes('PUSH_UNTESTED') }, text).toMatchObject({
        exit: 1,
        refused: true,
      });
    }
    expect(branches()).toBe(before);
    start(repo).bash(QUICK.test);
    for (const command of FROM_ANYWHERE) {
      const { exit, text } = run(command, outside);
      expect({ command, exit }, text).toMatchObject({ exit: 0 });
      repo.git('-C', repo.remote, 'update-ref', '-d', 'refs/heads/feature/login');
      repo.git('-C', repo.remote, 'update-ref', '-d', 'refs/heads/feature/second');
    }
  });

  test('of a submodule, by its git folder or on the way of the repository around it: judged by its own rules, and green there it passes', () => {
    const inner = project(QUICK, { name: 'inner' });
    const repo = installed();
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'sub');
    const sub = repo.path('sub');
    for (const at of [sub, repo.root]) repo.git('-C', at, 'checkout', '-q', '-b', 'feature/sub');
    repo.git('-C', sub, 'remote', 'set-url', 'origin', inner.remote);
    repo.git('-C', sub, 'fetch', '-q', 'origin');
    expect(cli(repo, ['install'], { cwd: sub }).status).toBe(0);
    repo.write(`sub/${QUICK.fixed[0]}`, QUICK.fixed[1]);
    repo.git('-C', sub, 'add', '-A');
    repo.git('-C', sub, 'commit', '-q', '-m', 'untested');
    const push = `git --git-dir=${repo.path('.git/modules/sub')} push -q origin HEAD`;
    const at = (command: string) =>
      spawnSync('bash', ['-c', command], { cwd: repo.home, env: repo.environment, encoding: 'utf8' });
    expect(at(push).stderr).toContain('PUSH_UNTESTED');
    // On the way of the repository around it, whose hook is asked first; git hands `--no-verify` on to no submodule.
    const published = () => repo.git('ls-remote', inner.remote);
    const before = published();
    repo.commit('with a submodule');
    const around = (words: string) => at(`git -C '${repo.root}' push -q ${words} origin HEAD`);
    for (const words of ['on-demand', 'only', 'on-demand --no-verify', 'only --no-verify']) {
      const { status, stderr } = around(`--recurse-submodules=${words}`);
      expect.soft(status, words).not.toBe(0);
      expect.soft(stderr, words).toContain('PUSH_UNTESTED');
    }
    expect(published()).toBe(before);
    start(repo, { cwd: sub }).bash(QUICK.test);
    expect(at(push)).toMatchObject({ status: 0, stderr: '' });
    // One without an installation is judged by nobody, as any such clone.
    rmSync(repo.path('.git/modules/sub/hooks/pre-push'));
    repo.write(`sub/${QUICK.broken[0]}`, QUICK.broken[1]);
    repo.git('-C', sub, 'commit', '-qam', 'untested');
    repo.commit('with more of it');
    const green = published();
    expect(around('--no-verify --recurse-submodules=only')).toMatchObject({ status: 0 });
    expect(published()).not.toBe(green);
  });

  test("is refused where git names parts of two repositories; a mirror without flow is nobody's business", () => {
    const { repo, outside } = world();
    const other = project(QUICK, { name: 'other' });
    repo.write(...QUICK.fixed);
    repo.commit('untested');
    const hook = repo.path('.git/hooks/pre-push');
    const line = `refs/heads/x ${repo.git('rev-parse', 'HEAD')} refs/heads/x ${'0'.repeat(40)}\n`;
    const asked = (variables: Record<string, string>) =>
      spawnSync('sh', [hook, 'origin', repo.remote], {
        ...{ cwd: outside, input: line, encoding: 'utf8' },
        env: { ...repo.environment, ...variables },
      });
    const common = { GIT_DIR: repo.path('.git'), GIT_COMMON_DIR: other.path('.git') };
    for (const variables of [{}, common, { GIT_DIR: repo.path('no/such') }, { GIT_DIR: repo.path('.git/none') }])
      expect(asked(variables), JSON.stringify(variables)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('PUSH_REPOSITORY'),
      });
    repo.git('clone', '-q', '--mirror', repo.root, `${repo.area}/mirror.git`);
    const mirror = `git --git-dir=../mirror.git push -q ${repo.remote} feature/login`;
    expect(spawnSync('bash', ['-c', mirror], { cwd: outside, env: repo.environment, encoding: 'utf8' })).toMatchObject({
      ...{ status: 0, stderr: '' },
    });
  });

  test('hooks that other repositories share judge the one that git names', () => {
    const repo = installed();
    const outside = `${repo.area}/outside`;
    mkdirSync(`${outside}/hooks`, { recursive: true });
    repo.git('config', '--file', `${repo.home}/.gitconfig`, 'core.hooksPath', `${outside}/hooks`);
    expect(cli(repo, ['install']).status).toBe(0);
    repo.write(...QUICK.fixed);
    repo.commit('untested');
    const at = (command: string) =>
      spawnSync('bash', ['-c', command], { cwd: outside, env: repo.environment, encoding: 'utf8' });
    expect(at('git --git-dir=../repo/.git push -q origin HEAD').stderr).toContain('PUSH_UNTESTED');
    repo.git('clone', '-q', '--mirror', repo.root, `${repo.area}/mirror.git`);
    expect(at(`git --git-dir=../mirror.git push -q ${repo.remote} feature/login`)).toMatchObject({ status: 0 });
  });
});
