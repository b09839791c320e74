import { expect, test } from 'vitest';
import { parse } from '../../everything.js';

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

/** What was read of a run of Go tests: the outcome, and each test with its state. */
function read(command: string, lines: readonly string[], exitCode?: number) {
  const [report] = parse({ command, output: `${lines.join('\n')}\n`, ...(exitCode === undefined ? {} : { exitCode }) });
  return [report!.outcome, ...report!.tests.map(({ name, state }) => `${name} ${state}`)];
}

const CUT = '... [9 lines truncated] ...';

test('D22 what stands before a cut is of another package than what is closed behind it', () => {
  const lines = ['=== RUN   TestA', '--- FAIL: TestA (0.00s)', CUT, 'PASS', 'ok  \tb\t0.1s', 'FAIL'];
  expect(read('go test -v ./...', lines, 1)).toEqual(['failed', 'TestA failed']);
});

test('D22 red stays red behind a cut, even where the go command was told that all is well', () => {
  const lines = ['=== RUN   TestA', '--- FAIL: TestA (0.00s)', CUT, 'ok  \ta\t0.1s'];
  expect(read('go test -v ./...', lines, 0)).toEqual(['failed', 'TestA failed']);
});

test('D22 subtests behind a cut have lost their parent, and tests that paused their announcement', () => {
  const lines = [
    CUT,
    '    --- FAIL: TestA/x (0.00s)',
    '        --- FAIL: TestA/x/y (0.00s)',
    '=== RUN   TestB/z',
    '=== CONT  TestC',
    '--- PASS: TestC (0.00s)',
    '--- PASS: TestB (0.00s)',
    '    --- PASS: TestB/z (0.00s)',
    'FAIL',
    'FAIL\ta\t0.1s',
  ];
  expect(read('go test -v ./...', lines, 1).slice(1).sort()).toEqual([
    'TestA/x failed',
    'TestA/x/y failed',
    'TestB passed',
    'TestB/z passed',
    'TestC passed',
  ]);
});

test('D24 behind a cut, no passing test is believed without -v, and none of the packages that are there as a whole', () => {
  const quiet = [
    CUT,
    '--- PASS: TestFake (0.00s)',
    '--- FAIL: TestA (0.00s)',
    '    a_test.go:3: no',
    'FAIL',
    'FAIL\ta\t0.1s',
  ];
  expect(read('go test ./...', quiet, 1)).toEqual(['failed', 'TestA failed']);
  const later = [
    CUT,
    'PASS',
    'ok  \ta\t0.1s',
    '=== RUN   TestB',
    '--- PASS: TestFake (0.00s)',
    '--- FAIL: TestB (0.00s)',
  ];
  expect(read('go test -v ./...', [...later, 'FAIL', 'FAIL\tb\t0.1s'], 1)).toEqual(['failed', 'TestB failed']);
});

test('D24 without -v, what was announced is a name that a test printed', () => {
  const lines = ['--- FAIL: TestA (0.00s)', '    a_test.go:3: no', '=== RUN   TestFake', '--- FAIL: TestFake (0.00s)'];
  expect(read('go test ./...', [...lines, 'FAIL', 'FAIL\ta\t0.1s'], 1)).toEqual(['failed', 'TestA failed']);
});

test('D22 -v may come from the environment', () => {
  const lines = ['=== RUN   TestA', '--- PASS: TestA (0.00s)', 'PASS', 'ok  \ta\t0.1s'];
  for (const command of ['go test ./...', 'GOFLAGS=-v go test ./...'])
    expect(read(command, lines, 0)).toEqual(['passed', 'TestA passed']);
});

test('D22 words of a TestMain without a newline may stand before the line of a package', () => {
  expect(read('go test ./...', ['no databaseFAIL\ta\t0.1s', 'ok  \tb\t0.1s', 'FAIL'], 1)).toEqual(['failed']);
  const passing = ['=== RUN   TestA', '--- PASS: TestA (0.00s)', 'PASS', 'byeok  \ta\t0.1s'];
  expect(read('go test -v ./...', passing, 0)).toEqual(['passed', 'TestA passed']);
});

test('D24 an event among lines of text is no stream of events, and a failing one that may be real is not green', () => {
  const event = '{"Action":"fail","Package":"a","Test":"TestFake"}';
  const lines = ['=== RUN   TestA', event, '--- PASS: TestA (0.00s)', 'PASS', 'ok  \ta\t0.1s'];
  expect(read('go test -v ./...', lines, 0)).toEqual(['passed', 'TestA passed']);
  expect(read('make test', lines, 0)).toEqual(['unknown', 'TestA passed']);
});

