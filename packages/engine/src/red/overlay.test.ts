import { describe, expect, test } from 'vitest';
import { withTestModule } from './overlay.js';
import { isOfTest } from './runners.js';

describe('D56, D61: the test module of a Rust file over the production code of the base', () => {
  const base = 'pub fn a() -> i32 { 1 }\n\n#[cfg(test)]\nmod tests {\n  #[test]\n  fn old() {}\n}\n\npub fn b() {}\n';
  const module = '#[cfg(test)]\nmod tests {\n  #[test]\n  fn new() { let s = "}"; } // }\n}';

  test('it takes the place of the one that was there, and nothing else changes', () => {
    const now = `pub fn a() -> i32 { 2 }\n${module}\n`;
    expect(withTestModule(base, now)).toBe(`pub fn a() -> i32 { 1 }\n\n${module}\n\npub fn b() {}\n`);
  });

  test('it is put at the end where there was none', () => {
    expect(withTestModule('pub fn a() {}\n', `pub fn a() {}\n${module}\n`)).toBe(`pub fn a() {}\n\n${module}\n`);
  });

  test.each([
    ['none now', 'pub fn a() {}\n'],
    ['two now', `${module}\n${module}\n`],
    ['without an end', '#[cfg(test)]\nmod tests {\n'],
    ['in a file of its own', '#[cfg(test)]\nmod tests;\n'],
    ['only in a comment', `/*\n${module}\n*/`],
  ])('%s: it cannot be done exactly', (_, now) => {
    expect(withTestModule(base, now)).toBeUndefined();
  });
});

describe('D56, D61: which reported names are a test’s', () => {
  test.each([
    ['a.py::test_x', 'a.py::test_x', true],
    ['a.py::test_x', 'a.py::test_x[1-2]', true],
    ['a.py::test_x', 'a.py::test_xy', false],
    ['a.py::test_x', 'b/a.py::test_x', false],
    ['m/p.TestX', 'm/p.TestX/sub_test', true],
    ['m/p.TestX', 'm/p.TestXY', false],
    ['test_a', 'test_a.py::test_b', false],
    ['test_a', 'test_a/test_b.py::test_c', false],
    ['a', 'a.test.js > adds', false],
    ['TestA', 'TestA.test_b', true],
    ['a.test.js > adds %i and $name', 'a.test.js > adds 1 and two', true],
    ['a.test.js > adds %i', 'a.test.js > takes 1', false],
    ['a.test.js > costs 5$ (net)', 'a.test.js > costs 5$ (net)', true],
    ['a.test.js > costs 5$ (net)', 'a.test.js > costs 5$ net', false],
  ])('%s, %s: %s', (name, reported, expected) => {
    expect(isOfTest({ name }, reported)).toBe(expected);
  });

  test('a module is no test of its name', () => {
    expect(isOfTest({ name: 'test_a', file: 'tests/test_a.py' }, 'test_a.TestB.test_c')).toBe(false);
    expect(isOfTest({ name: 'test_a.TestB', file: 'tests/test_a.py' }, 'test_a.TestB.test_c')).toBe(true);
  });
});
