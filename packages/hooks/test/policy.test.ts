import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { defaultPolicy, type EditRule } from '@flow/core';
import { canonical, findRepository, loadKey, repositoryState, sign } from '@flow/evidence';
import { describe, expect, test } from 'vitest';
import { cli, commented, project, QUICK, repository, start } from './kit.js';
import { atTerminal, HAS_SCRIPT } from './terminal-kit.js';

/** Untested work on a branch, under a configuration that the base branch already has. */
function configured(config: string, options: Parameters<typeof project>[1] = {}) {
  const repo = project(QUICK, { ...options, files: { 'flow.config.yaml': config } });
  repo.write(...QUICK.fixed);
  repo.commit('untested');
  return { repo, it: start(repo) };
}

test('a configuration that is a named pipe keeps no guard waiting', () => {
  const repo = project(QUICK);
  repo.write(...QUICK.fixed);
  repo.commit('untested');
  execFileSync('mkfifo', [repo.path('flow.config.yaml')]);
  expect(start(repo).bash('git push -q origin HEAD').refused).toContain('PUSH_UNTESTED');
});

describe('D34 what each rule does is configurable', () => {
  test('a warning lets the push through and is shown', () => {
    const { it } = configured('push:\n  untested: warn\n');
    const push = it.bash('git push -q origin HEAD');
    expect(push).toMatchObject({ refused: null, exit: 0 });
    expect(push.told.join()).toContain('No test run');
  });

  test('off is silent', () => {
    const { it } = configured('push:\n  untested: off\n');
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, told: [] });
  });

  test('work in progress: branches by name', () => {
    const { it } = configured('push:\n  branches:\n    wip/*: warn\n', { branch: 'wip/try' });
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
    expect(it.bash('git push -q origin HEAD:refs/heads/feature/x').refused).toContain('PUSH_UNTESTED');
  });

  test('D34 failures and warnings are shown together', () => {
    const { it } = configured('push:\n  defaultBranch: warn\n');
    const push = it.bash('git push origin HEAD:main');
    expect(push.refused).toContain('PUSH_UNTESTED');
    expect(push.refused).toContain('PUSH_DEFAULT_BRANCH');
  });

  test('monitor decides and tells, and enforces nothing', () => {
    const { it } = configured('mode: monitor\n');
    const push = it.bash('git push -q origin HEAD');
    expect(push.refused).toBeNull();
    expect(push.told.join()).toContain('PUSH_UNTESTED');
  });

  test('files of the project can be protected', () => {
    const { it } = configured('protect:\n  - deploy/**\n');
    expect(it.bash('mkdir -p deploy && echo x > deploy/prod.yaml').refused).toContain('PROTECTED_WRITE');
  });

  test('a suite that a person named is proven by its exit code, and detection is off in its folder', () => {
    const { it } = configured('suites:\n  - root: .\n    command: ./verify.sh\n');
    it.write('verify.sh', '#!/bin/sh\nexit 1\n');
    it.bash('chmod +x verify.sh && git add -A && git commit -qm verify');
    expect(it.bash('git push origin HEAD').refused).toContain('PUSH_UNTESTED');
    it.bash('./verify.sh');
    expect(it.bash('git push origin HEAD').refused).toContain('PUSH_RED');
    it.write('verify.sh', '#!/bin/sh\nexit 0\n');
    it.bash('git commit -qam verify');
    it.bash('./verify.sh || true');
    expect(it.bash('git push origin HEAD').refused).toMatch(/PUSH_(UNKNOWN|STALE)/);
    it.bash('./verify.sh');
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  });

  test('a program that is not installed makes no suite red, and to run it again is not the way on', () => {
    const { it } = configured('suites:\n  - root: .\n    command: ./verify.sh\n');
    it.write('verify.sh', '#!/bin/sh\nno-such-runner --all\n');
    it.bash('chmod +x verify.sh && git add -A && git commit -qm verify');
    expect(it.bash('./verify.sh').exit).toBe(127);
    expect(it.bash('git push origin HEAD').refused).toMatch(
      /PUSH_UNKNOWN: A program was not found by `\.\/verify\.sh`/,
    );
  });
});

