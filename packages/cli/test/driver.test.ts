import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { done, names, type Played, StubClient, until } from './driver-kit.js';
import { FLOW, flow, json, repository } from './kit.js';
import { LOOK, runBeside, startBeside, TASKS, tasksConfig } from './tasks-workflow.js';

/* What a driver does with sessions, in real repositories: the client is a stub that plays a table. */

const CONFIG = tasksConfig('            fixes: { max: 3, depth: 1 }\n');

/** A run that lives in a work tree of its own, beside a person's checkout. */
function driven(tasks = TASKS, config = CONFIG, begun = runBeside): { repo: TempRepo; home: string } {
  const files = { 'flow.config.yaml': config, 'verify.sh': 'exit 0\n', 'whole.sh': 'exit 0\n' };
  const ignored = { '.gitignore': 'node_modules\n*.env\n' };
  const repo = repository({ files: { ...files, ...ignored, 'a.txt': '', 'b.txt': '', 'c.txt': '' } });
  const home = begun(repo, tasks);
  return { repo, home };
}

interface Driven {
  status: number | null;
  stdout: string;
  stderr: string;
  outcome: { how: string; for?: string; why?: string };
  state?: string;
  open?: { item: string | null; group: string; why: string }[];
  told: { what: string; item?: string; end?: { item: string; failure: { class: string } | null; armed: boolean } }[];
}

/** Runs the driver, which is killed when it does not come to an end. */
function drive(repo: TempRepo, home: string, stub: StubClient, ...words: string[]): Driven {
  const all = [FLOW, 'run', '--json', '--program', stub.program, ...words];
  const options = { cwd: home, env: repo.environment, encoding: 'utf8', timeout: 150_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, all, options);
  const { data } = JSON.parse(stdout || '{}') as { data?: Pick<Driven, 'outcome' | 'told' | 'state' | 'open'> };
  return { ...{ status, stdout, stderr, outcome: { how: 'none' }, told: [] }, ...data };
}

/** What a run of three sessions cost, and its page with a bar for each. */
function expectFigures(repo: TempRepo, home: string): void {
  const dollars = (value: number) => ({ is: 'exact', value });
  expect(json(repo, ['metrics'], { cwd: home }).data).toMatchObject({
    figures: {
      cost: { money: dollars(0.03), perStarted: dollars(0.01), perMerged: { is: 'none' }, started: 3, done: 3 },
      waste: { attempts: 3, wasted: 0, undecided: 0, share: 0 },
      proof: { criteria: 3, proven: 3, perUnit: dollars(100) },
      rework: { failed: 0, sessions: 0 },
    },
  });
  const page = flow(repo, ['report', '--format', 'html'], { cwd: home }).stdout;
  expect(page.match(/class="b\d+ good"/g)).toHaveLength(3);
  for (const title of ['Attempts and waits over time', 'By phase']) expect(page).toContain(title);
}

/** Starts a driver that works beside the test. */
const driveBeside = (repo: TempRepo, home: string, stub: StubClient, ...words: string[]) =>
  spawn(process.execPath, [FLOW, 'run', '--program', stub.program, ...words], {
    cwd: home,
    env: repo.environment,
    stdio: 'ignore',
  });

const failures = ({ told }: Driven) => told.flatMap(({ end }) => (end ? [end.failure?.class ?? 'none'] : []));
const phaseOf = (repo: TempRepo, home: string) =>
  (json(repo, ['status'], { cwd: home }).data as { phase: string }).phase;

const ALL = { 'A: work': [done('A')], 'B: work': [done('B')], 'C: work': [done('C')] };
const ONE = '# Tasks\n\n## Tasks\n\n- [ ] A: First\n  - Files: `a.txt`\n';
const BOTH = `${ONE}- [ ] B: Second\n  - Files: \`b.txt\`\n`;
const LINUX = process.platform === 'linux' || process.platform === 'darwin';

