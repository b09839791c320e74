/** The XML of NUnit 3: https://docs.nunit.org/articles/nunit/technical-notes/usage/Test-Result-XML-Format.html. Read from its documentation, without captured documents. */
import { readTestDocument } from '../../formats/test-documents.js';
import type { TestState } from '../../report.js';
import type { Runner } from '../../runner.js';

const STATES: Readonly<Record<string, TestState>> = {
  ...{ Passed: 'passed', Warning: 'passed', Failed: 'failed', Skipped: 'skipped', Inconclusive: 'skipped' },
};

export const nunit: Runner = {
  id: 'nunit',
  kind: 'test',
  generic: true,
  starts: () => false,
  signs: /^[^\n]{0,200}<test-run\s[^<>\n]{0,900}\btestcasecount="\d+"/m,
  read: (capture) =>
    readTestDocument(capture, {
      runner: 'nunit',
      root: 'test-run',
      test: (name, { fullname, name: title, result = '' }) =>
        name === 'test-case' ? { name: fullname ?? title ?? '', state: STATES[result] ?? 'error' } : undefined,
      totals(name, attributes) {
        if (name === 'test-suite') return { failed: attributes.result === 'Failed' };
        if (name !== 'test-run') return undefined;
        const number = (key: string) => Number(attributes[key] ?? 0);
        const [total, failed] = [number('total'), number('failed')];
        const skipped = number('skipped') + number('inconclusive');
        return {
          failed: attributes.result === 'Failed',
          counts: { total, failed, skipped, passed: number('passed') + number('warnings') },
        };
      },
    }),
};
