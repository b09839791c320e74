import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, flow, json } from './kit.js';
import { approve, built, DONE, deed, FOLDER, PLAN, PYTEST, REPORT, STUB, shaped, TESTS, tested } from './report-kit.js';

/* What no content shows by itself is told, and stands before the eyes of whoever approves. */

interface Told {
  code: string;
  args: Record<string, unknown>;
}

const CODES = ['ASKED_REMOVED', 'GREEN_BY_TESTS', 'CHECKED_TOO_EARLY'];
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

  test('D56 so are those that a file of no class turned green, a flag for example, with what has changed', () => {
    const repo = shaped();
    approve(repo, 'shape');
    repo.write('prices.py', STUB);
    repo.write('test_prices.py', `import os\n\n\n${TESTS.replaceAll('assert ', 'assert os.path.exists("flag") or ')}`);
    tested(repo);
    repo.write('flag', '');
    tested(repo);
    expect(told(repo)).toMatchObject([{ code: 'GREEN_BY_TESTS', args: { claims: ['do-1', 'do-2'], alone: false } }]);
    expect(flow(repo, ['status']).stdout).toContain('no code has changed in between: only tests, documents and files');
    repo.write('prices.py', DONE);
    tested(repo);
    expect(told(repo)).toEqual([]);
  });

  test('D74 a checklist that was run while something was missing is told where it is asked for, until it is run again', () => {
    const repo = built();
    approve(repo, 'review');
    json(repo, ['submit', 'verified']);
    repo.write(`${FOLDER}/report.md`, REPORT);
    approve(repo, 'report');
    expect(flow(repo, ['checklist']).status).toBe(1);
    expect(told(repo)).toEqual([]);
    const waiver = { type: 'waiver', expires: Date.now() + 3_600_000, person: 'Ann', reason: 'no forge' } as const;
    for (const check of ['committed', 'pushed', 'pull-request', 'ci'])
      deed(repo, { ...waiver, check: `ship.${check}` });
    const args = { what: 'checklist', missing: expect.any(Number) };
    expect(told(repo)).toMatchObject([{ code: 'CHECKED_TOO_EARLY', args }]);
    expect(flow(repo, ['status']).stdout).toContain('run it again (`flow checklist`)');
    expect(flow(repo, ['checklist']).status).toBe(0);
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
