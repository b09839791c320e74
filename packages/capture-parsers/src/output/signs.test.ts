import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../../test/cases.js';
import { RUNNERS } from '../registry.js';
import { SignFinder } from './signs.js';
import { clean } from './text.js';

const outputs = [...casesOf('fixtures'), ...casesOf('corpus')].map(({ input }) => clean(input.output));

/** What each runner's own pattern finds. */
function searched(text: string): Record<string, number> {
  const found = RUNNERS.map(({ id, signs }) => [id, text.search(signs)] as const);
  return Object.fromEntries(found.filter(([, at]) => at >= 0));
}

function together(text: string): Record<string, number> {
  return Object.fromEntries([...finder.find(text)].map(([{ id }, at]) => [id, at]));
}

const finder = new SignFinder(RUNNERS);

describe('signs are found together as each of them alone', () => {
  test('in every output, and behind others', { timeout: 90_000 }, () => {
    expect(outputs.length).toBeGreaterThan(100);
    for (const [index, text] of outputs.entries()) {
      expect(together(text)).toEqual(searched(text));
      if (index % 5) continue;
      const after = `words\n${outputs[(index * 7) % outputs.length]}${text}`;
      expect(together(after)).toEqual(searched(after));
    }
  });

  test('of patterns with no other flag than m', () => {
    for (const { id, signs } of RUNNERS) expect({ id, flags: signs.flags }).toEqual({ id, flags: 'm' });
  });

  test.each(['', '\n', '\n\n', 'no sign'])('in %j', (text) => {
    expect(together(text)).toEqual({});
  });

  test('in any mixture of lines, with and without those that a runner says are its own (P11)', {
    timeout: 90_000,
  }, () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(line, ownLine, fc.string({ maxLength: 20 })), { maxLength: 12 }), (lines) => {
        const text = lines.join('\n');
        expect(together(text)).toEqual(searched(text));
      }),
      { numRuns: 120 },
    );
  });
});

const lines = [...new Set(outputs.flatMap((text) => text.slice(0, 20_000).split('\n')))];
const line = fc.constantFrom(...lines);
/** What stands where lines begin, with what no runner would print behind it. */
const ownLine = fc
  .tuple(fc.constantFrom('=== RUN   T', '--- PASS: ', '    --- FAIL: ', '--- SKIP: ', '=== '), line)
  .map((parts) => parts.join(''));

describe('lines that a runner says are its own', () => {
  const owners = RUNNERS.flatMap(({ id, forms }) => (forms ? [{ id, forms }] : []));

  test.each(owners)(
    'begin no sign of another than $id, whatever stands behind',
    { timeout: 90_000 },
    ({ id, forms }) => {
      expect(forms.flags).toBe('');
      const others = RUNNERS.filter((runner) => runner.id !== id);
      const starts = new SignFinder(others);
      const beginning = new RegExp(`^(?:${forms.source})`);
      const own = [...new Set(lines.map((text) => beginning.exec(text)?.[0]).filter((form) => form !== undefined))];
      expect(own.length).toBeGreaterThan(3);
      fc.assert(
        fc.property(fc.constantFrom(...own), line, (form, rest) => {
          // What makes a sign in the middle of a line is looked for in these lines too.
          const plain = rest.replace(/[:("'<━]/g, ' ');
          const found = starts.find(`${form}${plain}\nwords\n${rest}`);
          expect([...found.values()].filter((at) => at === 0)).toEqual([]);
        }),
        { numRuns: 120 },
      );
    },
  );
});
