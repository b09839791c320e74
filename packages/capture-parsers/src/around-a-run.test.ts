import { describe, expect, test } from 'vitest';
import { allGreen, parse } from './everything.js';

const PYTEST = '.                                                                        [100%]\n1 passed in 0.02s\n';
const GO = 'ok  \texample.com/a\t0.002s\n';
const VITEST = `
 RUN  v4.1.12 /repo

 ✓ v.spec.js (1 test) 3ms

 Test Files  1 passed (1)
      Tests  1 passed (1)
   Start at  11:05:48
   Duration  301ms (transform 28ms, setup 0ms, import 38ms, tests 3ms, environment 0ms)

`;

const green = (command: string, output: string, exitCode?: number) =>
  allGreen(parse({ command, output, ...(exitCode === undefined ? {} : { exitCode }) }));

describe('D22 D27 a command that nobody reads leaves a trace', () => {
  test.each([
    './e2e.sh; pytest -q',
    'k6 run load.js; pytest -q',
    'pytest -q; ./e2e.sh | tee log',
    'pytest -q; ./e2e.sh; echo done',
    'source ./build.sh; pytest -q',
    'pytest -q || ./again.sh',
    './server & pytest -q',
    'git commit -m x; pytest -q',
    'echo "$(./e2e.sh)"; pytest -q',
    'find . -exec ./check {} +; pytest -q',
    'npm run lint; npm test; pytest -q',
  ])('%s is not green as a whole, and the run in it is', (command) => {
    const reports = parse({ command, output: PYTEST, exitCode: 0 });
    expect(reports.map(({ runner, kind, green }) => [runner, kind, green])).toEqual([
      ['pytest', 'test', true],
      ['unread', 'unread', false],
    ]);
    expect(reports[1]!.problems).toHaveLength(1);
  });

  test.each([
    './e2e.sh && pytest -q',
    'pytest -q && ./e2e.sh',
    'pytest -q; ./e2e.sh',
    'cd app; pytest -q',
    'cd app && pytest -q; git status',
    'export CI=1 && pytest -q',
    'export CI=1; pytest -q; ls -la; date',
    'source .venv/bin/activate; pytest -q',
    'pip install -e .; pytest -q',
    'cd "$(git rev-parse --show-toplevel)"; pytest -q',
    'mkdir -p out; rm -rf out; pytest -q',
    'for d in a; do pytest -q; done',
    'if [ -f x ]; then pytest -q; fi',
    'sudo apt-get install -y x; pytest -q',
    'python3 --version; pytest -q',
  ])('%s is green', (command) => {
    expect(green(command, PYTEST, 0)).toBe(true);
  });

  test('a line that ended with a failure is not green, whatever its parts say', () => {
    const reports = parse({ command: 'pytest -q && ./deploy.sh', output: PYTEST, exitCode: 1 });
    expect(allGreen(reports)).toBe(false);
    expect(green('pytest -q; false', PYTEST, 1)).toBe(false);
    expect(green('pytest -q; exit 3', PYTEST, 3)).toBe(false);
  });

  test('so does one that a script starts', () => {
    const script = (inner: string) =>
      `\n> test\n> ${inner}\n\n\n> unit\n> ./unit.sh\n\nunit\n\n> test:py\n> pytest -q\n\n${PYTEST}`;
    expect(green('npm test', script('npm run unit; npm run test:py'), 0)).toBe(false);
    expect(green('npm test', script('npm run unit && npm run test:py'), 0)).toBe(true);
    expect(green('npm test | tee log', script('npm run unit && npm run test:py'), 0)).toBe(false);
  });
});

