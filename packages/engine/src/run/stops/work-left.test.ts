import type { FlowEvent, ItemStatus, Lease, OpenCheck, Status } from '@flow/core/workflow';
import { expect, test } from 'vitest';
import { isDriven, isWorkLeft } from './work-left.js';

const ASKER = { session: 'mine', root: '/repo' };
const open = (actor: OpenCheck['actor'], code = 'X_MISSING'): OpenCheck => ({
  ...{ check: 'p.x', state: 'missing', actor, finding: { code, level: 'block', args: {} } },
});
const lease = (fields: Partial<Lease> = {}): Lease => ({
  ...{ id: 'L', token: 1, session: null, machine: 'm', boot: null, pidNamespace: null, pid: null, startedAt: null },
  ...{ worktree: '/repo', branch: null, base: null, since: 0, until: 9, driver: false, apart: false, ...fields },
});
const item = (fields: Partial<ItemStatus> = {}): ItemStatus => ({
  ...{ id: 'A', title: 'A', state: 'ready', phase: 'work', open: [open('agent')], ...fields },
});
const status = (fields: Partial<Status> = {}): Status =>
  ({ waiting: null, phase: 'build', items: [], open: [open('agent', 'ITEMS_OPEN')], ...fields }) as Status;

test.each<[string, Status, boolean]>([
  ['M52 a phase without items', status({ open: [open('agent')] }), true],
  ['M52 M3 a run that has nothing left to prove', status({ phase: 'done', open: [] }), false],
  ['M52 a run that waits for a person', status({ waiting: 'person', items: [item()] }), false],
  ['an item that nobody has begun', status({ items: [item()] }), true],
  ['its own item', status({ items: [item({ state: 'running', lease: lease({ session: 'mine' }) })] }), true],
  [
    'V17 the item of another session',
    status({ items: [item({ state: 'running', lease: lease({ session: 'b' }) })] }),
    false,
  ],
  [
    'what another one has begun, and one more',
    status({ items: [item({ lease: lease({ session: 'b' }) }), item()] }),
    true,
  ],
  ['somebody in this work tree', status({ items: [item({ state: 'running', lease: lease() })] }), true],
  ['somebody elsewhere', status({ items: [item({ state: 'running', lease: lease({ worktree: '/b' }) })] }), false],
  ['an item that waits for a judge', status({ items: [item({ open: [open('outside')] })] }), false],
  [
    'parts of what another one has',
    status({ items: [item({ lease: lease({ session: 'b' }), items: [item()] })] }),
    false,
  ],
  ['a part that is open', status({ items: [item({ open: [open('agent', 'ITEMS_OPEN')], items: [item()] })] }), true],
  ['R16 only blocked items', status({ items: [item({ state: 'blocked' })] }), false],
  ['a check of the phase beside them', status({ open: [open('agent')], items: [item({ state: 'blocked' })] }), true],
  ['the work tree of an item', status({ scopedTo: 'A', items: [item()] }), true],
])('%s: %#', (_what, told, isLeft) => {
  expect(isWorkLeft(told, ASKER)).toBe(isLeft);
});

test('R18 a driver is known by any lease that it ever had for the session', () => {
  const begun = (fields: Partial<Lease>) =>
    [{ type: 'item', item: 'A', state: 'running', lease: lease(fields) }] as never;
  const events = (fields: Partial<Lease>): readonly FlowEvent[] => begun(fields);
  expect(isDriven(events({ driver: true, session: 'mine' }), 'mine', {})).toBe(true);
  expect(isDriven(events({ driver: true, session: 'b' }), 'mine', {})).toBe(false);
  expect(isDriven(events({ driver: false, session: 'mine' }), 'mine', {})).toBe(false);
  expect(isDriven([], 'mine', {})).toBe(false);
  // What is done for the run itself has no lease.
  expect(isDriven([], 'mine', { FLOW_SESSION_NONCE: 'a'.repeat(32) })).toBe(true);
});
