import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeDocument } from './merge.js';
import { textOf, treeOf } from './tree.js';

const LIST = `# Plan: Albums

## Scope

- Sort albums

## Stages

- [ ] P1: Setup
  - [ ] T001: Create the page
    - Files: \`src/albums.ts\`
    - Note: by hand
  - [ ] T002: Describe it
    - Files: \`README.md\`
- [ ] P2: Core
  - [ ] T003: Sort
    - After: T001
`;

/** Each row: what happened in the document, what happened there, and what of it has to come out. */
const ROWS: [
  name: string,
  mine: (text: string) => string,
  theirs: (text: string) => string,
  expected: { has?: string[]; not?: string[]; conflicts?: string[]; same?: 'mine' | 'theirs' },
][] = [
  ['nothing changed anywhere', same, same, { same: 'mine' }],
  ['only there', same, (text) => text.replace('Sort\n', 'Sort by date\n'), { same: 'theirs' }],
  ['only here', (text) => text.replace('Describe it', 'Describe all of it'), same, { same: 'mine' }],
  [
    'a title here, another one there, a new task, and a field of the same task',
    (text) => text.replace('Describe it', 'Describe all of it').replace('by hand', 'by hand, in the morning'),
    (text) =>
      text
        .replace('T003: Sort', 'T003: Sort by date')
        .replace('`README.md`', '`docs/albums.md`\n  - [ ] T004: Test it\n    - After: T002'),
    {
      has: [
        'T002: Describe all of it\n    - Files: `docs/albums.md`\n  - [ ] T004: Test it\n    - After: T002\n- [ ] P2',
        'T003: Sort by date\n    - After: T001',
        'Note: by hand, in the morning',
      ],
    },
  ],
  [
    'one title in both, each its own',
    (text) => text.replace('T003: Sort', 'T003: Sort by name'),
    (text) => text.replace('T003: Sort', 'T003: Sort by date').replace('- Sort albums', '- Sort albums\n- And films'),
    { has: ['T003: Sort by name', '- Sort albums\n- And films'], not: ['by date'], conflicts: ['T003'] },
  ],
  [
    'one title in both, the same',
    (text) => text.replace('T003: Sort', 'T003: Sort by date'),
    (text) => text.replace('T003: Sort', 'T003: Sort by date'),
    { same: 'mine' },
  ],
  [
    'taken out there, as it was here',
    (text) => text.replace('Describe it', 'Describe all of it'),
    (text) => text.replace(/ {2}- \[ \] T001[\s\S]*?(?= {2}- \[ \] T002)/, ''),
    { not: ['T001: Create', 'by hand'], has: ['Describe all of it'] },
  ],
  [
    'taken out there, and changed here',
    (text) => text.replace('Create the page', 'Create two pages'),
    (text) => text.replace(/ {2}- \[ \] T001[\s\S]*?(?= {2}- \[ \] T002)/, ''),
    { has: ['Create two pages'], conflicts: ['T001'] },
  ],
  [
    'taken out here, as it is there',
    (text) => text.replace(/ {2}- \[ \] T002[\s\S]*?(?=- \[ \] P2)/, ''),
    (text) => text.replace('T003: Sort', 'T003: Sort by date'),
    { not: ['T002'], has: ['Sort by date'] },
  ],
  [
    'taken out here, and changed there',
    (text) => text.replace(/ {2}- \[ \] T002[\s\S]*?(?=- \[ \] P2)/, ''),
    (text) => text.replace('Describe it', 'Describe all of it'),
    { not: ['T002'], conflicts: ['T002'] },
  ],
  [
    'an item of one id in both, each its own',
    (text) => `${text}  - [ ] T009: Mine\n`,
    (text) => `${text}  - [ ] T009: Theirs\n`,
    { has: ['T009: Mine'], not: ['Theirs'], conflicts: ['T009'] },
  ],
  [
    'moved to another stage there',
    (text) => text.replace('Sort albums', 'Sort all albums'),
    (text) =>
      text
        .replace(/ {2}- \[ \] T002[\s\S]*?(?=- \[ \] P2)/, '')
        .replace(/$/, '  - [ ] T002: Describe it\n    - Files: `README.md`\n'),
    { has: ['Sort all albums', 'After: T001\n  - [ ] T002: Describe it'] },
  ],
  [
    'moved to another stage here, and changed there',
    (text) =>
      text
        .replace(/ {2}- \[ \] T002[\s\S]*?(?=- \[ \] P2)/, '')
        .replace(/$/, '  - [ ] T002: Describe it\n    - Files: `README.md`\n'),
    (text) => text.replace('Describe it', 'Describe all of it'),
    { has: ['T002: Describe it'], not: ['all of it'], conflicts: ['T002'] },
  ],
  [
    'boxes, bullets and ends of lines are no words',
    (text) => text.replaceAll('- [ ]', '* [x]'),
    (text) => text.replace('T003: Sort', 'T003: Sort by date'),
    { has: ['* [x] T001: Create the page', 'T003: Sort by date'] },
  ],
  [
    'a part of one’s own below a heading of one’s own',
    (text) =>
      text.replace(
        '## Stages',
        '## Mine\n\nWords of mine,\nin two lines.\n\n```sh\n# no heading\n- no entry\n```\n\n## Stages',
      ),
    (text) => text.replace('- Sort albums\n', '- Sort albums\n- And films\n'),
    {
      has: [
        '- Sort albums\n- And films\n\n## Mine\n\nWords of mine,\nin two lines.\n\n```sh\n# no heading\n- no entry\n```\n\n## Stages',
      ],
    },
  ],
];

