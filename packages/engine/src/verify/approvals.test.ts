import type { Policy } from '@flow/core';
import { expect, test } from 'vitest';
import { gatesByName } from './approvals.js';

const policy = { approvals: { byWorkflow: { own: { shape: {} } } } } as unknown as Policy;

test('a gate that workflows describe differently is told to be known by its name where no record says which workflow it was', () => {
  expect(gatesByName(policy, ['shape', 'plan'], null)).toMatchObject([{ level: 'note', args: { gates: ['shape'] } }]);
  expect(gatesByName(policy, ['shape'], 'own')).toEqual([]);
  expect(gatesByName(policy, ['plan'], null)).toEqual([]);
});
