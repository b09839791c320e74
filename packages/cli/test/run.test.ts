import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { withLock } from '../../evidence/src/index.js';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { WORKFLOWS } from '../../workflows/src/index.js';
import { FLOW, flow, json, repository } from './kit.js';

/* A run through the built program: an agent's shell records what it may, and what a person decides is refused to it. */

const PLAN = '# Plan: x\n\n## User Concerns\n\n- prices must not change\n\n## Fragile Areas\n\n- total.py\n';
const FILES = {
  'pyproject.toml': '[project]\nname = "cart"\nversion = "0"\n',
  'total.py': 'x = 1\n',
  'test_total.py': '',
};

/** A file system of its own on Linux. */
const MEMORY = '/dev/shm';
const HAS_MEMORY = existsSync(MEMORY) && statSync(MEMORY).dev !== statSync(tmpdir()).dev;

function started(workflow = 'ceremony', options: string[] = []): TempRepo {
  const repo = repository({ files: FILES });
  expect(flow(repo, ['start', workflow, ...options])).toMatchObject({ status: 0, stderr: '' });
  return repo;
}

const plan = (repo: TempRepo) => repo.write('develop/feature/login/plan.md', PLAN);
const byPerson = (repo: TempRepo, words: string[], environment: Record<string, string> = {}) =>
  atTerminal(repo, words, { program: FLOW, environment });