test('D15 end-to-end runs have a results file of their own, by the name that the project gives them', () => {
  const { repo, it } = configured('suites:\n  - root: e2e\n    command: ./run.sh\n    name: e2e\n');
  repo.write('e2e/run.sh', '#!/bin/sh\necho 3 journeys\nexit 1\n');
  it.bash('chmod +x e2e/run.sh && git add -A && git commit -qm journeys');
  it.bash('cd e2e && ./run.sh');
  const file = 'develop/feature/login/e2e-results.json';
  const view = () => JSON.parse(repo.read(file));
  expect(view()).toMatchObject({
    all_green: false,
    suite: 'command:e2e:./run.sh',
    commit: repo.git('rev-parse', 'HEAD').trim(),
  });
  expect(view().output_tail).toContain('3 journeys');
  expect(it.write(file, '{ "all_green": true }').refused).toContain('PROTECTED_WRITE');
  repo.write('e2e/run.sh', '#!/bin/sh\necho 3 journeys\n');
  it.bash('git commit -qam mended');
  it.bash('cd e2e && ./run.sh');
  expect(view()).toMatchObject({ all_green: true, outcome: 'passed' });
  const other = configured('suites:\n  - { root: a, command: x, name: e2e }\n  - { root: b, command: x, name: e2e }\n');
  expect(cli(other.repo, ['apply']).stderr + cli(other.repo, ['status']).stdout).toContain(
    'two suites have the same name',
  );
});

