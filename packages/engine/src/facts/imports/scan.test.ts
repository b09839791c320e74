import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importsOf, type Language } from './scan.js';

const found = (source: string, language: Language) => importsOf(source, language).map(({ specifier }) => specifier);

describe('C30 imports that are read', () => {
  test.each<[string, string[]]>([
    ["import 'a';", ['a']],
    ['import a from "a"', ['a']],
    ["import type { A } from './a.js';", ['./a.js']],
    ["import a, { b as c, type D } from 'x'", ['x']],
    ["import {\n  a,\n  b,\n} from 'x';", ['x']],
    ["import * as a from 'x' with { type: 'json' };", ['x']],
    ["import { 'odd name' as b } from 'x'", ['x']],
    ["export * from 'x'; export { a } from 'y'; export * as z from 'z';", ['x', 'y', 'z']],
    ["const a = await import('x'); const b = require('y');", ['x', 'y']],
    ['const a = import(`x`);', ['x']],
    ["import a = require('x');", ['x']],
    ["import { from } from 'x'", ['x']],
    ["import from from 'x'", ['x']],
    ["const q = /['\"`]/; import('x')", ['x']],
    ["const q = a / b; const c = d / e; import('x')", ['x']],
    ["const s = `${require('x')} ${`${require('y')}`}`;", ['x', 'y']],
    ["const s = `${f({ a: 1 })}`;\nimport('x')", ['x']],
    ["const q = /[/'\"]/; import('x')", ['x']],
    ["const q = (a) / b; import('x'); const c = (d) / e;", ['x']],
    ["import('x', { with: { type: 'json' } })", ['x']],
    ["const p = <p>don't</p>;\nimport('x')", ['x']],
    ["#!/usr/bin/env node\nimport 'x'", ['x']],
    ['export const a = 1; export default from; const from = "x";', []],
    ["x.import('a'); x.require('b'); require(name); import(name + 'c'); import.meta.url;", []],
    ["// import 'a'\n/* import 'b' */ const c = \"import 'd'\"; const e = `import 'f'`;", []],
    ["export const from = 'x'; export { a }; const b = 'y'", []],
    ["export type A = { from: 'x' }", []],
  ])('JavaScript: %s', (source, specifiers) => {
    expect(found(source, 'javascript')).toEqual(specifiers);
  });

  test.each<[string, string[]]>([
    ['import a', ['a']],
    ['import a.b as c, d', ['a.b', 'd']],
    ['from a.b import c, d as e', ['a.b.c', 'a.b.d']],
    ['from . import a', ['.a']],
    ['from ..a.b import (\n    c,  # why\n    d,\n)', ['..a.b.c', '..a.b.d']],
    ['from a import *', ['a']],
    ['try: import a\nexcept ImportError: from b import c', ['a', 'b.c']],
    ['if x:\n    import a; import b', ['a', 'b']],
    ['from a \\\n    import b', ['a.b']],
    ['x = (\n  1,\n)\nimport a', ['a']],
    ["s = 'it''s'\nimport a", ['a']],
    ['"""\nimport a\n"""\n# import b\ns = r\'import c\'\nt = f"""\nimport d\n"""', []],
    ['x = [\n  importer,\n]\nyield_from = important', []],
    ['raise X from e', []],
  ])('Python: %s', (source, specifiers) => {
    expect(found(source, 'python')).toEqual(specifiers);
  });

  test.each<[string, string[]]>([
    ['package a\n\nimport "fmt"', ['fmt']],
    [
      'package a\nimport (\n\t"fmt"\n\tx "a/b" // why\n\t. "c"\n\t_ `d`\n)\nimport y "e"',
      ['fmt', 'a/b', 'c', 'd', 'e'],
    ],
    ['package a\n// import "b"\n/* import "c" */\nvar s = "import"\nfunc f() { g("d") }', []],
    ['package a\nimport "b"\nfunc f() string { return `import "c"` }', ['b']],
  ])('Go: %s', (source, specifiers) => {
    expect(found(source, 'go')).toEqual(specifiers);
  });

  test.each<[string, string[]]>([
    ['use a::b;', ['a::b']],
    [
      'pub use crate::a::{b, c::d, e::{self, f as g}};',
      ['crate::a::b', 'crate::a::c::d', 'crate::a::e', 'crate::a::e::f'],
    ],
    ['pub(crate) use super::a::*;', ['super::a::*']],
    ['use ::a as b;\n#[cfg(test)]\nmod t { use super::*; }', ['a', 'super::*']],
    ["fn f<'a>(x: &'a str) -> char { 'x' }\nuse a;", ['a']],
    ["let q = '\"'; use a;", ['a']],
    ['let p = r"\\"; let s = "; use b; "; use a;', ['a']],
    ['// use a;\n/* /* use b; */ use c; */ let s = "; use d;"; let r = r#"; use "e";"#;', []],
    ['let reuse = user;', []],
  ])('Rust: %s', (source, specifiers) => {
    expect(found(source, 'rust')).toEqual(specifiers);
  });

  test('with the lines of the whole statement', () => {
    expect(importsOf("\nimport {\n  a,\n} from 'x';\nimport 'y';", 'javascript')).toEqual([
      { specifier: 'x', line: 2, lastLine: 4 },
      { specifier: 'y', line: 5, lastLine: 5 },
    ]);
    expect(importsOf('x = 1\nfrom a import (\n  b,\n)', 'python')).toEqual([
      { specifier: 'a.b', line: 2, lastLine: 4 },
    ]);
  });
});

