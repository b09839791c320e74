/**
 * Jest 24 to 30: the default, verbose, silent and summary reporters as text, and `--json`.
 * https://jestjs.io/docs/configuration#reporters-arraymodulename--modulename-options
 */

import { withBrokenHooks } from '../../output/kept-by-hook.js';
import { eachLine } from '../../output/text.js';
import { type Capture, type Runner, splitAfter } from '../../runner.js';
import { JEST_JSON } from './json.js';
import { withoutRedrawn } from './redrawn.js';
import { JestRun } from './run.js';

const SIGNS = new RegExp(
  `^Test Suites: .*\\d total$|^Tests: {7}.*\\d total$|^No tests found, exiting with code [01]$|^Ran all test suites(?: |\\.$)|${JEST_JSON.source}`,
  'm',
);

export const jest: Runner = {
  id: 'jest',
  kind: 'test',
  starts(words) {
    const own = /^(?:c8|nyc)$/.test(words[0] ?? '') ? words.slice(words.findIndex((word) => NAME.test(word))) : words;
    if (words.includes('--version') || words.includes('-v')) return false;
    return NAME.test(own[0] ?? '') || (own[0] === 'react-scripts' && own[1] === 'test');
  },
  signs: SIGNS,
  split: (text) => splitAfter(text, /^Time: {8}[^\n]*(?:\nRan all test suites[^\n]*)?$/gm),
  read(capture) {
    const text = withoutRedrawn(capture.text);
    const run = read(capture, text);
    // The summary vouches for headers that stand behind a test's own words without an end of line.
    const whole = run.lacks(text.match(GLUED)?.length) ? read(capture, text.replace(GLUED, '$1\n$2')) : run;
    return withBrokenHooks(whole.report());
  },
};

function read(capture: Capture, text: string): JestRun {
  const run = new JestRun(capture);
  eachLine(text, (line) => run.line(line));
  return run;
}

const NAME = /^(?:jest|jest-cli)(?:@\S*|\.js)?$/;

/** A header behind other words, with the first line of its list or failure, or the next header, below it. */
const GLUED =
  /^(.*[^\s:]) ?((?:PASS|FAIL) {1,3}\S*[\\/]\S*(?: \([\d.]+ ?m?s\))?)$(?=\n(?: {2}\S|\n {2}● | ?(?:PASS|FAIL) ))/gm;
