import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { events, recordedEvents, runHook } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { appendEvent, findRepository } from '../../evidence/src/index.js';
import { HOOK, start } from '../../hooks/test/kit.js';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, flow, json, repository } from './kit.js';
import { approve, BRANCH, begun, DONE, deed, PYTEST, STUB, shaped, TESTS, tested } from './report-kit.js';

/* `flow metrics` of a run that an agent has worked in, through the built programs. */

/** A workflow of a project's own, in which the agent says when a phase is over. */
const OWN = `workflows:
  own:
    define:
      id: own
      title: Two steps
      version: 1
      dials: {}
      documents: {}
      rules: []
      phases:
        - { id: first, title: First, instruction: Do the first., exit: [], advance: command }
        - { id: second, title: Second, instruction: Do the second., exit: [], advance: command }
`;

interface Row {
  phase: string;
  [name: string]: unknown;
}
const data = (repo: Parameters<typeof json>[0]) =>
  json(repo, ['metrics']).data as {
    phases: Row[];
    total: Row;
    lines: { planned: number; changed: number; ratio: number };
    habits: { what: string; used: number; of: number }[];
    figures: object;
  };

describe.skipIf(!PYTEST.available)('C63 metrics', () => {
  test('C63 C76 time, tokens, cost, runs, refusals and overrides by phase, and lines of plan to lines of code', () => {
    const prices =
      'prices:\n  claude-opus-5-5: { input: 1000000, output: 2000000 }\nbudgets:\n  ceremony: { dollars: 10, minutes: 5000 }\n';
    const repo = shaped({ 'flow.config.yaml': prices });
    const agent = start(repo);
    expect(agent.write('prices.py', DONE).refused).toContain('phase');
    for (const event of recordedEvents('subagent-foreground', { repo: repo.root, home: repo.home }))
      runHook(HOOK, event, { environment: repo.environment, cwd: repo.root });
    approve(repo, 'shape');
    repo.write('test_prices.py', TESTS);
    repo.write('prices.py', STUB);
    tested(repo);
    const override = { scope: 'tests', reason: 'a helper is missing', uses: 10, expires: Date.now() + 3_600_000 };
    deed(repo, { type: 'override', id: 'o1', person: 'Ann', ...override });
    repo.write('prices.py', DONE);
    tested(repo);

    const { phases, total, lines, habits, figures } = data(repo);
    expect(figures).toMatchObject({ cost: { money: { is: 'exact', value: 11 }, started: 1, merged: 0 } });
    const row = (phase: string) => phases.find((one) => one.phase === phase);
    expect(row('shape-review')).toMatchObject({ visits: 1, refusals: 1, tokens: 6, cost: 11, runs: 0 });
    expect(row('tests')).toMatchObject({ runs: 1, green: 0, refusals: 0, tokens: 0, cost: 0 });
    expect(row('implement')).toMatchObject({ runs: 1, green: 1, overrides: 1 });
    expect(total).toMatchObject({ runs: 2, green: 1, tokens: 6, cost: 11, refusals: 1, overrides: 1 });
    const spent = phases.reduce((sum, one) => sum + Number(one.durationMs), 0);
    expect(total.durationMs).toBe(spent);
    // Without the documents, of which the map of tests has the name of a test.
    expect(lines.changed).toBe(`${TESTS}${DONE}`.trimEnd().split('\n').length);
    expect(lines.planned).toBeGreaterThan(10);
    expect(habits).toEqual([]);

    const { stdout, status } = flow(repo, ['metrics']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^phase +time +tokens +cost +rounds +runs +edits +refused +overrides +waivers$/m);
    expect(stdout).toMatch(/^tests +\S+ +0\/1$/m);
    expect(stdout).toContain(`for ${lines.changed} changed lines of source and tests`);
    // 37.4 The budget of this class of work: in metrics, status and report alike.
    const told = /ceremony: OVER: 11\.0 of 10 dollars; within: \d[\d.]* of 5000 minutes before the first red test/;
    expect(stdout).toMatch(told);
    expect(flow(repo, ['status']).stdout).toMatch(new RegExp(`^Budget of ${told.source}$`, 'm'));
    expect(flow(repo, ['report']).stdout).toMatch(told);
    expect(json(repo, ['status']).data).toMatchObject({ price: { budget: { of: 'ceremony' }, idle: [] } });
  });

  test.skipIf(!HAS_SCRIPT)(
    '37.4 a budget that blocks: next says STOP, an agent does not advance, and a person lets it go on',
    async () => {
      const prices = 'prices:\n  claude-opus-5-5: { input: 1000000, output: 2000000 }\n';
      const config = (own: string) => `${prices}budgets:\n  own: ${own}\n${OWN}`;
      const repo = repository({
        files: { 'total.py': 'x = 1\n', 'flow.config.yaml': config('{ dollars: 10, severity: block }') },
      });
      expect(flow(repo, ['start', 'own'])).toMatchObject({ status: 0, stderr: '' });
      const next = () => flow(repo, ['next']).stdout;
      const phase = () => (json(repo, ['status']).data as { phase: string }).phase;
      const agent = start(repo);
      const stop = () => agent.send(agent.events.stop());
      // Below it, nothing is said of it, and the agent works.
      expect(next()).toContain('Do the first.');
      expect(stop().stderr).toContain('WORK_LEFT');
      for (const event of recordedEvents('subagent-foreground', { repo: repo.root, home: repo.home }))
        runHook(HOOK, event, { environment: repo.environment, cwd: repo.root });

      const used = 'The budget of own is used up: 11.0 of 10 dollars.';
      expect(next()).toBe(
        `STOP: only a person can go on.\n${used}\nOnly a person lets the run go on: they raise \`budgets\` in flow.config.yaml, then run \`flow apply\`.\n`,
      );
      expect(json(repo, ['next']).data).toMatchObject({
        waiting: 'person',
        command: 'flow apply',
        budget: { of: 'own', isOver: true },
      });
      expect(json(repo, ['advance'])).toMatchObject({
        status: 1,
        error: { code: 'BUDGET_SPENT', remedy: 'flow apply' },
      });
      // The turn may end, and the person is told once.
      expect(stop()).toMatchObject({ status: 0, json: { systemMessage: expect.stringContaining(used) } });
      expect(stop()).toMatchObject({ status: 0, stdout: '' });
      // A person may advance all the same; the budget stays used up.
      const advanced = await atTerminal(repo, ['advance'], { program: FLOW });
      expect(advanced.text).toContain(used);
      expect([advanced.status, phase()]).toEqual([0, 'second']);
      expect(next()).toContain('STOP');
      // Raised on disk it is not in force yet.
      repo.write('flow.config.yaml', config('{ dollars: 20, severity: block }'));
      expect(next()).toContain('STOP');
      expect((await atTerminal(repo, ['apply'], { program: FLOW })).status).toBe(0);
      expect(next()).toContain('Do the second.');
      expect(flow(repo, ['advance']).status).toBe(0);
      expect(stop().stderr).not.toContain('budget');
    },
  );

  test('37.4 a gate that never catches is named by status, too, with the dial that removes it, where no budget is', () => {
    const repo = repository({ files: { 'README.md': '# cart\n' } });
    const here = findRepository(repo.root)!;
    const judged = (id: string) => {
      const say = (what: { type: string } & Record<string, unknown>) => {
        const content = { tree: 'a'.repeat(40), head: 'b'.repeat(40) };
        appendEvent(here, { type: 'flow', data: { run: id, ...content, what } }, repo.environment);
      };
      say({ type: 'start', workflow: 'tdd', branch: id, dials: { intensity: 'high' } });
      say({ type: 'verdict', judge: 'auditor', pass: true, findings: [], session: id });
      say({ type: 'session-end', session: id, task: 'judge', client: 'claude-code', tokens: 9, money: 2 });
      say({ type: 'end', how: 'cancelled', reason: '' });
    };
    for (const id of ['r1', 'r2']) judged(id);
    expect(flow(repo, ['start', 'tdd', '--dial', 'intensity=high'])).toMatchObject({ status: 0 });
    expect(flow(repo, ['status']).stdout).not.toContain('Idle');
    judged('r3');
    expect(flow(repo, ['status']).stdout).toMatch(
      /^Idle: judge auditor looked 3 times in 3 runs and caught nothing \(\$6\.00\): `flow dial intensity standard` removes/m,
    );
  });

  test('the same figures are appended to a summary, and exported to a file', () => {
    const repo = begun();
    const files = { summary: path.join(repo.area, 'summary.md'), metrics: path.join(repo.area, 'metrics.json') };
    const environment = { GITHUB_STEP_SUMMARY: files.summary };
    expect(flow(repo, ['metrics', '--summary'], { environment }).stdout).toBe(`Appended to ${files.summary}\n`);
    expect(readFileSync(files.summary, 'utf8')).toMatch(/^## What the run on feature\/login cost\n/);
    expect(flow(repo, ['metrics', '--otlp', files.metrics]).stdout).toBe(`Exported to ${files.metrics}\n`);
    expect(readFileSync(files.metrics, 'utf8')).toMatch(/"flow\.run".+"flow\.cost\.merged"/);
    for (const [words, code] of [
      [['--summary'], 'SUMMARY_MISSING'],
      [['--otlp'], 'COLLECTOR_MISSING'],
      [['--csv', '--summary'], 'USAGE'],
    ] as const)
      expect(json(repo, ['metrics', ...words]).error).toMatchObject({ code });
  });

  test('C63 the requests of the session itself are counted in the phase in which they were made', () => {
    const repo = shaped();
    const begin = events('11111111-0000-4000-8000-000000000000', repo.root, { home: repo.home }).sessionStart();
    runHook(HOOK, begin, { environment: repo.environment, cwd: repo.root });
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    const request = (id: string, timestamp: string, gitBranch: string) =>
      JSON.stringify({
        type: 'assistant',
        timestamp,
        gitBranch,
        message: { id, model: 'claude-opus-5-5', usage: { input_tokens: 10, output_tokens: 5 } },
      });
    const lines = [
      request('before', at(-9999), BRANCH),
      request('other', at(0), 'main'),
      request('own', at(0), BRANCH),
    ];
    repo.write(begin.transcript_path, lines.join('\n'));
    expect(data(repo).phases).toMatchObject([
      { phase: 'plan', tokens: 15, cost: null },
      { phase: 'shape-review', tokens: 0 },
    ]);
    expect(flow(repo, ['report']).stdout).toContain('15 tokens');
  });

  test('C63 C76 the numbers of a run are there when it is over, until the next one begins', () => {
    const repo = shaped();
    approve(repo, 'shape');
    const before = data(repo);
    deed(repo, { type: 'end', how: 'cancelled', reason: 'again' });
    const { status, error } = json(repo, ['status']);
    expect({ status, error }).toMatchObject({ status: 1, error: { code: 'NO_RUN', remedy: 'flow start ceremony' } });
    expect((error as { message: string }).message).toMatch(/branch; ceremony ended \d+ (?:s|min) ago: cancelled\.$/);
    const { data: after, ok } = json(repo, ['metrics']);
    expect({ ok, after }).toMatchObject({ ok: true, after: { ended: { how: 'cancelled' }, lines: before.lines } });
    expect((after as typeof before).phases.map(({ phase }) => phase)).toEqual(before.phases.map(({ phase }) => phase));
    expect(flow(repo, ['metrics']).stdout).toMatch(/^ceremony ended \d+ (?:s|min) ago: cancelled\n\nphase +time/);
    // What is done later on the branch is not the run's any more.
    repo.write('prices.py', DONE);
    tested(repo);
    expect(json(repo, ['metrics'])).toMatchObject({ data: { total: { runs: 0 } } });
    expect(flow(repo, ['start', 'tdd']).status).toBe(0);
    expect(json(repo, ['metrics'])).toMatchObject({ data: { workflow: 'tdd', ended: null } });
  });

  test('C63 a phase to which documents alone had led stays in the numbers when the run ends there', () => {
    const repo = shaped();
    const phasesOf = () => data(repo).phases.map(({ phase }) => phase);
    expect(phasesOf()).toEqual(['plan', 'shape-review']);
    deed(repo, { type: 'end', how: 'cancelled', reason: 'again' });
    expect(phasesOf()).toEqual(['plan', 'shape-review']);
  });

  test('C76 what is overridden in every run is called a fault of the gate', () => {
    const repo = shaped();
    for (const run of ['1', '2', '3']) {
      if (run !== '1') {
        // A person ends a run before it is done.
        deed(repo, { type: 'end', how: 'cancelled', reason: 'again' });
        expect(flow(repo, ['start', 'ceremony']).status).toBe(0);
      }
      const waiver = { check: 'spec.valid', expires: Date.now() + 3_600_000, person: 'Ann', reason: 'as always' };
      deed(repo, { type: 'waiver', ...waiver });
      expect(data(repo).habits).toHaveLength(run === '3' ? 1 : 0);
    }
    expect(data(repo).habits).toMatchObject([{ what: 'ceremony: waiver of spec.valid', used: 3, of: 3 }]);
    // Those that were given up are counted, too: nothing was paid for any of them.
    const { runs, cost } = json(repo, ['metrics', '--all']).data as { runs: { ended: object | null }[]; cost: object };
    expect(runs.map(({ ended }) => ended)).toMatchObject([{ how: 'cancelled' }, { how: 'cancelled' }, null]);
    expect(cost).toMatchObject({ started: 3, done: 0, merged: 0, money: { is: 'exact', value: 0 } });
    expect(flow(repo, ['metrics']).stdout).toContain('Warning: OVERRIDE_HABIT: ceremony: waiver of spec.valid');
  });
});

test('what becomes of the files of a run on the base branch is counted behind the merge, within its days', () => {
  const repo = repository({ files: { 'a.txt': 'a\n', 'other.txt': 'o\n' } });
  const rework = () => (json(repo, ['metrics']).data as { figures: { rework: object } }).figures.rework;
  flow(repo, ['start', 'tdd']);
  repo.write('a.txt', 'by the run\n');
  repo.commit('work');
  const work = repo.git('rev-parse', 'HEAD');
  const push = ['-c', 'core.hooksPath=/dev/null', 'push', '-q', 'origin'];
  repo.git(...push, 'HEAD:main');
  expect(rework()).toMatchObject({ afterMerge: null });
  deed(repo, { type: 'end', how: 'merged', reason: 'on main' });
  expect(rework()).toMatchObject({ afterMerge: { commits: 0, reverts: 0, days: 14, isOver: false } });
  const clone = path.join(repo.area, 'clone');
  repo.git('clone', '-q', '--branch', 'main', repo.remote, clone);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const commit = (days: number, file: string) => {
    writeFileSync(path.join(clone, file), `${file} ${days}\n`);
    const env = { ...repo.environment, GIT_COMMITTER_DATE: day(days) };
    execFileSync('git', ['-C', clone, 'commit', '-qam', `${file} ${days}`], { env });
  };
  execFileSync('git', ['-C', clone, 'revert', '--no-edit', work], {
    ...{ env: { ...repo.environment, GIT_COMMITTER_DATE: day(1) }, stdio: 'ignore' },
  });
  for (const [days, file] of [
    [2, 'a.txt'],
    [3, 'other.txt'],
    [20, 'a.txt'],
  ] as const)
    commit(days, file);
  repo.git('-C', clone, ...push, 'HEAD:main');
  repo.git('fetch', '-q', 'origin');
  expect(rework()).toMatchObject({ afterMerge: { commits: 2, reverts: 1, isOver: false } });
  expect(flow(repo, ['metrics']).stdout).toContain(
    '2 commits to its files within 14 days of the merge so far, 1 of which reverts it',
  );
});
