/** uvu: https://github.com/lukeed/uvu */
import { readCounted, type Said } from '../../formats/counted.js';
import { secondsOf } from '../../output/text.js';
import { type Runner, splitAfter } from '../../runner.js';

// 1 what is counted, 2 number
const TOTAL = /^ {2}(Total|Passed|Skipped): +(\d+)$/;

export const uvu: Runner = {
  id: 'uvu',
  kind: 'test',
  starts: (words) => words[0] === 'uvu',
  signs: /^ {2}Total: +\d+\n {2}Passed: +\d+\n {2}Skipped: +\d+\n {2}Duration: /m,
  split: (text) => splitAfter(text, /^ {2}Skipped: +\d+\n {2}Duration: .+$/gm),
  read: (capture) => readCounted(capture, { runner: 'uvu', closing: 'with-exit', line }),
};

function line(line: string, before: string): Said | undefined {
  const [, word, number] = TOTAL.exec(line) ?? [];
  // A skipped test is no part of the total.
  if (word === 'Total') return { numbers: {} };
  if (word === 'Passed') {
    const total = Number(/^ {2}Total: +(\d+)$/.exec(before)?.[1] ?? number);
    return { numbers: { passed: Number(number), failed: Math.max(0, total - Number(number)) } };
  }
  if (word === 'Skipped') return { numbers: { skipped: Number(number) } };
  const seconds = secondsOf(/^ {2}Duration: +(\S+)$/.exec(line)?.[1] ?? '');
  if (seconds !== undefined) return { seconds, numbers: {} };
  const [, suite, name] = /^ {3}FAIL {2}(?:(\S.{0,300}?) {2})?"(.*)"$/.exec(line) ?? [];
  if (name !== undefined) return { test: { name: suite ? `${suite} ${name}` : name, state: 'failed' } };
  return /^\S+\.[cm]?[jt]sx?$|[•✘]+ +\(\d+ \/ \d+\)$/.test(line) ? { own: true } : undefined;
}
