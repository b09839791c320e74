import { describe, expect, test } from 'vitest';
import { allGreen, parse, type Report } from './everything.js';

/** Forms that other projects' test data shows and that no runner at hand prints, each made anew and as short as can be. */
function read(command: string, lines: readonly string[], exitCode?: number) {
  const reports = parse({ command, output: `${lines.join('\n')}\n`, ...(exitCode === undefined ? {} : { exitCode }) });
  return { ...reports[0]!, green: allGreen(reports) };
}

const states = ({ tests }: { readonly tests: readonly { readonly name: string; readonly state: string }[] }) =>
  tests.map(({ name, state }) => `${name} ${state}`).sort();

const result = (word: string, passed: number, failed: number) =>
  `test result: ${word}. ${passed} passed; ${failed} failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s`;

describe('D24 doctests that cargo builds together', () => {
  const merged = ['', 'running 2 merged doctests', 'test src/lib.rs - a (line 3) ... ok'];
  const alone = [
    '',
    '',
    'running 1 test',
    'test src/lib.rs - c (line 9) - compile fail ... ok',
    '',
    result('ok', 1, 0),
  ];

  test('are counted with those that stand alone', () => {
    const report = read('cargo test --doc', [
      ...merged,
      'test src/lib.rs - b (line 6) - compile ... ok',
      '',
      result('ok', 2, 0),
      ...alone,
    ]);
    expect(report).toMatchObject({ green: true, counts: { passed: 3, failed: 0 } });
    expect(states(report)).toEqual(['a (line 3)', 'b (line 6)', 'c (line 9)'].map((at) => `src/lib.rs - ${at} passed`));
  });

  test('are not green where one of them failed and all that stand alone passed', () => {
    const list = ['', 'failures:', '    src/lib.rs - b (line 6)', ''];
    const report = read('cargo test --doc', [
      ...merged,
      'test src/lib.rs - b (line 6) ... FAILED',
      ...list,
      result('FAILED', 1, 1),
      ...alone,
    ]);
    expect(report).toMatchObject({ green: false, outcome: 'failed', counts: { passed: 2, failed: 1 } });
    expect(states(report)).toContain('src/lib.rs - b (line 6) failed');
  });
});

describe('D24 JUnit XML whose totals and tests differ', () => {
  const suite = (attributes: string, cases: string) => `<testsuite name="s" ${attributes}>${cases}</testsuite>`;
  const passing = suite('tests="1"', '<testcase name="a"/>');

  test.each([
    ['tests="1" failures="0"', true],
    ['tests="9" failures="0"', false],
    ['tests="1" failures="1"', false],
    ['tests="1" errors="1"', false],
  ])('a document that says %s of one that passed: green is %s', (totals, green) => {
    expect(read('phpunit --log-junit -', [`<testsuites ${totals}>${passing}</testsuites>`], 0).green).toBe(green);
  });

  test('a test that failed twice is one test', () => {
    const twice = '<testcase name="a"><failure/><failure/></testcase><testcase name="b"/>';
    const { counts, outcome } = read('phpunit --log-junit -', [suite('tests="2" failures="2"', twice)], 1);
    expect({ ...counts, outcome }).toMatchObject({ passed: 1, failed: 1, total: 2, outcome: 'failed' });
  });

  test('suites without their tests have totals, and prove nothing', () => {
    const report = read('phpunit --log-junit -', [suite('tests="6" failures="0" errors="0" skipped="2"', '')], 0);
    expect(report).toMatchObject({ green: false, counts: { passed: 4, skipped: 2, total: 6 } });
  });

  test('Bun counts assertions as PHPUnit does, and is told from it', () => {
    const bun = `<testsuites name="bun test" tests="1">${suite('tests="1"', '<testcase name="a" classname="" assertions="1"/>')}</testsuites>`;
    expect(parse({ output: bun })[0]).toMatchObject({ runner: 'bun', tests: [{ name: 'a' }] });
  });
});

test('D24 gotestsum names a failed test of which no package is known', () => {
  const lines = [
    '',
    '=== Failed',
    '=== FAIL:  TestOuter (0.00s)',
    '    a_test.go:9: no',
    '',
    'DONE 3 tests, 1 failure in 0.010s',
  ];
  expect(states(read('gotestsum', lines, 1))).toEqual(['TestOuter failed']);
});

test('D24 Surefire names a test that failed in each of its runs', () => {
  const lines = [
    '',
    'Results:',
    '',
    'Failures: ',
    'shop.CartTest.adds',
    '  Run 1: CartTest.adds:15 no',
    '  Run 2: CartTest.adds:15 no',
    '',
  ];
  const report = read(
    'mvn test',
    [...lines.map((line) => `[ERROR] ${line}`), '[ERROR] Tests run: 4, Failures: 1, Errors: 0, Skipped: 0'],
    1,
  );
  expect(report).toMatchObject({ outcome: 'failed', counts: { passed: 3, failed: 1 } });
  expect(states(report)).toEqual(['CartTest.adds failed']);
});

