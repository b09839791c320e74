import { describe, expect, test } from 'vitest';
import { casesOf } from '../test/cases.js';
import { type ParseInput, parse, prove, type Report } from './everything.js';

const cases = [...casesOf('fixtures'), ...casesOf('corpus')].filter(({ input }) => input.output.length < 60_000);

/** An output as it was recorded, without what was known of it, with other codes, and with parts missing. */
function formsOf({ command, output, exitCode }: ParseInput & { readonly command: string }): ParseInput[] {
  const lines = output.split('\n');
  const parts = [0.3, 0.6, 0.9].map((share) => Math.floor(lines.length * share));
  return [
    { command, output, ...(exitCode === undefined ? {} : { exitCode }) },
    { output },
    { command, output, exitCode: 0 },
    { command, output, exitCode: 1 },
    ...parts.map((to) => ({ command, output: lines.slice(0, to).join('\n') })),
    ...parts.map((from) => ({ command: `${command} | tail`, output: lines.slice(from).join('\n'), exitCode: 0 })),
  ];
}

const states = ({ tests }: Report, ...wanted: string[]) => tests.filter(({ state }) => wanted.includes(state)).length;

/** What in a report contradicts the rest of it. */
function faultsOf(report: Report): string[] {
  const { counts, outcome, verdict, reasons, problems, packages, files, issues } = report;
  const broken = [...packages, ...files].some(({ state }) => /^(?:failed|error|build-error)$/.test(state));
  const causes = counts.failed + counts.errors + states(report, 'failed', 'error') + problems.length + issues.length;
  const faults: Record<string, boolean> = {
    'passed tests of a run without tests': outcome === 'no-tests' && counts.passed + states(report, 'passed') > 0,
    'red without a cause': verdict === 'red' && causes === 0 && !broken && !counts.problems,
    'green with a failed test': verdict === 'green' && counts.failed + states(report, 'failed', 'error') > 0,
    'two verdicts': (verdict === 'green') !== report.green || (outcome === 'passed') !== report.green,
    'nothing ran, and tests passed': reasons.includes('nothing-ran') && counts.passed > 0,
    'not green, and no reason': verdict !== 'green' && reasons.length === 0,
    'a hidden code of what is no run': reasons.includes('exit-hidden') && reasons.includes('not-a-run'),
  };
  return Object.keys(faults).filter((fault) => faults[fault]);
}

describe('D27 every report agrees with itself, whatever is missing', () => {
  test.each(cases)('$name', ({ input }) => {
    const found = formsOf(input).flatMap((form) =>
      parse(form).flatMap((report) => faultsOf(report).map((fault) => ({ fault, runner: report.runner, form }))),
    );
    expect(found).toEqual([]);
  });
});

describe('D22 D27 what a line proves, in one field', () => {
  const GREEN = '1 passed in 0.02s\n';
  test.each([
    ['pytest -q', GREEN, 0, 'green'],
    ['pytest -q', '1 failed, 1 passed in 0.02s\n', 1, 'red'],
    ['pytest -q | cat; ./e2e.sh; echo', GREEN, 0, 'unknown'],
    ['cat old.log', GREEN, 0, 'unknown'],
    ['ls', 'a.txt\n', 0, 'none'],
  ])('%s: %j with %i is %s', (command, output, exitCode, verdict) => {
    expect(prove({ command, output, exitCode }).verdict).toBe(verdict);
  });
});
