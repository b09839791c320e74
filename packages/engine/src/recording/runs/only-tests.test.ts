import { parse } from '@flow/capture-parsers';
import { expect, test } from 'vitest';
import { failedInTestsAlone } from './only-tests.js';
import { toRunResult } from './run-result.js';

const place = { root: '.', repository: '/r', markerText: undefined };
const GO = '--- FAIL: TestA (0.00s)\n    a_test.go:3: no\nFAIL\nFAIL\texample.com/x/a\t0.01s\n';
const PYTEST = (words: string, found: string) =>
  `=== short test summary info ===\nFAILED test_a.py::test_a - no\n${found}=== ${words} in 0.01s ===\n`;
const VITEST = (files: string, tests: string) =>
  ` RUN  v5.1.1 /r\n\n ❯ a.test.js (2 tests | 1 failed) 13ms\n   × one 10ms\n\n FAIL  a.test.js > one\nAssertionError: no\n\n Test Files  ${files}\n      Tests  ${tests}\n   Start at  07:39:35\n   Duration  295ms\n`;

test.each<[title: string, command: string, output: string, expected: boolean]>([
  ['a test of Go', 'go test ./...', `${GO}ok  \texample.com/x/b\t0.01s\nFAIL\n`, true],
  ['and a package that did not build', 'go test ./...', `${GO}FAIL\texample.com/x/b [build failed]\nFAIL\n`, false],
  ['and one that failed without a test', 'go test ./...', `${GO}FAIL\texample.com/x/b\t0.01s\nFAIL\n`, false],
  ['a test of pytest', 'pytest -q', PYTEST('1 failed, 2 passed', ''), true],
  ['and a fixture', 'pytest -q', PYTEST('1 failed, 1 passed, 1 error', 'ERROR test_a.py::test_b - no\n'), true],
  ['and one without a name', 'pytest -q', PYTEST('2 failed, 1 passed', ''), false],
  ['and a file that did not load', 'pytest -q', PYTEST('1 failed, 1 error', 'ERROR test_b.py\n'), false],
  ['a test of Vitest', 'npx vitest run', VITEST('1 failed | 3 passed (4)', '1 failed | 7 passed (8)'), true],
  ['and tests that it did not come to', 'npx vitest run', VITEST('1 failed (4)', '1 failed (2)'), false],
])('C73 %s: %s', (_title, command, output, expected) => {
  const [report] = parse({ command, output, exitCode: 1 });
  expect(report?.outcome).toBe('failed');
  expect(failedInTestsAlone(toRunResult(report!, null, place), report!)).toBe(expected);
});
