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
});
