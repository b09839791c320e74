import { expect, test } from 'vitest';
import { isFileOf, sharesFile } from './item-files.js';

test.each([
  ['src/a.ts', 'src/a.ts', true],
  ['lib/a.ts', 'a.ts', false],
  ['src/cart/a.ts', 'src/cart/', true],
  ['src/carts.ts', 'src/cart/', false],
  ['src/cart/a.ts', 'src/**', true],
  ['src/cart/a.ts', 'src/*', false],
  ['app/[id]/(shop)/page.tsx', 'app/[id]/(shop)/page.tsx', true],
  ['app/i/page.tsx', 'app/[id]/page.tsx', false],
  ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '*a*a*a*a*a*a*a*a*a*a*a*a*b', false],
])('%s is of %s: %s', (path, file, expected) => {
  expect(isFileOf(path, { files: [file] })).toBe(expected);
});

test('V38 items share a file where one names what the other matches', () => {
  const item = (id: string, ...files: string[]) => ({ id, files, digest: id, title: id, kind: 'task', after: [] });
  expect(sharesFile(item('a', 'src/**'), item('b', 'src/cart.ts'))).toBe(true);
  expect(sharesFile(item('a', 'src/cart.ts'), item('b', 'src/**'))).toBe(true);
  expect(sharesFile(item('a', 'src/cart/'), item('b', 'src/cart/a.ts'))).toBe(true);
  expect(sharesFile(item('a', 'src/cart.ts'), item('b', 'src/sum.ts'))).toBe(false);
  expect(sharesFile(item('a', 'src/cart.ts'), item('a', 'src/cart.ts'))).toBe(false);
});
