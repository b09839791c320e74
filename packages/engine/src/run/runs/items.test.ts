import { readDocument } from '@flow/core/documents';
import type { Phase } from '@flow/core/workflow';
import { sha256 } from '@flow/evidence';
import { expect, test } from 'vitest';
import { itemsIn, kindsOf } from './items.js';

const phase = (id: string, each?: Phase['each']): Phase => ({
  ...{ id, title: id, instruction: id, exit: [] },
  ...(each && { each }),
});
const KINDS = kindsOf([
  phase('a', { kind: 'stage', phases: [phase('b', { kind: 'task', phases: [phase('c')] })] }),
  phase('d', { kind: 'story', phases: [phase('e')] }),
]);

const read = (text: string, ...claims: string[]) =>
  itemsIn([{ name: 'stories', ...readDocument('text', 'stories.md', text, sha256) }], KINDS, claims);
const codes = (text: string) => read(text).findings.stories!.map(({ code, args }) => [code, args.line]);

test('a heading says of which kind the entries below it are, and what is in one is of the kind that is walked in it', () => {
  const text = `## Stages of the plan

- [ ] X1: Under no kind

## 1. Stages

### Phase 1: Setup

- [ ] A: First
  - Files: a/
  - [ ] A1: Part
    - Files: a/b.ts
    - [ ] A1x: Part of a part, which nothing walks

## User Stories

- [ ] S1: Story
  - Files: s.ts
  - Claims: do-1
`;
  const { items, findings } = read(text, 'do-1');
  expect(findings).toEqual({ stories: [] });
  expect(items.map(({ digest: _, ...one }) => one)).toEqual([
    { id: 'A', title: 'First', kind: 'stage', after: [], files: ['a/'], group: 'stages/setup' },
    { id: 'A1', title: 'Part', kind: 'task', parent: 'A', after: [], files: ['a/b.ts'], group: 'stages/setup' },
    { id: 'S1', title: 'Story', kind: 'story', after: [], files: ['s.ts'], group: 'user-stories', claims: ['do-1'] },
  ]);
});

test.each<[string, [string, number][]]>([
  ['- [ ] Add numbers', [['ITEM_ID_MISSING', 3]]],
  ['- [ ] S1: One\n  - Files: a\n- [ ] S1: Two\n  - Files: b', [['ITEM_DUPLICATE', 5]]],
  ['- [ ] S1: One', [['ITEM_FILES_MISSING', 3]]],
  ['- [ ] S1: One\n  - Files: a\n  - After: S7', [['ITEM_AFTER_UNKNOWN', 3]]],
  ['- [ ] S1: One\n  - Files: a\n  - Claims: do-7', [['ITEM_CLAIM_UNKNOWN', 3]]],
  [
    '- [ ] S1: One\n  - Files: a\n  - After: S2\n- [ ] S2: Two\n  - Files: b\n  - After: S1\n- [ ] S3: Three\n  - Files: c\n  - After: S2',
    [
      ['ITEM_AFTER_CIRCLE', 3],
      ['ITEM_AFTER_CIRCLE', 6],
    ],
  ],
  ['- [ ] S1: One\n  - Files: a\n- S2: no box, no item', []],
])('%j', (list, expected) => {
  expect(codes(`## Stories\n\n${list}\n`)).toEqual(expected);
});
