import { existsSync } from 'node:fs';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import type { Checklist } from '../src/checklist/model.js';
import { flow, json } from './kit.js';
import {
  approve,
  begun,
  built,
  DONE,
  deed,
  FOLDER,
  PYTEST,
  REPORT,
  SPEC,
  shaped,
  TESTS,
  tested,
} from './report-kit.js';

/* `flow checklist` on a real run, through the built program. */

const listOf = (repo: TempRepo) => json(repo, ['checklist']).data as Checklist & { receipt: boolean };
const statesOf = (repo: TempRepo, kind: string) =>
  listOf(repo)
    .entries.filter((entry) => entry.kind === kind)
    .map(({ what, state }) => `${what}: ${state}`);
const open = (repo: TempRepo) =>
  (json(repo, ['status']).data as { open: { finding: { code: string } }[] }).open.map(({ finding }) => finding.code);

describe.skipIf(!PYTEST.available)('D74 checklist', () => {
  test('D74 before the first gate: documents are asked for, and neither tests nor reviews', () => {
    const repo = begun();
    const first = json(repo, ['checklist']);
    expect(first).toMatchObject({ status: 1, ok: false, data: { gate: 'shape', phase: 'plan' } });
    expect(statesOf(repo, 'document')).toEqual(
      expect.arrayContaining(['plan is written: missing', 'spec is written: missing', 'report is written: later']),
    );
    // Nothing is verified of what is not there.
    expect(statesOf(repo, 'document')).toEqual(
      expect.arrayContaining(['plan has no errors: missing', 'plan has content in user-concerns: missing']),
    );
    expect(statesOf(repo, 'approval')[0]).toBe('gate shape: waits');
  });

  test('D74 a red suite is told as a warning where no test is asked for yet', () => {
    const repo = shaped();
    repo.write('test_prices.py', TESTS);
    tested(repo);
    expect(listOf(repo)).toMatchObject({ gate: 'shape', counts: { missing: 0 } });
    expect(flow(repo, ['checklist'])).toMatchObject({ status: 0, stdout: expect.stringMatching(/\[!\] pytest:\. \(/) });
  });

  test('D74 with what the gate asks for only the person is missing, which is no fault', () => {
    const repo = shaped();
    const { status, stdout } = flow(repo, ['checklist']);
    expect({ status, stdout }).toMatchObject({ status: 0 });
    expect(stdout).toContain('[x] plan is written\n');
    expect(stdout).toMatch(/\[~\] gate shape: .*flow approve shape/);
    expect(stdout).toMatch(/ - {2}do-1: Adds two prices\./);
    expect(stdout).toMatch(/^\d+ verified, 0 missing, 1 waits for others\.$/m);
  });

  test('D74 every claim and suite is named, and goes back when the content moves on', () => {
    const repo = built();
    expect(statesOf(repo, 'claim')).toEqual([
      'do-1: Adds two prices.: verified',
      expect.stringMatching(/^do-2: .*: verified$/),
      expect.stringMatching(/^not-1: .*: verified$/),
    ]);
    expect(statesOf(repo, 'suite')).toEqual(['pytest:.: verified']);
    expect(flow(repo, ['checklist']).stdout).toMatch(/\[x\] do-1: Adds two prices\. \(.+\)$/m);
    expect(listOf(repo)).toMatchObject({ gate: 'review', counts: { missing: 0 } });
    repo.write('prices.py', `${DONE}\n`);
    expect(statesOf(repo, 'suite')).toEqual(['pytest:.: missing']);
    expect(json(repo, ['checklist'])).toMatchObject({ status: 1, ok: false });
    repo.write('prices.py', DONE);
    repo.write(`${FOLDER}/spec.md`, SPEC.replace('two prices', 'any prices'));
    // What was approved has changed: the first gate asks again, and for no test.
    expect(statesOf(repo, 'claim')[0]).toBe('do-1: Adds any prices.: later');
    expect(listOf(repo).gate).toBe('shape');
  });

  test('D74 debts are named, and hold nothing up', () => {
    const repo = built();
    const waiver = { type: 'waiver', check: 'diff-review.approved', expires: Date.now() + 3_600_000 } as const;
    deed(repo, { ...waiver, person: 'Ann', reason: 'seen on the screen' });
    expect(statesOf(repo, 'debt')).toEqual(['diff-review.approved: warning']);
    expect(statesOf(repo, 'approval')).toEqual(expect.not.arrayContaining([expect.stringContaining('gate review')]));
  });

  test('D74 what a person said in place of a proof is a debt', () => {
    const repo = built();
    approve(repo, 'review');
    // Both tests came to pass at once.
    expect(listOf(repo)).toMatchObject({ gate: 'report', counts: { warning: 1 } });
    deed(repo, {
      type: 'waiver',
      check: 'verify.submitted',
      expires: Date.now() + 3_600_000,
      person: 'Ann',
      reason: 'nobody is here to try it',
    });
    expect(statesOf(repo, 'debt')).toEqual(['verify.submitted: warning']);
    expect(flow(repo, ['checklist']).stdout).toContain('[!] verify.submitted: waiver: nobody is here to try it');
  });

  test('D66 D15 running it is what hands it in: nobody can say so by hand, and other content makes it stale', () => {
    const repo = built();
    expect(json(repo, ['submit', 'checklist'])).toMatchObject({
      status: 1,
      error: { code: 'SUBMISSION_BY_PROGRAM', remedy: 'flow checklist' },
    });
    expect(listOf(repo).receipt).toBe(true);
    const view = `${FOLDER}/checklist-results.json`;
    expect(JSON.parse(repo.read(view))).toMatchObject({ version: 1, gate: 'review', mac: expect.any(String) });
    // It is in the journal and not in the file.
    approve(repo, 'review');
    expect(json(repo, ['submit', 'verified'])).toMatchObject({ ok: true });
    repo.write(`${FOLDER}/report.md`, REPORT);
    approve(repo, 'report');
    const warnings = () => (json(repo, ['status']).data as { warnings: { args: { name?: string } }[] }).warnings;
    expect(open(repo)[0]).toBe('NOT_COMMITTED');
    const told = () => warnings().some(({ args }) => args.name === 'checklist');
    expect(told()).toBe(false);
    repo.write('prices.py', `${DONE}# later\n`);
    tested(repo);
    approve(repo, 'review');
    json(repo, ['submit', 'verified']);
    approve(repo, 'report');
    expect(open(repo)[0]).toBe('NOT_COMMITTED');
    expect(told()).toBe(true);
    expect(flow(repo, ['status']).stdout).toContain('checklist is stale');
    expect(flow(repo, ['checklist']).status).toBe(1);
    expect(told()).toBe(false);
    expect(existsSync(repo.path(view))).toBe(true);
  });
});
