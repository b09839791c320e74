import fc from 'fast-check';
import { expect, test } from 'vitest';
import { insertEntry, readDocument, tickItems } from './index.js';

const read = (text: string) => readDocument('text', 'tasks.md', text, (words) => words);

const TEXT = `# Work (not a count)

## Stages (0/2)

1. [ ] A: First
   - Files: a
   - [x] A1: Part
     - Criteria:
       - [x] c1: stays as it is
2. [X] B: Second

## Progress (0/2)

- [ ] A: said here, too
`;

test('boxes and counts are written as the work stands, and nothing else (V29, X51)', () => {
  const states = new Map([...['A', 'B'].map((id) => [id, true] as const), ['A1', false] as const]);
  expect(tickItems(TEXT, states)).toBe(
    TEXT.replace('(0/2)', '(2/2)').replace('1. [ ] A', '1. [x] A').replace('[x] A1', '[ ] A1'),
  );
  expect(tickItems(TEXT, new Map())).toBe(TEXT);
  expect(tickItems(tickItems(TEXT, states), states)).toBe(tickItems(TEXT, states));
});

test('an entry is written behind another, within one, or below a heading, and all else stays', () => {
  const lines = ['- [ ] N: New', '  - Files: n'];
  expect(insertEntry(TEXT, { behind: 'A1' }, lines)).toContain(
    'stays as it is\n   - [ ] N: New\n     - Files: n\n2. [X] B',
  );
  expect(insertEntry(TEXT, { within: 'B' }, lines)).toContain(
    '2. [X] B: Second\n   - [ ] N: New\n     - Files: n\n\n## Progress',
  );
  expect(insertEntry('# T\n\n## Tasks\n', { under: (heading) => heading === 'tasks' }, lines)).toBe(
    '# T\n\n## Tasks\n\n- [ ] N: New\n  - Files: n\n\n',
  );
  expect(insertEntry(TEXT, { behind: 'Z' }, lines)).toBeNull();
});

test('whatever a document says: a tick changes no word, no contract and no item (R7, R67)', () => {
  const entry = fc.record({
    depth: fc.nat(2),
    box: fc.constantFrom('- [ ] ', '- [x] ', '1. [X] ', '* [ ] ', '- '),
    id: fc.constantFrom('S1', 'S2', '1.3', 'A', ''),
    words: fc.string({ maxLength: 20 }),
  });
  const document = fc.array(entry, { maxLength: 10 }).map((all) => {
    const lines = all.map(
      ({ depth, box, id, words }) => `${'   '.repeat(depth)}${box}${id === '' ? '' : `${id}: `}${words}`,
    );
    return `## Tasks (1/${all.length})\n\n${lines.join('\n')}\n`;
  });
  const states = fc.dictionary(fc.constantFrom('S1', 'S2', '1.3', 'A'), fc.boolean());
  fc.assert(
    fc.property(document, states, (text, done) => {
      const ticked = tickItems(text, new Map(Object.entries(done)));
      const [before, after] = [read(text), read(ticked)];
      expect(after.contract).toBe(before.contract);
      expect(after.items.map(({ id, digest }) => [id, digest])).toEqual(
        before.items.map(({ id, digest }) => [id, digest]),
      );
      for (const { id, ticked: box = false } of after.items) if (Object.hasOwn(done, id)) expect(box).toBe(done[id]);
    }),
    { numRuns: 100 },
  );
});

test('R9 a sign that nobody knows stays in its box until the item is done, and is counted as open', () => {
  const text = '## Stories (0/4)\n\n- [~] S1: A\n- [-] S2: B\n- [ ] S3: C\n- [✓] S4: D\n';
  const states = new Map(['S1', 'S2', 'S3', 'S4'].map((id) => [id, id === 'S2']));
  const after = '## Stories (1/4)\n\n- [~] S1: A\n- [x] S2: B\n- [ ] S3: C\n- [ ] S4: D\n';
  expect(tickItems(text, states)).toBe(after);
  expect(tickItems(after, states)).toBe(after);
});
