import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gitCoordinator } from '@flow/driver';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { CAN_SIGN } from '../../evidence/test/programs.js';
import { newKey } from '../../hooks/test/kit.js';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { done, names, StubClient } from './driver-kit.js';
import { FLOW, flow, json, repository } from './kit.js';
import { resume, runBeside, tasksConfig } from './tasks-workflow.js';

/* One item of a run, and runs among several machines: real clones of a real remote, with a client that plays a table. */

const SHARED = `${tasksConfig()}drive:\n  coordinator: git:origin\n`;
const LINUX = process.platform === 'linux' || process.platform === 'darwin';

const ALL = { 'A: work': [done('A')], 'B: work': [done('B')], 'C: work': [done('C')] };

/** A run that lives in a work tree of its own, whose branch is on the remote. */
function driven(config: string): { repo: TempRepo; home: string } {
  const files = { 'flow.config.yaml': config, 'verify.sh': 'exit 0\n', 'whole.sh': 'exit 0\n' };
  const repo = repository({ files: { ...files, 'a.txt': '', 'b.txt': '', 'c.txt': '' } });
  const home = runBeside(repo);
  repo.git('-C', home, '-c', 'core.hooksPath=/dev/null', 'push', '-q', 'origin', 'HEAD');
  return { repo, home };
}

/** Another machine: a clone, and a user's state of its own. */
function machine(repo: TempRepo, name: string): { home: string; environment: Record<string, string> } {
  const home = path.join(repo.area, name);
  repo.git('clone', '-q', '--branch', 'feature/login', repo.remote, home);
  return { home, environment: { XDG_STATE_HOME: path.join(repo.area, `${name}-state`) } };
}

function run(repo: TempRepo, home: string, words: string[], environment: Record<string, string> = {}) {
  const all = [FLOW, 'run', '--json', ...words];
  const env = { ...repo.environment, ...environment };
  const { status, stdout, stderr } = spawnSync(process.execPath, all, {
    cwd: home,
    env,
    encoding: 'utf8',
    timeout: 150_000,
  });
  return {
    status,
    stderr,
    ...(JSON.parse(stdout || '{}') as { data?: Record<string, unknown>; error?: { code: string } }),
  };
}

/** Tasks that a person approves before anybody works on them. */
const GATED = tasksConfig().replace(
  '        - id: build',
  "        - { id: ask, title: Ask, instruction: Wait., exit: [{ check: approved, gate: list, on: 'doc:tasks' }, { check: chosen, question: way, options: [fast, slow] }] }\n$&",
);
const ONE = '# Tasks\n\n## Tasks\n\n- [ ] A: First\n  - Files: `a.txt`\n';

describe.skipIf(!LINUX)('one item of a run', { timeout: 240_000 }, () => {
  test('M1 what could start is told as a matrix; one item is worked on and landed, and once more is nothing', () => {
    const { repo, home } = driven(tasksConfig());
    const stub = new StubClient(repo, ALL);
    const plan = json(repo, ['run', '--plan'], { cwd: home });
    expect(plan).toMatchObject({ status: 0, ok: true });
    expect(plan.data).toMatchObject({
      plan: {
        matrix: {
          include: [
            { item: 'A', task: 'work', labels: ['task'] },
            { item: 'B', task: 'work', labels: ['task'] },
          ],
        },
        items: [{ command: expect.stringMatching(/run --once --item A$/) }, { item: 'B' }],
      },
    });
    const client = ['--program', stub.program];
    expect(run(repo, home, ['--once', '--item', 'C', ...client])).toMatchObject({ status: 43 });
    expect(run(repo, home, ['--once', '--item', 'A', ...client])).toMatchObject({ status: 0 });
    expect(run(repo, home, ['--once', '--item', 'A', ...client])).toMatchObject({ status: 0 });
    expect(names(stub)).toEqual(['A: work']);
    expect(repo.git('-C', home, 'show', 'HEAD:a.txt')).toBe('A done');
    const next = json(repo, ['run', '--plan'], { cwd: home }).data as { plan: { items: { item: string }[] } };
    expect(next.plan.items.map(({ item }) => item)).toEqual(['B', 'C']);
    expect(run(repo, home, ['--once', '--item', 'X', ...client])).toMatchObject({ error: { code: 'ITEM_UNKNOWN' } });
    expect(run(repo, home, ['--once', ...client])).toMatchObject({ status: 2, error: { code: 'USAGE' } });
    flow(repo, ['item', 'block', 'B', '--reason', 'no account'], { cwd: home });
    expect(run(repo, home, ['--once', '--item', 'B', ...client])).toMatchObject({ status: 42 });
    // Who coordinates is what the trusted policy says, and a branch changes nothing of it.
    writeFileSync(path.join(home, 'flow.config.yaml'), SHARED.replace('git:origin', '@evil/coordinator'));
    repo.git('-C', home, 'commit', '-qam', 'another coordinator');
    expect(json(repo, ['run', '--plan'], { cwd: home })).toMatchObject({ status: 0 });
    expect(repo.git('ls-remote', 'origin', 'refs/flow/*')).toBe('');
  });
});