describe('D22 D27 a script that starts another one and goes on with a run of its own', () => {
  const build = '\n> a@1.0.0 build\n> node build.js\n\nbuilt\n';
  const scriptOf = (command: string) => `\n> a@1.0.0 test\n> ${command}\n`;
  const failed = VITEST.replace('Tests  1 passed (1)', 'Tests  1 failed (1)').replace('1 passed (1)', '1 failed (1)');

  test.each([
    ['npm run build && vitest run', (run: string) => build + run],
    ['vitest run && npm run build', (run: string) => run + build],
  ])('%s', (command, printed) => {
    const output = scriptOf(command) + printed(VITEST);
    expect(parse({ command: 'npm test', output, exitCode: 0 })).toMatchObject([{ runner: 'vitest', green: true }]);
    expect(green('npm test', output, 1)).toBe(false);
    expect(parse({ command: 'npm test', output: scriptOf(command) + printed(failed), exitCode: 1 })).toMatchObject([
      { runner: 'vitest', outcome: 'failed' },
    ]);
  });

  test('of a script whose end is lost nothing is proven', () => {
    const output = scriptOf('npm run build; vitest run') + build + VITEST;
    expect(green('npm test', output, 0)).toBe(false);
  });
});

describe('D22 D27 what a filter behind a task runner may have dropped is not known', () => {
  test.each(['npm test', 'make test', 'pnpm -r test', 'npx turbo run test', 'just test'])('%s', (task) => {
    for (const filter of ['tail -9', 'tail -n 9', 'grep -v x', 'head -9'])
      expect(green(`${task} 2>&1 | ${filter}`, VITEST, 0), filter).toBe(false);
    expect(green(`set -o pipefail; ${task} 2>&1 | tail -9`, VITEST, 0)).toBe(false);
    for (const line of [task, `${task} 2>&1 | tee log`, `${task} 2>&1 | tail -50`])
      expect(green(line, VITEST, 0), line).toBe(true);
  });

  test.each([
    '(npm test; true) | tail -9',
    '{ npm test; npm run e2e; } 2>&1 | tail -9',
    '(cd a && npm test) 2>&1 | tail -9',
  ])('%s: a group has one filter for all its steps', (command) => {
    expect(green(command, VITEST, 0)).toBe(false);
    expect(green(command.replace('tail -9', 'tee log').replace('npm run e2e', 'true'), VITEST, 0)).toBe(true);
  });

  test('what turbo and nx say of another project counts', () => {
    const turbo = `web:test: cache miss, executing abc${VITEST.split('\n').join('\nweb:test: ')}\n Tasks:    1 successful, 1 total\n`;
    expect(green('npx turbo run test | tee log', turbo, 0)).toBe(true);
    expect(green('npx turbo run test | tee log', `${turbo}Failed:    api#test\n`, 0)).toBe(false);
  });

  test('behind the runner itself the summary is enough', () => {
    expect(green('npx vitest run 2>&1 | tail -9', VITEST, 0)).toBe(true);
  });
});

