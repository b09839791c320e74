/**
 * TRX, the results of VSTest: https://learn.microsoft.com/dotnet/core/tools/dotnet-test (`--logger trx`). Read from its
 * documentation, without captured documents.
 */
import { readTestDocument } from '../../formats/test-documents.js';
import type { TestState } from '../../report.js';
import type { Runner } from '../../runner.js';

const STATES: Readonly<Record<string, TestState>> = {
  ...{ Passed: 'passed', Failed: 'failed', Error: 'error', Timeout: 'failed', Aborted: 'error' },
  ...{ NotExecuted: 'skipped', Inconclusive: 'skipped', NotRunnable: 'error', Pending: 'skipped' },
};

export const trx: Runner = {
  id: 'trx',
  kind: 'test',
  generic: true,
  starts: () => false,
  signs: /^[^\n]{0,200}<TestRun\s[^<>\n]{0,600}VisualStudio\/TeamTest/m,
  read: (capture) =>
    readTestDocument(capture, {
      runner: 'trx',
      root: 'TestRun',
      test: (name, { testName, outcome = '' }) =>
        name === 'UnitTestResult' && testName !== undefined
          ? { name: testName, state: STATES[outcome] ?? 'error' }
          : undefined,
      totals(name, attributes) {
        if (name === 'ResultSummary')
          return { failed: !/^(?:Passed|Completed|Warning|Inconclusive)$/.test(attributes.outcome ?? '') };
        if (name !== 'Counters') return undefined;
        const number = (key: string) => Number(attributes[key] ?? 0);
        const failed = number('failed') + number('error') + number('timeout') + number('aborted');
        const [total, passed] = [number('total'), number('passed')];
        return { counts: { total, passed, failed, skipped: Math.max(0, total - passed - failed) } };
      },
    }),
};
