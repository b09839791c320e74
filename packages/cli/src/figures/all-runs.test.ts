import { defaultPolicy } from '@flow/core';
import { countedRuns } from '@flow/engine/run/runs/all-figures';
import { WORKFLOWS } from '@flow/engine/run/status';
import { clean } from '@flow/engine/text/clean';
import { appendEvent, findRepository } from '@flow/evidence';
import { tempRepo } from '@flow/test-kit';
import { afterAll, expect, test } from 'vitest';
import { allRuns, allRunsText } from './all-runs.js';

/* What all runs of a repository show together, over a real journal. No program of ours is started. */

const repo = tempRepo({ files: { 'a.txt': 'a' } });
afterAll(() => repo.dispose());

const content = { tree: 'a'.repeat(40), head: 'b'.repeat(40) };

/** Records a run that is over, in which two judges looked, each in a session of its own. */
function judged(id: string, workflow: string, findings: object[] = []) {
  const here = findRepository(repo.root)!;
  const say = (what: { type: string } & Record<string, unknown>) =>
    appendEvent(here, { type: 'flow', data: { run: id, ...content, what } }, repo.environment);
  say({ type: 'start', workflow, branch: id, dials: { intensity: 'high' } });
  for (const [judge, money] of [
    ['auditor', 2],
    ['test-auditor', undefined],
  ] as const) {
    const session = `${id}-${judge}`;
    const found = judge === 'auditor' ? findings : [];
    say({ type: 'verdict', judge, pass: found.length === 0, findings: found, session });
    say({ type: 'session-end', session, task: 'judge', client: 'claude-code', tokens: 9, ...(money && { money }) });
  }
  say({ type: 'end', how: 'cancelled', reason: '' });
}

test('37.4 gates that never catch are counted over all runs of a workflow, of the journal', () => {
  const told = () =>
    allRuns(
      countedRuns({
        repository: findRepository(repo.root)!,
        policy: defaultPolicy([]),
        start: { environment: repo.environment, deadline: Date.now() + 60_000, here: repo.root },
      }),
      clean,
      (id) => WORKFLOWS.find((one) => one.id === id) ?? null,
    );
  for (const id of ['r1', 'r2']) judged(id, 'tdd');
  for (const id of ['o1', 'o2', 'o3']) judged(id, 'gone', [{ title: 'a fault' }]);
  expect(allRunsText(told())).toContain('idle gates of gone');
  expect(told().idle.map(({ workflow, gate }) => [workflow, gate])).toEqual([['gone', 'test-auditor']]);
  judged('r3', 'tdd');
  expect(told().idle.filter(({ workflow }) => workflow === 'tdd')).toEqual([
    {
      ...{ workflow: 'tdd', gate: 'auditor', runs: 3, looked: 3, money: { is: 'exact', value: 6 } },
      removedBy: { dial: 'intensity', value: 'standard' },
    },
    {
      ...{ workflow: 'tdd', gate: 'test-auditor', runs: 3, looked: 3, money: { is: 'unknown', value: null } },
      // It is asked with each value.
      removedBy: null,
    },
  ]);
  const text = allRunsText(told());
  expect(text).toContain(
    'idle gates of tdd        judge auditor looked 3 times in 3 runs and caught nothing ($6.00): `flow dial intensity standard` removes it; ',
  );
  expect(text).toMatch(/^idle gates of gone +judge test-auditor looked .+ \(unknown\), and no dial removes it$/m);
});

test('37.4 before there are three runs it says how many it takes', () => {
  expect(allRunsText(allRuns([], clean, () => null))).toMatch(
    /^idle gates +none of those that looked in 3 runs or more of a workflow$/m,
  );
});