describe('D24 pytest -v -s where fixtures print', () => {
  const session = (lines: readonly string[], last: string) => [
    '============================= test session starts ==============================',
    'platform linux -- Python 3.11.7, pytest-9.2.0, pluggy-1.7.0 -- /usr/bin/python3',
    'collecting ... collected 3 items',
    '',
    ...lines,
    '',
    `============================== ${last} in 0.01s ===============================`,
  ];

  test('a status with words behind it or right before it is that of its own test', () => {
    const lines = [
      'test_a.py::test_x SETUP',
      'FAILED  TEARDOWN',
      'test_a.py::test_y',
      'PASSED',
      'test_a.py::test_z SETUP',
      'donePASSED',
    ];
    expect(states(read('pytest -v -s', session(lines, '1 failed, 2 passed'), 1))).toEqual([
      'test_a.py::test_x failed',
      'test_a.py::test_y passed',
      'test_a.py::test_z passed',
    ]);
  });

  test('of two such words none is believed', () => {
    const lines = [
      'test_a.py::test_x SETUP',
      'FAILED words',
      'PASSED  TEARDOWN',
      'test_a.py::test_y',
      'PASSED',
      'test_a.py::test_z PASSED',
    ];
    expect(states(read('pytest -v -s', session(lines, '3 passed'), 0))).toEqual([
      'test_a.py::test_y passed',
      'test_a.py::test_z passed',
    ]);
  });
});

describe('D24 node:test, where something failed that the totals leave out', () => {
  const totals = ['tests 1', 'suites 1', 'pass 1', 'fail 0', 'cancelled 0', 'skipped 0', 'todo 0', 'duration_ms 9.75'];
  const details = (...lines: string[]) => [
    '  ---',
    '  duration_ms: 0.125',
    ...lines.map((line) => `  ${line}`),
    '  ...',
  ];
  const tap = (...failed: string[]) => [
    'TAP version 13',
    '# Subtest: fine',
    'ok 1 - fine',
    ...details("type: 'test'"),
    ...failed,
    '1..2',
    ...totals.map((line) => `# ${line}`),
  ];

  test.each([
    ['a suite', ['# Subtest: cart', 'not ok 2 - cart', ...details("type: 'suite'", "error: 'boom'")]],
    ['the hook around all tests', ['not ok 0 - <root>', ...details("failureType: 'hookFailed'", "error: 'boom'")]],
    ['a file', ['not ok 2 - /repo/cart.test.js', ...details("failureType: 'hookFailed'", "error: 'boom'")]],
  ])('%s in TAP: not green, and no test of its own', (_, failed) => {
    const report = read('node --test --test-reporter=tap | tee log', tap(...failed));
    expect(report).toMatchObject({ green: false, outcome: 'failed', counts: { passed: 1, failed: 0 } });
    expect(states(report)).toEqual(['fine passed']);
    expect(read('node --test --test-reporter=tap', tap()).green).toBe(true);
  });

  test('a suite in JUnit XML, where it looks like a test', () => {
    const lines = (failure: string) => [
      '<?xml version="1.0" encoding="utf-8"?>',
      '<testsuites>',
      `\t<testcase name="cart" time="0.000716" classname="test">${failure}</testcase>`,
      '\t<testcase name="fine" time="0.002491" classname="test"/>',
      ...totals.map((line) => `\t<!-- ${line} -->`),
      '</testsuites>',
    ];
    const failure = '<failure type="testCodeFailure" message="boom"></failure>';
    expect(read('node --test --test-reporter=junit', lines(failure))).toMatchObject({
      green: false,
      outcome: 'failed',
    });
  });

  test('the end of a run that was to stop is no test', () => {
    const footer = [
      'tests 3',
      'suites 0',
      'pass 1',
      'fail 1',
      'cancelled 1',
      'skipped 0',
      'todo 0',
      'duration_ms 9.75',
    ];
    const lines = ['✔ fine (1.25ms)', '✖ cart (1.25ms)', '', '✖ Bail out!', ...footer.map((line) => `ℹ ${line}`)];
    expect(states(read('node --test', lines, 1))).toEqual(['cart failed', 'fine passed']);
  });
});

describe('D24 go test as people paste it', () => {
  test('tabs that became spaces are still a closing line; a sentence is none', () => {
    expect(read('go test ./...', ['ok      cmd/cover       3.444s', 'ok      cmd/doc 0.075s']).green).toBe(true);
    expect(read('go test ./...', ['ok cmd/doc 0.075s']).green).toBe(false);
  });

  test.each([['\t'], ['        ']])('tests that ran when time was up, with %j in front', (indent) => {
    const lines = [
      'panic: test timed out after 1s',
      'running tests:',
      `${indent}TestSlow (1s)`,
      '',
      'goroutine 1 [running]:',
    ];
    const report = read('go test ./...', [...lines, 'FAIL\texample.com/a\t1.01s', 'FAIL'], 1);
    expect(report).toMatchObject({ outcome: 'timed-out' });
    expect(states(report)).toEqual(['TestSlow error']);
  });
});

