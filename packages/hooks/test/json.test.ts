import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type TempRepo, tempRepo } from '@flow/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLI, cli, repository } from './kit.js';
import { atTerminal, HAS_SCRIPT } from './terminal-kit.js';

/* What a program that calls `flow-hooks` relies on, of every command of the help: one document, and the exit code. */

type Row = [words: string[], exit: number, document: object];

const refused = (code: string) => ({ version: 1, ok: false, error: { code, message: expect.stringMatching(/\S/) } });
const done = (document: object = {}) => ({ version: 1, ok: true, ...document });

/** By command: calls that are answered, and calls that are refused, with the exit code of each. */
const ROWS: Readonly<Record<string, Row[]>> = {
  install: [
    [['--dry-run'], 0, done({ written: false, changes: expect.any(Array), notes: expect.any(Array) })],
    [['--host', 'emacs'], 2, refused('USAGE')],
  ],
  uninstall: [
    [[], 0, done({ written: false, changes: [] })],
    [['--host', 'emacs'], 2, refused('USAGE')],
  ],
  doctor: [
    [[], 1, { version: 1, ok: false, checks: expect.any(Array) }],
    [['--try', 'emacs'], 2, refused('USAGE')],
  ],
  status: [[[], 0, { version: 1, suites: [] }]],
  explain: [
    [['ls'], 0, { version: 1, decision: 'allow' }],
    [['echo x > .env'], 1, { version: 1, decision: 'refuse' }],
    [['README.md'], 0, { version: 1, thing: { kind: 'file', name: 'README.md' }, known: expect.any(Array) }],
    [['commit:nowhere'], 2, refused('USAGE')],
    [[], 2, refused('USAGE')],
  ],
  audit: [
    [['--metrics'], 0, { version: 1, metrics: expect.any(Object) }],
    [['--since', 'soon'], 2, refused('USAGE')],
  ],
  replay: [
    [['sessions'], 0, { version: 1, refused: [] }],
    [['nowhere'], 2, refused('USAGE')],
    [['--export'], 0, { version: 1, rows: [], left: 0 }],
    [['--export', 'sessions'], 2, refused('USAGE')],
    [
      ['--policy', 'broken.yaml', 'sessions'],
      2,
      { ...refused('POLICY_INVALID'), others: [{ code: 'POLICY_INVALID' }] },
    ],
  ],
  flaky: [
    [[], 0, { version: 1, runs: 0, flakes: [] }],
    [['--since', 'soon'], 2, refused('USAGE')],
  ],
  exec: [
    [['--', 'sh', '-c', 'echo said'], 0, done({ exit: 0, started: true, recorded: [] })],
    [['--', 'sh', '-c', 'exit 7'], 7, { version: 1, ok: false, exit: 7, signal: null }],
    [['--', 'sh', '-c', 'kill -9 $$'], 137, { version: 1, ok: false, exit: 137, signal: 'SIGKILL' }],
    [['--', 'no-such-program'], 127, { ...refused('NOT_STARTED'), started: false }],
    [[], 2, refused('USAGE')],
  ],
  'prove-red': [
    [[], 1, { version: 1, tests: [] }],
    [['--base', 'nowhere'], 2, refused('NO_BASE')],
  ],
  'prove-binding': [
    [[], 0, { version: 1, outcome: 'nothing', functions: [], tests: [], unread: [], left: 0 }],
    [['--base', 'nowhere'], 2, refused('NO_BASE')],
    [['nowhere.js'], 2, refused('USAGE')],
  ],
  approve: [
    [[], 1, { version: 1, gates: expect.any(Array) }],
    [['emacs'], 2, refused('GATE_UNKNOWN')],
    [['shape'], 1, refused('NO_TERMINAL')],
  ],
  allow: [
    [['--list'], 0, done({ refused: [], allowed: [] })],
    [['ABCD'], 1, refused('CODE_UNKNOWN')],
  ],
  attest: [
    [[], 1, refused('ATTEST_UNPROVEN')],
    [['nowhere'], 3, refused('COMMIT_UNKNOWN')],
  ],
  verify: [
    [[], 0, { version: 1, ok: true }],
    [['nowhere'], 3, refused('COMMIT_UNKNOWN')],
  ],
  apply: [[[], 1, refused('PERSON_ONLY')]],
  preset: [
    [['list'], 0, { version: 1, folders: [] }],
    [['shw'], 2, refused('USAGE')],
    [['show', 'cobol'], 1, refused('PRESET_UNKNOWN')],
  ],
  'rotate-key': [[[], 1, refused('NO_TERMINAL')]],
  statusline: [[[], 0, done({ facts: null })]],
  rules: [[[], 0, done({ rules: expect.stringContaining('flow') })]],
};

let repo: TempRepo;
beforeAll(() => {
  const files = { 'README.md': '# cart\n', 'develop/feature/login/spec.md': '# Spec\n' };
  repo = tempRepo({ branch: 'feature/login', files: { ...files, 'develop/feature/login/test-shape.yaml': 'a: b\n' } });
  repo.write('flow.config.yaml', 'mode: monitor\n');
  repo.write('broken.yaml', 'push: { untested: perhaps, stale: perhaps }\n');
  mkdirSync(repo.path('sessions'));
});
afterAll(() => repo.dispose());

/** The document that a call prints, which is all that it prints. */
function documentOf(words: readonly string[], cwd = repo.root) {
  const { status, stdout, stderr } = cli(repo, words, { cwd });
  return { status, stderr, document: JSON.parse(stdout) };
}

