import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bash, CLIENT_VERSION, CLIENT_WITHOUT_SKILL_EVENT, call, playsOf, say, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { type Answer, guarded, play, pushed, refused, remoteRefs, silent, states, status } from './client-kit.js';
import { QUICK, STACKS, start } from './kit.js';

/* The real client, the real runners, the installed guard: what a coding agent can push, and what it is told. */

const PUSH = bash('git push --quiet --set-upstream origin HEAD');
const TEST = bash(QUICK.test);
const COMMIT = bash('git add --all && git commit --quiet --message work');
const [file, green] = QUICK.fixed;
const VITEST = STACKS.find((stack) => stack.name === 'vitest') ?? QUICK;
const write = (text: string) => bash(`cat > ${file} <<'EOF'\n${text}EOF`);

const head = (repo: TempRepo) => repo.git('rev-parse', 'HEAD');

describe.each(playsOf(STACKS.toSorted((a, b) => Number(b.available) - Number(a.available))))(
  'D2 D33 D35 $name',
  (stack) => {
    test.skipIf(!stack.available)(
      'D40 D97 D103 an untested and a red push are refused, a green one arrives',
      async () => {
        const repo = guarded(stack);
        const before = remoteRefs(repo);
        const [brokenFile, broken] = stack.broken;
        const [fixedFile, fixed] = stack.fixed;
        const { answers } = await play(repo, [
          bash(`cat > ${brokenFile} <<'EOF'\n${broken}EOF`),
          COMMIT,
          PUSH,
          () => expect(states(repo)).toEqual({ [stack.suite]: 'untested' }),
          bash(stack.test),
          () => expect(status(repo).suites[0]).toMatchObject({ state: 'red', lastRun: { outcome: 'failed' } }),
          PUSH,
          call('Read', { file_path: repo.path(fixedFile) }),
          call('Write', { file_path: repo.path(fixedFile), content: fixed }),
          () => expect(states(repo)).toEqual({ [stack.suite]: 'stale' }),
          bash(stack.test),
          COMMIT,
          PUSH,
        ]);
        const [, , untested, run, red, , written, tested, committed, passed] = answers;
        expect(untested).toMatchObject({ ...refused('PUSH_UNTESTED'), refs: before });
        expect(untested?.text).toMatch(/Run `[^`]*test[^`]*`/);
        expect(run).toMatchObject({ isError: true, text: expect.stringMatching(/^Exit code \d+\n/) });
        expect(run?.told).not.toContain('flow: ');
        expect(red).toMatchObject({ ...refused('PUSH_RED'), refs: before });
        expect(red?.text).toContain(stack.failing);
        expect(red?.text).toContain(`Fix it, then run \`${stack.test}\``);
        for (const answer of [written, tested, committed]) expect(answer).toMatchObject({ ...silent, refs: before });
        expect(passed).toMatchObject({ isError: false, refs: expect.stringContaining(head(repo)) });
        expect(pushed(repo)).toBe(head(repo));
        expect(status(repo)).toMatchObject({
          suites: [{ suite: stack.suite, state: 'tested', lastRun: { command: stack.test, outcome: 'passed' } }],
          evidence: { runs: 2, voided: false, damage: [] },
        });
      },
    );
  },
);

test('D23 the client makes vitest print its short form for agents, and that counts', async () => {
  const repo = guarded(VITEST);
  repo.write(...VITEST.fixed);
  repo.commit('work');
  const { answers } = await play(repo, [bash(VITEST.test), PUSH]);
  expect(answers[0]?.text).toMatch(/Tests +1 passed \(1\)/);
  expect(answers[0]?.text).not.toContain('✓');
  expect(answers[1]).toMatchObject({ isError: false });
  expect(pushed(repo)).toBe(head(repo));
  expect(status(repo)).toMatchObject({ suites: [{ state: 'tested', lastRun: { outcome: 'passed' } }] });
});

test('D98 trap: edit after green is refused; committing, pushing and documents afterwards say nothing of ours', async () => {
  const repo = guarded(QUICK);
  const { answers } = await play(repo, [
    write(green),
    TEST,
    COMMIT,
    PUSH,
    write(`${green}# later\n`),
    COMMIT,
    PUSH,
    () => expect(status(repo).suites[0]).toMatchObject({ state: 'stale', changed: [file] }),
    TEST,
    PUSH,
    bash('echo More words. >> README.md'),
    COMMIT,
    PUSH,
  ]);
  const stale = answers[6];
  expect(stale).toMatchObject(refused('PUSH_STALE'));
  expect(stale?.text).toContain(`Changed since: ${file}.`);
  for (const [at, answer] of answers.entries()) if (at !== 6) expect(answer, `call ${at}`).toMatchObject(silent);
  expect(pushed(repo)).toBe(head(repo));
});

