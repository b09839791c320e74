/** uvu: https://github.com/lukeed/uvu */
import { type Numbers, readCounted, type Said } from '../../formats/counted.js';
import { secondsOf } from '../../output/text.js';
import type { Runner } from '../../runner.js';

// 1 what is counted, 2 number
const TOTAL = /^ {2}(Total|Passed|Skipped): +(\d+)$/;
const KEYS: Readonly<Record<string, keyof Numbers>> = { Total: 'total', Passed: 'passed', Skipped: 'skipped' };

export const uvu: Runner = {
  id: 'uvu',
  kind: 'test',
  starts: (words) => words[0] === 'uvu',
  signs: /^ {2}Total: +\d+\n {2}Passed: +\d+\n {2}Skipped: +\d+\n {2}Duration: /m,
  read(capture) {
    // A skipped test is no part of the total.
    const report = readCounted(capture, { runner: 'uvu', closing: 'with-exit', line });
    return report;
  },
};

function line(line: string, before: string): Said | undefined {
  const [, word, number] = TOTAL.exec(line) ?? [];
  if (word === 'Total') return { numbers: { total: Number(number) } };
  if (word === 'Passed') {
    const total = Number(/^ {2}Total: +(\d+)$/.exec(before)?.[1] ?? number);
    return { numbers: { passed: Number(number), failed: Math.max(0, total - Number(number)) } };
  }
  if (word !== undefined) return { numbers: { [KEYS[word]!]: Number(number) } };
  const seconds = secondsOf(/^ {2}Duration: +(\S+)$/.exec(line)?.[1] ?? '');
  if (seconds !== undefined) return { seconds, numbers: {} };
  const [, suite, name] = /^ {3}FAIL {2}(?:(\S.{0,300}?) {2})?"(.*)"$/.exec(line) ?? [];
  if (name !== undefined) return { test: { name: suite ? `${suite} ${name}` : name, state: 'failed' } };
  return /^\S+\.[cm]?[jt]sx?$|[•✘]+ +\(\d+ \/ \d+\)$/.test(line) ? { own: true } : undefined;
}
