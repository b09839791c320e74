import { describe, expect, test } from 'vitest';
import { casesOf } from '../test/cases.js';
import { allGreen, parse } from './everything.js';

/** Runners whose runs were once read as one where a line has two, with what only one run of theirs prints. */
const ENDS: Readonly<Record<string, { readonly good: string; readonly bad: string; readonly command: string }>> = {
  flutter: {
    command: 'flutter test',
    good: '00:00 +0: adds\n00:01 +2: All tests passed!\n',
    bad: '00:00 +0: adds\n00:01 +1 -1: totals [E]\n00:01 +1 -1: Some tests failed.\n',
  },
  sbt: {
    command: 'sbt test',
    good: '[info] Passed: Total 2, Failed 0, Errors 0, Passed 2\n[success] Total time: 1 s\n',
    bad: '[error] Failed: Total 2, Failed 1, Errors 0, Passed 1\n[error] Total time: 1 s\n',
  },
  bazel: {
    command: 'bazel test //...',
    good: '//a:t PASSED in 0.1s\n\nExecuted 1 out of 1 test: 1 test passes.\n',
    bad: '//a:t FAILED in 0.1s\n\nExecuted 1 out of 1 test: 1 fails locally.\n',
  },
  swift: {
    command: 'swift test',
    good: "Build complete! (0.18s)\nTest Case 'A.b' passed (0.001 seconds)\n\t Executed 1 test, with 0 failures (0 unexpected) in 0.001 (0.001) seconds\n",
    bad: "Build complete! (0.18s)\nTest Case 'A.b' failed (0.001 seconds)\n\t Executed 1 test, with 1 failure (0 unexpected) in 0.001 (0.001) seconds\n",
  },
};

const captured = (runner: string, name: string) => {
  const { input } = casesOf('fixtures', [runner]).find((one) => one.name === `${runner}/${name}`)!;
  return { command: input.command, text: input.output };
};

const RUNS = [
  ...['ava', 'uvu', 'playwright'].map((runner) => {
    const [good, bad] = [captured(runner, 'pass'), captured(runner, 'fail')];
    return { runner, command: good.command, good: good.text, bad: bad.text };
  }),
  {
    runner: 'playwright',
    command: captured('playwright', 'pass-json').command,
    good: captured('playwright', 'pass-json').text,
    bad: captured('playwright', 'fail-json').text,
  },
  {
    runner: 'gradle',
    command: 'gradle --offline test -Ploud',
    good: captured('gradle', 'pass-loud').text,
    bad: captured('gradle', 'fail').text,
  },
  ...Object.entries(ENDS).map(([runner, ends]) => ({ runner, ...ends })),
];

describe('D27 two runs of one runner in a line', () => {
  const outcomes = (command: string, output: string, exitCode: number) =>
    parse({ command, output, exitCode }).map(({ verdict }) => verdict);

  test.each(RUNS)('$runner: each has its own report', ({ command, good, bad }) => {
    expect(outcomes(`${command} && ${command}`, good + good, 0)).toEqual(['green', 'green']);
    expect(outcomes(`${command} && ${command}`, good + bad, 1)).toEqual(['green', 'red']);
  });

  test.each(RUNS)('$runner: a failure of the first is seen where the second ends well', ({ command, good, bad }) => {
    expect(outcomes(`${command}; ${command}`, bad + good, 0)).toContain('red');
    expect(allGreen(parse({ command: `${command}; ${command}`, output: good + good, exitCode: 1 }))).toBe(false);
  });
});

