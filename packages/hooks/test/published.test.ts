import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, needs, project, repository, STACKS, type Stack, start } from './kit.js';
import { atTerminal, HAS_SCRIPT } from './terminal-kit.js';

/* What counts as published: what an accepted remote is known to have, whatever the refs here say. */

const NODE: Stack = {
  name: 'node',
  available: true,
  suite: 'node:.',
  test: 'node --test',
  files: {
    'package.json': '{ "name": "cart", "scripts": { "test": "node --test" } }\n',
    'total.js': 'exports.total = (a, b) => a + b;\n',
    'total.test.js':
      "const { total } = require('./total.js');\nrequire('node:test')('adds', () => require('node:assert').equal(total(1, 2), 3));\n",
  },
  broken: ['total.js', 'exports.total = (a, b) => a - b;\n'],
  fixed: ['total.js', 'exports.total = (a, b) => b + a;\n'],
  failing: 'adds',
};
const PYTEST = STACKS.find(({ name }) => name === 'pytest')!;

/** A guarded repository with git's hook, and what a shell does in it that no client sees. */
function world(stack: Stack) {
  const repo = project(stack);
  expect(cli(repo, ['install']).status).toBe(0);
  repo.git('add', '-A');
  repo.git('commit', '-qm', 'guarded');
  repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
  return { repo, it: start(repo), shell: shellIn(repo) };
}

const shellIn =
  (repo: TempRepo) =>
  (command: string, environment: Record<string, string> = {}) => {
    const run = spawnSync('bash', ['-c', command], {
      cwd: repo.root,
      env: { ...repo.environment, ...environment },
      encoding: 'utf8',
    });
    return { exit: run.status, text: run.stdout + run.stderr };
  };

/** What the hook says to a command that is not run. */
const ask = (it: ReturnType<typeof start>, command: string) =>
  it.tool('Bash', { command, description: 'a command' }).refused;

/** What the real remote has under a name. */
const there = (repo: TempRepo, branch: string) =>
  repo.git('ls-remote', repo.remote, `refs/heads/${branch}`).slice(0, 40);

/** Whether the tests of a branch are green in a clean clone. */
function isGreen(repo: TempRepo, stack: Stack, branch: string): boolean {
  const clone = `${repo.area}/clone-${branch.replaceAll('/', '-')}-${Math.random()}`;
  repo.git('clone', '-q', '-b', branch, repo.remote, clone);
  return spawnSync('bash', ['-c', stack.test], { cwd: clone, env: repo.environment }).status === 0;
}

/** As before anybody looked: the remotes are accepted anew. */
const forget = (repo: TempRepo) => shellIn(repo)('rm $XDG_STATE_HOME/flow/repositories/*/published.json');

const MINE = 'rm -rf ../mine.git; git branch -qf main HEAD; git clone -q --bare . ../mine.git; ';

/** Ways to have the refs here say that a commit is published, in words that may be typed for honest reasons, too. */
const MOVES: [what: string, command: string][] = [
  [
    'an address there and back',
    `${MINE}git remote set-url origin ../mine.git; git fetch -q; git remote set-url origin ../origin.git`,
  ],
  ['an address that stays', `${MINE}git remote set-url origin ../mine.git; git fetch -q`],
  ['update-ref', 'git update-ref refs/remotes/origin/main HEAD'],
  ['a ref as a file', 'git rev-parse HEAD > .git/refs/remotes/origin/main'],
  ['a fetch from elsewhere', `${MINE}git fetch -q ../mine.git +main:refs/remotes/origin/main`],
  [
    'another name',
    `${MINE}git remote rename origin old; git remote add origin ../mine.git; git fetch -q origin; git remote set-head origin main`,
  ],
  [
    'a push address',
    `${MINE}git remote set-url --push origin ../origin.git; git remote set-url origin ../mine.git; git fetch -q`,
  ],
  [
    'insteadOf here',
    `${MINE}git config url.../mine.git.insteadOf ../origin.git; git remote set-url origin ../origin.git; git fetch -q`,
  ],
  [
    'insteadOf that stays, of the whole address',
    `${MINE}git config --global url.$PWD/../mine.git.insteadOf $PWD/../origin.git; git fetch -q $PWD/../origin.git +main:refs/remotes/origin/main`,
  ],
  [
    'what a fetch brings',
    `git push -q --no-verify origin HEAD:wip; git config remote.origin.fetch +refs/heads/wip:refs/remotes/origin/main; git fetch -q`,
  ],
  [
    'HEAD of the remote',
    `git push -q --no-verify origin HEAD:wip; git fetch -q; git symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/wip`,
  ],
  [
    'another base by its usual name',
    'git update-ref -d refs/remotes/origin/HEAD; git update-ref -d refs/remotes/origin/main; git update-ref refs/remotes/origin/develop HEAD',
  ],
  [
    'another remote',
    `${MINE}git remote add upstream ../mine.git; git fetch -q upstream; git remote set-head upstream main`,
  ],
  [
    'a graft',
    '(git rev-parse HEAD; echo $(git rev-parse refs/remotes/origin/main) $(git rev-parse HEAD)) > .git/info/grafts',
  ],
];

