import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RESEARCH_SECTIONS, TOPIC_CATEGORIES, type Topic, topicsOf } from '../items/topics.js';
import type { ItemFact } from '../workflow/facts.js';
import { mergePart, partFault } from './research.js';

const EMPTY = `# Research: login\n\n## Topics\n\n- [ ] T1: [EXTERNAL] Refresh\n\n${RESEARCH_SECTIONS.map((one) => `## ${one}\n\n<!-- ${one} -->\n`).join('\n')}`;

const topic = (id: string, title: string, category = 'external'): Topic => ({
  ...{ id, title },
  category: TOPIC_CATEGORIES.find((one) => one.id === category) ?? null,
});
const T1 = topic('T1', 'Refresh tokens');
const T2 = topic('T2', 'The session in the code', 'codebase');
const isListing = (heading: string) => heading === 'topics' || heading === 'tasks';

const merged = (document: string, part: string, of = T1): string => {
  const told = mergePart(document, part, of, isListing);
  if ('fault' in told) throw new Error(told.fault);
  return told.text;
};
const faultOf = (part: string, document = EMPTY) => {
  const told = mergePart(document, part, T1, isListing);
  return 'fault' in told ? told.fault : null;
};

describe('topics (X23)', () => {
  const item = (id: string, rest: Partial<ItemFact> = {}): ItemFact => ({
    ...{ id, title: id, digest: id, kind: 'topic', after: [], files: [] },
    ...rest,
  });

  test('X23 seven categories have an agent each, by mark or by heading', () => {
    const marked = TOPIC_CATEGORIES.map(({ id }) => item(id, { flags: [id] }));
    expect(
      topicsOf([...marked, item('S1', { kind: 'story' })]).map(({ id, category }) => [id, category?.agent]),
    ).toEqual([
      ['external', 'researcher'],
      ['codebase', 'explorer'],
      ['related', 'explorer'],
      ['domain-web', 'researcher'],
      ['domain-code', 'explorer'],
      ['quality', 'explorer'],
      ['tooling', 'explorer'],
    ]);
    expect(topicsOf([item('A', { group: 'research/topics/related-specs' })])[0]?.category?.id).toBe('related');
    expect(topicsOf([item('A', { flags: ['security'] })])[0]?.category).toBeNull();
  });
});

describe('parts become one document (X26)', () => {
  test('X26 what a part says of a section stands there below its topic, and the rest in the section of its category', () => {
    const text = merged(
      EMPTY,
      '# Refresh\n\nRotate them.\n\n## Sources\n\n- RFC 6819\n\n## External Research\n\n### Pitfalls\n\n- Reuse is an attack\n',
    );
    expect(text).toContain(
      '## External Research\n\n<!-- External Research -->\n\n### Refresh tokens (topic T1)\n\n#### Refresh\n\nRotate them.\n\n#### Pitfalls\n\n- Reuse is an attack\n\n## Codebase Analysis',
    );
    expect(text).toMatch(/## Sources\n\n<!-- Sources -->\n\n### Refresh tokens \(topic T1\)\n\n- RFC 6819\n$/);
  });

  test('X26 parts of several topics stand beside one another, and each can be told from the others', () => {
    const both = merged(merged(EMPTY, '- one\n'), '## Codebase Analysis\n\n- two\n', T2);
    expect(both.indexOf('- one')).toBeLessThan(both.indexOf('- two'));
    expect(both).toContain('### The session in the code (topic T2)');
  });

  test('X26 merged again it adds nothing: who was killed before the part was removed goes on', () => {
    const part = 'Rotate them.\n\n## Sources\n\n- RFC 6819\n';
    const once = merged(EMPTY, part);
    expect(merged(once, part)).toBe(once);
    expect(merged(once, `${part}- RFC 9700\n`)).toContain('RFC 9700');
  });

  test('X26 sections that the document lacks are made', () => {
    expect(merged('# R\n', '## Open Questions\n\n- Which?\n')).toBe(
      '# R\n\n## Open Questions\n\n### Refresh tokens (topic T1)\n\n- Which?\n',
    );
  });

  test('X26 one label for two addresses leads to both', () => {
    const first = merged(EMPTY, 'See [the RFC][1] and [1].\n\n[1]: https://one.example\n');
    const both = merged(first, 'See [it][1], [1][] and [1].\n\n[1]: https://two.example\n', T2);
    expect(both).toContain('See [it][T2-1], [1][T2-1] and [1][T2-1].\n\n[T2-1]: https://two.example');
    expect(both).toContain('See [the RFC][1] and [1].\n\n[1]: https://one.example');
  });

  test.each([
    ['nothing', '', 'empty'],
    ['a title and a comment', '# Title\n\n<!-- later -->\n', 'empty'],
    ['a placeholder', '## Sources\n\nTODO\n', 'empty'],
    ['a code block that is never closed', 'Text.\n\n```\nfoo\n', 'misread'],
    ['a comment that is never closed', 'Text.\n\n<!-- so\n', 'misread'],
    ['a list of work', 'Text.\n\n## Tasks\n\n- [ ] 1: do it\n', 'lists'],
    ['more than is read', 'x\n\n'.repeat(60_000), 'long'],
  ])('X26 a part with %s stays a part: it is told why', (_what, part, fault) => {
    expect(faultOf(part)).toBe(fault);
  });

  test('X26 boxes below other headings are notes, and stay', () => {
    expect(merged(EMPTY, 'Seen:\n\n- [x] `make test`\n- [ ] `make lint`\n')).toContain(
      '- [x] `make test`\n- [ ] `make lint`',
    );
  });

  test('X26 a part alone is judged without a document', () => {
    expect([partFault('Words.\n'), partFault(''), partFault('x'.repeat(200_000))]).toEqual([null, 'empty', 'long']);
  });

  test('X26 whatever parts say: each line is in the document or the part is told', () => {
    const line = fc.constantFrom(
      ...['# Title', '## Sources', '### Detail', 'Setext', '---', '===', '- item', '  - inner', '1. one', '> quote'],
      ...[
        '```',
        '~~~js',
        '    code',
        '| a | b |',
        '|---|---|',
        '<!-- c -->',
        '<div>',
        '</div>',
        '[1]: https://x.example',
        '[1]',
      ],
      ...[
        'text `code` *em*',
        '## Open Questions',
        '',
        '',
        '',
        '<pre>',
        '\tcode',
        '- [ ] box',
        '**Must Do**',
        '## Topics',
      ],
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), fc.array(line, { maxLength: 10 }), (one, other) => {
        let text = EMPTY;
        for (const [at, lines] of [one, other].entries()) {
          const told = mergePart(text, lines.join('\n'), [T1, T2][at]!, isListing);
          if ('fault' in told) continue;
          const words = (all: string) => all.replace(/T[12]-1|[#=\s]|-{3,}/g, '');
          for (const each of lines) {
            if (RESEARCH_SECTIONS.some((name) => each === `## ${name}`)) continue;
            expect(words(told.text), each).toContain(words(each));
          }
          text = told.text;
        }
        expect(text.startsWith('# Research: login\n\n## Topics\n\n- [ ] T1: [EXTERNAL] Refresh\n')).toBe(true);
      }),
      { numRuns: 100, seed: 7 },
    );
  });
});
