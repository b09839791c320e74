/** Playwright Test: list, line and dot: https://playwright.dev/docs/test-reporters */
import { type Numbers, readCounted, type Said } from '../../formats/counted.js';
import { secondsOf } from '../../output/text.js';
import type { TestState } from '../../report.js';
import { type Runner, splitBefore } from '../../runner.js';
import { DOCUMENT, readJson } from './json.js';

const STATES: Readonly<Record<string, TestState>> = {
  '✓': 'passed',
  ok: 'passed',
  '✘': 'failed',
  x: 'failed',
  '-': 'skipped',
};
const OPENING = new RegExp(`^Running \\d+ tests? using \\d+ workers?$|${DOCUMENT.source}`, 'gm');
// 1 mark, 2 project, 3 file, 4 titles
const RESULT =
  /^ {2}([✓✘x-]|ok) +\d+ (?:\[([^\]]+)\] › )?(\S+?):\d+:\d+ › (.+?)(?: @\S{1,60}){0,5}(?: \(retry #\d+\))?(?: \([\d.]+(?:ms|s|m)\))?$/;
// 1 project, 2 file, 3 titles
const FAILURE = /^ {2}\d+\) (?:\[([^\]]+)\] › )?(\S+?):\d+:\d+ › (.+?) ─*$/;
// 1 number, 2 what is counted, 3 duration
const TOTAL =
  /^ {2}(\d+) (passed|failed|flaky|skipped|interrupted|did not run|errors? (?:was|were) not a part of any test, see above for details)(?: \(([\d.]+(?:ms|s|m))\))?$/;
const KEYS: Readonly<Record<string, keyof Numbers>> = {
  ...{ passed: 'passed', failed: 'failed', flaky: 'passed', skipped: 'skipped', interrupted: 'failed' },
};

export const playwright: Runner = {
  id: 'playwright',
  kind: 'test',
  starts: (words) => words[0] === 'playwright' && words[1] === 'test' && !words.includes('--list'),
  signs: /^Running \d+ tests? using \d+ workers?$|^ {4,6}"actualWorkers": \d/m,
  split: (text) => splitBefore(text, OPENING),
  read(capture) {
    const json = readJson(capture);
    if (json) return json;
    let list = '';
    let flaky = 0;
    return readCounted(capture, {
      runner: 'playwright',
      closing: 'with-exit',
      line(text) {
        const [, number, word] = TOTAL.exec(text) ?? [];
        list = word ?? list;
        if (word === 'flaky') flaky = Number(number);
        const said = line(text, list === 'failed' || list === 'interrupted');
        if (word === 'flaky') return { ...said, flaky: true };
        // What passed at last is counted apart, above the others.
        return word === 'passed' ? { ...said, numbers: { passed: Number(number) + flaky } } : said;
      },
    });
  },
};

/** `isRed`: the tests that are listed have failed in the end. */
function line(line: string, isRed: boolean): Said | undefined {
  const [, number, word, time] = TOTAL.exec(line) ?? [];
  if (word !== undefined) {
    if (/^errors? /.test(word)) return { red: 'collection', problem: { message: line.trim() }, numbers: {} };
    if (word === 'did not run') return { numbers: { skipped: Number(number) }, red: 'failed' };
    const seconds = secondsOf(time ?? '');
    return { numbers: { [KEYS[word]!]: Number(number) }, ...(seconds === undefined ? {} : { seconds }) };
  }
  const result = RESULT.exec(line);
  if (result) {
    const [, mark, , file, name] = result;
    const state = STATES[mark!]!;
    // Whether a test failed in the end is told below: it may have been run again.
    return state === 'failed' ? { own: true } : { test: { name: name!, file: file!, state } };
  }
  const failure = FAILURE.exec(line);
  if (failure) return { own: true };
  const failed = /^ {4}(?:\[[^\]]+\] › )?(\S+?):\d+:\d+ › (.+?) ─*$/.exec(line);
  if (failed)
    return { ...(isRed && { test: { name: failed[2]!, file: failed[1]!, state: 'failed' as const } }), own: true };
  if (/^Error: No tests found/.test(line)) return { nothing: true };
  return /^(?:Running \d+ tests? using |[·×F±°T]+$|\[\d+\/\d+\] )/.test(line) ? { own: true } : undefined;
}