test('D98 commit and push in one command: refused while untested, passes for tested content', async () => {
  const repo = guarded(QUICK);
  const both = bash('git add -A && git commit -qm work && git push -q -u origin HEAD');
  const before = remoteRefs(repo);
  const { answers } = await play(repo, [write(green), both, TEST, both]);
  expect(answers[1]).toMatchObject({ ...refused('PUSH_UNTESTED'), refs: before });
  expect(answers[3]).toMatchObject({ isError: false });
  expect(pushed(repo)).toBe(head(repo));
  expect(repo.git('log', '--oneline', 'main..HEAD').split('\n')).toHaveLength(1);
  expect(states(repo)).toEqual({ [QUICK.suite]: 'tested' });
});

test('D60 a sub-agent meets the same guard, and its green run counts for the main thread', async () => {
  const repo = guarded(QUICK);
  const before = remoteRefs(repo);
  const agent = { description: 'try', subagent_type: 'general-purpose', run_in_background: false };
  const { run, answers } = await play(
    repo,
    [write(green), COMMIT, call('Agent', { ...agent, prompt: 'LANE-A: test and push' }), PUSH],
    { agents: { 'LANE-A': [PUSH, TEST, say('tested')] } },
  );
  const inside = run.toolResults.filter((result) => result.lane === 'LANE-A');
  expect(inside[0]).toMatchObject(refused('PUSH_UNTESTED'));
  expect(inside[1]).toMatchObject({ isError: false });
  expect(answers[2]).toMatchObject({ isError: false, refs: before });
  expect(answers[3]).toMatchObject({ isError: false });
  expect(pushed(repo)).toBe(head(repo));
  expect(states(repo)).toEqual({ [QUICK.suite]: 'tested' });
});

test('a run and a push in one turn: the push is judged after the run', async () => {
  const repo = guarded(QUICK);
  const { answers } = await play(repo, [write(green), [COMMIT, TEST, PUSH]]);
  for (const answer of answers) expect(answer.isError, answer.text).toBe(false);
  expect(pushed(repo)).toBe(head(repo));
  expect(states(repo)).toEqual({ [QUICK.suite]: 'tested' });
});

describe('D60 where the session works', () => {
  test('a worktree entered later meets the guard, and its evidence is its own content', async () => {
    const repo = guarded(QUICK);
    const before = remoteRefs(repo);
    const push = bash('git push --quiet origin HEAD:refs/heads/other');
    const { answers } = await play(repo, [
      call('EnterWorktree', { name: 'other' }),
      write(green),
      COMMIT,
      push,
      TEST,
      push,
    ]);
    expect(answers[3]).toMatchObject({ ...refused('PUSH_UNTESTED'), refs: before });
    expect(answers[5]).toMatchObject({ isError: false });
    const tip = repo.git('-C', repo.path('.claude/worktrees/other'), 'rev-parse', 'HEAD');
    expect(remoteRefs(repo)).toContain(`${tip}\trefs/heads/other`);
    expect(states(repo)).toEqual({ [QUICK.suite]: 'stale' });
  });

  test('started in a subfolder, the client reads no hooks of the project: the git hook refuses', async () => {
    const repo = guarded(QUICK, { files: { 'docs/a.md': 'a\n' } });
    repo.write(...QUICK.fixed);
    repo.commit('work');
    const before = remoteRefs(repo);
    const { answers } = await play(repo, [PUSH], { cwd: repo.path('docs') });
    expect(answers[0]).toMatchObject({ isError: true, refs: before });
    expect(answers[0]?.text).toMatch(/^Exit code 1\nflow refused this push\.\n- PUSH_UNTESTED: /);
    expect(states(repo)).toEqual({ [QUICK.suite]: 'untested' });
  });
});

