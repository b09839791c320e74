import { describe, expect, test } from 'vitest';
import { parse } from './everything.js';

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

describe('D26 D27 what one tool says is not taken for another one’s', () => {
  const passes = 'Success: no issues found in 1 source file\n';

  test.each([
    ['a line each', 'set -e\ngo vet ./...\nmypy .', 'passed'],
    ['with other options', 'set -euo pipefail; go vet ./...; mypy .', 'passed'],
    ['in a shell of its own', "bash -c 'set -e; go vet ./...; mypy .'", 'passed'],
    ['by its long name', 'set -o errexit\ngo vet ./...\nmypy .', 'passed'],
    ['an && list goes on', 'set -e\ngo vet ./... && true\nmypy .', 'unknown'],
    ['a group in a list goes on', 'set -e\n(go vet ./...; true) && true\nmypy .', 'unknown'],
    ['a condition goes on', 'set -e\nif go vet ./...; then true; fi\nmypy .', 'unknown'],
    ['what is forgiven goes on', 'set -e\ngo vet ./... || true\nmypy .', 'unknown'],
    ['a pipe without pipefail', 'set -e\ngo vet ./... | cat\nmypy .', 'unknown'],
    ['taken back', 'set -e\nset +e\ngo vet ./...\nmypy .', 'unknown'],
    ['in another shell', "bash -c 'set -e'\ngo vet ./...\nmypy .", 'unknown'],
    ['in the shell around it', "set -e; bash -c 'go vet ./...; mypy .'", 'unknown'],
    ['too late', 'go vet ./...\nset -e\nmypy .', 'unknown'],
  ])('silence above what has run, under set -e: %s', (_, command, outcome) => {
    expect(parse({ command, output: passes, exitCode: 0 })[0]).toMatchObject({ runner: 'go-vet', outcome });
  });

  test.each([
    [
      'a total of Biome',
      'npx biome check .; npx tsc --noEmit',
      'Checked 2 files in 5ms. No fixes applied.\nFound 3 errors.\n',
      1,
      ['failed', 'unknown'],
    ],
    [
      'files above rows of ESLint',
      'npx prettier --check . && npx eslint .',
      'Checking formatting...\nAll matched files use Prettier code style!\n\n/repo/a.js\n  1:1  error  No.  no-var\n\n✖ 1 problem (1 error, 0 warnings)\n',
      1,
      ['passed', 'failed'],
    ],
    [
      'what Black cannot parse',
      'ruff check . && black --check .',
      'All checks passed!\nerror: cannot format a.py: Cannot parse: 1:6: def g(:\n\nOh no! 💥 💔 💥\n1 file would fail to reformat.\n',
      123,
      ['passed', 'failed'],
    ],
    [
      'places below the name of a package',
      'gofmt -l .; go build ./...',
      '# example.com/a\na/a.go:3:5: undefined: x\n',
      1,
      ['unknown', 'build-error'],
    ],
    [
      'two runs of one tool, told apart by their last words',
      'ruff format --check . && ruff check . && mypy .',
      '3 files already formatted\nAll checks passed!\na.py:1: error: No  [misc]\nFound 1 error in 1 file (checked 1 source file)\n',
      1,
      ['passed', 'passed', 'failed'],
    ],
    [
      'a recipe of just',
      'cargo clippy -- -D warnings',
      'error: unused\n --> src/lib.rs:1:5\n\nerror: could not compile `a` (lib) due to 1 previous error\nerror: Recipe `lint` failed on line 2 with exit code 101\n',
      101,
      ['failed'],
    ],
  ])('%s', (_, command, output, exitCode, outcomes) => {
    const reports = parse({ command, output, exitCode });
    expect(reports.map(({ outcome }) => outcome)).toEqual(outcomes);
    for (const { outcome, counts } of reports) expect(counts.errors > 0).toBe(!['passed', 'unknown'].includes(outcome));
    if (command.startsWith('cargo')) expect(reports[0]!.counts.errors).toBe(1);
  });

  test('pnpm says which of its commands ended well', () => {
    const output =
      'Scope: 2 of 3 workspace projects\na lint$ eslint .\na lint: Done\nb lint$ eslint .\nb lint: \nb lint: /repo/b.js\nb lint:   1:1  error  No.  no-var\nb lint: \nb lint: ✖ 1 problem (1 error, 0 warnings)\nb lint: Failed\n';
    const outcomes = parse({ command: 'pnpm -r lint', output, exitCode: 1 }).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['passed', 'failed']);
  });

  test.each([
    ['ruff format --check . || true', 'passed'],
    ['ruff format --check . 2>/dev/null || true', 'unknown'],
    ['ruff format --check . | grep formatted', 'unknown'],
  ])('files that ruff could not parse are told on the other stream: %s', (command, outcome) => {
    expect(parse({ command, output: '9 files already formatted\n', exitCode: 0 })).toMatchObject([{ outcome }]);
  });
});