describe('D27 a run of which the words are not what they seem', () => {
  const green = (command: string, output: string, exitCode?: number) =>
    allGreen(parse({ command, output, ...(exitCode === undefined ? {} : { exitCode }) }));
  const PYTEST = '.                                                                        [100%]\n1 passed in 0.02s\n';

  test('a line that ends in a branch with a code of its own tells nothing by its last code', () => {
    expect(green('pytest -q; r=$?; exit $r', PYTEST, 0)).toBe(true);
    expect(
      green(
        'pytest -q; r=$?; if [ $r = 139 ]; then exit 0; fi; exit $r',
        `${PYTEST}bash: line 1:  8109 Segmentation fault      pytest -q\n`,
        0,
      ),
    ).toBe(false);
    expect(green('pytest -q; r=$?; [ $r = 1 ] && exit 0; exit $r', `${PYTEST}Segmentation fault\n`, 0)).toBe(false);
  });

  test.each([
    'Line coverage (52.10%) is below the expected minimum coverage (80.00%).',
    'SimpleCov failed with exit 2 due to a coverage related error',
    'Coverage failure: total of 61 is less than fail-under=80',
    'Coverage test failed, threshold not met:',
    'ERROR: Coverage for branches (61%) does not meet global threshold (80%)',
  ])('a hidden code, and too little is covered: %s', (words) => {
    expect(green('pytest -q | cat', PYTEST, 0)).toBe(true);
    expect(green('pytest -q | cat', `${PYTEST}${words}\n`, 0)).toBe(false);
    expect(green('pytest -q', `${words}\n${PYTEST}`, 0)).toBe(true);
  });

  test.each(['tests-1  | ', 'tests_1  | ', 'tests  | '])(
    'docker compose: lines behind %j are of one container',
    (prefix) => {
      const lines = (...text: string[]) => `Attaching to tests\n${text.map((line) => `${prefix}${line}\n`).join('')}`;
      const tap = (verdict: string) => lines('TAP version 13', 'ok 1 - a', `${verdict} 2 - b`, '1..2');
      expect(parse({ command: 'docker compose up', output: tap('not ok'), exitCode: 0 })).toMatchObject([
        { runner: 'tap', verdict: 'red' },
      ]);
      expect(green('docker compose up', `${tap('ok')}tests exited with code 1\n`, 0)).toBe(false);
    },
  );

  test('PHPUnit: whether warnings fail a run is told by its code alone', () => {
    const text = (words: string) =>
      `PHPUnit 9.6.7 by Sebastian Bergmann and contributors.\n\nW.\n\nTime: 00:00.002, Memory: 6.00 MB\n\n${words}\n`;
    const warned = text('WARNINGS!\nTests: 2, Assertions: 1, Warnings: 1.');
    expect([green('phpunit', warned, 0), green('phpunit || true', warned, 0), green('phpunit', warned, 1)]).toEqual([
      true,
      false,
      false,
    ]);
    const skipped = text('OK, but incomplete, skipped, or risky tests!\nTests: 2, Assertions: 1, Skipped: 1.');
    expect(green('phpunit || true', skipped, 0)).toBe(true);
  });

  test("dotnet: the summary of Microsoft's newer platform", () => {
    const text = (word: string, failed: number) =>
      `Test run summary: ${word}! - bin/Shop.dll (net10.0|x64)\n  total: 4\n  failed: ${failed}\n  succeeded: ${3 - failed}\n  skipped: 1\n  duration: 512ms\n`;
    expect(parse({ command: 'dotnet test', output: text('Passed', 0), exitCode: 0 })).toMatchObject([
      { verdict: 'green', counts: { passed: 3, failed: 0, skipped: 1, total: 4 } },
    ]);
    expect(parse({ command: 'dotnet test | cat', output: text('Failed', 1), exitCode: 0 })).toMatchObject([
      { verdict: 'red', counts: { passed: 2, failed: 1 } },
    ]);
  });

  test('Gradle: a build that ended well names no test, and proves none', () => {
    const text =
      '> Task :compileTestJava\n> Task :test\n\nBUILD SUCCESSFUL in 3s\n3 actionable tasks: 2 executed, 1 up-to-date\n';
    expect(parse({ command: './gradlew test', output: text, exitCode: 0 })).toMatchObject([
      { runner: 'gradle', verdict: 'unknown' },
    ]);
    const named = text.replace('\nBUILD', 'CartTest > adds() PASSED\n\nBUILD');
    expect(parse({ command: './gradlew test', output: named, exitCode: 0 })).toMatchObject([
      { verdict: 'green', counts: { passed: 1 } },
    ]);
    expect(green('./gradlew test', named, 1)).toBe(false);
    expect(
      parse({ command: './gradlew assemble', output: text, exitCode: 0 }).every(({ verdict }) => verdict === 'unknown'),
    ).toBe(true);
  });

  test('AVA tells of what failed outside of its tests behind the plan', () => {
    const text = (last: string) => `TAP version 13\nok 1 - a\nok 2 - b\n${last}\n1..2\n# tests 2\n# pass 2\n# fail 0\n`;
    expect(
      parse({ command: 'ava --tap || true', output: text('not ok 3 - after.always hook'), exitCode: 0 }),
    ).toMatchObject([{ verdict: 'red', counts: { passed: 2, failed: 1 } }]);
    expect(green('ava --tap || true', text(''), 0)).toBe(true);
    // With its own exit code of 0 the line is one that a test has printed.
    expect(green('ava --tap', text('not ok 3 - ghost'), 0)).toBe(true);
  });

  test("Bun's text counts a file that did not load, and its XML has no place for one", () => {
    const xml =
      '<testsuites name="bun test" tests="1" failures="0"><testsuite name="a.test.ts" tests="1"><testcase name="a" classname="" assertions="1"/></testsuite></testsuites>\n';
    const text = (fail: number) =>
      `bun test v1.4.5 (a7733435c)\n\na.test.ts:\n(pass) a [0.05ms]\n\n 1 pass\n ${fail} fail\n${fail ? ` ${fail} error\n` : ''}Ran ${1 + fail} test${fail ? 's' : ''} across ${1 + fail} file${fail ? 's' : ''}. [5.00ms]\n`;
    expect([
      green('bun test && cat r.xml', text(0) + xml, 0),
      green('bun test || cat r.xml', text(1) + xml, 0),
    ]).toEqual([true, false]);
    expect([green('bun test', xml, 0), green('bun test || true', xml, 0)]).toEqual([true, false]);
  });

  test('of a file that Node runs by itself the totals leave out its hooks, whose failure stands above', () => {
    const totals = ['tests 2', 'suites 0', 'pass 2', 'fail 0', 'cancelled 0', 'skipped 0', 'todo 0', 'duration_ms 8.18']
      .map((line) => `# ${line}\n`)
      .join('');
    expect(green('node a.test.js | tail -8', totals, 0)).toBe(false);
    expect(green('node --test | tail -8', totals, 0)).toBe(true);
  });

  test.each([
    ['node-test', 'node --test', 'pass-tap-22'],
    ['minitest', 'ruby test_a.rb', 'pass'],
  ])('%s: below the totals a crash in the words of its language', (runner, command, name) => {
    const { text } = captured(runner, name);
    const crash = runner === 'minitest' ? "test_a.rb:7:in `block in <main>': x (RuntimeError)\n" : 'Error: late\n';
    expect(green(`${command} || true`, text, 0)).toBe(true);
    expect(green(`${command} || true`, text + crash, 0)).toBe(false);
  });

  test('Minitest that somebody interrupted counts what ran as all', () => {
    const { text } = captured('minitest', 'pass');
    expect(green('ruby test_a.rb', text, 0)).toBe(true);
    expect(
      green('ruby test_a.rb', text.replace(/^# Running:\n\n/m, '# Running:\n\n..Interrupted. Exiting...\n'), 0),
    ).toBe(false);
  });

  test('a page of Mocha that ends inside of a suite is not the whole page', () => {
    const page =
      '    <section class="suite">\n      <h1>s</h1>\n      <dl>\n        <dt>a</dt>\n        <dd><pre><code></code></pre></dd>\n';
    expect([green('mocha -R doc', `${page}      </dl>\n    </section>\n`, 0), green('mocha -R doc', page, 0)]).toEqual([
      true,
      false,
    ]);
  });

  test('closing words above a cut: what stood below may have been a crash', () => {
    const { text } = captured('mocha', 'pass-12.0.3');
    const cut = `${text}... [100 lines truncated] ...\n`;
    expect([green('mocha || true', text, 0), green('mocha || true', cut, 0), green('mocha', cut, 0)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('behave counts no hook around all features: only the exit code, or the whole text, tells of it', () => {
    const totals =
      '1 feature passed, 0 failed, 0 skipped\n2 scenarios passed, 0 failed, 0 skipped\n2 steps passed, 0 failed, 0 skipped\nTook 0min 0.000s\n';
    expect([
      green('behave', totals, 0),
      green('behave || true', totals, 0),
      green('behave | tail -4', totals, 0),
    ]).toEqual([true, true, false]);
    expect(green('behave || true', `HOOK-ERROR in after_all: RuntimeError: x\n${totals}`, 0)).toBe(false);
  });

  test('Jest that did not end by itself was ended by somebody', () => {
    const { text } = captured('jest', 'pass-30.5.2');
    const lingers = `${text}Jest did not exit one second after the test run has completed.\n`;
    expect([
      green('jest || true', text, 0),
      green('timeout 8 jest | cat', lingers, 0),
      green('jest', lingers, 0),
    ]).toEqual([true, false, true]);
  });

  test('CTest: a test that passed when it was run again, and a list of the slowest of ExUnit', () => {
    const text =
      '    Start 1: a\n1/1 Test #1: a ................................***Failed    0.00 sec\n    Start 1: a\n    Test #1: a ................................   Passed    0.00 sec\n\n100% tests passed, 0 tests failed out of 1\n\nTotal Test time (real) =   0.01 sec\n';
    expect(parse({ command: 'ctest --repeat until-pass:2', output: text, exitCode: 0 })).toMatchObject([
      { verdict: 'green', counts: { passed: 1, failed: 0 } },
    ]);
    expect(green('ctest', text, 0)).toBe(false);
    const slowest =
      '..\nFinished in 0.01 seconds (0.00s async, 0.01s sync)\n\nTop 1 slowest (0.00s), 0.0% of total time:\n\n  * test a (ShopTest) (0.00ms) [test/shop_test.exs:3]\n\n2 tests, 0 failures\n';
    expect(green('mix test --slowest 1', slowest, 0)).toBe(true);
  });

  test('a compiler in front of a run, and a text that eval is given', () => {
    const GTEST =
      '[==========] Running 1 test from 1 test suite.\n[ RUN      ] S.a\n[       OK ] S.a (0 ms)\n[==========] 1 test from 1 test suite ran. (0 ms total)\n[  PASSED  ] 1 test.\n';
    expect(green('g++ t.cc -o t; ./t --gtest_color=no', GTEST, 0)).toBe(true);
    expect(green('./build.sh; ./t --gtest_color=no', GTEST, 0)).toBe(false);
    expect([
      green('eval "pytest -q"', PYTEST, 0),
      green('eval "pytest -q; true"', PYTEST.replace('1 passed', '1 failed, 1 passed'), 0),
    ]).toEqual([true, false]);
  });

  test.each([
    ['playwright test', "Error: Cannot find module './nope'\nRequire stack:\n- /repo/b.spec.js\n"],
    ['jasmine', "Error: Cannot find module './nope'\n"],
    ['behave', 'ConfigError: No steps directory\n'],
  ])('%s that could not begin says why', (command, output) => {
    expect(parse({ command, output, exitCode: 1 })).toMatchObject([{ outcome: 'collection-error', problems: [{}] }]);
    expect(parse({ command, output, exitCode: 0 })).toMatchObject([{ green: false }]);
  });

  test('GoogleTest: what fails around its tests is counted nowhere', () => {
    const text = (around: string) =>
      `[==========] Running 1 test from 1 test suite.\n[ RUN      ] S.a\n[       OK ] S.a (0 ms)\n[----------] Global test environment tear-down\n${around}[==========] 1 test from 1 test suite ran. (3 ms total)\n[  PASSED  ] 1 test.\n`;
    expect(green('./t --gtest_color=no', text(''), 0)).toBe(true);
    expect(
      parse({ command: './t --gtest_color=no || true', output: text('t.cc:5: Failure\nFailed\n'), exitCode: 0 }),
    ).toMatchObject([{ verdict: 'red' }]);
  });

  test("flutter and dart: the reporter for GitHub's services", () => {
    expect(
      parse({
        command: 'dart test',
        output: '✅ test/a_test.dart: adds\n🎉 3 tests passed, 1 skipped.\n',
        exitCode: 0,
      }),
    ).toMatchObject([{ verdict: 'green', counts: { passed: 3, skipped: 1, failed: 0 } }]);
    const failed =
      '::group::❌ test/a_test.dart: totals (failed)\nExpected: <4>\n::endgroup::\n::error::1 test passed, 1 failed.\n';
    expect(parse({ command: 'dart test | cat', output: failed, exitCode: 0 })).toMatchObject([
      { verdict: 'red', counts: { passed: 1, failed: 1 } },
    ]);
  });
});
