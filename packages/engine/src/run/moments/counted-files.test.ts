import { sha256 } from '@flow/evidence';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CountedFiles } from './counted-files.js';

test('35.4 the digest of some files is that of one line for each of them, whatever lies between them', () => {
  const file = fc.record({
    path: fc.constantFrom('a', 'b/ü', 'c 😀', 'd/e/f.js'),
    entry: fc.option(fc.constantFrom('100644 blob 1', '100755 blob 22'), { nil: undefined }),
    isPart: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(file, { maxLength: 12 }), (files) => {
      const paths = files.map(({ path }, at) => `${path}${at}`);
      const entries = new Map(files.flatMap(({ entry }, at) => (entry === undefined ? [] : [[paths[at]!, entry]])));
      const counted = new CountedFiles(paths, entries);
      const lines = paths.filter((path, at) => files[at]!.isPart && entries.has(path));
      const digest = () => counted.digest(counted.lines.filter((line, at) => line !== '' && files[at]!.isPart));
      counted.digest(counted.lines.filter((line) => line !== ''));
      for (const one of [digest(), digest()])
        expect(one).toBe(sha256(lines.map((path) => `${path}\0${entries.get(path)}`).join('\n')));
    }),
  );
});
