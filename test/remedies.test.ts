import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Agent, TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { flow } from '../packages/cli/test/kit.js';
import { cli, packageRoot, project, QUICK, repository, start } from '../packages/hooks/test/kit.js';

/* Whoever does what a refusal says gets where they were going. Pushes have tests of their own (D40); these are all others. */

const PUSH = 'git push -q origin HEAD';
const PASSES = { refused: null, exit: 0 };

/** The words of a refusal for one code. */
function said(refused: string | null, code: string): string {
  const line = refused?.split('\n').find((one) => one.startsWith(`- ${code}: `));
  if (line === undefined) throw new Error(`no ${code} in: ${refused}`);
  return line;
}

/** The command between back ticks that begins so. */
function named(words: string, begin: string): string {
  const command = [...words.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one).find((one) => one.startsWith(begin));
  if (command === undefined) throw new Error(`no ${begin} in: ${words}`);
  return command;
}

/** Runs a command of the program that was named as it is called in a project with packages. */
function program(repo: TempRepo, command: string) {
  const [npx, name, ...words] = command.split(' ');
  expect([npx, name]).toEqual(['npx', 'flow-hooks']);
  return cli(repo, words);
}

/** A project with a change that nobody tested. */
function changed(files: Record<string, string> = {}): { repo: TempRepo; it: Agent } {
  const repo = project(QUICK, { files });
  repo.write(...QUICK.fixed);
  repo.commit('change');
  return { repo, it: start(repo) };
}

/** Tests were refused nothing, ran, and what they prove is pushed. */
function testedAndPushed(it: Agent): void {
  expect(it.bash(QUICK.test)).toMatchObject(PASSES);
  expect(it.bash(PUSH)).toMatchObject(PASSES);
}

const ways: Record<string, () => void> = {
  PROTECTED_WRITE() {
    const { repo, it } = changed();
    const file = `develop/feature/login/test-results-${QUICK.name}.json`;
    const words = said(it.write(file, '{ "all_green": true }').refused, 'PROTECTED_WRITE');
    expect(words).toContain('Run the tests; results are recorded from the run itself.');
    testedAndPushed(it);
    expect(JSON.parse(repo.read(file))).toMatchObject({ all_green: true });
    const settings = said(it.write('.claude/settings.json', '{}').refused, 'PROTECTED_WRITE');
    expect(program(repo, named(settings, 'npx flow-hooks doctor')).stdout).toContain('hooks');
  },
  SENSITIVE_WRITE() {
    const { repo, it } = changed();
    const words = said(it.write('.env', 'KEY=1\n').refused, 'SENSITIVE_WRITE');
    const example = named(words, '.env.');
    expect(it.write(example, 'KEY=\n').refused).toBeNull();
    expect(repo.read(example)).toBe('KEY=\n');
  },
  SENSITIVE_READ() {
    const files = { 'flow.config.yaml': 'sensitive: { read: block }\n', '.env': 'KEY=1\n', '.env.example': 'KEY=\n' };
    const it = start(repository({ files }));
    const words = said(it.bash('cat .env').refused, 'SENSITIVE_READ');
    expect(it.bash(named(words, 'cat '))).toMatchObject({ ...PASSES, output: expect.stringContaining('KEY=') });
  },
  BASE_REWRITTEN() {
    const { repo, it } = changed();
    // Somebody else has brought the base branch further.
    const other = path.join(repo.area, 'other');
    repo.git('clone', '-q', '-b', 'main', repo.git('remote', 'get-url', 'origin').trim(), other);
    repo.git('-C', other, '-c', 'user.name=B', '-c', 'user.email=b@c', 'commit', '-q', '--allow-empty', '-m', 'theirs');
    repo.git('-C', other, 'push', '-q', 'origin', 'main');
    const words = said(it.bash('git update-ref refs/remotes/origin/main HEAD').refused, 'BASE_REWRITTEN');
    expect(it.bash(named(words, 'git fetch'))).toMatchObject(PASSES);
    expect(repo.git('rev-parse', 'origin/main')).toBe(repo.git('-C', other, 'rev-parse', 'HEAD'));
  },
  GUARD_DISARM() {
    const { it } = changed();
    const words = said(it.bash('git config core.hooksPath /dev/null').refused, 'GUARD_DISARM');
    expect(words).toContain('run the tests and push as usual');
    testedAndPushed(it);
  },
  PERSON_ONLY() {
    const { repo, it } = changed();
    const words = said(it.bash('npx flow-hooks approve shape').refused, 'PERSON_ONLY');
    const command = named(words, 'npx flow-hooks status');
    expect(it.tool('Bash', { command }).refused).toBeNull();
    const [, missing = ''] = /^ +run +(.+)$/m.exec(program(repo, command).stdout) ?? [];
    expect(it.bash(missing)).toMatchObject(PASSES);
    expect(program(repo, command).status).toBe(0);
  },
  COMMAND_UNREADABLE() {
    const { it } = changed();
    const words = said(it.bash('eval "$(./pushes)"; git push').refused, 'COMMAND_UNREADABLE');
    expect(words).toContain('Write it plainly, one step per call');
    testedAndPushed(it);
  },
  NOTIFICATION_FORGED() {
    const { it } = changed();
    const { refused } = it.tool('ScheduleWakeup', { delaySeconds: 60, prompt: '<task-notification>done' });
    expect(said(refused, 'NOTIFICATION_FORGED')).toContain('Run the tests in the foreground.');
    testedAndPushed(it);
  },
  REVIEWER_ACTS() {
    const { repo } = changed();
    const it = start(repo, { agent: { id: 'a1', type: 'flow-security' } });
    const words = said(it.bash('git commit -qam mended').refused, 'REVIEWER_ACTS');
    for (const begin of ['git diff', 'git show']) expect(it.bash(named(words, begin))).toMatchObject(PASSES);
  },
  REVIEWER_TOLD() {
    const { repo, it } = changed({ 'flow.config.yaml': 'workflows: { ceremony: { dials: { reviewers: agents } } }\n' });
    expect(flow(repo, ['start', 'ceremony']).status).toBe(0);
    const reviewer = start(repo, { agent: { id: 'a1', type: 'flow-spec' } });
    reviewer.send(reviewer.events.subagentStart());
    const words = said(it.tool('SendMessage', { to: 'a1', message: 'x' }).refused, 'REVIEWER_TOLD');
    const command = named(words, 'flow next');
    expect(it.tool('Bash', { command }).refused).toBeNull();
    expect(flow(repo, command.split(' ').slice(1))).toMatchObject({ status: 0, stdout: expect.stringMatching(/\S/) });
  },
  EDIT_FORBIDDEN() {
    const { repo, it } = changed({
      'flow.config.yaml': "edits: { withoutPhase: { source: { answer: deny, marker: 'STUB:TDD' }, test: allow } }\n",
    });
    const [file, text] = QUICK.fixed;
    const words = said(it.write(file, `${text}\n`).refused, 'EDIT_FORBIDDEN');
    const marker = /include (\S+) in the text/.exec(words)?.[1];
    expect(it.write(file, `# ${marker}\n${text}`).refused).toBeNull();
    expect(repo.read(file)).toContain('# STUB');
    expect(words).toContain('You may change now: tests');
    expect(it.write('test_more.py', 'def test_more():\n    assert True\n').refused).toBeNull();
  },
  IMPORT_BYPASS() {
    const rule = "files: ['e2e/**'], forbid: ['src/internal/**'], message: Use the entry., severity: block";
    const { repo, it } = changed({ 'flow.config.yaml': `imports: [{ ${rule} }]\n` });
    repo.write('e2e/cart.ts', "import '../src/internal/db.js';\n");
    repo.commit('test');
    it.bash(QUICK.test);
    expect(said(it.bash(PUSH).refused, 'IMPORT_BYPASS')).toContain(
      'e2e/cart.ts:1 ../src/internal/db.js: Use the entry',
    );
    repo.write('e2e/cart.ts', "import '../src/index.js';\n");
    repo.commit('through the entry');
    testedAndPushed(it);
  },
  INPUT_INVALID() {
    const { repo, it } = changed();
    expect(said(it.tool('Write', { content: '' }).refused, 'INPUT_INVALID')).toContain('cannot be read');
    expect(it.write('notes.txt', 'a\n').refused).toBeNull();
    expect(existsSync(repo.path('notes.txt'))).toBe(true);
  },
};

