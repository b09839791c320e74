import { describe, expect, test } from 'vitest';
import { editsOf, isWriter, mayWrite, readsOf } from './file-edits.js';

const pathsOf = (input: Record<string, unknown>, tool = 'mcp__x__put') =>
  editsOf(tool, input, '/r', '/home/dev').edits.map(({ path, added }) => [path, added]);

describe('D42 D43 what a tool would write, whatever its server calls it', () => {
  test.each([
    [{ file_path: '/r/a.ts', content: 'x' }, [['/r/a.ts', 'x']]],
    [{ file_path: '~/.aws/credentials' }, [['/home/dev/.aws/credentials', null]]],
    [{ patchText: '--- a/x\n+++ b/y\n' }, ['a/x', 'x', 'b/y', 'y'].map((name) => [`/r/${name}`, '--- a/x\n+++ b/y\n'])],
    [
      { path: '/r/docs/a.md', new_name: 'b.md' },
      [
        ['/r/docs/a.md', null],
        ['/r/docs/b.md', null],
      ],
    ],
    [
      { files: ['/tmp/a.json', 'b.json'], to_directory: 'develop/f' },
      ['/tmp/a.json', '/r/b.json', '/r/develop/f', '/r/develop/f/a.json', '/r/develop/f/b.json'].map((name) => [
        name,
        null,
      ]),
    ],
    [{ name: 'a', new_name: 'b' }, []],
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
    [{ to_replace: './.env' }, [['/r/.env', null]]],
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
    [
      { directory: 'config', filename: 'credentials.json', content: '1' },
      [
        ['/r/credentials.json', '1'],
        ['/r/config/credentials.json', '1'],
      ],
    ],
    [
      { path: '/r/docs', filename: '../.env' },
      [
        ['/r/docs', null],
        ['/.env', null],
        ['/r/.env', null],
      ],
    ],
    [{ file_path: 'a', edits: [{ old_string: 'p/q', new_string: 'n' }] }, [['/r/a', 'n']]],
    [{ arguments: '{"path":"a/b","content":"n"}' }, [['/r/a/b', 'n']]],
    [{ file_path: ' a ', content: 'n' }, [['/r/a', 'n']]],
    [{ relative_path: 'a', regex: 'p/q', repl: 'n' }, [['/r/a', 'n']]],
    [
      { cwd: 'sub', file: '.env' },
      [
        ['/r/.env', null],
        ['/r/sub/.env', null],
      ],
    ],
    [
      { options: [{ workingDirectory: '/r/sub' }], name: './a' },
      [
        ['/r/a', null],
        ['/r/sub/a', null],
      ],
    ],
    [{ cwd: ['src/a.ts'] }, [['/r/src/a.ts', null]]],
    [{ notebook_path: 'a.ipynb', new_source: 'import b\nb.c()' }, [['/r/a.ipynb', 'import b\nb.c()']]],
    [
      { patch: 'diff --git a/p/q b/p/q\nindex 1..2 100644\nGIT binary patch\n' },
      [
        ['/r/b/p/q', null],
        ['/r/p/q', null],
      ],
    ],
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
    { regex: 'src/a.ts', needle: './a', find: 'a/b', replace: '.env/', repl: '/r/.env' },
    { subject: 'src/a.ts', labels: ['area/docs'] },
    { cwd: '/r/src', command: 'ls' },
    { working_directory: '~/.ssh' },
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
    ['mcp__search__ripgrep', false],
    ['mcp__search__ripgrep_and_replace', true],
    ['Read', false],
    ['CreateFile', true],
  ])('%s writes: %s', (tool, writes) => expect(isWriter(tool)).toBe(writes));

  test.each([
    ['mcp__fs__delete_directory', { path: 'a/b' }, ['beneath']],
    ['mcp__fs__remove', { paths: ['a', 'b'] }, ['beneath', 'beneath']],
    ['mcp__filesystem__move_file', { source: 'a', destination: 'b' }, ['beneath', undefined]],
    ['mcp__fs__rename', { oldPath: 'a', newPath: 'b' }, ['beneath', undefined]],
    ['mcp__archive__unzip', { archive_path: 'a.zip', destination: 'b' }, [undefined, 'into']],
    ['mcp__fs__copy_directory', { from: 'a', to: 'b' }, [undefined, 'into']],
    ['mcp__fs__copy_file', { from: 'a', to: 'b' }, [undefined]],
    ['mcp__fs__create_directory', { path: 'a' }, [undefined]],
    ['mcp__git__delete_branch', { repo_path: '/r', branch: 'x' }, [undefined]],
    ['mcp__tool__remove_dependency', { project_path: '/r' }, [undefined]],
    ['Write', { file_path: 'a', content: 'x' }, [undefined]],
  ])('D42 folders that %s takes away or fills, of %j', (tool, input, reaches) => {
    expect(editsOf(tool, input, '/r', '/home/dev').edits.map(({ reach }) => reach)).toEqual(reaches);
  });

  test.each([
    ['Write', { file_path: 3 }],
    ['', { file_path: 'a' }],
    ['CreateFile', { path: ['a', 'b'], content: 'x' }],
    ['MultiEdit', { file_path: ['a', 'b'], edits: [{ old_string: 'a', new_string: 'b' }] }],
    ['MultiEdit', { edits: [{ file_path: ['a'] }] }],
    ['Edit', { file_path: 'a', path: null }],
    ['MultiEdit', { file_path: ' ', edits: [] }],
    ['mcp__x__put', { path: [['a']] }],
    ['mcp__x__put', { file_path: 5 }],
    ['mcp__filesystem__write_file', { content: 'x' }],
    ['mcp__filesystem__write_file', { path: null, content: 'x' }],
    ['Edit', { file_path: ['a'] }],
    ['Edit', { file_path: 'a', old_string: 5, new_string: 'b' }],
    ['Write', { file_path: 'a', content: { a: 1 } }],
    ['MultiEdit', { file_path: 'a', edits: [{ old_string: 1, new_string: 'b' }] }],
    ['MultiEdit', { edits: 'x' }],
    ['MultiEdit', { file_path: null, edits: [] }],
    ['MultiEdit', { file_path: 'a', edits: [['x']] }],
    ['CreateFile', {}],
    ['NotebookEdit', { notebook_path: '' }],
    ['mcp__x__put', { all: [...'abcdefghij'].map((cwd) => ({ cwd })), path: 'a' }],
    ['mcp__x__put', { path: 'a\u0000b' }],
    ['mcp__x__put', { path: 'a\nb' }],
    ['mcp__x__move', { source: 'a', to: '.env\n' }],
    ['mcp__x__move', { source: 'a\u0000b' }],
    ['Write', { file_path: 'gate-a.approved\u200b' }],
    ['Edit', { file_path: '\u202egate' }],
  ])('a shape that cannot be judged is a problem: %s %j', (tool, input) => {
    expect(editsOf(tool, input, '/r', '/home/dev').problem).not.toBeNull();
  });

  test.each([
    ['mcp__x__put', { path: null }],
    ['mcp__x__put', { paths: ['a'], file: 1 }],
    ['mcp__browser__navigate', {}],
    ['mcp__filesystem__list_allowed_directories', {}],
    ['MultiEdit', { edits: [{ file_path: 'a' }, { file_path: 'b' }] }],
    ['mcp__form__fill', { arguments: '{not json' }],
  ])('D42 what can be judged is none: %s %j', (tool, input) => {
    expect(editsOf(tool, input, '/r', '/home/dev').problem).toBeNull();
  });
});

