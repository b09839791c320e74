import { describe, expect, test } from 'vitest';
import { type RunOfBranch, standOf } from './epic.js';
import { epicOf } from './read.js';

const TEXT = `# Epic: Payments

## Runs

- [x] R1: Take a card
  - Branch: feature/card
  - Workflow: plan
- [ ] R2: Refund a card
  - Branch: feature/refund
  - After: R1
- [ ] R3: Show both
  - After: R1, R2
`;

const run = (branch: string, ended: string | null, isHere = false): RunOfBranch => ({ branch, ended, isHere });

describe('X63 epics are lists of runs', () => {
  test('a file is read by its entries; what is not said has a default', async () => {
    const epic = await epicOf('payments', TEXT);
    expect(epic).toMatchObject({ name: 'payments', title: 'Payments', path: 'epics/payments.md', faults: [] });
    expect(epic.entries.map(({ id, goal, branch, workflow, after }) => [id, goal, branch, workflow, after])).toEqual([
      ['R1', 'Take a card', 'feature/card', 'plan', []],
      ['R2', 'Refund a card', 'feature/refund', 'spec', ['R1']],
      ['R3', 'Show both', 'show-both', 'spec', ['R1', 'R2']],
    ]);
  });

  test.each<[string, RunOfBranch[], string[]]>([
    ['nothing ran: a tick says nothing', [], ['ready', 'waiting', 'waiting']],
    ['the first goes on', [run('feature/card', null)], ['running', 'waiting', 'waiting']],
    ['the first is complete', [run('feature/card', 'complete')], ['done', 'ready', 'waiting']],
    ['the first is merged', [run('feature/card', 'merged')], ['done', 'ready', 'waiting']],
    ['the first was given up', [run('feature/card', 'cancelled')], ['cancelled', 'waiting', 'waiting']],
    ['begun anew', [run('feature/card', 'cancelled'), run('feature/card', 'complete')], ['done', 'ready', 'waiting']],
    [
      'given up after all',
      [run('feature/card', 'complete'), run('feature/card', 'cancelled')],
      ['cancelled', 'waiting', 'waiting'],
    ],
    ['runs of others', [run('feature/other', 'complete')], ['ready', 'waiting', 'waiting']],
  ])('%s', async (_what, runs, states) => {
    const stands = standOf(await epicOf('payments', TEXT), runs);
    expect(stands.map(({ state }) => state)).toEqual(states);
  });

  test('what is before an entry and not done is named; the run of this work tree is marked', async () => {
    const epic = await epicOf('payments', TEXT);
    const stands = standOf(epic, [run('feature/card', 'complete'), run('feature/refund', null, true)]);
    expect(stands.map(({ waits, isHere }) => [waits, isHere])).toEqual([
      [[], false],
      [[], true],
      [['R2'], false],
    ]);
  });

  test.each([
    ['- [ ] R1: a\n- [ ] R1: b\n', /R1 is listed twice/],
    ['- [ ] R1: a\n  - After: R9\n', /R1 comes after R9, which is not listed/],
    ['- [ ] R1: a\n  - After: R2\n- [ ] R2: b\n  - After: R1\n', /wait for each other/],
    ['- [ ] a word\n', /has no id/],
    ['- [ ] R1: a\n  - Branch: x\n- [ ] R2: b\n  - Branch: x\n', /x is the branch of two entries/],
  ])('faults are told with their line: %j', async (list, expected) => {
    const { faults } = await epicOf('x', `# Epic: x\n\n${list}`);
    expect(faults.map(({ message }) => message).join('\n')).toMatch(expected);
    expect(faults[0]!.line).toBeGreaterThan(2);
  });
});