const STATEMENT: Record<Language, string> = {
  javascript: "import { x } from 'secret';",
  python: 'from secret import x',
  go: 'import "secret"',
  rust: 'use secret::x;',
};
/** Places in which a statement is no statement. */
const HIDDEN: Record<Language, ((text: string) => string)[]> = {
  javascript: [
    (text) => `// ${text}\n`,
    (text) => `/* ${text} */`,
    (text) => `x(${JSON.stringify(text)});`,
    (text) => `x(\`\n${text}\`);`,
    (text) => `x('${text.replaceAll("'", "\\'")}');`,
  ],
  python: [
    (text) => `# ${text}\n`,
    (text) => `x("""\n${text}\n""")\n`,
    (text) => `x(${JSON.stringify(text)})\n`,
    (text) => `x('''${text}''')\n`,
  ],
  go: [(text) => `// ${text}\n`, (text) => `/* ${text} */`, (text) => `import "free" /*\n${text}\n*/\n`],
  rust: [
    (text) => `// ${text}\n`,
    (text) => `/* /* ${text} */ */`,
    (text) => `x(${JSON.stringify(text)});`,
    (text) => `x(r##"${text}"##);`,
  ],
};
const LANGUAGES = Object.keys(STATEMENT) as Language[];

describe('C30 scanners on any text', () => {
  test.each(LANGUAGES)('%s: never throws, and stays within the text', (language) => {
    const pieces = fc.constantFrom(
      ...[
        'import',
        'from',
        'export',
        'use',
        'require(',
        ')',
        '{',
        '}',
        '(',
        ',',
        ';',
        ':',
        '::',
        '.',
        '*',
        'as',
        ' ',
        '\n',
      ],
      ...[
        '"',
        "'",
        '`',
        '${',
        '/',
        '//',
        '/*',
        '*/',
        '#',
        '\\',
        'r#"',
        '"#',
        '"""',
        'a',
        'b.c',
        './d',
        '0',
        'é',
        '\u0000',
        '<p>',
      ],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 4 })), { maxLength: 60 }), (parts) => {
        const source = parts.join('');
        const lines = source.split('\n').length;
        for (const one of importsOf(source, language)) {
          expect(one.line).toBeLessThanOrEqual(one.lastLine);
          expect(one.line).toBeGreaterThan(0);
          expect(one.lastLine).toBeLessThanOrEqual(lines);
        }
      }),
    );
  });

  test.each(LANGUAGES)(
    '%s: what stands in comments and texts does not count, what stands beside them does',
    (language) => {
      const hidden = fc.constantFrom(...HIDDEN[language]).map((hide) => hide(STATEMENT[language]));
      fc.assert(
        fc.property(
          fc.array(hidden, { maxLength: 8 }),
          fc.array(hidden, { maxLength: 8 }),
          fc.boolean(),
          (before, after, real) => {
            const front = language === 'go' ? 'package a\n' : '';
            const source = [front, ...before, ...(real ? [`\n${STATEMENT[language]}\n`] : []), ...after].join('\n');
            const secrets = found(source, language).filter((one) => one.startsWith('secret'));
            expect(secrets).toHaveLength(real ? 1 : 0);
          },
        ),
      );
    },
  );

  test.each(LANGUAGES)('%s: a large text takes no time', (language) => {
    for (const piece of [
      '"',
      "'",
      '`',
      '/*',
      '/',
      '${',
      '{',
      'import ',
      'export {',
      'from . ',
      'use ',
      'r#"',
      '\\',
      '(',
    ]) {
      // Processor time, as the machine may be busy with other work.
      const began = process.cpuUsage();
      importsOf(piece.repeat(Math.floor(200_000 / piece.length)), language);
      const { user, system } = process.cpuUsage(began);
      expect((user + system) / 1000, piece).toBeLessThan(2000);
    }
  });
});
