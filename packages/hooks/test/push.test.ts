import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { cli, has, project, QUICK, STACKS, start } from './kit.js';

const HAS_PYTHON = has('python3', '--version');

const remoteHas = (repo: ReturnType<typeof project>, branch = 'feature/login') =>
  repo.git('ls-remote', 'origin', `refs/heads/${branch}`).split('\t')[0] === repo.git('rev-parse', 'HEAD');

describe.each(STACKS)('D2 D33 D35 $name: what an agent may push', (stack) => {
  test.skipIf(!stack.available)('D97 untested, red, stale and green, with the real runner', () => {
    const repo = project(stack);
    const it = start(repo);
    it.write(...stack.broken);
    it.bash('git commit -qam broken');

    const untested = it.bash('git push -u origin HEAD');
    expect(untested.refused).toContain('PUSH_UNTESTED');
    expect(untested.refused).toContain(stack.suite);

    const run = it.bash(stack.test);
    expect(run.exit).not.toBe(0);
    const red = it.bash('git push -u origin HEAD');
    expect(red.refused).toContain('PUSH_RED');
    expect(red.refused).toContain(stack.failing);

    it.write(...stack.fixed);
    expect(it.bash(stack.test)).toMatchObject({ exit: 0, told: [] });
    expect(it.bash('git commit -qam "say git push in a message"')).toMatchObject({ refused: null, exit: 0 });
    expect(it.bash('git push -q -u origin HEAD')).toMatchObject({ refused: null, exit: 0 });
    expect(remoteHas(repo)).toBe(true);

    it.write(stack.fixed[0], `${stack.fixed[1]}\n`);
    it.bash('git commit -qam "after green"');
    const stale = it.bash('git push');
    expect(stale.refused).toContain('PUSH_STALE');
    expect(stale.refused).toContain(stack.fixed[0]);
    expect(stale.refused).toMatch(/Run `[^`]+`/);

    expect(it.bash(stack.test).exit).toBe(0);
    expect(it.bash('git push -q')).toMatchObject({ refused: null, exit: 0 });
    it.write('README.md', '# cart\n\nMore words.\n');
    it.bash('git commit -qam docs');
    expect(it.bash('git push -q')).toMatchObject({ refused: null, exit: 0 });
  });
});

/** A repository in which the present content is tested and committed. */
function tested(options: Parameters<typeof project>[1] = {}) {
  const repo = project(QUICK, options);
  const it = start(repo);
  it.write(...QUICK.fixed);
  const run = it.bash(QUICK.test);
  if (run.exit !== 0) throw new Error(run.output);
  repo.commit('tested');
  return { repo, it };
}

/** A command within so many calls of `bash -c`, each in the quotes of the one around it. */
const nested = (command: string, depth: number): string =>
  depth === 0 ? command : nested(`bash -c "${command.replace(/[\\"]/g, '\\$&')}"`, depth - 1);

/** One in which it is not. */
function untested(options: Parameters<typeof project>[1] = {}) {
  const repo = project(QUICK, options);
  const it = start(repo);
  repo.write(...QUICK.fixed);
  repo.commit('untested');
  return { repo, it };
}

describe('D100 what counts as a push', () => {
  test.each([
    ['plain', 'git push origin HEAD'],
    ['another folder', 'cd / && git -C "$OLDPWD" push origin HEAD'],
    ['-C', 'git -C . push origin HEAD'],
    ['after another command', 'echo hi && git push origin HEAD'],
    ['on a second line', 'echo hi\ngit push origin HEAD'],
    ['in a subshell', '(git push origin HEAD)'],
    ['in bash -c', 'bash -c "git push origin HEAD"'],
    ['through env', 'env A=1 git push origin HEAD'],
    ['through a wrapper', 'timeout 60 git push origin HEAD'],
    ['an alias on the command line', 'git -c alias.p=push p origin HEAD'],
    ['quoted', '"git" pu"sh" origin HEAD'],
    ['through xargs', 'echo HEAD | xargs git push origin'],
    ['a tag', 'git tag v1 && git push origin v1'],
    ['a deletion of the default branch', 'git push origin --delete main'],
    ['all branches', 'git push --all origin'],
    ['another remote', 'git push ../origin.git HEAD'],
    ['plumbing', 'git send-pack ../origin.git HEAD:refs/heads/x'],
    ['without the git hook', 'git push --no-verify origin HEAD'],
    ['with another hooks folder', 'git -c core.hooksPath=/dev/null push origin HEAD'],
    ['33.2 a subtree to a name that a branch here has, too', 'git subtree push --prefix=src ../origin.git main'],
    ['33.2 a subtree, its folder in a word of its own', 'git subtree push -P src origin main'],
    ['a forge', 'gh pr merge --auto --merge'],
    ['our own program', 'npx flow ship'],
    ['our own program by its file', 'node node_modules/@flow/cli/dist/flow.js ship --no-wait'],
    ['our own program, from elsewhere', 'cd / && flow -C "$OLDPWD" ship --until push'],
  ])('refused while untested: %s', (_name, command) => {
    const { it } = untested();
    expect(it.bash(command).refused).toMatch(/^flow refused/);
  });

  test('Scope 8b: in a session outside of any repository: the one that is named is judged, and one that is not shown is asked for', () => {
    const { repo } = untested();
    const outside = `${repo.area}/outside`;
    mkdirSync(outside);
    const it = start(repo, { cwd: outside });
    const codeOf = (command: string) => /^- ([A-Z_]+): /m.exec(it.bash(command).refused ?? '')?.[1] ?? null;
    for (const command of [
      'git --git-dir=../repo/.git push origin HEAD',
      `git --git-dir ${repo.root}/.git --work-tree ${repo.root} push --no-verify origin HEAD`,
      'git -C .. --git-dir=repo/.git push --no-verify origin HEAD',
      'git -C ../repo push --no-verify origin HEAD',
      'cd ../repo/.git && git push --no-verify origin HEAD',
    ])
      expect(codeOf(command), command).toBe('PUSH_UNTESTED');
    const named = it.bash(`GIT_DIR=${repo.root}/.git git push origin HEAD`).refused;
    expect(named).toContain(`PUSH_ENVIRONMENT: The command changes \`GIT_DIR\``);
    expect(named).toContain(`Push without it: \`git -C ${repo.root} push\`.`);
    expect(codeOf('GIT_COMMON_DIR=../repo/.git git -C ../repo push origin HEAD')).toBe('PUSH_ENVIRONMENT');
    for (const command of [
      'git --git-dir=$(which-place) push origin HEAD',
      'git --git-dir "$(which-place)" push --no-verify origin HEAD',
      'GIT_DIR=$(which-place) git push origin HEAD',
      'HOME=/x GIT_DIR=$(which-place) git push origin HEAD',
      'git -C "$(which-place)" push --no-verify origin HEAD',
      'cd "$(which-place)" && git push --no-verify origin HEAD',
    ])
      expect(it.bash(command).refused, command).toContain('- PUSH_REPOSITORY: ');
    // Git's own hook looks at what it is, or nothing of anybody's is published.
    for (const command of [
      'git -C "$(which-place)" push origin HEAD',
      'cd "$(which-place)" && git push origin HEAD',
      'git --git-dir=$(which-place) push --dry-run origin HEAD',
      'git --git-dir=$(which-place) log --oneline',
      'git init -q --bare a.git && git init -q b && cd b && git commit -q --allow-empty -m x && git push -q ../a.git HEAD',
    ])
      expect(codeOf(command), command).toBeNull();
    expect(it.bash(`cd ${repo.root} && ${QUICK.test}`).refused).toBeNull();
    expect(codeOf(`GIT_DIR=${repo.root}/.git git push origin HEAD`)).toBe('PUSH_ENVIRONMENT');
    expect(it.bash(`git -C ${repo.root} push -q --set-upstream origin HEAD`)).toMatchObject({ refused: null, exit: 0 });
    expect(it.bash(`git --git-dir=${repo.root}/.git push origin HEAD`)).toMatchObject({ refused: null, exit: 0 });
  });

  test.each([
    ['in a script', 'sh ship.sh', 'flow refused `sh ship.sh`, which would run `git push origin HEAD`.'],
    [
      'on a second line',
      'echo hi\ngit push origin HEAD',
      'flow refused `echo hi`, which would run `git push origin HEAD`.',
    ],
    ['where it stands there', 'echo hi; git push origin HEAD', 'flow refused `echo hi; git push origin HEAD`.'],
  ])('D100 the refusal names the push that the command does not show: %s', (_name, command, first) => {
    const { repo, it } = untested();
    repo.write('ship.sh', 'git push origin HEAD\n');
    expect(it.bash(command).refused?.split('\n')[0]).toBe(first);
  });

  test('D100 a configured alias', () => {
    const { repo, it } = untested();
    repo.git('config', 'alias.publish', 'push origin HEAD');
    expect(it.bash('git publish').refused).toContain('PUSH_UNTESTED');
  });

  test.each([
    ['a commit message', 'git commit --allow-empty -qm "explain git push origin main"'],
    ['an echo', 'echo "git push origin HEAD"'],
    ['a search', 'grep -rn "git push" . || true'],
    ['a document', "cat > notes.txt <<'EOF'\ngit push origin HEAD\nEOF"],
    ['a dry run', 'git push --dry-run origin HEAD'],
    ['its short form', 'git push -n origin HEAD'],
    ['a dry run of our own program', 'flow ship --dry-run 2>/dev/null || true'],
    ['steps that stay here', 'flow ship --until test 2>/dev/null || true'],
    ['the name of our own program in a message', 'git commit --allow-empty -qm "then flow ship"'],
    ['help', 'git push --help >/dev/null 2>&1 || true'],
    ['a stash', 'git stash push -q || true'],
    ['fetching', 'git fetch -q origin'],
    ['another branch with a telling name', 'git checkout -q -b push-button'],
  ])('allowed while untested: %s', (_name, command) => {
    const { it } = untested();
    expect(it.bash(command).refused).toBeNull();
  });
});

describe('what a push is held against', () => {
  test('D98 a commit of the tested content keeps the evidence', () => {
    const { repo, it } = tested();
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
    expect(remoteHas(repo)).toBe(true);
    // Scope 5: a green push may be nested, and a nested one is read to its ground.
    expect(it.bash(nested('git push -q origin HEAD:refs/heads/deep', 12))).toMatchObject({ refused: null, exit: 0 });
    expect(remoteHas(repo, 'deep')).toBe(true);
    repo.write(...QUICK.broken);
    repo.commit('untested');
    expect(it.bash(nested('git push -q origin HEAD:refs/heads/deep', 13)).refused).toContain('PUSH_STALE');
  });

  test('D73 our own program is held against what is on disk, which it will commit', () => {
    const repo = project(QUICK);
    const it = start(repo);
    repo.write(...QUICK.fixed);
    repo.commit('untested, and not what will be pushed');
    it.write(QUICK.fixed[0], `${QUICK.fixed[1]}\n`);
    it.bash(QUICK.test);
    expect(it.bash('git push origin HEAD').refused).toContain('PUSH_');
    expect(it.bash('flow ship 2>/dev/null || true').refused).toBeNull();
    it.write(QUICK.fixed[0], `${QUICK.fixed[1]}\n\n`);
    expect(it.bash('flow ship').refused).toContain('PUSH_STALE');
  });

  test('D98 an edit between the green run and the commit is noticed', () => {
    const repo = project(QUICK);
    const it = start(repo);
    it.write(...QUICK.fixed);
    it.bash(QUICK.test);
    it.write(QUICK.fixed[0], `${QUICK.fixed[1]}\n\n`);
    repo.commit('edited after green');
    expect(it.bash('git push origin HEAD').refused).toContain('PUSH_STALE');
  });

  test('D37 dirt that is not pushed does not matter when the pushed content was tested', () => {
    const { it, repo } = tested();
    repo.write('notes.txt', 'scratch\n');
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });

  test('an installation that is not committed yet does not stand in the way', () => {
    const stack = STACKS.find((one) => one.name === 'vitest')!;
    const repo = project(stack);
    expect(cli(repo, ['install']).status).toBe(0);
    const it = start(repo);
    it.write(...stack.fixed);
    it.bash(stack.test);
    repo.git('commit', '-qam', 'without .claude');
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  });

  test('a workspace: a run at the root covers an inner package only if it ran its files', () => {
    const stack = STACKS.find((one) => one.name === 'vitest')!;
    const inner = {
      'packages/a/package.json': '{ "name": "a", "type": "module", "devDependencies": { "vitest": "5" } }\n',
      'packages/a/a.test.js': "import { test } from 'vitest';\ntest('a', () => {});\n",
    };
    const repo = project(stack, { files: inner });
    const it = start(repo);
    it.write('packages/a/a.js', 'export const a = 1;\n');
    repo.commit('inner change');
    expect(it.bash('git push origin HEAD').refused).toContain('vitest:packages/a');
    // The root's configuration leaves the inner package out: green, and no proof for it.
    expect(it.bash('npx vitest run total').exit).toBe(0);
    expect(it.bash('git push origin HEAD').refused).toContain('vitest:packages/a');
    expect(it.bash('npx vitest run').exit).toBe(0);
    expect(cli(repo, ['status']).status).toBe(0);
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  });

  test('D37 a relevant file that was not committed is named', () => {
    const repo = project(QUICK);
    const it = start(repo);
    const helper = `helper${path.extname(QUICK.fixed[0])}`;
    it.write(helper, '\n');
    it.write(...QUICK.fixed);
    it.bash(QUICK.test);
    repo.git('commit', '-qm', 'without the helper', QUICK.fixed[0]);
    const push = it.bash('git push origin HEAD');
    expect(push.refused).toContain('PUSH_UNCOMMITTED');
    expect(push.refused).toContain(helper);
    // The remedy works: what was tested is now what is pushed.
    expect(it.bash('git add -A && git commit -qm helper').refused).toBeNull();
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  });

  test('commit and push in one command are judged by the content that the commit would have', () => {
    const repo = project(QUICK);
    const it = start(repo);
    it.write(...QUICK.fixed);
    expect(it.bash('git add -A && git commit -qm untested && git push -q origin HEAD').refused).toContain(
      'PUSH_UNTESTED',
    );
    it.bash(QUICK.test);
    expect(it.bash('git add -A && git commit -qm tested && git push -q origin HEAD')).toMatchObject({
      refused: null,
      exit: 0,
    });
    expect(remoteHas(repo)).toBe(true);
  });

  test('what moves HEAD before the push in the same command is refused', () => {
    const { it, repo } = tested();
    repo.git('branch', 'other', 'HEAD~1');
    expect(it.bash('git merge -q other && git push origin HEAD').refused).toContain('PUSH_HEAD_MOVES');
    expect(it.bash('git checkout -q -b copy && git push -q origin HEAD').refused).toBeNull();
  });

  test('code that changes files, commits and pushes, in whatever order it stands in there', () => {
    const { it, repo } = tested();
    repo.write('log.txt', 'x');
    const start = 'import subprocess as s';
    const push = "s.run(['git', 'push', 'origin', 'HEAD'])";
    const commit = "s.run(['git', 'commit', '-qam', 'x'])";
    const write = `open('${QUICK.fixed[0]}', 'a').write('//')`;
    const python = (...lines: string[]) => `python3 - <<'EOF'\n${[start, ...lines].join('\n')}\nEOF`;
    expect(it.bash(python(write, commit, push)).refused).toContain('PUSH_HEAD_MOVES');
    expect(it.bash(python("open('log.txt', 'w').write('pushed')", push)).refused).toBeNull();
  });

  test('X54 the default branch', () => {
    const { it, repo } = tested();
    expect(it.bash('git push origin HEAD:main').refused).toContain('PUSH_DEFAULT_BRANCH');
    repo.git('checkout', '-q', 'main');
    repo.git('merge', '-q', 'feature/login');
    expect(it.bash('git push').refused).toContain('PUSH_DEFAULT_BRANCH');
  });

  test('a base branch of another name is found from the remote', () => {
    const repo = project(QUICK);
    repo.git('push', '-q', 'origin', 'main:trunk');
    repo.git('--git-dir', repo.remote, 'symbolic-ref', 'HEAD', 'refs/heads/trunk');
    repo.git('remote', 'set-head', 'origin', '--auto');
    const it = start(repo);
    repo.write(...QUICK.fixed);
    it.bash(QUICK.test);
    repo.commit('tested');
    expect(it.bash('git push origin HEAD:trunk').refused).toContain('PUSH_DEFAULT_BRANCH');
  });

  test('a commit that the base branch already has may be pushed under any name', () => {
    const repo = project(QUICK);
    const it = start(repo);
    expect(it.bash('git push -q origin HEAD:refs/heads/copy').refused).toBeNull();
  });

  test('tests that were removed are missed; a repository that never had any is only told', () => {
    const repo = project(QUICK);
    const it = start(repo);
    repo.git('rm', '-q', Object.keys(QUICK.files).find((name) => name.includes('test'))!);
    repo.write(...QUICK.fixed);
    repo.commit('no more tests');
    expect(it.bash('git push origin HEAD').refused).toContain('PUSH_TESTS_REMOVED');
  });

  test('D1 without a test runner a push is allowed, with a notice once a session', () => {
    const repo = project({ ...QUICK, files: { 'main.c': 'int main(void) { return 0; }\n' } });
    const it = start(repo);
    repo.write('main.c', 'int main(void) { return 1; }\n');
    repo.commit('change');
    const first = it.bash('git push -q origin HEAD');
    expect(first.refused).toBeNull();
    expect(first.told.join()).toContain('flow.config.yaml');
    repo.commit('again');
    expect(it.bash('git push -q origin HEAD').told).toEqual([]);
  });

  test.skipIf(!HAS_PYTHON)(
    'a command that ran no test is not asked for again: unittest with tests in no package',
    () => {
      const lines = ['import unittest', 'class T(unittest.TestCase):', '    def test_a(self): pass', ''];
      const files = { 'setup.py': '', 'a.py': 'A = 1\n', 'tests/test_a.py': lines.join('\n') };
      const repo = project({ ...QUICK, files });
      const it = start(repo);
      repo.write('a.py', 'A = 2\n');
      repo.commit('change');
      const whole = 'python3 -m unittest discover -s tests';
      expect(it.bash('git push origin HEAD').refused).toContain(`Run \`${whole}\``);
      it.bash('python3 -m unittest');
      const { refused } = it.bash('git push origin HEAD');
      expect(refused).toContain('no test ran');
      expect(refused).toContain(`Run \`${whole}\``);
      it.bash(whole);
      expect(it.bash('git push -q origin HEAD').refused).toBeNull();
    },
  );

  test('D97 results written by hand count for nothing', () => {
    const { repo, it } = untested();
    const head = repo.git('rev-parse', 'HEAD');
    repo.write(
      'develop/feature/login/test-results.json',
      JSON.stringify({ commit: head, tests_fail: 0, all_green: true }),
    );
    expect(it.bash('git push origin HEAD').refused).toContain('PUSH_UNTESTED');
  });

  test('D60 a sub-agent meets the same guard', () => {
    const { repo } = untested();
    const sub = start(repo, { agent: { id: 'a1', type: 'reviewer' } });
    expect(sub.bash('git push origin HEAD').refused).toContain('PUSH_UNTESTED');
  });
});
