import { describe, expect, test } from 'vitest';
import { effectsIn } from '../../test/kit.js';

const FILES = {
  'src/a.ts': '',
  'src/deep/b.ts': '',
  'src/deep/c.log': '',
  'out/a.ts': '',
  'out/d.log': '',
  'd.log': '',
  'node_modules/@acme/guard/package.json': '{}',
};
const ROOT = '/home/dev/project/';

/** What a line deletes of the files. */
const deleted = (command: string) =>
  effectsIn(command, FILES)
    .flatMap((one) => (one.kind === 'write' && one.how === 'delete' ? [one.path.replace(ROOT, '')] : []))
    .sort();

describe('C72 the expression of find', () => {
  test.each<[command: string, paths: string[]]>([
    // What is left out is not touched, and what is not left out is.
    ["find . -path ./src -prune -o -name '*.ts' -exec rm {} +", ['out/a.ts']],
    ["find . -path ./out -prune -o -type f -name '*.log' -delete", ['d.log', 'out/d.log', 'src/deep/c.log']],
    ["find . -name out -prune -o -name '*.log' -exec rm {} ';'", ['d.log', 'src/deep/c.log']],
    ["find . -type d -name deep -prune -o -name '*.log' -print0 | xargs -0 rm", ['d.log', 'out/d.log']],
    ["find . \\( -name src -o -name node_modules \\) -prune -o -name '*.ts' -exec rm -f {} +", ['out/a.ts']],
    [
      'find . -name src -prune -o -name node_modules -prune -o -name .git -prune -o -type f -exec rm {} +',
      ['d.log', 'out/a.ts', 'out/d.log'],
    ],
    // What stands beside one another binds more than `-o`.
    ["find . -name a.ts -o -name '*.log' -exec rm {} +", ['d.log', 'out/d.log', 'src/deep/c.log']],
    ['find . \\( -name a.ts -o -name d.log \\) -exec rm {} +', ['d.log', 'out/a.ts', 'out/d.log', 'src/a.ts']],
    ["find src -not -name '*.ts' -type f -exec rm {} +", ['src/deep/c.log']],
    ["find . ! \\( -path './src/*' -o -path './node_modules/*' \\) -name '*.ts' -exec rm {} +", ['out/a.ts']],
    ["find src -name a.ts -exec rm {} ';' , -name '*.log' -exec rm {} ';'", ['src/a.ts', 'src/deep/c.log']],
    ['find src -maxdepth 1 -type f -exec rm {} +', ['src/a.ts']],
    ['find src -mindepth 2 -type f -exec rm {} +', ['src/deep/b.ts', 'src/deep/c.log']],
    // What nobody looks up here may hold.
    ['find src -user dev -prune -o -name a.ts -exec rm {} +', ['src/a.ts']],
  ])('%s', (command, paths) => expect(deleted(command)).toEqual(paths));

  test.each<[command: string, paths: string[]]>([
    ["rg --files -g '*.log' | xargs rm", ['d.log', 'out/d.log', 'src/deep/c.log']],
    ["rg --files -0 -g '*.log' -g '!out/*' | xargs -0 rm", ['d.log', 'src/deep/c.log']],
    ['rg --files src | xargs rm', ['src/a.ts', 'src/deep/b.ts', 'src/deep/c.log']],
    ['fd -e log | xargs rm', ['d.log', 'out/d.log', 'src/deep/c.log']],
    ['fd -0 -e ts . src | xargs -0 rm', ['src/a.ts', 'src/deep/b.ts']],
    ["for f in $(find src -name '*.ts'); do rm $f; done", ['src/a.ts', 'src/deep/b.ts']],
    ['find out -type f | while read -r f; do rm "$f"; done', ['out/a.ts', 'out/d.log']],
    ["while IFS= read -r -d '' f; do rm \"$f\"; done < <(find src -name '*.log' -print0)", ['src/deep/c.log']],
    ["find src -name '*.log' -exec sh -c 'rm \"$1\"' _ {} ';'", ['src/deep/c.log']],
  ])('the names that a finder prints go to who reads them: %s', (command, paths) =>
    expect(deleted(command)).toEqual(paths),
  );

  test.each([
    'find . -type d -name coverage -print0 | xargs -0 rm -rf',
    'find . -type d -name coverage | xargs rm -rf',
    "find . -type d -name coverage -not -path '*/node_modules/*' -exec rm -rf {} +",
    "rg --files -g '*.orig' | xargs -r rm -rf",
    'fd -t d coverage | xargs -r rm -rf',
  ])('what is not there yet is no folder around it: %s', (command) => expect(deleted(command)).toEqual([]));

  test('what is put into a folder that is not there yet keeps its name', () => {
    const made = effectsIn("find . -name later -execdir cp {} gate-shape.approved ';'", FILES);
    expect(made).toContainEqual(expect.objectContaining({ kind: 'opaque', pattern: '**/gate-shape.approved' }));
  });

  test('installed packages that are left out stay, and those that are named do not', () => {
    const guard = 'node_modules/@acme/guard';
    expect(deleted("find . -path '*/@acme/guard' -prune -o -name x -exec rm -r {} +")).not.toContain(guard);
    expect(deleted("find . -path ./src -prune -o -path '*/@acme/guard' -exec rm -r {} +")).toContain(guard);
    expect(deleted("find . -not -path '*/@acme/guard*' -name x -exec rm -r {} +")).not.toContain(guard);
  });
});