describe('D24 coverage that was asked for and is not there fails a run whose tests all passed', () => {
  const mocha = ['', '', '  cart', '    ✔ adds', '', '', '  1 passing (4ms)', ''];
  const spec = [
    '✔ adds (1.25ms)',
    'ℹ tests 1',
    'ℹ suites 0',
    'ℹ pass 1',
    'ℹ fail 0',
    'ℹ cancelled 0',
    'ℹ skipped 0',
    'ℹ todo 0',
    'ℹ duration_ms 9.75',
  ];
  const tap = ['TAP version 14', 'ok 1 - adds', '1..1'];
  const jest = ['PASS a.test.js', '  ✓ adds (2 ms)', ''];
  const summary = [
    '',
    'Test Suites: 1 passed, 1 total',
    'Tests:       1 passed, 1 total',
    'Snapshots:   0 total',
    'Time:        0.5 s',
    'Ran all test suites.',
  ];
  const vitest = [
    ' RUN  v3.1.4 /repo',
    '',
    ' ✓ a.test.ts (1 test) 2ms',
    '',
    ' Test Files  1 passed (1)',
    '      Tests  1 passed (1)',
    '   Start at  10:57:38',
    '   Duration  300ms (transform 10ms, setup 0ms, collect 10ms, tests 2ms, environment 0ms, prepare 50ms)',
    '',
  ];
  const below = 'ERROR: Coverage for lines (50%) does not meet global threshold (90%)';

  test.each<[string, string, string[], string[]]>([
    ['nyc mocha', below, mocha, []],
    ['c8 node --test', below, spec, []],
    ['nyc tap', below, tap, []],
    ['vitest run --coverage', 'ERROR: Uncovered lines (12) exceed threshold (3) for src/a.ts', vitest, []],
    ['jest --coverage=true', 'Jest: Coverage data for a.js was not found.', jest, summary],
  ])('%s: %s', (command, words, before, after) => {
    const table = ['All files |      50 |      100 |      50 |      50 |                   '];
    expect(read(`${command} | tee log`, [...before, ...table, ...after]).green).toBe(true);
    expect(read(`${command} | tee log`, [...before, ...table, words, ...after]).green).toBe(false);
    expect(read(command, [...before, ...table, words, ...after], 0).green).toBe(true);
  });
});

test('D25 an error of clippy without a place is counted once', () => {
  const lines = [
    'error: package `shop` is missing the `rust-version` field',
    '  |',
    '',
    'error: could not compile `shop` (lib) due to 1 previous error',
  ];
  expect(read('cargo clippy -- -D warnings', lines, 101)).toMatchObject({ outcome: 'failed', counts: { errors: 1 } });
});

describe('D26 gotestsum --format-icons', () => {
  test.each([
    ['codicons', '\uEBA4', '\uEA87', '\uEABD'],
    ['octicons', '\uF49E', '\uF52F', '\uF517'],
    ['emoticons', '\u{F01F5}', '\u{F01F8}', '\u{F01F6}'],
    ['hivis', '✅', '❌', '➖'],
    ['text', 'PASS', 'FAIL', 'SKIP'],
  ])('%s', (icons, passed, failed, skipped) => {
    const packages = [`${passed}  shop/cart (cached)`, `${failed}  shop/bill (20ms)`, `${skipped}  shop/none (cached)`];
    expect(read(`gotestsum --format-icons ${icons}`, packages)).toMatchObject({
      outcome: 'failed',
      packages: [
        { name: 'shop/cart', state: 'passed' },
        { name: 'shop/bill', state: 'failed' },
        { name: 'shop/none', state: 'no-tests' },
      ],
    });
    const dox = ['shop/cart:', ` ${passed} Adds (0.00s)`, ` ${failed} Takes away (0.01s)`, ` ${skipped} Waits (0.00s)`];
    expect(read(`gotestsum --format testdox --format-icons ${icons}`, dox).counts).toMatchObject({
      passed: 1,
      failed: 1,
      skipped: 1,
    });
  });
});

test('D24 D97 what a node:test left running and failed behind its end fails the run, whatever the totals say', () => {
  const late =
    'ℹ Error: Test "a" at a.test.js:1:40 generated asynchronous activity after the test ended. This activity created the error "Error: late" and would have caused the test to fail, but instead triggered an uncaughtException event.';
  const totals = ['tests 1', 'suites 0', 'pass 1', 'fail 0', 'cancelled 0', 'skipped 0', 'todo 0', 'duration_ms 9.75'];
  const lines = ['✔ a (0.6ms)', late, ...totals.map((total) => `ℹ ${total}`)];
  const command = 'node --test --test-isolation=none';
  expect(read(`${command} | tail -20`, lines).green).toBe(false);
  expect(read(command, lines, 1).green).toBe(false);
  expect(read(command, lines, 0)).toMatchObject({ outcome: 'passed', green: true });
});

describe('D24 lines that something else moved, and titles that look like a result', () => {
  const jest = (noise: string) => [
    'PASS ./a.test.js',
    '  ✓ first (2 ms)',
    `${noise}PASS ./b.test.js`,
    '  group',
    '    ✓ second',
    '',
    'Test Suites: 2 passed, 2 total',
    'Tests:       2 passed, 2 total',
    'Snapshots:   0 total',
    'Time:        0.4 s',
  ];

  test('Jest: a file whose header stands behind words without an end of line', () => {
    for (const noise of ['', 'no end of line', 'dots... '])
      expect(states(read('npx jest --verbose', jest(noise), 0))).toEqual(['first passed', 'group > second passed']);
  });

  test('Jest: such words are no header where the files add up without', () => {
    const lines = jest('').toSpliced(2, 0, '  it said PASS ./ghost.test.js', '  ✓ ghost');
    const report = read('npx jest --verbose', lines, 0);
    expect(report.files.map(({ name }) => name)).toEqual(['./a.test.js', './b.test.js']);
  });

  test('pytest: what goes to standard error stands behind the progress', () => {
    const lines = [
      'test_a.py::test_one PASSED [ 50%]',
      'test_a.py::test_p[x [ 1%]y] PASSED [100%]Exception ignored in: <f>',
    ];
    const report = read(
      'pytest -v',
      ['collected 2 items', '', ...lines, 'OSError', '', '===== 2 passed in 0.1s ====='],
      0,
    );
    expect(states(report)).toEqual(['test_a.py::test_one passed', 'test_a.py::test_p[x [ 1%]y] passed']);
  });

  test('Mocha: a suite with a number in front and a test without a title', () => {
    const lines = ['', '', '  1) numbered', '    ✔ one', '    ✔ ', '', '', '  2 passing (6ms)', ''];
    const report = read('npx mocha', lines, 0);
    expect(report).toMatchObject({ green: true, counts: { passed: 2, failed: 0 } });
    expect(states(report)).toEqual(['1) numbered one passed']);
  });

  test('Mocha: of tests that failed none becomes a suite', () => {
    const failures = ['  1) S', '       one:', '     Error: x', ''];
    const report = read(
      'npx mocha',
      ['', '', '  S', '    1) one', '    ✔ two', '', '', '  1 passing (6ms)', '  1 failing', '', ...failures],
      1,
    );
    expect(states(report)).toEqual(['S one failed', 'S two passed']);
  });
});

