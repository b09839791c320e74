import { expect, test } from 'vitest';
import { readShellLine } from './shell-line.js';

/** Steps as `words>file` between the operators after them. */
function shown(command: string): string {
  return readShellLine(command)
    .map(({ words, after, outputFile }) => `${words.join('_')}${outputFile ? `>${outputFile}` : ''} ${after}`.trim())
    .join(' ');
}

test.each([
  ['a b c', 'a_b_c'],
  ['a \'b c\' "d $e" f\\ g', 'a_b c_d $e_f g'],
  ['a && b || c ; d | e & f', 'a && b || c ; d | e & f'],
  ['a\nb', 'a ; b'],
  ['a \\\n b', 'a_b'],
  ['a # b && c', 'a'],
  ['a#b', 'a#b'],
  ['a > f 2>&1', 'a>f'],
  ['a &> f', 'a>f'],
  ['a 2> f', 'a'],
  ['a < f', 'a'],
  ['a <<EOF && b\nc; d\nEOF\ne', 'a && b ; e'],
  ['a <<< "b; c"', 'a'],
  ['(a && b) || c', 'a && b || c'],
  ['{ a; b; } | c', 'a ; b | c'],
  ['(a; b) > f 2>&1; c', 'a>f ; b>f ; c'],
  ['{ a > g; b; } &> f', 'a>g ; b>f ;'],
  ['(a) b > f', 'a b>f'],
  ['a $(b; c) `d; e`', 'a_$(b; c)_`d; e`'],
  ['a "$(b "c")"', 'a_$(b "c")'],
  ['a |& b', 'a | b'],
  ["a 'open", 'a_open'],
  ['', ''],
  [')(;;&&', ''],
])('%j reads as %j', (command, expected) => {
  expect(shown(command)).toBe(expected);
});