describe('D22 D27 a code that the line prints', () => {
  test.each([
    ['go test ./...; echo "EXIT=$?"', 'EXIT=0\n'],
    ['go test ./...; echo $?', '0\n'],
    ['go test ./...; r=$?; echo "code: $r"', 'code: 0\n'],
    ['go test ./...; r=$?; ls; echo "code: ${r}"', 'a.go\ncode: 0\n'],
    ['go test ./... | tee log; echo "EXIT=${PIPESTATUS[0]}"', 'EXIT=0\n'],
    ["go test ./...; printf 'EXIT=%d\\n' $?", 'EXIT=0\n'],
    ['cd x && go test ./...; echo "EXIT=$?"', 'EXIT=0\n'],
  ])('%s: 0 is the own code of the run', (command, printed) => {
    expect(green(command, GO + printed, 0)).toBe(true);
    expect(green(command, GO + printed.replace('0', '1'), 0)).toBe(false);
  });

  test.each([
    ['a filter has its own code', 'go test ./... | tail -5; echo "EXIT=$?"', 'EXIT=0\n'],
    ['of two nobody knows which is real', 'go test ./...; echo "EXIT=$?"', 'EXIT=0\nEXIT=0\n'],
    ['one that is not the last line', 'go test ./...; echo "EXIT=$?"; ls', 'EXIT=0\na.go\n'],
    ['one behind a command in the background', 'go test ./... & echo "EXIT=$?"', 'EXIT=0\n'],
    ['one of another command', 'go test ./...; ls; echo "EXIT=$?"', 'a.go\nEXIT=0\n'],
    ['one that the command only writes', "go test ./...; echo 'EXIT=0'", 'EXIT=0\n'],
    ['one of a run that was to fail', '! go test ./...; echo "EXIT=$?"', 'EXIT=0\n'],
    ['one of a run that may not have been reached', 'cat log || go test ./...; echo "EXIT=$?"', 'EXIT=0\n'],
  ])('%s: it proves nothing', (_, command, printed) => {
    expect(green(command, GO + printed, 0)).toBe(false);
  });

  test('what it denies, or what is missing, is not green', () => {
    expect(green('pytest -q; echo "EXIT=$?"', '1 failed in 0.02s\nEXIT=0\n', 0)).toBe(false);
    expect(green('pytest -q; echo "EXIT=$?"', PYTEST, 0)).toBe(false);
    expect(
      parse({ command: 'pytest -q; echo "EXIT=$?"', output: `${PYTEST}[9 lines truncated]\nEXIT=3\n`, exitCode: 0 })[0],
    ).toMatchObject({ green: false });
  });

  test('the line may end with it', () => {
    expect(green('go test ./... > log; r=$?; cat log; exit $r', GO, 0)).toBe(true);
    expect(green('go test ./... > log; r=$?; cat log; exit $r', GO, 1)).toBe(false);
    expect(green('go test ./...; r=$?; pytest -q; exit $r', GO + PYTEST, 1)).toBe(false);
  });
});

describe('D22 D27 words for a failure that a condition let through', () => {
  test.each([
    ['if pytest -q; then echo PASSED; else echo FAILED; fi', 'PASSED'],
    ['pytest -q; if [ $? -ne 0 ]; then echo FAILED; fi', ''],
    ['pytest -q; [ $? -eq 0 ] && echo PASSED || echo FAILED', 'PASSED'],
    ['pytest -q && echo PASSED || echo FAILED', 'PASSED'],
    ['pytest -q || { echo FAILED; exit 0; }', ''],
    ['npm test || echo FAILED', ''],
  ])('%s', (command, good) => {
    expect(green(command, `${PYTEST}${good && `${good}\n`}`, 0)).toBe(true);
    expect(green(command, `${PYTEST}FAILED\n`, 0)).toBe(false);
  });

  test('of runs that xargs starts only all together are proven', () => {
    expect(green('git ls-files | xargs pytest -q', PYTEST, 0)).toBe(true);
    expect(green('git ls-files | xargs -n 1 pytest -q | tee log', PYTEST, 0)).toBe(false);
  });

  test('errors of types that Vitest counts are errors', () => {
    const typed = (words: string) => VITEST.replace('   Start at', `Type Errors  ${words}\n   Start at`);
    expect(green('npx vitest run --typecheck | tee log', typed('no errors'), 0)).toBe(true);
    expect(green('npx vitest run --typecheck | tee log', typed('1 failed'), 0)).toBe(false);
  });
});

