import { describe, expect, test } from 'vitest';
import { casesOf } from '../test/cases.js';
import {
  failuresOf,
  type ParseInput,
  parse,
  type Report,
  toGithub,
  toSarif,
  toSummary,
  toText,
  withPlaces,
} from './everything.js';

const cases = casesOf('fixtures');

function placed(input: ParseInput): Report[] {
  return withPlaces(parse(input), input.output, '/repo');
}

/** Places of the failures of a fixture by the names of the tests. */
function placesIn(name: string): Record<string, string> {
  const { input } = cases.find((one) => one.name === name)!;
  const failures = placed(input).flatMap(failuresOf);
  return Object.fromEntries(
    failures.flatMap(({ name, place }) => (place ? [[name, `${place.file}:${place.line}`]] : [])),
  );
}

/** A fixture of each runner whose output names places, with what it names, read off by eye. */
const ROWS: readonly [string, Record<string, string>][] = [
  ['ava/fail', { 'is bad': 'test.js:6', 'breaks Error thrown in test': 'test.js:9' }],
  ['behave/fail', { 'is bad': 'features/cart.feature:7', 'is not known': 'features/cart.feature:12' }],
  ['bun/fail', { 'cart > fails': 'cart.test.ts:7', 'cart > throws': 'cart.test.ts:10' }],
  ['cargo/fail-default', { 'tests::bad': 'src/lib.rs:8', 'tests::does_not_panic': 'src/lib.rs:20' }],
  ['cucumber/fail', { 'is bad': 'features/cart.feature:7' }],
  ['deno/fail', { 'is bad': 'cart_test.ts:4', totals: 'cart_test.ts:9' }],
  ['exunit/fail', { 'test is bad': 'test/shop_test.exs:8', 'test totals breaks': 'test/shop_test.exs:14' }],
  ['go/fail-plain', { TestBad: 'a_test.go:8', 'TestTable/deep/er/est': 'a_test.go:19' }],
  ['gotestsum/fail-dots', { TestBad: 'a_test.go:8', 'TestTable/bad:_one': 'a_test.go:15' }],
  ['gradle/fail', { 'CartTest > breaks': 'CartTest.java:11', 'CartTest > totals': 'CartTest.java:10' }],
  ['gtest/fail', { 'Cart.IsBad': 'shop_test.cpp:8', 'All/Sums.Is/1': 'shop_test.cpp:12' }],
  ['jasmine/fail', { 'cart breaks': 'spec/cart_spec.js:8', 'cart is bad': 'spec/cart_spec.js:5' }],
  ['jest/bail', { 'cart > applies discount': 'cart.test.js:3', 'cart > nested > lies': 'cart.test.js:8' }],
  ['karma/fail', { 'cart deep breaks': 'spec/cart_spec.js:4', 'cart is bad': 'spec/cart_spec.js:3' }],
  ['maven/fail-plain', { 'BeforeTest.victim': 'BeforeTest.java:4', 'CartTest.raises': 'CartTest.java:8' }],
  ['minitest/fail', { 'TestCart#test_breaks': 'test_cart.rb:14', 'TestCart#test_bad': 'test_cart.rb:10' }],
  ['mocha/color', { 'cart applies discount': 'test/a.js:4' }],
  ['nextest/fail', { 'tests::b_fails': 'src/lib.rs:9', c_prints_and_fails: 'tests/loud.rs:29' }],
  ['node-test/fail-spec-24', { 'cart > applies discount': 'cart.test.js:6', slow: 'more.test.js:13' }],
  ['phpunit/fail', { 'CartTest > testBreaks': 'CartTest.php:8', 'CartTest > testBad': 'CartTest.php:7' }],
  ['playwright/fail', { 'is bad': 'cart.spec.js:4', 'totals › breaks': 'cart.spec.js:9' }],
  [
    'pytest/fail-default',
    {
      'test_mixed.py::test_bad': 'test_mixed.py:22',
      'test_mixed.py::test_ids[a - b]': 'test_mixed.py:35',
      'test_mixed.py::test_setup': 'test_mixed.py:6',
    },
  ],
  ['rspec/fail-backtrace', { 'Cart discounts': 'spec/cart_spec.rb:3', 'Cart raises': 'spec/cart_spec.rb:4' }],
  [
    'unittest/fail-3.11',
    { 'test_fail.TestShop.test_broken': 'test_fail.py:13', 'test_fail.TestShop.test_bad': 'test_fail.py:10' },
  ],
  ['uvu/fail', { 'is bad': 'cart.test.js:7' }],
  ['vitest/fail-default', { 'cart > applies discount': 'cart.test.js:5', 'cart > nested > a > b': 'cart.test.js:11' }],
];

