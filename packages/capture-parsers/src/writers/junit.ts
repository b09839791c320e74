import type { Report, TestResult } from '../report.js';
import { plain } from './plain.js';

/**
 * JUnit XML (https://github.com/testmoapp/junitxml): a suite a report, a case a test. What broke outside the tests, and
 * each issue of a linter, is a case with an `error` or a `failure`; a run that is not green has at least one of them.
 */
export function toJunit(reports: readonly Report[]): string {
  const suites = reports.map(suiteOf);
  const total = (key: 'tests' | 'failures' | 'errors' | 'skipped') =>
    suites.reduce((sum, suite) => sum + suite[key], 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="flow-parse" tests="${total('tests')}" failures="${total('failures')}" errors="${total('errors')}" skipped="${total('skipped')}">`,
    ...suites.map(({ xml }) => xml),
    '</testsuites>',
    '',
  ].join('\n');
}

interface Case {
  readonly name: string;
  readonly owner: string;
  readonly file?: string | undefined;
  readonly seconds?: number | undefined;
  readonly state: 'passed' | 'failure' | 'error' | 'skipped';
  readonly message?: string | undefined;
}

function suiteOf(report: Report) {
  const cases = casesOf(report);
  const count = (state: Case['state']) => cases.filter((one) => one.state === state).length;
  const [failures, errors, skipped] = [count('failure'), count('error'), count('skipped')];
  const time = report.seconds === undefined ? '' : ` time="${report.seconds}"`;
  const xml = [
    `  <testsuite name="${attribute(report.runner)}" tests="${cases.length}" failures="${failures}" errors="${errors}" skipped="${skipped}"${time}>`,
    ...cases.map(caseXml),
    '  </testsuite>',
  ].join('\n');
  return { xml, tests: cases.length, failures, errors, skipped };
}

const STATES: Record<TestResult['state'], Case['state']> = {
  passed: 'passed',
  xfailed: 'skipped',
  xpassed: 'failure',
  failed: 'failure',
  error: 'error',
  skipped: 'skipped',
  todo: 'skipped',
};

function casesOf(report: Report): Case[] {
  const cases: Case[] = [
    ...report.tests.map(({ name, package: owner, file, seconds, state, message }) => ({
      name,
      owner: owner ?? file ?? report.runner,
      file,
      seconds,
      state: STATES[state],
      message,
    })),
    ...report.issues
      .filter(({ severity }) => severity !== 'info')
      .map(({ file, line, rule, message }) => ({
        name: [rule ?? report.runner, line].filter((part) => part !== undefined).join(':'),
        owner: file ?? report.runner,
        file,
        state: 'failure' as const,
        message,
      })),
    ...report.problems.map(({ file, line, message }) => ({
      name: [file ?? report.runner, line].filter((part) => part !== undefined).join(':'),
      owner: report.runner,
      file,
      state: 'error' as const,
      message,
    })),
  ];
  const told = cases.some(({ state }) => state === 'failure' || state === 'error');
  if (!report.green && !told) {
    const message = `${report.outcome}: ${report.reasons.join(', ')}`;
    cases.push({ name: 'run', owner: report.runner, state: 'error', message });
  }
  return cases;
}

function caseXml({ name, owner, file, seconds, state, message }: Case): string {
  const attributes = [
    `classname="${attribute(owner)}"`,
    `name="${attribute(name)}"`,
    ...(file === undefined ? [] : [`file="${attribute(file)}"`]),
    ...(seconds === undefined ? [] : [`time="${seconds}"`]),
  ].join(' ');
  if (state === 'passed') return `    <testcase ${attributes}/>`;
  const first = message === undefined ? '' : ` message="${attribute(message.split('\n', 1)[0]!)}"`;
  const body = message?.includes('\n') ? `>${text(message)}</${state}>` : '/>';
  return `    <testcase ${attributes}><${state}${first}${body}</testcase>`;
}

function text(value: string): string {
  return plain(value)
    .replace(/\ufffe|\uffff/g, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}

function attribute(value: string): string {
  return text(value).replace(/"/g, '&quot;').replace(/\n/g, '&#10;').replace(/\t/g, '&#9;');
}