const helped = spawnSync(process.execPath, [CLI, '--help'], { encoding: 'utf8' }).stdout;

test('U16: every command of the help is in the table', () => {
  const names = [...helped.matchAll(/^ {2}flow-hooks ([a-z-]+)/gm)].map(([, name]) => name);
  expect(Object.keys(ROWS).sort()).toEqual(names.sort());
});

describe('U16: flow-hooks --json prints one document, whatever happens', () => {
  const rows = Object.entries(ROWS).flatMap(([name, all]) => all.map((row) => [name, ...row] as const));

  test.each(rows)('U16: %s %j: exit code %d', (name, words, exit, expected) => {
    const { status, document, stderr } = documentOf([name, '--json', ...words]);
    expect({ status, document }).toMatchObject({ status: exit, document: expected });
    // What people read is not said a second time.
    if (document.error && name !== 'exec') expect(stderr).not.toContain(`${document.error.code}: `);
  });

  test.each(Object.keys(ROWS))('U16: %s: an option that there is not', (name) => {
    const wrong = documentOf([name, '--no-such-option', '--json']);
    expect(wrong).toMatchObject({ status: 2, stderr: '', document: refused('USAGE') });
  });

  test.each([[[]], [['emacs']], [['--emacs']], [['help', 'emacs']]])('U16: %j is no command', (words) => {
    expect(documentOf([...words, '--json'])).toMatchObject({ status: 2, stderr: '', document: refused('USAGE') });
  });

  test('U16: help and version, and a folder without a repository', () => {
    expect(documentOf(['--version', '--json'])).toMatchObject({
      status: 0,
      document: done({ text: expect.any(String) }),
    });
    expect(documentOf(['help', 'verify', '--json']).document.text).toMatch(/^flow-hooks verify /);
    const outside = path.dirname(repo.root);
    for (const name of ['status', 'allow', 'apply', 'attest', 'rotate-key', 'verify'])
      expect(documentOf([name, '--json', ...(name === 'allow' ? ['--list'] : [])], outside)).toMatchObject({
        ...{ status: 3, stderr: '' },
        document: refused('NO_REPOSITORY'),
      });
  });

  test('U16: the output of what exec runs goes to standard error, word by word, and --json behind -- is its own', () => {
    const run = cli(repo, ['exec', '--json', '--', 'sh', '-c', 'echo out; echo "$@" >&2; test ! -t 1', 'x', '--json']);
    expect(run).toMatchObject({ status: 0, stderr: 'out\n--json\n' });
    expect(JSON.parse(run.stdout)).toMatchObject({ ok: true });
    expect(cli(repo, ['exec', '--quiet', '--', 'echo', '--json'])).toMatchObject({ stdout: '--json\n', stderr: '' });
  });
});

describe('U16: colours', () => {
  const at = (environment: Record<string, string>) => {
    const explained = cli(repo, ['explain', 'ls'], { environment });
    const wrong = cli(repo, ['allow', 'ABCD'], { environment });
    return [
      /^\u001b\[32mALLOW\u001b\[39m/.test(explained.stdout),
      /^\u001b\[31mCODE_UNKNOWN\u001b\[39m: /.test(wrong.stderr),
    ];
  };

  test.each([
    [{}, false],
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    [{ FORCE_COLOR: '0' }, false],
    [{ NO_COLOR: '1' }, false],
  ])('U16: with %j on no terminal: %s', (environment, coloured) => {
    expect(at(environment)).toEqual([coloured, coloured]);
  });

  test('U16: no document has a colour', () => {
    for (const words of [['allow', 'ABCD'], ['explain', 'ls'], ['doctor']])
      expect(cli(repo, [...words, '--json'], { environment: { FORCE_COLOR: '1' } }).stdout).not.toContain('\u001b');
  });
});

test.each([
  [['veriyf'], 'unknown command `veriyf`. Did you mean: npx flow-hooks verify'],
  [['verify', '--reurn'], "Unknown option '--reurn'. Did you mean: npx flow-hooks verify --rerun"],
  [['allow', '--jsn'], "Unknown option '--jsn'. Did you mean: npx flow-hooks allow --json"],
  [['preset', 'shwo'], 'Did you mean: npx flow-hooks preset show?'],
])('U16: %j says what was meant', (words, said) => {
  expect(cli(repo, words)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(said) });
});

describe.skipIf(!HAS_SCRIPT)('U16: what a person does in a terminal is told to a program, too', () => {
  const files = { 'develop/feature/login/spec.md': '# Spec\n', 'develop/feature/login/test-shape.yaml': 'a: b\n' };
  const documentIn = (text: string) => JSON.parse(text.slice(text.indexOf('{\n  "version": 1')));

  test.each([
    ['apply', ['apply'], { applied: true }],
    ['approve', ['approve', 'shape'], { approved: { gate: 'shape', method: 'terminal' } }],
    ['rotate-key', ['rotate-key'], { from: expect.any(String), to: expect.any(String) }],
  ])('U16: %s --json in a terminal', async (_name, words, document) => {
    const own = repository({ files });
    own.write('flow.config.yaml', 'mode: monitor\n');
    const { status, text } = await atTerminal(own, [...words, '--json']);
    expect({ status, document: documentIn(text) }).toMatchObject({ status: 0, document: done(document) });
  });

  test('U16: who declines is told so by a code', async () => {
    const own = repository({ files });
    const { status, text } = await atTerminal(own, ['approve', 'shape', '--json'], { answer: () => 'no' });
    expect({ status, document: documentIn(text) }).toMatchObject({ status: 1, document: refused('DECLINED') });
  });
});
