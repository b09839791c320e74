import { describe, expect, test } from 'vitest';
import { go } from '../../../preset-go/src/index.js';
import { python } from '../../../preset-python/src/index.js';
import { rust } from '../../../preset-rust/src/index.js';
import { typescript } from '../../../preset-typescript/src/index.js';
import type { FileView } from './file-view.js';
import { findSuites } from './suites.js';

function view(files: Record<string, string>): FileView {
  return {
    paths: Object.keys(files),
    read: (path) => files[path],
    containing: (paths, strings) => paths.filter((path) => strings.some((part) => files[path]?.includes(part))),
  };
}

const suitesIn = (files: Record<string, string>) =>
  findSuites(view(files), [go, python, typescript, rust]).map(({ id }) => id);

const CARGO = { 'Cargo.toml': '[workspace]\n', 'crates/lint/src/lib.rs': '#[test] fn t() {}' };
const JEST = '{ "devDependencies": { "jest": "30" } }';
const ROOT = { 'package.json': JEST, 'a.test.js': '' };

describe('M7 projects among the data of tests', () => {
  test.each<[string, Record<string, string>]>([
    [
      'without tests, of another stack',
      { 'crates/lint/resources/test/fixtures/isort/pyproject.toml': '[tool.isort]\n' },
    ],
    ['without tests, below a folder of tests', { 'tests/multiple/a/pyproject.toml': '[project]\n' }],
    [
      'settings that their tests are about',
      { 'crates/x/__fixtures__/a/tsconfig.json': '{}', 'crates/x/__fixtures__/a/a.ts': '' },
    ],
  ])('M7 make no suite: %s', (_what, files) => {
    expect(suitesIn({ ...CARGO, ...files })).toEqual(
      ['cargo:.', 'clippy:.'].filter((id) => suitesIn(CARGO).includes(id)),
    );
  });

  test('M7 make no suite where tests that a suite around them takes in would be red for good', () => {
    const files = { ...ROOT, 'e2e/retries/package.json': JEST, 'e2e/retries/__tests__/fails.test.js': '' };
    expect(suitesIn(files)).toEqual(['jest:.']);
  });

  const real = { 'fixtures/shop/package.json': JEST, 'fixtures/shop/shop.test.js': '' };
  test.each<[string, Record<string, string>]>([
    ['a lock file of its own', { 'fixtures/shop/package-lock.json': '{}' }],
    ['a job of CI', { '.github/workflows/ci.yml': 'run: npm test\nworking-directory: fixtures/shop\n' }],
    [
      'a workspace',
      { 'package.json': '{ "workspaces": ["packages/*", "fixtures/*"], "devDependencies": { "jest": "30" } }' },
    ],
    ['a workspace of pnpm', { 'pnpm-workspace.yaml': "packages:\n  - 'packages/*'\n  - 'fixtures/*'\n" }],
    ['a makefile', { Makefile: 'test:\n\tcd fixtures/shop && npm test\n' }],
  ])('M7 are projects where something says so: %s', (_what, more) => {
    expect(suitesIn({ ...ROOT, ...real, ...more })).toContain('jest:fixtures/shop');
  });

  test('M7 are projects where tests of theirs would be nobody’s', () => {
    expect(suitesIn({ ...CARGO, 'tests/python/pyproject.toml': '', 'tests/python/test_a.py': '' })).toContain(
      'pytest:tests/python',
    );
  });

  test('M7 are projects where the run around them leaves them out', () => {
    const modules = { 'go.mod': '', 'a_test.go': '', 'test/e2e/go.mod': '', 'test/e2e/a_test.go': '' };
    expect(suitesIn(modules)).toContain('go:test/e2e');
  });

  test('M7 are none where the workspace leaves them out', () => {
    const files = { ...ROOT, ...real, 'pnpm-workspace.yaml': "packages:\n  - '**'\n  - '!**/fixtures/**'\n" };
    expect(suitesIn(files)).toEqual(['jest:.']);
  });
});
