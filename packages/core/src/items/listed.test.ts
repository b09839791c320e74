import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readDocument } from '../documents/index.js';
import type { Phase } from '../workflow/index.js';
import { itemsIn, kindsOf } from './index.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

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
  ['- [ ] S1:\n  - Files: a', [['ITEM_TITLE_MISSING', 3]]],
  ['- [ ] S1: One\n  - Files: a\n  - Parent: S2\n- [ ] S2: Two\n  - Files: b', [['ITEM_PARENT_UNKNOWN', 3]]],
  ['- [ ] S1: One\n  - Files: a, ../b', [['PATH_OUTSIDE', 4]]],
  ['- [ ] S1: One\n  - Files: a\n  - Tests: off', [['ITEM_TESTS_REASON', 5]]],
  ['- [ ] S1: One\n  - Files: a\n  - Tests: off (a text alone)', []],
  ['- [ ] S1: One\n  - Files: a\n  - Verify: `a`, then `b`', [['ITEM_VERIFY_UNCLEAR', 5]]],
  ['- [ ] S1: One\n  - Files: a\n  - Verify: `a && b`', []],
  ['- [ ] S1: One\n  - Files: a\n  - Verify: a\n  - Verify: b', [['ITEM_FIELD_TWICE', 6]]],
  [`- [ ] S1: One\n  - Files: a\n  - Commit: ${'x'.repeat(201)}`, [['ITEM_FIELD_LONG', 5]]],
  ['- [ ] S1: One\n  - Files: a\n  - Criteria:\n    - AC1: x\n    - AC1: y', [['ITEM_CRITERION_DUPLICATE', 7]]],
  ['- [ ] S1: One\n  - Files: a\n\n## Stories\n\n- [ ] S2: Two\n  - Files: b', [['HEADING_REPEATED', 6]]],
  ['- [ ] S1: One\n  - Files: a\n\n### Later\n\n- [ ] S2: Two\n  - Files: b', []],
])('%j', (list, expected) => {
  expect(codes(`## Stories\n\n${list}\n`)).toEqual(expected);
});

test('parts may stand in a list of their own, and name what they are a part of (V18, X28)', () => {
  const text = `## Stages

- [ ] A: First
  - Files: a/

## Tasks

- [ ] T1: Part
  - Parent: A
  - Files: a/b.ts
- [ ] T2: Part of nothing
  - Files: a/c.ts
- [ ] T3: Part of a part
  - Parent: T1
  - Files: a/d.ts
`;
  const { items, findings } = read(text);
  expect(items.map(({ id, kind, parent }) => [id, kind, parent])).toEqual([
    ['A', 'stage', undefined],
    ['T1', 'task', 'A'],
    ['T2', 'task', undefined],
    ['T3', 'task', 'T1'],
  ]);
  expect(findings.stories!.map(({ code, args }) => [code, args.id, args.line])).toEqual([
    ['ITEM_PARENT_MISSING', 'T2', 11],
    ['ITEM_PARENT_UNKNOWN', 'T3', 13],
  ]);
});

test('a whole and its parts wait for each other: a circle through a part is one, too', () => {
  const stage = (id: string, after: string, part: string, partAfter: string) =>
    `- [ ] ${id}: Stage\n  - Files: ${id}\n${after}  - [ ] ${part}: Part\n    - Files: ${part}\n${partAfter}`;
  const told = (text: string) =>
    read(`## Stages\n\n${text}`).findings.stories!.map(({ code, args }) => [code, args.id, args.after]);
  const a = stage('A', '  - After: B\n', 'A1', '');
  expect(told(`${a}${stage('B', '', 'B1', '    - After: A1\n')}`)).toEqual([
    ['ITEM_AFTER_CIRCLE', 'A', 'B'],
    ['ITEM_AFTER_CIRCLE', 'B1', 'A1'],
  ]);
  expect(told(`${a}${stage('B', '', 'B1', '')}`)).toEqual([]);
  expect(told(stage('C', '', 'C1', '    - After: C\n'))).toEqual([['ITEM_AFTER_CIRCLE', 'C1', 'C']]);
});

test('an item may come after one that was added on the way', () => {
  const document = {
    name: 'stories',
    ...readDocument('text', 'stories.md', '## Stories\n\n- [ ] S1: A\n  - Files: a\n  - After: S7\n', sha256),
  };
  expect(itemsIn([document], KINDS, [], ['S7']).findings).toEqual({ stories: [] });
});
