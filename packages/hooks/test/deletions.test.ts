import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { cli, project, QUICK, start } from './kit.js';

/* What a push that only deletes is held to: nothing, where it takes a branch that nothing is merged into. */

/** A remote with branches and tags that may go, and work here that nobody tested. */
function world(options: { config?: string } = {}) {
  const files = options.config === undefined ? {} : { 'flow.config.yaml': options.config };
  const repo = project(QUICK, { files });
  for (const name of ['old', 'older', 'release/1', 'master', 'develop', 'twice'])
    repo.git('push', '-q', 'origin', `HEAD:refs/heads/${name}`);
  for (const name of ['v1', 'twice']) repo.git('tag', name);
  repo.git('push', '-q', 'origin', 'refs/tags/v1', 'HEAD:refs/notes/commits', 'HEAD:refs/other/x');
  repo.git('fetch', '-q', 'origin');
  repo.write(...QUICK.fixed);
  repo.commit('untested');
  return repo;
}

/** The code of the refusal; null where there is none. */
const codeIn = (text: string | null) => /^- ([A-Z_]+): /m.exec(text ?? '')?.[1] ?? null;

const SPARE = [
  'git push origin --delete old',
  'git push origin -d old older',
  'git push origin :old',
  'git push origin +:old',
  'git push origin :refs/heads/old :heads/older',
  'git push --no-verify origin --delete old',
  'git push -q --delete origin master',
];

const JUDGED: [command: string, code: string][] = [
  ['git push origin --delete main', 'PUSH_DEFAULT_BRANCH'],
  ['git push origin :refs/heads/main', 'PUSH_DEFAULT_BRANCH'],
  ['git push origin --delete v1', 'PUSH_UNTESTED'],
  ['git push origin --delete tag v1', 'PUSH_UNTESTED'],
  ['git push origin :refs/tags/v1', 'PUSH_UNTESTED'],
  ['git push origin :refs/notes/commits', 'PUSH_UNTESTED'],
  ['git push origin :refs/other/x', 'PUSH_UNTESTED'],
  ['git push origin :old HEAD', 'PUSH_UNTESTED'],
  ['git push origin HEAD :old', 'PUSH_UNTESTED'],
  ['git push --mirror origin', 'PUSH_UNTESTED'],
];

