import { expect, test } from 'vitest';
import { clean } from './clean.js';

test('no character that cannot be seen, or that turns what is read, is left of a value', () => {
  const hostile = [
    ...['\u0000', '\u0007', '\u001b', '\u007f', '\u009b', '\u061c', '\u200b', '\u200e', '\u200f', '\u2028', '\u2029'],
    ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2060', '\u2066', '\u2067', '\u2068', '\u2069', '\ufeff'],
    '\u{e0041}',
  ];
  for (const one of hostile) expect(clean(`a${one}b`), JSON.stringify(one)).toMatch(/^a ?b$/);
  expect(clean('a\u001b[31mb\u001b]0;title\u0007c')).toBe('abc');
});
