import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWithin } from '../paths.js';
import { foldersAbove, pathsWithin } from './paths-within.js';

const name = fc.constantFrom('a', 'b', 'ab', 'a-b', 'a.b');
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));

test('property: the paths of a folder are those that lie in it or below, in any order and however they are asked for', () => {
  fc.assert(
    fc.property(fc.array(path), fc.array(path), fc.array(fc.oneof(path, fc.constant('.'))), (paths, first, later) => {
      for (const folder of [...first, ...later])
        expect(pathsWithin(paths, folder, () => first)).toEqual(paths.filter((one) => isWithin(one, folder)));
    }),
  );
});

test('the folders above a path', () => {
  expect([foldersAbove('a'), foldersAbove('a/b/c')]).toEqual([[], ['a', 'a/b']]);
});
