import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { detectProject } from './detect-stack.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stäck '));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const manifest = (fields: object) => JSON.stringify(fields);
const cases: {
  name: string;
  files: Record<string, string>;
  found: [preset: string, root: string, command: string | null][];
}[] = [
  { name: 'nothing', files: { 'README.md': '' }, found: [] },
  { name: 'Go', files: { 'go.mod': '' }, found: [['go', '.', 'go test ./...']] },
  ...['pyproject.toml', 'setup.py', 'setup.cfg', 'pytest.ini', 'tox.ini'].map((file) => ({
    name: `Python by ${file}`,
    files: { [file]: '' },
    found: [['python', '.', 'python3 -m pytest']] as [string, string, string][],
  })),
  ...[
    { where: 'in a folder', files: {}, command: 'python3 -m unittest discover -s tests' },
    { where: 'in a package', files: { 'tests/__init__.py': '' }, command: 'python3 -m unittest' },
  ].map(({ where, files, command }) => ({
    name: `Python that is tested with unittest alone, ${where}`,
    files: {
      'pyproject.toml': '',
      'tests/test_a.py': 'from unittest import TestCase\n\nclass TestA(TestCase):\n    def test_a(self): pass\n',
      ...files,
    },
    found: [['python', '.', command]] as [string, string, string][],
  })),
  { name: 'Rust', files: { 'Cargo.toml': '' }, found: [['rust', '.', 'cargo test']] },
  {
    name: 'a test script, npm by its lock file',
    files: { 'package.json': manifest({ scripts: { test: 'vitest run' } }), 'package-lock.json': '' },
    found: [['typescript', '.', 'npm test']],
  },
  {
    name: 'pnpm by the lock file of the workspace above',
    files: { 'packages/a/package.json': manifest({ scripts: { test: 'x' } }), 'pnpm-lock.yaml': '' },
    found: [['typescript', 'packages/a', 'pnpm test']],
  },
  {
    name: 'the manifest names the package manager',
    files: { 'package.json': manifest({ scripts: { test: 'x' }, packageManager: 'yarn@4.1.0' }), 'pnpm-lock.yaml': '' },
    found: [['typescript', '.', 'yarn test']],
  },
  {
    name: 'bun runs the script, not its own runner',
    files: { 'package.json': manifest({ scripts: { test: 'x' } }), 'bun.lock': '' },
    found: [['typescript', '.', 'bun run test']],
  },
  {
    name: 'vitest without a script, and the script that npm init writes',
    files: {
      'package.json': manifest({
        scripts: { test: 'echo "Error: no test specified" && exit 1' },
        devDependencies: { vitest: '^5' },
      }),
    },
    found: [['typescript', '.', 'npx vitest run']],
  },
  {
    name: 'Go, with what installing the guard leaves',
    files: { 'go.mod': '', 'package.json': manifest({ devDependencies: { '@flow/hooks': '^1' } }) },
    found: [['go', '.', 'go test ./...']],
  },
  {
    name: 'Go, beside a package that has the guard among others',
    files: { 'go.mod': '', 'package.json': manifest({ devDependencies: { '@flow/hooks': '^1', vitest: '^5' } }) },
    found: [
      ['go', '.', 'go test ./...'],
      ['typescript', '.', 'npx vitest run'],
    ],
  },
  {
    name: 'a package that has nothing but the guard yet',
    files: { 'package.json': manifest({ devDependencies: { '@flow/hooks': '^1' } }) },
    found: [['typescript', '.', null]],
  },
  { name: 'a package without tests', files: { 'package.json': '{}' }, found: [['typescript', '.', null]] },
  { name: 'a broken package.json', files: { 'package.json': '{' }, found: [['typescript', '.', null]] },
  {
    name: 'several at once and nested, without what is not theirs',
    files: {
      'go.mod': '',
      'pyproject.toml': '',
      'a/b/c/d/Cargo.toml': '',
      'a/b/c/d/e/go.mod': '',
      'node_modules/x/package.json': '{}',
      'vendor/x/go.mod': '',
      'target/x/Cargo.toml': '',
      '.venv/x/setup.py': '',
      '.git/x/go.mod': '',
      'worktrees/x/.git': 'gitdir: elsewhere',
      'worktrees/x/go.mod': '',
    },
    found: [
      ['go', '.', 'go test ./...'],
      ['python', '.', 'python3 -m pytest'],
      ['rust', 'a/b/c/d', 'cargo test'],
    ],
  },
];

test.each(cases)('D1 detects $name', ({ files, found }) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(detectProject(root).stacks.map(({ preset, root: at, command }) => [preset, at, command])).toEqual(found);
});

test('D1 a folder that is not there holds no stack', () => {
  expect(detectProject(join(root, 'missing')).stacks).toEqual([]);
});

const script = (test: string) => manifest({ scripts: { test } });
test.each<{ name: string; files: Record<string, string>; unread: [root: string, command: string][] }>([
  {
    name: 'a package whose script starts another runner',
    files: { 'package.json': script('ava') },
    unread: [['.', 'npm test']],
  },
  { name: 'a runner that is known', files: { 'package.json': script('vitest run') }, unread: [] },
  { name: 'a script that only fails', files: { 'package.json': script('echo no test specified') }, unread: [] },
  {
    name: 'a script that starts those of its packages',
    files: { 'package.json': script('turbo run test'), 'packages/a/package.json': script('vitest run') },
    unread: [],
  },
  {
    name: 'packages inside of one, which is named for all',
    files: { 'package.json': script('turbo run test'), 'packages/a/package.json': script('ava') },
    unread: [['.', 'npm test']],
  },
  {
    name: 'a folder beside a known stack',
    files: { 'api/go.mod': 'module a\n', 'web/mix.exs': '' },
    unread: [['web', 'mix test']],
  },
  {
    name: 'a known stack inside, which a name for the whole would take in',
    files: { 'package.json': script('ava'), 'api/go.mod': 'module a\n' },
    unread: [],
  },
  {
    name: 'what lies in a known stack',
    files: { 'go.mod': 'module a\n', Makefile: 'test:\n', 'x/mix.exs': '' },
    unread: [],
  },
  {
    name: 'the word of the project before its tools',
    files: { Makefile: 'all:\n\ntest: all\n', 'mix.exs': '' },
    unread: [['.', 'make test']],
  },
  { name: 'a target that is none', files: { Makefile: 'test := x\n\t@echo test:\nmytest:\n' }, unread: [] },
  {
    name: 'tests that have to be built',
    files: { 'CMakeLists.txt': 'project(a)\nenable_testing()\n' },
    unread: [['.', 'cmake -B build && cmake --build build && ctest --test-dir build']],
  },
  { name: 'tests without a project file', files: { 'test/unit/a.bats': '' }, unread: [['.', 'bats -r test']] },
  { name: 'nothing of the kind', files: { 'README.md': 'make test', 'src/a.c': '' }, unread: [] },
])('D1 tests that no preset reads: $name', ({ files, unread }) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(detectProject(root).unread.map(({ root: at, command }) => [at, command])).toEqual(unread);
});
