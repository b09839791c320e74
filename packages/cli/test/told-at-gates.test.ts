import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, flow, json } from './kit.js';
import { approve, built, DONE, FOLDER, PLAN, PYTEST, STUB, shaped, TESTS, tested } from './report-kit.js';

/* What no content shows by itself is told, and stands before the eyes of whoever approves. */

interface Told {
  code: string;
  args: Record<string, unknown>;
}

const CODES = ['ASKED_REMOVED', 'GREEN_BY_TESTS'];
const told = (repo: TempRepo) =>
  (json(repo, ['status']).data as { warnings: Told[] }).warnings.filter(({ code }) => CODES.includes(code));

describe.skipIf(!PYTEST.available)('what has become of the work since', () => {
  test('D75 what the user asked for and that is gone since the approval is told, until it is back or approved without', () => {
    const repo = shaped();
    const plan = (text: string) => repo.write(`${FOLDER}/plan.md`, text);
    const none = PLAN.replace('- Rounding of large sums', '- None that matters');
    plan(none);
    expect(told(repo)).toEqual([]);
    plan(PLAN);
    approve(repo, 'shape');
    plan(none);
    const args = { document: 'plan', section: 'user-concerns', entries: ['Rounding of large sums'], gate: 'shape' };
    expect(told(repo)).toMatchObject([{ code: 'ASKED_REMOVED', args }]);
    expect(flow(repo, ['status']).stdout).toContain('a person approves it without: `flow approve shape`');
    // More of it, other prose and another layout take nothing away.
    plan(
      `${PLAN.replace('- Rounding of large sums', '* Negative prices\n* Rounding of\n  large sums')}\n## Approach\n\nSmall steps.\n`,
    );
    expect(told(repo)).toEqual([]);
    plan(none);
    approve(repo, 'shape');
    expect(told(repo)).toEqual([]);
  });

  test('D56 tests that turned green by a change of tests alone are told; those for which something was built are not', () => {
    const repo = shaped();
    approve(repo, 'shape');
    const expected = (sum: number, twice: number) =>
      repo.write('tests/expected.py', `SUM = ${sum}\nTWICE = ${twice}\n`);
    const asking = TESTS.replace('== 3', '== SUM').replace('== 4', '== TWICE');
    repo.write('test_prices.py', asking.replace('\n\n\n', '\nfrom expected import SUM, TWICE\n\n\n'));
    repo.write('conftest.py', "import sys\n\nsys.path.insert(0, 'tests')\n");
    repo.write('prices.py', STUB);
    expected(3, 4);
    tested(repo);
    expect(told(repo)).toEqual([]);
    expected(0, 0);
    tested(repo);
    expect(told(repo)).toMatchObject([{ code: 'GREEN_BY_TESTS', args: { claims: ['do-1', 'do-2'] } }]);
    expected(3, 4);
    repo.write('prices.py', DONE);
    tested(repo);
    expect(told(repo)).toEqual([]);
  });

  test.skipIf(!HAS_SCRIPT)(
    'D10 who approves sees where the run stands, what is open, and what is told of it',
    async () => {
      const repo = built();
      repo.write('prices.py', STUB);
      tested(repo);
      repo.write(`${FOLDER}/plan.md`, PLAN.replace('- Rounding of large sums', '- None that matters'));
      const { status, text } = await atTerminal(repo, ['approve', 'review'], { program: FLOW });
      expect(status, text).toBe(0);
      expect(text).toContain('phase implement [6/12]');
      expect(text).toContain('Open: SUITE_NOT_GREEN: pytest:. is red');
      expect(text).toContain('Note: ASKED_REMOVED: Rounding of large sums');
      expect(text.indexOf('Note: ')).toBeLessThan(text.indexOf('To approve exactly this'));
    },
  );
});
