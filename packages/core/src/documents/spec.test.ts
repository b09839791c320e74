import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { describeFinding, readDocument } from './index.js';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const spec = (text: string) => readDocument('spec', 'spec.md', text, digest);
const claims = (text: string) => spec(text).claims.map((claim) => [claim.id, claim.expect, claim.text]);
const codes = (text: string) => spec(text).findings.map(({ code, args }) => `${code}:${args.line}`);

const SPEC = `---
status: draft
---
# Spec: scores

## Must Do

- [ ] do-1: Deals show a score
- do-2: Scores are kept
  - after a restart
  - for a year
- do-3 (refactor): Rounding lives in one place

## Must NOT

- not-1: No deal shows a raw float
`;

describe('claims (D53)', () => {
  test('lists with ids, sub-bullets belong to the text, guards are told by section or mark', () => {
    const fact = spec(SPEC);
    expect(fact.findings).toEqual([]);
    expect(fact.claims.map(({ id, text, expect, kind, line }) => [id, text, expect, kind, line])).toEqual([
      ['do-1', 'Deals show a score', 'red', 'do', 8],
      ['do-2', 'Scores are kept after a restart for a year', 'red', 'do', 9],
      ['do-3', 'Rounding lives in one place', 'guard', 'do', 12],
      ['not-1', 'No deal shows a raw float', 'guard', 'not', 16],
    ]);
  });

  test('the id as it is written is known, where it has another form; whoever is told of a claim looks for that', () => {
    const text =
      '# S\n\n## Invariants\n\n- INV-1: a\n- INV-002: b\n- INV-1: c\n\n## Prohibitions\n\n| ID | Rule |\n| - | - |\n| `prh_3` | d |\n';
    const fact = spec(text);
    expect(fact.claims.map(({ id, written }) => [id, written])).toEqual([
      ['INV-001', 'INV-1'],
      ['INV-002', undefined],
      ['INV-001', 'INV-1'],
      ['PRH-003', 'prh_3'],
    ]);
    expect(fact.findings.map(describeFinding)).toEqual([
      'spec.md:7: INV-1 is there already, in line 5. Give one of them the next free id.',
    ]);
    // The same words are the same claim, however its id is written.
    expect(spec(text.replaceAll('INV-1', 'inv-001')).claims[0]!.digest).toBe(fact.claims[0]!.digest);
  });

  test.each([
    ['short ids', '- D1: a\n- D2) b', ['do-1', 'do-2']],
    ['bold ids', '- **do-1:** a\n- **do-2** b', ['do-1', 'do-2']],
    ['code and brackets', '- `do-1` a\n- [do-2] b', ['do-1', 'do-2']],
    ['dashes', '- do-1 — a\n- DO-02 - b', ['do-1', 'do-2']],
    ['numbered', '1. do-1: a\n2. do-2: b', ['do-1', 'do-2']],
    ['ticked', '* [x] do-1: a\n* [ ] do-2: b', ['do-1', 'do-2']],
    ['tick behind the id', '- do-1: [x] a\n- ✅ do-2: b', ['do-1', 'do-2']],
    ['table', '| ID | Claim | Status |\n|---|---|---|\n| do-1 | a | done |\n| do-2 | b | |', ['do-1', 'do-2']],
    ['paragraphs', 'do-1: a\n\ndo-2: b', ['do-1', 'do-2']],
    ['lines of one paragraph', 'D1: a\nD2: b', ['do-1', 'do-2']],
    ['headings', '### do-1: a\n\n### do-2\n\nb', ['do-1', 'do-2']],
    ['groups', '- Lists\n  - do-1: a\n  - do-2: b', ['do-1', 'do-2']],
    ['below deeper headings', '### Lists\n- do-1: a\n### Pages\n- do-2: b', ['do-1', 'do-2']],
    ['comments before', '- <!-- why --> do-1: a\n- do-2: b <!-- todo: more -->', ['do-1', 'do-2']],
    ['tabs', '-\tdo-1: a\n-\tdo-2: b', ['do-1', 'do-2']],
  ])('written as people do: %s', (_name, list, ids) => {
    const text = `# S\n\n## Must Do\n\n${list}\n\n## Must NOT\n\nNone: nothing to forbid in a new page.\n`;
    for (const variant of [text, text.replaceAll('\n', '\r\n'), `\ufeff${text}`]) {
      const fact = spec(variant);
      expect(fact.findings).toEqual([]);
      expect(fact.claims.map(({ id }) => id)).toEqual(ids);
      expect(fact.claims.map(({ text }) => text)).toEqual(['a', 'b']);
    }
  });

  test.each([
    '## Must Do',
    '# MUST DO:',
    '###### Must do (0/1)',
    '## 2. Must Do',
    'Must Do\n-------',
    '**Must Do:**',
    '## ✅ *Must* Do',
    '## Must-Do claims',
  ])('the section is found under %j', (heading) => {
    expect(claims(`# S\n\n${heading}\n\n- do-1: a\n\n## Must Not\n\n- not-1: b\n`)).toEqual([
      ['do-1', 'red', 'a'],
      ['not-1', 'guard', 'b'],
    ]);
  });

  test('words that only look like ids are none', () => {
    expect(claims('## Must Do\n- D1 and N2 are vitamins\n- Do 3 retries\n- do-it-yourself is gone\n')).toEqual([
      ['do-1', 'red', 'D1 and N2 are vitamins'],
      ['do-2', 'red', 'Do 3 retries'],
      ['do-3', 'red', 'do-it-yourself is gone'],
    ]);
  });

  test('rules as Correctless writes them: headings with their body, items, rows (C52, C60)', () => {
    const text = `# Spec

## Invariants

### INV-001: The sum never changes
Whatever is moved.

- also not by rounding

### INV-2 — Ids are unique

## Prohibitions

- **PRH-001** No raw SQL

## Boundary Conditions

| Rule | Text |
| --- | --- |
| BND-001 | Empty list |
`;
    expect(spec(text).findings).toEqual([]);
    expect(claims(text)).toEqual([
      ['INV-001', 'red', 'The sum never changes Whatever is moved. also not by rounding'],
      ['INV-002', 'red', 'Ids are unique'],
      ['PRH-001', 'guard', 'No raw SQL'],
      ['BND-001', 'red', 'Empty list'],
    ]);
  });

  test('a rule in a heading ends where others begin, and where fixes are listed', () => {
    const rules = '## Invariants\n\n### INV-001: a\n\n- INV-002: b\n\n### INV-003: c\n\n#### Fix items\n\n- later\n';
    expect(claims(rules).map(([id, , text]) => [id, text])).toEqual([
      ['INV-001', 'a'],
      ['INV-002', 'b'],
      ['INV-003', 'c'],
    ]);
  });

  test('an id that is mentioned elsewhere is a reference, not a second claim', () => {
    const more = `${SPEC}\n## Notes\n\n- do-1: see the mail\n\n## Progress\n\n- not-1: done\n`;
    expect(claims(more)).toEqual(claims(SPEC));
    expect(codes(more)).toEqual([]);
  });

  test('a missing id: the finding says what to write, and the claim has that id already', () => {
    const fact = spec('## Must Do\n- do-3: a\n- [ ] b\n- c\n\n## Must NOT\n- d\n');
    expect(fact.claims.map(({ id }) => id)).toEqual(['do-3', 'do-4', 'do-5', 'not-1']);
    // Behind the highest, in whatever order they stand.
    expect(claims('## Must Do\n- do-5: a\n- do-2: b\n- c\n').map(([id]) => id)).toEqual(['do-5', 'do-2', 'do-6']);
    expect(fact.findings.map(({ code, args }) => [code, args.line, args.write])).toEqual([
      ['CLAIM_ID_MISSING', 3, 'do-4:'],
      ['CLAIM_ID_MISSING', 4, 'do-5:'],
      ['CLAIM_ID_MISSING', 7, 'not-1:'],
    ]);
  });

  test.each([
    ['another prefix', '## Invariants\n- INV-001: a\n\n## Prohibitions\n- PRO-1: b\n', 'PRO-1', 'PRH-001:'],
    ['a blank in it', '## Must Do\n- do 1: a\n\n## Must NOT\n- not-1: b\n', 'do 1', 'do-1:'],
    ['parts', '## Must Do\n- R1.2) a\n\n## Must NOT\n- not-1: b\n', 'R1.2', 'do-1:'],
    ['brackets', '## Must Do\n- do-1: a\n\n## Must NOT\n- [NEVER-7] b\n', 'NEVER-7', 'not-1:'],
    ['a heading', '## Invariants\n- INV-001: a\n\n## Prohibitions\n\n### PRO-1: b\n', 'PRO-1', 'PRH-001:'],
    ['a paragraph', '## Must Do\n- do-1: a\n\n## Must NOT\n\nNO-1: b\n', 'NO-1', 'not-1:'],
  ])('what looks like an id and is none is said, with what one looks like: %s', (_name, text, unlike, write) => {
    const found = spec(text).findings.filter(({ code }) => code === 'CLAIM_ID_MISSING');
    expect(found.map(({ args }) => [args.unlike, args.write])).toEqual([[unlike, write]]);
    expect(describeFinding(found[0]!)).toContain(
      `"${unlike}" is no id of a claim: those look like do-1, not-1, INV-001, PRH-001, BND-001`,
    );
  });

  test('words before a claim are no id that was misspelt', () => {
    const found = spec(
      '## Must Do\n- Step by step: a\n- In 2024 b\n- D1 and N2 are vitamins\n\n## Must NOT\n- not-1: c\n',
    );
    expect(found.findings.map(({ args }) => args.unlike)).toEqual([undefined, undefined, undefined]);
  });

  test.each([
    ['duplicate', '## Must Do\n- do-1: a\n- do-1: b\n\n## Must NOT\n- not-1: c', ['CLAIM_DUPLICATE:3']],
    [
      'empty claim',
      '## Must Do\n- do-1: a\n- do-2:\n- do-3: TODO\n\n## Must NOT\n- not-1: c',
      ['CLAIM_EMPTY:3', 'CLAIM_EMPTY:4'],
    ],
    ['wrong list', '## Must Do\n- do-1: a\n- not-2: b\n\n## Must NOT\n- not-1: c', ['CLAIM_WRONG_SECTION:3']],
    ['wrong side', '## Must Do\n- do-1: a\n- PRH-001: b\n\n## Must NOT\n- not-1: c', ['CLAIM_WRONG_SECTION:3']],
    ['no list', '## Must Do\n- do-1: a\n\n## Must NOT\n- not-1: c\n\n## Scope\n- do-2: b', ['CLAIM_WRONG_SECTION:8']],
    ['in notes', '## Must Do\n- do-1: a\n\n## Must NOT\n- not-1: c\n\n## Notes\n- do-2: b', ['CLAIM_NOT_DEFINED:8']],
    ['two in one', '## Must Do\n- do-1, do-2: a\n\n## Must NOT\n- not-1: c', ['CLAIM_NOT_DEFINED:2']],
    ['three in one', '## Must Do\n- **do-1** to **do-3**: a\n\n## Must NOT\n- not-1: c', ['CLAIM_NOT_DEFINED:2']],
    ['a bullet lost', '## Must Do\n- do-1: a\ndo-2: b\n\n## Must NOT\n- not-1: c', ['CLAIM_NOT_DEFINED:3']],
    ['quoted', '## Must Do\n- do-1: a\n\n> - do-2: b\n\n## Must NOT\n- not-1: c', ['CLAIM_NOT_DEFINED:4']],
    ['speaks of others', '## Must Do\n- do-1: a\n- do-2: b, as do-1: c and do-7 say\n\n## Must NOT\n- not-1: c', []],
    ['no claims', '# S\n## Must Do\n\nSoon.\n\n## Must NOT\n- not-1: c', ['SECTION_EMPTY:2']],
    [
      'placeholders',
      '## Must Do\n- TODO\n- ...\n\n## Must NOT\n- -',
      ['SECTION_EMPTY:1', 'CLAIM_EMPTY:2', 'CLAIM_EMPTY:3', 'SECTION_EMPTY:5'],
    ],
    ['no sections', '# S\n\nWords.', ['SECTION_MISSING:1', 'SECTION_MISSING:1']],
    ['none without reason', '## Must Do\n- do-1: a\n\n## Must NOT\n\nNone.', ['REASON_MISSING:6']],
    ['none with a reason', '## Must Do\n- do-1: a\n\n## Must NOT\n- None: only words change', []],
    ['none because', '## Must Do\n- do-1: a\n\n## Must NOT\n\nNone, because only words change.', []],
    ['a claim that begins with none', '## Must Do\n- do-1: a\n\n## Must NOT\n- not-1: None of the routes moves', []],
  ])('findings with their line: %s', (_name, text, expected) => {
    expect(codes(text)).toEqual(expected);
  });

  test('commented claims and claims in code are none', () => {
    const text = '## Must Do\n<!--\n- do-1: a\n-->\n```\n- do-2: b\n```\n- do-3: c\n';
    expect(claims(text)).toEqual([['do-3', 'red', 'c']]);
    expect(codes(text)).toEqual(['SECTION_MISSING:1']);
    // As on a page, a comment that does not close hides the rest.
    const open = spec('## Must Do\n- do-1: a\n\n<!-- hidden\n- do-2: b\n');
    expect([open.claims.length, open.contract.includes('hidden')]).toEqual([1, false]);
  });

  test('text that hides or steers is not carried on', () => {
    expect(claims('## Must Do\n- do-1: a\u001b[31m red\u202e\u0007 w\u200bord\u{e0041}\n')).toEqual([
      ['do-1', 'red', 'a red word'],
    ]);
  });
});

