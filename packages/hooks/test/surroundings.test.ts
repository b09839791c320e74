import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { agent, runHook } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { commented, HOOK, project, QUICK, repository, start } from './kit.js';

const tested = (repo: ReturnType<typeof project>, cwd?: string) => {
  const it = start(repo, cwd ? { cwd } : {});
  repo.write(...QUICK.fixed);
  expect(it.bash(QUICK.test).exit).toBe(0);
  repo.commit('tested');
  return it;
};

describe.skipIf(!QUICK.available)('where the guard works', () => {
  test('a path with spaces and non-ASCII, a branch with slashes', () => {
    const repo = project(QUICK, { name: 'mein schöner Ordner (1)', branch: 'feature/übung/ein-zweig' });
    const it = tested(repo);
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
    repo.write(...commented('edit'));
    repo.commit('edit');
    expect(it.bash('git push origin HEAD').refused).toContain('PUSH_STALE');
  });

  test('D60 worktrees share evidence by content, not by branch', () => {
    const repo = project(QUICK);
    tested(repo);
    repo.git('worktree', 'add', '-q', '../second', '-b', 'feature/second');
    const second = agent({ hook: HOOK, repo, cwd: `${repo.area}/second` });
    expect(second.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
    second.write(`${repo.area}/second/${QUICK.fixed[0]}`, commented('edit')[1]);
    second.bash('git commit -qam edit');
    expect(second.bash('git push origin HEAD').refused).toContain('PUSH_STALE');
    // The first worktree is as tested as before.
    expect(start(repo).bash('git push -q origin HEAD').refused).toBeNull();
  });

  test('a nested repository is its own', () => {
    const repo = project(QUICK);
    tested(repo);
    const inner = repo.path('vendored');
    mkdirSync(inner);
    const git = (...words: string[]) => spawnSync('git', words, { cwd: inner, env: repo.environment });
    for (const [name, text] of Object.entries(QUICK.files)) repo.write(`vendored/${name}`, text);
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'inner');
    git('remote', 'add', 'origin', `${repo.area}/inner.git`);
    spawnSync('git', ['init', '-q', '--bare', `${repo.area}/inner.git`], { env: repo.environment });
    // From the session's folder, into the inner repository: that one is untested.
    const it = start(repo);
    expect(it.bash('cd vendored && git push origin HEAD:x').refused).toContain('PUSH_UNTESTED');
    expect(it.bash('git -C vendored push origin HEAD:x').refused).toContain('PUSH_UNTESTED');
    expect(it.bash(`cd vendored && ${QUICK.test}`).exit).toBe(0);
    expect(it.bash('git -C vendored push -q origin HEAD:x')).toMatchObject({ refused: null, exit: 0 });
    // A look into it does not hide a run in the outer one, and its runs say nothing there.
    repo.write(...commented('edit'));
    repo.write('.git/info/exclude', 'vendored\n');
    repo.commit('edit');
    expect(it.bash('git push origin HEAD').refused).toContain('PUSH_STALE');
    expect(
      it.bash(`(cd vendored && ls) && ${QUICK.test} ${QUICK.name === 'pytest' ? 'test_total.py' : 'total.test.js'}`)
        .exit,
    ).toBe(0);
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  });

  test('detached HEAD', () => {
    const repo = project(QUICK);
    const it = tested(repo);
    repo.git('checkout', '-q', '--detach');
    expect(it.bash('git push -q origin HEAD:refs/heads/detached').refused).toBeNull();
    repo.write(...commented('edit'));
    repo.git('commit', '-qam', 'edit');
    expect(it.bash('git push origin HEAD:refs/heads/detached').refused).toContain('PUSH_STALE');
  });

  test('a branch that was renamed keeps its evidence', () => {
    const repo = project(QUICK);
    const it = tested(repo);
    repo.git('branch', '-m', 'feature/renamed');
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });

  test('an empty repository: nothing to push, and the first commit needs its tests', () => {
    const repo = project(QUICK, { firstCommit: false });
    for (const [name, text] of Object.entries(QUICK.files)) repo.write(name, text);
    const it = start(repo);
    expect(it.bash('ls').refused).toBeNull();
    expect(it.write('total.txt', 'x').refused).toBeNull();
    expect(it.bash('git push origin HEAD').refused).toMatch(
      /PUSH_UNREADABLE: There is no commit to push .*`git commit`/,
    );
    repo.commit('first');
    expect(it.bash('git push origin HEAD').refused).toContain('PUSH_UNTESTED');
    expect(it.bash(QUICK.test).exit).toBe(0);
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  });

  test('D8 no git at all: said at the start of a session, and editing is never blocked', () => {
    const repo = repository();
    const folder = `${repo.area}/plain`;
    mkdirSync(folder);
    const it = agent({ hook: HOOK, repo, cwd: folder });
    const begin = it.start();
    expect(begin.stdout).toContain('not a git repository');
    expect(it.write(`${folder}/a.py`, 'x').refused).toBeNull();
    expect(it.bash('python3 -m pytest -q; true').refused).toBeNull();
    expect(it.bash('git push').refused).toBeNull();
  });

  test('a session in a subfolder, a command elsewhere', () => {
    const repo = project(QUICK);
    repo.write('docs/a.txt', 'x');
    repo.write(...QUICK.fixed);
    repo.commit('change');
    const it = start(repo, { cwd: repo.path('docs') });
    expect(it.bash('git push origin HEAD').refused).toContain('PUSH_UNTESTED');
    expect(it.bash(`cd .. && ${QUICK.test}`).exit).toBe(0);
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  });

  test('two sessions and a sub-agent at once lose nothing', async () => {
    const repo = project(QUICK);
    const sessions = ['a', 'b', 'c'].map((letter) =>
      start(repo, { session: `${letter.repeat(8)}-1111-4111-8111-111111111111` }),
    );
    const input = { command: QUICK.test };
    const { spawn } = await import('node:child_process');
    const run = (event: unknown) =>
      new Promise<number | null>((resolve) => {
        const child = spawn(process.execPath, [HOOK], { env: repo.environment, cwd: repo.root });
        child.on('close', resolve);
        child.stdin.end(JSON.stringify(event));
      });
    const ids = Array.from({ length: 12 }, (_, at) => `toolu_many_${at}`);
    await Promise.all(ids.map((id, at) => run(sessions[at % 3]!.events.preToolUse('Bash', input, id))));
    await Promise.all(
      ids.map((id, at) =>
        run(sessions[at % 3]!.events.postToolUse('Bash', input, { stdout: '.\n1 passed in 0.01s' }, id)),
      ),
    );
    const journal = repo.read('.git/flow/journal.jsonl').trim().split('\n');
    const spooled = spawnSync('ls', [repo.path('.git/flow/spool')], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter(Boolean);
    const events = journal.map((line) => JSON.parse(line) as { type: string; data: unknown });
    expect(events.filter((event) => event.type !== 'run')).toEqual([]);
    expect(journal.length + spooled.length).toBe(12);
    expect(
      runHook(HOOK, sessions[0]!.events.preToolUse('Bash', { command: 'ls' }, 'x'), { environment: repo.environment })
        .status,
    ).toBe(0);
  });
});
