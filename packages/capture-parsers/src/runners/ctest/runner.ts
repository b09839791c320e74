/** CTest of CMake: https://cmake.org/cmake/help/latest/manual/ctest.1.html */
import { readCounted, type Said } from '../../formats/counted.js';
import type { TestState } from '../../report.js';
import { type Runner, splitAfter } from '../../runner.js';

const TEST = /^ {0,9}(?:\d+\/\d+ | {3})(?:Test|Memcheck) {1,9}#\d+: (?=\S)/;
// Behind the name: 1 how it ended, 2 seconds
const ENDED =
  /(?:\.{1,99}| ) {0,40}\*{0,3}(Passed|Failed|Timeout|Skipped|Not Run(?: \(Disabled\))?|Exception: \S{1,40}|SEGFAULT|Subprocess \S{1,40})\D{0,30} (\d+\.\d+) sec$/;
// 1 failed, 2 all
const TOTALS = /^\d+% tests passed, (\d+) tests? failed out of (\d+)$/;

export const ctest: Runner = {
  id: 'ctest',
  kind: 'test',
  starts: (words) =>
    words[0] === 'ctest' &&
    !words.some((word) => /^(?:-N|--show-only.*|--print-labels|--help.*|--version)$/.test(word)),
  signs: /^\d+% tests passed, \d+ tests? failed out of \d+$/m,
  split: (text) => splitAfter(text, /^Total Test time \(real\) = +[\d.]+ sec$/gm),
  read(capture) {
    // A test that is run again until it passes has failed only where the list at the end names it.
    const repeats = capture.invocation.words.some((word) => /^--repeat(?:=|$)/.test(word));
    return readCounted(capture, { runner: 'ctest', closing: 'proof', line: (text) => line(text, repeats) });
  },
};

function line(line: string, repeats: boolean): Said | undefined {
  const totals = TOTALS.exec(line);
  if (totals) return { numbers: { failed: Number(totals[1]), total: Number(totals[2]) } };
  const front = TEST.exec(line)?.[0];
  const ended = front === undefined ? null : ENDED.exec(line);
  if (front !== undefined && ended) {
    const name = line.slice(front.length, ended.index).trimEnd();
    if (repeats && stateOf(ended[1]!) === 'failed') return { own: true };
    return { test: { name, state: stateOf(ended[1]!), seconds: Number(ended[2]) } };
  }
  // The list at the end names those again.
  const listed = /^\t *\d+ - (\S.*?) \((Failed|Timeout|SEGFAULT|Subprocess [^()]*|Not Run|Exception[^()]*)\)/.exec(
    line,
  );
  if (listed) return { test: { name: listed[1]!, state: 'failed' } };
  const seconds = /^Total Test time \(real\) = +([\d.]+) sec$/.exec(line)?.[1];
  if (seconds !== undefined) return { seconds: Number(seconds), own: true };
  if (/^Errors while running CTest$/.test(line)) return { red: 'failed', own: true };
  if (/^No tests were found!!!$/.test(line)) return { nothing: true };
  return /^(?:Test project |Internal ctest changing|The following tests |Errors while running CTest|Output from these tests|Use "--rerun-failed|\t *\d+ - |Label Time Summary| +Start +\d+: )/.test(
    line,
  )
    ? { own: true }
    : undefined;
}

function stateOf(word: string): TestState {
  if (word === 'Passed') return 'passed';
  // What was not run because its program is not there counts as failed; what is switched off does not count at all.
  return word === 'Skipped' || word === 'Not Run (Disabled)' ? 'skipped' : 'failed';
}
