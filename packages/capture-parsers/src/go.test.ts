import { expect, test } from 'vitest';
import { parse } from './index.js';

const verbose = (...lines: string[]) => {
  const output = `${lines.join('\n')}\nFAIL\nFAIL\ta\t0.1s\nFAIL\n`;
  return parse({ command: 'go test -v', output, exitCode: 1 })[0]!;
};

test('a subtest that a test announces once more is one, and the run did not crash', () => {
  const { outcome, tests } = verbose(
    '=== RUN   TestA',
    '=== RUN   TestA/x',
    '=== RUN   TestA/x',
    '--- FAIL: TestA (0.00s)',
    '    --- FAIL: TestA/x (0.00s)',
  );
  expect(outcome).toBe('failed');
  expect(tests.map(({ name, state }) => `${state} ${name}`)).toEqual(['failed TestA', 'failed TestA/x']);
});

test('of a test that runs twice the second round counts, too', () => {
  const { outcome, tests } = verbose(
    '=== RUN   TestA',
    '=== RUN   TestA/x',
    '--- PASS: TestA (0.00s)',
    '    --- PASS: TestA/x (0.00s)',
    '=== RUN   TestA',
    '=== RUN   TestA/x',
    'panic: no such row',
  );
  expect(outcome).toBe('crashed');
  expect(tests.map(({ name, state }) => `${state} ${name}`)).toEqual(['error TestA', 'error TestA/x']);
});
