import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differInTestsOnly } from '../index.js';

const ATTRIBUTES = ['#[cfg(test)]', '#[test]'];
const only = (before: string, after: string) => differInTestsOnly(before, after, ATTRIBUTES);

const CODE = 'pub fn total(prices: &[i64]) -> i64 {\n    prices.iter().sum()\n}\n';
const TESTS =
  '\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn adds() { assert_eq!(total(&[1]), 1); }\n}\n';

describe('C44 tests beside the code that they test', () => {
  test('a module of tests may come, change and go, and so may one that is a file of its own', () => {
    expect(only(CODE, CODE + TESTS)).toBe(true);
    expect(only(CODE + TESTS, CODE + TESTS.replace('1);', '2);'))).toBe(true);
    expect(only(CODE + TESTS, CODE)).toBe(true);
    expect(only(CODE, `${CODE}\n#[cfg(test)]\n#[path = "x;{.rs"]\npub(crate) mod tests;\n`)).toBe(true);
    expect(
      only(CODE, `${CODE}\n#[test]\n// one }\nfn f() -> [u8; 2] { /* } /* } */ */ let c = '}'; let r = r#""}"#; }\n`),
    ).toBe(true);
  });

  test('code is code, also beside a change of tests, and where a text only looks like a test', () => {
    const code = CODE.replace('sum', 'product');
    for (const after of [
      code,
      code + TESTS,
      `${CODE}${TESTS}pub fn more() {}\n`,
      `${CODE}#[cfg(not(test))]\nmod more {}\n`,
      `${CODE}// #[cfg(test)]\nmod more {}\n`,
      `${CODE}const A: &str = "#[cfg(test)]"; mod more {}\n`,
      // Whoever takes the brace of a string for one reads the rest as a test.
      `${CODE}#[cfg(test)]\nmod tests { const A: &str = "{"; }\npub fn more() {}\n`,
      `${CODE}#[cfg(test)]\nmod tests { const A: &str = r#"{"{"#; }\npub fn more() {}\n`,
      `${CODE}#[cfg(test)]\nmod tests { const A: char = '{'; const B: &'static str = "\\"{"; }\npub fn more() {}\n`,
      `${CODE}#[cfg(test)]\nmod tests { /* { /* { */ */ const A: u8 = b'{'; fn f<'a>(x: &'a str) {} }\npub fn more() {}\n`,
      `${CODE}#[cfg(test)]\nmod tests { const A: [char; 2] = ['\u{1f600}','{']; }\npub fn more() {}\n`,
      `${CODE}struct A {\n    #[cfg(test)]\n    a: u8,\n}\npub fn more() {}\n`,
      `${CODE}#[cfg(test)]\nmod tests { "\npub fn more() {}\n`,
    ])
      expect(only(CODE, after), after).toBe(false);
  });

  test('it always ends, and what is the same is no change', () => {
    const part = fc.constantFrom('#[test]', '{', '}', '"', "'", 'r#"', '"#', '/*', '*/', '//', '\n', 'a', ';', '\\');
    const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(only(one, one)).toBe(false);
        expect(only(one, other)).toBe(only(other, one));
      }),
    );
  });
});
