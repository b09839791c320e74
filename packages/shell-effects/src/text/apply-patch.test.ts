import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filesOfPatch } from './apply-patch.js';

const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');

describe('D42 the files of a patch', () => {
  test('added, updated, moved and deleted, each with its new lines', () => {
    const text = patch(
      '*** Add File: src/a.ts',
      '+one',
      '+*** Delete File: not-a-header',
      '*** Update File: src/b.ts',
      '*** Move to: src/c.ts',
      '@@ class B',
      ' kept',
      ' *** Add File: kept, too',
      '-gone',
      '+new',
      '*** End of File',
      '*** Delete File: d.txt',
    );
    expect(filesOfPatch(text)).toEqual([
      { path: 'src/a.ts', how: 'add', added: ['one', '*** Delete File: not-a-header'] },
      { path: 'src/b.ts', how: 'update', added: [] },
      { path: 'src/c.ts', how: 'move', added: ['kept', '*** Add File: kept, too', 'new'] },
      { path: 'd.txt', how: 'delete', added: [] },
    ]);
  });

  test.each([
    ['blanks around a header', '  *** Add File: .env  ', ['.env']],
    ['a line break of Windows', '*** Update File: .env\r', ['.env']],
    ['a file after a deleted one, set in', '*** Delete File: a\n  *** Add File: .env', ['a', '.env']],
    [
      'a header inside of a heredoc',
      "<<'EOF'\n*** Begin Patch\n*** Add File: .env\n+A=1\n*** End Patch\nEOF",
      ['.env'],
    ],
  ])('the client takes it, so it counts: %s', (_what, lines, paths) => {
    expect(filesOfPatch(patch(lines)).map(({ path }) => path)).toEqual(paths);
  });

  test('whatever is written, each file comes back with its lines', () => {
    const line = fc.string().map((text) => text.replace(/[\r\n]/g, ''));
    const name = fc.stringMatching(/^[\w./ -]*[\w./-]$/).filter((text) => text.trim() !== '');
    const file = fc.record({ path: name, added: fc.array(line) });
    fc.assert(
      fc.property(fc.array(file), (files) => {
        const lines = files.flatMap(({ path, added }) => [`*** Add File: ${path}`, ...added.map((text) => `+${text}`)]);
        const expected = files.map(({ path, added }) => ({ path: path.trim(), how: 'add', added }));
        expect(filesOfPatch(patch(...lines))).toEqual(expected);
      }),
    );
  });
});