describe('U6 a push that only deletes branches', () => {
  test("U6: in the agent's session it needs no run, whatever is checked out by then", () => {
    const repo = world();
    const it = start(repo);
    for (const command of [
      ...SPARE,
      'git commit -q --allow-empty -m x && git push origin --delete old',
      'git switch -q main && git pull -q && git push origin --delete old',
    ])
      expect(codeIn(ask(it, command)), command).toBeNull();
    for (const [command, code] of [
      ...JUDGED,
      ['git push --tags origin :old', 'PUSH_UNTESTED'],
      ['git push --follow-tags origin :old', 'PUSH_UNTESTED'],
      ['git push --no-verify origin --delete gone', 'PUSH_UNTESTED'],
      ['git push origin --delete twice "$(which-one)"', 'PUSH_UNTESTED'],
      ['git remote set-url origin ../other.git && git push origin --delete old', 'PUSH_UNTESTED'],
      ['git push origin :refs/flow/x', 'REF_RESERVED'],
      ['GIT_DIR=.git git push origin --delete old', 'PUSH_ENVIRONMENT'],
    ] as const)
      expect(codeIn(ask(it, command)), command).toBe(code);
  });

  test("U6: git's own hook lets it pass, and a branch is gone; what else is deleted is judged", () => {
    const repo = world();
    expect(cli(repo, ['install']).status).toBe(0);
    const shell = (command: string) => {
      const run = spawnSync('bash', ['-c', command], { cwd: repo.root, env: repo.environment, encoding: 'utf8' });
      return { exit: run.status, text: run.stdout + run.stderr };
    };
    const there = () =>
      repo
        .git('ls-remote', 'origin')
        .replace(/^\w+\t/gm, '')
        .split('\n');
    const before = there();
    const pruned = 'git push --prune origin refs/heads/main:refs/heads/main refs/heads/old*:refs/heads/old*';
    for (const [command, code] of [...JUDGED, [pruned, 'PUSH_UNTESTED']] as const)
      expect(codeIn(shell(command).text), command).toBe(code);
    repo.git('config', 'remote.origin.mirror', 'true');
    expect(codeIn(shell('git push origin').text)).toBe('PUSH_UNTESTED');
    repo.git('config', '--unset', 'remote.origin.mirror');
    expect(there()).toEqual(before);
    expect(shell('git push -q origin --delete old older')).toEqual({ exit: 0, text: '' });
    expect(shell('git push -q origin :refs/heads/master')).toEqual({ exit: 0, text: '' });
    expect(before.filter((ref) => !there().includes(ref))).toEqual(
      ['master', 'old', 'older'].map((name) => `refs/heads/${name}`),
    );
  });

  test('U6: the default branch is kept where nothing but it is checked out, too', () => {
    const repo = world();
    repo.git('switch', '-q', 'main');
    const it = start(repo);
    expect(codeIn(ask(it, 'git push origin --delete main'))).toBe('PUSH_DEFAULT_BRANCH');
    expect(codeIn(ask(it, 'git push origin --delete old'))).toBeNull();
    expect(codeIn(ask(it, 'git push origin main'))).toBeNull();
  });

  test('U6: branches that the policy names are kept, whatever their rules are, and so is its base', () => {
    const it = start(world({ config: "baseBranch: develop\npush:\n  branches:\n    'release/*': block\n" }));
    const codes = ['release/1', 'develop', 'main', 'old'].map((name) => codeIn(ask(it, `git push origin :${name}`)));
    expect(codes).toEqual(['PUSH_UNTESTED', 'PUSH_DEFAULT_BRANCH', 'PUSH_UNTESTED', null]);
  });

  test('U6: where the default branch is not known, its usual names are kept, and the refusal says how to know it', () => {
    const repo = world();
    const it = start(repo);
    repo.git('remote', 'set-head', 'origin', '--delete');
    const refused = ask(it, 'git push origin --delete develop');
    expect(codeIn(refused)).toBe('PUSH_UNTESTED');
    expect(refused).toContain(
      "PUSH_DELETION: Deleting `develop` needs no tests unless it is the remote's default branch",
    );
    const [, remedy = ''] = /To ask the remote: `([^`]+)`/.exec(refused ?? '') ?? [];
    expect(codeIn(ask(it, 'git push origin --delete old'))).toBeNull();
    expect(codeIn(ask(it, 'git push ../origin.git --delete old'))).toBeNull();
    expect(ask(it, 'git push ../origin.git --delete develop')).toContain('`git remote -v`');
    expect(it.bash(remedy)).toMatchObject({ refused: null, exit: 0 });
    expect(codeIn(ask(it, 'git push origin --delete develop'))).toBeNull();
    expect(codeIn(ask(it, 'git push ../origin.git --delete main'))).toBe('PUSH_DEFAULT_BRANCH');
  });

  test('U6: other remotes have default branches of their own', () => {
    const repo = world();
    repo.git('init', '-q', '--bare', '-b', 'trunk', '../fork.git');
    repo.git('remote', 'add', 'fork', `${repo.area}/fork.git`);
    repo.git('push', '-q', 'fork', 'main:trunk', 'main:main', 'main:old');
    repo.git('fetch', '-q', 'fork');
    repo.git('remote', 'set-head', 'fork', '--auto');
    const it = start(repo);
    const codes = ['trunk', 'main', 'old'].map((name) => codeIn(ask(it, `git push fork :${name}`)));
    expect(codes).toEqual(['PUSH_DEFAULT_BRANCH', null, null]);
  });
});

/** What the hook says to a command that is not run. */
function ask(it: ReturnType<typeof start>, command: string): string | null {
  return it.tool('Bash', { command, description: 'a command' }).refused;
}