describe.skipIf(!LINUX)('a run among several machines', { timeout: 240_000 }, () => {
  test('R36 R82 another clone works on one item, its work is proven here, and the run goes on when all that the remote knew is gone', () => {
    const { repo, home } = driven(SHARED);
    const stub = new StubClient(repo, {
      ...ALL,
      'B: work': [{ steps: [{ flow: ['submit', 'complete', '--item', 'B'] }], end: 'honest' }],
    });
    const client = ['--program', stub.program];
    // Who drives the run says which it is; a limit ends it behind its first item.
    expect(run(repo, home, ['--at-once', '1', '--sessions', '1', ...client])).toMatchObject({ status: 1 });
    expect(names(stub)).toEqual(['A: work']);
    const other = machine(repo, 'other');
    const far = new StubClient(repo, ALL, 'far');
    const once = ['--once', '--item', 'B', '--program', far.program];
    expect(run(repo, other.home, once, other.environment)).toMatchObject({ status: 0 });
    // A third one that knows of none begins neither again.
    const third = machine(repo, 'third');
    const plan = run(repo, third.home, ['--plan'], third.environment);
    expect(plan).toMatchObject({ status: 0, data: { plan: { matrix: { include: [] } } } });
    expect(run(repo, third.home, once, third.environment)).toMatchObject({ status: 0, data: { foreign: true } });
    expect(names(far)).toEqual(['B: work']);
    expect(repo.git('ls-remote', 'origin', 'refs/heads/flow-run/*')).toMatch(/\/B$/);
    // A name on a remote is not yet the work: the run's own branch has nothing of it.
    expect(repo.git('-C', home, 'show', 'HEAD:b.txt')).toBe('');
    resume(repo, home);
    // Half of the state that the coordinator has goes, and then all of it.
    for (const ref of repo.git('-C', repo.remote, 'for-each-ref', '--format=%(refname)', 'refs/flow/lease').split('\n'))
      repo.git('-C', repo.remote, 'update-ref', '-d', ref);
    const second = run(repo, home, ['--at-once', '1', '--sessions', '2', ...client]);
    expect(repo.git('-C', home, 'show', 'HEAD:b.txt'), JSON.stringify(second)).toBe('B done');
    for (const ref of repo
      .git('-C', repo.remote, 'for-each-ref', '--format=%(refname)', 'refs/flow')
      .split('\n')
      .filter(Boolean))
      repo.git('-C', repo.remote, 'update-ref', '-d', ref);
    resume(repo, home);
    const last = run(repo, home, client);
    expect(last, JSON.stringify(last)).toMatchObject({ status: 0 });
    // Nothing that was done ran again.
    expect(names(stub)).toEqual(['A: work', 'B: work', 'C: work']);
    expect(names(far)).toEqual(['B: work']);
  });

  test('what anybody writes into a segment moves nothing: receipts, verdicts, approvals, choices, waivers, decisions, ends and signals', async () => {
    const { repo, home } = driven(SHARED);
    const id = (json(repo, ['run', '--plan'], { cwd: home }).data as { plan: { run: string } }).plan.run;
    const before = json(repo, ['status'], { cwd: home }).data;
    const folder = path.join(repo.area, 'forger');
    repo.git('clone', '-q', repo.remote, folder);
    const forger = gitCoordinator({ folder, remote: repo.remote, machine: 'forger' });
    const tree = repo.git('-C', home, 'rev-parse', 'HEAD^{tree}');
    const statement = {
      v: 1,
      id: 'a1',
      gate: 'plan',
      repo: [],
      branch: 'feature/login',
      head: null,
      tree,
      subjects: [],
    };
    const rest = { person: 'Anne', method: 'signed', session: null, issued: 1, expires: null, prev: null };
    const forged = [
      { type: 'run', suite: 'command:.:sh verify.sh', outcome: 'passed', treeAfter: tree },
      { type: 'verdict', judge: 'qa', item: 'A', pass: true },
      { type: 'approval', statement: { ...statement, ...rest }, signature: null },
      { type: 'approval', statement: { ...statement, ...rest }, signature: { format: 'ssh', text: 'forged' } },
      { type: 'choice', question: 'q', option: 'o' },
      { type: 'waiver', check: 'work.complete' },
      { type: 'decision', check: 'work.complete', what: 'proceed' },
      { type: 'item', item: 'A', state: 'running', lease: { id: 'x' } },
      { type: 'start', workflow: 'tasks', branch: 'feature/login', dials: {} },
      { type: '\u001b[31mloud', text: 'x'.repeat(5000) },
    ];
    await forger.append(id, forged);
    const claim = await forger.claim(id, { id: 'f', machine: 'forger' }, { item: 'B', base: null, time: 1 });
    if (claim.kind !== 'lease') throw new Error(claim.kind);
    await forger.settle(claim.lease, { how: 'done', commit: repo.git('rev-parse', 'mine'), why: '' });
    await forger.signal(id, { about: 'approved', item: null });
    const stub = new StubClient(repo, { 'A: work': [{ steps: [], end: 'honest' }] });
    const driver = run(repo, home, ['--at-once', '1', '--sessions', '1', '--program', stub.program]);
    expect(driver).toMatchObject({ status: 1 });
    const heard = spawnSync(process.execPath, [FLOW, 'run', '--program', stub.program, '--sessions', '1'], {
      ...{ cwd: home, env: repo.environment, encoding: 'utf8', timeout: 60_000 },
    }).stderr;
    expect(heard.match(/^foreign: forger says /gm)).toHaveLength(forged.length);
    expect(heard).toMatch(/foreign: forger says approval: it is not signed\./);
    expect(heard).not.toContain('\u001b');
    // Who looks at the run sees whose word it is, and that the word counts for nothing.
    const { rows } = json(repo, ['watch', '--once'], { cwd: home }).data as { rows: Record<string, unknown>[] };
    const why = 'foreign: forger says that it is done; that counts for nothing until it has landed here';
    expect(rows).toContainEqual(expect.objectContaining({ item: 'B', group: 'waiting', why }));
    // One session was begun, on the item that was due anyway, and it is an honest try that moved nothing.
    expect(names(stub)).toEqual(['A: work']);
    const after = json(repo, ['status'], { cwd: home }).data as { over: string[]; gates: object };
    expect(after).toMatchObject({ over: [], gates: (before as { gates: object }).gates });
    expect(repo.git('-C', home, 'show', 'HEAD:b.txt')).toBe('');
  });

  test.skipIf(!CAN_SIGN || !HAS_SCRIPT)(
    'an approval and a choice that a listed person signed on another machine count here, and let the run go on; nobody else can give one',
    async () => {
      const repo = repository();
      const anne = newKey(repo, 'anne');
      const gate = `gates:\n    list: { title: The tasks, subjects: ['develop/{branch}/tasks.md'], strength: signed }`;
      const config = `${GATED}drive:\n  coordinator: git:origin\napprovals:\n  signers:\n    - ${anne.line}\n  ${gate}\n`;
      for (const [name, text] of Object.entries({
        'flow.config.yaml': config,
        'verify.sh': 'exit 0\n',
        'whole.sh': 'exit 0\n',
        'a.txt': '',
      }))
        repo.write(name, text);
      repo.commit('configured');
      repo.git('push', '-q', 'origin', 'HEAD:main', 'HEAD');
      const home = runBeside(repo, ONE);
      repo.git('-C', home, '-c', 'core.hooksPath=/dev/null', 'push', '-q', 'origin', 'HEAD');
      const stub = new StubClient(repo, ALL);
      const client = ['--program', stub.program];
      const before = run(repo, home, client);
      expect(before, JSON.stringify(before)).toMatchObject({ status: 1, data: { outcome: { how: 'waiting' } } });
      expect(stub.sessions).toEqual([]);

      // Mallory is on no list; Anne is, on the same machine of hers.
      const there = machine(repo, 'there');
      const plan = run(repo, there.home, ['--plan'], there.environment);
      expect(plan, JSON.stringify(plan)).toMatchObject({ status: 0 });
      newKey(repo, 'mallory');
      const approve = () =>
        flow(repo, ['approve', 'list', '--sign'], { cwd: there.home, environment: there.environment, process: true });
      expect(approve().stderr).toMatch(/SIGNER_UNKNOWN/);
      repo.git('config', '--global', 'user.signingkey', anne.file);
      const signed = approve();
      expect(signed, signed.stderr).toMatchObject({ status: 0 });
      expect(signed.stderr).toContain('The other machines of this run are told.');
      const words = ['-C', there.home, 'choose', 'way', 'fast', '--sign'];
      const chosen = await atTerminal(repo, words, { program: FLOW, environment: there.environment });
      expect(chosen).toMatchObject({
        status: 0,
        text: expect.stringContaining('The other machines of this run are told.'),
      });

      const after = spawnSync(process.execPath, [FLOW, 'run', ...client], {
        ...{ cwd: home, env: repo.environment, encoding: 'utf8', timeout: 150_000 },
      });
      expect(after.stderr).toMatch(/choice for way: fast, signed by anne@example\.test: it counts here, too/);
      expect(after.stderr).toMatch(/approval of list, signed by anne@example\.test: it counts here, too/);
      expect(after, JSON.stringify(after)).toMatchObject({ status: 0 });
      expect(names(stub)).toEqual(['A: work']);
      expect(repo.git('-C', home, 'show', 'HEAD:a.txt')).toBe('A done');
    },
  );

  test('R50 a remote that cannot be reached begins nothing', () => {
    const { repo, home } = driven(SHARED);
    renameSync(repo.remote, `${repo.remote}.gone`);
    const stub = new StubClient(repo, ALL);
    const once = ['--once', '--item', 'A', '--program', stub.program];
    expect(run(repo, home, once)).toMatchObject({ status: 3, error: { code: 'COORDINATOR_UNKNOWN' } });
    expect(run(repo, home, ['--program', stub.program])).toMatchObject({ status: 3 });
    expect(stub.sessions).toEqual([]);
  });
});

