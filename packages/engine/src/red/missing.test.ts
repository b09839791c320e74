import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Language } from './mask.js';
import { isEcho, readMissing } from './missing.js';

/* Messages as the tools printed them (go 1.26, rustc 1.9x, CPython 3.11, vitest 5 and node 24). */

describe('D56, D61: what a compiler or loader says is missing', () => {
  test.each<[Language, string, string, string | null]>([
    ['go', 'undefined: Total', 'Total', ''],
    ['go', 'undefined: cart.Sum', 'Sum', 'cart'],
    ['go', 'b.Sum undefined (type cart.Basket has no field or method Sum)', 'Sum', 'type cart.Basket'],
    ['go', 'unknown field N in struct literal of type Basket', 'N', 'type Basket'],
    ['go', 'no required module provides package example.com/cart/neu; to add it:', 'example.com/cart/neu', null],
    ['go', 'package example.com/cart/neu is not in std (/usr/go/src/x)', 'example.com/cart/neu', null],
    ['python', "ImportError: cannot import name 'grand' from 'total' (/x/total.py)", 'grand', 'total'],
    ['python', "ModuleNotFoundError: No module named 'cart.neu'", 'cart.neu', null],
    ['python', "AttributeError: module 'total' has no attribute 'grand'", 'grand', 'total'],
    ['python', "AttributeError: 'Cart' object has no attribute 'grand'", 'grand', 'type Cart'],
    ['python', "AttributeError: type object 'Cart' has no attribute 'grand'", 'grand', 'type Cart'],
    ['python', "NameError: name 'grand' is not defined", 'grand', null],
    ['javascript', "Cannot find module './new.js' imported from /x/b.test.js", './new.js', null],
    ['javascript', "Cannot find package 'left-pad' imported from /x/c.test.js", 'left-pad', null],
    ['javascript', 'Failed to resolve import "./new" from "src/a.test.ts". Does the file exist?', './new', null],
    [
      'javascript',
      "SyntaxError: The requested module './total.js' does not provide an export named 'grand'",
      'grand',
      './total.js',
    ],
    ['javascript', "SyntaxError: Export named 'grand' not found in module '/x/total.js'.", 'grand', '/x/total.js'],
    ['javascript', "error: Cannot find module '../neu.js' from '/x/test/b.test.js'", '../neu.js', null],
    ['javascript', 'TypeError: (0 , __vite_ssr_import_2__.grand) is not a function\n    at x', 'grand', null],
    ['javascript', 'TypeError: cart.grand is not a function', 'grand', null],
    ['javascript', 'TypeError: Basket is not a constructor', 'Basket', null],
    ['javascript', 'ReferenceError: nope is not defined', 'nope', null],
    ['rust', 'unresolved import `cart::neu`', 'neu', 'cart'],
    ['rust', 'cannot find function `sum` in crate `cart`', 'sum', 'cart'],
    ['rust', 'cannot find `Basket` in `cart`', 'Basket', 'cart'],
    ['rust', 'cannot find function `sum` in this scope', 'sum', ''],
    ['rust', 'cannot find function, tuple struct or tuple variant `Sum` in this scope', 'Sum', ''],
    ['rust', 'failed to resolve: use of undeclared type `Basket`', 'Basket', ''],
    ['rust', 'no method named `sum` found for struct `Basket` in the current scope', 'sum', 'type Basket'],
    ['rust', 'no method named `sum` found for reference `&Basket` in the current scope', 'sum', 'type Basket'],
    [
      'rust',
      'no function or associated item named `new` found for struct `Basket` in the current scope',
      'new',
      'type Basket',
    ],
    ['rust', 'no field `n` on type `Basket`', 'n', 'type Basket'],
    ['rust', 'struct `Basket` has no field named `n`', 'n', 'type Basket'],
    ['rust', 'use of unresolved module or unlinked crate `serde`', 'serde', null],
  ])('%s: %s', (language, message, name, of) => {
    expect(readMissing(language, message)).toMatchObject({ name, of });
  });

  test.each<[Language, string]>([
    ['go', "expected '}', found 'EOF'"],
    ['go', 'not enough arguments in call to Total'],
    ['go', '"os" imported and not used'],
    ['python', 'SyntaxError: invalid syntax'],
    ['python', 'assert -1 == 3'],
    ['python', 'AssertionError: ModuleNotFoundError: No module named x'],
    ['javascript', 'AssertionError: expected "x is not a function" to be 3'],
    ['javascript', 'TypeError: Cannot read properties of undefined'],
    ['rust', 'mismatched types'],
    ['rust', 'expected one of `!` or `::`'],
  ])('%s: %s: nothing is missing', (language, message) => {
    expect(readMissing(language, message)).toBeUndefined();
  });

  test('what only follows from a missing name is told from a mistake of its own', () => {
    expect(isEcho('go', 'too many errors')).toBe(true);
    expect(isEcho('rust', 'type annotations needed')).toBe(true);
    expect(isEcho('rust', 'mismatched types')).toBe(false);
    expect(isEcho('python', '')).toBe(false);
  });

  test('any text: nothing is thrown, and a name is a name', () => {
    const language = fc.constantFrom<Language>('go', 'python', 'javascript', 'rust');
    const part = fc.constantFrom(
      'undefined: ',
      'cannot find ',
      '`',
      "'",
      'a::b',
      'no method named ',
      ' found ',
      '\n',
      'x',
    );
    fc.assert(
      fc.property(language, fc.array(part, { maxLength: 20 }), (one, parts) => {
        const missing = readMissing(one, parts.join(''));
        if (missing) expect(missing.name).not.toBe('');
      }),
    );
  });
});