describe('D62 start and status', () => {
  test('where none runs the command that begins one can be typed as it is', () => {
    const repo = repository({ files: FILES });
    repo.git('switch', '-q', 'main');
    const { error } = json(repo, ['next']) as { error: { code: string; remedy: string } };
    expect(error).toMatchObject({ code: 'NO_RUN', remedy: 'git switch -c my-change && flow start ceremony' });
    repo.git('switch', '-qc', 'my-change');
    expect(json(repo, ['next']).error).toMatchObject({ code: 'NO_RUN', remedy: 'flow start ceremony' });
  });

  test('D62 a run begins at its first phase; what is written moves it, what is taken away moves it back', () => {
    const repo = started();
    const { ok, data } = json(repo, ['status']);
    expect({ ok, data }).toMatchObject({
      ok: true,
      data: { version: 1, workflow: 'ceremony', phase: 'plan', stage: 1, branch: 'feature/login', waiting: null },
    });
    expect(flow(repo, ['next']).stdout).toContain('DOCUMENT_MISSING');
    expect(flow(repo, ['explain']).stdout).toMatch(/^plan\.document: has not passed yet$/m);
    plan(repo);
    expect(json(repo, ['status']).data).toMatchObject({ phase: 'spec', concerns: ['prices must not change'] });
    expect(flow(repo, ['status']).stdout).toMatch(/^\[x\] plan {2}\[>\] spec {2}\[ \] survey/);
  });

  test('in the clone of somebody else it is said that the run is not there, and what is', () => {
    const repo = repository({ files: FILES });
    repo.write('develop/feature/login/spec.md', '# Spec\n');
    repo.write('develop/feature/login/verification.md', '# Verification\n');
    const { status, error } = json(repo, ['status']);
    expect({ status, error }).toMatchObject({ status: 1, error: { code: 'NO_RUN', remedy: 'flow start tdd' } });
    const told = (error as { message: string }).message;
    expect(told).toContain('on this branch in this clone');
    expect(told).toContain('develop/feature/login/spec.md, develop/feature/login/verification.md');
    expect(json(repo, ['start', 'tdd'])).toMatchObject({ ok: true });
    expect(json(repo, ['status'])).toMatchObject({ ok: true });
  });

  test('C24 of two runs that are begun on a branch at the same time one leads, and the other is told so', async () => {
    const repo = repository({ files: FILES });
    const begin = (workflow: string) =>
      new Promise<string | null>((resolve) => {
        const options = { cwd: repo.root, env: repo.environment, stdio: 'ignore' as const };
        const child = spawn(process.execPath, [FLOW, 'start', workflow], options);
        child.on('close', (status) => resolve(status === 0 ? workflow : null));
      });
    const begun = await Promise.all([begin('ceremony'), begin('tdd')]);
    expect([(json(repo, ['status']).data as { workflow: string }).workflow]).toEqual(
      begun.filter((one) => one !== null),
    );
  });

  test('D50 the folder of the branch is there for its first document, slashes and all', () => {
    const repo = repository({ files: FILES });
    const folder = path.join(repo.root, 'develop/feature/login');
    expect(existsSync(folder)).toBe(false);
    flow(repo, ['start', 'ceremony']);
    expect(existsSync(folder)).toBe(true);
    const other = repository({ files: { ...FILES, develop: 'a file' } });
    expect(flow(other, ['start', 'ceremony'])).toMatchObject({ status: 0 });
  });

  test('what cannot be started says why', () => {
    const repo = started();
    expect(json(repo, ['start', 'tdd'])).toMatchObject({ status: 1, error: { code: 'RUN_EXISTS' } });
    const other = repository({ files: FILES });
    expect(json(other, ['status'])).toMatchObject({
      status: 1,
      error: { code: 'NO_RUN', remedy: 'flow start ceremony' },
    });
    expect(json(other, ['start', 'waterfall'])).toMatchObject({ status: 2, error: { code: 'WORKFLOW_UNKNOWN' } });
    expect(json(other, ['start', 'tdd', '--dial', 'intensity=none'])).toMatchObject({
      status: 2,
      error: { code: 'DIAL_UNKNOWN', message: expect.stringContaining('intensity=standard|high|critical') },
    });
    other.git('switch', '-q', 'main');
    expect(json(other, ['start', 'tdd'])).toMatchObject({ status: 1, error: { code: 'BRANCH_NEEDED' } });
    other.git('checkout', '-q', '--detach');
    expect(json(other, ['start', 'tdd'])).toMatchObject({ status: 1, error: { code: 'NO_BRANCH' } });
  });

  test('a dial is pinned by the start, and more may be asked for at any time', () => {
    const repo = started('tdd', ['--dial', 'intensity=high']);
    expect(json(repo, ['status']).data).toMatchObject({ dials: { intensity: 'high' } });
    expect(json(repo, ['dial', 'intensity', 'critical']).data).toMatchObject({
      status: { dials: { intensity: 'critical' } },
    });
  });

  test('what waits for its place in the journal counts at once', () => {
    const repo = started('tdd');
    const folder = path.join(repo.root, '.git/flow');
    withLock(path.join(folder, 'journal.lock'), 0, () => {
      expect(json(repo, ['dial', 'intensity', 'high'])).toMatchObject({ ok: true });
      expect(readdirSync(path.join(folder, 'spool'))).toHaveLength(1);
      expect(json(repo, ['status']).data).toMatchObject({ dials: { intensity: 'high' } });
    });
    expect(json(repo, ['dial', 'intensity', 'critical'])).toMatchObject({ ok: true });
    expect(readdirSync(path.join(folder, 'spool'))).toEqual([]);
    expect(json(repo, ['status']).data).toMatchObject({ dials: { intensity: 'critical' } });
  });

  test('C9 what is said of some content ahead of its phase is not taken either: reviews change none, and it would be skipped', () => {
    const repo = started('ceremony', ['--dial', 'reviewers=person']);
    expect(json(repo, ['submit', 'verified'])).toMatchObject({
      status: 1,
      error: { code: 'SUBMISSION_EARLY', message: expect.stringContaining('verified belongs to verify') },
    });
  });

  test('C9 submissions, verdicts and answers are taken where the workflow asks for them', () => {
    const repo = started('tdd');
    // C9 What depends on no content would hold for ever: the phase that asks for it would be passed over.
    expect(json(repo, ['submit', 'simplified'])).toMatchObject({ status: 1, error: { code: 'SUBMISSION_EARLY' } });
    expect(messageOf(json(repo, ['submit', 'architecture']))).toMatch(/it asks for simplified, documentation\.$/);
    expect(json(repo, ['submit', 'nothing'])).toMatchObject({ status: 1, error: { code: 'SUBMISSION_UNKNOWN' } });
    expect(json(repo, ['verdict', 'nobody', 'x.json'])).toMatchObject({ status: 1, error: { code: 'JUDGE_UNKNOWN' } });
    expect(json(repo, ['verdict', 'qa', '-'], { input: '{"pass": "yes"}' })).toMatchObject({
      error: { code: 'VERDICT_INVALID', message: expect.stringContaining('`flow agents render qa` shows the format') },
    });
    expect(json(repo, ['verdict', 'qa', '-'], { input: '{"pass": false}' })).toMatchObject({ status: 2 });
    const unread = (file: string) => messageOf(json(repo, ['verdict', 'qa', file]));
    expect(unread('/dev/zero')).toBe('the verdict cannot be read: it is too large (more than 256 KiB).');
    expect(unread('nowhere.json')).toBe('the verdict cannot be read: it does not exist.');
    for (const name of ['qa', 'flow-qa'])
      expect(json(repo, ['verdict', name, '-'], { input: '{"pass": true}' })).toMatchObject({ ok: true });
    expect(json(repo, ['answer', 'f1', '--note', 'x'])).toMatchObject({ error: { code: 'FINDING_UNKNOWN' } });
    expect(json(repo, ['advance'])).toMatchObject({ status: 1, error: { code: 'ADVANCE_NOT_ASKED' } });
    expect(json(repo, ['end', 'complete'])).toMatchObject({ status: 1, error: { code: 'NOT_DONE' } });
  });

  test('D62 the templates begin the documents, and the workflows can be read', () => {
    const repo = started();
    const template = flow(repo, ['template', 'plan', '--title', 'Guest checkout']).stdout;
    expect(template).toMatch(/^# Plan: Guest checkout\n/);
    // D62 A specification begins as the workflow that runs, or that is named, has it.
    expect(flow(repo, ['template', 'spec']).stdout).toContain('## Must NOT');
    const rules = flow(repo, ['template', 'spec', '--workflow', 'tdd']).stdout;
    expect(rules.match(/^## .*/gm)).toEqual(['## Invariants', '## Prohibitions', '## Boundaries']);
    expect(flow(started('tdd'), ['template', 'spec']).stdout).toBe(rules);
    expect(json(repo, ['template', 'spec', '--workflow', 'x'])).toMatchObject({ error: { code: 'WORKFLOW_UNKNOWN' } });
    expect(json(repo, ['template', 'novel'])).toMatchObject({ status: 2, error: { code: 'TEMPLATE_UNKNOWN' } });
    // Where a document is missing, the command that is told prints it: those of every workflow that is shipped, and own ones.
    for (const { id, documents } of WORKFLOWS)
      for (const name of Object.keys(documents))
        expect(flow(repo, ['template', name, '--workflow', id])).toMatchObject({ status: 0 });
    const document = { title: 'The design', path: 'develop/{branch}/design.md' };
    const exit = [{ check: 'branch' }, { check: 'document', document: 'design' }];
    const begin = { id: 'begin', title: 'Begin', instruction: 'Begin.', exit };
    const define = { id: 'own', title: 'Own', version: 1, dials: {}, documents: { design: document }, rules: [] };
    const own = JSON.stringify({ workflows: { own: { define: { ...define, phases: [begin] } } } });
    const other = repository({ files: { ...FILES, 'flow.config.yaml': own } });
    expect(flow(other, ['start', 'own'])).toMatchObject({ status: 0 });
    expect(flow(other, ['template', 'design', '--title', 'Cart']).stdout).toBe('# The design: Cart\n');
    expect(flow(repo, ['workflow', 'list']).stdout).toMatch(/^ceremony .*\nplan .*\nspec .*\nstories .*\ntdd .*\n/);
    expect(flow(repo, ['workflow', 'show', 'tdd']).stdout).toMatch(/^dial {2}intensity: .*\(standard, high, critical/m);
  });

  test('the graph is made from the same data, with the phase marked', () => {
    const repo = started();
    const { data } = json(repo, ['graph']);
    expect(data).toMatchObject({ workflow: 'ceremony', mermaid: expect.stringMatching(/^stateDiagram-v2\n/) });
    expect(flow(repo, ['graph']).stdout).toContain('plan');
    expect(flow(repo, ['graph']).stdout).not.toBe(flow(repo, ['graph', 'ceremony']).stdout);
    expect(json(repo, ['graph', 'x'])).toMatchObject({ status: 2, error: { code: 'WORKFLOW_UNKNOWN' } });
  });

  test('--watch draws again when the run has moved', async () => {
    const repo = started();
    expect(json(repo, ['status', '--watch', 'soon'])).toMatchObject({ status: 2, error: { code: 'USAGE' } });
    const program = repo.path('node_modules/.bin/flow');
    mkdirSync(path.dirname(program), { recursive: true });
    symlinkSync(FLOW, program);
    // Nothing runs there yet, and what is waited for is longer than a timer can be.
    const idle = spawn(process.execPath, [FLOW, 'status', '--watch', '3000000', '--json'], {
      cwd: repository().root,
      env: repo.environment,
    });
    const said: string[] = [];
    for (const stream of [idle.stdout, idle.stderr]) stream.on('data', (chunk) => said.push(String(chunk)));
    await new Promise((resolve) => idle.stdout.once('data', () => setTimeout(resolve, 100)));
    idle.kill();
    expect(JSON.parse(said.join(''))).toMatchObject({ version: 1, ok: false, error: { code: 'NO_RUN' } });
    const child = spawn(process.execPath, [program, 'status', '--watch', '0.2'], {
      cwd: repo.root,
      env: repo.environment,
    });
    let text = '';
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk) => {
        text += chunk;
        if (text.includes('[>] plan') && !existsSync(repo.path('develop/feature/login/plan.md'))) plan(repo);
        if (text.includes('[>] spec')) resolve();
      });
    });
    child.kill('SIGINT');
    expect(text).toContain('(`npx flow template plan` prints an empty one)');
    expect(await new Promise((resolve) => child.on('close', (code) => resolve(code)))).toBe(130);
  });

  test('--watch --all draws the runs of all branches again when one begins', async () => {
    const repo = repository();
    const child = spawn(process.execPath, [FLOW, 'status', '--all', '--watch', '0.2'], {
      cwd: repo.root,
      env: repo.environment,
    });
    const drawn: string[] = [];
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk) => {
        drawn.push(String(chunk));
        if (drawn.length === 1) flow(repo, ['start', 'tdd']);
        else setTimeout(resolve, 1500);
      });
    });
    child.kill();
    expect(drawn).toEqual([
      'No workflow runs on any branch.\n',
      expect.stringMatching(/^\* feature\/login {2}tdd, .*begun \d+ (?:s|min) ago\n$/),
    ]);
  });
});

