import type { Status } from '@flow/core/workflow';
import { ceremony, tdd } from '@flow/workflows';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isReviewer } from '../reviewers.js';
import { openWords } from './open-words.js';
import { BUDGET, SUBAGENT_BUDGET, statusText, subagentText } from './status-text.js';

const CONTROL = /[\p{Cc}\u2028-\u202e]/u;

const word = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.constant('\u001b[31mred\u001b[0m\n\u2028now'));
const words = fc.array(word, { maxLength: 30 });
const finding = fc.record({
  code: fc.constantFrom('SUBMISSION_MISSING', 'DOCUMENT_INVALID', 'RED_MISSING', 'ITEMS_OPEN'),
  level: fc.constant('block' as const),
  args: fc.record({ name: word, document: word, findings: words, claim: word, unwritten: words, open: words }),
});
const open = fc.record({
  check: fc.constant('tests.red'),
  subject: word,
  state: fc.constant('missing' as const),
  actor: fc.constant('agent' as const),
  finding,
});

const item = fc.record({
  ...{ id: word, title: word },
  state: fc.constantFrom('ready' as const, 'running' as const, 'blocked' as const),
  open: fc.array(open, { maxLength: 6 }),
});

const statuses: fc.Arbitrary<Status> = fc.record({
  version: fc.constant(1 as const),
  workflow: word,
  dials: fc.constant({}),
  phase: fc.constant('tests'),
  title: word,
  stage: fc.nat(20),
  total: fc.nat(20),
  branch: fc.option(word),
  position: word,
  instruction: fc.oneof(word, fc.string({ minLength: 3000, maxLength: 4000 })),
  command: fc.option(word),
  roles: fc.constant([]),
  open: fc.array(open, { maxLength: 40 }),
  warnings: fc.array(finding, { maxLength: 10 }),
  items: fc.array(item, { maxLength: 20 }),
  over: fc.constant([]),
  flags: words,
  current: fc.option(item),
  waiting: fc.constantFrom(null, 'person' as const, 'pause' as const),
  paused: fc.constant(null),
  questions: fc.array(fc.record({ id: word, since: fc.nat(), text: word, lookedUp: word }), { maxLength: 3 }),
  assumptions: fc.array(fc.record({ id: word, question: word, text: word }), { maxLength: 3 }),
  gates: fc.dictionary(word, fc.constant({ state: 'pending' as const }), { maxKeys: 30 }),
  loops: fc.constant([]),
  debts: fc.array(
    fc.record({ check: word, item: word, why: fc.constant('loop' as const), reason: word, n: fc.nat() }),
    { maxLength: 10 },
  ),
  findings: fc.constant([]),
  overridden: fc.constant([]),
  overrides: fc.constant([]),
  edits: fc.array(
    fc.record({ class: fc.constant('source' as const), role: word, answer: fc.constant('deny' as const) }),
  ),
  concerns: words,
  probes: words,
  expectations: words,
  rules: words,
  stages: fc.constant([]),
  adoption: fc.constant(null),
  ended: fc.constant(null),
});