describe('D25 places and rules as the tool gave them', () => {
  const cut = '... [40 characters truncated] ...';

  test.each([
    [
      'ruff check --output-format grouped .',
      `a.py:\n  1:1 F401 No.\n  2:1 F4\n\n${cut}\n\n  9:9 F401 No.\n  7:7 F401 No.\n`,
    ],
    [
      'eslint .',
      `/repo/a.py\n  1:1  error  No.  F401\n  2:1  err\n\n${cut}\n\n  9:9  error  No.  F401\n  7:7  error  No.  F401\n`,
    ],
  ])('behind a cut no file is given the rows of another: %s', (command, output) => {
    const rows = parse({ command, output, exitCode: 1 })[0]!.issues.map(({ file, line }) => [file, line]);
    expect(rows[0]).toEqual(['a.py', 1]);
    for (const [file] of rows.slice(1)) expect(file).toBeUndefined();
  });

  test('a long name of a semgrep rule goes on in the next line', () => {
    const output =
      '┌────────────────┐\n│ 1 Code Finding │\n└────────────────┘\n\n    a.py\n    ❯❱ rules.a-very-long-name-\n       that-goes-on\n          What is wrong.\n\n            2┆ x\n';
    expect(parse({ command: 'semgrep scan', output, exitCode: 0 })[0]!.issues).toMatchObject([
      { file: 'a.py', line: 2, rule: 'rules.a-very-long-name-that-goes-on', message: 'What is wrong.' },
    ]);
  });

  test('the compiler’s word that it has seen enough is no error', () => {
    const output = '# a\n./a.go:1:1: first\n./a.go:2:1: second\n./a.go:2:1: too many errors\n';
    expect(parse({ command: 'go build ./...', output, exitCode: 1 })[0]!.counts.errors).toBe(2);
  });

  test('rustc notes the name of a lint below the first of its issues only', () => {
    const output =
      'warning: unused variable: `a`\n --> src/lib.rs:1:5\n  |\n  = note: `#[warn(unused_variables)]` on by default\n\nwarning: unused variable: `b`\n --> src/lib.rs:2:5\n\nwarning: something else: `b`\n --> src/lib.rs:3:5\n\n';
    expect(parse({ command: 'cargo clippy', output, exitCode: 0 })[0]!.issues.map(({ rule }) => rule)).toEqual([
      'unused_variables',
      'unused_variables',
      undefined,
    ]);
  });

  test('Biome has severities of its own in GitLab’s format', () => {
    const entry = (severity: string) =>
      `{"description":"No.","check_name":"lint/a/b","fingerprint":"1","severity":"${severity}","location":{"path":"a.js","lines":{"begin":1}}}`;
    const output = `[${['critical', 'major', 'minor'].map(entry).join(',')}]\n`;
    expect(parse({ command: 'biome lint --reporter=gitlab .', output, exitCode: 1 })[0]!.counts).toMatchObject({
      errors: 1,
      warnings: 1,
    });
  });

  test('ruff leaves the column of an issue of several lines to the words of an annotation', () => {
    const output = '::error title=ruff (I001),file=/repo/a.py,line=1,endLine=3::a.py:1:5: I001 Unsorted\n';
    expect(parse({ command: 'ruff check --output-format github .', output, exitCode: 1 })[0]!.issues).toMatchObject([
      { file: 'a.py', line: 1, column: 5, rule: 'I001' },
    ]);
  });
});

test.each([
  ['python3 -m pytest', 1, '/usr/bin/python3: No module named pytest\n'],
  ['.venv/bin/python -m mypy .', 1, '/home/dev/cart/.venv/bin/python: No module named mypy\n'],
  [
    'uv run mypy .',
    2,
    'Using CPython 3.11.7 interpreter at: /usr/bin/python3\nCreating virtual environment at: .venv\nerror: Failed to spawn: mypy\n  cause: No such file or directory (os error 2)\n',
  ],
  ['poetry run mypy .', 1, 'Command not found: mypy\n'],
  ['pdm run pytest', 1, "[PdmUsageError]: Command 'pytest' is not found in your PATH.\n"],
  ['pipenv run mypy .', 127, '/bin/sh: 1: mypy: not found\n'],
  [
    'npx --no-install vitest run',
    1,
    'npm error npx canceled due to missing packages and no YES option: ["vitest@4.1.12"]\nnpm error A complete log of this run can be found in: /home/dev/.npm/_logs/a.log\n',
  ],
  ['pnpm exec vitest run', 1, 'Error: ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL\n\n  × Command "vitest" not found\n\n'],
])('%s: a program that is not there was not started', (command, exitCode, output) => {
  const [report] = parse({ output, command, exitCode });
  expect(report).toMatchObject({ outcome: 'unknown', green: false });
  expect(report?.reasons).toContain('not-started');
  expect(report?.reasons).not.toContain('exit-nonzero');
});

test.each([
  ['python3 -m pytest', 4, "ERROR: No module named 'cart'\n"],
  ['python3 -m pytest', 2, `${'line\n'.repeat(40)}/usr/bin/python3: No module named pytest\n`],
  ['uv run pytest', 2, 'error: Failed to parse `pyproject.toml`\n'],
])('%s, exit %i: another failure is not told as an absence', (command, exitCode, output) => {
  expect(parse({ output, command, exitCode })[0]?.reasons).not.toContain('not-started');
});

test('a linter that is not there was not started, whatever the silence of its kind means', () => {
  const output = 'bash: line 1: golangci-lint: command not found\n';
  const [report] = parse({ output, command: 'golangci-lint run', exitCode: 127 });
  expect(report?.outcome).toBe('unknown');
  expect(report?.reasons).toContain('not-started');
});
