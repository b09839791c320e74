import type { Finding } from '@flow/core';
import type { ItemStatus, OpenCheck } from '@flow/core/workflow';
import { expect, test } from 'vitest';
import { withClaimsAsWritten } from './claims-as-written.js';
import { openOf } from './open-words.js';

const claim = (id: string, written?: string) => ({
  ...{ id, digest: 'd', expect: 'red' as const, tests: [] },
  ...(written && { written }),
});
const open = (code: string, args: OpenCheck['finding']['args'], subject: string): OpenCheck => ({
  ...{ check: 'red.red', subject, state: 'missing', actor: 'agent' },
  finding: { code, level: 'block', args },
});

test('C52 claims are named as the specification writes them, and checks keep the id of their subject', () => {
  const claims = [claim('INV-001', 'INV-1'), claim('INV-002')];
  const red = open('RED_MISSING', { claim: 'INV-001' }, 'INV-001');
  const item = { id: 'S1', title: '', state: 'ready', open: [red] } as ItemStatus;
  const args = { by: 'shape', claims: ['INV-001', 'INV-002'] };
  const covered: Finding = { code: 'CLAIM_UNCOVERED', level: 'warn', args };
  const told = withClaimsAsWritten({ open: [red], items: [item], current: item, warnings: [covered] }, claims);
  expect(told.open[0]).toMatchObject({ subject: 'INV-001', finding: { args: { claim: 'INV-1' } } });
  expect(openOf(told.open[0]!)).toMatch(/^no failing run of the current tests for INV-1 has been recorded/);
  expect(told.items[0]!.open![0]!.finding.args.claim).toBe('INV-1');
  expect(told.current).toBe(told.items[0]);
  expect(told.warnings[0]!.args).toEqual({ by: 'shape', claims: ['INV-1', 'INV-002'] });
  const plain = { open: [red], items: [], current: null, warnings: [] };
  expect(withClaimsAsWritten(plain, [claim('INV-001')])).toBe(plain);
});