describe('who may change the policy', () => {
  test('a change on a branch does not hold, and is told', () => {
    const { repo, it } = configured('push:\n  untested: block\n');
    writeFileSync(repo.path('flow.config.yaml'), 'push:\n  untested: off\n');
    const push = it.bash('git push origin HEAD');
    expect(push.refused).toContain('PUSH_UNTESTED');
    expect(push.refused).toContain('POLICY_PENDING');
  });

  test('other comments are no change of the rules; a line of a text that looks like one is', () => {
    const RULES = 'suites:\n  - root: .\n    command: |\n      # quick\n      ./verify.sh\n';
    const { repo } = configured(RULES);
    const told = (text: string) => {
      writeFileSync(repo.path('flow.config.yaml'), text);
      // The second answer is of what the first one kept.
      const [first, second] = [0, 0].map(() => cli(repo, ['explain', 'git push origin HEAD']).stdout);
      expect(second).toBe(first);
      return first!.includes('POLICY_PENDING');
    };
    expect(told(`# Rules of ours.\n\n${RULES}\n# The end.\n`)).toBe(false);
    expect(told(RULES.replace('      # quick\n', ''))).toBe(true);
    expect(told(`# Rules of ours.\n${RULES}push:\n  untested: warn\n`)).toBe(true);
    expect(told(RULES)).toBe(false);
    // Where no rule was ever written, a file of comments alone writes none either.
    for (const remote of [true, false]) {
      const plain = repository({ branch: 'feature/login', files: { 'a.txt': '' }, remote });
      plain.write('flow.config.yaml', '# baseBranch: main\n\n# push:\n#   untested: block\n');
      for (const words of [['explain', 'git push origin HEAD'], ['status']])
        expect(cli(plain, words).stdout).not.toContain('POLICY_PENDING');
      expect(cli(plain, ['doctor', '--json']).stdout).not.toContain('not in force');
    }
  });

  test('C39 phases that an older program kept stay closed, and a configuration with them says what takes their place', () => {
    const source = 'edits: { phase: fix, phases: { fix: { source: deny, test: allow } } }\n';
    const { repo, it } = configured(source);
    expect(it.bash('git push -q origin HEAD').refused).toContain('`edits.withoutPhase`');
    const here = findRepository(repo.root)!;
    const rules: EditRule[] = [
      { class: 'source', answer: 'deny' },
      { class: 'test', answer: 'allow' },
    ];
    const edits = { phase: 'fix', withoutPhase: 'allow', classes: {}, phases: { fix: rules } };
    const policy = { ...defaultPolicy([]), source, edits };
    const signed = { policy, mac: sign(loadKey(repo.environment), canonical(policy)) };
    const state = repositoryState(here, repo.environment);
    writeFileSync(path.join(state, 'policy.json'), JSON.stringify(signed));
    writeFileSync(path.join(state, 'edit-rules'), '');
    expect(it.write(QUICK.fixed[0], 'x\n').refused).toContain('EDIT_FORBIDDEN');
    expect(it.write('test_more.py', 'def test_more():\n    assert True\n').refused).toBeNull();
  });

  test('removing it on a branch takes nothing away', () => {
    const { repo, it } = configured('protect:\n  - deploy/**\nsuites:\n  - root: .\n    command: ./verify.sh\n');
    expect(it.write('deploy/prod.yaml', 'x').refused).toContain('PROTECTED_WRITE');
    repo.git('rm', '-q', 'flow.config.yaml');
    repo.commit('without a policy');
    const push = it.bash('git push origin HEAD');
    expect(push.refused).toContain('command:.:./verify.sh');
    expect(push.refused).toContain('POLICY_PENDING');
    expect(it.write('deploy/prod.yaml', 'x').refused).toContain('PROTECTED_WRITE');
  });

  test('an invalid file is named with its place, and what held goes on holding', () => {
    const { it } = configured('push:\n  untestd: off\n');
    const push = it.bash('git push origin HEAD');
    expect(push.refused).toContain('PUSH_UNTESTED');
    expect(push.refused).toContain('untestd');
  });

  test.skipIf(!HAS_SCRIPT)('a person applies it at a terminal', async () => {
    const { repo, it } = configured('push:\n  untested: block\n');
    writeFileSync(repo.path('flow.config.yaml'), 'push:\n  untested: off\n');
    const declined = await atTerminal(repo, ['apply'], { answer: () => 'yes' });
    expect(declined.text).toContain('Nothing was changed');
    expect(it.bash('git push origin HEAD').refused).toContain('PUSH_UNTESTED');
    const applied = await atTerminal(repo, ['apply']);
    expect(applied.text).toContain('+  untested: off');
    expect(applied.text).toContain('Applied');
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });

  test.skipIf(!HAS_SCRIPT)(
    'U12: what a person applied is no change that anybody is told of, and holds again where it was applied',
    async () => {
      const { repo, it } = configured('push:\n  untested: block\n');
      const config = repo.path('flow.config.yaml');
      const [first, second] = ['push:\n  untested: off\n', 'push:\n  untested: "off"\n  stale: block\n'];
      const isAsked = () => it.tool('Bash', { command: 'git push -q origin HEAD' }).refused !== null;
      it.bash('echo hi');
      writeFileSync(config, first);
      await atTerminal(repo, ['apply']);
      expect(it.bash('echo hi').told).toEqual([]);
      expect(isAsked()).toBe(false);
      repo.commit('a configuration that a person applied');
      // On the base branch its own configuration is in force, and on another branch nobody has applied this one.
      repo.git('checkout', '-q', 'main');
      repo.git('commit', '-q', '--allow-empty', '-m', 'untested');
      expect(it.bash('echo hi').told).toEqual([]);
      expect(it.tool('Bash', { command: 'git push -q origin HEAD:refs/heads/x' }).refused).toBeNull();
      repo.git('checkout', '-q', '-b', 'other', 'feature/login');
      expect(isAsked()).toBe(true);
      repo.git('checkout', '-q', 'feature/login');
      expect(it.bash('echo hi').told).toEqual([]);
      expect(isAsked()).toBe(false);
      // What a person has replaced does not come back by itself, nor does what nobody has seen hold.
      writeFileSync(config, second);
      await atTerminal(repo, ['apply']);
      writeFileSync(config, 'mode: monitor\n');
      expect(it.bash('echo hi').told.join()).toContain('PROTECTED_CHANGED');
      repo.git('checkout', '-q', '--', 'flow.config.yaml');
      expect(it.tool('Bash', { command: 'git push -q origin HEAD' }).told.join()).toContain(
        'differs from the policy in force',
      );
    },
  );

  test.skipIf(!HAS_SCRIPT)('an agent does not, in whatever terminal', async () => {
    const { repo } = configured('push:\n  untested: block\n');
    writeFileSync(repo.path('flow.config.yaml'), 'push:\n  untested: off\n');
    const marked = await atTerminal(repo, ['apply'], { environment: { CLAUDECODE: '1' } });
    expect(marked.text).toContain('PERSON_ONLY');
    expect((await atTerminal(repo, ['apply'], { driver: 'script' })).text).toContain('DRIVEN_TERMINAL');
    expect(cli(repo, ['apply']).stderr).toContain('PERSON_ONLY');
  });

  test('a compiled policy that was written by hand does not hold', () => {
    const { repo, it } = configured('push:\n  untested: block\n');
    it.bash(QUICK.test);
    const folder = spawnSync('sh', ['-c', `ls -d ${repo.home}/.local/state/flow/repositories/*`], {
      encoding: 'utf8',
    }).stdout.trim();
    const text = 'push:\n  untested: off\n';
    writeFileSync(
      `${folder}/policy.json`,
      JSON.stringify({ policy: { version: 1, source: text, mode: 'monitor' }, mac: 'x' }),
    );
    writeFileSync(repo.path('flow.config.yaml'), text);
    repo.write(...commented('again'));
    repo.commit('again');
    expect(it.bash('git push origin HEAD').refused).toContain('PUSH_STALE');
  });
});