/** A coordinator of a project's own: somebody else has everything, and while a file stands beside it nothing is known. */
const OWN = `
import { existsSync, writeFileSync } from 'node:fs';
class Down extends Error { code = 'COORDINATOR_UNKNOWN'; }
export const coordinator = ({ folder, remote, machine, options }) => {
  const ask = (answer) => async () => {
    if (existsSync(options.down)) throw new Down('the server sleeps');
    return answer;
  };
  writeFileSync(options.told, JSON.stringify({ folder, remote, isNamed: machine.length > 8 }));
  const nothing = ask(undefined);
  return {
    claim: ask({ kind: 'taken', by: 'w', machine: 'elsewhere', until: Date.now() + 60_000 }),
    read: ask({ entries: [], cursor: {}, broken: [] }),
    ...{ renew: nothing, settle: nothing, hold: nothing, signal: nothing, append: nothing },
  };
};
`;

describe.skipIf(!LINUX)('a coordinator that is a package', { timeout: 240_000 }, () => {
  test('R50 the one that the policy names is loaded with its options, wherever it is installed, and asked before anything begins', () => {
    const area = mkdtempSync(path.join(tmpdir(), 'flow-own-'));
    const [told, down] = [path.join(area, 'told.json'), path.join(area, 'down')];
    const drive = `drive:\n  coordinator: '@team/own'\n  coordinatorOptions: { told: '${told}', down: '${down}' }\n`;
    const { repo, home } = driven(`${tasksConfig()}${drive}`);
    const stub = new StubClient(repo, ALL);
    const once = ['--once', '--item', 'A', '--program', stub.program];
    // In the person's checkout, and not in the run's own work tree.
    const folder = repo.path('node_modules/@team/own');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{ "name": "@team/own", "type": "module", "main": "index.js" }');
    writeFileSync(path.join(folder, 'index.js'), OWN);
    const taken = run(repo, home, once);
    expect(taken, JSON.stringify(taken)).toMatchObject({ status: 43, data: { claim: { machine: 'elsewhere' } } });
    expect(JSON.parse(readFileSync(told, 'utf8'))).toEqual({ folder: home, remote: 'origin', isNamed: true });
    writeFileSync(down, '');
    // An error of another class with this code is the same word, whoever asks.
    const words = [once, ['--plan']];
    for (const one of words)
      expect(run(repo, home, one)).toMatchObject({
        status: 3,
        error: {
          code: 'COORDINATOR_UNKNOWN',
          message: expect.stringContaining('the server sleeps'),
          remedy: expect.stringContaining('again, once it can be reached'),
        },
      });
    expect(stub.sessions).toEqual([]);
    rmSync(area, { recursive: true });
  });
});

