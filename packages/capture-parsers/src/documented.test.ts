import { describe, expect, test } from 'vitest';
import { parse } from './index.js';

/** Outputs as the tools' documentation shows them. None of these was captured: the tools could not be run here. */
const RUNS = [
  {
    runner: 'dotnet',
    command: 'dotnet test',
    green:
      'Passed!  - Failed:     0, Passed:     3, Skipped:     1, Total:     4, Duration: 12 ms - Shop.Tests.dll (net8.0)\n',
    red: '  Failed Shop.Tests.Cart.IsBad [5 ms]\n  Error Message:\n   Assert.Equal() Failure\nFailed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3, Duration: 20 ms - Shop.Tests.dll (net8.0)\n',
    none: 'No test is available in /repo/Shop.Tests.dll. Make sure that test discoverer & executors are registered.\n',
  },
  {
    runner: 'flutter',
    command: 'dart test',
    green: '00:00 +0: loading test/cart_test.dart\n00:01 +1: cart adds\n00:01 +3 ~1: All tests passed!\n',
    red: '00:00 +1 -1: cart is bad [E]\n  Expected: <4>\n    Actual: <3>\n00:01 +2 -1: Some tests failed.\n',
    none: 'No tests ran.\n',
  },
  {
    runner: 'swift',
    command: 'swift test',
    green:
      "Test Case 'CartTests.testAdds' started at 2026-01-01 10:00:00.000\nTest Case 'CartTests.testAdds' passed (0.001 seconds)\nTest Suite 'All tests' passed at 2026-01-01 10:00:00.001\n\t Executed 3 tests, with 0 failures (0 unexpected) in 0.01 (0.01) seconds\n",
    red: "Test Case 'CartTests.testBad' failed (0.002 seconds)\nTest Suite 'All tests' failed at 2026-01-01 10:00:00.001\n\t Executed 3 tests, with 1 failure (0 unexpected) in 0.01 (0.01) seconds\n",
    none: '\t Executed 0 tests, with 0 failures (0 unexpected) in 0.00 (0.00) seconds\n',
  },
  {
    runner: 'bazel',
    command: 'bazel test //...',
    green:
      '//shop:cart_test                    PASSED in 0.3s\n//shop:total_test          (cached) PASSED in 0.1s\n\nExecuted 1 out of 2 tests: 2 tests pass.\n',
    red: '//shop:cart_test                    FAILED in 0.3s\n  /repo/test.log\n\nExecuted 2 out of 2 tests: 1 test passes and 1 fails locally.\n',
    none: 'ERROR: No test targets were found, yet testing was requested\n',
  },
  {
    runner: 'sbt',
    command: 'sbt test',
    green:
      '[info] CartSpec:\n[info] - adds\n[info] All tests passed.\n[info] Passed: Total 3, Failed 0, Errors 0, Passed 3\n[success] Total time: 3 s\n',
    red: '[info] - is bad *** FAILED ***\n[error] Failed: Total 3, Failed 1, Errors 0, Passed 2\n[error] (Test / test) sbt.TestsFailedException: Tests unsuccessful\n',
    none: '[info] No tests to run for Test / test\n[success] Total time: 1 s\n',
  },
  {
    runner: 'pest',
    command: './vendor/bin/pest',
    green:
      '\n   PASS  Tests\\Unit\\CartTest\n  ✓ it adds                          0.02s\n  ✓ it totals\n  - it is later → no time\n\n  Tests:    1 skipped, 2 passed (2 assertions)\n  Duration: 0.05s\n\n',
    red: '\n   FAIL  Tests\\Unit\\CartTest\n  ✓ it adds                          0.02s\n  ⨯ it is bad                        0.01s\n  ────────────────────────────────\n   FAILED  Tests\\Unit\\CartTest > it is bad\n  Failed asserting that 3 is identical to 4.\n\n\n  Tests:    1 failed, 1 passed (2 assertions)\n  Duration: 0.05s\n\n',
    none: '\n   INFO  No tests found.\n\n',
  },
  {
    runner: 'pest',
    command: 'php artisan test',
    green: '  ..\n\n  Tests:    2 passed (2 assertions)\n  Duration: 0.05s\n',
    red: '  .⨯\n\n  Tests:    1 failed, 1 passed (2 assertions)\n  Duration: 0.05s\n',
    none: '   INFO  No tests found.\n',
  },
  {
    runner: 'cypress',
    command: 'cypress run',
    green:
      '\n  (Run Starting)\n\n  cart\n    ✓ adds (12ms)\n    - later\n\n\n  1 passing (20ms)\n  1 pending\n\n\n  (Results)\n\n  │ Tests:        2 │\n\n  (Run Finished)\n\n       Spec                          Tests  Passing  Failing  Pending  Skipped\n  │ ✔  cart.cy.js        20ms        2        1        -        1        - │\n    ✔  All specs passed!        20ms        2        1        -        1        -\n\n',
    red: '\n  (Run Starting)\n\n  cart\n    ✓ adds (12ms)\n    1) is bad\n\n\n  1 passing (20ms)\n  1 failing\n\n  1) cart\n       is bad:\n     AssertionError: expected 3 to equal 4\n\n\n  (Results)\n\n  (Run Finished)\n\n    ✖  1 of 1 failed (100%)     00:01        2        1        1        -        -\n\n',
    none: "Can't run because no spec files were found.\n\nWe searched for specs matching this glob pattern:\n",
  },
];