describe('schema changes (D77)', () => {
  const withSchema = (body: string) => `${SPEC}\n## Schema changes\n\n${body}\n`;

  test('declared in a block, read by kind', () => {
    const fact = spec(
      withSchema(`\`\`\`yaml
graphql:
  new_types: [ScoreBadge]
  new_mutations: [rescore]
  modified_files: [schema.graphqls]
migrations:
  new: ["2026_add.sql"]
  tables_modified: [deals]
codegen:
  required: true
  widgets: false
\`\`\``),
    );
    expect(fact.findings).toEqual([]);
    expect(fact.schemaChanges).toEqual({
      api: { types: ['ScoreBadge'], queries: [], mutations: ['rescore'], files: ['schema.graphqls'] },
      migrations: { files: ['2026_add.sql'], tables: ['deals'] },
      codegen: ['required'],
      line: 20,
    });
  });

  test.each([
    ['misspelt', '```yaml\nmigrations:\n  nwe: [a]\n```', ['FIELD_UNKNOWN:22']],
    ['wrong type', '```yaml\napi:\n  new_types: Badge\n```', ['FIELD_INVALID:22']],
    ['not YAML', '```yaml\na: [1\nb: {\n```', ['YAML_INVALID:22']],
    ['words', 'We add a table.', ['SCHEMA_CHANGES_NO_YAML:20']],
    ['none', 'None: no table is touched.', []],
    ['empty', '<!-- later -->', []],
  ])('%s', (_name, body, expected) => {
    expect([...new Set(codes(withSchema(body)))]).toEqual(expected);
  });

  test('"None" declares that nothing changes; an empty section declares nothing', () => {
    expect(spec(withSchema('None.')).schemaChanges?.migrations).toEqual({ files: [], tables: [] });
    expect(spec(SPEC).schemaChanges).toBeUndefined();
  });
});