function same(text: string): string {
  return text;
}

describe('37.5 a document that somebody edited is imported again', () => {
  test.each(ROWS)('37.5 %s', (_name, edit, change, { has = [], not = [], conflicts = [], same: as }) => {
    const versions = { base: LIST, mine: edit(LIST), theirs: change(LIST) };
    const merged = mergeDocument(versions);
    for (const one of has) expect(merged.text).toContain(one);
    for (const one of not) expect(merged.text).not.toContain(one);
    expect(merged.conflicts.map(({ of }) => of)).toEqual(conflicts);
    if (as) expect(merged.text).toBe(versions[as]);
    // What came in comes in once.
    const again = mergeDocument({ ...versions, mine: merged.text });
    expect(again.text).toBe(merged.text);
  });

  test('37.5 whose words stand where both changed is what the caller says', () => {
    const [mine, theirs] = [LIST.replace('T003: Sort', 'T003: Name'), LIST.replace('T003: Sort', 'T003: Date')];
    const merged = mergeDocument({ base: LIST, mine: mine.replace('Setup', 'Begin'), theirs }, { side: 'source' });
    expect(merged.text).toBe(theirs.replace('Setup', 'Begin'));
    expect(merged).toMatchObject({
      kept: 1,
      conflicts: [{ of: 'T003', here: '  - [ ] T003: Name', there: '  - [ ] T003: Date', why: 'both changed it' }],
    });
  });

  test('37.5 a map of tests, claim by claim', () => {
    const base =
      'claims:\n  - claim: do-1\n    tests:\n      - name: adds\n  - claim: do-2\n    tests:\n      - name: sorts\nrisks: []\n';
    const mine = base.replace('name: adds', 'name: adds prices');
    const theirs = base.replace('risks', '  - claim: do-3\n    tests:\n      - name: shows\nrisks');
    expect(mergeDocument({ base, mine, theirs }, { isYaml: true })).toMatchObject({
      text: theirs.replace('name: adds', 'name: adds prices'),
      conflicts: [],
    });
  });

  test('37.5 a document of one line many times, of deep entries or of one long line is merged before the test’s time is up', () => {
    const deep = Array.from({ length: 300 }, (_, at) => `${' '.repeat(at)}- x${at}\n`).join('');
    for (const text of [
      '- a\n'.repeat(10_000),
      '# a\n'.repeat(10_000),
      deep,
      `#${' '.repeat(130_000)}x\n`,
      `- ${'('.repeat(130_000)}:`,
    ]) {
      expect(mergeDocument({ base: LIST, mine: text, theirs: LIST })).toMatchObject({ text, conflicts: [] });
      mergeDocument({ base: text, mine: LIST, theirs: `${text}\n- new\n` });
      mergeDocument({ base: '', mine: LIST, theirs: text });
    }
  });

  test('37.5 whatever a document says, its tree is the document, and what nobody changed stays', () => {
    const part = fc.constantFrom(
      ...LIST.split(/(?<=\n)/),
      '```\n',
      '\n',
      '   - deep: x\n',
      '# T\n',
      'words\n',
      '\t- tab\n',
      '- [x]\n',
    );
    const text = fc.array(part, { maxLength: 30 }).map((lines) => lines.join(''));
    fc.assert(
      fc.property(text, text, fc.boolean(), (one, other, isYaml) => {
        expect(textOf(treeOf(one, isYaml))).toBe(one);
        expect(mergeDocument({ base: one, mine: other, theirs: one }, { isYaml })).toMatchObject({
          text: other,
          conflicts: [],
        });
        expect(mergeDocument({ base: one, mine: one, theirs: other }, { isYaml }).conflicts).toEqual([]);
      }),
    );
  });
});
