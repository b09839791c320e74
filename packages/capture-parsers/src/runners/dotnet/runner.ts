/**
 * `dotnet test` with VSTest, its lines for projects and its detailed list:
 * https://learn.microsoft.com/dotnet/core/tools/dotnet-test. Read from its documentation, without captured runs.
 */
import { type Numbers, readCounted, type Said } from '../../formats/counted.js';
import { secondsOf } from '../../output/text.js';
import type { TestState } from '../../report.js';
import type { Runner } from '../../runner.js';

// 1 failed, 2 passed, 3 skipped, 4 total
const PROJECT =
  /^(?:Passed|Failed|Skipped)! {1,2}- Failed: +(\d+), Passed: +(\d+), Skipped: +(\d+), Total: +(\d+), Duration: [^-]+(?: - .+)?$/;
/**
 * `TOTAL` matches `Total tests: 41`, `     Passed: 40` of the detailed list (1 what, 2 number), and `  succeeded: 40` of
 * Microsoft.Testing.Platform (3 what, 4 number).
 */
const TOTAL =
  /^(?: {4,8}(?=[A-Z]))?(Total tests|Passed|Failed|Skipped): (\d+)$|^ {2}(total|failed|succeeded|skipped): (\d+)$/;
const KEYS: Readonly<Record<string, keyof Numbers>> = {
  'total tests': 'total',
  total: 'total',
  passed: 'passed',
  succeeded: 'passed',
  failed: 'failed',
  skipped: 'skipped',
};
// 1 state, 2 name, 3 duration
const RESULT = /^ {2}(Passed|Failed|Skipped) (\S.*?)(?: \[(?:< )?([\d.]+ ?(?:ms|s|m))\])?$/;
const STATES: Readonly<Record<string, TestState>> = { Passed: 'passed', Failed: 'failed', Skipped: 'skipped' };

export const dotnet: Runner = {
  id: 'dotnet',
  kind: 'test',
  starts: (words) =>
    words[0] === 'dotnet' && (words[1] === 'test' || words[1] === 'vstest') && !words.includes('--list-tests'),
  signs:
    /^(?:Passed|Failed|Skipped)! {1,2}- Failed: +\d+, Passed: +\d+, Skipped: +\d+, Total: +\d+|^Total tests: \d+$|^Test run summary: \S/m,
  // A project has a line, and a solution has several of them.
  read: (capture) => readCounted(capture, { runner: 'dotnet', closing: 'with-exit', sums: true, line }),
};

function line(line: string): Said | undefined {
  const project = PROJECT.exec(line);
  if (project) {
    const [failed = 0, passed = 0, skipped = 0, total = 0] = project.slice(1).map(Number);
    return { numbers: { failed, passed, skipped, total } };
  }
  const total = TOTAL.exec(line);
  if (total) {
    const key = KEYS[(total[1] ?? total[3])!.toLowerCase()];
    return key ? { numbers: { [key]: Number(total[2] ?? total[4]) } } : { own: true };
  }
  if (/^Test Run Failed\.$|^Test run summary: Failed!/.test(line)) return { own: true, red: 'failed' };
  if (/^Test Run Aborted\b|^Test run summary: Aborted\b/.test(line)) return { own: true, red: 'crashed' };
  if (/^Test run summary: Zero tests ran\b/.test(line)) return { nothing: true };
  const [, word, name, time] = RESULT.exec(line) ?? [];
  if (name !== undefined) {
    const seconds = secondsOf((time ?? '').replace(' ', ''));
    return { test: { name, state: STATES[word!]!, ...(seconds === undefined ? {} : { seconds }) } };
  }
  const broken = /^(\S[^\n(]{0,300})\((\d+),(\d+)\): error (\w+\d+: .*?)(?: \[.*\])?$/.exec(line);
  if (broken)
    return {
      problem: { file: broken[1]!, line: Number(broken[2]), column: Number(broken[3]), message: broken[4]! },
      red: 'collection',
    };
  if (/^No test (?:is available in|matches the given testcase filter)/.test(line)) return { nothing: true };
  if (/^The active test run was aborted\. Reason: |^Test host process crashed/.test(line))
    return { red: 'crashed', problem: { message: line } };
  return /^(?: {2}Determining projects|Starting test execution|A total of \d+ test files|Test run for |VSTest version|Microsoft \(R\) Test|Copyright |Build started|Build succeeded|Test Run Successful\.$|Test run summary: | {1,5}(?:Total time|duration): )/.test(
    line,
  )
    ? { own: true }
    : undefined;
}