describe('D22 D27 what speaks against an end that looks green', () => {
  const rspec = '..\n\nFinished in 0.1 seconds (files took 0.1 seconds to load)\n2 examples, 0 failures\n\n';
  const mocha = (gap: string) => `\n\n  cart\n    prices\n      ✔ adds\n${gap}  1 passing (3ms)\n\n`;
  const bats = (second: string) => `1..2\nok 1 - a\n${second} 2 - b # SKIP no database\n`;
  const tape = (planned: number) => `TAP version 13\n    ok 1 - x\n    1..${planned}\nok 1 - parent\n1..1\n`;
  const MARK = '... [9 lines truncated] ...';
  const LITTLE = 'ERROR: Coverage for lines (50%) does not meet global threshold (90%)\n';
  const TROUBLE = '[ERROR] Failed to execute goal x\n[ERROR] there\n';
  const WARNED =
    '/a.js\n  1:1  warning  Unexpected console statement  no-console\n\n✖ 1 problem (0 errors, 1 warning)\n';
  const mochaJson = (listed: number) =>
    `{\n  "stats": {\n    "suites": 1,\n    "tests": 1,\n    "passes": 1,\n    "pending": 0,\n    "failures": 0\n  },\n  "pending": [],\n  "failures": [],\n  "passes": [${[
      'adds',
      'takes',
    ]
      .map((title) => `{"fullTitle": "cart ${title}"}`)
      .slice(0, listed)
      .join()}]\n}\n`;
  const xunit = (end: string) =>
    `<testsuite name="Mocha Tests" tests="1" failures="0" errors="0" skipped="0" timestamp="x" time="0.01">\n<testcase classname="cart" name="adds" time="0"/>\n${end}`;
  const rspecJson = (count: number) =>
    `{"version":"3.13.0","examples":[{"full_description":"a","status":"passed"},{"full_description":"b","status":"passed"}],"summary":{"duration":0.1,"example_count":${count},"failure_count":0,"pending_count":0,"errors_outside_of_examples_count":0},"summary_line":"${count} examples, 0 failures"}\n`;
  const gitlab = (status: string) =>
    `{"version":"15.0.4","scan":{"status":"${status}","analyzer":{"id":"semgrep"},"scanner":{"id":"semgrep","name":"Semgrep"}},"vulnerabilities":[]}\n`;
  const semgrepJson = (ignored: string) =>
    `{"errors":[],"results":[{"check_id":"r","path":"a.py","start":{"line":1,"col":1},"extra":{"severity":"ERROR","message":"no","is_ignored":${ignored}}}],"paths":{"scanned":["a.py"]}}\n`;
  const ofClass = (failures: number) =>
    `[INFO] Tests run: 1, Failures: ${failures}, Errors: 0, Skipped: 0, Time elapsed: 0.01 s${failures > 0 ? ' <<< FAILURE!' : ''} - in a.ATest\n`;
  const maven = (classes: string) =>
    `[INFO]  T E S T S\n[INFO] Running a.ATest\n${classes}[INFO] Results:\n[INFO] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS\n`;
  const nextest = (ran: string, all: number) =>
    `    Starting ${all} tests across 1 binary\n        PASS [   0.003s] cart a\n        PASS [   0.003s] cart b\n     Summary [   0.010s] ${ran} tests run: 2 passed, 0 skipped\n`;

  test.each([
    ['a test that was skipped', 'bats t', bats('ok'), 0, 'passed'],
    ['one that failed, and says that it was skipped', 'bats t', bats('not ok'), 0, 'failed'],
    ['examples whose exit code is hidden', 'rspec; echo done', rspec, 0, 'passed'],
    [
      'the same in a limit of time, which ends them with their totals',
      'timeout 60 rspec; echo done',
      rspec,
      0,
      'unknown',
    ],
    ['an epilogue behind two blank lines', 'npx mocha', mocha('\n\n'), 0, 'passed'],
    ['one that a test in a suite has printed', 'npx mocha', mocha('\n'), 0, 'unknown'],
    [
      'examples that were ended early',
      'rspec',
      `RSpec is shutting down and will print the summary report...\n${rspec}`,
      0,
      'unknown',
    ],
    [
      'coverage below what was asked for',
      'rspec',
      `${rspec}SimpleCov failed with exit 2 due to a coverage related error\n`,
      0,
      'unknown',
    ],
    ['as many subtests as were planned', 'npx tape t.js', tape(1), 0, 'passed'],
    ['fewer', 'npx tape t.js', tape(2), 0, 'unknown'],
    ['results like those of their classes', 'mvn test', maven(ofClass(0)), 0, 'passed'],
    ['better ones', 'mvn test', maven(ofClass(1)), 0, 'unknown'],
    ['a class that has not ended', 'mvn test', maven(`${ofClass(0)}[INFO] Running a.BTest\n`), 0, 'unknown'],
    ['all tests that were started', 'cargo nextest run', nextest('2', 2), 0, 'passed'],
    ['some of them', 'cargo nextest run', nextest('2/3', 3), 0, 'unknown'],
    ['no issues', 'golangci-lint run', '0 issues.\n', 0, 'passed'],
    [
      'none behind an error of its own',
      'golangci-lint run',
      'level=error msg="[runner] cannot load"\n0 issues.\n',
      0,
      'unknown',
    ],
    ['silence of one that is told to end well', 'golangci-lint run --issues-exit-code 0', '', 0, 'unknown'],
    ['more tests than were listed', 'npx mocha', mocha('\n\n').replace('1 passing', '2 passing'), 0, 'unknown'],
    ['a run that waits for changes', 'npx mocha --watch', mocha('\n\n'), 0, 'unknown'],
    ['an epilogue, the code hidden', 'npx mocha || true', mocha('\n\n'), 0, 'passed'],
    [
      'the same below a trace of nothing that failed',
      'npx mocha || true',
      mocha('      at Context.<anonymous> (a.js:3:5)\n\n\n'),
      0,
      'unknown',
    ],
    ['a JSON document', 'npx mocha -R json', mochaJson(1), 0, 'passed'],
    ['one of a run that runs nothing', 'npx mocha -R json --dry-run', mochaJson(1), 0, 'no-tests'],
    ['one with more tests than it counts', 'npx mocha -R json', mochaJson(2), 0, 'unknown'],
    [
      'TAP with its three totals',
      'npx mocha -R tap',
      'ok 1 cart adds\n# tests 1\n# pass 1\n# fail 0\n1..1\n',
      0,
      'passed',
    ],
    ['with two of them', 'npx mocha -R tap', 'ok 1 cart adds\n# pass 1\n# fail 0\n1..1\n', 0, 'unknown'],
    ['a document of xunit', 'npx mocha -R xunit', xunit('</testsuite>\n'), 0, 'passed'],
    ['one that is not closed', 'npx mocha -R xunit', xunit(''), 0, 'unknown'],
    ['numbers beyond the plan', 'npx tape t.js', 'TAP version 13\n1..1\nok 1 - a\nok 2 - b\n', 0, 'unknown'],
    ['a number that was there already', 'bats t', '1..2\nok 1 - a\nok 1 - a\n', 0, 'unknown'],
    ['a second plan before the results of the first', 'bats t', '1..2\nok 1 - a\n1..9\nok 2 - b\n', 0, 'unknown'],
    [
      'subtests whose parent never came',
      'npx tape t.js',
      'TAP version 13\n1..1\nok 1 - a\n    ok 1 - x\n',
      0,
      'unknown',
    ],
    ['a run that was given up', 'npx tape t.js', 'TAP version 13\nok 1 - a\nBail out! no db\n1..1\n', 1, 'crashed'],
    ['a plan behind what is missing', 'npx tape t.js', `TAP version 13\nok 1 - a\n${MARK}\n1..1\n`, 0, 'truncated'],
    ['a plan that is met, the code hidden', 'npx tape t.js || true', tape(1), 0, 'passed'],
    ['the same with too little coverage', 'npx tape t.js || true', `${tape(1)}${LITTLE}`, 0, 'unknown'],
    ['classes without results', 'mvn test', maven(ofClass(0)).replace(/\[INFO\] Results:\n.*\n/, ''), 0, 'unknown'],
    ['an error below a build that went well', 'mvn test', `${maven(ofClass(0))}${TROUBLE}`, 0, 'unknown'],
    [
      'tests that were run again',
      'mvn test',
      maven(ofClass(1)).replace('Skipped: 0\n[INFO] B', 'Skipped: 0, Flakes: 1\n[INFO] B'),
      0,
      'passed',
    ],
    [
      'an end that a test has printed',
      'mvn test',
      '[INFO]  T E S T S\n[INFO] Running a.ATest\n[INFO] BUILD SUCCESS\n',
      0,
      'unknown',
    ],
    ['tests that were left out', 'mvn install', '[INFO] Tests are skipped.\n[INFO] BUILD SUCCESS\n', 0, 'no-tests'],
    [
      'totals that a test has printed',
      'mvn test',
      `[INFO] Tests run: 9, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS\n`,
      0,
      'no-tests',
    ],
    ['totals behind totals', 'rspec', `${rspec}${rspec}..F\n`, 0, 'unknown'],
    ['examples, the code hidden', 'rspec || true', rspec, 0, 'passed'],
    ['fewer signs than examples', 'rspec || true', rspec.replace('..', '.'), 0, 'unknown'],
    ['totals without a frame', 'rspec', '..\n2 examples, 0 failures\n', 0, 'unknown'],
    ['JSON of examples', 'rspec -f json', rspecJson(2), 0, 'passed'],
    ['examples that it does not count', 'rspec -f json', rspecJson(1), 0, 'unknown'],
    ['examples of a run that runs nothing', 'rspec -f json --dry-run', rspecJson(2), 0, 'no-tests'],
    ['a list of nextest', 'cargo nextest list', nextest('2', 2), 0, 'unknown'],
    ['a run without its summary', 'cargo nextest run', nextest('2', 2).replace(/ +Summary.*\n/, ''), 0, 'unknown'],
    ['a summary that is cut off', 'cargo nextest run', nextest('2', 2).replace(', 0 skipped', ', 0 sk'), 0, 'unknown'],
    ['a set-up that failed', 'cargo nextest run', `  SETUP FAIL [   0.003s] (1/1) db\n${nextest('2', 2)}`, 0, 'failed'],
    [
      'a test that could not be started',
      'cargo nextest run || true',
      nextest('2', 2).replace('2 passed', '1 passed, 1 exec failed'),
      0,
      'failed',
    ],
    [
      'tests that remain',
      'cargo nextest run',
      `${nextest('2', 2)}warning: 3 outstanding tests still remain\n`,
      0,
      'unknown',
    ],
    ['an error beside the tests', 'cargo nextest run', `${nextest('2', 2)}error: no\n`, 0, 'unknown'],
    ['ESLint’s settings', 'eslint --print-config a.js', '{}\n', 0, 'none'],
    [
      'a report of golangci-lint that ends early',
      'golangci-lint run --out-format json',
      '{"Issues":[\n0 issues.\n',
      0,
      'unknown',
    ],
    ['an error in a report', 'golangci-lint run', '{"Issues":[],"Report":{"Error":"no"}}\n', 0, 'unknown'],
    ['a number of findings', 'semgrep scan', 'Ran 1 rule on 1 file: 0 findings.\n', 0, 'passed'],
    [
      'the same behind what is missing',
      'semgrep scan || true',
      `${MARK}\nRan 1 rule on 1 file: 0 findings.\n`,
      0,
      'truncated',
    ],
    ['a scan that failed', 'semgrep scan --gitlab-sast', gitlab('failure'), 0, 'unknown'],
    ['one that went well', 'semgrep scan --gitlab-sast', gitlab('success'), 0, 'passed'],
    ['a finding that is ignored', 'semgrep scan --json', semgrepJson('true'), 0, 'passed'],
    ['one that is not', 'semgrep scan --json', semgrepJson('false'), 0, 'failed'],
    ['no data', 'coverage report', 'No data to report.\n', 1, 'no-tests'],
    ['a wrong option', 'coverage report --x', 'No such option: --x\n', 1, 'crashed'],
    ['silence of a check', 'nyc check-coverage', '', 0, 'passed'],
    ['silence of a report', 'nyc report', '', 0, 'unknown'],
    ['warnings by which a linter ends with 1', 'eslint .', WARNED, 1, 'failed'],
    ['the same, and it ends with 0', 'eslint .', WARNED, 0, 'passed'],
    ['a good word, the code hidden', 'ruff check || true', 'All checks passed!\n', 0, 'passed'],
    [
      'one that the command may have said',
      "ruff check || echo 'All checks passed!'",
      'All checks passed!\n',
      0,
      'unknown',
    ],
    ['one behind what is missing', 'ruff check', `${MARK}\nAll checks passed!\n`, 0, 'truncated'],
    ['a goal before that of the tests', 'mvn clean test', maven(ofClass(0)), 0, 'passed'],
    [
      'an error around examples',
      'rspec -f json',
      rspecJson(2).replace('examples_count":0', 'examples_count":1'),
      1,
      'failed',
    ],
    [
      'a test that has not ended',
      'cargo nextest run --no-capture',
      nextest('2', 2).replace('        PASS', '       START             cart c\n        PASS'),
      0,
      'unknown',
    ],
    ['a document that ends early', 'semgrep scan --json', '{"errors":[],"results":[\n', 0, 'unknown'],
    ['silence', 'eslint .', '', 0, 'passed'],
    ['the exit code by which ESLint says that it broke', 'eslint .', 'TypeError: no\n', 2, 'crashed'],
  ])('%s', (_what, command, output, exitCode, outcome) => {
    expect(parse({ command, output, exitCode })[0]?.outcome ?? 'none').toBe(outcome);
  });
});

