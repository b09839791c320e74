import { existsSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { expect, test } from 'vitest';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, flow, json, repository } from './kit.js';
import { Session } from './session-kit.js';
import { tasksConfig } from './tasks-workflow.js';

/* Commits of items, checkpoints and the way back to them, through the built program. */

const CONFIG = `workflows:
  tasks:
    define:
      id: tasks
      title: Tasks until all are done
      version: 1
      dials: {}
      documents:
        tasks: { title: Tasks, path: 'develop/{branch}/tasks.md' }
        design: { title: Design, path: 'develop/{branch}/design.md' }
        learnings: { title: Learnings, path: 'develop/{branch}/learnings.md' }
      push: { at: [boundary, waiting], commits: 3 }
      rules: []
      phases:
        - id: build
          title: Tasks
          instruction: Work on the task that is named.
          exit: []
          each:
            kind: task
            atOnce: 3
            phases:
              - id: work
                title: Work
                instruction: Do it.
                exit: [{ check: submitted, name: complete, on: item }]
        - id: final
          title: The whole
          instruction: Try it.
          exit: [{ check: command, command: sh whole.sh, on: tree }]
`;

const TASKS = `# Tasks

## Tasks

- [ ] A: Add the first file.
  - Files: \`a.txt\`, \`a/\`
  - Commit: \`feat: the first file (#1)\`
- [ ] B: Write the second file.
  - Files: \`b.txt\`
- [ ] C: Something without files
`;

const LIST = 'develop/feature/login/tasks.md';

function started(): TempRepo {
  const files = { 'flow.config.yaml': CONFIG, 'whole.sh': 'exit 0\n', 'a.txt': 'a\n', 'b.txt': 'b\n' };
  const repo = repository({ files });
  expect(flow(repo, ['start', 'tasks'])).toMatchObject({ stderr: '', status: 0 });
  repo.write(LIST, TASKS);
  repo.commit('tasks');
  return repo;
}

const out = (repo: TempRepo, ...words: string[]) => String(repo.git(...words)).trim();
const filesOf = (repo: TempRepo, commit = 'HEAD') =>
  out(repo, 'show', '--format=', '--name-only', commit).split('\n').sort();
const begin = (repo: TempRepo, id: string) => expect(flow(repo, ['item', 'begin', id])).toMatchObject({ status: 0 });

test('X51 an item is one commit with its own message, its files, its box and what was learned', () => {
  const repo = started();
  begin(repo, 'A');
  repo.write('a.txt', 'new\n');
  repo.write('a/deep.txt', 'new\n');
  repo.write('develop/feature/login/learnings.md', '# Learnings\n\n- a.txt is read twice.\n');
  expect(flow(repo, ['submit', 'complete', '--item', 'A'])).toMatchObject({ status: 0 });
  const made = flow(repo, ['commit', '--item', 'A']);
  expect(made).toMatchObject({ stderr: '', status: 0 });
  expect(out(repo, 'log', '-1', '--format=%B')).toBe('feat: the first file (#1)');
  expect(filesOf(repo)).toEqual(['a.txt', 'a/deep.txt', 'develop/feature/login/learnings.md', LIST]);
  expect(out(repo, 'show', `HEAD:${LIST}`)).toContain('- [x] A: Add');
  expect(out(repo, 'status', '--porcelain')).toBe('');
  // One without a message of its own has its title.
  begin(repo, 'B');
  repo.write('b.txt', 'new\n');
  expect(flow(repo, ['commit', '--item', 'B'])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('B is not done yet'),
  });
  expect(out(repo, 'log', '-1', '--format=%B')).toBe('Write the second file');
});

test('X52 where nothing differs it is told, and no commit is made; the documents of the run are a commit of their own', () => {
  const repo = started();
  begin(repo, 'A');
  const before = out(repo, 'rev-parse', 'HEAD');
  expect(json(repo, ['commit', '--item', 'A'])).toMatchObject({ status: 0, ok: true, data: { commit: null } });
  expect(flow(repo, ['commit'])).toMatchObject({ status: 0, stdout: expect.stringContaining('Nothing to commit') });
  expect(out(repo, 'rev-parse', 'HEAD')).toBe(before);
  repo.write('develop/feature/login/design.md', '# Design\n\nOne file.\n');
  // What says more than what is done is no item's.
  repo.write('a.txt', 'new\n');
  expect(flow(repo, ['commit', '--item', 'A']).stdout).toContain('design.md (`flow commit`)');
  expect(filesOf(repo)).toEqual(['a.txt']);
  expect(flow(repo, ['commit'])).toMatchObject({ status: 0 });
  expect(filesOf(repo)).toEqual(['develop/feature/login/design.md']);
  expect(out(repo, 'log', '-1', '--format=%s')).toBe('Documents of Tasks until all are done, 0 of 3 done');
});

