import type { OpenCheck, Status } from '@flow/core/workflow';
import { expect, test } from 'vitest';
import { withDetails } from './open-details.js';

const open = (code: string, document: string) =>
  ({ check: 'x', finding: { code, level: 'block', args: { document } } }) as unknown as OpenCheck;
const item = (id: string, code: string) => ({ id, open: [open(code, 'plan')] }) as unknown as Status['items'][number];

test('a missing document has its file, in items too, and the current item stays one of them', () => {
  const items = [item('a', 'DOCUMENT_MISSING'), item('b', 'DOCUMENT_INVALID')];
  const paths = { plan: ['develop/x/plan.md', 'develop/before/plan.md'] };
  for (const current of items) {
    const told = withDetails({ open: [open('DOCUMENT_MISSING', 'plan')], items, current, edits: [] }, paths, null);
    expect(told.open[0]?.finding.args).toEqual({ document: 'plan', file: 'develop/x/plan.md' });
    expect(told.items.map((one) => one.open?.[0]?.finding.args.file)).toEqual(['develop/x/plan.md', undefined]);
    expect(told.items.filter((one) => one === told.current).map(({ id }) => id)).toEqual([current.id]);
  }
  expect(withDetails({ open: [], items, current: null, edits: [] }, paths, null).current).toBeNull();
});

test('D56 what was not seen red has the marker of the phase, under which a stub lets it build', () => {
  const red = { ...open('RED_MISSING', 'x'), check: 'red' };
  const edits: Status['edits'] = [
    { class: 'source', answer: 'deny', marker: 'STUB:TDD' },
    { class: 'test', answer: 'allow' },
  ];
  const closed = { ...item('a', 'RED_MISSING'), edits: [{ class: 'source' as const, answer: 'deny' as const }] };
  const told = withDetails({ open: [red], items: [closed], current: null, edits }, {}, null);
  expect(told.open[0]?.finding.args).toMatchObject({ marker: 'STUB:TDD' });
  expect(told.items[0]?.open?.[0]?.finding.args).not.toHaveProperty('marker');
});
