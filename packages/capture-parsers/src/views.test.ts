import { describe, expect, test } from 'vitest';
import { parse } from './everything.js';

const CUT = '... [9 characters truncated] ...';

function read(command: string, lines: readonly string[], exitCode?: number): string[] {
  const output = `${lines.join('\n')}\n`;
  const [report] = parse({ command, output, ...(exitCode === undefined ? {} : { exitCode }) });
  return [report!.outcome, ...report!.tests.map(({ name, state }) => `${name} ${state}`)];
}

describe('D22 D27 a report of vitest whose heading is lost', () => {
  const end = [
    '⎯⎯⎯⎯⎯⎯⎯⎯[2/3]⎯',
    '',
    ' FAIL  a.test.js > s > throws',
    'Error: no',
    '  ✓ fake inner',
    '',
    'Tests  9 passed (9)',
    ' ❯ a.test.js:4:30',
    '',
    '⎯⎯⎯⎯⎯⎯⎯⎯[3/3]⎯',
    '',
    ' Test Files  1 failed (1)',
    '      Tests  1 failed | 1 passed (2)',
    '   Duration  1.00s',
  ];

  test('is told from the list of tests, and what an error says from both', () => {
    const found = ['failed', 's > throws failed'];
    expect(
      read('vitest run', [' RUN  v5.1.1 /repo', '', ' ❯ a.test.js (2 tests | 1 failed) 5ms', CUT, '', ...end], 1),
    ).toEqual(found);
    expect(read('vitest run | tail -14', end)).toEqual(found);
    const dots = [' RUN  v5.1.1 /repo', '', 'x·', '', '⎯⎯⎯⎯⎯⎯ Failed Suites 2 ⎯⎯⎯⎯⎯⎯⎯', '', CUT, '', ...end];
    expect(read('vitest run --reporter=dot', dots, 1)).toEqual(found);
  });

  test('names no suite: those come before files that did not load, and before as many errors as tests failed', () => {
    const lines = [' FAIL  h.test.js > all', ' FAIL  load.test.js [ load.test.js ]', ' FAIL  a.test.js > throws'];
    expect(read('vitest run | grep FAIL', lines)).toEqual(['failed', 'throws failed']);
  });
});

test('D22 of two lists that vitest prints at once, the one with every test counts', () => {
  const lines = [
    ' RUN  v5.1.1 /repo',
    '',
    ' ✓ a.test.js > s > quick 1ms',
    ' ✓ a.test.js > s > slow 321ms',
    ' ✓ a.test.js > s > (3 tests) 1ms',
    ' ✓ a.test.js (3 tests) 330ms',
    '   ✓ s (3)',
    '     ✓ slow 321ms',
    '',
    ' Test Files  1 passed (1)',
    '      Tests  3 passed (3)',
    '   Duration  1.00s',
  ];
  const found = ['passed', 's > quick passed', 's > slow passed', 's > (3 tests) passed'];
  expect(read('vitest run --reporter=default --reporter=verbose', lines, 0)).toEqual(found);
});

test('D22 what an error says below a line of vitest with its file is no test', () => {
  const lines = [' × a.test.js > throws 1ms', '   → first', '  ✓ fake inner', '', CUT, ''];
  expect(read('vitest run --reporter=verbose', lines, 1)).toEqual(['failed', 'throws failed']);
});

describe('D22 mocha', () => {
  const list = ['', '  a', '  3 failing', '    1) fake', '    ✔ b', '', '', '  1 passing (5ms)'];

  test('has no failure where its last words count none', () => {
    expect(read('mocha | tail -8', [...list, ''])).not.toContain('a fake failed');
  });

  test('has those that it tells of, where it tells of all', () => {
    const told = ['  1 failing', '', '  1) a', '       real:', '     Error: no', '      at x (a.js:1:1)', ''];
    expect(read('mocha', [...list, ...told], 1).filter((name) => name.endsWith(' failed'))).toEqual(['a real failed']);
  });
});

test('D22 with -s the marks of other files may be hidden, so a title without its place has no file', () => {
  const lines = [
    '============================= test session starts ==============================',
    'collected 2 items',
    '',
    'test_a.py printedF',
    'test_b.py F',
    '=================================== FAILURES ===================================',
    '____________________________________ test_x ____________________________________',
    'E   assert 0',
  ];
  expect(read('pytest -s | head -8', lines)).toEqual(['failed']);
  // With -r a letter is one of those to be summed up.
  expect(read('pytest -rs | head -8', lines)).toEqual(['failed', 'test_b.py::test_x failed']);
});

