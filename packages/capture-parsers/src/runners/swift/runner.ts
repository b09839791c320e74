/**
 * `swift test`, XCTest and Swift Testing: https://github.com/swiftlang/swift-corelibs-xctest. Read from its documentation,
 * without captured runs.
 */
import { readCounted, type Said } from '../../formats/counted.js';
import { type Runner, splitBefore } from '../../runner.js';

// 1 suite and test, 2 how it ended, 3 seconds
const CASE = /^Test Case '(?:-\[)?([^'\]]+?)\]?' (passed|failed|skipped) \((\d+\.\d+) seconds\)\.?$/;
// 1 name, 2 how it ended, 3 seconds
const TEST = /^[✔✘➜◇] Test (?!run with )"?(.+?)"?(?:\(\))? (passed|failed|skipped)(?: after (\d+\.\d+) seconds)?.*$/;
// 1 tests, 2 failures
const EXECUTED = /^\t* *Executed (\d+) tests?, with (?:\d+ tests? skipped and )?(\d+) failures? \(\d+ unexpected\) in /;
// 1 tests, 2 how it ended
const RAN = /^[✔✘] Test run with (\d+) tests?(?: in \d+ suites?)? (passed|failed) after /;

export const swift: Runner = {
  id: 'swift',
  kind: 'test',
  starts: (words) =>
    words[0] === 'swift' && words[1] === 'test' && words[2] !== 'list' && !words.includes('--list-tests'),
  signs:
    /^\t* *Executed \d+ tests?, with (?:\d+ tests? skipped and )?\d+ failures? \(\d+ unexpected\) in |^[✔✘] Test run with \d+ tests?/m,
  split: (text) => splitBefore(text, /^Build complete! \(/gm),
  read(capture) {
    let failed = 0;
    let skipped = 0;
    // Of the two kinds of tests each has its own closing words; those of XCTest stand once for each suite around.
    let ofCases = { total: 0, failed: 0 };
    return readCounted(capture, {
      runner: 'swift',
      closing: 'with-exit',
      line(line): Said | undefined {
        const result = CASE.exec(line) ?? TEST.exec(line);
        if (result) {
          const state = result[2] as 'passed' | 'failed' | 'skipped';
          if (state === 'failed') failed++;
          if (state === 'skipped') skipped++;
          return {
            test: { name: result[1]!.replace(' ', '.'), state, ...(result[3] ? { seconds: Number(result[3]) } : {}) },
          };
        }
        const executed = EXECUTED.exec(line);
        if (executed) {
          ofCases = { total: Number(executed[1]), failed: Math.max(failed, Number(executed[2]) > 0 ? 1 : 0) };
          return { numbers: { ...ofCases, skipped } };
        }
        const ran = RAN.exec(line);
        if (ran)
          return {
            numbers: {
              total: ofCases.total + Number(ran[1]),
              failed: Math.max(failed, ran[2] === 'failed' ? 1 : 0),
              skipped,
            },
          };
        if (/^error: (?!Exited with)|^\S+\.swift:\d+:\d+: error: (?!-\[|\w+\.\w+ : )/.test(line))
          return { problem: { message: line }, red: 'collection' };
        if (/^error: Exited with (?:unexpected )?signal/.test(line))
          return { problem: { message: line }, red: 'crashed' };
        return /^(?:Test Suite '|Test Case '|[◇✔✘] (?:Suite|Test)|Building for|Build complete|\[\d+\/\d+\] )/.test(line)
          ? { own: true }
          : undefined;
      },
    });
  },
};
