/** GoogleTest: https://google.github.io/googletest. One binary, or several in a row. */
import { readCounted, type Said } from '../../formats/counted.js';
import type { TestState } from '../../report.js';
import { type Runner, splitBefore } from '../../runner.js';

const STATES: Readonly<Record<string, TestState>> = {
  '      OK': 'passed',
  ' FAILED ': 'failed',
  ' SKIPPED': 'skipped',
};
// 1 state, 2 name, 3 milliseconds
const RESULT =
  /^\[ {0,7}( {6}OK| FAILED | SKIPPED) \] (\S+?)(?:, where (?:GetParam|TypeParam)\(\) = .*)? \((\d+) ms\)$/;
// 1 tests
const RAN = /^\[={10}\] (\d+) tests? from \d+ test (?:suites?|cases?) ran\. \((\d+) ms total\)$/;
// 1 word, 2 tests
const TOTAL = /^\[ {2}(PASSED|SKIPPED|FAILED) {1,2}\] (\d+) tests?(?:\.|, listed below:)$/;

export const gtest: Runner = {
  id: 'gtest',
  kind: 'test',
  // A binary has any name, which may be that of a script as well: only its own options tell.
  starts: (words) => words.some((word) => /^--gtest_(?!list_tests)/.test(word)),
  signs:
    /^\[={10}\] Running \d+ tests? from \d+ test (?:suites?|cases?)\.$|^\[={10}\] \d+ tests? from \d+ test (?:suites?|cases?) ran\./m,
  split: (text) => splitBefore(text, /^\[={10}\] Running \d+ tests? from /gm),
  read(capture) {
    let isOver = false;
    let isInTest = false;
    return readCounted(capture, {
      runner: 'gtest',
      closing: 'with-exit',
      sums: true,
      line(line): Said | undefined {
        const ran = RAN.exec(line);
        if (ran) {
          isOver = true;
          return { numbers: { total: Number(ran[1]) }, seconds: Number(ran[2]) / 1000 };
        }
        if (/^\[={10}\] Running \d+ tests? from /.test(line)) isOver = false;
        if (/^\[(?: RUN {6}| {7}OK | {2}FAILED {2}| {2}SKIPPED ) ?\]/.test(line)) isInTest = line.startsWith('[ RUN');
        // What is around tests is counted nowhere.
        if (!isInTest && !isOver && /^\S.{0,500}(?::\d+: Failure|\(\d+\): error: )/.test(line))
          return { problem: { message: line }, red: 'failed' };
        const total = TOTAL.exec(line);
        // A test may print such words before the run is over.
        if (total) return isOver ? { numbers: { [KEYS[total[1]!]!]: Number(total[2]) } } : undefined;
        const result = isOver ? null : RESULT.exec(line);
        if (result) {
          const [, mark, name, time] = result;
          return { test: { name: name!, state: STATES[mark!.padEnd(8)]!, seconds: Number(time) / 1000 } };
        }
        return /^\[(?:={10}|-{10}| RUN {6}| DISABLED | {2}FAILED {2}| {2}SKIPPED )\]|^Running main\(\) from |^ *\d+ FAILED TESTS?$|^ {2}YOU HAVE \d+ DISABLED TESTS?$|^Note: /.test(
          line,
        )
          ? { own: true }
          : undefined;
      },
    });
  },
};

const KEYS = { PASSED: 'passed', SKIPPED: 'skipped', FAILED: 'failed' } as Readonly<
  Record<string, 'passed' | 'skipped' | 'failed'>
>;