test('R57 files of others are in no commit of an item, whatever is in the index', () => {
  const repo = started();
  for (const id of ['A', 'B']) begin(repo, id);
  repo.write('a.txt', 'new\n');
  repo.write('b.txt', 'new\n');
  repo.git('add', 'b.txt');
  // The index is shared: what B has put into it stays there, and is not A's.
  expect(flow(repo, ['commit', '--item', 'A'])).toMatchObject({ stderr: '', status: 0 });
  expect(filesOf(repo)).toEqual(['a.txt']);
  expect(out(repo, 'diff', '--cached', '--name-only')).toBe('b.txt');
  repo.write('notes.txt', 'whose?\n');
  repo.write('a.txt', 'newer\n');
  // A file of nobody is left out and told; in the index, somebody meant to commit it.
  expect(flow(repo, ['commit', '--item', 'B']).stdout).toContain('nobody has said whose they are: notes.txt');
});

test('R57 a file outside of the item is refused, and the remedy leads on', () => {
  const repo = started();
  begin(repo, 'A');
  repo.write('a.txt', 'new\n');
  repo.write('notes.txt', 'whose?\n');
  repo.git('add', 'notes.txt');
  const refused = json(repo, ['commit', '--item', 'A']);
  expect(refused).toMatchObject({
    status: 1,
    error: { code: 'COMMIT_OUTSIDE', remedy: expect.stringContaining('git restore --staged notes.txt') },
  });
  expect(json(repo, ['commit', '--item', 'A', 'notes.txt'])).toMatchObject({ error: { code: 'COMMIT_OUTSIDE' } });
  repo.git('restore', '--staged', 'notes.txt');
  expect(flow(repo, ['commit', '--item', 'A'])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('notes.txt'),
  });
  expect(filesOf(repo)).toEqual(['a.txt']);
  expect(out(repo, 'status', '--porcelain')).toBe('?? notes.txt');
  // An item that lists no files has those that are named.
  expect(json(repo, ['commit', '--item', 'C'])).toMatchObject({ error: { code: 'ITEM_FILES_MISSING' } });
  expect(flow(repo, ['commit', '--item', 'C', 'notes.txt'])).toMatchObject({ status: 0 });
  expect(filesOf(repo)).toEqual(['notes.txt']);
});

test('R57 no commit is amended that was not made for the item in this attempt', () => {
  const repo = started();
  begin(repo, 'A');
  repo.write('a.txt', 'new\n');
  expect(json(repo, ['commit', '--item', 'A', '--amend'])).toMatchObject({
    status: 1,
    error: { code: 'COMMIT_NOT_OWN' },
  });
  expect(flow(repo, ['commit', '--item', 'A'])).toMatchObject({ status: 0 });
  const count = out(repo, 'rev-list', '--count', 'HEAD');
  repo.write('a.txt', 'newer\n');
  expect(flow(repo, ['commit', '--item', 'A', '--amend'])).toMatchObject({ stderr: '', status: 0 });
  expect(out(repo, 'rev-list', '--count', 'HEAD')).toBe(count);
  expect(out(repo, 'show', 'HEAD:a.txt')).toBe('newer');
  // Another item does not rewrite it, and a new attempt does not either.
  begin(repo, 'B');
  repo.write('b.txt', 'new\n');
  expect(json(repo, ['commit', '--item', 'B', '--amend'])).toMatchObject({ error: { code: 'COMMIT_NOT_OWN' } });
  repo.write('a.txt', 'newest\n');
  flow(repo, ['item', 'open', 'A']);
  begin(repo, 'A');
  expect(json(repo, ['commit', '--item', 'A', '--amend'])).toMatchObject({ error: { code: 'COMMIT_NOT_OWN' } });
  expect(flow(repo, ['commit', '--item', 'A'])).toMatchObject({ status: 0 });
});

