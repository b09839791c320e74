import { createHash } from 'node:crypto';
import fc from 'fast-check';
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
      ...{ id: 'S1', title: 'Add prices', under: ['shop', 'stories'], headings: [1, 3], depth: 0, line: 5 },
      ...{ after: [], files: ['src/**/sum.ts', 'test/sum.test.ts'], claims: ['do-1', 'do-2'], size: 'M' },
      ...{ flags: ['security'], details: ['The sum is rounded.'] },
    },
    {
      ...{ id: 'S2', title: 'Show the sum', under: ['shop', 'stories'], headings: [1, 3], depth: 0, line: 11 },
      ...{ after: ['S1'], files: ['src/page.ts'], claims: [], flags: ['verify'] },
      ticked: true,
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

test('an item says how it is shown, committed and checked, in whatever way the lines are laid out (G5, X41, M19, M33, V22)', () => {
  const {
    under: _,
    headings: __,
    digest: ___,
    ...item
  } = itemsIn(`## Tasks

- [ ] T1: Round
  the sum
  Files: src/a.ts
  - **Verify:** \`npm test -- "sum  of"\`
  - Commit: fix: round the sum
  - Risk: high, money
  - Tests: off (a text alone)
  - Acceptance criteria:
    - [x] AC1: Given 1.005, then 1.01
    - Half up
      - also below zero
  - Done when: the page shows it
  - Manual:
    - Look at it in print
  - The rest is as before.
`)[0]!;
  expect(item).toEqual({
    ...{ id: 'T1', title: 'Round the sum', depth: 0, line: 3, after: [], files: ['src/a.ts'], claims: [], flags: [] },
    ...{
      verify: 'npm test -- "sum of"',
      verifyLine: 6,
      commit: 'fix: round the sum',
      risk: 'high, money',
      testsOff: 'a text alone',
    },
    criteria: [
      { id: 'AC1', text: 'Given 1.005, then 1.01' },
      { id: '2', text: 'Half up also below zero' },
      { id: '3', text: 'the page shows it' },
      { id: '4', text: 'Look at it in print', manual: true },
    ],
    details: ['The rest is as before.'],
  });
});

test.each([
  ['a fenced command', '- Verify:\n    ```sh\n    make check\n    ```', { verify: 'make check' }],
  ['no code', '- Verify: make check', { verify: 'make check' }],
  ['files one a line', '- Files:\n    - `a.ts`\n    - b.ts', { files: ['a.ts', 'b.ts'] }],
  ['tests that are named are no field', '- Tests: test/a.test.ts', { details: ['Tests: test/a.test.ts'] }],
  ['tests that are on', '- Tests: on', { details: ['Tests: on'] }],
])('%s', (_what, lines, expected) => {
  expect(itemsIn(`## Tasks\n\n- [ ] T1: One\n  ${lines}\n`)[0]).toMatchObject(expected);
});

test('whatever is written: the reader never throws, keeps the order of the text, and is bounded', () => {
  const field = fc.constantFrom(
    'Files',
    'After',
    'Claims',
    'Size',
    'Verify',
    'Commit',
    'Risk',
    'Manual',
    'Criteria',
    'Tests',
    'Parent',
  );
  const line = fc.oneof(
    fc.tuple(field, fc.string()).map(([name, value]) => `${name}: ${value}`),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );
  const entry = fc
    .tuple(fc.nat(2), fc.constantFrom('- [ ] ', '- [x] ', '- ', '* [ ] '), fc.string({ maxLength: 20 }), fc.array(line))
    .map(([depth, box, id, lines]) => {
      const indent = '  '.repeat(depth);
      return [`${indent}${box}${id}: words`, ...lines.map((one) => `${indent}  - ${one}`)].join('\n');
    });
  const text = fc.array(entry, { maxLength: 12 }).map((all) => `# T\n\n## Tasks\n\n${all.join('\n')}\n`);
  fc.assert(
    fc.property(text, (written) => {
      const all = itemsIn(written);
      const lines = all.map(({ line: at }) => at);
      expect(lines).toEqual([...lines].sort((a, b) => a - b));
      for (const one of all) {
        expect(one.title.length).toBeLessThanOrEqual(200);
        expect((one.verify ?? '').length).toBeLessThanOrEqual(1000);
        for (const list of [one.files, one.after, one.claims, one.flags, one.criteria ?? []])
          expect(list.length).toBeLessThanOrEqual(101);
        const ids = (one.criteria ?? []).map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }
      // A tick and a layout change no id and no words.
      const ticked = itemsIn(written.replaceAll('- [ ] ', '- [x] '));
      expect(ticked.map(({ id, digest: words }) => [id, words])).toEqual(
        all.map(({ id, digest: words }) => [id, words]),
      );
    }),
    { numRuns: 60 },
  );
});

test('R9 an entry whose box has a sign that nobody knows is an item that is not done, with the text that it had', () => {
  const plainOne = only('S1: Add numbers');
  for (const sign of ['~', '-', '/', '>', '!', '?', '*']) {
    const [item, ...rest] = itemsIn(
      `## Stories\n\n- [${sign}] S1: Add numbers\n- [x] S2: Double\n  - [${sign}] S2.1: Part\n`,
    );
    expect(item, sign).toEqual(plainOne);
    expect(rest, sign).toMatchObject([
      { id: 'S2', ticked: true },
      { id: 'S2.1', parent: 'S2' },
    ]);
    expect(rest[1], sign).not.toHaveProperty('ticked');
  }
  // A link, a word in brackets and a sign without words behind it are no boxes.
  expect(itemsIn('## Stories\n\n- [-](https://a.test) S1: A\n- [~]S2: B\n- [A] word\n- [12] note\n')).toEqual([]);
});

test.each([
  ['a mark in front', '[MANUAL] the receipt arrives', true],
  ['a mark behind its id', 'AC1: [by hand] the receipt arrives', true],
  ['a mark at the end', 'the receipt arrives (manual verification required)', true],
  ['the words of a tool', 'the receipt arrives MANUAL_VERIFICATION_REQUIRED', true],
  ['a remark that nobody but a human can', 'the receipt arrives # cannot be done - requires human', true],
  ['a manual that is spoken of', 'the manual says how (see manual)', false],
  ['a switch that is manual', 'manual mode is off by default', false],
  ['a link', 'as [manual](docs/manual.md) says', false],
])('R4 M33 a criterion is for a person where it says so itself: %s', (_what, text, manual) => {
  const [item] = itemsIn(`## Tasks\n\n- [ ] T1: Pay\n  - Criteria:\n    - ${text}\n`);
  expect(item!.criteria).toHaveLength(1);
  expect(item!.criteria![0]!.manual ?? false).toBe(manual);
});

test.each([
  ['S1: Add rebate to src/cart/__init__.py', 'Add rebate to src/cart/__init__.py'],
  [
    'S1: Read __main__.py and **then** _all_ of app/_private_/a.ts',
    'Read __main__.py and then all of app/_private_/a.ts',
  ],
  ['S1: __Now__. And _soon_, too', 'Now. And soon, too'],
])('37.5 names of files keep the underscores that Markdown takes for emphasis: %s', (line, title) => {
  expect(only(line).title).toBe(title);
});