describe('D24 D27 what goes wrong below the totals is told by no total', () => {
  const CUT = '... [9 lines truncated] ...';
  const jest = [
    'PASS ./a.test.js',
    '',
    'Test Suites: 1 passed, 1 total',
    'Tests:       1 passed, 1 total',
    'Snapshots:   0 total',
    'Time:        1 s',
    'Ran all test suites.',
  ];
  const vitest = [
    ' RUN  v0.29.8 /repo',
    '',
    ' ✓ r.test.js  (2 tests) 33ms',
    '',
    ' Test Files  1 passed (1)',
    '      Tests  2 passed (2)',
    '   Start at  06:28:11',
    '   Duration  1.23s',
    '',
  ];
  const mocha = ['', '', '  ✔ fine', '', '  1 passing (43ms)'];

  test.each([
    [
      'npx jest',
      jest,
      ['', '  ●  Cannot log after tests are done. Did you forget to wait?', '    Attempted to log "x".'],
    ],
    [
      'npx mocha',
      mocha,
      ['', '/repo/runner.js:961', '    throw err;', '    ^', '', 'Error: late', '', 'Node.js v20.20.2'],
    ],
    ['npx mocha', mocha, ['', '/repo/runner.js:961', '    throw err;', '    ^', '', 'Error: late']],
    ['npx mocha', mocha, [CUT, '', '-----|---', 'All files | 100']],
    ['npx vitest run', vitest, [CUT, 'The latest test that might have caused the error is "x".', '⎯⎯⎯⎯⎯⎯⎯⎯']],
  ])('%s, %#: not green while the exit code is hidden', (command, lines, below) => {
    const hidden = `${command} || true`;
    expect(read(hidden, [...lines, ...below, ''], 0).green).toBe(false);
    expect(read(hidden, [...lines, '', ''], 0).green).toBe(true);
  });

  test('pytest with a limit of coverage, of which only the last line is seen', () => {
    const last = ['===== 1 passed in 0.36s ====='];
    expect(read('pytest --cov=a --cov-fail-under=90 | tail -1', last, 0).green).toBe(false);
    expect(
      read(
        'pytest --cov=a --cov-fail-under=90 | tail -2',
        ['Required test coverage of 90% reached. Total coverage: 95.00%', ...last],
        0,
      ).green,
    ).toBe(true);
    expect(read('pytest --cov=a | tail -1', last, 0).green).toBe(true);
  });
});