test('R57 a hook of git that says no leaves the index as it was', () => {
  const repo = started();
  begin(repo, 'A');
  repo.write('a/new.txt', 'new\n');
  writeFileSync(path.join(repo.root, '.git/hooks/pre-commit'), '#!/bin/sh\necho "lint: no" >&2\nexit 1\n', {
    mode: 0o755,
  });
  expect(json(repo, ['commit', '--item', 'A'])).toMatchObject({
    status: 1,
    error: { code: 'COMMIT_FAILED', message: expect.stringContaining('lint: no') },
  });
  expect(out(repo, 'status', '--porcelain')).toBe('?? a/');
});

test('X51 R57 X29 in a work tree of its own, an item commits there, and goes back to where it began', () => {
  const repo = started();
  const folder = path.join(repo.area, 'tree-a');
  repo.git('worktree', 'add', '-q', '-b', 'item/A', folder, 'HEAD~1');
  const cwd = realpathSync(folder);
  const base = out(repo, 'rev-parse', 'HEAD');
  // 36: without the list nothing of it could be shown there; the way that is named leads on.
  const merge = 'git merge feature/login';
  expect(json(repo, ['item', 'begin', 'A'], { cwd })).toMatchObject({
    status: 1,
    error: {
      code: 'ITEM_NOT_HERE',
      remedy: `(cd ${repo.root} && flow commit) && ${merge} && flow item begin A`,
    },
  });
  repo.git('-C', cwd, ...merge.split(' ').slice(1));
  const begun = json(repo, ['item', 'begin', 'A'], { cwd });
  expect(begun).toMatchObject({ ok: true, data: { lease: { base, apart: true, branch: 'item/A' } } });
  writeFileSync(path.join(cwd, 'a.txt'), 'new\n');
  writeFileSync(path.join(cwd, 'stray.txt'), 'mine alone\n');
  // Nobody else works here: a file of nobody would be lost with the work tree.
  expect(json(repo, ['commit', '--item', 'A'], { cwd })).toMatchObject({
    error: { code: 'COMMIT_OUTSIDE', remedy: expect.stringMatching(/^flow commit --item A a.txt \(leaves it out\)/) },
  });
  expect(flow(repo, ['commit', '--item', 'B'], { cwd }).status).toBe(1);
  // 36: the command of an item is the one that the run's own work tree names now, whoever asks where.
  repo.write(LIST, TASKS.replace('- [ ] B', '  - Verify: `sh other.sh`\n- [ ] B'));
  writeFileSync(path.join(cwd, 'other.sh'), 'exit 0\n');
  expect(flow(repo, ['brief', '--item', 'A'], { cwd }).stdout).toContain('sh other.sh');
  const { stderr } = flow(repo, ['exec', '--', 'sh', 'other.sh'], { cwd, process: true });
  expect(stderr).toContain('recorded command:.:sh other.sh: passed');
  repo.write(LIST, TASKS);
  rmSync(path.join(cwd, 'other.sh'));
  expect(flow(repo, ['commit', '--item', 'A', 'a.txt'], { cwd })).toMatchObject({ stderr: '', status: 0 });
  expect(out(repo, 'log', '-1', '--format=%s', 'item/A')).toBe('feat: the first file (#1)');
  // The run's own work tree has not moved.
  expect(out(repo, 'rev-parse', 'HEAD')).toBe(base);
  writeFileSync(path.join(cwd, 'a.txt'), 'broken\n');
  writeFileSync(path.join(cwd, 'untracked.txt'), 'only here\n');
  const back = json(repo, ['rollback', 'start'], { cwd });
  expect(back).toMatchObject({ status: 0, ok: true, data: { to: base } });
  expect(out(repo, 'rev-parse', 'item/A')).toBe(base);
  expect(existsSync(path.join(cwd, 'untracked.txt'))).toBe(false);
  // What was there exists under a ref of its own.
  const { kept } = back.data as { kept: string };
  expect(kept).toMatch(/^refs\/flow\/kept\//);
  expect(out(repo, 'show', `${kept}:untracked.txt`)).toBe('only here');
  expect(out(repo, 'show', `${kept}:a.txt`)).toBe('broken');
  expect(out(repo, 'log', '-1', '--format=%s', `${kept}^`)).toBe('feat: the first file (#1)');
});

/** The same in a project with tests and a remote. */
function tested(): TempRepo {
  const config = `suites: [{ root: ., command: sh test.sh }]\n${CONFIG}`;
  const files = {
    'flow.config.yaml': config,
    'test.sh': 'test ! -e broken\n',
    'whole.sh': 'exit 0\n',
    'a.txt': 'a\n',
    'b.txt': 'b\n',
  };
  const repo = repository({ files });
  expect(flow(repo, ['start', 'tasks'])).toMatchObject({ stderr: '', status: 0 });
  repo.write(LIST, TASKS);
  repo.commit('tasks');
  return repo;
}

test('M48 a commit that is green is a checkpoint; one that nobody saw green is none', () => {
  const repo = tested();
  begin(repo, 'A');
  repo.write('a.txt', 'new\n');
  expect(flow(repo, ['exec', '--', 'sh', 'test.sh'])).toMatchObject({ status: 0 });
  const made = json(repo, ['commit', '--item', 'A']);
  expect(made).toMatchObject({ ok: true, data: { checkpoint: 1 } });
  const { commit } = made.data as { commit: string };
  const { checkpoints } = json(repo, ['checkpoint']).data as { checkpoints: { ref: string; commit: string }[] };
  expect(checkpoints).toMatchObject([{ n: 1, commit, item: 'A' }]);
  expect(out(repo, 'rev-parse', checkpoints[0]!.ref)).toBe(commit);
  expect(checkpoints[0]!.ref).toMatch(/^refs\/flow\/checkpoint\/[\w-]+\/1$/);
  repo.write('a.txt', 'newer\n');
  expect(json(repo, ['commit', '--item', 'A'])).toMatchObject({ ok: true, data: { checkpoint: null } });
  expect(json(repo, ['checkpoint', 'mark'])).toMatchObject({
    status: 1,
    error: { code: 'CHECKPOINT_NOT_GREEN', remedy: expect.stringContaining('sh test.sh') },
  });
  // The remedy leads on.
  expect(flow(repo, ['exec', '--', 'sh', 'test.sh'])).toMatchObject({ status: 0 });
  expect(flow(repo, ['checkpoint', 'mark'])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Checkpoint 2'),
  });
});