describe('what an injection may hold', () => {
  test('D63 it never exceeds its budget, holds no control character, and keeps phase and instruction', () => {
    const budgets = fc.integer({ min: 400, max: BUDGET });
    fc.assert(
      fc.property(statuses, budgets, fc.boolean(), (status, budget, isReviewing) => {
        for (const text of [statusText(status, budget), subagentText(status, isReviewing, budget)]) {
          expect(text.length).toBeLessThanOrEqual(budget);
          const lines = text.split('\n');
          for (const line of lines) expect(line).not.toMatch(CONTROL);
          expect(lines[0]).toMatch(/^flow: /);
        }
        const hasWork = status.instruction.trim() !== '';
        if (hasWork) expect(statusText(status, budget).split('\n')[1]).toMatch(/^Instruction: /);
        if (isReviewing) expect(subagentText(status, true, budget)).not.toContain('Instruction: ');
      }),
      { numRuns: 300 },
    );
  });

  test('D64 D65 a sub-agent is told phase, edits, rules and probes, and a reviewer nothing to do', () => {
    const [status] = fc.sample(statuses, { seed: 1, numRuns: 1 });
    const plain: Status = {
      ...status!,
      ...{ workflow: 'tdd', position: 'red', instruction: 'Write the tests.', gates: {}, waiting: null },
      ...{ edits: [{ class: 'source', answer: 'deny', marker: 'STUB:TDD' }], rules: ['Say what you skip.'] },
      ...{ probes: ['Negative prices'], concerns: ['Rounding'] },
    };
    const told = subagentText(plain, false);
    for (const part of ['phase red', 'Write the tests.', 'source: deny (unless marked STUB:TDD)', 'Say what you skip.'])
      expect(told).toContain(part);
    expect(told).toContain('Negative prices');
    expect(told.length).toBeLessThanOrEqual(SUBAGENT_BUDGET);
    expect(subagentText(plain, true)).not.toContain('Write the tests.');
    expect(subagentText(plain, true)).toContain('Negative prices');
  });

  test('D63 D65 what is left out of a list is counted, and a screen has every note', () => {
    const [status] = fc.sample(statuses, { seed: 1, numRuns: 1 });
    const claims = Array.from({ length: 100 }, (_, at) => `do-${at + 1}`);
    const red = (claim: string): Status['open'][number] => {
      const args = { claim, unwritten: [`test_${claim}`], unproven: [], unreadable: [] };
      const finding = { code: 'RED_MISSING', level: 'block' as const, args };
      return { check: 'tests.red', subject: claim, state: 'missing', actor: 'agent', finding };
    };
    const many: Status = {
      ...status!,
      ...{ workflow: 'ceremony', position: 'tests', instruction: 'Write the tests.', gates: {}, waiting: null },
      ...{ open: claims.map(red), items: [], current: null, command: null, debts: [], rules: [] },
      ...{ concerns: claims.map((id) => `worry ${id}`), probes: [], expectations: [] },
      warnings: claims.slice(0, 6).map((subject) => ({ code: 'PROOF_FLAKY', level: 'warn', args: { subject } })),
    };
    const told = statusText(many).split('\n');
    expect(told.filter((line) => line.startsWith('Open: RED_MISSING'))).toHaveLength(8);
    expect(told).toContain('(and 92 more open: `flow explain`)');
    expect(told).toContain('(and 2 more notes: `flow status`)');
    expect(told.find((line) => line.startsWith('User concerns'))).toMatch(
      /; worry do-10 \(and 90 more, in the plan\)$/,
    );
    const shown = statusText(many, Number.MAX_SAFE_INTEGER);
    expect(shown).toContain('(and 92 more open: `flow explain`)');
    expect(shown.match(/^Note: /gm)).toHaveLength(6);
    // In an item as in the run.
    const { open } = many;
    const item = { id: 'S1', title: 'One', state: 'ready' as const, open };
    expect(statusText({ ...many, open: [], items: [item, { ...item, id: 'S2' }, { ...item, id: 'S3' }] })).toContain(
      '(and 292 more open: `flow explain`)',
    );
  });

  test('D64 whose word a workflow asks for is a reviewer, however the client spells the name', () => {
    for (const role of ['spec-reviewer', 'plugin:qa', 'Auditor']) expect(isReviewer(tdd, role)).toBe(true);
    for (const role of ['security', 'security-reviewer']) expect(isReviewer(ceremony, role)).toBe(true);
    for (const role of [null, 'general-purpose', 'implementer']) expect(isReviewer(tdd, role)).toBe(false);
  });

  test('D66 a checklist that is missing or stale is called so', () => {
    const words = (state: string) =>
      openWords({ code: 'SUBMISSION_MISSING', level: 'block', args: { name: 'checklist', state } });
    expect(words('missing')).toBe('checklist is missing: run `flow checklist`');
    expect(words('lapsed')).toContain('checklist is stale: it was submitted for other content');
  });
});
