/**
 * Mocha 6 to 12. As text the reporters spec, list, dot, min, nyan, progress and landing, which all end with the same
 * epilogue; the others are in `mocha/machine.ts`. https://mochajs.org/reporters/about
 */

import { eachLine } from '../../output/text.js';
import { type Capture, type Runner, splitAfter } from '../../runner.js';
import { generalDoubts } from './doubts.js';
import type { Way } from './listing.js';
import { MACHINE_SIGNS, readMachine } from './machine.js';
import { MochaRun } from './run.js';

const SIGNS = new RegExp(`^ {2}\\d+ passing \\(\\d+(?:ms|s|m|h|d)\\)$|${MACHINE_SIGNS.source}`, 'm');

export const mocha: Runner = {
  id: 'mocha',
  kind: 'test',
  starts(words) {
    if (words.includes('--version') || words.includes('-V')) return false;
    const at = /^(?:c8|nyc)$/.test(words[0] ?? '') ? words.findIndex((word) => NAME.test(word)) : 0;
    return NAME.test(words[at] ?? '');
  },
  signs: SIGNS,
  split: (text) => splitAfter(text, /^ {2}\d+ passing \([^)\n]*\)$(?:\n {2}\d+ pending$)?(?!\n {2}\d+ failing)/gm),
  read(capture) {
    const machine = readMachine(capture, generalDoubts(capture));
    if (machine) return machine;
    const run = read(capture, {});
    if (run.adds && !run.noneFailed) return run.report();
    // What does not add up may be a suite whose title begins with a number, or a test's own words, told apart by the
    // order of tests and suites.
    const others = run.noneFailed ? [{ numbered: true }, { strict: true }] : [{ strict: true }];
    return (others.map((way) => read(capture, way)).find(({ adds }) => adds) ?? run).report();
  },
};

function read(capture: Capture, way: Way): MochaRun {
  const run = new MochaRun(capture, way);
  // The end of the last line is not a blank line, which would end an epilogue.
  eachLine(capture.text.replace(/\n$/, ''), (line) => run.line(line));
  return run;
}

const NAME = /^(?:_?mocha(?:@\S*|\.js)?|ts-mocha|electron-mocha)$/;