describe.skipIf(!LINUX)('a run that is driven', () => {
  test('M1 X27 X49 X63 V43 R52 R55 R60 R61 has each item done in a work tree of its own and landed, with what builds on it behind it', () => {
    // 36: the list is committed by nobody: no work tree of an item would have it.
    const { repo, home } = driven(TASKS, CONFIG, startBeside);
    writeFileSync(path.join(home, 'mine.txt'), 'a note of a person\n');
    const stub = new StubClient(repo, ALL);
    repo.environment.OTEL_RESOURCE_ATTRIBUTES = 'team=shop';
    const run = drive(repo, home, stub);
    expect(repo.git('-C', home, 'log', '--format=%s', '--', 'develop')).toContain('Work on Tasks until all are done');
    expect(repo.git('-C', home, 'status', '--porcelain', 'mine.txt')).toBe('?? mine.txt');
    expect(run).toMatchObject({ status: 0, outcome: { how: 'done' } });
    expect(names(stub).sort()).toEqual(['A: work', 'B: work', 'C: work']);
    expect(new Set(stub.sessions.map(({ cwd }) => cwd)).size).toBe(3);
    expect(run.told.flatMap(({ what, item }) => (what === 'landed' ? [item] : [])).at(-1)).toBe('C');
    expect(repo.git('-C', home, 'show', 'HEAD:c.txt')).toBe('C done');
    expect(phaseOf(repo, home)).toBe('done');
    // The person's checkout is as it was (R56).
    expect(repo.git('status', '--porcelain')).toBe('');
    // The prompt has the brief, and says that nobody answers.
    expect(stub.sessions[0]!.prompt).toMatch(/Work on A [\s\S]*nobody approves[\s\S]*First/);
    // R44 R58: nothing runs again.
    const again = drive(repo, home, stub);
    expect(again).toMatchObject({ status: 0, outcome: { how: 'done' }, state: 'done', open: [] });
    expect(stub.sessions).toHaveLength(3);
    // R55: what each session left is kept.
    expect(repo.git('for-each-ref', '--format=%(refname)', 'refs/flow/attempts').split('\n')).toHaveLength(3);
    // R60: ports and names are each session's own.
    expect(new Set(stub.sessions.map(({ slot }) => slot)).size).toBe(3);
    // R52: the work trees are locked with the reason.
    expect(repo.git('worktree', 'list', '--porcelain')).toMatch(/locked flow: A of run /);
    // R48 R61: what lies nowhere else stays, with its work tree; of a link nothing goes but the link.
    const treeOf = (name: string) => stub.sessions.find((one) => one.name === name)?.cwd ?? '';
    repo.write('node_modules/mine/index.js', '1\n');
    symlinkSync(repo.path('node_modules'), path.join(treeOf('A: work'), 'node_modules'));
    writeFileSync(path.join(treeOf('B: work'), 'only.env'), 'here\n');
    expect(flow(repo, ['run', '--clean'], { cwd: home }).stdout).toMatch(
      /kept .*: ignored by git, and nowhere else: only\.env/,
    );
    expect([existsSync(treeOf('A: work')), existsSync(treeOf('B: work')), existsSync(treeOf('C: work'))]).toEqual([
      false,
      true,
      false,
    ]);
    expect(existsSync(repo.path('node_modules/mine/index.js'))).toBe(true);
    expect(repo.git('for-each-ref', '--format=%(refname)', 'refs/heads/flow-run').split('\n')).toHaveLength(3);
    // What each session exports by itself can be split, behind what the person has in the variable.
    expect(stub.sessions.map(({ attributes }) => attributes.replace(/run=[^,]+/, 'run=r')).sort()).toEqual(
      ['A', 'B', 'C'].map((id) => `team=shop,flow.run=r,flow.item=${id},flow.task=work`),
    );
    expectFigures(repo, home);
  });

  test("R56 that lives in a person's checkout lands beside it, and says how it is taken over", () => {
    const files = { 'flow.config.yaml': CONFIG, 'verify.sh': 'exit 0\n', 'whole.sh': 'exit 0\n', 'a.txt': '' };
    const repo = repository({ files });
    flow(repo, ['start', 'tasks']);
    repo.write('develop/feature/login/tasks.md', ONE);
    repo.write('mine.txt', 'not committed\n');
    const stub = new StubClient(repo, ALL);
    // 36: what is not committed there is the person's to commit, and nothing begins without it.
    const before = drive(repo, repo.root, stub);
    expect(before).toMatchObject({ status: 1, outcome: { how: 'waiting', for: 'person' } });
    const why = expect.stringMatching(/^not committed, .*: develop\/feature\/login\/tasks\.md \(`flow commit`\)$/);
    expect(before.told).toContainEqual({ what: 'refused', item: 'A', why });
    expect(flow(repo, ['commit']).status).toBe(0);
    const run = drive(repo, repo.root, stub);
    expect(run).toMatchObject({ status: 1, outcome: { how: 'waiting', for: 'person' } });
    expect(run.told).toContainEqual(expect.objectContaining({ what: 'landed', item: 'A', isHere: false }));
    expect(repo.git('show', 'HEAD:a.txt')).toBe('');
    expect(repo.git('status', '--porcelain')).toContain('mine.txt');
    const [ref = ''] = repo.git('for-each-ref', '--format=%(refname)', 'refs/flow/landed').split('\n');
    expect(repo.git('show', `${ref}:a.txt`)).toBe('A done');
  });
});

