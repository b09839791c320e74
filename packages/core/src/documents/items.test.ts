import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readDocument } from './index.js';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const itemsIn = (text: string) => readDocument('text', 'stories.md', text, digest).items;
const only = (line: string) => itemsIn(`## Stories\n\n- [ ] ${line}\n`)[0]!;

test('an entry with a box is an item, with what it says of itself in lines below it', () => {
  const text = `# Shop

## Stories (0/2)

- [ ] S1: Add prices
  - Files: \`src/**/sum.ts\`, \`./test/sum.test.ts\`
  - **Claims**: do-1, do-2
  - Size: M
  - Flags: Security
  - The sum is rounded.
- [x] S2 [VERIFY] Show the sum
  - Depends on: S1
  - Files: src/page.ts

## Progress

- [ ] S3: Nobody asks for it

## Must Do

- [ ] do-1: Adds.
`;
  expect(itemsIn(text).map(({ digest: _, ...one }) => one)).toEqual([
    {
      ...{ id: 'S1', title: 'Add prices', under: ['shop', 'stories'], depth: 0, line: 5 },
      ...{ after: [], files: ['src/**/sum.ts', 'test/sum.test.ts'], claims: ['do-1', 'do-2'], size: 'M' },
      flags: ['security'],
    },
    {
      ...{ id: 'S2', title: 'Show the sum', under: ['shop', 'stories'], depth: 0, line: 11 },
      ...{ after: ['S1'], files: ['src/page.ts'], claims: [], flags: ['verify'] },
    },
  ]);
});

test('a tick, layout and the parts of an entry are not its words; all else makes it another one', () => {
  const one = (text: string) => itemsIn(`## Tasks\n\n${text}`)[0]!.digest;
  const before = one('- [ ] 1.1 Sum\n  - Files: a.ts\n');
  expect(one('* [x] **1.1** Sum\n  * Files: `a.ts`\n  * [ ] 1.1.1 Part\n')).toBe(before);
  expect(one('- [ ] 1.1 Sum\n  - Files: b.ts\n')).not.toBe(before);
  expect(one('- [ ] 1.1 Total\n  - Files: a.ts\n')).not.toBe(before);
});

test('entries below an entry are its parts', () => {
  const all = itemsIn('## Stages\n\n- [ ] A: First\n  - [ ] A1: One\n  - [ ] A2: Two\n- [ ] B: Second\n');
  expect(all.map(({ id, parent, depth }) => [id, parent, depth])).toEqual([
    ['A', undefined, 0],
    ['A1', 'A', 1],
    ['A2', 'A', 1],
    ['B', undefined, 0],
  ]);
});

test.each([
  ['S1: Sum', 'S1', 'Sum'],
  ['**S1:** Sum', 'S1', 'Sum'],
  ['[S1] Sum', 'S1', 'Sum'],
  ['login - Sign in', 'login', 'Sign in'],
  ['1.3 Sum', '1.3', 'Sum'],
  ['2. Sum', '2', 'Sum'],
  ['T-04) Sum', 'T-04', 'Sum'],
  ['`S1` Sum', 'S1', 'Sum'],
  ['Make the sum', '', 'Make the sum'],
  ['Show total: as a number', '', 'Show total: as a number'],
  ['../x: Sum', '', '../x: Sum'],
])('%s', (line, id, title) => {
  expect(only(line)).toMatchObject({ id, title });
});
