import { resolve } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { effectsOf, type ShellContext } from '../index.js';
import { plainFiles } from './files.js';

/** Everything that is named is there, and a file. */
const context: ShellContext = {
  ...{ cwd: '/r', home: '/home/dev', readFile: () => 'x' },
  listDirectory: () => undefined,
  fileFacts: () => ({ modified: 0, size: 1 }),
};

test.each([
  'mkdir -p build && cp src/a.ts build/a.ts',
  'touch src/a.ts src/b.ts',
  'mv old.ts new.ts; ls -la',
  'rm -f notes.txt',
  'cat a.txt && rm a.txt',
])('P9 what a plain command does to files needs no parser: %s', (command) => {
  expect(plainFiles(command)).not.toBeNull();
});

test.each([
  'ls',
  'rm -rf build',
  'rm *.txt',
  'cp -r a b',
  'cp a b c',
  'cp -t b a',
  'cp a',
  'mv a b &',
  'cd src && rm a.ts',
  'FOO=1 rm a',
  'touch a && git push',
  'touch a && npm test',
  'touch a > b',
  "touch 'a b'",
  'touch ~/x',
  'touch $X',
  'touch -d yesterday a',
  'touch a | cat',
  'touch a || git commit',
  'mkdir -m 777 a',
  'sudo rm a',
  './rm a',
  'touch',
  'touch a\nrm b',
])('P9 any other command is handed on: %s', (command) => {
  expect(plainFiles(command)).toBeNull();
});

const WORDS =
  'mkdir touch cp mv rm ls cat cd git status echo -p -f -v -fv -r -rf -t -c -d -- && ; | || & > a b.ts src/a.ts /tmp/x ../y ./z . .. a//b :c a:b x=y @a %b +c ,d -- - = true test'.split(
    ' ',
  );

test('P9 what is told of a plain command is all that the parser finds in it', () => {
  const seen = { plain: 0 };
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 9 }), (words) => {
      const command = words.join(' ');
      const told = plainFiles(command);
      // `test` of nothing fails, so that the parser knows that what follows `&&` is not run.
      if (told === null || /(?:^|[&;] )test (?:&&|;)/.test(command)) return;
      seen.plain += 1;
      const { effects, readable } = effectsOf(command, context);
      expect(readable).toBe(true);
      const written = effects.filter((effect) => effect.kind === 'write');
      expect(effects.filter(({ kind }) => !['write', 'read', 'run'].includes(kind))).toEqual([]);
      const paths = (names: readonly string[]) => new Set(names.map((name) => resolve('/r', name)));
      expect([...paths(told.names)]).toEqual(expect.arrayContaining(written.map(({ path }) => path)));
      expect(paths(told.written)).toEqual(new Set(written.map(({ path }) => path)));
    }),
    { numRuns: 20_000 },
  );
  expect(seen.plain).toBeGreaterThan(100);
});