describe('D22 D27 words of what is around a run, below its summary', () => {
  const runs = [
    ['pytest', 'pytest -q', PYTEST],
    ['vitest', 'npx vitest run', VITEST],
    [
      'jest',
      'npx jest',
      'PASS ./a.test.js\n\nTest Suites: 1 passed, 1 total\nTests:       1 passed, 1 total\nSnapshots:   0 total\nTime:        0.86 s\nRan all test suites.\n',
    ],
  ] as const;

  const words = [
    'EXIT=3',
    'exit: 1',
    'exit code 2',
    'Exited with code 1',
    'rc=1',
    '[exit status: 1]',
    'make: *** [Makefile:2: test] Error 3',
    'make[1]: *** [test] Segmentation fault (core dumped)',
    'make: [Makefile:2: test] Error 1 (ignored)',
    '##[error]Process completed with exit code 1.',
    'Error: Process completed with exit code 1.',
    'The command "pytest" exited with 139.',
    '/bin/sh: line 1:  3533 Segmentation fault      (core dumped) pytest',
    'Segmentation fault (core dumped)',
    'Segmentation fault',
    'Killed',
    'Aborted (core dumped)',
    'npm ERR! code ELIFECYCLE',
    'npm error Lifecycle script `test` failed with error:',
    ' ELIFECYCLE  Test failed. See above for more details.',
    'error Command failed with exit code 1.',
    'error: script "test" exited with code 1',
    'error: Recipe `test` failed on line 2 with exit code 1',
    'task: Failed to run task "test": exit status 1',
    'rake aborted!',
    'ERROR: Job failed: exit code 1',
    'Command exited with non-zero status 1',
    'api-1 exited with code 1',
    'Finished: FAILURE',
    'Done. Your build exited with 1.',
    'pytest exited with code -11',
    'Process finished with exit code 139 (interrupted by signal 11: SIGSEGV)',
    'Process finished with exit code -1073741819 (0xC0000005)',
    "The process '/usr/bin/pytest' failed with exit code 1",
    'double free or corruption (!prev)',
    ' ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL  a@1.0.0 test: `vitest run`',
    'tests failed',
  ];

  test.each(runs)('%s', (_, command, output) => {
    expect(green(`${command} | tee log`, output, 0)).toBe(true);
    for (const word of words) {
      const line = word === 'tests failed' ? `${command} || echo 'tests failed'` : `${command} | tee log`;
      expect(green(line, `${output}${word}\n`, 0), word).toBe(false);
      if (word !== 'tests failed') expect(green('make test', `${output}${word}\n`), word).toBe(false);
    }
  });

  test('other words, and these above the summary of a run whose code is known, change nothing', () => {
    for (const word of ['exit: 0', 'EXIT=0', 'done', 'Done in 0.52s.', 'npm notice', 'exited with code 0', '12 files'])
      expect(green('pytest -q | tee log', `${PYTEST}${word}\n`, 0), word).toBe(true);
    expect(green('pytest -q', `Segmentation fault\nexit: 1\n${PYTEST}`, 0)).toBe(true);
    expect(green('pytest -q | tee log', `exit: 1\n${PYTEST}`, 0)).toBe(true);
  });
});

describe('D23 D27 machine formats that leave out errors outside of tests', () => {
  const json =
    '{"numTotalTestSuites":1,"numPassedTestSuites":1,"numFailedTestSuites":0,"numPendingTestSuites":0,"numTotalTests":1,"numPassedTests":1,"numFailedTests":0,"numPendingTests":0,"numTodoTests":0,"startTime":1,"success":true,"testResults":[{"assertionResults":[{"ancestorTitles":[],"fullName":"a","status":"passed","title":"a","duration":1,"failureMessages":[]}],"status":"passed","message":"","name":"/repo/a.test.js"}]}\n';
  const junit = (name: string) =>
    `<?xml version="1.0"?>\n<testsuites name="${name}" tests="1" failures="0" errors="0"><testsuite name="a" tests="1" failures="0" errors="0" skipped="0"><testcase classname="a.test.js" name="b" time="0.1"/></testsuite></testsuites>\n`;
  const mocha =
    '{\n  "stats": {\n    "suites": 0,\n    "tests": 1,\n    "passes": 1,\n    "pending": 0,\n    "failures": 0\n  },\n  "tests": [],\n  "pending": [],\n  "failures": [],\n  "passes": [\n    {\n      "title": "ok",\n      "fullTitle": "ok",\n      "err": {}\n    }\n  ]\n}\n';
  test.each([
    ['npx vitest run --reporter=json', json],
    ['npx vitest run --reporter=junit', junit('vitest tests')],
    [
      'npx vitest run --reporter=tap',
      'TAP version 13\n1..1\nok 1 - a.test.js # time=2.51ms {\n    1..1\n    ok 1 - b # time=1.00ms\n}\n',
    ],
    ['npx mocha -R json', mocha],
    [
      'npx mocha -R xunit',
      '<testsuite name="Mocha Tests" tests="1" failures="0" errors="0" skipped="0">\n<testcase classname="a" name="b" time="0"/>\n</testsuite>\n',
    ],
    ['npx mocha -R tap', '1..1\nok 1 a\n# tests 1\n# pass 1\n# fail 0\n'],
  ])('%s: green with its own exit code alone', (command, output) => {
    expect(green(command, output, 0)).toBe(true);
    expect(green(`${command} || true`, output, 0)).toBe(false);
    expect(green(`${command} | tee log`, output, 0)).toBe(false);
    expect(green(command, output, 1)).toBe(false);
    // Whose TAP it is, nothing tells.
    if (!command.includes('mocha -R tap')) expect(allGreen(parse({ output }))).toBe(false);
  });
});