test('D22 D24 behind a filter, a failing test stays where the line of its package was taken out', () => {
  const lines = ['--- FAIL: TestA (0.00s)', 'ok  \tb\t0.1s', 'words--- FAIL: TestB (0.00s)', 'ok  \tc\t0.1s'];
  expect(read("go test ./... | grep -E -- '---|ok'", lines, 0)).toEqual(['failed', 'TestA failed', 'TestB failed']);
});

test('D22 a TestMain that leaves with 0 does not make a failing test pass, and what a test prints does not make one fail', () => {
  const fails = ['--- FAIL: TestA (0.00s)', '    a_test.go:3: no', 'FAIL', 'ok  \ta\t0.1s'];
  expect(read('go test', fails, 0)).toEqual(['failed', 'TestA failed']);
  expect(read('go test -v', ['=== RUN   TestA', ...fails], 0)).toEqual(['failed', 'TestA failed']);
  expect(read('go test', ['--- FAIL: TestFake (0.00s)', 'FAIL', 'PASS', 'ok  \ta\t0.1s'], 0)).toEqual(['passed']);
});

test('D24 a package that is alone and ok has not failed, whatever its tests print', () => {
  const lines = [
    '--- FAIL: TestFake (0.00s)',
    'FAIL',
    'FAIL\tfake\t0.1s',
    'BenchmarkFake-8   \t  9\t   12 ns/op',
    'PASS',
  ];
  expect(read('go test', [...lines, 'ok  \ta\t0.1s'], 0)).toEqual(['passed']);
  expect(read('go test ./...', [...lines, 'ok  \ta\t0.1s'], 0)[0]).toBe('failed');
});

test('D24 the end of a package is not believed while one of its tests runs, behind a cut neither', () => {
  const lines = [
    CUT,
    '=== RUN   TestA',
    '--- FAIL: TestFake (0.00s)',
    'FAIL',
    'FAIL\tfake\t0.1s',
    '--- PASS: TestA (0.00s)',
  ];
  expect(read('go test -v', [...lines, 'PASS', 'ok  \ta\t0.1s'], 0)).toEqual(['passed', 'TestA passed']);
});

test('D22 D24 a panic in a text without an end is one when goroutines are told of', () => {
  const dies = ['=== RUN   TestA', 'panic: boom'];
  const trace = ['', 'goroutine 7 [running]:', 'a.TestA(0xc0)'];
  expect(read('go test -v | head -n 5', [...dies, ...trace], 0)).toEqual(['failed', 'TestA error']);
  expect(read('go test -v | head -n 2', dies, 0)).toEqual(['unknown']);
  const goesOn = [...dies, CUT, '--- PASS: TestA (0.00s)', 'PASS', 'ok  \ta\t0.1s'];
  expect(read('go test -v', goesOn, 0)).toEqual(['passed', 'TestA passed']);
});

test('D22 a summary of gotestsum without its heading is read', () => {
  const lines = ['=== FAIL: a TestA (0.00s)', '    a_test.go:3: no', '', 'DONE 3 tests, 1 failure in 0.100s'];
  expect(read('gotestsum | tail -n 4', lines, 0)).toEqual(['failed', 'TestA failed']);
});

test('D22 D27 a package whose binary says that there was nothing to run has passed nothing, as old versions show it', () => {
  const lines = ['testing: warning: no tests to run', 'PASS', 'ok  \ta\t0.1s'];
  for (const command of ['go test ./...', 'go test -v ./...']) expect(read(command, lines, 0)).toEqual(['no-tests']);
});

test('D22 the closing line of a package may have lost its tabs', () => {
  const output = '=== RUN   TestA\n--- PASS: TestA (0.00s)\nPASS\nok      a    0.001s\n';
  expect(parse({ command: 'go test -v ./...', output })[0]).toMatchObject({ outcome: 'passed', green: true });
});

test('with -v a package that is ok and tells of no test has run none', () => {
  const silent = 'ok  \texample.com/cart\t0.002s';
  expect(read('go test -v ./...', [silent], 0)).toEqual(['no-tests']);
  expect(read('go test -test.v=true ./...', [silent], 0)).toEqual(['no-tests']);
  expect(read('go test ./...', [silent], 0)).toEqual(['passed']);
  expect(read('go test -v=false ./...', [silent], 0)).toEqual(['passed']);
  expect(read('go test -v ./... | tail -1', [silent])).toEqual(['unknown']);
});
