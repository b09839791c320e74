import type { Report, TestState } from '../report.js';
import { plain } from './plain.js';

const STATUS: Record<TestState, 'passed' | 'failed' | 'skipped' | 'pending'> = {
  passed: 'passed',
  xfailed: 'passed',
  xpassed: 'failed',
  failed: 'failed',
  error: 'failed',
  skipped: 'skipped',
  todo: 'pending',
};

/**
 * Writes a CTRF document (https://ctrf.io, schema 1.0.0) over the tests of all reports. Totals are those of the
 * runners, so they can be larger than the list where a runner names only what failed; `extra.outcome` says what the run
 * proves.
 */
export function toCtrf(reports: readonly Report[]): string {
  const runs = reports.filter(({ kind }) => kind === 'test');
  const sum = (count: (report: Report) => number) => runs.reduce((total, report) => total + count(report), 0);
  const names = [...new Set(runs.map(({ runner }) => runner))];
  const document = {
    reportFormat: 'CTRF',
    specVersion: '1.0.0',
    generatedBy: '@flow/capture-parsers',
    results: {
      tool: {
        name: names.join(', ') || 'unknown',
        ...(runs.length === 1 && runs[0]!.version !== undefined ? { version: runs[0]!.version } : {}),
      },
      summary: {
        tests: sum(({ counts }) => counts.total),
        passed: sum(({ counts }) => counts.passed + (counts.xfailed ?? 0)),
        failed: sum(({ counts }) => counts.failed),
        skipped: sum(({ counts }) => counts.skipped),
        pending: sum(({ counts }) => counts.todo ?? 0),
        other: sum(othersOf),
        start: 0,
        stop: Math.round(sum(({ seconds }) => seconds ?? 0) * 1000),
        extra: { outcomes: runs.map(({ runner, outcome, green, reasons }) => ({ runner, outcome, green, reasons })) },
      },
      tests: runs.flatMap((report) =>
        report.tests.map((test) => ({
          name: plain(test.name),
          status: STATUS[test.state],
          duration: Math.round((test.seconds ?? 0) * 1000),
          rawStatus: test.state,
          ...(test.package === undefined ? {} : { suite: [plain(test.package)] }),
          ...(test.file === undefined ? {} : { filePath: plain(test.file) }),
          ...(test.message === undefined ? {} : { message: plain(test.message) }),
        })),
      ),
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Counts tests that count for none of the states of CTRF: unexpected passes, and errors that have a test's name. */
function othersOf({ counts }: Report): number {
  const { total, passed, failed, skipped, todo = 0, xfailed = 0 } = counts;
  return Math.max(0, total - passed - failed - skipped - todo - xfailed);
}
