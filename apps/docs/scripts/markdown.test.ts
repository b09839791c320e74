import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { code, relink, sectionOf, table, tableIn } from './markdown.js';

const FENCE = '```';
const text = `# Title

Intro.

## One

First.

${FENCE}sh
## no heading
[no link](docs/ci.md)
${FENCE}

## Two

Second.
`;

describe('sections', () => {
  test('what stands in a fence is no heading', () => {
    expect(sectionOf(text, '')).toBe('Intro.');
    expect(sectionOf(text, 'One')).toContain('## no heading');
    expect(sectionOf(text, 'Two')).toBe('Second.');
  });

  test('a section that is gone fails the build by name', () => {
    expect(() => sectionOf(text, 'Three')).toThrow('PAGE_SOURCE: there is no section "Three"');
    expect(() => tableIn(text, '| a |')).toThrow('PAGE_SOURCE: there is no table "| a |"');
  });
});

describe('links', () => {
  const places = new Map([
    ['docs/ci.md', '/deciding/ci/'],
    ['README.md', '/start/one-run/'],
  ]);
  test.each([
    { name: 'to a page', from: 'README.md', link: '[CI](docs/ci.md)', becomes: '[CI](/deciding/ci/)' },
    {
      name: 'with an anchor',
      from: 'docs/hosts.md',
      link: '[CI](ci.md#github)',
      becomes: '[CI](/deciding/ci/#github)',
    },
    { name: 'upwards', from: 'docs/hosts.md', link: '[it](../README.md)', becomes: '[it](/start/one-run/)' },
    { name: 'to what is no page', from: 'README.md', link: '[the licence](LICENSE)', becomes: 'the licence' },
    { name: 'outside', from: 'README.md', link: '[git](https://git-scm.com)', becomes: '[git](https://git-scm.com)' },
    { name: 'within', from: 'README.md', link: '[above](#one)', becomes: '[above](#one)' },
  ])('$name', ({ from, link, becomes }) => {
    expect(relink(`See ${link}.`, from, places)).toBe(`See ${becomes}.`);
  });

  test('nothing changes in a fence', () => {
    expect(relink(text, 'README.md', places)).toBe(text);
  });
});

test('a table keeps its cells, whatever they hold', () => {
  expect(table(['a', 'b'], [['x | y', 'two\nlines']])).toBe('| a | b |\n| --- | --- |\n| x \\| y | two lines |');
});

test('words as code hold no run of backticks that is as long as those around them', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('`', 'a', ' ') }), (words) => {
      const around = /^`+/.exec(code(words))![0];
      const inside = code(words).slice(around.length, -around.length);
      const runs = [...inside.matchAll(/`+/g)].map(([run]) => run.length);
      expect(runs).not.toContain(around.length);
    }),
  );
});