test('D27 a red test of Pest and of Cypress has its name', () => {
  const named = (runner: string) => {
    const { command, red } = RUNS.find((run) => run.runner === runner)!;
    const [report] = parse({ command, output: red, exitCode: 1 });
    return report!.tests.filter(({ state }) => state === 'failed').map(({ name }) => name);
  };
  expect(named('pest')).toEqual(['Tests\\Unit\\CartTest > it is bad']);
  expect(named('cypress')).toEqual(['cart > is bad']);
});

test('D27 a run of Karma is that of all its browsers, and one that is disconnected or run before is not forgotten', () => {
  const line = (browser: string, rest: string) => `${browser} 1.0 (Linux): Executed ${rest} (0.02 secs / 0.003 secs)\n`;
  const start = '29 11 2026 00:42:26.048:INFO [karma-server]: Karma v6.4.4 server started at http://localhost:9876/\n';
  const read = (output: string, exitCode: number, command = 'karma start') => parse({ command, output, exitCode })[0]!;
  const both = line('Firefox', '1 of 3 (1 FAILED)') + line('Chrome', '3 of 3 SUCCESS');
  expect(read(both, 1)).toMatchObject({ outcome: 'failed', counts: { passed: 3, failed: 1, total: 6 } });
  expect(read(line('Chrome', '3 of 3 SUCCESS') + line('Firefox', '3 of 3 SUCCESS'), 0).counts.passed).toBe(6);
  expect(read(line('Chrome', '1 of 3 DISCONNECTED'), 1).outcome).toBe('crashed');
  const printed = line("LOG: 'Chrome", '9 of 9 SUCCESS') + line('Chrome', '3 of 3 SUCCESS');
  expect(read(printed, 0).counts.passed).toBe(3);
  const twice = start + line('Chrome', '1 of 1 (1 FAILED)') + start + line('Chrome', '1 of 1 SUCCESS');
  const reports = parse({ command: 'karma start; karma start', output: twice, exitCode: 0 });
  expect(reports.map(({ outcome }) => outcome)).toEqual(['failed', 'passed']);
});

describe('D27 runners whose outputs are known from their documentation', () => {
  test.each(RUNS)('$runner', ({ runner, command, green, red, none }) => {
    const read = (output: string, exitCode?: number, line = command) =>
      parse({ command: line, output, ...(exitCode === undefined ? {} : { exitCode }) });
    expect(read(green, 0)).toMatchObject([{ runner, verdict: 'green', counts: { failed: 0 } }]);
    expect(read(red, 1)).toMatchObject([{ runner, outcome: 'failed', counts: { failed: 1 } }]);
    expect(read(red, 0, `${command} || true`)).toMatchObject([{ runner, outcome: 'failed' }]);
    expect(read(none, 0)).toMatchObject([{ runner, verdict: 'unknown' }]);
    // Without the runner's own exit code nothing of this is proven.
    expect(read(green, 0, `${command} | cat`)).toMatchObject([{ runner, verdict: 'unknown' }]);
    expect(read(green, 1)).toMatchObject([{ runner, verdict: 'unknown' }]);
    expect(read('', 0)).toMatchObject([{ runner, verdict: 'unknown' }]);
  });
});

describe('D27 documents of .NET', () => {
  const trx = (cases: string, counters: string, outcome: string) =>
    `<?xml version="1.0" encoding="utf-8"?>\n<TestRun id="1" xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010">\n<Results>${cases}</Results>\n<ResultSummary outcome="${outcome}"><Counters ${counters} /></ResultSummary>\n</TestRun>\n`;
  const passed = '<UnitTestResult testName="Cart.Adds" outcome="Passed" />';
  const failed = '<UnitTestResult testName="Cart.IsBad" outcome="Failed" />';
  const nunit = (cases: string, totals: string, result: string) =>
    `<test-run id="0" testcasecount="2" result="${result}" ${totals}>\n<test-suite type="Assembly" result="${result}">${cases}</test-suite>\n</test-run>\n`;
  const good = '<test-case fullname="Cart.Adds" result="Passed" />';
  const bad = '<test-case fullname="Cart.IsBad" result="Failed" />';

  test.each([
    ['trx', trx(passed, 'total="1" passed="1" failed="0"', 'Completed'), 'green', { passed: 1, failed: 0 }],
    ['trx', trx(passed + failed, 'total="2" passed="1" failed="1"', 'Failed'), 'red', { passed: 1, failed: 1 }],
    ['trx', trx(passed, 'total="1" passed="1" failed="0"', 'Failed'), 'red', { failed: 0 }],
    ['trx', trx(passed, 'total="2" passed="2" failed="0"', 'Completed'), 'unknown', { passed: 2 }],
    ['trx', trx(passed, 'total="1" passed="1" failed="0"', 'Completed').replace('</TestRun>', ''), 'unknown', {}],
    ['trx', trx('', 'total="0" passed="0" failed="0"', 'Completed'), 'unknown', { total: 0 }],
    ['nunit', nunit(good, 'total="1" passed="1" failed="0" skipped="0"', 'Passed'), 'green', { passed: 1, failed: 0 }],
    [
      'nunit',
      nunit(good + bad, 'total="2" passed="1" failed="1" skipped="0"', 'Failed'),
      'red',
      { passed: 1, failed: 1 },
    ],
    ['nunit', nunit(good, 'total="2" passed="2" failed="0" skipped="0"', 'Passed'), 'unknown', { passed: 2 }],
  ])('%s: %#', (runner, output, verdict, counts) => {
    expect(parse({ output })).toMatchObject([{ runner, verdict, counts }]);
  });
});
