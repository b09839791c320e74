import { type TempRepo, tempRepo } from '@flow/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HANDED } from '../src/evidence.js';
import { flow, json } from './kit.js';

/* What a program that calls `flow` relies on, of every verb of the help: the envelope, its code, and the exit code. */

interface Row {
  /** Words that are refused or find something (exit code 1), where, and the code. */
  refused?: [words: string[], where: 'bare' | 'led', code: string];
  /** Words that do it in the repository with a run; what only a person does has none (`people.test.ts`). */
  done?: string[];
}

const WHY = ['--reason', 'told on the phone'];
const noRun = (...words: string[]): NonNullable<Row['refused']> => [words, 'bare', 'NO_RUN'];

const VERBS: Readonly<Record<string, Row>> = {
  init: { done: ['--yes', '--dry-run'] },
  doctor: { refused: [[], 'bare', 'FINDINGS'] },
  plugin: { done: [] },
  companions: { done: [] },
  start: { refused: [['tdd'], 'led', 'RUN_EXISTS'], done: ['ceremony'] },
  status: { refused: noRun(), done: [] },
  next: { refused: noRun(), done: [] },
  agents: { done: ['list'] },
  explain: { refused: noRun(), done: [] },
  brief: { refused: noRun(), done: [] },
  context: { refused: noRun(), done: [] },
  submit: { refused: [['verified'], 'led', 'SUBMISSION_EARLY'] },
  verdict: { refused: noRun('style', 'README.md') },
  answer: { refused: noRun('1.1', '--note', 'mended') },
  clarify: { refused: [['answer', 'Q1', 'yes'], 'led', 'QUESTION_UNKNOWN'], done: [] },
  advance: { refused: [[], 'led', 'ADVANCE_NOT_ASKED'] },
  item: { refused: [['begin', 'S1'], 'led', 'ITEM_UNKNOWN'], done: [] },
  research: { refused: [[], 'led', 'NO_RESEARCH'] },
  skills: { refused: noRun(), done: [] },
  commit: { refused: noRun('--item', 'S1'), done: [] },
  checkpoint: { refused: noRun(), done: [] },
  rollback: { refused: [['1'], 'led', 'CHECKPOINT_UNKNOWN'] },
  epic: { refused: [['status', 'none'], 'bare', 'EPIC_UNKNOWN'], done: [] },
  export: { refused: [[], 'led', 'NOTHING_IMPORTED'] },
  adopt: { refused: [['tdd'], 'led', 'RUN_EXISTS'], done: [] },
  import: {
    refused: [['README.md'], 'led', 'NOTHING_TO_IMPORT'],
    done: ['.beads/issues.jsonl', '--dry-run', '--workflow', 'plan'],
  },
  'follow-up': { done: ['a further wish', '--files', 'total.py'] },
  dial: { refused: noRun('reviewers', 'agents'), done: ['reviewers', 'person'] },
  checklist: { refused: [[], 'led', 'FINDINGS'] },
  run: { refused: noRun() },
  board: { done: ['-o', 'board.html'] },
  mcp: {},
  watch: { refused: noRun(), done: ['--once'] },
  ship: {},
  push: { refused: [['nowhere'], 'bare', 'REMOTE_UNKNOWN'] },
  fetch: { refused: [['nowhere'], 'bare', 'REMOTE_UNKNOWN'] },
  progress: { refused: noRun(), done: [] },
  metrics: { refused: noRun(), done: [] },
  resume: { refused: [[], 'led', 'NOT_PAUSED'] },
  end: { refused: [['complete'], 'led', 'NOT_DONE'] },
  graph: { refused: noRun(), done: [] },
  validate: { refused: [[], 'led', 'VALIDATION_OPEN'] },
  report: { refused: noRun(), done: [] },
  analyze: { done: ['--since', '7d'] },
  diagnose: { refused: [['total.py'], 'led', 'FINDINGS'], done: ['README.md'] },
  workflow: { done: ['list'] },
  check: { done: [] },
  template: { done: ['plan'] },
  override: { refused: [['told on the phone'], 'led', 'NO_TERMINAL'] },
  'set-phase': { refused: [['spec', ...WHY], 'led', 'NO_TERMINAL'] },
  reopen: { refused: [['plan', ...WHY], 'led', 'NO_TERMINAL'] },
  waive: { refused: [['plan.document', 'told on the phone'], 'led', 'NO_TERMINAL'] },
  decide: { refused: [['plan.document', 'again', ...WHY], 'led', 'DECISION_UNKNOWN'] },
  choose: { refused: [['colour', 'red'], 'led', 'CHOICE_UNKNOWN'] },
  await: { refused: [['x', '--check', 'rm -rf .git/flow'], 'led', 'CHECK_REFUSED'], done: [] },
  pause: { refused: [['told on the phone'], 'led', 'NO_TERMINAL'] },
  reset: { refused: [[], 'led', 'NO_TERMINAL'] },
  complete: {},
};

