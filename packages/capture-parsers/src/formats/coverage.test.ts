import { describe, expect, test } from 'vitest';
import { parse } from '../everything.js';
import { readCoverage } from './coverage.js';

const table = (branches: string, total: string) =>
  `Name        Stmts   Miss${branches}  Cover\n-----\nm.py            4      1    75%\n-----\nTOTAL           ${total}\n`;

describe('coverage totals', () => {
  test.each([
    ['go, one package', 'ok  \ta\t0.1s\tcoverage: 80.5% of statements\n', { statements: { percent: 80.5 } }],
    [
      'go -v, which says it twice',
      'PASS\ncoverage: 80.0% of statements in ./...\nok  \ta\t0.1s\tcoverage: 80.0% of statements in ./...\n',
      { statements: { percent: 80 } },
    ],
    [
      'go, several packages',
      'ok  \ta\t0.1s\tcoverage: 80.0% of statements\nok  \tb\t0.1s\tcoverage: 90.0% of statements\n',
      undefined,
    ],
    ['go tool cover', 'a/a.go:3:\tF\t\t100.0%\ntotal:\t\t\t(statements)\t66.7%\n', { statements: { percent: 66.7 } }],
    ['coverage.py', table('', '7      1    86%'), { statements: { percent: 86, covered: 6, total: 7 } }],
    [
      'coverage.py with branches',
      table(' Branch BrPart', '7      1      2      1    78%'),
      { statements: { percent: 78 } },
    ],
    [
      'coverage.py as a table of Markdown',
      '| Name      |    Stmts |     Miss |   Cover |\n|---------- | -------: | -------: | ------: |\n| m.py      |        7 |        1 |     86% |\n| **TOTAL** |    **7** |    **1** | **86%** |\n',
      { statements: { percent: 86, covered: 6, total: 7 } },
    ],
    [
      'coverage.py with missing lines',
      table('', '7      1    85.71%'),
      { statements: { percent: 85.71, covered: 6, total: 7 } },
    ],
    [
      "istanbul's table",
      '----------|---------|----------|---------|---------|---\nFile      | % Stmts | % Branch | % Funcs | % Lines | U\nAll files |   83.33 |       50 |     100 |   83.33 |   \n a.js     |   83.33 |       50 |     100 |   83.33 | 4\n',
      {
        statements: { percent: 83.33 },
        branches: { percent: 50 },
        functions: { percent: 100 },
        lines: { percent: 83.33 },
      },
    ],
    [
      "istanbul's summary",
      '=============================== Coverage summary ===============================\nStatements   : 80% ( 8/10 )\nBranches     : 50% ( 1/2 ), 1 ignored\nFunctions    : Unknown% ( 0/0 )\nLines        : 77.77% ( 7/9 )\n',
      {
        statements: { percent: 80, covered: 8, total: 10 },
        branches: { percent: 50, covered: 1, total: 2 },
        lines: { percent: 77.77, covered: 7, total: 9 },
      },
    ],
    [
      'lcov',
      'SF:a.js\nFNF:2\nFNH:1\nLF:10\nLH:9\nBRF:4\nBRH:1\nend_of_record\nSF:b.js\nLF:5\nLH:5\nend_of_record\n',
      {
        lines: { percent: 93.33, covered: 14, total: 15 },
        branches: { percent: 25, covered: 1, total: 4 },
        functions: { percent: 50, covered: 1, total: 2 },
      },
    ],
    [
      'node --test',
      'ℹ file      | line % | branch % | funcs % | uncovered lines\nℹ a.js      | 100.00 |    66.67 |  100.00 | \nℹ all files | 100.00 |    80.00 |   50.00 |\n',
      { lines: { percent: 100 }, branches: { percent: 80 }, functions: { percent: 50 } },
    ],
    [
      'cargo llvm-cov',
      'Filename  Regions  Missed Regions  Cover  Functions  Missed Functions  Executed  Lines  Missed Lines  Cover  Branches  Missed Branches  Cover\nTOTAL  10  2  80.00%  4  1  75.00%  20  5  75.00%  0  0  -\n',
      { functions: { percent: 75, covered: 3, total: 4 }, lines: { percent: 75, covered: 15, total: 20 } },
    ],
    ['tarpaulin', '62.50% coverage, 5/8 lines covered\n', { lines: { percent: 62.5, covered: 5, total: 8 } }],
    ['SimpleCov', 'Line Coverage: 90.0% (9 / 10)\n', { lines: { percent: 90, covered: 9, total: 10 } }],
    [
      'an older SimpleCov',
      'Coverage report generated for RSpec to /c. 9 / 10 LOC (90.0%) covered.\n',
      { lines: { percent: 90, covered: 9, total: 10 } },
    ],
    ['nothing of it', '5 passed in 0.1s\nTOTAL trust\n100% sure\n', undefined],
  ])('%s', (_, text, coverage) => {
    expect(readCoverage(text)).toEqual(coverage);
  });

  test('a run of tests has the coverage that it printed', () => {
    const output = `.\n${table('', '7      1    86%')}1 passed in 0.1s\n`;
    const [report] = parse({ command: 'pytest -q --cov', output, exitCode: 0 });
    expect(report).toMatchObject({ green: true, coverage: { statements: { percent: 86, covered: 6, total: 7 } } });
  });
});