test('R31 a coding agent starts no others', () => {
  const { repo, home } = driven(ONE);
  const stub = new StubClient(repo, ALL);
  const environment = { CLAUDECODE: '1' };
  const run = flow(repo, ['run', '--program', stub.program], { cwd: home, environment, process: true });
  expect(run).toMatchObject({ status: 1, stderr: expect.stringContaining('RUN_BY_AGENT') });
  expect(stub.sessions).toEqual([]);
});

test('R10 what sessions could not hand in is found before the first turn is paid for', () => {
  const { repo, home } = driven(ONE);
  const stub = new StubClient(repo, ALL);
  // Where our own files are to lie, something else does.
  writeFileSync(path.join(repo.root, '.git/flow/drive'), '');
  const run = flow(repo, ['run', '--program', stub.program], { cwd: home });
  expect(run).toMatchObject({ status: 3, stderr: expect.stringContaining('SUBMIT_UNREACHABLE') });
  const missing = flow(repo, ['run', '--program', '/nowhere/claude'], { cwd: home });
  expect(missing.stderr).toMatch(/SUBMIT_UNREACHABLE|AGENT_MISSING/);
  expect(stub.sessions).toEqual([]);
});

test('an agent that nobody knows, one that is not there, and money where no price is known are refused', () => {
  const { repo, home } = driven(ONE);
  const stub = new StubClient(repo, ALL);
  const run = (...words: string[]) => flow(repo, ['run', ...words], { cwd: home }).stderr;
  expect(run('--agent', 'nobody')).toMatch(/AGENT_UNKNOWN[\s\S]*claude-code, codex/);
  expect(run('--program', '/nowhere/claude')).toContain('AGENT_MISSING');
  expect(run('--agent', 'codex', '--program', stub.program, '--budget', '5usd')).toMatch(/MONEY_UNKNOWN[\s\S]*Mtok/);
  expect(stub.sessions).toEqual([]);
});

describe.skipIf(!LINUX)('R3 R22 the end of a session', () => {
  test('an honest session that has moved nothing is a try', () => {
    const { repo, home } = driven(ONE);
    const stub = new StubClient(repo, { 'A: work': [{ steps: [], end: 'honest' }] });
    const run = drive(repo, home, stub, '--sessions', '1');
    expect(failures(run)).toEqual(['code']);
    expect(run).toMatchObject({ status: 1, outcome: { how: 'paused', why: 'sessions' } });
  });

  test('R22 one in which our hooks did not answer counts for nothing', () => {
    const { repo, home } = driven(ONE);
    const stub = new StubClient(repo, { 'A: work': [{ steps: [], end: 'unarmed' }] });
    const run = drive(repo, home, stub, '--sessions', '1');
    expect(failures(run)).toEqual(['infra']);
    expect(run.told.find(({ end }) => end)?.end?.armed).toBe(false);
  });

  test('what a session said whose hooks did not answer is taken back at its end', () => {
    const { repo, home } = driven(ONE);
    const stub = new StubClient(repo, { 'A: work': [{ ...done('A'), end: 'unarmed' }] });
    expect(failures(drive(repo, home, stub, '--sessions', '1'))).toEqual(['infra']);
    // It was submitted, and counts for nothing.
    expect(json(repo, ['item'], { cwd: home }).data).toMatchObject({ items: [{ id: 'A', state: 'ready' }] });
  });

  test('a session that a person lets go unarmed says nothing that counts: commands show its work', () => {
    const { repo, home } = driven(ONE);
    const stub = new StubClient(repo, { 'A: work': [{ ...done('A'), end: 'unarmed' }] });
    const run = drive(repo, home, stub, '--unarmed', '--sessions', '3');
    expect(run).toMatchObject({ status: 0, outcome: { how: 'done' } });
    const [{ session, prompt } = { session: '', prompt: '' }, ...others] = stub.sessions;
    expect(others).toEqual([]);
    // The agent was told so as it said something.
    expect(readFileSync(path.join(repo.root, `.git/flow/drive/${session}.jsonl`), 'utf8')).toContain('SESSION_UNARMED');
    expect(run.told.find(({ end }) => end)?.end).toMatchObject({ failure: null, armed: false });
    expect(prompt).toContain('Nothing that you say or record counts');
  });

  test('R25 leaves no process behind it, not even one in a group of its own', async () => {
    const { repo, home } = driven(ONE);
    const mark = `left-${process.pid}-${Date.now()}`;
    const stub = new StubClient(repo, { 'A: work': [{ ...done('A'), steps: [{ leave: mark }, ...done('A').steps] }] });
    expect(drive(repo, home, stub)).toMatchObject({ outcome: { how: 'done' } });
    expect(spawnSync('pgrep', ['-f', mark], { encoding: 'utf8' }).stdout).toBe('');
  });
});