const messageOf = ({ error }: { error?: unknown }) => (error as { message: string }).message;

describe("a project's own words", () => {
  test('`flow next` prints what a workflow of the project says without what could steer a terminal', () => {
    const [esc, mark] = ['\\e[2J\\e]0;t\\a\\u202e', '\\u061c'];
    const phase = `{ id: build, title: Build, instruction: "Build${esc} it,\\nline${mark} by line.",
  exit: [{ check: command, command: "make ${mark}${esc}all" }] }`;
    const config = `workflows: { mine: { define: { id: mine, title: Mine, version: 1, dials: {}, documents: {}, rules: [],
  phases: [${phase}] } } }\n`;
    const repo = repository({ files: { ...FILES, 'flow.config.yaml': config } });
    expect(flow(repo, ['start', 'mine'])).toMatchObject({ status: 0 });
    const { stdout } = flow(repo, ['next']);
    expect(stdout).toMatch(/^Build +it,\nline +by line.\n/);
    expect(stdout).toMatch(/^\$ make +all$/m);
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u202e]/);
  });
});

/** A project's own workflow leads the run; then the base branch, and this one, no longer define it. */
function undefinedSince(): TempRepo {
  const config = `workflows: { mine: { define: { id: mine, title: Mine, version: 1, dials: {}, documents: {}, rules: [],
  phases: [{ id: build, title: Build, instruction: "Build it.", exit: [{ check: command, command: "make all" }] }] } } }\n`;
  const repo = repository({ files: { ...FILES, 'flow.config.yaml': config } });
  expect(flow(repo, ['start', 'mine'])).toMatchObject({ status: 0 });
  repo.git('rm', '-q', 'flow.config.yaml');
  repo.commit('without it');
  repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
  repo.git('fetch', '-q', 'origin');
  return repo;
}

describe('a run whose workflow is no longer defined', () => {
  test('says so, and what a person can do', () => {
    const error = {
      code: 'WORKFLOW_UNKNOWN',
      message: expect.stringContaining('nothing here defines mine'),
      remedy: 'flow end cancelled',
    };
    const repo = undefinedSince();
    for (const words of [['status'], ['next'], ['end', 'complete']])
      expect(json(repo, words)).toMatchObject({ ok: false, status: 1, error });
  });

  test.skipIf(!HAS_SCRIPT)('can be given up by a person', async () => {
    const repo = undefinedSince();
    expect(json(repo, ['end', 'cancelled'])).toMatchObject({ ok: false, error: { code: 'NO_TERMINAL' } });
    expect(await byPerson(repo, ['end', 'cancelled'])).toMatchObject({ status: 0 });
    expect(json(repo, ['start', 'ceremony'])).toMatchObject({ ok: true });
  });
});