test.each([
  [
    'jest --json',
    '{"numFailedTestSuites":0,"numTotalTests":1,"testResults":[{"name":"a","assertionResults":[{"title":"t","status":"constructor"}]}]}',
  ],
  [
    'rspec --format json',
    '{"version":"3.13.0","examples":[{"full_description":"t","file_path":"a","status":"constructor"}],"summary":{"example_count":1},"summary_line":"1 example, 0 failures"}',
  ],
  [
    'pytest --json-report',
    '{"created": 1.0, "duration": 1.0, "exitcode": 0, "tests": [{"nodeid": "a::t", "outcome": "constructor"}], "summary": {"total": 1}}',
  ],
])('%s: a state that is called like what every object has is no state', (command, line) => {
  const { tests } = read(command, [line]);
  expect(tests.filter(({ state }) => typeof state !== 'string')).toEqual([]);
});

describe('D24 a test whose hook broke is not one that failed by itself, where the runner tells them apart', () => {
  const jest = (message: string) => ({
    numFailedTestSuites: 1,
    numFailedTests: 2,
    numPassedTests: 0,
    numPendingTests: 0,
    numTotalTests: 2,
    success: false,
    testResults: [
      {
        name: '/repo/a.test.js',
        status: 'failed',
        assertionResults: [
          { ancestorTitles: ['shop'], title: 'sells', status: 'failed', failureMessages: [message] },
          { ancestorTitles: [], title: 'adds', status: 'failed', failureMessages: ['Error: Hook timed out'] },
        ],
      },
    ],
  });
  const frame = (name: string, file: string) =>
    `Error: no shop\n    at /repo/a.test.js:6:5\n    at ${name} (${file}:1:2)`;
  test.each([
    [frame('_callCircusHook', '/repo/node_modules/jest-circus/build/run.js'), 'error'],
    [frame('_callCircusTest', '/repo/node_modules/jest-circus/build/run.js'), 'failed'],
    [frame('_callCircusHook', '/repo/src/a.js'), 'failed'],
    [frame('callSuiteHook', 'file:///repo/node_modules/@vitest/runner/dist/index.js'), 'error'],
    [
      'Error: STACK_TRACE_ERROR\n    at beforeEach (file:///repo/node_modules/@vitest/runner/dist/chunk-hooks.js:2:6)',
      'error',
    ],
    [
      'Error: STACK_TRACE_ERROR\n    at it (file:///repo/node_modules/@vitest/runner/dist/chunk-hooks.js:2:6)',
      'failed',
    ],
  ])('in a JSON report: %j is %s', (message, state) => {
    const report = read('npx jest --json', [JSON.stringify(jest(message))], 1);
    expect(states(report)).toEqual(['adds failed', `shop > sells ${state}`]);
    expect(report).toMatchObject({ outcome: 'failed', counts: { failed: 2 } });
  });

  const limit = 'pass a timeout value as the last argument or configure it globally with "hookTimeout".';
  const vitest = (title: string, ...lines: string[]) => ['', ` FAIL  a.test.js > ${title}`, ...lines, '', '⎯⎯⎯'];
  test('on the screen of Vitest: one that took too long', () => {
    const report = read(
      'npx vitest run',
      [
        ' RUN  v4.1.12 /repo',
        '',
        ' ❯ a.test.js (2 tests | 2 failed) 62ms',
        '     × sells 51ms',
        '     × adds 3ms',
        '',
        '⎯⎯⎯⎯⎯⎯⎯ Failed Tests 2 ⎯⎯⎯⎯⎯⎯⎯',
        ...vitest('shop > sells', 'Error: Hook timed out in 50ms.', `If this is a long-running hook, ${limit}`),
        ...vitest('shop > adds', 'AssertionError: expected 1 to be 2 // Object.is equality', ' ❯ a.test.js:32:32'),
        '',
        ' Test Files  1 failed (1)',
        '      Tests  2 failed (2)',
        '   Start at  12:46:57',
        '   Duration  321ms',
      ],
      1,
    );
    expect(states(report)).toEqual(['shop > adds failed', 'shop > sells error']);
  });

  test('on the screen of Jest: one that took too long', () => {
    const report = read(
      'npx jest',
      [
        'FAIL ./a.test.js',
        '  shop',
        '    ✕ sells (54 ms)',
        '    ✕ adds (1 ms)',
        '',
        '  ● shop › sells',
        '',
        '    thrown: "Exceeded timeout of 50 ms for a hook.',
        '    Add a timeout value to this test to increase the timeout, if this is a long-running test."',
        '',
        '  ● shop › adds',
        '',
        '    thrown: "Exceeded timeout of 50 ms for a test.',
        '',
        'Test Suites: 1 failed, 1 total',
        'Tests:       2 failed, 2 total',
        'Snapshots:   0 total',
        'Time:        0.668 s',
        'Ran all test suites.',
      ],
      1,
    );
    expect(states(report)).toEqual(['shop > adds failed', 'shop > sells error']);
  });
});