describe.skipIf(!LINUX)('R36 R44 whoever is killed', () => {
  test('M1 a driver that is killed leaves its sessions at work, and the next one takes them up, as what they are: it has another agent', async () => {
    const { repo, home } = driven(ONE);
    const go = path.join(repo.area, 'go');
    const stub = new StubClient(repo, { 'A: work': [{ ...done('A'), steps: [{ until: go }, ...done('A').steps] }] });
    const first = driveBeside(repo, home, stub);
    await until(() => stub.sessions.length === 1, 'a session');
    first.kill('SIGKILL');
    const second = driveBeside(repo, home, stub, '--agent', 'codex', '--unarmed');
    await new Promise((wait) => setTimeout(wait, 2000));
    writeFileSync(go, '');
    await new Promise((end) => second.on('close', end));
    expect(names(stub)).toEqual(['A: work']);
    expect(phaseOf(repo, home)).toBe('done');
    // Its own client names a price, and the other one does not.
    expect(json(repo, ['metrics'], { cwd: home }).data).toMatchObject({
      figures: { cost: { money: { is: 'exact', value: 0.01 } }, waste: { wasted: 0 } },
    });
  });

  test('R33 a session that is killed is no try: its work tree is gone on with, by a new session that is told what became of it', async () => {
    const { repo, home } = driven(ONE);
    const stub = new StubClient(repo, { 'A: work': [{ steps: [{ write: 'a.txt', text: 'half' }], end: 'signal' }] });
    const run = drive(repo, home, stub, '--sessions', '1');
    expect(failures(run)).toEqual(['infra']);
    const cwd = stub.sessions[0]?.cwd ?? '';
    expect(existsSync(path.join(cwd, 'a.txt'))).toBe(true);
    // What the next session is given is made from the journal.
    const brief = flow(repo, ['brief', '--item', 'A'], { cwd: home }).stdout;
    expect(brief).toMatch(/infra, not counted, claude-code: (?:it ended with exit code 137|its process was killed)/);
  });

  test('of two drivers one works, and the other says which', async () => {
    const { repo, home } = driven(ONE);
    const go = path.join(repo.area, 'go');
    const stub = new StubClient(repo, { 'A: work': [{ ...done('A'), steps: [{ until: go }, ...done('A').steps] }] });
    const first = driveBeside(repo, home, stub);
    await until(() => stub.sessions.length === 1, 'a session');
    const second = drive(repo, home, stub);
    expect(second).toMatchObject({ status: 43, outcome: { how: 'driven', pid: first.pid } });
    writeFileSync(go, '');
    await new Promise((end) => first.on('close', end));
    expect(names(stub)).toEqual(['A: work']);
    expect(phaseOf(repo, home)).toBe('done');
  });

  test("R36 an item that a person's session has is left to it, and is no failure", () => {
    const { repo, home } = driven(ONE);
    flow(repo, ['item', 'begin', 'A', '--process', String(process.pid)], { cwd: home });
    const stub = new StubClient(repo, ALL);
    const run = drive(repo, home, stub);
    expect(run).toMatchObject({ status: 1, outcome: { how: 'waiting' } });
    expect(stub.sessions).toEqual([]);
    expect(json(repo, ['item', 'show', 'A'], { cwd: home }).data).toMatchObject({ brief: { attempts: [] } });
  });
});

describe.skipIf(!LINUX)('R28 R34 limits', () => {
  test('a quota that is used up closes the account until its time, and spends no try', async () => {
    const { repo, home } = driven(ONE);
    const refused: Played = { steps: [{ quota: 3600 }], end: 'api' };
    const stub = new StubClient(repo, { 'A: work': [refused, done('A')] });
    const child = spawn(process.execPath, [FLOW, 'run', '--program', stub.program], {
      ...{ cwd: home, env: repo.environment, stdio: ['ignore', 'ignore', 'pipe'] },
    });
    let told = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      told += text;
    });
    await until(() => /A: quota[\s\S]*waits until/.test(told), 'a wait for the quota');
    child.kill('SIGKILL');
    expect(stub.sessions).toHaveLength(1);
  });

  test('X66 money that is used up is a pause with that reason, and the next driver knows of it', () => {
    const { repo, home } = driven();
    const stub = new StubClient(repo, { ...ALL, 'A: work': [{ ...done('A'), money: 5 }] });
    const paused = { status: 1, outcome: { how: 'paused', why: 'money' } };
    expect(drive(repo, home, stub, '--at-once', '1', '--budget', '6usd')).toMatchObject(paused);
    expect(flow(repo, ['status'], { cwd: home }).stdout).toContain('the limit of money is reached');
    flow(repo, ['resume'], { cwd: home });
    expect(drive(repo, home, stub, '--at-once', '1', '--budget', '6usd')).toMatchObject(paused);
    expect(stub.sessions).toHaveLength(1);
  });
});