describe('C70 diagnose', () => {
  test('C70 D60 says what the phase says about a file, and why', () => {
    const repo = started();
    expect(json(repo, ['diagnose', 'total.py'])).toMatchObject({
      status: 1,
      ok: false,
      data: { file: 'total.py', class: 'source', phase: 'plan', answer: 'deny', presets: ['python'] },
    });
    expect(flow(repo, ['diagnose', 'README.md'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/README.md: may be edited\n.*document/s),
    });
    expect(json(repo, ['diagnose', '../x'])).toMatchObject({ status: 2, error: { code: 'NOT_IN_REPOSITORY' } });
    const none = repository({ files: FILES });
    expect(json(none, ['diagnose', 'total.py'])).toMatchObject({ ok: true, data: { phase: null, answer: 'allow' } });
  });

  test('C70 says what the other guards say, by whatever way the repository is named', () => {
    const config = `exceptions: [{ guard: sensitive, path: .env.test, reason: fake values, owner: anne@example.com }]\nedits: { withoutPhase: deny }\n`;
    const repo = repository({ files: { ...FILES, 'flow.config.yaml': config, '.gitignore': 'out/\n' } });
    const answer = (file: string, ...rest: string[]) => json(repo, ['diagnose', file, ...rest]);
    const closed = (guard: string, code: string) => ({
      status: 1,
      ok: false,
      data: { answer: 'deny', guards: [{ guard, code, answer: 'refuse' }] },
    });
    expect(answer('.env')).toMatchObject(closed('sensitive', 'SENSITIVE_WRITE'));
    expect(answer('flow.config.yaml')).toMatchObject(closed('protected', 'PROTECTED_WRITE'));
    expect(answer('.git/config')).toMatchObject(closed('protected', 'PROTECTED_WRITE'));
    expect(answer('total.py', '--role', 'flow-qa')).toMatchObject(closed('edits', 'REVIEWER_ACTS'));
    expect(flow(repo, ['diagnose', '.env']).stdout).toMatch(/^.env: may not be edited\n.*\n {2}guard {2}sensitive: /s);
    expect(answer('.env.test')).toMatchObject({
      ok: true,
      data: { answer: 'allow', guards: [{ answer: 'excepted' }] },
    });
    expect(answer('total.py')).toMatchObject(closed('edits', 'EDIT_FORBIDDEN'));
    expect(flow(repo, ['diagnose', 'out/made.py'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^out\/made.py: may be edited\n.*but {4}the guards let it through/s),
    });
    expect(answer('READ\nME.md')).toMatchObject(closed('unreadable', 'INPUT_INVALID'));
    const link = path.join(repo.area, 'by-link');
    symlinkSync(repo.root, link);
    expect(answer('.env', '-C', link)).toMatchObject({ status: 1, data: { file: '.env', answer: 'deny' } });
    expect(answer(path.join(link, 'README.md'))).toMatchObject({ status: 0, data: { file: 'README.md' } });
    symlinkSync(repo.path('.env'), repo.path('notes.md'));
    expect(answer('notes.md')).toMatchObject({ status: 1, data: { file: 'notes.md', answer: 'deny' } });
  });
});

describe('C70 runs of all branches', () => {
  test('C70 status --all names each run, where it is, and those whose branch is gone; a branch of that name has it again', () => {
    const repo = repository({ files: FILES });
    expect(flow(repo, ['status', '--all'])).toMatchObject({ status: 0, stdout: 'No workflow runs on any branch.\n' });
    const runs = () =>
      (json(repo, ['status', '--all']).data as { runs: { branch: string; isHere: boolean; isOrphan: boolean }[] }).runs;
    flow(repo, ['start', 'ceremony']);
    repo.git('switch', '-q', '-c', 'feature/other');
    flow(repo, ['start', 'tdd', '--dial', 'intensity=high']);
    expect(runs()).toMatchObject([
      { branch: 'feature/other', workflow: 'tdd', dials: { intensity: 'high' }, isHere: true, isOrphan: false },
      { branch: 'feature/login', workflow: 'ceremony', isHere: false, isOrphan: false },
    ]);
    expect(flow(repo, ['status', '--all']).stdout).toMatch(
      /^\* feature\/other {2}tdd, .*intensity=high.*\n {2}feature\/login {2}ceremony, /,
    );
    repo.git('branch', '-q', '-D', 'feature/login');
    expect(runs()[1]).toMatchObject({ branch: 'feature/login', isOrphan: true });
    expect(flow(repo, ['status', '--all']).stdout).toContain('branch is gone');
    repo.git('switch', '-q', 'main');
    expect(runs().every(({ isHere }) => !isHere)).toBe(true);
    repo.git('switch', '-q', '-c', 'feature/login');
    expect(runs()[1]).toMatchObject({ isHere: true, isOrphan: false });
    repo.git('branch', '-q', '-m', 'feature/signin');
    expect(runs()[1]).toMatchObject({ branch: 'feature/signin', isHere: true, isOrphan: false });
  });
});

test('X58 the documents of each run lie in the folder of its branch, and the index of all of them is a view', () => {
  const repo = repository({ files: FILES, branch: 'feature/card' });
  const runs = () =>
    (json(repo, ['status', '--all']).data as { runs: { branch: string; documents: Record<string, string> }[] }).runs;
  expect(flow(repo, ['start', 'spec'])).toMatchObject({ status: 0 });
  expect(runs()).toMatchObject([{ branch: 'feature/card', isHere: true, documents: {} }]);
  repo.write('specs/feature/card/interview.md', '# Interview\n');
  expect(runs()[0]?.documents).toEqual({ interview: 'specs/feature/card/interview.md' });
  repo.commit('interview');
  repo.git('switch', '-q', '-c', 'feature/refund', 'main');
  flow(repo, ['start', 'spec']);
  // The current one is that of the branch: nothing says so but the branch.
  expect(runs()).toMatchObject([
    { branch: 'feature/refund', isHere: true, documents: {} },
    { branch: 'feature/card', isHere: false, documents: { interview: 'specs/feature/card/interview.md' } },
  ]);
  expect(flow(repo, ['status', '--all']).stdout).toMatch(
    /^\* feature\/refund {2}spec, .*\n {2}feature\/card {2}spec, .*\n {4}written: interview\n$/,
  );
});

const PERSONAL = [
  ['override', 'the generated client needs a manual fix'],
  ['set-phase', 'spec'],
  ['reopen', 'plan'],
  ['waive', 'plan.document', 'it is in the wiki'],
  ['pause', 'lunch'],
  ['end', 'cancelled'],
  ['reset'],
];

test.each(PERSONAL)(
  'C48 D51 D97 `flow %s` is refused without a person at a terminal, and changes nothing',
  (...words) => {
    const repo = started();
    const before = json(repo, ['status']).data as object;
    const run = json(repo, words);
    expect(run).toMatchObject({ status: 1, error: { code: 'NO_TERMINAL', remedy: expect.stringContaining('flow ') } });
    expect(json(repo, ['status']).data).toEqual(before);
  },
);

test('C2 turning a dial down is a decision of a person, at the start and later', () => {
  const repo = repository({ files: FILES });
  flow(repo, ['start', 'tdd', '--dial', 'intensity=high']);
  expect(json(repo, ['dial', 'intensity', 'standard'])).toMatchObject({ status: 1, error: { code: 'NO_TERMINAL' } });
  expect(json(repo, ['status']).data).toMatchObject({ dials: { intensity: 'high' } });
});

