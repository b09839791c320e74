import { describe, expect, test } from 'vitest';
import { reachOf } from './reach.js';

const viewOf = (files: Record<string, string>) => ({
  paths: Object.keys(files),
  read: (path: string) => files[path],
  containing: () => [],
});
const reach = (file: string, files: Record<string, string>) => {
  const found = reachOf(file, viewOf(files));
  return found === null ? null : [...found].sort();
};

describe('37.3 what a test loads', () => {
  test.each<[string, string, Record<string, string>, string[] | null]>([
    [
      'itself, and what its imports lead to, with or without an ending',
      'test/a.test.ts',
      {
        'test/a.test.ts': "import { a } from '../src/a.js';\nimport { expect } from 'vitest';\nimport 'node:fs';",
        'src/a.ts': "export * from './deep';",
        'src/deep/index.ts': "import data from './data.json';",
        'src/deep/data.json': '{}',
        'src/other.ts': '',
      },
      ['src/a.ts', 'src/deep/data.json', 'src/deep/index.ts', 'test/a.test.ts'],
    ],
    ['a circle', 'a.js', { 'a.js': "import './b.js'", 'b.js': "import './a.js'" }, ['a.js', 'b.js']],
    ['an import that leads nowhere', 'a.js', { 'a.js': "import './gone.js'" }, null],
    ['a name that is made at run time', 'a.js', { 'a.js': 'await import(`./${name}.js`)' }, null],
    ['a required name that is made at run time', 'a.cjs', { 'a.cjs': "require('./' + name)" }, null],
    ['a short form of the settings', 'a.ts', { 'a.ts': "import '#lib/x'", 'lib/x.ts': '' }, null],
    [
      'a package that lies in the repository',
      'a.ts',
      { 'a.ts': "import '@acme/cart'", 'packages/cart/index.ts': '' },
      null,
    ],
    ['an alias for a folder', 'a.ts', { 'a.ts': "import 'src/x'", 'src/x.ts': '' }, null],
    [
      'Python, with what makes its folders packages',
      'tests/test_a.py',
      {
        'tests/test_a.py': 'import os\nfrom app.cart import total\n',
        'tests/conftest.py': 'import helpers\n',
        'helpers.py': '',
        'app/__init__.py': '',
        'app/cart.py': 'from . import tax\n',
        'app/tax.py': '',
        'app/other.py': '',
      },
      ['app/__init__.py', 'app/cart.py', 'app/tax.py', 'helpers.py', 'tests/conftest.py', 'tests/test_a.py'],
    ],
    ['Python that imports by a made name', 'test_a.py', { 'test_a.py': 'import importlib\n' }, null],
    ['another language', 'a_test.go', { 'a_test.go': 'package a\n' }, null],
    ['a file that is not there', 'a.js', {}, null],
  ])('%s', (_name, file, files, expected) => {
    expect(reach(file, files)).toEqual(expected);
  });
});