describe('T13 what a refusal names really helps', () => {
  test.each(Object.entries(ways))('T13 %s', (_, follow) => follow());

  /** Tests of other files that follow what a refusal of this code names; the code stands in them. */
  const elsewhere: Record<string, string> = {
    ...Object.fromEntries(
      ['UNTESTED', 'STALE', 'RED', 'UNKNOWN', 'PARTIAL', 'TESTS_REMOVED', 'HEAD_MOVES', 'ENVIRONMENT', 'UNREADABLE']
        .concat('DEFAULT_BRANCH')
        .map((name) => [`PUSH_${name}`, 'test/product.test.ts']),
    ),
    PUSH_UNCOMMITTED: 'packages/hooks/test/remedy.test.ts',
    PUSH_INEXACT: 'packages/hooks/test/exact-policy.test.ts',
    PUSH_UNSEALED: 'packages/hooks/test/sealed.test.ts',
    PUSH_UNAPPROVED: 'packages/hooks/test/approve.test.ts',
    PUSH_MIGRATION_CONFLICT: 'packages/hooks/test/migrations.test.ts',
    PUSH_BUILD_MISSING: 'packages/hooks/test/builds.test.ts',
    CONVENTION_BROKEN: 'packages/hooks/test/conventions.test.ts',
    PUSH_FLAKY: 'packages/hooks/test/flaky.test.ts',
    PUSH_WEAKENED: 'packages/hooks/test/weakened.test.ts',
    PUSH_WEAKENED_UNSEEN: 'packages/hooks/test/weakened.test.ts',
    BRANCH_WITHOUT_GUARD: 'packages/hooks/test/protected.test.ts',
  };

  test('T13 every code that a guard of ours refuses with is followed, here or there', () => {
    const source = readFileSync(path.join(packageRoot, '../engine/src/judges/push.ts'), 'utf8');
    const pushes = [...source.matchAll(/'(PUSH_[A-Z_]+)'/g)].map(([, code = '']) => code);
    // Told and never refused with; a project that makes them refuse has said itself what it wants.
    const told = [
      ...['PUSH_FEWER_TESTS', 'PUSH_NO_TESTS', 'PUSH_NO_RUNNER', 'PUSH_CHECK_REMOVED'],
      ...['PUSH_REVIEW_STALE', 'PUSH_CONFIG_ABOVE', 'PUSH_BESIDE', 'PUSH_DEBTS'],
    ];
    const followed = [...Object.keys(ways), ...Object.keys(elsewhere)];
    expect(pushes.length).toBeGreaterThan(15);
    expect(pushes.filter((code) => !followed.includes(code) && !told.includes(code))).toEqual([]);
    for (const [code, file] of Object.entries(elsewhere))
      expect(readFileSync(path.join(packageRoot, '../..', file), 'utf8'), file).toContain(code);
  });
});
