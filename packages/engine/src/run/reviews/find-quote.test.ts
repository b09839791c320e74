import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findQuote } from './find-quote.js';

const TEXT =
  'package cart\n\nfunc Sum(a, b int) int {\n\treturn a + b\n}\n\nfunc Total(a, b int) int {\n\treturn a + b\n}\n';

describe('C58 where a quote stands', () => {
  test.each<[string, string, number, number | null]>([
    ['word for word', 'func Total(a, b int) int {', 1, 7],
    ['of several that which is nearest', 'return a + b', 9, 8],
    ['of several that which is nearest, before', 'return a + b', 2, 4],
    ['over lines, with other white space', 'func Sum(a,  b int) int {\r\n  return a + b', 99, 3],
    ['with the marks of a diff', '+func Total(a, b int) int {\n+\treturn a + b', 1, 7],
    ['with marks on some of its lines', '+func Sum(a, b int) int {\nxreturn a + b', 1, null],
    ['another word', 'func Sum(a, b int64)', 1, null],
    ['nothing', '  \n ', 1, null],
    ['too little to tell', '}', 1, null],
  ])('%s', (_, quote, near, line) => {
    expect(findQuote(TEXT, quote, near)).toBe(line);
  });

  test('each line of a text is found where it stands, whatever its white space becomes', () => {
    const line = fc.stringMatching(/^[a-z]{1,8} = [a-z]{1,8}\(\d{1,4}\);$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(line, { minLength: 1, maxLength: 30 }),
        fc.nat(),
        fc.constantFrom('', ' ', '\t', '\r\n'),
        (lines, pick, gap) => {
          const at = pick % lines.length;
          const found = findQuote(lines.join('\n'), lines[at]!.replaceAll(' ', gap), at + 1);
          expect(found).toBe(at + 1);
        },
      ),
    );
  });

  test('a text of many lines and a quote that is nearly everywhere come to an end', () => {
    expect(findQuote('aaaa\n'.repeat(200_000), 'aaaaaaaa', 1)).toBe(1);
  });
});