describe('the contract alone is digested', () => {
  const base = spec(SPEC);

  test.each([
    ['a box ticked', SPEC.replace('[ ] do-1', '[x] do-1')],
    ['boxes added', SPEC.replace('- do-2', '- [x] do-2')],
    ['a tick sign', SPEC.replace('- do-2:', '- ✅ do-2:')],
    ['a count in the heading', SPEC.replace('## Must Do', '## Must Do (1/3)')],
    ['a line that counts', SPEC.replace('## Must Do\n', '## Must Do\n\nProgress: 1/3 done\n')],
    ['other bullets', SPEC.replace(/^( *)- /gm, '$1* ')],
    ['emphasis', SPEC.replace('do-1: Deals', '**do-1:** _Deals_')],
    ['rewrapped', SPEC.replace('No deal shows', 'No deal\n  shows')],
    ['other heading levels', SPEC.replaceAll('## Must', '#### Must')],
    ['Windows line ends', SPEC.replaceAll('\n', '\r\n')],
    ['front matter', SPEC.replace('draft', 'final')],
    ['comments', SPEC.replace('## Must NOT', '<!-- ask -->\n## Must NOT')],
    ['fix items', `${SPEC}\n## Fix items\n\n- [ ] Round the badge\n`],
    ['suggestions', `${SPEC}\n## Suggestions\n\nA darker blue.\n`],
    ['notes', `${SPEC}\n## Notes\n\n- Thought of again.\n`],
    ['progress', `${SPEC}\n# Progress\n\n### Monday\n\n- do-1: half\n`],
  ])('unchanged by %s', (_name, text) => {
    const fact = spec(text);
    expect(fact.contract).toBe(base.contract);
    expect(fact.digest).toBe(base.digest);
    expect(fact.claims.map((claim) => claim.digest)).toEqual(base.claims.map((claim) => claim.digest));
  });

  test.each([
    ['a word of a claim', SPEC.replace('a raw float', 'any raw float'), ['not-1']],
    ['a word of a sub-bullet', SPEC.replace('a year', 'two years'), ['do-2']],
    ['a guard that was none', SPEC.replace('do-2:', 'do-2 (guard):'), ['do-2']],
    ['a number behind the words of a rule', SPEC.replace('Deals show a score', 'Deals show a score (3/7)'), ['do-1']],
    ['a sign that a claim speaks of', SPEC.replace('show a score', 'show ✅'), ['do-1']],
    ['an id', SPEC.replace('do-2', 'do-7'), ['do-7']],
    ['numbers that are no count', SPEC.replace('Deals show', 'In 3/5 of views deals show'), ['do-1']],
  ])('changed by %s, and that claim is new', (_name, text, changed) => {
    const fact = spec(text);
    expect(fact.digest).not.toBe(base.digest);
    const old = new Set(base.claims.map((claim) => claim.digest));
    expect(fact.claims.filter((claim) => !old.has(claim.digest)).map(({ id }) => id)).toEqual(changed);
  });

  test.each([
    ['words', 'Kept in Redis.'],
    ['code', '```yaml\nstore: Redis\n```'],
    ['HTML', '<div>\nKept in Redis.\n</div>'],
  ])('changed by a decision in %s, although no claim is', (_name, decision) => {
    const one = spec(`${SPEC}\n## Decisions\n\n${decision}\n`);
    expect(one.digest).not.toBe(spec(`${SPEC}\n## Decisions\n\n${decision.replace('Redis', 'Postgres')}\n`).digest);
    expect(one.claims).toEqual(base.claims);
  });

  test('changed by a claim that stands below another one', () => {
    const nested = (words: string) =>
      spec(SPEC.replace('do-1: Deals', `do-1: Deals\n  - do-4: ${words}\n- do-5: They`));
    expect(nested('a').digest).not.toBe(nested('b').digest);
  });

  test('claims hidden under progress are no claims, and that is a change', () => {
    const text = SPEC.replace('## Must NOT', '## Progress');
    expect(spec(text).digest).not.toBe(base.digest);
    expect(codes(text)).toEqual(['SECTION_MISSING:1', 'CLAIM_NOT_DEFINED:16']);
  });

  test('below a list of claims, headings such as Status and Suggestions group claims', () => {
    const text =
      '## Must Do\n### Status\n- do-1: a\n### Suggestions\n- do-2: b\n### Fix items\n- later\n## Must NOT\n- not-1: c';
    expect(claims(text).map(([id]) => id)).toEqual(['do-1', 'do-2', 'not-1']);
    expect(codes(text)).toEqual([]);
  });
});