test('C2 D97 a dial that leaves out a review whose finding is open is a decision of a person; one that keeps it is not', async () => {
  const config = 'baseBranch: main\nworkflows: { ceremony: { dials: { reviewers: agents } } }\n';
  const repo = repository({ files: { ...FILES, 'flow.config.yaml': config } });
  flow(repo, ['start', 'ceremony']);
  const write = (name: string, text: string) => repo.write(`develop/feature/login/${name}`, text);
  write('plan.md', PLAN);
  write('spec.md', '# Spec\n\n## Must Do\n\n- do-1: Adds.\n\n## Must NOT\n\n- not-1: Rounds.\n');
  const tested = (name: string) => `tests:\n      - name: ${name}\n        file: test_total.py\n`;
  write('test-shape.yaml', `claims:\n  do-1:\n    ${tested('test_add')}  not-1:\n    ${tested('test_round')}`);
  const hand = (findings: object[]) =>
    json(repo, ['verdict', 'spec', '-'], { input: JSON.stringify({ pass: findings.length === 0, findings }) });
  const found = { title: 'Zero is left open', instanceFix: 'Say it.', classFix: 'State borders.' };
  expect(hand([found])).toMatchObject({ ok: true });
  const findings = () => (json(repo, ['status']).data as { findings: { title: string }[] }).findings;
  expect(findings()).toMatchObject([{ title: found.title }]);

  // The other reviews hear the same judge.
  expect(json(repo, ['dial', 'reviewers', 'gauntlet'])).toMatchObject({ ok: true });
  expect(findings()).toMatchObject([{ title: found.title }]);
  const gone = ['dial', 'reviewers', 'person'];
  expect(json(repo, gone)).toMatchObject({ status: 1, error: { code: 'NO_TERMINAL' } });
  expect(findings()).toMatchObject([{ title: found.title }]);
  if (HAS_SCRIPT) {
    const declined = await atTerminal(repo, gone, { program: FLOW, answer: () => 'no' });
    expect(declined.text).toContain('is open and no longer has to be resolved: Zero is left open');
  }
  // Once it is resolved, more may be asked for by whoever works here.
  write('spec.md', '# Spec\n\n## Must Do\n\n- do-1: Adds, also zero.\n\n## Must NOT\n\n- not-1: Rounds.\n');
  expect(hand([])).toMatchObject({ ok: true });
  expect(findings()).toEqual([]);
  expect(json(repo, gone)).toMatchObject({ ok: true });
});