test.skipIf(!HAS_SCRIPT)(
  'M48 R48 R55 only a person goes back in the run’s own work tree, and all that was there is kept',
  async () => {
    const repo = tested();
    begin(repo, 'A');
    repo.write('a.txt', 'new\n');
    repo.write('.gitignore', 'secret.txt\n');
    flow(repo, ['exec', '--', 'sh', 'test.sh']);
    expect(json(repo, ['commit', '--item', 'A'])).toMatchObject({ ok: true, data: { checkpoint: 1 } });
    const green = out(repo, 'rev-parse', 'HEAD');
    repo.write('a.txt', 'broken\n');
    flow(repo, ['commit', '--item', 'A']);
    const broken = out(repo, 'rev-parse', 'HEAD');
    repo.write('b.txt', 'not committed\n');
    repo.write('only-here.txt', 'nowhere else\n');
    repo.write('develop/feature/login/design.md', '# Design\n\nDecided meanwhile.\n');
    // An agent, and a shell without a terminal, go nowhere.
    expect(json(repo, ['rollback', '1'])).toMatchObject({ status: 1, ok: false });
    expect(out(repo, 'rev-parse', 'HEAD')).toBe(broken);
    const answer = await atTerminal(repo, ['rollback', '1'], { program: FLOW });
    expect(answer).toMatchObject({ status: 0 });
    expect(out(repo, 'rev-parse', 'HEAD')).toBe(green);
    expect(out(repo, 'show', 'HEAD:a.txt')).toBe('new');
    expect(existsSync(path.join(repo.root, 'only-here.txt'))).toBe(false);
    // What was decided is not undone with the code.
    expect(existsSync(path.join(repo.root, 'develop/feature/login/design.md'))).toBe(true);
    const [kept = ''] = out(repo, 'for-each-ref', '--format=%(refname)', 'refs/flow/kept').split('\n');
    expect(out(repo, 'show', `${kept}:only-here.txt`)).toBe('nowhere else');
    expect(out(repo, 'show', `${kept}:b.txt`)).toBe('not committed');
    expect(out(repo, 'rev-parse', `${kept}^`)).toBe(broken);
  },
);