/* The recipes of docs/machines.md, as far as they run here. */
describe.skipIf(!LINUX)('the recipes', { timeout: 240_000 }, () => {
  const text = readFileSync(new URL('../../../docs/machines.md', import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, one = '']) => parse(one));

  test.skipIf(spawnSync('jq', ['--version']).status !== 0)(
    'their steps run: a matrix, an index, and what becomes of an exit code',
    () => {
      const [config, actions, job] = blocks;
      expect(config).toEqual({ drive: { coordinator: 'git:origin' } });
      const { plan, work } = actions.jobs;
      const { repo, home } = driven(tasksConfig());
      const stub = new StubClient(repo, ALL);
      const output = path.join(repo.area, 'output');
      const step = (script: string, more: Record<string, string> = {}) => {
        // The program is the built one, and the client a stub.
        const here = script
          .replaceAll('npx flow', `${process.execPath} ${FLOW}`)
          .replaceAll('run --once', `run --program ${stub.program} --once`);
        const env = { ...repo.environment, GITHUB_OUTPUT: output, ...more };
        return spawnSync('sh', ['-ec', here], { cwd: home, env, encoding: 'utf8', timeout: 60_000 });
      };
      expect(step(plan.steps.at(-1).run)).toMatchObject({ status: 0 });
      const told = Object.fromEntries(
        readFileSync(output, 'utf8')
          .trim()
          .split('\n')
          .map((line) => line.split(/=(.*)/s)),
      );
      expect(told.count).toBe('2');
      const { include } = JSON.parse(told.matrix) as { include: { item: string }[] };
      expect(include.map(({ item }) => item)).toEqual(['A', 'B']);
      const [container] = job.spec.template.spec.containers;
      const index = (at: number) => step(container.args[0], { JOB_COMPLETION_INDEX: String(at) });
      expect(job.spec.podFailurePolicy.rules[0].onExitCodes).toMatchObject({ containerName: container.name });
      const worked = index(0);
      expect(worked, worked.stderr.slice(0, 2000)).toMatchObject({ status: 0 });
      expect(index(7)).toMatchObject({ status: 0 });
      expect(step(work.steps.at(-1).run, { ITEM: 'A' })).toMatchObject({ status: 0 });
      expect(step(work.steps.at(-1).run, { ITEM: 'A; touch broken' }).status).toBe(1);
      flow(repo, ['item', 'block', 'B', '--reason', 'no account'], { cwd: home });
      repo.git('-C', home, 'commit', '-q', '--allow-empty', '-am', 'ticked');
      const waits = step(work.steps.at(-1).run, { ITEM: 'B' });
      expect(waits).toMatchObject({ status: 0, stdout: expect.stringContaining('::notice::B waits (42)') });
      expect(names(stub)).toEqual(['A: work']);
    },
  );
});
