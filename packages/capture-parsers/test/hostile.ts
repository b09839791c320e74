/** Text of about `size` characters from lines. */
export function fill(size: number, line: (index: number) => string): string {
  const lines: string[] = [];
  for (let length = 0, index = 0; length < size; index++) {
    const text = line(index);
    lines.push(text);
    length += text.length + 1;
  }
  return `${lines.join('\n')}\n`;
}

export const MEGABYTE = 1_000_000;
/** Lines that bait the patterns of the readers, by the command that is said to have printed them. */
export const hostile: readonly [name: string, command: string, text: (size: number) => string][] = [
  ['go -v', 'go test -v ./...', (size) => fill(size, (i) => `=== RUN   Test${i}\n--- PASS: Test${i} (0.00s)`)],
  ['go subtests', 'go test -v ./...', (size) => fill(size, (i) => `    --- PASS: TestA/b${i} (0.00s)`)],
  ['go rules', 'go test -v ./...', (size) => fill(size, (i) => `=== RUN   Test${i}\n${'-- -- - = == '.repeat(300)}`)],
  ['go silence', 'go test -v ./...', (size) => `=== RUN   TestA\n${fill(size, () => '')}`],
  ['go packages', 'go test -v ./...', (size) => fill(size, () => `x${'FAIL\ta'.repeat(600)}`)],
  ['go cuts', 'go test -v ./...', (size) => fill(size, (i) => `=== RUN   Test${i}\n... [9 lines truncated] ...`)],
  [
    'go deaths',
    'go test -v ./...',
    (size) => fill(size, (i) => `=== RUN   TestA\nwords\npanic: no\nFAIL\tp${i}\t0.1s`),
  ],
  ['go parallel', 'go test -v | tail -n 9', (size) => fill(size, (i) => `=== CONT  TestA${i}\n=== RUN   TestB${i}/c`)],
  [
    'gotestsum turns',
    'gotestsum -f standard-verbose',
    (size) => `${fill(size, (i) => `=== RUN   Test${i}\n--- PASS: Test${i % 9} (0.00s)`)}DONE 9 tests in 0.1s\n`,
  ],
  ['pytest frames', 'pytest', (size) => fill(size, () => '= '.repeat(2_000))],
  ['pytest dots', 'pytest', (size) => fill(size, () => `${'a.b '.repeat(1_000)}.`)],
  ['pytest reasons', 'pytest', (size) => fill(size, () => `${'a::b SKIPPED ('.repeat(280)})`)],
  ['pytest summary', 'pytest', (size) => fill(size, () => `${'1 a, '.repeat(700)}2 passed in 0.1s`)],
  [
    'pytest titles',
    'pytest',
    (size) => `=== FAILURES ===\n${fill(size, (i) => `____ test_a[${'] - ['.repeat(300)}${i}] ____`)}`,
  ],
  [
    'pytest ids',
    'pytest',
    (size) => `=== short test summary info ===\n${fill(size, () => `FAILED a.py::b[${'] - '.repeat(900)}`)}`,
  ],
  ['pytest sugar', 'pytest', (size) => fill(size, () => ` a.py::b ✓${' '.repeat(3_000)}5% ${'█ '.repeat(300)}x`)],
  ['unittest tests', 'python -m unittest', (size) => fill(size, () => `${'a (b.c) ... '.repeat(300)}x`)],
  ['vitest files', 'vitest run', (size) => fill(size, () => ` ✓ ${'a (1 tests | 1 x'.repeat(250)}`)],
  [
    'vitest tree',
    'vitest run',
    (size) => ` ✓ a.js (3 tests) 1ms\n${fill(size, (i) => `${'  '.repeat((i % 900) + 1)} ✓ a (2)`)}`,
  ],
  ['vitest badges', 'vitest run', (size) => fill(size, (i) => ` ✓ ${(i % 2 ? '|a| ' : 'a  ').repeat(900)}`)],
  ['vitest notes', 'vitest run', (size) => fill(size, () => ` ↓ a.js > ${' [a b'.repeat(800)}]`)],
  [
    'vitest lists',
    'vitest run',
    (size) =>
      `${fill(size, (i) => ` × a${i % 99}.js > t${i} 1ms`)} Test Files  9 failed (9)\n      Tests  9 failed (9)\n`,
  ],
  [
    'vitest failures',
    'vitest run',
    (size) => `⎯⎯⎯ Failed Tests 1 ⎯⎯⎯\n${fill(size, (i) => ` FAIL  a.js > ${'b > '.repeat(20)}${i} (1 times`)}`,
  ],
  ['vitest prints', 'vitest run', (size) => fill(size, () => `stdout | ${'a stderr | '.repeat(350)}`)],
  ['vitest banners', 'vitest run', (size) => fill(size, () => `${'⎯'.repeat(2_000)} a ${'⎯'.repeat(2_000)}x`)],
  ['vitest annotations', 'vitest run', (size) => fill(size, () => `::error file=${'a,title=b,'.repeat(400)}`)],
  ['vitest totals', 'vitest run', (size) => fill(size, () => ` Test Files  ${'1 a | '.repeat(600)}(3)`)],
  ['vitest TAP', 'vitest run', (size) => fill(size, () => `ok 1 - ${'a # time=1ms {'.repeat(290)}`)],
  ['node spec', 'node --test', (size) => fill(size, (i) => `${'  '.repeat(i % 200)}✔ ${'a (1.1ms) # '.repeat(300)}`)],
  [
    'node failures',
    'node --test',
    (size) =>
      `${fill(size / 2, (i) => `✖ a ${i} (1.1ms)`)}✖ failing tests:\n${fill(size / 2, (i) => `test at a.js:1:1\n✖ a ${i} (1.1ms)`)}`,
  ],
  [
    'node TAP',
    'node --test',
    (size) =>
      fill(size, (i) => `${'    '.repeat(i % 200)}# Subtest: a\nok 1 - ${'a # SKIP '.repeat(200)}\n  ---\n  error: |-`),
  ],
  [
    'node JUnit',
    'node --test',
    (size) => `<testsuites>\n${'<testsuite name="a"><testcase name="b">'.repeat(size / 40)}`,
  ],
  ['node dots', 'node --test', (size) => fill(size, () => '.X'.repeat(2_000))],
  ['cargo spaces', 'cargo test', (size) => fill(size, () => `${' '.repeat(4_000)}x`)],
  ['eslint rows', 'eslint .', (size) => fill(size, () => `${'a:1:1: x [Error'.repeat(270)}]`)],
  ['eslint frames', 'eslint .', (size) => fill(size, () => `error: ${'x at a'.repeat(600)}:1:1:`)],
  ['tsc places', 'tsc', (size) => fill(size, () => `a${'(1,1): error TS'.repeat(270)}`)],
  ['ruff rows', 'ruff check', (size) => fill(size, () => `${'a:1:1: a-a-'.repeat(370)}`)],
  ['mypy codes', 'mypy .', (size) => fill(size, () => `a.py:1: error: ${' [a'.repeat(1_300)}`)],
  ['oxlint rows', 'oxlint', (size) => `a.js\n${fill(size, () => `  1:1  error  ${'a  b.'.repeat(1_000)} [`)}`],
  ['oxlint documents', 'oxlint', (size) => fill(size, () => '{ "diagnostics": [{ "start_time": 1')],
  ['biome frames', 'biome ci', (size) => fill(size, () => `${'a A '.repeat(1_000)}x ━`)],
  ['pylint rows', 'pylint x', (size) => fill(size, () => `${'a:1:1: C0114: (x'.repeat(250)}`)],
  ['open documents', 'eslint -f json .', (size) => fill(size, () => '[{"filePath":"')],
  ['checkstyle', 'eslint -f checkstyle .', (size) => `<checkstyle>${'<error line="1" '.repeat(size / 16)}`],
  ['cargo begun', 'cargo test', (size) => `running 9 tests\n${fill(size, (i) => `test a${i} ... test b ... ok`)}`],
  ['cargo headings', 'cargo test', (size) => fill(size, () => `     Running ${'a/deps/a (b '.repeat(300)}`)],
  ['cargo failures', 'cargo test', (size) => fill(size, (i) => `failures:\n    a${i}\n---- a${i} stdout ----`)],
  [
    'nextest columns',
    'cargo nextest run',
    (size) => fill(size, () => `        PASS [   0.1s] ${'(1/1) a '.repeat(400)}`),
  ],
  ['nextest names', 'cargo nextest run', (size) => fill(size, (i) => `        PASS [   0.100s] a t${i}`)],
  ['rustc places', 'cargo clippy', (size) => fill(size, () => `error: a\n --> ${'a:1:'.repeat(900)}`)],
  ['rustc short', 'cargo check', (size) => fill(size, () => `${'a:1:1: error'.repeat(300)}`)],
  ['one line', 'pytest', (size) => 'x'.repeat(size)],
  ['one frame', 'pytest', (size) => '= '.repeat(size / 2)],
  ['escapes', 'pytest', (size) => '\x1b['.repeat(size / 2)],
  ['open strings', 'pytest', (size) => '\x1b]'.repeat(size / 2)],
  ['carriage returns', 'pytest', (size) => 'a\r'.repeat(size / 2)],
  ['open tags', 'pytest', (size) => '<testsuite name="pytest" '.repeat(size / 25)],
  ['open quotes', 'pytest', (size) => `<testsuite name="pytest">${'<testcase a="'.repeat(size / 13)}`],
  ['open JSON', 'vitest run', (size) => fill(size, () => '{"numTotalTestSuites":')],
  [
    'rspec tree',
    'rspec -fd',
    (size) => `Cart\n${fill(size, (i) => `${'  '.repeat((i % 30) + 1)}words ${i} (FAILED - x`)}`,
  ],
  [
    'rspec lists',
    'rspec',
    (size) => fill(size, (i) => `Failures:\n  1) a\nFinished in ${'1 '.repeat(900)}\n${i} examples, `),
  ],
  ['rspec signs', 'make test', (size) => fill(size, () => `rspec ./${'a # '.repeat(900)}`)],
  [
    'maven classes',
    'mvn test',
    (size) => fill(size, (i) => `Running a.B${i}\n[ERROR] a.B${'.c'.repeat(900)} -- Time elapsed: x`),
  ],
  [
    'maven results',
    'mvn test',
    (size) => `[INFO] Results:\n[ERROR] Failures:\n${fill(size, () => `[ERROR]   A.${'b[x->'.repeat(700)}`)}`,
  ],
  ['junit nests', 'cat a.xml', (size) => '<testsuite name="a"><testcase name="b">'.repeat(size / 40)],
  ['junit text', 'cat a.xml', (size) => `<testsuite name="a">${'<testcase><failure><![CDATA['.repeat(size / 27)}`],
  ['tap depths', 'prove -v', (size) => fill(size, (i) => `${'    '.repeat(i % 50)}ok ${i} - ${'# '.repeat(500)}`)],
  ['tap blocks', 'tap', (size) => fill(size, (i) => `ok ${i} - a {`)],
  ['open CTRF', 'cat a.json', (size) => fill(size, () => '{"reportFormat":"CTRF","results":{"tool":{')],
  ['golangci-lint text', 'golangci-lint run', (size) => fill(size, () => `a.go:1:2: ${'(a) '.repeat(900)}`)],
  ['golangci-lint messages', 'golangci-lint run', (size) => `a.go:1:2: x (b)\n${fill(size, () => 'a.go:1:2: x')}`],
  [
    'golangci-lint teamcity',
    'golangci-lint run',
    (size) => fill(size, () => `##teamcity[inspection typeId='a' message='${'||'.repeat(1_900)}`),
  ],
  ['semgrep boxes', 'semgrep scan', (size) => fill(size, () => `│ 1 ${'a Findings '.repeat(350)}`)],
  [
    'semgrep code',
    'semgrep scan',
    (size) => `│ 4 Code Findings │\n    a.py\n${fill(size, (i) => `      ${i * 2}┆ x`)}`,
  ],
  [
    'shellcheck signs',
    'shellcheck a',
    (size) => `In a line 3:\n${fill(size, () => `${' '.repeat(2_000)}^${'-'.repeat(2_000)}`)}`,
  ],
  ['staticcheck', 'staticcheck ./...', (size) => fill(size, () => `a.go:1:1: ${'(SA1000 '.repeat(450)}`)],
  ['coverage tables', 'coverage report', (size) => fill(size, () => `TOTAL ${'1 '.repeat(2_000)}%`)],
  ['checkstyle tags', 'cat x', (size) => `<checkstyle>\n${'<file name="a"><error '.repeat(size / 22)}`],
  ['jest headers', 'jest', (size) => fill(size, (i) => `FAIL ${'a '.repeat(900)}./a${i}.test.js (${'1'.repeat(900)}`)],
  ['jest failures', 'jest', (size) => `FAIL ./a.js\n${fill(size, (i) => `  ● ${'a › '.repeat(20)}${i}`)}`],
  ['jest lists', 'jest | tail -9', (size) => fill(size, (i) => `${'  '.repeat(i % 300)}✓ ${'(1 ms '.repeat(200)}`)],
  ['jest JSON', 'jest --json', (size) => fill(size, () => '{"numFailedTestSuites":{"')],
  ['jest redraws', 'jest', (size) => fill(size, (i) => (i % 2 ? ' RUNS  ./a.js' : ''))],
  ['mocha lists', 'mocha', (size) => fill(size, (i) => `${'  '.repeat((i % 300) + 1)}${'a ✓ 1) '.repeat(200)}`)],
  ['mocha failures', 'mocha', (size) => fill(size, (i) => `${' '.repeat(5 + 2 * (i % 900))}1) ${': '.repeat(200)}`)],
  ['mocha TAP', 'mocha -R tap', (size) => fill(size, () => 'not ok 1 not ok '.repeat(200))],
  ['mocha XML', 'mocha -R xunit', (size) => fill(size, () => '<testsuite name="a" tests="1" '.repeat(100))],
  ['mocha epilogues', 'mocha || true', (size) => fill(size, () => '  1 passing (1ms)')],
  ['cut markers', 'pytest', (size) => fill(size, () => 'truncated '.repeat(300))],
];