test('D22 a rerun of nextest that leaves tests for another one is not over', () => {
  const lines = [
    '    Starting 1 test across 2 binaries (50 tests skipped, including 49 tests that already passed)',
    '        PASS [   0.154s] a tests::b',
    '────────────',
    '     Summary [   0.155s] 1 test run: 1 passed, 50 skipped',
    'warning: 1 outstanding test still remains',
  ];
  expect(read('cargo nextest run -R latest', lines)).toEqual(['unknown', 'tests::b passed']);
});

describe('D22 a run of which a cut has left a part', () => {
  test('has no passing test in JUnit XML whose end is missing, which may have said that it failed', () => {
    const head = ['<?xml version="1.0" encoding="utf-8"?>', '<testsuites name="x">', '<testsuite name="s" tests="2">'];
    const lines = ['<testcase name="a" classname="s"/>', '<testcase name="b" classname="s">', CUT, '', '</testsuite>'];
    expect(read('cat junit.xml; run', [...head, ...lines, '</testsuites>'])).toContain('s.a passed');
    expect(read('cat junit.xml; run', [...head, ...lines, '</testsuites>'])).not.toContain('s.b passed');
    const node = [
      '<?xml version="1.0" encoding="utf-8"?>',
      '<testsuites>',
      '<testcase name="b" classname="test">',
      CUT,
    ];
    expect(read('node --test --test-reporter=junit', [...node, '', '</testsuites>'], 0)).toEqual(['truncated']);
  });

  test('of gotestsum counts tests without names by their marks, and its totals without the time', () => {
    const testdox = ['a:', ' ✓ Good (0.00s)', ' ✖ Bad one (0.00s)', ' ∅ Later (0.00s)'];
    const [dox] = parse({ command: 'gotestsum --format testdox', output: testdox.join('\n') });
    expect(dox).toMatchObject({ outcome: 'failed', counts: { passed: 1, failed: 1, skipped: 1 }, tests: [] });
    const [dots] = parse({ command: 'gotestsum --format dots', output: '[a]··↷[b]·✖' });
    expect(dots).toMatchObject({ outcome: 'failed', counts: { passed: 3, failed: 1, skipped: 1 }, tests: [] });
    const [done] = parse({ command: 'gotestsum', output: '✓  a (1ms)\n\nDONE 3 tests, 1 skipped\n', exitCode: 0 });
    expect(done).toMatchObject({ outcome: 'passed', counts: { passed: 2, skipped: 1 } });
  });
});

test('D22 what looks like a failure of RSpec was printed where its own totals count none', () => {
  const tree = ['', 'Cart', '  adds', '5 examples, 3 failures', '  fake', '    passes (FAILED - 1)', '  is empty', ''];
  const end = ['Finished in 0.26 seconds (files took 2.4 seconds to load)', '2 examples, 0 failures', ''];
  const [report] = parse({ command: 'rspec -fd', output: [...tree, ...end].join('\n'), exitCode: 0 });
  expect(report!.tests.filter(({ state }) => state === 'failed')).toEqual([]);
});

test('D22 times that a document leaves out', () => {
  const lines = ['', 'running 2 tests', '.F', 'failures:', '', 'failures:', '    b', ''];
  const result = 'test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in $TIME';
  const [report] = parse({ command: 'cargo test -q', output: [...lines, result, ''].join('\n') });
  expect(report).toMatchObject({ outcome: 'failed', counts: { passed: 1, failed: 1 } });
});

test('D22 what a test of Node says behind its title about how it was repeated is no part of it', () => {
  const lines = ['TAP version 13', '# Subtest: a', 'ok 1 - a # FLAKY 2 re-tries', '1..1', '# tests 1', '# suites 0'];
  const totals = ['# pass 1', '# fail 0', '# cancelled 0', '# skipped 0', '# todo 0', '# duration_ms 5'];
  expect(read('node --test --test-reporter=tap', [...lines, ...totals], 0)).toEqual(['passed', 'a passed']);
});
