import { describe, expect, test } from 'vitest';
import { editsOf, isWriter } from './file-edits.js';

const pathsOf = (input: Record<string, unknown>, tool = 'mcp__x__put') =>
  editsOf(tool, input, '/r', '/home/dev').edits.map(({ path, added }) => [path, added]);

describe('D42 D43 what a tool would write, whatever its server calls it', () => {
  test.each([
    [{ file_path: '/r/a.ts', content: 'x' }, [['/r/a.ts', 'x']]],
    [{ file_path: '~/.aws/credentials' }, [['/home/dev/.aws/credentials', null]]],
    [{ targetPath: 'develop/f/a.json' }, [['/r/develop/f/a.json', null]]],
    [{ absolute_path: '/r/.env', body: 'A=1' }, [['/r/.env', 'A=1']]],
    [{ relative_path: '.claude/hooks/a.mjs' }, [['/r/.claude/hooks/a.mjs', null]]],
    [
      { oldPath: 'a', newPath: 'b' },
      [
        ['/r/a', null],
        ['/r/b', null],
      ],
    ],
    [{ anything: './src/../.env' }, [['/r/.env', null]]],
    [{ uri: 'file:///r/.env' }, [['/r/.env', null]]],
    [{ uri: 'file:///r/src/%2Eenv' }, [['/r/src/.env', null]]],
    [{ uri: 'file://localhost/r/a%20b.md' }, [['/r/a b.md', null]]],
    [{ uri: 'file:///r/100%.md' }, [['/r/100%.md', null]]],
    [{ path: '/r/a%20b.md' }, [['/r/a%20b.md', null]]],
    [
      { files: { 'src/app.ts': 'x', 'b/c.ts': 'y' } },
      [
        ['/r/src/app.ts', 'x'],
        ['/r/b/c.ts', 'y'],
      ],
    ],
    [
      {
        files: [
          { path: 'a', content: '1' },
          { path: 'b', content: '2' },
        ],
      },
      [
        ['/r/a', '1'],
        ['/r/b', '2'],
      ],
    ],
    [{ file_path: 'a', edits: [{ old_string: 'p/q', new_string: 'n' }] }, [['/r/a', 'n']]],
    [{ file_path: ' a ', content: 'n' }, [['/r/a', 'n']]],
    [{ notebook_path: 'a.ipynb', new_source: 'import b\nb.c()' }, [['/r/a.ipynb', 'import b\nb.c()']]],
    [{ input: '*** Begin Patch\n*** Add File: p/q\n+x\n*** End Patch' }, [['/r/p/q', null]]],
    [
      { patch: '--- /dev/null\n+++ b/p/q\n@@ -0,0 +1 @@\n+x\n' },
      [
        ['/r/b/p/q', null],
        ['/r/p/q', null],
      ],
    ],
  ])('%j', (input, expected) => expect(pathsOf(input)).toEqual(expected));

  test.each([
    { text: 'settings live in .claude/settings.json' },
    { query: '.env' },
    { url: 'https://example.com/.env' },
    { message: 'develop/f/test-results.json' },
    { body: 'see .claude/settings.json' },
    { message: '*** Begin Patch\n*** Add File: .claude/settings.json\n+x\n*** End Patch' },
    { count: 3, flag: true, nothing: null },
    { cell_id: 'a', new_source: '.env' },
    { cell_index: 1, source: "import json\njson.load(open('../.env'))" },
    { cells: [{ cell_source: 'a\nb' }, { source: ['import a\n', '.env'] }] },
    { from: 'one\ntwo', to: 'eins\nzwei', output: 'a\r\nb' },
  ])('words are no paths: %j', (input) => expect(pathsOf(input)).toEqual([]));

  test.each([
    ['mcp__fs__readTextFile', false],
    ['mcp__fs__read_text_file', false],
    ['mcp__fs__get_or_create_file', true],
    ['mcp__github__list_commits', false],
    ['mcp__x__batch', true],
    ['mcp__x__fetch_to_file', true],
    ['mcp__x__search_file', false],
    ['Read', false],
    ['CreateFile', true],
  ])('%s writes: %s', (tool, writes) => expect(isWriter(tool)).toBe(writes));

  test.each([
    ['Write', { file_path: 3 }],
    ['Edit', { file_path: ['a'] }],
    ['MultiEdit', { edits: 'x' }],
    ['MultiEdit', { file_path: null, edits: [] }],
    ['MultiEdit', { file_path: 'a', edits: [['x']] }],
    ['CreateFile', {}],
    ['NotebookEdit', { notebook_path: '' }],
    ['mcp__x__put', { path: 'a\u0000b' }],
    ['mcp__x__put', { path: 'a\nb' }],
    ['mcp__x__move', { source: 'a', to: '.env\n' }],
    ['mcp__x__move', { source: 'a\u0000b' }],
    ['Write', { file_path: 'gate-a.approved\u200b' }],
    ['Edit', { file_path: '\u202egate' }],
  ])('a shape that cannot be judged is a problem: %s %j', (tool, input) => {
    expect(editsOf(tool, input, '/r', '/home/dev').problem).not.toBeNull();
  });
});
