import type { Phase } from '@flow/core/workflow';
import { describe, expect, test } from 'vitest';
import { type FollowedRun, propose } from './propose.js';

const phase = (id: string, more: Partial<Phase> = {}): Phase => ({ id, title: id, instruction: '', exit: [], ...more });

const PHASES: Phase[] = [
  phase('plan', { produces: ['plan'], exit: [{ check: 'document', document: 'plan' }] }),
  phase('approve', { exit: [{ check: 'approved', gate: 'plan', on: 'doc:plan' }] }),
  phase('build', {
    each: {
      kind: 'stage',
      phases: [phase('do', { each: { kind: 'task', phases: [phase('work')] } })],
    },
  }),
  phase('final', { exit: [{ check: 'green' }] }),
];

const AT: Record<string, string> = { plan: 'done', approve: 'done', build: 'current', final: 'pending' };
const item = (id: string, kind: string, files: string[], isOver: boolean, parent?: string) => ({
  ...{ id, kind, files, isOver },
  ...(parent === undefined ? {} : { parent }),
});

const run = (more: Partial<FollowedRun> = {}): FollowedRun => ({
  workflow: { phases: PHASES, documents: {} },
  stages: PHASES.map(({ id }) => ({ id, state: AT[id]! })),
  items: [
    item('A', 'stage', ['src/cart.ts', 'src/price.ts'], false),
    item('A1', 'task', ['src/cart.ts'], true, 'A'),
    item('A2', 'task', ['src/price.ts'], false, 'A'),
  ],
  changed: ['src/cart.ts', 'README.md'],
  ended: null,
  ...more,
});

const at = (...current: string[]) =>
  PHASES.map(({ id }, place) => ({
    id,
    state:
      id === current[0] ? 'current' : place < PHASES.findIndex((one) => one.id === current[0]) ? 'done' : 'pending',
  }));

describe('V35 a further wish is sized by the files that it touches', () => {
  test.each<[string, string[], Partial<FollowedRun>, object]>([
    ['one file of an item that is done', ['src/cart.ts'], {}, { way: 'reopen', target: 'A1' }],
    ['one file of an item that is open', ['src/price.ts'], {}, { way: 'item', target: 'A2' }],
    [
      'one file of two items that are done',
      ['src/cart.ts'],
      { items: [item('A', 'task', ['src/cart.ts'], true), item('B', 'task', ['src/cart.ts'], true)] },
      { way: 'reopen', target: 'B' },
    ],
    [
      'one file of a done item and an open one',
      ['src/cart.ts'],
      { items: [item('A', 'task', ['src/cart.ts'], false), item('B', 'task', ['src/cart.ts'], true)] },
      { way: 'item', target: 'A' },
    ],
    ['two files of two items', ['src/cart.ts', 'src/price.ts'], {}, { way: 'item', kind: 'task', parent: 'A' }],
    ['a file of the run that no item lists', ['README.md'], {}, { way: 'item', kind: 'stage' }],
    ['a done item and a new file', ['src/cart.ts', 'src/new.ts'], {}, { way: 'item', kind: 'task', parent: 'A' }],
    ['three files', ['src/cart.ts', 'src/price.ts', 'src/new.ts'], {}, { way: 'plan', target: 'approve' }],
    ['three files while planning', ['src/cart.ts', 'a', 'b'], { stages: at('plan') }, { way: 'go-on' }],
    ['three files while the plan is approved', ['src/cart.ts', 'a', 'b'], { stages: at('approve') }, { way: 'go-on' }],
    ['one file while planning', ['src/cart.ts'], { stages: at('plan') }, { way: 'go-on' }],
    ['nothing of the run, however little', ['docs/other.md'], {}, { way: 'new-run', related: [] }],
    ['nothing of the run, however much', ['a', 'b', 'c', 'd'], {}, { way: 'new-run', related: [] }],
    ['a run that has ended', ['src/cart.ts'], { ended: 'complete' }, { way: 'new-run', related: ['src/cart.ts'] }],
    ['one file named twice', ['src/cart.ts', 'src/cart.ts'], {}, { way: 'reopen', target: 'A1' }],
  ])('%s', (_what, files, more, expected) => {
    const proposal = propose({ files, named: [], run: run(more) });
    expect(proposal).toMatchObject({ ...expected, why: expect.stringMatching(/\w/) });
  });

  test('an item that the words name stands for its files', () => {
    expect(propose({ files: [], named: ['A1'], run: run() })).toMatchObject({ way: 'reopen', target: 'A1' });
    expect(propose({ files: [], named: ['A2'], run: run() })).toMatchObject({ way: 'item', target: 'A2' });
  });

  test('what nobody knows the size of is asked for, and not taken for small', () => {
    expect(propose({ files: [], named: [], run: run() })).toMatchObject({ way: 'ask' });
    expect(propose({ files: [], named: [], run: null })).toMatchObject({ way: 'ask' });
  });

  test('where no run leads, it is a run of its own', () => {
    expect(propose({ files: ['a'], named: [], run: null })).toMatchObject({ way: 'new-run' });
  });

  test('a workflow without items reopens the phase that builds, and plans where somebody answers for the plan', () => {
    const phases = [
      phase('spec', { produces: ['spec'], exit: [{ check: 'document', document: 'spec' }] }),
      phase('review', { exit: [{ check: 'panel', id: 'p', judges: ['a'], on: 'doc:spec' } as never] }),
      phase('red', { exit: [{ check: 'red' }] }),
      phase('green', { exit: [{ check: 'green' }] }),
    ];
    const stages = phases.map(({ id }) => ({ id, state: id === 'green' ? 'current' : 'done' }));
    const bare = run({ workflow: { phases, documents: {} }, stages, items: [] });
    expect(propose({ files: ['src/cart.ts'], named: [], run: bare })).toMatchObject({ way: 'reopen', target: 'red' });
    expect(propose({ files: ['src/cart.ts', 'a', 'b'], named: [], run: bare })).toMatchObject({
      way: 'plan',
      target: 'review',
    });
  });
});