describe('E2: what counts as published', () => {
  for (const stack of [NODE, PYTEST])
    test(`E2: refs that were moved here publish nothing (${stack.name})`, (context) => {
      needs(stack, context);
      const { repo, it, shell } = world(stack);
      repo.write(...stack.broken);
      repo.commit('red');
      const red = repo.git('rev-parse', 'HEAD');
      const before = shell('rm -rf ../kept; cp -a .git ../kept; cp ~/.gitconfig ../kept-settings');
      expect(before.exit).toBe(0);
      const moves = stack === NODE ? MOVES : MOVES.slice(0, 4);
      for (const [at, [what, command]] of moves.entries()) {
        const moved = shell(command);
        expect(moved, what).toMatchObject({ exit: 0 });
        const push = 'git push -q origin HEAD:refs/heads/x';
        if (at < 2) expect(ask(it, push), what).toMatch(/PUSH_(?:UNTESTED|RED|STALE)/);
        const refused = shell(at === 1 ? push.replace('origin', '../origin.git') : push);
        expect(refused.text, what).toMatch(/PUSH_(?:UNTESTED|RED|STALE)/);
        expect(there(repo, 'x'), what).toBe('');
        expect(shell('rm -rf .git; cp -a ../kept .git; cp ../kept-settings ~/.gitconfig').exit).toBe(0);
        expect(repo.git('rev-parse', 'HEAD')).toBe(red);
      }
      repo.write(...stack.fixed);
      repo.commit('green');
      expect(it.bash(stack.test)).toMatchObject({ exit: 0 });
      expect(shell('git push -q origin HEAD:refs/heads/x')).toEqual({ exit: 0, text: '' });
      expect(isGreen(repo, stack, 'x')).toBe(true);
    });

  test('E2: nobody pays for honest fetches, and what colleagues pushed is published', () => {
    const { repo, it, shell } = world(NODE);
    const colleague = `${repo.area}/colleague`;
    repo.git('clone', '-q', repo.remote, colleague);
    const colleaguePushes = (text: string) =>
      shell(`cd ${colleague} && echo '${text}' > other.js && git add -A && git commit -qm '${text}' && git push -q`);
    expect(shell('git push -q origin HEAD').exit).toBe(0);
    // Of no remote that is asked: an address that leads nowhere is not noticed.
    const away = shell('mv ../origin.git ../away.git');
    expect(away.exit).toBe(0);
    repo.git('commit', '-q', '--allow-empty', '-m', 'nothing');
    expect(ask(it, 'git push -q origin HEAD')).toBeNull();
    shell('mv ../away.git ../origin.git');

    // A red commit of somebody else's on the base branch is not this push's to prove.
    expect(colleaguePushes('// one').exit).toBe(0);
    repo.git('fetch', '-q');
    repo.git('rebase', '-q', 'origin/main');
    expect(shell('git push -q origin HEAD')).toEqual({ exit: 0, text: '' });

    // Behind what was fetched the remote has moved on: its commits are looked for.
    expect(colleaguePushes('// two').exit).toBe(0);
    repo.git('fetch', '-q');
    expect(colleaguePushes('// three').exit).toBe(0);
    repo.git('rebase', '-q', 'origin/main');
    const refs = repo.git('for-each-ref', 'refs/remotes');
    expect(shell('git push -qf origin HEAD')).toEqual({ exit: 0, text: '' });
    expect(repo.git('for-each-ref', 'refs/remotes/origin/main', 'refs/remotes/origin/HEAD').split('\n')).toEqual(
      refs.split('\n').filter((line) => /origin\/(?:main|HEAD)$/.test(line)),
    );
    expect(colleaguePushes('// four').exit).toBe(0);
    expect(shell('git pull -q --rebase origin main && git push -qf origin HEAD').exit).toBe(0);
  });

  test('E2: a remote that cannot be asked: the older base holds, the words say so, and green runs pass', () => {
    const { repo, it, shell } = world(NODE);
    repo.write('other.js', '// a colleague\n');
    repo.commit('of a colleague');
    repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
    repo.git('fetch', '-q');
    shell('git clone -q --bare ../origin.git ../near.git; mv ../origin.git ../away.git');
    const refused = shell('git push -q ../near.git HEAD:refs/heads/x').text;
    expect(refused).toMatch(
      /PUSH_UNTESTED[\s\S]*EVIDENCE_BASE: origin\/main has moved, and \S+origin\.git could not be asked whether it is there \(.*does not appear to be a git repository\)\. What counts as published is what was known before/,
    );
    expect(it.bash('node --test')).toMatchObject({ exit: 0 });
    expect(shell('git push -q ../near.git HEAD:refs/heads/x')).toEqual({ exit: 0, text: '' });
    shell('mv ../away.git ../origin.git');
    repo.git('commit', '-q', '--allow-empty', '-m', 'more');
    expect(shell('git push -q origin HEAD:refs/heads/x')).toEqual({ exit: 0, text: '' });
  });

  test('E2: what leads a connection is what was accepted: another ssh, here or in the environment, wins nothing', () => {
    const { repo, shell } = world(NODE);
    const ssh = (name: string, remote: string) => {
      const file = repo.write(
        `../${name}`,
        `#!/bin/sh\nfor last; do :; done\ncase "$last" in git-*) exec "\${last%% *}" ${repo.area}/${remote};; esac\n`,
      );
      chmodSync(file, 0o755);
      return file;
    };
    const real = ssh('ssh', 'origin.git');
    const other = ssh('other/ssh', 'mine.git');
    repo.git('remote', 'set-url', 'origin', 'ssh://git@code.example/cart.git');
    repo.git('config', 'core.sshCommand', real);
    forget(repo);
    const it = start(repo);
    repo.write(...NODE.broken);
    repo.commit('red');
    for (const move of [
      `git config core.sshCommand ${other}; git fetch -q`,
      `GIT_SSH_COMMAND=${other} git fetch -q`,
      `git config --global core.sshCommand ${other}; git config --unset core.sshCommand; git fetch -q`,
    ]) {
      expect(shell(MINE + move), move).toMatchObject({ exit: 0 });
      expect(repo.git('rev-parse', 'refs/remotes/origin/main')).toBe(repo.git('rev-parse', 'HEAD'));
      const pushed = shell(`git -c core.sshCommand=${real} push -q origin HEAD:refs/heads/x`);
      expect(pushed.text, move).toMatch(/PUSH_UNTESTED[\s\S]*EVIDENCE_BASE: origin\/main is not what \S+ has/);
      expect(there(repo, 'x')).toBe('');
      repo.git('config', 'core.sshCommand', real);
      repo.git('fetch', '-q');
    }
    repo.write(...NODE.fixed);
    repo.commit('green');
    expect(it.bash('node --test')).toMatchObject({ exit: 0 });
    expect(shell('git push -q origin HEAD:refs/heads/x')).toEqual({ exit: 0, text: '' });
  });

  test('E2: nobody is asked for a password, and a remote that does not answer is not waited for', () => {
    const { repo } = world(NODE);
    repo.git('remote', 'set-url', 'origin', 'ssh://git@host.invalid/cart.git');
    repo.write('../ssh.sh', '#!/bin/sh\nsleep 300\n');
    chmodSync(`${repo.area}/ssh.sh`, 0o755);
    repo.git('config', 'core.sshCommand', `${repo.area}/ssh.sh`);
    forget(repo);
    const it = start(repo);
    repo.write('other.js', '// a colleague\n');
    repo.commit('of a colleague');
    repo.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    expect(ask(it, 'git push -q ../origin.git HEAD:refs/heads/x')).toMatch(
      /EVIDENCE_BASE: .*no answer within \d(?:\.\d)? s/,
    );
  });

  test('E2: a person renames a remote, gives it another name of its host, or moves it: green pushes pass', async () => {
    const { repo, it, shell } = world(NODE);
    repo.git('remote', 'rename', 'origin', 'company');
    repo.write(...NODE.fixed);
    repo.commit('work');
    expect(it.bash('node --test')).toMatchObject({ exit: 0 });
    expect(shell('git push -q company HEAD:refs/heads/x')).toEqual({ exit: 0, text: '' });
    shell('git clone -q --bare ../origin.git ../new.git; mv ../origin.git ../away.git');
    repo.git('remote', 'set-url', 'company', `${repo.area}/new.git`);
    expect(shell('git push -q company HEAD:refs/heads/y')).toEqual({ exit: 0, text: '' });
    repo.write('other.js', '// a colleague\n');
    repo.commit('of a colleague');
    repo.git('push', '-q', '--no-verify', 'company', 'HEAD:main');
    repo.git('fetch', '-q', 'company');
    const refused = shell('git push -q company HEAD:refs/heads/z').text;
    expect(refused).toMatch(
      /EVIDENCE_BASE: company lies at \S+new\.git now, which nobody has accepted in place of \S+origin\.git\..*`npx flow-hooks apply`/,
    );
    if (!HAS_SCRIPT) return;
    const applied = await atTerminal(repo, ['apply']);
    expect(applied.text).toMatch(/\+ remote company: \S+new\.git\s+- remote company: \S+origin\.git/);
    expect(shell('git push -q company HEAD:refs/heads/z')).toEqual({ exit: 0, text: '' });
  });

  test('E2: the first push to an empty remote, a new remote, and none at all', () => {
    const repo = repository({ files: NODE.files, remote: false });
    expect(cli(repo, ['install']).status).toBe(0);
    repo.git('add', '-A');
    repo.git('commit', '-qm', 'guarded');
    const it = start(repo);
    const shell = shellIn(repo);
    shell('git init -q --bare -b main ../origin.git; git remote add origin ../origin.git');
    expect(shell('git push -q -u origin HEAD:main').text).toContain('PUSH_UNTESTED');
    expect(it.bash('node --test')).toMatchObject({ exit: 0 });
    const pushed = shell('git push -q -u origin HEAD:feature');
    expect(pushed).toEqual({ exit: 0, text: '' });
  });

  test('E2: the configuration in force is that of a published base, and a push brings a new one into force', () => {
    const { repo, it, shell } = world(NODE);
    repo.write('flow.config.yaml', 'push:\n  untested: off\n');
    repo.write(...NODE.broken);
    repo.commit('red');
    repo.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    expect(ask(it, 'git push -q origin HEAD')).toContain('PUSH_UNTESTED');
    expect(shell('git push -q origin HEAD').text).toContain('PUSH_UNTESTED');
    expect(cli(repo, ['status']).stdout).toContain('differs from the policy in force');
    // A person lets it through: now it is there, and the remote says so.
    repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
    repo.git('commit', '-q', '--allow-empty', '-m', 'more');
    expect(shell('git push -q origin HEAD').exit).toBe(0);
    expect(cli(repo, ['status']).stdout).not.toContain('differs from the policy in force');
  });

  test('E2: a configuration that was merged and fetched is in force once somebody looks, without a push or a person', () => {
    const { repo, it } = world(NODE);
    const merged = (text: string) => {
      repo.write('flow.config.yaml', text);
      repo.commit('rules');
      repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
      repo.git('fetch', '-q');
    };
    merged('push:\n  untested: warn\n');
    expect(cli(repo, ['status']).stdout).not.toContain('differs from the policy in force');
    repo.write(...NODE.broken);
    repo.commit('red');
    expect(ask(it, 'git push -q origin HEAD')).toBeNull();
    merged('push:\n  untested: block\n');
    start(repo);
    repo.write('total.js', 'exports.total = () => 0;\n');
    repo.commit('red as well');
    expect(ask(it, 'git push -q origin HEAD')).toContain('PUSH_UNTESTED');
  });

  test('E2: a configuration that was merged before the guard saw it is in force at the first call, session or not', () => {
    const { repo, it } = world(NODE);
    const closed = () => ask(it, 'sed -i s/a/b/ total.js');
    repo.write('flow.config.yaml', 'edits:\n  withoutPhase: { source: deny }\n');
    repo.commit('rules');
    repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
    repo.git('fetch', '-q');
    expect(closed()).toContain('EDIT_FORBIDDEN');
    // A configuration that only the refs here claim stays out of force.
    repo.write('flow.config.yaml', 'edits:\n  withoutPhase: { source: allow }\n');
    repo.commit('looser rules');
    repo.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    expect(closed()).toContain('EDIT_FORBIDDEN');
    expect(closed()).toContain('EDIT_FORBIDDEN');
  });

  test('E2: a default branch that is renamed: the words name what asks the remote, and then nothing is in doubt', () => {
    const { repo, it, shell } = world(NODE);
    expect(shell('git push -q origin HEAD').exit).toBe(0);
    repo.write(...NODE.fixed);
    repo.commit('work');
    repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:trunk');
    shell(
      'git -C ../origin.git symbolic-ref HEAD refs/heads/trunk; git push -q --no-verify origin :main; git fetch -q --prune',
    );
    repo.write('other.js', '// more\n');
    repo.commit('more');
    repo.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    const refused = shell('git push -q origin HEAD').text;
    expect(refused).toMatch(/EVIDENCE_BASE: origin\/main is not what work is merged into on \S+: that is trunk\./);
    const [, remedy = ''] = /To ask the remote: `([^`]+)`/.exec(refused) ?? [];
    expect(it.bash(remedy)).toMatchObject({ refused: null, exit: 0 });
    expect(shell('git push -q origin HEAD').text).not.toContain('EVIDENCE_BASE');
    expect(it.bash('node --test')).toMatchObject({ exit: 0 });
    expect(shell('git push -q origin HEAD')).toEqual({ exit: 0, text: '' });
  });

  test('E2: where nothing can be written the remotes are asked all the same, and honest pushes pass', () => {
    const { repo, shell } = world(NODE);
    repo.write('other.js', '// a colleague\n');
    repo.commit('of a colleague');
    repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
    repo.git('commit', '-q', '--allow-empty', '-m', 'nothing');
    const state = shell('ls -d $XDG_STATE_HOME/flow/repositories/*').text.trim();
    const before = readFileSync(`${state}/published.json`, 'utf8');
    expect(shell(`chmod 500 ${state}`).exit).toBe(0);
    const pushed = shell('git push -q origin HEAD');
    shell(`chmod 700 ${state}`);
    expect(pushed).toEqual({ exit: 0, text: '' });
    if (process.getuid?.() !== 0) expect(readFileSync(`${state}/published.json`, 'utf8')).toBe(before);
  });

  test('E2: a copy, or a clone of a copy, is seen first at its push: where it lies is accepted, not what it says', () => {
    const { repo, it, shell } = world(NODE);
    repo.write(...NODE.broken);
    repo.write('flow.config.yaml', 'push:\n  untested: off\n');
    repo.commit('red');
    const moved = 'git branch -qf main HEAD; git update-ref refs/remotes/origin/main HEAD';
    expect(shell(`cp -a . ../copy; cd ../copy; ${moved}`).exit).toBe(0);
    expect(shell('cd ../copy && git push -q origin HEAD:refs/heads/x').text).toContain('PUSH_UNTESTED');
    expect(
      shell(`git branch -qf main HEAD; git clone -q . ../clone; cd ../clone; git remote set-url origin ${repo.remote}`)
        .exit,
    ).toBe(0);
    expect(shell('cd ../clone && git remote set-head origin main && git config user.name x').exit).toBe(0);
    expect(ask(it, 'cd ../clone && git push -q origin HEAD:refs/heads/x')).toContain('PUSH_UNTESTED');
    const lone = shell(
      'cp -a ../copy ../lone; cd ../lone; git remote remove origin; git update-ref refs/remotes/origin/main HEAD',
    );
    expect(lone.exit).toBe(0);
    expect(shell('cd ../lone && git push -q ../origin.git HEAD:refs/heads/x').text).toContain('PUSH_UNTESTED');
    shell('cp -a ../copy ../away; cd ../away; git remote set-url origin ../nowhere.git');
    expect(shell('cd ../away && git push -q ../origin.git HEAD:refs/heads/x').text).toContain('PUSH_UNTESTED');
    expect(there(repo, 'x')).toBe('');
    // An honest clone of the remote pays for one question.
    shell(
      `git clone -q ${repo.remote} ../own; cp -a .git/hooks ../own/.git; cd ../own; git commit -q --allow-empty -m more`,
    );
    expect(shell('cd ../own && git push -q origin HEAD:refs/heads/y')).toEqual({ exit: 0, text: '' });
  });

  test('E2: a record that was made by hand counts for nothing', () => {
    const { repo, it } = world(NODE);
    repo.write(...NODE.broken);
    const red = repo.commit('red');
    const state = `${repo.environment.XDG_STATE_HOME}/flow/repositories`;
    const [file = ''] = shellIn(repo)(`ls ${state}/*/published.json`).text.split('\n');
    const kept = readFileSync(file, 'utf8');
    repo.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    writeFileSync(file, kept.replace(/"main":"\w+"/, `"main":"${red}"`));
    expect(ask(it, 'git push -q origin HEAD')).toMatch(
      /PUSH_UNTESTED[\s\S]*EVIDENCE_BASE: The record of what is published was not made with this user's key\. What counts as published is nothing/,
    );
  });
});
