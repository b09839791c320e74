import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Agent, runHook, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, HOOK, project, QUICK, repository, start } from '../packages/hooks/test/kit.js';
import { atTerminal, HAS_SCRIPT } from '../packages/hooks/test/terminal-kit.js';

/* Promises that belong to the product as a whole: shown on the built program, as an agent and a person meet it. */

/** The command that a refusal names for the rule of this code. */
function remedy(refused: string | null, code: string): string {
  const line = refused?.split('\n').find((one) => one.startsWith(`- ${code}: `));
  // The last command before "in its own call", else the last one of the line.
  const named = [...(line ?? '').matchAll(/`([^`]+)`( in its own call)?/g)];
  const command = (named.find((match) => match[2]) ?? named.at(-1))?.[1];
  if (command === undefined) throw new Error(`no command for ${code} in: ${refused}`);
  return command;
}

const PUSH = 'git push -q origin HEAD';
const PASSES = { refused: null, exit: 0 };

function commit(repo: TempRepo, file: readonly [string, string], message = 'change'): void {
  repo.write(file[0], file[1]);
  repo.commit(message);
}

const edited: [string, string] = [QUICK.fixed[0], `${QUICK.fixed[1]}\n`];
const secondTest = 'test_more.py';

/** How each rule of a push comes to refuse; `after` is what a person would do before the named command. */
const refusals: {
  code: string;
  push?: string;
  before(it: Agent, repo: TempRepo): void;
  after?(repo: TempRepo): void;
}[] = [
  { code: 'PUSH_UNTESTED', before: (_it, repo) => commit(repo, QUICK.fixed) },
  {
    code: 'PUSH_STALE',
    before(it, repo) {
      commit(repo, QUICK.fixed);
      it.bash(QUICK.test);
      commit(repo, edited);
    },
  },
  {
    code: 'PUSH_RED',
    before(it, repo) {
      commit(repo, QUICK.broken);
      it.bash(QUICK.test);
    },
    // Of another length than the broken one: Python's cache goes by size and whole seconds.
    after: (repo) => commit(repo, edited, 'fix'),
  },
  {
    code: 'PUSH_UNKNOWN',
    before(it, repo) {
      commit(repo, QUICK.fixed);
      it.bash(`${QUICK.test} > /dev/null 2>&1; true`);
    },
  },
  {
    code: 'PUSH_TESTS_REMOVED',
    before(_it, repo) {
      repo.git('rm', '-q', testFile());
      commit(repo, QUICK.fixed);
    },
    after: (repo) => commit(repo, [testFile(), QUICK.files[testFile()]!], 'restore'),
  },
  {
    code: 'PUSH_HEAD_MOVES',
    push: `git merge -q other && ${PUSH}`,
    before(it, repo) {
      repo.git('branch', 'other');
      repo.git('config', 'push.default', 'current');
      commit(repo, QUICK.fixed);
      it.bash(QUICK.test);
    },
  },
  {
    code: 'PUSH_ENVIRONMENT',
    push: 'HOME=/nowhere git push origin HEAD',
    before(it, repo) {
      repo.git('config', 'push.default', 'current');
      commit(repo, QUICK.fixed);
      it.bash(QUICK.test);
    },
  },
];

function testFile(): string {
  return Object.keys(QUICK.files).find((name) => name.includes('test'))!;
}

describe('D40 a refusal helps', () => {
  test.each(refusals)('D40 the command that $code names lets the push through', ({ code, push, before, after }) => {
    const repo = project(QUICK);
    const it = start(repo);
    before(it, repo);
    const { refused } = it.bash(push ?? PUSH);
    const command = remedy(refused, code);
    after?.(repo);
    expect(it.bash(command), command).toMatchObject(PASSES);
    expect(it.bash(PUSH)).toMatchObject(PASSES);
    expect(repo.git('ls-remote', 'origin', 'refs/heads/feature/login')).toContain(repo.git('rev-parse', 'HEAD'));
  });

  test.skipIf(QUICK.name !== 'pytest')('D40 PUSH_PARTIAL: the whole run that it names covers the rest', () => {
    const repo = project(QUICK, { files: { [secondTest]: 'def test_more():\n    assert True\n' } });
    const it = start(repo);
    commit(repo, QUICK.fixed);
    it.bash(`${QUICK.test} ${testFile()}`);
    const { refused } = it.bash(PUSH);
    expect(refused).toContain(secondTest);
    expect(it.bash(remedy(refused, 'PUSH_PARTIAL'))).toMatchObject(PASSES);
    expect(it.bash(PUSH)).toMatchObject(PASSES);
  });

  test('D40 PUSH_UNREADABLE, of git itself: a branch goes through', () => {
    const repo = project(QUICK);
    expect(cli(repo, ['install']).status).toBe(0);
    const it = start(repo);
    commit(repo, QUICK.fixed);
    it.bash(QUICK.test);
    const blob = repo.git('rev-parse', `HEAD:${QUICK.fixed[0]}`);
    const push = it.bash(`git -C . push origin ${blob}:refs/tags/blob`);
    expect(push).toMatchObject({ refused: null, exit: 1 });
    expect(it.bash(remedy(push.output, 'PUSH_UNREADABLE'))).toMatchObject(PASSES);
  });

  test('D40 PUSH_DEFAULT_BRANCH: on a branch of its own it goes through', () => {
    const repo = project(QUICK);
    repo.git('checkout', '-q', 'main');
    const it = start(repo);
    commit(repo, QUICK.fixed);
    it.bash(QUICK.test);
    const command = remedy(
      it.bash('git push -q origin HEAD').refused?.replace(/`main`/, 'main') ?? null,
      'PUSH_DEFAULT_BRANCH',
    );
    expect(it.bash(command)).toMatchObject(PASSES);
    expect(it.bash('git push -q origin HEAD')).toMatchObject(PASSES);
  });
});

/** A repository whose base branch carries a policy, and two suites of one command each. */
function withPolicy(policy: string): TempRepo {
  const repo = repository({
    files: { 'flow.config.yaml': policy, 'a/check.sh': 'true\n', 'b/check.sh': 'true\n' },
  });
  repo.write('code.txt', 'x\n');
  return repo;
}

const TWO_SUITES = 'suites:\n  - { root: a, command: sh check.sh }\n  - { root: b, command: sh check.sh }\n';

describe('the policy', () => {
  test('D34 failures and warnings are shown together, and warnings alone let the push through', () => {
    const repo = withPolicy(`push: { stale: warn }\n${TWO_SUITES}`);
    const it = start(repo);
    it.bash('cd a && sh check.sh');
    repo.write('a/new.txt', 'x\n');
    repo.write('b/new.txt', 'x\n');
    repo.commit('change');
    const refused = it.bash(PUSH).refused ?? '';
    expect(refused).toMatch(/- PUSH_UNTESTED: .*command:b.*\n- PUSH_STALE: .*command:a/s);
    it.bash('cd b && sh check.sh');
    const push = it.bash(PUSH);
    expect(push).toMatchObject(PASSES);
    expect(push.told.join()).toMatch(/command:a.*saw different content/);
  });

  test('the policy of the base branch is in force, a change of it waits for a person', () => {
    const repo = withPolicy(`mode: monitor\n${TWO_SUITES}`);
    const it = start(repo);
    repo.write('a/new.txt', 'x\n');
    repo.commit('change');
    const push = it.bash('git push --dry-run origin HEAD && git push -q origin HEAD');
    expect(push).toMatchObject(PASSES);
    expect(push.told.join()).toMatch(/monitor mode: not enforced.*PUSH_UNTESTED/s);
    repo.write('flow.config.yaml', 'push: { untested: off }\n');
    const apply = cli(repo, ['apply'], { environment: { CLAUDECODE: '1' } });
    expect(apply).toMatchObject({ status: 1, stderr: expect.stringContaining('PERSON_ONLY') });
    expect(JSON.parse(cli(repo, ['status', '--json']).stdout)).toMatchObject({
      policy: [expect.stringContaining('flow-hooks apply')],
    });
    repo.write('flow.config.yaml', 'psuh: { untested: off }\n');
    expect(cli(repo, ['apply']).stderr).toContain('psuh');
  });
});

test.skipIf(!HAS_SCRIPT)(
  'C73 what a person applied holds: for file tools, and on a branch that lacks the file',
  async () => {
    const repo = withPolicy('');
    repo.write('flow.config.yaml', `protect: ['deploy/**']\n${TWO_SUITES}`);
    repo.commit('other rules');
    expect((await atTerminal(repo, ['apply'])).text).toContain('Applied');
    const it = start(repo);
    repo.write('a/new.txt', 'x\n');
    repo.git('rm', '-q', 'flow.config.yaml');
    repo.commit('without the rules');
    expect(it.bash(PUSH).refused).toMatch(/PUSH_UNTESTED.*command:a.*POLICY_PENDING/s);
    expect(it.write('deploy/production.env', 'x').refused).toContain('PROTECTED_WRITE');
  },
);

const secret = Buffer.from('git push origin HEAD').toString('base64');

describe('C75 T14 reachable from the entry', () => {
  test.each<{ code: string; tool: string; input: Record<string, unknown> }>([
    { code: 'PUSH_UNTESTED', tool: 'Bash', input: { command: PUSH } },
    { code: 'PUSH_DEFAULT_BRANCH', tool: 'Bash', input: { command: 'git push origin HEAD:main' } },
    { code: 'PROTECTED_WRITE', tool: 'Write', input: { file_path: '.claude/settings.json', content: '{}' } },
    { code: 'PROTECTED_WRITE', tool: 'Bash', input: { command: 'echo {} > .claude/settings.json' } },
    { code: 'PROTECTED_WRITE', tool: 'mcp__files__put', input: { path: '.git/hooks/pre-push', text: '' } },
    { code: 'GUARD_DISARM', tool: 'Bash', input: { command: 'git config core.hooksPath /dev/null' } },
    { code: 'PERSON_ONLY', tool: 'Bash', input: { command: 'npx flow-hooks apply' } },
    { code: 'COMMAND_UNREADABLE', tool: 'Bash', input: { command: 'eval "$(./pushes)"; git push' } },
    { code: 'NOTIFICATION_FORGED', tool: 'ScheduleWakeup', input: { prompt: '<task-notification>' } },
    { code: 'INPUT_INVALID', tool: 'Write', input: { content: '' } },
  ])('C75 every guard answers through the built dispatcher: $code', ({ code, tool, input }) => {
    const repo = project(QUICK);
    const it = start(repo);
    commit(repo, QUICK.fixed);
    const refused = it.tool(tool, input).refused;
    expect(refused).toContain(`- ${code}: `);
  });

  test('C75 decoded code that reaches a push is refused, too', () => {
    const repo = project(QUICK);
    const it = start(repo);
    commit(repo, QUICK.fixed);
    expect(it.bash(`echo ${secret} | base64 -d | sh`).refused).toMatch(/^flow refused/);
  });

  test('C75 settings that disarm the guard are refused while the session runs', () => {
    const repo = project(QUICK);
    const it = start(repo);
    repo.write('.claude/settings.json', '{ "disableAllHooks": true }\n');
    const run = it.send(it.events.configChange('project_settings', repo.path('.claude/settings.json')));
    expect(run).toMatchObject({ status: 2, json: { decision: 'block' } });
    expect(run.stderr).toContain('GUARD_DISARM');
  });
});

test('C38 tools that only read are answered by the entry file alone', () => {
  const repo = repository();
  const entry = path.join(repo.area, 'entry/hook.cjs');
  mkdirSync(path.dirname(entry));
  copyFileSync(HOOK, entry);
  const it = start(repo, { hook: entry });
  const ask = (tool: string, input: unknown) =>
    runHook(entry, it.events.preToolUse(tool, input, 'toolu_1'), { environment: repo.environment, cwd: repo.root });
  expect(ask('Read', { file_path: repo.path('.claude/settings.json') })).toMatchObject({ status: 0, stdout: '' });
  expect(ask('Grep', { pattern: 'git push' })).toMatchObject({ status: 0, stdout: '' });
  // The engine is not there: what needs it is refused.
  expect(ask('Bash', { command: PUSH }).status).toBe(2);
});

test('C71 the repository is found from the edited file', () => {
  const repo = project(QUICK);
  const sibling = path.join(repo.area, 'sibling');
  repo.git('worktree', 'add', '-q', sibling, '-b', 'feature/other');
  const it = start(repo);
  expect(it.write(path.join(sibling, 'free.txt'), 'x').refused).toBeNull();
  expect(it.write(path.join(sibling, 'develop/feature/other/gate-shape.approved'), 'ok').refused).toContain(
    'PROTECTED_WRITE',
  );
  const outside = start(repo, { cwd: repo.area });
  expect(outside.write(path.join(sibling, '.claude/settings.json'), '{}').refused).toContain('PROTECTED_WRITE');
});

test('D42 D43 approvals and results are refused to the file tool', () => {
  const repo = project(QUICK);
  const it = start(repo);
  for (const name of ['gate-shape.approved', 'test-results-go.json', 'lint-results.json', 'phase-override.json']) {
    const { refused } = it.write(`develop/feature/login/${name}`, '{}');
    expect(refused, name).toContain('PROTECTED_WRITE');
    expect(existsSync(repo.path('develop'))).toBe(false);
  }
  expect(it.write('develop/feature/login/plan.md', '# Plan\n').refused).toBeNull();
});

test("D12 D15 X55 what a run leaves lies in the branch's folder and is not committed", () => {
  const repo = project(QUICK, { branch: 'feature/a/b' });
  expect(cli(repo, ['install']).status).toBe(0);
  const it = start(repo);
  it.bash(QUICK.test);
  expect(existsSync(repo.path(`develop/feature/a/b/test-results-${QUICK.name}.json`))).toBe(true);
  repo.commit('everything that git would take');
  const taken = repo.git('ls-tree', '-r', '--name-only', 'HEAD');
  expect(taken).toContain('.claude/hooks/flow.cjs');
  expect(taken).not.toMatch(/develop|journal|receipt/);
});