test("D27 unittest: a verdict without the marks of its tests is another program's", () => {
  const shown = (output: string) =>
    allGreen(
      parse({ argv: ['python3', '-m', 'unittest'], output: `${output}Ran 1 test in 0.000s\n\nOK\n`, exitHidden: true }),
    );
  expect(shown('')).toBe(false);
  expect(shown(`.\n${'-'.repeat(70)}\n`)).toBe(true);
});

test('D24 a title of Jest that ends like a time is whole where its failure names it', () => {
  const report = read(
    'npx jest',
    [
      'FAIL ./a.test.js',
      '  cart',
      '    ✕ waits (3 ms)',
      '    ✕ adds (3 ms) (2 ms)',
      '    ✕ sums (1 ms)',
      '',
      ...['waits (3 ms)', 'adds (3 ms)', 'sums'].flatMap((title) => [`  ● cart › ${title}`, '', '    wrong', '']),
      'Test Suites: 1 failed, 1 total',
      'Tests:       3 failed, 3 total',
      'Snapshots:   0 total',
      'Time:        0.668 s',
      'Ran all test suites.',
    ],
    1,
  );
  expect(states(report)).toEqual(['adds (3 ms)', 'sums', 'waits (3 ms)'].map((name) => `cart > ${name} failed`));
});

