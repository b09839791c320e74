import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addIds, DOCUMENT_KINDS, type DocumentKind, readDocument, tick } from './index.js';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const spec = (text: string) => readDocument('spec', 'spec.md', text, digest);

/** Where two texts differ: what was there, and what is there now. */
function difference(before: string, after: string): [was: string, is: string] {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [before.slice(start, before.length - end), after.slice(start, after.length - end)];
}

const LIST =
  '\ufeff# S\r\n\r\n## Must Do\r\n\r\n* [ ]  do-1: a\r\n*\tdo-2: b\r\n\t* c\r\n\r\n## Must NOT\r\n- [X] not-1:  d';

describe('edits change only what they say', () => {
  test.each([
    ['a box', 'do-1', true, [' ', 'x']],
    ['no box yet', 'do-2', true, ['', '[x] ']],
    ['a tick taken away', 'not-1', false, ['X', ' ']],
    ['ticked already', 'not-1', true, ['', '']],
    ['no tick to take away', 'do-2', false, ['', '']],
    ['no such claim', 'do-9', true, ['', '']],
  ])('tick: %s', (_name, id, ticked, change) => {
    const after = tick(LIST, id, ticked);
    expect(difference(LIST, after)).toEqual(change);
    expect(spec(after).digest).toBe(spec(LIST).digest);
  });

  test('addIds writes what the findings say, and no more; the contract is the same', () => {
    const text = '## Must Do\n- [ ] **a**\n- do-7: b\n-   c\n\n| x |\n|---|\n| d |\n\n## Must NOT\n1. e\n';
    const after = addIds(text);
    expect(after).toBe(
      '## Must Do\n- [ ] do-8: **a**\n- do-7: b\n-   do-9: c\n\n| x |\n|---|\n| d |\n\n## Must NOT\n1. not-1: e\n',
    );
    expect(spec(after).digest).toBe(spec(text).digest);
    expect(addIds(after)).toBe(after);
  });
});

const word = fc
  .stringMatching(/^[a-zäß]{1,9}$/)
  .filter((text) => !/^(?:none|nothing|na|todo|tbd|tbc|fixme|xxx|wip|tk|empty)$/.test(text));
const sentence = fc.array(word, { minLength: 2, maxLength: 12 });
const aClaim = fc.record({
  words: sentence,
  below: fc.array(sentence, { maxLength: 2 }),
  id: fc.boolean(),
});
const aSpec = fc.record({
  claims: fc.array(aClaim, { minLength: 1, maxLength: 8 }),
  guards: fc.array(aClaim, { minLength: 1, maxLength: 4 }),
});
const layout = fc.record({
  bullet: fc.constantFrom('-', '*', '+'),
  box: fc.constantFrom('', '[ ] ', '[x] '),
  emphasis: fc.constantFrom('', '*', '**', '_'),
  wrap: fc.boolean(),
  end: fc.constantFrom('\n', '\r\n'),
  level: fc.constantFrom('#', '##', '####'),
  bom: fc.constantFrom('', '\ufeff'),
  gap: fc.constantFrom('', '\n'),
});
type Spec = typeof aSpec extends fc.Arbitrary<infer T> ? T : never;
type Layout = typeof layout extends fc.Arbitrary<infer T> ? T : never;

function write({ claims, guards }: Spec, { bullet, box, emphasis, wrap, end, level, bom, gap }: Layout): string {
  const list = (prefix: string, items: Spec['claims']) =>
    items.map(({ words, below, id }, index) => {
      const [first, ...rest] = words;
      const text = [`${emphasis}${first}${emphasis}`, ...rest].join(wrap ? '\n  ' : ' ');
      const own = `${bullet} ${box}${id ? `${prefix}-${index + 1}: ` : ''}${text}\n`;
      return own + below.map((line) => `  ${bullet} ${line.join(' ')}\n`).join('');
    });
  const text = `${level} Must Do\n\n${list('do', claims).join(gap)}\n${level} Must NOT\n\n${list('not', guards).join(gap)}`;
  return bom + text.replaceAll('\n', end);
}