test('the table of coverage report stands below a session that has ended', () => {
  const output = `..       [100%]\n2 passed in 0.01s\n${table('', '7      1    86%').replace(/^-{5}$/gm, '-'.repeat(59))}`;
  const reports = parse({ command: 'coverage run -m pytest -q && coverage report', output, exitCode: 0 });
  expect(reports).toMatchObject([
    { runner: 'pytest', green: true, counts: { passed: 2 } },
    { runner: 'coverage', green: true },
  ]);
});

describe('coverage reports of their own', () => {
  const failure = 'Coverage failure: total of 86 is less than fail-under=100\n';
  const below = 'ERROR: Coverage for lines (50%) does not meet global threshold (90%)\n';
  test.each([
    ['whole', 'coverage report', table('', '7      1    86%'), 0, 'passed'],
    [
      'below its threshold',
      'coverage report --fail-under=100',
      `${table('', '7      1    86%')}${failure}`,
      2,
      'failed',
    ],
    [
      'below, the code hidden',
      'coverage report --fail-under=100 || true',
      `${table('', '7      1    86%')}${failure}`,
      0,
      'failed',
    ],
    ['only the number', 'coverage report --format=total', '86\n', 0, 'passed'],
    ['without data', 'coverage report', 'No data to report.\n', 1, 'no-tests'],
    ['below the thresholds of nyc', 'npx nyc check-coverage --lines 90', below, 1, 'failed'],
    ['silent', 'npx c8 check-coverage', '', 0, 'passed'],
    ['go', 'go tool cover -func=c.out', 'a/a.go:3:\tF\t\t100.0%\ntotal:\t\t\t(statements)\t66.7%\n', 0, 'passed'],
    [
      'go without its file',
      'go tool cover -func=c.out',
      'cover: open c.out: no such file or directory\n',
      2,
      'crashed',
    ],
    ['cut off', 'coverage report | head -2', 'Name Stmts Miss Cover\n-----\n', 0, 'truncated'],
  ])('%s', (_, command, output, exitCode, outcome) => {
    expect(parse({ command, output, exitCode })).toMatchObject([{ runner: 'coverage', kind: 'coverage', outcome }]);
  });

  test('the parts of a long text are no total', () => {
    const output = `${'x\n'.repeat(150_000)}ok  \ta\t0.1s\tcoverage: 80.5% of statements\n`;
    expect(readCoverage(output)).toBeUndefined();
  });
});