describe('a run in the background', () => {
  const gate = 'go-on';
  const slow = {
    'test_slow.py': `import os, time\nfrom total import total\n\n\ndef test_slow():\n    end = time.time() + 60\n    while not os.path.exists(os.path.expanduser('~/${gate}')) and time.time() < end:\n        time.sleep(0.05)\n    assert total(1, 2) == 3\n`,
  };
  const later = bash(QUICK.test, { run_in_background: true });

  test.each([
    { end: 'green', text: green, state: 'tested' },
    { end: 'red', text: QUICK.broken[1], state: 'red' },
  ])('counts once its end is announced, not before: $end', async ({ text, state }) => {
    const repo = guarded(QUICK, { files: slow });
    const before = remoteRefs(repo);
    const { answers } = await play(repo, [
      write(text),
      COMMIT,
      later,
      PUSH,
      () => expect(states(repo)).toEqual({ [QUICK.suite]: 'untested' }),
      () => writeFileSync(join(repo.home, gate), ''),
      say('waiting'),
      () => expect(states(repo)).toEqual({ [QUICK.suite]: state }),
      PUSH,
    ]);
    expect(answers[2]?.text).toContain('running in background');
    expect(answers[3]).toMatchObject({ ...refused('PUSH_UNTESTED'), refs: before });
    if (state === 'red') {
      expect(answers[4]).toMatchObject({ ...refused('PUSH_RED'), refs: before });
      expect(answers[4]?.text).toContain('test_slow');
    } else {
      expect(answers[4]).toMatchObject({ isError: false });
      expect(pushed(repo)).toBe(head(repo));
    }
  });

  test('a run that the client moves to the background when its time is over counts at its end', async () => {
    const repo = guarded(QUICK, { files: slow });
    const before = remoteRefs(repo);
    const { answers } = await play(repo, [
      write(green),
      COMMIT,
      bash(QUICK.test, { timeout: 2000 }),
      PUSH,
      () => writeFileSync(join(repo.home, gate), ''),
      say('waiting'),
      PUSH,
    ]);
    expect(answers[2]?.text).toContain('was moved to the background');
    expect(answers[3]).toMatchObject({ ...refused('PUSH_UNTESTED'), refs: before });
    expect(answers[4]).toMatchObject({ isError: false });
    expect(pushed(repo)).toBe(head(repo));
    expect(states(repo)).toEqual({ [QUICK.suite]: 'tested' });
  });

  test('a run that was stopped is not green', async () => {
    const repo = guarded(QUICK, { files: slow });
    const before = remoteRefs(repo);
    const stop = {
      make: (started?: Answer) => call('TaskStop', { task_id: /ID: (b\w+)/.exec(started?.text ?? '')?.[1] }),
    };
    const { answers } = await play(repo, [write(green), COMMIT, later, stop, PUSH]);
    expect(answers[3]?.text).toContain('stopped task');
    expect(answers[4]).toMatchObject({ ...refused('PUSH_(UNTESTED|UNKNOWN)'), refs: before });
    expect(status(repo).suites[0]?.state).not.toBe('tested');
  });
});

describe('D31 trap: a run with more than 30,000 characters of output', () => {
  // The loud lines imitate the runner's own, so that only the real summary can decide.
  const loud = (verdict: string, lines = 4000) => ({
    'pyproject.toml': '[project]\nname = "cart"\nversion = "0"\n\n[tool.pytest.ini_options]\naddopts = "-s"\n',
    'test_loud.py': `def test_loud():\n    for line in range(${lines}):\n        print('=== ${verdict} in 0.01s ===', line)\n`,
  });

  test('a passing one counts', async () => {
    const repo = guarded(QUICK, { files: loud('7 failed') });
    const { answers } = await play(repo, [write(green), TEST, COMMIT, PUSH]);
    expect(answers[1]?.text).toContain('persisted-output');
    expect(answers[3]).toMatchObject({ isError: false });
    expect(pushed(repo)).toBe(head(repo));
    expect(states(repo)).toEqual({ [QUICK.suite]: 'tested' });
  });

  test('a failing one is not green, though its end with the summary is lost', async () => {
    const repo = guarded(QUICK, { files: loud('7 passed') });
    const before = remoteRefs(repo);
    const { answers } = await play(repo, [write(QUICK.broken[1]), TEST, COMMIT, PUSH]);
    expect(answers[1]?.text).toMatch(/^Exit code 1\n/);
    expect(answers[1]?.text).not.toContain('1 failed');
    expect(answers[3]).toMatchObject({ ...refused('PUSH_(RED|UNKNOWN)'), refs: before });
    expect(states(repo)).toEqual({ [QUICK.suite]: expect.stringMatching(/^(red|unknown)$/) });
  });

  test('a failing one that is cut in the middle is red, with the name', async () => {
    const repo = guarded(QUICK, { files: loud('7 passed', 500) });
    const before = remoteRefs(repo);
    const { answers } = await play(repo, [write(QUICK.broken[1]), TEST, COMMIT, PUSH]);
    expect(answers[1]?.text).toContain('characters truncated');
    expect(answers[3]).toMatchObject({ ...refused('PUSH_RED'), refs: before });
    expect(answers[3]?.text).toContain(QUICK.failing);
    expect(states(repo)).toEqual({ [QUICK.suite]: 'red' });
  });
});