describe('properties', () => {
  test('no text makes the reader throw, and what it tells is plain and bounded', () => {
    const piece = fc.constantFrom(
      ...[
        '# ',
        '## Must Do\n',
        '## Must NOT\n',
        '## User Concerns',
        '- ',
        '- [ ] ',
        '* [x] do-1: ',
        'do-2: ',
        '1. ',
        '\n',
        '\n\n',
        '\r\n',
        '\t',
        '    ',
      ],
      ...[
        '|',
        '|-|-|\n',
        '| ID | Status |\n|---|---|\n',
        '```',
        '```yaml\n',
        '<!--',
        '-->',
        '> ',
        '---\n',
        '===\n',
        '**',
        '_',
        '~~',
        '[a](',
        ']',
        '![',
        '&#0;',
      ],
      ...[
        'claims:\n',
        '  - claim: do-1\n',
        '    tests: [a]\n',
        'risks:\n',
        '{',
        '}',
        '*a',
        '&a ',
        '!!js/function ',
        '\ufeff',
        '\u0000',
        '\u001b[2J',
        '\u202e',
        '\ud800',
        '## Schema changes\n',
        '__proto__: ',
        'constructor',
      ],
    );
    const text = fc
      .array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 60 })
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom(...DOCUMENT_KINDS), (source, kind) => {
        const fact = readDocument(kind, 'a.md', source, (words) => words);
        expect(JSON.parse(JSON.stringify(fact))).toEqual(fact);
        for (const { args } of fact.findings) expect(args.line).toBeGreaterThan(0);
        const told = [
          fact.claims.map((claim) => claim.text),
          Object.values(fact.sections).map((section) => section.items),
        ];
        expect(told.flat(2).join('')).not.toMatch(/[\u0000-\u001f\u007f\u202e]/);
        expect(readDocument(kind, 'a.md', source, (words) => words)).toEqual(fact);
        const ids = addIds(source);
        expect(tick(source, 'do-1').length - source.length).toBeLessThanOrEqual(4);
        expect(ids.length).toBeGreaterThanOrEqual(source.length);
      }),
      { numRuns: 200 },
    );
  });

  test('layout, ticks, wrapping and line ends change no digest, of no claim either', () => {
    fc.assert(
      fc.property(aSpec, layout, layout, (content, one, other) => {
        const [first, second] = [spec(write(content, one)), spec(write(content, other))];
        expect(second.digest).toBe(first.digest);
        expect(second.claims.map((claim) => claim.digest)).toEqual(first.claims.map((claim) => claim.digest));
        expect(first.claims).toHaveLength(content.claims.length + content.guards.length);
      }),
      { numRuns: 60 },
    );
  });

  test('addIds and tick leave every other character, and every claim, as it was', () => {
    fc.assert(
      fc.property(aSpec, layout, fc.nat(), fc.boolean(), (content, how, pick, ticked) => {
        const text = write(content, how);
        const before = spec(text);
        const named = addIds(text);
        expect(spec(named).findings).toEqual(before.findings.filter(({ code }) => code !== 'CLAIM_ID_MISSING'));
        expect(spec(named).digest).toBe(before.digest);
        expect(named.replace(/(?:do|not)-\d+: /g, '')).toBe(text.replace(/(?:do|not)-\d+: /g, ''));
        const claim = before.claims[pick % before.claims.length]!;
        const after = tick(text, claim.id, ticked);
        expect(spec(after).contract).toBe(before.contract);
        expect(tick(after, claim.id, ticked)).toBe(after);
        expect(['', ' ', 'x', '[x] ']).toEqual(expect.arrayContaining(difference(text, after)));
      }),
      { numRuns: 60 },
    );
  });
});

