import { describe, expect, test } from 'vitest';
import { bypassesIn } from './judge.js';

const rule = (forbid: string[], allow: string[] = []) => ({
  files: ['test/**'],
  forbid,
  allow,
  message: 'Use the entry points.',
  severity: 'warn' as const,
});
const bypasses = (file: string, text: string, forbid: string[], allow: string[] = []) =>
  bypassesIn(file, text, [rule(forbid, allow)], () => true).map(({ specifier }) => specifier);

describe('C30 tests that reach past the entry points', () => {
  test.each<[string, string, string, string[]]>([
    ['a relative path', 'test/a.test.ts', "import '../src/internal/db.js'", ['src/internal/**']],
    ['without its ending', 'test/a.test.ts', "import '../src/internal/db'", ['src/internal/db.ts']],
    ['with the ending that it is built to', 'test/a.test.ts', "import '../src/db.js'", ['src/db.ts']],
    ['a folder by its name', 'test/a.test.ts', "import '../src/internal'", ['src/internal/']],
    ['a package', 'test/a.test.ts', "import 'pg'", ['pg']],
    ['a part of a package', 'test/a.test.ts', "import 'pg/lib/client'", ['pg']],
    ['packages of a scope', 'test/a.test.ts', "import '@acme/db-client'", ['@acme/*']],
    ['a module of Python', 'tests/test_a.py', 'from app.internal import db', ['app.internal']],
    ['a module of Python, as a path', 'tests/test_a.py', 'import app.internal.db', ['app/internal/**']],
    ['a relative one of Python', 'app/tests/test_a.py', 'from ..internal import db', ['app/internal/**']],
    ['a package of Go', 'cart/a_test.go', 'package a\nimport "example.com/cart/internal/db"', ['**/internal/**']],
    ['a path of Rust', 'tests/a.rs', 'use cart::internal::{db, x};', ['cart::internal::db']],
  ])('%s', (_what, file, text, forbid) => {
    expect(bypasses(file, text, forbid)).toHaveLength(1);
  });

  test.each<[string, string, string, string[], string[]]>([
    ['another package of a like name', 'test/a.test.ts', "import 'pg-promise'", ['pg'], []],
    ['a file of a package’s name', 'test/a.test.ts', "import './pg'; import 'lib/pg'", ['pg'], []],
    ['a sibling folder', 'test/a.test.ts', "import '../src/internals/a'", ['src/internal/**'], []],
    [
      'what is allowed',
      'test/a.test.ts',
      "import '../src/internal/testing/a'",
      ['src/internal/**'],
      ['src/internal/testing/**'],
    ],
    [
      'what is allowed in Python',
      'test/a.py',
      'from app.internal import testing',
      ['app.internal'],
      ['app.internal.testing'],
    ],
    ['beyond the repository', 'test/a.test.ts', "import '../../src/internal/a'", ['src/internal/**'], []],
    ['beyond it, by any folder', 'test/a.test.ts', "import '../../src/internal/a'", ['**/internal/**'], []],
    ['a comment', 'test/a.test.ts', "// import '../src/internal/a'", ['src/internal/**'], []],
    ['a language that is not read', 'test/a.sql', "import 'pg'", ['pg'], []],
  ])('not: %s', (_what, file, text, forbid, allow) => {
    expect(bypasses(file, text, forbid, allow)).toEqual([]);
  });

  test('D45 only in lines that were added, and a statement of several lines is one', () => {
    const text = "import {\n  a,\n  b,\n} from 'pg';\nimport 'pg';";
    const at = (line: number) => bypassesIn('test/a.ts', text, [rule(['pg'])], (one) => one === line);
    expect([1, 2, 4, 5].map((line) => at(line).map((one) => one.line))).toEqual([[1], [2], [4], [5]]);
    expect(bypassesIn('test/a.ts', text, [rule(['pg'])], () => false)).toEqual([]);
  });
});