test('M48 R48 a file that git ignores and a checkpoint would write over is kept, too', () => {
  const repo = started();
  const folder = path.join(repo.area, 'tree-a');
  repo.git('worktree', 'add', '-q', '-b', 'item/A', folder);
  const cwd = realpathSync(folder);
  expect(flow(repo, ['item', 'begin', 'A'], { cwd })).toMatchObject({ status: 0 });
  repo.git('-C', cwd, 'rm', '-q', 'b.txt');
  writeFileSync(path.join(cwd, '.gitignore'), 'b.txt\n');
  repo.git('-C', cwd, 'add', '.gitignore');
  repo.git('-C', cwd, 'commit', '-qm', 'b is made here');
  writeFileSync(path.join(cwd, 'b.txt'), 'made here\n');
  const back = json(repo, ['rollback', 'start'], { cwd });
  expect(back).toMatchObject({ ok: true });
  expect(out(repo, '-C', cwd, 'show', 'HEAD:b.txt')).toBe('b');
  expect(out(repo, 'show', `${(back.data as { kept: string }).kept}:b.txt`)).toBe('made here');
});

test('X53 X54 next says when to push, as the workflow has it, and never on the base branch', () => {
  const repo = tested();
  const pushOf = () => (json(repo, ['next']).data as { push?: { why: string; commits: number; command: string } }).push;
  repo.write(LIST, TASKS.replace('without files', 'else\n  - Files: `c.txt`'));
  // One commit in the middle of a phase: nothing.
  begin(repo, 'A');
  repo.write('a.txt', '1\n');
  expect(flow(repo, ['commit', '--item', 'A']).status).toBe(0);
  expect(pushOf()).toBeUndefined();
  repo.write('a.txt', '2\n');
  expect(flow(repo, ['commit', '--item', 'A']).status).toBe(0);
  expect(pushOf()).toMatchObject({ why: 'commits', commits: 3, command: 'git push -u origin feature/login' });
  expect(flow(repo, ['next']).stdout).toContain('Push 3 commits now');
  repo.git('push', '-q', '--no-verify', '-u', 'origin', 'HEAD');
  expect(pushOf()).toBeUndefined();
  // A phase that is over.
  repo.write('a.txt', '3\n');
  expect(flow(repo, ['commit', '--item', 'A']).status).toBe(0);
  for (const id of ['A', 'B', 'C']) {
    begin(repo, id);
    repo.write(`${id.toLowerCase()}.txt`, '4\n');
    expect(flow(repo, ['submit', 'complete', '--item', id])).toMatchObject({ status: 0 });
  }
  expect(pushOf()).toMatchObject({ why: 'boundary', commits: 1, command: 'git push' });
});

test('X54 start makes the branch or the work tree that is named, and never takes the base branch', () => {
  const repo = repository({ files: { 'flow.config.yaml': CONFIG } });
  repo.git('switch', '-q', 'main');
  expect(json(repo, ['start', 'tasks'])).toMatchObject({
    error: { code: 'BRANCH_NEEDED', remedy: 'flow start tasks --branch my-change' },
  });
  expect(json(repo, ['start', 'tasks', '--branch', 'main'])).toMatchObject({
    ok: false,
    error: { code: 'BRANCH_EXISTS' },
  });
  expect(json(repo, ['start', 'tasks', '--branch', 'no good'])).toMatchObject({ error: { code: 'BRANCH_INVALID' } });
  // A mistake in the dials makes no branch.
  expect(json(repo, ['start', 'tasks', '--branch', 'my-change', '--dial', 'x=1']).ok).toBe(false);
  expect(out(repo, 'branch', '--list', 'my-change')).toBe('');
  expect(flow(repo, ['start', 'tasks', '--branch', 'my-change'])).toMatchObject({ stderr: '', status: 0 });
  expect(out(repo, 'branch', '--show-current')).toBe('my-change');
  repo.git('switch', '-q', 'main');
  const folder = path.join(repo.area, 'beside');
  const made = json(repo, ['start', 'tasks', '--worktree', folder]);
  expect(made).toMatchObject({ ok: true, data: { worktree: folder, status: { branch: 'beside' } } });
  expect(out(repo, 'branch', '--show-current')).toBe('main');
  expect(json(repo, ['status'], { cwd: folder })).toMatchObject({ ok: true, data: { workflow: 'tasks' } });
});

const STARTED = process.platform === 'linux' || process.platform === 'darwin';

