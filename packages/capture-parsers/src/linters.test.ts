import { describe, expect, test } from 'vitest';
import { parse } from './index.js';

const ran = (findings: number) => `Ran 1 rule on 1 file: ${findings} findings.\n`;
const box = '┌──────────────┐\n│ Scan Summary │\n└──────────────┘\n';
const sarif = (name: string, results: string, invocation = '') =>
  `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"${name}","rules":[{"id":"R1","defaultConfiguration":{"level":"error"}}]}},${invocation}"results":[${results}]}]}\n`;
const result =
  '{"ruleId":"R1","message":{"text":"no"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a%20b.js"},"region":{"startLine":3,"startColumn":5}}}]}';

describe('what a linter says of itself is not more than it proves', () => {
  test.each([
    [
      'a file that was not scanned to its end',
      'semgrep scan',
      `${box}  Partially scanned: 1 files only partially analyzed\n${ran(0)}`,
      0,
      'unknown',
    ],
    [
      'the same of newer versions',
      'semgrep scan',
      `${box} • Findings: 0 (0 blocking)\n   ◦ Partially analyzed due to parsing or internal Semgrep errors: 1\n${ran(0)}`,
      0,
      'unknown',
    ],
    [
      'a rule that ran out of time',
      'semgrep scan',
      `Warning: 1 timeout error(s) in a.py when running the following rules:\n${ran(0)}`,
      0,
      'unknown',
    ],
    [
      'errors beside no results',
      'semgrep scan --json',
      '{"errors":[{"message":"Syntax error","path":"a.py","type":"PartialParsing"}],"results":[],"paths":{"scanned":["a.py"]}}\n',
      0,
      'unknown',
    ],
    ['nothing scanned', 'semgrep scan', 'Ran 1 rule on 0 files: 0 findings.\n', 0, 'no-tests'],
    [
      'findings that do not block',
      'semgrep ci',
      'CI scan completed successfully.\n  Found 2 findings (0 blocking) from 1 rule.\n',
      0,
      'failed',
    ],
    ['no login', 'semgrep ci', 'run `semgrep login` before using `semgrep ci`\n', 0, 'crashed'],
    [
      'a good word after an error',
      'golangci-lint run ./x/...',
      'level=error msg="[linters_context] typechecking error: pattern ./x/..."\n0 issues.\n',
      7,
      'crashed',
    ],
    [
      'the same, the code hidden',
      'golangci-lint run ./x/... || true',
      'level=error msg="[linters_context] typechecking error: pattern ./x/..."\n0 issues.\n',
      0,
      'unknown',
    ],
    ['the same, the error hidden', 'golangci-lint run ./x/... 2>/dev/null || true', '0 issues.\n', 0, 'unknown'],
    ['one who only says so', 'echo "0 issues."', '0 issues.\n', 0, 'unknown'],
    ['a JSON document that ends early', 'golangci-lint run', '{"Issues":[{"FromLinter":"x",\n', 0, 'unknown'],
    ['silence behind a pipe', 'golangci-lint run | cat', '', 0, 'unknown'],
    ['a file that gofmt lists', 'gofmt -l .', 'a/b.go\n', 0, 'failed'],
    ['nothing that gofmt lists', 'gofmt -l .', '', 0, 'passed'],
    ['a diff', 'gofumpt -d .', 'diff a.go.orig a.go\n--- a.go.orig\n+++ a.go\n', 1, 'failed'],
    ['what gofmt puts right', 'gofmt -l -w .', 'a/b.go\n', 0, 'passed'],
    ['staticcheck', 'staticcheck ./...', 'a.go:3:5: x is unused (U1000)\n', 1, 'failed'],
    ['staticcheck, the code hidden', 'staticcheck ./... || true', 'a.go:3:5: x is unused (U1000)\n', 0, 'failed'],
    ['staticcheck without packages', 'staticcheck ./x', 'warning: "./x" matched no packages\n', 0, 'no-tests'],
    [
      'shellcheck',
      'shellcheck a.sh',
      '\nIn a.sh line 3:\necho $x\n     ^-- SC2086 (info): Double quote.\n',
      1,
      'failed',
    ],
    ['shellcheck as gcc', 'shellcheck -f gcc a.sh || true', 'a.sh:3:6: note: Double quote. [SC2086]\n', 0, 'failed'],
    ['SARIF with a result', 'make lint', sarif('Some Tool', result), 2, 'failed'],
    [
      'SARIF of a run that failed',
      'make lint',
      sarif('Some Tool', '', '"invocations":[{"executionSuccessful":false}],'),
      0,
      'crashed',
    ],
    ['SARIF from a file', 'cat a.sarif', sarif('Some Tool', ''), 0, 'unknown'],
    ['Checkstyle that ends early', 'make lint', '<checkstyle version="8.0">\n<file name="a.java">\n', 0, 'unknown'],
  ])('%s', (_, command, output, exitCode, outcome) => {
    expect(parse({ command, output, exitCode })[0]?.outcome ?? 'unknown').toBe(outcome);
  });

  test('a SARIF result is named after its tool, and has the severity of its rule', () => {
    expect(parse({ output: sarif('Some Tool', result), exitCode: 1 })).toMatchObject([
      {
        runner: 'sarif',
        issues: [{ file: 'a b.js', line: 3, column: 5, rule: 'R1', severity: 'error', message: 'no' }],
      },
    ]);
    expect(parse({ output: sarif('ESLint', result), exitCode: 1 })).toMatchObject([{ runner: 'eslint' }]);
  });

  test.each([
    [
      'tsc',
      'npx tsc --pretty',
      "a.ts:4:7 - error TS2322: '\"b.ts(9,9): error TS1: no\"'\n\n4 const log: number = 'b.ts(9,9): error TS1: no';\n        ~~~\n\n\nFound 1 error in a.ts:4\n\n",
    ],
    [
      'mypy',
      'mypy --pretty .',
      'a.py:4: error: no  [misc]\n        return "b.py:3: error: no"\n               ^~~~\nFound 2 errors in 2 files (checked 1 source file)\n',
    ],
    [
      'ruff',
      'ruff check',
      'F841 unused\n --> a.py:4:5\n  |\n3 |     """b.py:1:1: F401 `os`"""\n4 |     y = 1\n  |     ^\n  |\n\nFound 1 error.\n',
    ],
    [
      'eslint',
      'npx eslint .',
      '\n/repo/a.js\n   4:5   error  Do not throw.\n  1:1  error  Use a result  fake/rule\nThat is all  no-throw\n\n✖ 1 problem (1 error, 0 warnings)\n',
    ],
  ])('a line of the source or of a message is no issue of %s', (runner, command, output) => {
    const [report] = parse({ command, output, exitCode: 1 });
    expect(report).toMatchObject({ runner, outcome: 'failed', counts: { errors: 1 } });
    expect(report?.issues.map(({ line }) => line)).toEqual([4]);
  });

  test('of several linters in one line each is given its own lines', () => {
    const output =
      'Checked 1 file in 2ms. No fixes applied.\na.ts(1,2): error TS1005: no\na.py:1:8: F401 `os`\nFound 1 error.\n';
    const reports = parse({ command: 'npx biome ci; npx tsc; ruff check', output, exitCode: 1 });
    expect(reports.map(({ runner, counts }) => [runner, counts.errors])).toEqual([
      ['biome', 0],
      ['tsc', 1],
      ['ruff', 1],
    ]);
  });

  test('tsc -b -v is a run, tsc -v is a question', () => {
    expect(parse({ command: 'npx tsc -b -v', output: '', exitCode: 0 })).toMatchObject([
      { runner: 'tsc', green: true },
    ]);
    expect(parse({ command: 'npx tsc -v', output: 'Version 5.9.3\n', exitCode: 0 })).toEqual([]);
  });
});

test('D28 ruff puts the rows of one file under each other, whatever their width', () => {
  const output =
    'pkg/a.py:\n   1:8  F401 [*] `os` imported but unused\n  13:16 F821 Undefined name `nope`\n\nFound 2 errors.\n';
  const [report] = parse({ command: 'ruff check --output-format grouped', output, exitCode: 1 });
  expect(report!.issues).toMatchObject([
    { file: 'pkg/a.py', line: 1, column: 8, rule: 'F401' },
    { file: 'pkg/a.py', line: 13, column: 16, rule: 'F821' },
  ]);
});
