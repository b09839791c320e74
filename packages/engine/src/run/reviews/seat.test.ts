import type { ItemStatus, Seat } from '@flow/core/workflow';
import { expect, test } from 'vitest';
import type { Standing } from '../index.js';
import { askedOf } from './seat.js';

const SEAT = { judge: 'keeper', check: 'build/review.verdict', perItem: true } as Seat;

const items = ['A', 'B'].map((id) => ({
  ...{ id, title: id, state: 'running' },
  open: [{ check: SEAT.check, state: 'missing', actor: 'agent', finding: { code: '', level: 'block', args: {} } }],
})) as ItemStatus[];

const standing = (scopedTo?: string) =>
  ({
    status: { items, ...(scopedTo !== undefined && { scopedTo, scope: [scopedTo] }) },
    facts: { events: [], present: { items: items.map(({ id }) => ({ id })) } },
  }) as unknown as Standing;

test('F5 in the work tree of an item a judge is asked about that one, in the work tree of the run it is told which', () => {
  expect(askedOf(SEAT, standing('B'))).toMatchObject({ kind: 'item', item: { id: 'B' } });
  expect(askedOf(SEAT, standing('B'), 'about A')).toMatchObject({ kind: 'item', item: { id: 'B' } });
  expect(askedOf(SEAT, standing())).toMatchObject({ kind: 'untold', items: [{ id: 'A' }, { id: 'B' }] });
  expect(askedOf(SEAT, standing(), 'about A')).toMatchObject({ kind: 'item', item: { id: 'A' } });
});