test.each([CLIENT_VERSION, CLIENT_WITHOUT_SKILL_EVENT])(
  "Scope 8b D100 from a folder outside of any repository, where the client reads no hooks of the project, git's own hook judges: %s",
  async (version) => {
    const repo = guarded(QUICK);
    repo.write(...QUICK.fixed);
    repo.commit('work');
    const outside = join(repo.area, 'outside');
    mkdirSync(outside);
    const before = remoteRefs(repo);
    const named = [
      `git --git-dir=${repo.path('.git')} push --quiet origin HEAD`,
      `GIT_DIR=${repo.path('.git')} git push --quiet origin HEAD`,
      'git -C .. --git-dir=repo/.git push --quiet origin HEAD',
    ];
    const { answers } = await play(
      repo,
      [
        ...named.map((command) => bash(command)),
        () => {
          start(repo).bash(QUICK.test);
        },
        bash(named[0]!),
      ],
      { cwd: outside, version },
    );
    for (const [at, command] of named.entries()) {
      expect(answers[at], command).toMatchObject({ isError: true, refs: before });
      expect(answers[at]?.text, command).toMatch(/^Exit code 1\nflow refused this push\.\n- PUSH_UNTESTED: /);
    }
    expect(answers[named.length]).toMatchObject({ isError: false });
    expect(pushed(repo)).toBe(head(repo));
  },
);

test('D100 a dry run publishes nothing and passes', async () => {
  const repo = guarded(QUICK);
  const before = remoteRefs(repo);
  const { answers } = await play(repo, [write(green), COMMIT, bash('git push --dry-run origin HEAD')]);
  expect(answers[2]?.text).toMatch(/\* \[new branch\] +HEAD -> feature\/login/);
  expect(answers[2]).toMatchObject({ ...silent, refs: before });
});

test('D100 what only mentions a push passes, and every spelling of one is refused', async () => {
  const repo = guarded(QUICK);
  const before = remoteRefs(repo);
  repo.git('config', 'alias.publish', 'push origin HEAD');
  const mentions = [
    'git commit -qm "explain git push origin HEAD"',
    'echo "git push origin HEAD"',
    "cat > notes.md <<'EOF'\ngit push origin HEAD\nEOF",
    'grep -rn "git push" notes.md',
  ];
  const spellings = [
    'git -C . push origin HEAD',
    'git publish',
    'git -c alias.p=push p origin HEAD',
    'bash -c "git push origin HEAD"',
    'sh release.sh',
    'echo hi && git push origin HEAD',
    'echo hi\ngit push origin HEAD',
    '(git push origin HEAD)',
    'git push --no-verify origin HEAD',
    'git -c core.hooksPath=/dev/null push origin HEAD',
    'g=git; p=push; $g $p origin HEAD',
    'git send-pack ../origin.git HEAD:refs/heads/x',
  ];
  const { answers } = await play(repo, [
    call('Write', { file_path: repo.path('release.sh'), content: 'git push origin HEAD\n' }),
    bash(`cat > ${file} <<'EOF'\n${green}EOF\ngit add -A`),
    ...[...mentions, ...spellings].map((command) => bash(command)),
  ]);
  const [, , ...of] = answers;
  for (const [at, command] of mentions.entries()) expect(of[at], command).toMatchObject(silent);
  for (const [at, command] of spellings.entries()) {
    const answer = of[mentions.length + at];
    expect(answer, command).toMatchObject({ isError: true, refs: before });
    expect(answer?.text, command).toMatch(/^PreToolUse:Bash hook error: flow refused .*\n- [A-Z_]+: /s);
  }
  expect(remoteRefs(repo)).toBe(before);
  expect(states(repo)).toEqual({ [QUICK.suite]: 'untested' });
});

test('D100 a push inside a program does not arrive, whoever refuses it', async () => {
  const repo = guarded(QUICK);
  const before = remoteRefs(repo);
  const encoded = Buffer.from('git push origin HEAD').toString('base64');
  const commands = [
    'make release',
    `python3 -c "import subprocess; subprocess.check_call(['git', 'push', 'origin', 'HEAD'])"`,
    `node -e "require('child_process').execSync('git push origin HEAD', { stdio: 'inherit' })"`,
    'python3 release.py',
  ];
  repo.write('Makefile', 'release:\n\tgit push origin HEAD\n');
  repo.write(
    'release.py',
    `import base64, subprocess\nsubprocess.check_call(base64.b64decode('${encoded}').decode().split())\n`,
  );
  repo.write(...QUICK.fixed);
  repo.commit('work');
  const { answers } = await play(
    repo,
    commands.map((command) => bash(command)),
  );
  for (const [at, command] of commands.entries()) {
    expect(answers[at], command).toMatchObject({ isError: true, refs: before });
    expect(answers[at]?.text, command).toMatch(/flow refused/);
  }
  expect(states(repo)).toEqual({ [QUICK.suite]: 'untested' });
});
