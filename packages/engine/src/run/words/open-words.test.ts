import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { OPEN_WORDS, openOf, openWords } from './open-words.js';

const engine = fileURLToPath(new URL('../../../../core/src/workflow', import.meta.url));

/** Every code that a check or a walk can give, as the engine's source spells it. */
const codes = ['', 'checks']
  .flatMap((folder) => readdirSync(path.join(engine, folder)).map((name) => path.join(engine, folder, name)))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('override.ts'))
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/code: '([A-Z_]+)'/g)].map(([, code]) => code!));

describe('what is in the way is said in words', () => {
  test('there are codes to speak of', () => {
    expect(new Set(codes).size).toBeGreaterThan(20);
  });

  test.each([...new Set(codes)])('%s', (code) => {
    expect(Object.keys(OPEN_WORDS)).toContain(code);
    expect(openWords({ code, level: 'block', args: {} })).not.toBe(code);
  });

  test('whom it is about is named once', () => {
    const green = { code: 'SUITE_NOT_GREEN', level: 'block', args: { suite: 'go:.', state: 'failed' } } as const;
    expect(openOf({ finding: green, subject: 'go:.' })).toBe('go:. is red: run the whole suite');
    const none = { code: 'SUITE_NOT_GREEN', level: 'block', args: { suite: '(no suite)' } } as const;
    expect(openOf({ finding: none, subject: '(no suite)' })).toBe('no changed file belongs to a test suite yet');
    const command = { code: 'COMMAND_NOT_PASSED', level: 'block', args: { command: 'make e2e' } } as const;
    expect(openOf({ finding: command, subject: '1.2' })).toBe('1.2: run make e2e');
    expect(openOf({ finding: command })).toBe('run make e2e');
    const args = { finding: '30.1', title: 'It leaks', source: 'qa' };
    const raised = { code: 'FINDING_OPEN', level: 'block', args } as const;
    expect(openOf({ finding: raised, subject: '30.1' })).toBe('qa says: It leaks (finding 30.1)');
  });

  test.each([
    [undefined, '2 failed'],
    ['build-error', 'did not build'],
    ['collection-error', 'could not be loaded'],
  ])('what never ran has not failed: %s', (outcome, what) => {
    const args = { suite: 'go:.', state: 'failed', failing: 2, names: ['a', 'b'], ...(outcome && { outcome }) };
    const finding = { code: 'SUITE_NOT_GREEN', level: 'block', args } as const;
    expect(openOf({ finding })).toBe(`go:. is red (${what} in the last run: a, b): run the whole suite`);
  });

  test('D6 what the project has changed of the workflow is said in words, too', () => {
    const gone = { code: 'GATE_NOT_REQUIRED', level: 'warn', args: { at: 'survey', why: 'removed' } } as const;
    expect(openWords(gone)).toBe('survey: the configuration makes this optional here: it is gone');
  });

  test('facts from a repository are cleaned and bounded', () => {
    const hostile = `a\u001b[2Jb${'x'.repeat(5000)}`;
    const said = openWords({
      code: 'DOCUMENT_INVALID',
      level: 'block',
      args: { document: hostile, findings: [hostile] },
    });
    expect(said).not.toContain('\u001b');
    expect(said.length).toBeLessThan(600);
  });

  test.each([
    [
      'VERDICT_MISSING',
      { judge: 'qa' },
      'start its agent, as `flow next` says; in a client without agents, `flow verdict qa <file>`',
    ],
    [
      'PANEL_OPEN',
      { panel: 'spec', round: 1, reviewers: ['a', 'b'] },
      'waits for a, b: start their agents, as `flow next` says;',
    ],
  ])('%s begins with what is recorded by itself', (code, args, words) => {
    expect(openWords({ code, level: 'block', args })).toContain(words);
  });

  test('D51 a document whose absence is waived is still to be written before it is valid', () => {
    const said = openWords({ code: 'DOCUMENT_INVALID', level: 'block', args: { document: 'plan', findings: [] } });
    expect(said).toBe('write the document plan (`flow template plan` prints an empty one)');
  });

  test('D56 tests that nobody here can tell apart are not asked for', () => {
    const args = { check: 'tests.red', claim: 'do-1', unwritten: [], unproven: [], unreadable: ['maven'] };
    expect(openWords({ code: 'RED_MISSING', level: 'block', args })).toMatch(
      /tests of maven.*`flow waive tests\.red <reason>`/,
    );
  });

  test.each([
    [
      { unwritten: ['test_a'], unproven: ['test_b'] },
      'write test_a, run test_b and see it fail (a build that fails does not count; or run `flow prove-red`)',
    ],
    [
      { unwritten: [], unproven: ['test_b'], marker: 'STUB:TDD' },
      'run test_b and see it fail (a build that fails does not count: a stub marked `STUB:TDD` lets it build; or run `flow prove-red`)',
    ],
    [{ unwritten: ['test_a'], unproven: [] }, 'write test_a and see it fail (or run `flow prove-red`)'],
    [
      { unwritten: ['test_a'], files: ['test_cart.py'], unproven: [] },
      'write test_a in test_cart.py and see it fail (or run `flow prove-red`)',
    ],
    [{ unwritten: [], unproven: [] }, 'name its tests in the test map'],
  ])('D56 what is to be done about a claim that was not seen red: %j', (args, how) => {
    const said = openWords({ code: 'RED_MISSING', level: 'block', args: { claim: 'do-1', ...args } });
    expect(said).toBe(`no failing run of the current tests for do-1 has been recorded: ${how}`);
  });

  test('R2 a test that was seen failing for another item leads to one of its own, or to more of it', () => {
    const args = { claim: 'do-2', item: 'B', unwritten: [], unproven: ['test_sum'], shownOf: ['A'] };
    expect(openWords({ code: 'RED_MISSING', level: 'block', args })).toBe(
      'the test of do-2 (test_sum) was seen failing for A, which shows nothing of B: change it for what B adds, or plan a test of its own, and see that fail',
    );
  });

  test('D61 a decision of a person is named with the check that it is about', () => {
    const said = (args: object) => openWords({ code: 'LOOP_EXHAUSTED', level: 'block', args: { blocks: 3, ...args } });
    expect(said({ check: 'qa.verdict' })).toContain('`flow decide qa.verdict <again|proceed>`');
    expect(said({ check: 'work/do.command', item: '1.1' })).toContain(
      '`flow decide work/do.command <again|proceed> --item 1.1`',
    );
  });
});