const SECRET = '/r/.env';
const named = (tool: string, input: Record<string, unknown>) =>
  editsOf(tool, input, '/r', '/home/dev').edits.map((one) => one.path);

describe('D42 C72 a call that only looks at what it names, or speaks of it, writes nothing', () => {
  test.each<[string, Record<string, unknown>]>([
    ['LSP', { operation: 'hover', filePath: SECRET, line: 1, character: 1 }],
    ['ReadMcpResourceTool', { server: 'fs', uri: `file://${SECRET}` }],
    ['TaskCreate', { subject: '.env', description: SECRET }],
    ['AskUserQuestion', { questions: [{ question: 'Which?', options: [{ label: './.env', description: SECRET }] }] }],
    ['ExitPlanMode', { plan: './.env' }],
    ['mcp__git__git_diff', { repo_path: '/r', target: 'HEAD', path: '.env' }],
    ['mcp__git__git_add', { repo_path: '/r', files: ['.env'] }],
    ['mcp__git__git_commit', { repo_path: '/r', files: ['.env'], message: 'Keep it' }],
    ['mcp__git__git_blame', { file_path: '.env' }],
    ['mcp__language-server__hover', { filePath: SECRET, line: 1, column: 1 }],
    ['mcp__language-server__references', { filePath: SECRET, symbolName: 'x' }],
    ['mcp__semgrep__semgrep_scan', { code_files: [{ path: SECRET }] }],
    ['mcp__eslint__lint-files', { filePaths: [SECRET] }],
    ['mcp__ide__openFile', { filePath: SECRET, preview: true }],
    ['mcp__github__add_comment_to_pending_review', { path: '.env', line: 1, body: 'why?' }],
    ['mcp__github__create_pull_request_review', { body: 'no', comments: [{ path: '.env', body: 'why?' }] }],
    ['mcp__gitlab__create_merge_request_thread', { position: { new_path: '.env', old_path: '.env' }, body: 'why?' }],
    ['mcp__filesystem__edit_file', { path: SECRET, edits: [{ oldText: 'a', newText: 'b' }], dryRun: true }],
    ['mcp__memory__create_relations', { relations: [{ from: './.env', to: './b', relationType: 'is' }] }],
    ['mcp__playwright__browser_file_upload', { paths: [SECRET] }],
    ['mcp__vitest__run_tests', { testFiles: [SECRET] }],
    ['mcp__zen__codereview', { step: 'look', relevant_files: [SECRET] }],
    ['mcp__zen__chat', { prompt: 'why?', files: [SECRET], images: [], model: 'auto', thinking_mode: 'high' }],
    ['mcp__zen__chat', { prompt: 'why?', absolute_file_paths: [SECRET], working_directory_absolute_path: '/r' }],
    [
      'mcp__pal__thinkdeep',
      { step: 'a', files_checked: [SECRET], issues_found: [{ severity: 'low', description: 'b' }] },
    ],
    ['mcp__zen__testgen', { step: 'a', step_number: 1, relevant_files: [SECRET] }],
    ['StructuredOutput', { files: [SECRET] }],
    ['SendUserFile', { files: [SECRET], caption: 'here' }],
  ])('%s %j', (tool, input) => expect(named(tool, input)).toEqual([]));

  test.each<[string, Record<string, unknown>]>([
    ['LSPWrite', { filePath: SECRET }],
    ['mcp__git__git_checkout', { path: '.env' }],
    ['mcp__git__git_restore', { files: ['.env'] }],
    ['mcp__git__git_diff', { path: '.env', output: '.env' }],
    ['mcp__git__git_add', { path: '.env', content: 'A=1' }],
    ['mcp__language-server__hover', { filePath: SECRET, text: 'A=1' }],
    ['mcp__language-server__rename_symbol', { filePath: SECRET }],
    ['mcp__language-server__extract_symbol', { filePath: SECRET }],
    ['mcp__eslint__lint-files', { filePaths: [SECRET], fix: true }],
    ['mcp__eslint__lint-fix', { filePaths: [SECRET] }],
    ['mcp__ide__openDiff', { new_file_path: SECRET, new_file_contents: 'A=1' }],
    ['mcp__log__log', { path: SECRET, message: 'A=1' }],
    ['mcp__notes__add_comment', { path: SECRET, body: 'A=1' }],
    ['mcp__github__download_issue_attachment', { path: SECRET }],
    ['mcp__github__create_or_update_file', { path: SECRET, content: 'A=1' }],
    ['mcp__filesystem__edit_file', { path: SECRET, edits: [{ oldText: 'a', newText: 'b' }], dryRun: 'true' }],
    ['mcp__filesystem__edit_file', { path: SECRET, edits: [], dryRun: false }],
    ['mcp__filesystem__write_file', { path: SECRET, content: 'A=1', dryRun: true }],
    ['mcp__memory__write', { path: SECRET }],
    ['mcp__playwright__browser_file_save', { path: SECRET }],
    ['mcp__vitest__run_tests', { testFiles: [SECRET], updateSnapshots: true }],
    ['mcp__vitest__generate_tests', { files: [SECRET] }],
    ['mcp__aider__chat', { files: [SECRET] }],
    ['mcp__zen__codereview', { relevant_files: [SECRET], output_file: 'a' }],
    ['mcp__zen__chat', { prompt: 'a', files: [SECRET], content: 'b' }],
    ['mcp__filesystem__copy_file', { source: 'a', destination: SECRET }],
    ['mcp__filesystem__copy_file', { source: SECRET, destination: SECRET }],
    ['mcp__filesystem__copy_file', { source: SECRET }],
    ['mcp__filesystem__copy_file_and_remove', { source: SECRET, destination: 'b' }],
    ['mcp__filesystem__move_file', { source: SECRET, destination: 'b' }],
    ['mcp__zen__apply', { prompt: 'a', files: [SECRET] }],
    ['mcp__zenith__chat', { prompt: 'a', files: [SECRET] }],
  ])('its neighbour may: %s %j', (tool, input) => expect(named(tool, input)).toContain(SECRET));

  test.each<[string, Record<string, unknown>, string[]]>([
    ['mcp__web__fetch', { url: 'https://a.test', saveTo: SECRET }, [SECRET]],
    ['mcp__db__query', { sql: 'a', options: { output_file: '.env' } }, [SECRET]],
    ['mcp__db__list', { tables: [{ export_path: 'a' }, { export_path: '.env' }] }, ['/r/a', SECRET]],
    ['mcp__fs__read_file', { path: SECRET }, []],
    ['mcp__fs__search', { path: SECRET, output: 'content' }, ['/r/content']],
    ['mcp__web__fetch', { url: 'https://a.test', target: SECRET }, []],
    ['Grep', { pattern: 'a', output: SECRET }, []],
  ])('D42 C72 what reads writes only where it is told to keep what it found: %s %j', (tool, input, written) => {
    expect(editsOf(tool, input, '/r', '/home/dev').edits.map((one) => one.path)).toEqual(written);
  });

  test('D42 C72 a copy changes only the file that it makes', () => {
    expect(named('mcp__filesystem__copy_file', { source: SECRET, destination: 'b' })).toEqual(['/r/b']);
  });

  test('D42 what only looks reads what it names, and what only speaks does not', () => {
    const reads = (tool: string, input: Record<string, unknown>) => readsOf(tool, input, '/r', '/home/dev');
    expect(reads('LSP', { filePath: SECRET })).toEqual([SECRET]);
    expect(reads('mcp__git__git_diff', { path: '.env' })).toEqual([SECRET]);
    expect(reads('Read', { file_path: SECRET })).toEqual([SECRET]);
    expect(reads('TaskCreate', { subject: './.env' })).toEqual([]);
    expect(mayWrite('mcp__git__git_diff', { path: '.env' })).toBe(false);
    expect(mayWrite('mcp__git__git_restore', { path: '.env' })).toBe(true);
    expect(mayWrite('Write', { file_path: SECRET })).toBe(true);
  });
});