describe('bounds', () => {
  test.each([
    ['a long text', '- do-1: a\n'.repeat(200_000), 'DOCUMENT_TOO_LARGE'],
    ['marks without end', `## Must Do\n${'**a_'.repeat(20_000)}`, 'DOCUMENT_TOO_COMPLEX'],
    ['quotes in quotes', `${'> '.repeat(20_000)}a`, 'DOCUMENT_TOO_COMPLEX'],
    ['lists in lists', `${'- '.repeat(20_000)}a`, 'DOCUMENT_TOO_COMPLEX'],
    ['a table of many cells', `${'|a'.repeat(300)}|\n`.repeat(100), 'DOCUMENT_TOO_COMPLEX'],
    ['a line of many cells', `${'|a'.repeat(30_000)}\n`, 'DOCUMENT_TOO_COMPLEX'],
    ['headings without end', '# a\n'.repeat(30_000), 'DOCUMENT_TOO_COMPLEX'],
    ['lines without end', 'a\n'.repeat(60_000), 'DOCUMENT_TOO_COMPLEX'],
  ])('%s is told at once, and two such texts are two contents', (_name, text, code) => {
    // Processor time, as the machine may be busy with other work.
    const started = process.cpuUsage();
    const fact = spec(text);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(5_000);
    expect(fact.findings.map((finding) => finding.code)).toEqual([code]);
    expect(spec(`${text}.`).digest).not.toBe(fact.digest);
    expect(addIds(text)).toBe(text);
  });

  test('a long spec of a person is read', () => {
    const long = `## Must Do\n${Array.from({ length: 1500 }, (_, index) => `- [ ] do-${index + 1}: **Deal** \`${index}\` shows [a score](a.md) and *keeps* it\n`).join('')}## Must NOT\n- not-1: a\n`;
    expect(spec(long).findings).toEqual([]);
  });

  test.each([
    ['nested beyond the stack', `claims: ${'['.repeat(100_000)}`],
    ['of more keys than can be compared', Array.from({ length: 9000 }, (_, index) => `k${index}: 1`).join('\n')],
  ])('YAML %s is told', (_name, text) => {
    const fact = readDocument('test-shape', 'a.yaml', text, digest);
    expect(fact.findings.map(({ code }) => code)).toEqual(['DOCUMENT_TOO_COMPLEX']);
  });
});

describe('texts that are spoiled as a whole', () => {
  const SPEC = '## Must Do\n\n- do-1: Adds.\n\n## Must NOT\n\n- not-1: Changes.\n';
  const YAML = 'claims:\n  do-1:\n    tests:\n      - name: a\n';
  const conflict = (text: string) => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> other\n`;
  const codes = (kind: DocumentKind, text: string) =>
    readDocument(kind, kind, text, digest).findings.map(({ code, args }) => `${code}:${args.line}`);

  test.each<[DocumentKind, string, string]>([
    ['spec', conflict(SPEC), 'DOCUMENT_CONFLICT:1'],
    ['plan', `## User Concerns\n\n${conflict('- sums\n')}`, 'DOCUMENT_CONFLICT:3'],
    ['test-shape', conflict(YAML), 'DOCUMENT_CONFLICT:1'],
    ['spec', conflict(SPEC).replaceAll('\n', '\r\n'), 'DOCUMENT_CONFLICT:1'],
    ['spec', `${SPEC}\n<<<<<<< a\n\`\`\`\nx\n=======\ny\n>>>>>>> b\n`, 'DOCUMENT_CONFLICT:9'],
    ['spec', Buffer.from(`\ufeff${SPEC}`, 'utf16le').toString('utf8'), 'DOCUMENT_NOT_UTF8:1'],
    ['test-shape', Buffer.from(YAML, 'utf16le').toString('utf8'), 'DOCUMENT_NOT_UTF8:1'],
    ['spec', Buffer.from('\ufeff価格', 'utf16le').toString('utf8'), 'DOCUMENT_NOT_UTF8:1'],
  ])('%s %#: nothing in it counts, and it is said why', (name, text, code) => {
    expect(codes(name, text)).toEqual([code]);
  });

  test('an example of a conflict, headings with lines below, and marks alone are none', () => {
    const fenced = `${SPEC}\n\`\`\`\n${conflict('a\n')}\`\`\`\n`;
    const headings = `Title\n=======\n\n${SPEC}\n<<<<<<< not a conflict\n`;
    for (const text of [fenced, headings, `\ufeff${SPEC}`, SPEC.replaceAll('\n', '\r\n')])
      expect(codes('spec', text)).toEqual([]);
  });
});