describe.skipIf(!HAS_SCRIPT)('what a person decides in their own terminal', () => {
  test("C48 C67 an override has a reason, and an agent's shell is refused", async () => {
    const repo = started();
    const reason = 'the generated client needs a manual fix';
    const refused = await byPerson(repo, ['override', reason], { CLAUDECODE: '1' });
    expect(refused).toMatchObject({ status: 1, text: expect.stringContaining('AGENT_ENVIRONMENT') });
    expect(await byPerson(repo, ['override', reason])).toMatchObject({ status: 0 });
    expect(json(repo, ['status']).data).toMatchObject({ overrides: [{ scope: 'edits', left: 10, reason }] });
    expect(flow(repo, ['diagnose', 'total.py'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/may not be edited now\n.*but {4}a person has overridden the rules of the phase/s),
    });
    expect(json(repo, ['override', 'the client that is generated needs a manual fix'])).toMatchObject({
      error: { code: 'OVERRIDE_REASON_REPEATED' },
    });
    for (const verb of [['waive', 'plan.document'], ['pause']])
      expect(json(repo, [...verb, ' '])).toMatchObject({ status: 2, error: { code: 'REASON_MISSING' } });
    expect(json(repo, ['override', 'hm'])).toMatchObject({
      error: { code: 'OVERRIDE_REASON_MISSING', remedy: expect.stringContaining("override '<") },
    });
    plan(repo);
    expect(json(repo, ['status']).data).toMatchObject({ phase: 'spec', overrides: [] });
  });

  test('D10 D97 the gates of a run are approved by name, and lead it on', async () => {
    const repo = started();
    const folder = 'develop/feature/login';
    plan(repo);
    repo.write(`${folder}/spec.md`, '# Spec\n\n## Must Do\n\n- do-1: Adds prices.\n\n## Must NOT\n\n- not-1: Round.\n');
    const tests = (name: string) => `    tests:\n      - name: ${name}\n        file: test_total.py\n`;
    repo.write(`${folder}/test-shape.yaml`, `claims:\n  do-1:\n${tests('test_adds')}  not-1:\n${tests('test_round')}`);
    expect(json(repo, ['status']).data).toMatchObject({ phase: 'shape-review', waiting: 'person' });
    // Whoever reads it is told whose command that is: an agent that runs it is refused.
    const program = repo.path('node_modules/.bin/flow');
    mkdirSync(path.dirname(program), { recursive: true });
    symlinkSync(FLOW, program);
    const told = /^A person runs, in their own terminal: `npx flow approve shape`$/m;
    expect(flow(repo, ['next'], { program }).stdout).toMatch(told);
    expect(await byPerson(repo, ['approve', 'shape'])).toMatchObject({ status: 0 });
    expect(json(repo, ['status']).data).toMatchObject({ phase: 'tests', gates: { shape: { state: 'approved' } } });
    expect(json(repo, ['diagnose', `${folder}/spec.md`])).toMatchObject({ ok: true, data: { approved: true } });
    expect(flow(repo, ['diagnose', `${folder}/spec.md`]).stdout).toContain('a person approved it: change it only if');
    expect(json(repo, ['diagnose', `${folder}/plan.md`])).toMatchObject({ ok: true, data: { approved: false } });
    expect(flow(repo, ['next']).stdout).toMatch(/^\$ /m);
    const listed = flow(repo, ['approve', '--list']).stdout;
    expect(listed).toMatch(/^shape +approved /m);
    expect(listed).toMatch(/^review +open .*nobody has approved it here$/m);
    const { status, text } = await byPerson(repo, ['approve', 'review']);
    expect({ status, text }).toEqual({
      status: 0,
      text: expect.stringContaining('Approved: gate review, the whole content'),
    });
    // What is approved can be read to the last line, new files as well.
    const [, ...words] = /^Every line of it: git (diff) (\w{10}) (\w{10})\s*$/m.exec(text) ?? [];
    expect(repo.git(...words)).toContain('+- not-1: Round.');
  });

  test('D51 D59 set-phase forward waives what is not proven, and says so', async () => {
    const repo = started();
    const { status, text } = await byPerson(repo, ['set-phase', 'survey', '--reason', 'written before']);
    expect(status, text).toBe(0);
    expect(text).toContain('- waive plan.document, for a day, on the current content');
    expect(json(repo, ['status']).data).toMatchObject({
      phase: 'survey',
      debts: expect.arrayContaining([expect.objectContaining({ check: 'plan.document', why: 'waiver' })]),
    });
    // At the end nothing is said to be proven that a person waived.
    expect(await byPerson(repo, ['set-phase', 'done', '--reason', 'shipped before'])).toMatchObject({ status: 0 });
    expect(flow(repo, ['next']).stdout).toMatch(
      /^Everything .* is proven, or stands as a debt, which `flow status` lists\./,
    );
    expect(json(repo, ['set-phase', 'done'])).toMatchObject({ status: 1, error: { code: 'PHASE_HERE' } });
    const unknown = json(repo, ['set-phase', 'nowhere']);
    expect(unknown).toMatchObject({ status: 1, error: { code: 'PHASE_UNKNOWN' } });
    // Both name the same phases: those of this run; the end has no proofs of its own.
    const [, phases] = /phases: (.*)\./.exec(messageOf(unknown))!;
    expect(messageOf(json(repo, ['reopen', 'nowhere']))).toContain(`there are ${phases!.replace(/, done$/, '')}.`);
  });

  test('D51 a waiver for a check or a subject that does not block is refused, with those that do', () => {
    const repo = started();
    const refused = (...words: string[]) => json(repo, ['waive', 'plan.document', 'told on the phone', ...words]);
    expect(refused('--subject', 'nobody')).toMatchObject({ status: 2, error: { code: 'SUBJECT_UNKNOWN' } });
    const unknown = json(repo, ['waive', 'green.green', 'told on the phone']);
    expect(unknown).toMatchObject({ status: 1, error: { code: 'CHECK_UNKNOWN' } });
    expect(messageOf(unknown)).toMatch(/blocking are plan\.document/);
    expect(refused()).toMatchObject({ error: { code: 'NO_TERMINAL' } });
  });

  test('D59 work with many claims is adopted by one word for each check', async () => {
    const repo = started();
    const claims = Array.from({ length: 60 }, (_, at) => `- do-${at + 1}: it does thing ${at + 1}`).join('\n');
    repo.write('develop/feature/login/spec.md', `# Specification: x\n\n## Must Do\n\n${claims}\n`);
    // Told with the command, as it is typed.
    expect(flow(repo, ['status']).stdout).toContain(
      'Later documents exist (spec), but plan does not: a person can continue there with `flow set-phase spec`.',
    );
    const { status, text } = await byPerson(repo, ['set-phase', 'implement', '--reason', 'written before']);
    expect(status, text).toBe(0);
    expect(text).toMatch(/^- waive tests\.red, for a day, on the current content/m);
  });

  test('pause holds the run, resume lets it go on, end ends it', async () => {
    const repo = started();
    expect(await byPerson(repo, ['pause', 'lunch'])).toMatchObject({ status: 0 });
    expect(json(repo, ['status']).data).toMatchObject({ waiting: 'pause', paused: 'lunch' });
    // Nothing is asked of anybody meanwhile, and it is said why.
    expect(flow(repo, ['next']).stdout).toMatch(/^Paused by Test Person .*: lunch\n\$ flow resume\n$/);
    const { stdout } = flow(repo, ['status']);
    expect(stdout).toMatch(/Paused by Test Person .*: lunch\. Nothing is required until `flow resume`\./);
    expect(stdout).not.toMatch(/^(?:Instruction|Command):/m);
    expect(json(repo, ['resume']).data).toMatchObject({ status: { waiting: null } });
    expect(await byPerson(repo, ['end', 'cancelled'])).toMatchObject({ status: 0 });
    expect(json(repo, ['status'])).toMatchObject({ status: 1, error: { code: 'NO_RUN' } });
  });

  test('evidence that does not verify is told wherever a run is asked about, and by doctor', () => {
    const repo = started();
    expect(flow(repo, ['status']).stderr).toBe('');
    const copy = path.join(repo.area, 'copy');
    cpSync(repo.root, copy, { recursive: true });
    const moved = flow(repo, ['status'], { cwd: copy });
    expect(moved.stderr).toMatch(/^EVIDENCE_VOID: .*the repository moved.*\n {2}flow doctor\n$/);
    expect(flow(repo, ['doctor'], { cwd: copy }).stdout).toMatch(
      /^warning {2}Evidence: .*no-head.*\n +fix: npx flow-hooks status$/m,
    );
    rmSync(repo.path('.git/flow/journal.jsonl'));
    const gone = flow(repo, ['status']);
    expect(gone).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^EVIDENCE_VOID: journal\.jsonl, line 1: rolled-back(?:.*\n)+NO_RUN: /),
    });
  });

  test('a content that cannot be read is told with its reason', () => {
    const repo = started();
    repo.write('.gitattributes', 'total.py filter=broken\n');
    repo.git('config', 'filter.broken.clean', 'false');
    repo.git('config', 'filter.broken.required', 'true');
    repo.write('total.py', 'x = 2\n');
    const error = { code: 'CONTENT_UNREADABLE', message: expect.stringContaining('total.py') };
    expect(json(repo, ['status'])).toMatchObject({ status: 3, error });
  });

  test('C25 reset takes every artifact of the branch away, and loses none', async () => {
    const repo = started();
    plan(repo);
    const { status, text } = await byPerson(repo, ['reset']);
    expect(status, text).toBe(0);
    expect(existsSync(repo.path('develop/feature/login'))).toBe(false);
    const aside = /The old files are in\s+(.+)/.exec(text)![1]!;
    expect(readFileSync(path.join(aside, 'plan.md'), 'utf8')).toBe(PLAN);
    expect(json(repo, ['status'])).toMatchObject({ error: { code: 'NO_RUN' } });
    // A link leads to files that are not of this branch.
    symlinkSync(aside, repo.path('develop/feature/login'));
    expect(flow(repo, ['reset']).stdout).toContain('nothing to reset');
  });

  test('C25 reset takes along what other workflows have written in folders of their own', async () => {
    const repo = repository({ files: FILES });
    expect(flow(repo, ['start', 'spec'])).toMatchObject({ status: 0 });
    repo.write('specs/feature/login/research/T1.md', 'Known.\n');
    repo.write('specs/other/research.md', 'Of another branch.\n');
    repo.write('develop/feature/login/specs/own.md', 'Own.\n');
    const { status, text } = await byPerson(repo, ['reset']);
    expect(status, text).toBe(0);
    expect(text).toContain('specs/feature/login/research/T1.md is moved aside');
    expect([existsSync(repo.path('specs/feature/login')), existsSync(repo.path('specs/other/research.md'))]).toEqual([
      false,
      true,
    ]);
    const aside = /The old files are in\s+(.+)/.exec(text)![1]!.trim();
    expect(readFileSync(path.join(aside, 'specs-/research/T1.md'), 'utf8')).toBe('Known.\n');
    expect(readFileSync(path.join(aside, 'specs/own.md'), 'utf8')).toBe('Own.\n');
  });

  test.skipIf(!HAS_MEMORY)(
    'C25 reset loses none either where the folder of git is on another file system',
    async () => {
      const repo = started();
      plan(repo);
      const elsewhere = mkdtempSync(path.join(MEMORY, 'reset-'));
      symlinkSync(elsewhere, repo.path('.git/flow/reset'));
      const { status, text } = await byPerson(repo, ['reset']);
      expect(status, text).toBe(0);
      expect(existsSync(repo.path('develop/feature/login'))).toBe(false);
      const [aside = ''] = readdirSync(elsewhere);
      expect(readFileSync(path.join(elsewhere, aside, 'plan.md'), 'utf8')).toBe(PLAN);
      rmSync(elsewhere, { recursive: true });
    },
  );
});

