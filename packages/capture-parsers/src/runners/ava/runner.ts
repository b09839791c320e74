/** AVA: https://github.com/avajs/ava. Its TAP is read as TAP. */
import { numbersIn, readCounted, type Said } from '../../formats/counted.js';
import type { TestState } from '../../report.js';
import { type Runner, splitAfter } from '../../runner.js';

// 1 mark, 2 what is said of it, 3 title
const RESULT = /^ {2}([✔✘✖-]) (?:\[(fail|skip|todo|expected fail)\]:? )?(.+?)(?: \([\d.]+m?s\))?$/;
const TOTAL = /^ {2}(\d+ (?:tests?|known|unhandled|uncaught|hooks?) [a-z ]+)$/;

export const ava: Runner = {
  id: 'ava',
  kind: 'test',
  starts: (words) =>
    /^ava(?:\.js|\.mjs)?$/.test(words[0] ?? '') && !words.some((word) => word === '--tap' || word === '-t'),
  signs: /^ {2}─$/m,
  split: (text) => splitAfter(text, /^ {2}─\n\n(?: {2}\d+ (?:tests?|known|unhandled|uncaught|hooks?) [^\n]*\n?)+/gm),
  // Promises that nobody caught, and files that did not load, have no number among the tests.
  read(capture) {
    let isBelow = !/^ {2}─$/m.test(capture.text);
    return readCounted(capture, {
      runner: 'ava',
      closing: 'with-exit',
      line(line) {
        if (line === '  ─') isBelow = true;
        return said(line, isBelow);
      },
    });
  },
};

function said(line: string, isBelow: boolean): Said | undefined {
  if (line === '  ─') return { own: true };
  const total = isBelow ? TOTAL.exec(line)?.[1] : undefined;
  if (total !== undefined) {
    if (/^\d+ (?:unhandled|uncaught)/.test(total)) return { problem: { message: total }, red: 'failed', numbers: {} };
    const words = { 'tests? passed': 'passed', 'tests? failed': 'failed', 'hooks? failed': 'errors' } as const;
    const word = Object.entries(words).find(([pattern]) => new RegExp(`^\\d+ ${pattern}$`).test(total))?.[1];
    const number = Number.parseInt(total, 10);
    if (word) return { numbers: { [word]: number } };
    if (/known failure/.test(total)) return { numbers: { xfailed: number } };
    return { numbers: numbersIn(total.replace(/tests? /, ''), { skipped: 'skipped', todo: 'todo' }) };
  }
  if (/^ {2}✘ Couldn.t find any matching tests/.test(line)) return { nothing: true };
  const [, mark, word, name] = RESULT.exec(line) ?? [];
  if (name !== undefined && !isBelow) return { test: { name, state: stateOf(mark!, word) } };
  if (
    /^ {2}(?:Uncaught exception in |No tests found in |✘ .* exited (?:due to|with)|.*Couldn.t find any files to test)/.test(
      line,
    )
  )
    return { problem: { message: line.trim() }, red: 'collection' };
  return undefined;
}

function stateOf(mark: string, word: string | undefined): TestState {
  if (word === 'skip') return 'skipped';
  if (word === 'todo') return 'todo';
  if (mark !== '✔') return 'failed';
  return word === 'expected fail' ? 'xfailed' : 'passed';
}