const FILES = {
  '.beads/issues.jsonl': '{"id":"bd-1","title":"Add a sum","status":"open","priority":1}\n',
  'pyproject.toml': '[project]\nname = "cart"\nversion = "0"\n',
  'README.md': '',
  'total.py': 'x = 1\n',
};

const repositories = {} as Record<'bare' | 'led', TempRepo>;
beforeAll(() => {
  for (const name of ['bare', 'led'] as const) repositories[name] = tempRepo({ branch: 'feature/login', files: FILES });
  expect(flow(repositories.led, ['start', 'ceremony']).status).toBe(0);
});
afterAll(() => {
  for (const repo of Object.values(repositories)) repo.dispose();
});

const error = (code: string) => ({ code, message: expect.stringMatching(/\S/), remedy: expect.any(String) });

test('D5 every verb of the help is in one of the two tables here', () => {
  const { stdout } = flow(repositories.bare, ['--help']);
  const verbs = [...stdout.matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(([, verb]) => verb);
  expect([...Object.keys(VERBS), ...Object.keys(HANDED), 'help'].sort()).toEqual(verbs.sort());
});

const rows = Object.entries(VERBS);

describe('flow --json', () => {
  test.each(Object.keys(VERBS))('D5 %s: wrong usage ends with exit code 2', (verb) => {
    const answer = json(repositories.bare, [verb, '--no-such-option']);
    expect(answer).toMatchObject({ status: 2, stderr: '', version: 1, ok: false, error: error('USAGE') });
  });

  test.each(rows.flatMap(([verb, { refused }]) => (refused ? [{ verb, refused }] : [])))(
    'D5 $verb: what is refused or found ends with exit code 1 and says what by a code',
    ({ verb, refused: [words, where, code] }) => {
      const answer = json(repositories[where], [verb, ...words]);
      expect(answer).toMatchObject({ status: 1, stderr: '', version: 1, ok: false, error: error(code) });
    },
  );

  test.each(rows.flatMap(([verb, { done }]) => (done ? [{ verb, done }] : [])))(
    'D5 $verb: what is done ends with exit code 0, has an answer and no error',
    ({ verb, done }) => {
      const answer = json(repositories.led, [verb, ...done]);
      expect(answer).toMatchObject({ status: 0, stderr: '', version: 1, ok: true, data: expect.anything() });
      expect(answer).not.toHaveProperty('error');
    },
  );
});

test.each(Object.keys(HANDED))(
  'D5 flow %s: wrong usage ends with exit code 2, and says nothing on standard output',
  (verb) => {
    const { status, stdout, stderr } = flow(repositories.bare, [verb, '--no-such-option']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^USAGE: \S/);
  },
);

describe('U16: flow --json where nothing but a text is asked for', () => {
  test.each<[words: string[], data: object]>([
    [['--version'], { text: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) }],
    [['--help'], { text: expect.stringContaining('Usage: flow') }],
    [['help', 'start'], { text: expect.stringContaining('Usage: flow start') }],
    [['complete', 'bash'], { script: expect.stringContaining('# bash completion for flow') }],
    [['complete', 'zsh'], { script: expect.stringContaining('#compdef flow') }],
  ])('U16: flow %j', (words, data) => {
    expect(json(repositories.bare, words)).toMatchObject({ status: 0, stderr: '', version: 1, ok: true, data });
    expect(flow(repositories.bare, words).stdout).not.toMatch(/^\{/);
  });
});

test.each(Object.keys(HANDED))('U16: flow %s --json: wrong usage is one document', (verb) => {
  const answer = json(repositories.bare, [verb, '--no-such-option']);
  expect(answer).toMatchObject({ status: 2, stderr: '', version: 1, ok: false, error: error('USAGE') });
});
