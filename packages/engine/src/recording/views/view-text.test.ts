import type { Receipt } from '@flow/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { viewName, viewOf } from './view-text.js';

interface Change {
  tests?: Record<string, 'passed' | 'failed' | 'skipped'>;
  outcome?: Receipt['result']['outcome'];
  kind?: Receipt['kind'];
  suite?: string;
  branch?: string | null;
  treeAfter?: string | null;
  time?: number;
  selection?: Receipt['selection'];
  command?: string;
  errors?: number;
}

let made = 0;

/** A receipt of one package's run, but for what is changed. */
function run(change: Change = {}): Receipt {
  const { tests = {}, outcome = 'passed', errors = 0, ...rest } = change;
  const states = Object.values(tests);
  const count = (state: string) => states.filter((one) => one === state).length;
  return {
    version: 1,
    id: `r${String(++made).padStart(6, '0')}`,
    kind: 'test',
    suite: 'go:.',
    command: 'go test ./a',
    directory: '.',
    exitCode: 0,
    treeBefore: null,
    treeAfter: 'a'.repeat(40),
    untracked: [],
    head: 'c'.repeat(40),
    branch: 'feature/x',
    time: made,
    durationMs: 1,
    selection: { kind: 'units', units: ['a'] },
    result: {
      runner: 'go',
      outcome,
      complete: true,
      reasons: [],
      counts: { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), errors },
      tests,
      testsCut: 0,
      greenUnits: [],
      failing: Object.keys(tests).filter((name) => tests[name] === 'failed'),
    },
    tail: 'ok',
    seen: 'hook',
    session: null,
    agent: null,
    ...rest,
  };
}

const text = (receipts: readonly Receipt[]) => JSON.stringify(viewOf(receipts, 'feature/x'));

describe('D15 D29 D32 the view of a suite', () => {
  test('D29 any order in which runs of one content are written gives the same bytes', () => {
    const name = fc.oneof(fc.constantFrom('TestA', 'TestB', '10', '2', 'constructor'), fc.string({ maxLength: 5 }));
    const tests = fc.dictionary(name, fc.constantFrom('passed' as const, 'failed' as const, 'skipped' as const));
    const receipts = fc
      .array(
        fc.record({
          tests,
          time: fc.integer({ min: 1, max: 5 }),
          outcome: fc.constantFrom('passed' as const, 'failed' as const, 'unknown' as const),
          treeAfter: fc.constantFrom('a'.repeat(40), 'b'.repeat(40), null),
          branch: fc.constantFrom('feature/x', 'other', null),
        }),
        { minLength: 1, maxLength: 8 },
      )
      .map((changes) => changes.map(run));
    const both = receipts.chain((one) =>
      fc.tuple(fc.constant(one), fc.shuffledSubarray(one, { minLength: one.length, maxLength: one.length })),
    );
    fc.assert(
      fc.property(both, ([one, other]) => text(one) === text(other)),
      { numRuns: 500 },
    );
  });

  test('D29 runs of disjoint parts give one view of all, whichever of them came first', () => {
    const parts = ['A', 'B', 'C'].map((name) => run({ tests: { [name]: 'passed' }, command: `go test ./${name}` }));
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), (order) => {
        const view = viewOf(
          parts.map((part, at) => ({ ...part, time: order[at]! })),
          'feature/x',
        );
        expect(view).toMatchObject({ tests_pass: 3, tests_fail: 0, all_green: true });
        expect(view?.test_names).toEqual({ A: 'passed', B: 'passed', C: 'passed' });
      }),
    );
  });

  test('D29 the newest result of a test wins, by the time of its run', () => {
    const red = run({ tests: { A: 'failed', B: 'passed' }, outcome: 'failed' });
    const repaired = run({ tests: { A: 'passed' } });
    expect(viewOf([repaired, red], 'feature/x')).toMatchObject({ tests_pass: 2, tests_fail: 0, all_green: true });
    expect(viewOf([{ ...red, time: repaired.time + 1 }, repaired], 'feature/x')).toMatchObject({
      tests_pass: 1,
      tests_fail: 1,
      all_green: false,
    });
  });

  test('a part that did not build keeps it from being green until that command, or all, has passed', () => {
    const broken = run({ command: 'go test ./b', outcome: 'build-error' });
    const other = run({ tests: { A: 'passed' } });
    expect(viewOf([broken, other], 'feature/x')).toMatchObject({ outcome: 'passed', all_green: false });
    const again = run({ command: 'go test ./b', tests: { B: 'passed' } });
    expect(viewOf([broken, other, again], 'feature/x')).toMatchObject({ all_green: true });
    const whole = run({ command: 'go test ./...', selection: { kind: 'whole' } });
    expect(viewOf([broken, other, whole], 'feature/x')).toMatchObject({ all_green: true });
  });

  test('D30 other content, an unknown one and another branch do not add up', () => {
    const newest = run({ tests: { A: 'passed' } });
    const others = [
      run({ tests: { B: 'failed' }, treeAfter: 'b'.repeat(40), time: 0 }),
      run({ tests: { C: 'failed' }, treeAfter: null, time: 0 }),
    ];
    expect(viewOf([newest, ...others], 'feature/x')?.test_names).toEqual({ A: 'passed' });
    expect(viewOf([{ ...newest, treeAfter: null }, ...others], 'feature/x')?.test_names).toEqual({ A: 'passed' });
    expect(viewOf([newest], 'main')).toBeNull();
  });

  test('D31 more names than 2,000 are cut, and long ones earlier; those that failed stay', () => {
    const many = (state: 'passed' | 'failed', from: number, to: number) =>
      Object.fromEntries(Array.from({ length: to - from }, (_, at) => [`T${from + at}`, state]));
    const view = viewOf([run({ tests: { ...many('passed', 0, 5990), ...many('failed', 5990, 6000) } })], 'feature/x');
    const names = view?.test_names as Record<string, string>;
    expect(Object.keys(names)).toHaveLength(2000);
    expect(Object.values(names).filter((state) => state === 'failed')).toHaveLength(10);
    expect(view).toMatchObject({ tests_pass: 5990, tests_fail: 10, test_names_cut: 4000 });
    const long = viewOf(
      [run({ tests: { ['x'.repeat(100_000)]: 'failed', ['y'.repeat(100_000)]: 'passed' } })],
      'feature/x',
    );
    expect(long).toMatchObject({ tests_pass: 1, tests_fail: 1, test_names_cut: 1 });
  });

  test.each(['lint', 'types', 'format', 'analysis', 'build'] as const)(
    'D15 D32 %s has a view of its own fields',
    (kind) => {
      const view = viewOf([run({ kind, suite: 'ruff:lib/a b', outcome: 'failed', errors: 3 })], 'feature/x')!;
      expect(viewName(view)).toBe(`${kind}-results-ruff-lib-a-b.json`);
      expect(view).toMatchObject({ errors: 3, warnings: 0, all_green: false, places: [], commit: 'c'.repeat(40) });
      expect(view).not.toHaveProperty('test_names');
    },
  );
});