test.skipIf(!STARTED)(
  'R57 where two sessions share a work tree, git commits for nobody and flow commits for each',
  async () => {
    const repo = started();
    const [one, two] = [new Session(repo, 'one'), new Session(repo, 'two')];
    try {
      for (const session of [one, two]) expect(await session.start()).toMatchObject({ status: 0 });
      const refusals = async (...commands: string[]) => {
        const told = [];
        for (const command of commands) told.push(/COMMIT_SHARED/.test((await one.before(command)).stdout));
        return told;
      };
      expect(await one.flow('item', 'begin', 'A')).toMatchObject({ status: 0 });
      // Alone, it commits as it likes.
      expect(await refusals('git commit -am x', 'git commit --amend --no-edit')).toEqual([false, false]);
      expect(await two.flow('item', 'begin', 'B')).toMatchObject({ status: 0 });
      expect(await refusals('git commit -am x', 'git commit --amend --no-edit', 'git status', 'git log')).toEqual([
        ...[true, true, false, false],
      ]);
      const told = (await one.before('git add -A && git commit -m x')).stdout;
      expect(told).toContain('others work here on B');
      expect(told).toContain('flow commit --item A');
      repo.write('a.txt', 'one\n');
      repo.write('b.txt', 'two\n');
      expect(await one.flow('commit', '--item', 'A')).toMatchObject({ status: 0 });
      expect(filesOf(repo)).toEqual(['a.txt']);
      // What the other one has is the other one's.
      expect(await one.json('commit', '--item', 'B')).toMatchObject({ ok: false, error: { code: 'ITEM_HELD' } });
      expect(await two.flow('commit', '--item', 'B')).toMatchObject({ status: 0 });
      expect(filesOf(repo)).toEqual(['b.txt']);
    } finally {
      await Promise.all([one.kill(), two.kill()]);
    }
  },
);

test.skipIf(!STARTED)(
  'R57 in a work tree of its own, a session commits as it likes and rewrites nothing from before',
  async () => {
    const repo = started();
    const folder = path.join(repo.area, 'tree-a');
    repo.git('worktree', 'add', '-q', '-b', 'item/A', folder);
    const one = new Session(repo, 'one', realpathSync(folder));
    try {
      expect(await one.start()).toMatchObject({ status: 0 });
      expect(await one.flow('item', 'begin', 'A')).toMatchObject({ status: 0 });
      const amend = 'git commit --amend --no-edit';
      expect((await one.before(amend)).stdout).toContain('was there before this item began');
      expect((await one.before('git commit -am x')).stdout).not.toContain('COMMIT_SHARED');
      writeFileSync(path.join(folder, 'a.txt'), 'new\n');
      expect(await one.flow('commit', '--item', 'A')).toMatchObject({ status: 0 });
      expect((await one.before(amend)).stdout).not.toContain('COMMIT_SHARED');
    } finally {
      await one.kill();
    }
  },
);

test('X51 that an item is not committed is told of it alone, until its own files are; what is written later is no work on it', () => {
  const config = tasksConfig('            atOnce: 1\n').replace(
    '{ check: command, command: sh verify.sh, on: item }',
    "{ check: committed, severity: warn, remedy: 'Commit it: flow commit --item.' }",
  );
  const files = { 'flow.config.yaml': config, 'whole.sh': 'exit 0\n', 'a.txt': '', 'b.txt': '' };
  const repo = repository({ files });
  expect(flow(repo, ['start', 'tasks'])).toMatchObject({ status: 0 });
  const list = ['a', 'b'].map((one) => `- [ ] ${one.toUpperCase()}: ${one}\n  - Files: \`${one}.txt\`\n`).join('');
  repo.write('develop/feature/login/tasks.md', `# Tasks\n\n## Tasks\n\n${list}`);
  repo.commit('tasks');
  const told = () =>
    (json(repo, ['status']).data as { warnings: { code: string; args: { item?: string } }[] }).warnings.flatMap(
      ({ code, args }) => (code === 'NOT_COMMITTED' ? [args.item] : []),
    );
  repo.write('a.txt', 'a\n');
  for (const words of [
    ['item', 'begin', 'A'],
    ['submit', 'complete', '--item', 'A'],
  ])
    expect(flow(repo, words)).toMatchObject({ status: 0 });
  expect(told()).toEqual(['A']);
  expect(flow(repo, ['commit', '--item', 'A'])).toMatchObject({ status: 0 });
  expect(told()).toEqual([]);
  repo.write('learnings.md', '- new\n');
  expect(told()).toEqual([]);
  repo.write('a.txt', 'later\n');
  expect(told()).toEqual(['A']);
});
