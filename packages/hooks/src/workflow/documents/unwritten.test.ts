import type { OpenCheck, Status } from '@flow/core/workflow';
import { expect, test } from 'vitest';
import { withFiles } from './unwritten.js';

const open = (code: string, document: string) =>
  ({ check: 'x', finding: { code, level: 'block', args: { document } } }) as unknown as OpenCheck;
const item = (id: string, code: string) => ({ id, open: [open(code, 'plan')] }) as unknown as Status['items'][number];

test('a missing document has its file, in items too, and the current item stays one of them', () => {
  const items = [item('a', 'DOCUMENT_MISSING'), item('b', 'DOCUMENT_INVALID')];
  const paths = { plan: ['develop/x/plan.md', 'develop/before/plan.md'] };
  for (const current of items) {
    const told = withFiles({ open: [open('DOCUMENT_MISSING', 'plan')], items, current }, paths);
    expect(told.open[0]?.finding.args).toEqual({ document: 'plan', file: 'develop/x/plan.md' });
    expect(told.items.map((one) => one.open?.[0]?.finding.args.file)).toEqual(['develop/x/plan.md', undefined]);
    expect(told.items.filter((one) => one === told.current).map(({ id }) => id)).toEqual([current.id]);
  }
  expect(withFiles({ open: [], items, current: null }, paths).current).toBeNull();
});