describe('D27 reports agree with themselves', () => {
  test('suites without cases have the numbers of their totals, and ran', () => {
    const output =
      '<testsuites tests="3" failures="0" errors="0"><testsuite name="a" tests="3" skipped="1" failures="0" errors="0"/></testsuites>\n';
    expect(parse({ output })[0]).toMatchObject({ outcome: 'unknown', counts: { passed: 2, skipped: 1, total: 3 } });
  });

  test('no code is hidden that is known', () => {
    for (const exitCode of [0, 1])
      for (const { reasons } of parse({
        command: 'node --test --test-coverage-lines=90',
        output: '# tests 1\n',
        exitCode,
      }))
        expect(reasons).not.toContain('exit-hidden');
  });
});

describe('D27 TAP of other tools is TAP', () => {
  const deno =
    'TAP version 14\n# ./a_test.ts\nok 1 - adds\nok 2 - ignored # SKIP\n# Subtest: steps\n    ok 1 - one\n    ok 2 - two\n    1..2\nok 3 - steps\n1..3\n';
  const tape = 'TAP version 13\n# adds\nok 1 should be equal\n\n1..1\n# tests 1\n# pass  1\n\n# ok\n';
  test.each([
    ['deno test --reporter=tap', deno, 3],
    ['npx tape test.js', tape, 1],
    ['npx ava --tap', 'TAP version 13\n# a\nok 1 - a\n\n1..1\n# tests 1\n# pass 1\n# fail 0\n', 1],
    ['testem ci', 'ok 1 Chrome - adds\n\n1..1\n# tests 1\n# pass  1\n# fail  0\n', 1],
  ])('%s', (command, output, passed) => {
    expect(parse({ command, output, exitCode: 0 })).toMatchObject([{ runner: 'tap', green: true, counts: { passed } }]);
    const red = output.replace('ok 1', 'not ok 1');
    expect(parse({ command, output: red, exitCode: 1 })).toMatchObject([{ runner: 'tap', green: false }]);
    expect(parse({ output: red, exitCode: 1 })).toMatchObject([{ runner: 'tap', green: false }]);
  });
});

test('D22 a result of go test behind words without a newline is named, also with nothing below it', () => {
  const output = 'x --- FAIL: TestGlued (0.00s)\nyFAIL\nFAIL\texample.com/par\t0.024s\nFAIL\n';
  expect(parse({ command: 'go test ./...', output, exitCode: 1 })[0]).toMatchObject({
    outcome: 'failed',
    tests: [{ name: 'TestGlued', state: 'failed' }],
  });
  // A binary that was left by another way has told of no test.
  const left = 'x --- FAIL: TestGlued (0.00s)\nFAIL\texample.com/par\t0.024s\nFAIL\n';
  expect(parse({ command: 'go test ./...', output: left, exitCode: 1 })[0]?.tests).toEqual([]);
});