/** Runners whose recorded failures name no place: ctest prints results alone, a producer of TAP what it likes. */
const PLACELESS = new Set(['ctest', 'tap']);

describe('36: a failed test has the place that its output names', () => {
  test('a summary and plain text name the line, too', () => {
    const output =
      'collected 1 item\n\n=== FAILURES ===\n___ test_a ___\n\n    def test_a():\n>       assert 1 == 2\nE       assert 1 == 2\n\ntest_a.py:2: AssertionError\n=== short test summary info ===\nFAILED test_a.py::test_a - assert 1 == 2\n=== 1 failed in 0.10s ===\n';
    const reports = placed({ command: 'pytest', output, exitCode: 1 });
    expect(toSummary(reports)).toContain('| test\\_a.py:2 |');
    expect(toText(reports)).toContain('  test_a.py:2 test_a.py::test_a\n');
  });

  test.each(ROWS)('%s', (name, expected) => {
    expect(placesIn(name)).toMatchObject(expected);
  });

  test('every runner of tests with a recorded failure has a row', () => {
    const failing = cases.filter(({ input }) =>
      parse(input).some((report) => report.kind === 'test' && failuresOf(report).length > 0),
    );
    const runners = new Set(failing.map(({ runner }) => runner));
    for (const kind of ['multi', 'junit', 'reports']) runners.delete(kind);
    expect([...runners].filter((runner) => !PLACELESS.has(runner)).sort()).toEqual(
      ROWS.map(([name]) => name.split('/')[0]!).sort(),
    );
  });

  test('annotations and SARIF point at it', () => {
    const { input } = cases.find(({ name }) => name === 'pytest/fail-default')!;
    const reports = placed(input);
    expect(toGithub(reports)).toMatch(
      /^::error file=test_mixed\.py,line=22,title=pytest%3A test_mixed\.py%3A%3Atest_bad::/m,
    );
    expect(toSarif(reports)).toContain('"startLine": 22');
  });
});

describe('36: a place that is none of the failure', () => {
  const failure = (body: string) =>
    placed({
      command: 'pytest',
      exitCode: 1,
      output: `collected 2 items\n\ntest_a.py F.\n\n=== FAILURES ===\n___ test_x ___\n\n${body}\n=== short test summary info ===\nFAILED test_a.py::test_x - assert 0\n=== 1 failed, 1 passed in 0.10s ===\n`,
    }).flatMap(failuresOf)[0]!.place;

  test.each<[string, string | undefined]>([
    ['test_a.py:5: AssertionError', 'test_a.py:5'],
    ['test_a.py:5: \nshop/cart.py:9: ValueError', 'test_a.py:5'],
    // The test's own file, wherever it stands.
    ['shop/cart.py:9: in add\n\ntest_a.py:5: ValueError', 'test_a.py:5'],
    ['shop/cart.py:9: ValueError', 'shop/cart.py:9'],
    ['/usr/lib/python3/dist-packages/pluggy.py:9: ValueError', undefined],
    ['.venv/lib/python3.12/site-packages/a.py:9: ValueError', undefined],
    ['/etc/secret.py:9: ValueError', undefined],
    ['../other/shop.py:9: ValueError', undefined],
    ['http://localhost:8080/a.js:9', undefined],
    ['version 1.2.py:3.4 of shop.py', undefined],
    [`${'x'.repeat(3_000)} test_a.py:5: no`, undefined],
  ])('%s', (body, expected) => {
    const place = failure(body);
    expect(place && `${place.file}:${place.line}`).toBe(expected);
  });

  test('what stands below the name of another test is that test’s', () => {
    const output =
      '=== RUN   TestA\n--- FAIL: TestA (0.00s)\n=== RUN   TestB\n    b_test.go:7: only a log\n--- PASS: TestB (0.00s)\nFAIL\nFAIL\texample.com/a\t0.1s\nFAIL\n';
    const [report] = placed({ command: 'go test -v ./...', output, exitCode: 1 });
    expect(failuresOf(report!)).toEqual([expect.not.objectContaining({ place: expect.anything() })]);
  });

  test('a green report is left as it is', () => {
    const { input } = cases.find(({ name }) => name === 'go/fail-plain')!;
    const green = parse({ command: 'go test', output: 'ok  \texample.com/a\t0.1s\n', exitCode: 0 });
    expect(withPlaces(green, input.output)).toEqual(green);
  });
});