describe('D24 where a failure was thrown, as far as it is printed', () => {
  const stacks = (report: Report) => Object.fromEntries(report.tests.map((one) => [one.name, one.stacks]));

  test('Vitest: tests with one error in common, and one that failed twice', () => {
    const report = read(
      'npx vitest run',
      [
        ' RUN  v5.1.1 /repo',
        '',
        ' ❯ a.test.js (3 tests | 3 failed) 13ms',
        '     × leaves 4ms',
        '     × pays 1ms',
        '     × adds 1ms',
        '',
        '⎯⎯⎯⎯⎯⎯⎯ Failed Tests 3 ⎯⎯⎯⎯⎯⎯⎯',
        '',
        ' FAIL  a.test.js > leaves',
        ' FAIL  a.test.js > pays',
        'Error: no shop',
        ' ❯ open a.test.js:3:9',
        '      3|   throw new Error();',
        ' ❯ a.test.js:8:5',
        ' ❯ node_modules/pad/index.js:1:2',
        '',
        '⎯⎯⎯⎯⎯⎯⎯[1/3]⎯',
        '',
        ' FAIL  a.test.js > pays',
        'AssertionError: expected 1 to be 3',
        ' ❯ a.test.js:24:30',
        '',
        '⎯⎯⎯⎯⎯⎯⎯[2/3]⎯',
        '',
        ' FAIL  a.test.js > adds',
        'Unknown Error: text',
        '⎯⎯⎯⎯⎯⎯⎯[3/3]⎯',
        '',
        ' Test Files  1 failed (1)',
        '      Tests  3 failed (3)',
        '   Start at  12:46:57',
        '   Duration  321ms',
      ],
      1,
    );
    expect(stacks(report)).toEqual({
      leaves: [['a.test.js:3:9', 'a.test.js:8:5']],
      pays: [['a.test.js:3:9', 'a.test.js:8:5'], ['a.test.js:24:30']],
      adds: [[]],
    });
    expect(report.tests.map(({ name, message }) => `${name}: ${message}`).sort()).toEqual([
      'adds: Unknown Error: text',
      'leaves: Error: no shop',
      'pays: AssertionError: expected 1 to be 3',
    ]);
  });

  test('Jest: with its colon-separated places in parentheses, and none of Node or of packages', () => {
    const report = read(
      'npx jest',
      [
        'FAIL ./a.test.js',
        '  ✕ sells (1 ms)',
        '',
        '  ● sells',
        '',
        '    no shop',
        '',
        '      at open (a.test.js:2:9)',
        '      at async Object.open (src/a b.js:7:5)',
        '      at new Promise (<anonymous>)',
        '      at run (node_modules/pad/index.js:1:2)',
        '      at node:internal/process/task_queues:95:5',
        '',
        '  ● sells',
        '',
        '    no door',
        '',
        '      at Object.<anonymous> (a.test.js:9:9)',
        '',
        'Test Suites: 1 failed, 1 total',
        'Tests:       1 failed, 1 total',
        'Snapshots:   0 total',
        'Time:        0.668 s',
        'Ran all test suites.',
      ],
      1,
    );
    expect(stacks(report)).toEqual({ sells: [['a.test.js:2:9', 'src/a b.js:7:5'], ['a.test.js:9:9']] });
  });
});