describe('check and show', () => {
  const OVERLAY = 'phases:\n  model: off\n  qa:\n    checks:\n      verdict:\n        loop: { max: 5 }\n';

  test('D6 what is named and is no workflow is told as such, and read only as far as it may be large', () => {
    const repo = repository({ files: { ...FILES, 'less.yaml': OVERLAY } });
    for (const words of [['check'], ['workflow', 'show']])
      expect(flow(repo, [...words, 'cermony'])).toMatchObject({
        status: 2,
        stderr:
          'FILE_UNREADABLE: cermony cannot be read: it does not exist, and no workflow has that name; there are ceremony, plan, spec, stories, tdd.\n  Did you mean `flow check ceremony`?\n',
      });
    expect(json(repo, ['check', '--overlay', 'less.yaml', 'tdd'])).toMatchObject({
      status: 2,
      error: { message: 'tdd is a workflow, and what follows --overlay is read as an overlay.' },
    });
    // What has no end is not read to its end.
    const endless = { error: { message: expect.stringContaining('it is too large (more than 1024 KiB)') } };
    expect(json(repo, ['check', '/dev/zero'])).toMatchObject({ ...endless, status: 2 });
    expect(json(repo, ['check', 'tdd', '--overlay', '/dev/zero'])).toMatchObject({ ...endless, status: 2 });
  });

  const DEFINED = {
    title: 'Own',
    version: 1,
    dials: {},
    documents: {},
    rules: [],
    phases: [{ id: 'mend', title: 'Mend', instruction: 'Mend it.', exit: [{ check: 'green' }] }],
  };
  const defined = (rest: object = {}, id = 'own') =>
    JSON.stringify({ workflows: { own: { define: { id, ...DEFINED, ...rest } } } });
  const phaseWith = (exit: object[]) => defined({ phases: [{ ...DEFINED.phases[0], exit }] });
  const INVALID: Readonly<Record<string, string>> = {
    'no YAML': 'workflows: [not, one\n',
    'a key that is not known': 'workflow: {}\n',
    'a value of another kind': 'push: untested\n',
    'a workflow that is not there': 'workflows: { cermony: { title: Mine } }\n',
    'a phase that is not there': 'workflows: { tdd: { phases: { mdl: off } } }\n',
    'a workflow under another id': defined({}, 'other'),
    'a check that is not known': phaseWith([{ check: 'grene' }]),
    'a workflow that could not lead': phaseWith([{ check: 'verdict', judge: 'qa' }]),
  };

  test.each(Object.entries(INVALID))('F14 a configuration with %s is a fault, for CI too', (_name, text) => {
    const repo = repository({ files: FILES });
    // An honest one is none, applied or not.
    repo.write('flow.config.yaml', defined());
    expect(json(repo, ['check'])).toMatchObject({
      ok: true,
      status: 0,
      data: { pending: [expect.stringMatching(/^POLICY_PENDING: /)] },
    });
    repo.write('flow.config.yaml', text);
    expect(json(repo, ['check'])).toMatchObject({
      ok: false,
      status: 1,
      data: { pending: [expect.stringMatching(/^POLICY_INVALID: /)] },
    });
    const plain = flow(repo, ['check', 'tdd']);
    expect(plain).toMatchObject({ status: 1, stdout: expect.stringContaining('tdd: no problems\nPOLICY_INVALID: ') });
  });

  test('D6 D7 36.6 what the program ships can lead; what is wrong has its place, for code scanning too, and a remedy', () => {
    const repo = repository({ files: { ...FILES, 'own.yaml': 'id: own\ntitel: Own\n', 'less.yaml': OVERLAY } });
    expect(json(repo, ['check'])).toMatchObject({
      ok: true,
      status: 0,
      data: { workflows: WORKFLOWS.map(() => ({ findings: [] })), pending: [] },
    });
    const bad = flow(repo, ['check', 'own.yaml']);
    expect(bad).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/block SCHEMA_KEY_UNKNOWN.*\n +Write `title`/),
    });
    expect(json(repo, ['check', 'tdd', 'nowhere.yaml'])).toMatchObject({
      status: 2,
      error: { code: 'FILE_UNREADABLE', message: expect.stringMatching(/^nowhere\.yaml cannot be read: /) },
    });
    const mine =
      'id: own\ntitle: Own\nversion: 1\ndials: {}\ndocuments: {}\nrules: []\nphases:\n  - id: mend\n    title: Mend\n';
    const at = (text: string, overlay?: string) => {
      repo.write('lines.yaml', text);
      if (overlay !== undefined) repo.write('over.yaml', overlay);
      const over = overlay === undefined ? [] : ['--overlay', 'over.yaml'];
      return flow(repo, ['check', 'lines.yaml', '--sarif', 'flow.sarif', ...over]);
    };
    const scanned = () => JSON.parse(repo.read('flow.sarif')).runs[0].results;
    const result = (ruleId: string, uri: string, startLine: number) => ({
      ...{ ruleId, level: 'error' },
      locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine } } }],
    });
    const works = `${mine}    instruction: Mend it.\n    exit:\n      - { check: green }\n`;
    // What is unknown, what is wrong, what is missing, what refers to nothing, and what an overlay says: each has its line.
    expect(at(`${works}    edit: []\n`).stdout).toContain(
      'SCHEMA_KEY_UNKNOWN line 13, phases[0] (mend): unknown key `edit`',
    );
    // 36.6 Code scanning shows each at the same line.
    expect(scanned()).toMatchObject([result('SCHEMA_KEY_UNKNOWN', 'lines.yaml', 13)]);
    expect(at(works.replace('green', 'gren')).stdout).toContain('SCHEMA_NAME_UNKNOWN line 12, phases[0] (mend)');
    expect(at(mine).stdout).toContain('SCHEMA_KEY_MISSING line 8, phases[0] (mend).exit');
    expect(at(works.replace('green', 'approved, gate: ok, on: nothing')).stdout).toContain(
      'GATE_UNBOUND line 12, mend.app',
    );
    expect(at(works, 'dials: {}\nphases:\n  mnd: off\n').stdout).toMatch(
      /line 3, phases\.mnd: .*\n +Name a phase of the workflow: mend\./,
    );
    expect(json(repo, ['check', 'lines.yaml', '--overlay', 'over.yaml']).data).toMatchObject({
      workflows: [{ findings: [{ code: 'OVERLAY_UNKNOWN', path: 'over.yaml', line: 3 }] }],
    });
    // A file is named from where a person is, and found from the root.
    mkdirSync(repo.path('ci'));
    const files = ['../lines.yaml', '--sarif', '../flow.sarif', '--overlay', '../over.yaml'];
    expect(flow(repo, ['check', ...files], { cwd: repo.path('ci') }).status).toBe(1);
    expect(scanned()).toMatchObject([result('OVERLAY_UNKNOWN', 'over.yaml', 3)]);
    expect(at('id: own\n\ttitle: x\n').stderr).toContain(
      'lines.yaml cannot be read: Tabs are not allowed as indentation (line 2).',
    );
    expect(at('').stderr).toContain('lines.yaml cannot be read: it is empty.');
    // Who reads it on a screen sees the run that shows the fault, too.
    const stuck = { id: 'own', title: 'Own', version: 1, dials: {}, documents: {}, rules: [] };
    const closed = ['source', 'test'].map((kind) => ({ class: kind, answer: 'deny' }));
    const mend = { id: 'mend', title: 'Mend', instruction: 'Mend it.', edits: closed, exit: [{ check: 'green' }] };
    repo.write('stuck.json', JSON.stringify({ ...stuck, phases: [mend] }));
    expect(flow(repo, ['check', 'stuck.json']).stdout).toContain('example run, stopped at mend: suite:test fail');
    repo.write('lost.yaml', 'phases:\n  nowhere: off\n');
    for (const overlay of ['own.yaml', 'lost.yaml'])
      expect(json(repo, ['check', 'tdd', '--overlay', overlay]), overlay).toMatchObject({ ok: false, status: 1 });
    const lost = json(repo, ['workflow', 'show', 'tdd', '--overlay', 'lost.yaml']);
    expect(lost).toMatchObject({ status: 1, error: { code: 'OVERLAY_UNKNOWN' } });
    repo.write('flow.config.yaml', 'workflows:\n  tdd:\n    phases:\n      model: off\n');
    expect(flow(repo, ['check', 'own.yaml']).stdout).toContain('POLICY_PENDING: flow.config.yaml differs');
    // What is shown, and what a run that begins is led by, is still the earlier word.
    for (const words of [
      ['workflow', 'show', 'tdd', '--resolved'],
      ['start', 'tdd'],
    ])
      expect(flow(repo, words)).toMatchObject({ status: 0, stderr: expect.stringMatching(/^POLICY_PENDING: .*\n$/) });
    // What cannot come into force waits for nobody: it is said what is wrong, and where.
    repo.write('flow.config.yaml', 'workflows:\n  tdd:\n    phases:\n      nowhere: off\n');
    repo.git('switch', '-qc', 'feature/other');
    expect(flow(repo, ['start', 'tdd'])).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(
        /^POLICY_INVALID: .*workflows\.tdd\.phases\.nowhere: OVERLAY_UNKNOWN.*Fix the file; .*apply`.*\n$/,
      ),
    });
  });

  test('D6 D7 show --resolved says which layer contributed what', () => {
    const repo = repository({ files: { ...FILES, 'less.yaml': OVERLAY } });
    const shown = flow(repo, ['workflow', 'show', 'tdd', '--resolved', '--overlay', 'less.yaml']).stdout;
    expect(shown).toMatch(/^gone {2}phases\.model {2}\[less\.yaml\]$/m);
    expect(shown).toMatch(/exit check verdict \(qa\) {2}\[workflow:tdd; loop: less\.yaml\]/);
    // What judges say less of is told by whoever looks, and refuses nothing.
    const proceeds = 'phases:\n  qa:\n    checks: { verdict: { loop: { onExhausted: proceed } } }\n';
    repo.write('proceeds.yaml', proceeds);
    const words = 'qa.verdict: the configuration lets reviewers decide less here: it lets the work continue by itself';
    expect(flow(repo, ['workflow', 'show', 'tdd', '--resolved', '--overlay', 'proceeds.yaml']).stdout).toContain(
      `less  ${words}`,
    );
    expect(flow(repo, ['check', 'tdd', '--overlay', 'proceeds.yaml'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`warn  JUDGES_LESS ${words}`),
    });
    // What the trusted configuration says of a workflow is a layer of its own.
    repo.git('checkout', '-q', 'main');
    repo.write('flow.config.yaml', 'workflows:\n  tdd:\n    phases:\n      model: off\n');
    repo.commit('rules');
    repo.git('push', '-q', 'origin', 'main');
    expect(flow(repo, ['workflow', 'show', 'tdd', '--resolved']).stdout).toMatch(
      /^gone {2}phases\.model {2}\[flow\.config\.yaml\]$/m,
    );
    expect(json(repo, ['workflow', 'show', 'own'])).toMatchObject({ status: 2, error: { code: 'FILE_UNREADABLE' } });
  });
});