describe.skipIf(!LINUX)('R46 R47 R51 landing', () => {
  test("what is green alone and red together does not land, and is the item's to mend", () => {
    const { repo, home } = driven(BOTH);
    writeFileSync(
      path.join(home, 'verify.sh'),
      '! { grep -q done a.txt && grep -q done b.txt && ! grep -q both b.txt; }\n',
    );
    repo.git('-C', home, 'commit', '-qam', 'not both');
    const mended: Played = {
      steps: [
        { git: ['merge', '-q', '--no-edit', 'feature/login'] },
        { write: 'b.txt', text: 'B done, and both hold\n' },
        { git: ['commit', '-qam', 'both'] },
      ],
      end: 'honest',
    };
    const stub = new StubClient(repo, { ...ALL, 'B: landing': [mended] });
    const run = drive(repo, home, stub, '--at-once', '1');
    expect(run).toMatchObject({ status: 0, outcome: { how: 'done' } });
    expect(run.told).toContainEqual(
      expect.objectContaining({ what: 'not-landed', item: 'B', why: '`sh verify.sh` fails on the merged content' }),
    );
    expect(names(stub)).toEqual(['A: work', 'B: work', 'B: landing']);
    expect(stub.sessions.at(-1)?.prompt).toContain('fails on the merged content');
    expect(repo.git('-C', home, 'show', 'HEAD:a.txt')).toBe('A done');
    expect(repo.git('-C', home, 'show', 'HEAD:b.txt')).toBe('B done, and both hold');
  });

  test('a conflict is told with its files, and three sessions that mend nothing ask a person', () => {
    const { repo, home } = driven(BOTH);
    const began = path.join(repo.area, 'began');
    const same = (id: string, first: Played['steps'][number]): Played => ({
      ...done(id),
      steps: [
        first,
        { write: `${id.toLowerCase()}.txt`, text: `${id} done\n` },
        { write: 'both.txt', text: id },
        { flow: ['submit', 'complete', '--item', id] },
        { git: ['add', `${id.toLowerCase()}.txt`, 'both.txt'] },
        { git: ['commit', '-qm', id] },
      ],
    });
    // Neither sees what the other does.
    const plays = { 'A: work': [same('A', { until: began })], 'B: work': [same('B', { write: began, text: '' })] };
    const stub = new StubClient(repo, plays);
    const run = drive(repo, home, stub);
    expect(run).toMatchObject({ status: 1, outcome: { how: 'waiting', for: 'person' } });
    expect(run.told).toContainEqual(
      expect.objectContaining({ what: 'not-landed', why: expect.stringContaining('both.txt') }),
    );
    expect(names(stub).filter((name) => name.endsWith('landing'))).toHaveLength(3);
    // Nothing is lost: both branches are there.
    expect(repo.git('for-each-ref', '--format=%(refname)', 'refs/heads/flow-run').split('\n')).toHaveLength(2);
  });

  test("what nobody committed is committed for the item, and what is not the item's holds it up", () => {
    const { repo, home } = driven(ONE, tasksConfig('', { phases: LOOK }));
    const uncommitted: Played = { ...done('A'), steps: done('A').steps.slice(0, 2) };
    const words = JSON.stringify({ flow: 'verdict', judge: 'code-quality', pass: true, score: 5, findings: [] });
    const verdict = path.join(repo.area, 'verdict.json');
    writeFileSync(verdict, words);
    const judged: Played = { steps: [{ flow: ['verdict', 'code-quality', verdict, '--item', 'A'] }], end: 'honest' };
    const stub = new StubClient(repo, { 'A: work': [uncommitted], 'A: judge': [judged] });
    expect(drive(repo, home, stub)).toMatchObject({ status: 0 });
    // Behind its commands, which the driver runs, it stands where it stood: what is proven is not asked for again.
    expect(names(stub)).toEqual(['A: work', 'A: judge']);
    expect(repo.git('-C', home, 'show', 'HEAD:a.txt')).toBe('A done');
  });
});
