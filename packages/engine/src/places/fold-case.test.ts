import { expect, test } from 'vitest';
import { foldCase } from './fold-case.js';

test.each<[string, string, boolean]>([
  ['README.md', 'readme.MD', true],
  // APFS finds a file by either form, and an archive made on HFS+ has NFD.
  ['caf\u00e9.py', 'cafe\u0301.py', true],
  ['CAFE\u0301.py', 'caf\u00e9.py', true],
  ['\u1e9b\u0323', '\u1e9b\u0323'.normalize('NFD'), true],
  ['\ud55c.ts', '\ud55c.ts'.normalize('NFD'), true],
  // Letters that fold into ASCII only by way of the capitals.
  ['.gi\u0131thub', '.giithub', true],
  ['\u212aeys', 'keys', true],
  ['conf\u017f', 'confs', true],
  ['\ufb02ow.config.yaml', 'flow.config.yaml', true],
  ['cafe.py', 'caf\u00e9.py', false],
  ['a.py', 'b.py', false],
  // Compatibility forms are other names on every system.
  ['\uff41.py', 'a.py', false],
])('36.3 %j and %j are one name on a file system without cases: %s', (left, right, same) => {
  expect(foldCase(left) === foldCase(right)).toBe(same);
});
