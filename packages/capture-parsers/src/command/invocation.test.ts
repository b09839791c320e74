import { describe, expect, test } from 'vitest';
import { allGreen, parse } from '../everything.js';
import { findInvocation } from './invocation.js';
import { readLine } from './read-line.js';

const PYTEST = '8 passed in 0.05s\n';
const GO = 'ok  \texample.com/a\t0.002s\n';

/** `exit`: green through the exit code; `summary`: green only where the runner's last line speaks for itself. */
const lines: readonly [line: string, green: 'exit' | 'summary' | 'no'][] = [
  ['RUN', 'exit'],
  ['RUN\n', 'exit'],
  ['RUN;', 'exit'],
  ['RUN # || true', 'exit'],
  ['cd x && RUN', 'exit'],
  ['cd x; RUN', 'exit'],
  ['(cd x && RUN)', 'exit'],
  ['{ RUN; } 2>&1', 'exit'],
  ['RUN 2>/dev/null', 'exit'],
  ['RUN < input', 'exit'],
  ['FOO=1 RUN', 'exit'],
  ['env A=b timeout 60 RUN', 'exit'],
  ['time RUN', 'exit'],
  ['sudo -u me RUN', 'exit'],
  ['bash -c "RUN"', 'exit'],
  ['bash -c "RUN" && ls', 'exit'],
  ["sh -c 'cd x && RUN'", 'exit'],
  ['docker compose exec app RUN', 'exit'],
  ['RUN && echo done', 'exit'],
  ['RUN && python3 -c "print(1)"', 'exit'],
  ['RUN > log && cat log', 'exit'],
  ['set -o pipefail; RUN | tail -5', 'exit'],
  ['set -e; RUN; echo done', 'exit'],
  ['set -euo pipefail\ncd x\nRUN | tee log\nls', 'exit'],
  ['set -o errexit\nRUN\nls', 'exit'],
  ['set -e; RUN && ls; ls', 'summary'],
  ['set -e; (RUN; true) && ls', 'summary'],
  ['set -e; if true; then RUN; fi; ls', 'summary'],
  ['set -e; RUN | tail -5; ls', 'summary'],
  ['set -e; ! RUN; ls', 'summary'],
  ['set -e; set +e; RUN; ls', 'summary'],
  ['set -x; RUN; ls', 'summary'],
  ['RUN || exit 1', 'exit'],
  ['RUN; r=$?; ls; exit $r', 'exit'],
  ['RUN > log; r=$?; cat log; exit $r', 'exit'],
  ['RUN | tee log; exit ${PIPESTATUS[0]}', 'exit'],
  ['RUN || exit 0', 'summary'],
  ['RUN; r=$?; r=0; exit $r', 'summary'],
  ['RUN; ls; r=$?; exit $r', 'summary'],
  // What was to be printed is not there, so the end of the output is missing.
  ['RUN; echo "exit: $?"', 'no'],
  ['RUN || true', 'summary'],
  ['false || RUN', 'summary'],
  ['! RUN', 'summary'],
  ['RUN &', 'summary'],
  ['RUN | tail -5', 'summary'],
  ['RUN 2>&1 | tee log', 'summary'],
  ['RUN | tee log; tail -3 log', 'summary'],
  ['RUN > log 2>&1; tail -5 log', 'summary'],
  ['(cd x && RUN) || true', 'summary'],
  ['(RUN; true)', 'summary'],
  ['bash -c "RUN || true"', 'summary'],
  ['bash -c "RUN"; ls', 'summary'],
  ['false || bash -c "RUN"', 'summary'],
  ['if RUN; then echo ok; fi', 'summary'],
  ['npm test', 'summary'],
  ['make test', 'summary'],
  ['make ci', 'summary'],
  ['npm run ci', 'summary'],
  ['./scripts/test.sh', 'summary'],
  ['RUN | grep passed', 'no'],
  ['RUN | tail -n +2', 'no'],
  ['RUN | tail -c 30', 'no'],
  ['RUN > /dev/null; cat old.log', 'no'],
  ['RUN; cat old.log', 'no'],
  ['RUN; echo "8 passed in 0.05s"', 'no'],
  ['RUN && echo "8 passed in 0.05s"', 'no'],
  ['RUN && python3 -c "print(\'8 passed in 0.05s\')"', 'no'],
  ['echo RUN', 'no'],
  ['echo "8 passed in 0.05s"', 'no'],
  ['printf "ok  \\tx\\t0.1s"', 'no'],
  ['cat old.log', 'no'],
  ['cat <<EOF\nRUN\nEOF', 'no'],
  ['git commit -m "RUN"', 'no'],
  ["git commit -m 'x' -m 'RUN && RUN'", 'no'],
  ['pip install RUN', 'no'],
  ['npm install RUN', 'no'],
  ['npm ci', 'no'],
  ['uv add RUN', 'no'],
  ['python3 script.py RUN', 'no'],
  ['python3 -c "print(1)" RUN', 'no'],
  ['grep -r RUN .', 'no'],
  ['x=$(RUN); echo "$x"', 'no'],
  ['', 'no'],
];

describe('D22 D27 what the shell line says about the exit code', () => {
  for (const [runner, start, output] of [
    ['pytest', 'pytest -q', PYTEST],
    ['go', 'go test ./...', GO],
  ] as const) {
    test.each(lines)(`${runner}: %j is proven by: %s`, (line, green) => {
      const command = line.replaceAll('RUN', start);
      const reports = parse({ command, output, exitCode: 0 });
      expect(allGreen(reports)).toBe(green === 'exit' || (green === 'summary' && runner === 'pytest'));
      const hidden = reports.some(({ reasons }) => reasons.includes('exit-hidden') || reasons.includes('not-a-run'));
      if (line && reports.length) expect(hidden).toBe(green !== 'exit' && !/&& .*8 passed/.test(line));
    });
  }

  test('a red run stays red behind everything', () => {
    for (const [line] of lines) {
      const command = line.replaceAll('RUN', 'pytest -q');
      const [report] = parse({
        command,
        output: 'FAILED a.py::test_a - assert 0\n1 failed, 7 passed in 0.05s\n',
        exitCode: 0,
      });
      expect({ line, outcome: report?.outcome }).toEqual({ line, outcome: 'failed' });
    }
  });

  test('the words of the runner itself make the exit code its own', () => {
    expect(allGreen(parse({ argv: ['go', 'test', './...'], output: GO, exitCode: 0 }))).toBe(true);
    expect(allGreen(parse({ argv: ['/usr/local/go/bin/go', 'test'], output: GO, exitCode: 0 }))).toBe(true);
    expect(allGreen(parse({ argv: ['python3', '-W', 'ignore', '-m', 'pytest'], output: PYTEST, exitCode: 0 }))).toBe(
      true,
    );
    expect(allGreen(parse({ argv: ['python3', '-c', 'print()', '-m', 'pytest'], output: PYTEST, exitCode: 0 }))).toBe(
      false,
    );
    expect(allGreen(parse({ argv: ['python3', '-m', 'pytest'], output: PYTEST, exitCode: 0 }))).toBe(true);
    expect(allGreen(parse({ argv: ['node', 'node_modules/vitest/vitest.mjs', 'run'], output: GO, exitCode: 0 }))).toBe(
      false,
    );
    expect(allGreen(parse({ argv: ['cat', 'go', 'test'], output: GO, exitCode: 0 }))).toBe(false);
    expect(allGreen(parse({ argv: ['go', 'test', './...'], output: GO }))).toBe(false);
    expect(allGreen(parse({ argv: ['go', 'test', './...'], output: GO, exitCode: 1 }))).toBe(false);
  });

  test('two runs in one line count only if both are seen to have ended', () => {
    const two = (output: string) => allGreen(parse({ command: 'pytest -q a; pytest -q b', output, exitCode: 0 }));
    expect(two('1 passed in 0.01s\n2 passed in 0.01s\n')).toBe(true);
    expect(two('2 passed in 0.01s\n')).toBe(false);
    expect(two('1 failed in 0.01s\n2 passed in 0.01s\n')).toBe(false);
  });

  test('of two runs one that was to fail hides what the other ended with', () => {
    const output = `${GO}ok  \texample.com/b\t0.1s\n`;
    const green = (command: string) => allGreen(parse({ command, output, exitCode: 0 }));
    expect(green('go test ./a && go test ./b')).toBe(true);
    expect(green('go test ./a && ! go test ./b')).toBe(false);
  });

  test('under set -e what stands behind a run that failed was not reached', () => {
    const output = 'FAILED a.py::test_a - assert 0\n1 failed, 7 passed in 0.05s\n';
    const reports = parse({ command: 'set -e\npytest -q\ngo test ./...', output, exitCode: 1 });
    expect(reports.map(({ runner, outcome }) => [runner, outcome])).toEqual([['pytest', 'failed']]);
  });

  test('of two runs, one with a document and one without, none is proven', () => {
    const document =
      '<testsuite name="Mocha Tests" tests="1" failures="0" errors="0" skipped="0"><testcase classname="a" name="b" time="0"/></testsuite>';
    const output = `${document}\n\n  1 passing (3ms)\n  1 failing\n\n  1) a\n       c:\n     Error: no\n`;
    for (const line of ['A && B', 'A; B', 'A; B; echo done']) {
      const command = line.replace('A', 'mocha -R xunit a').replace('B', 'mocha -R list c');
      for (const exitCode of [0, 1]) expect(allGreen(parse({ command, output, exitCode })), command).toBe(false);
    }
    expect(
      allGreen(parse({ command: 'mocha -R xunit a; mocha -R xunit b', output: `${document}\n`, exitCode: 0 })),
    ).toBe(false);
  });

  test.each([
    [
      'pyright --outputjson a',
      'pyright b',
      '{ "summary": { "errorCount": 0 }, "version": "1", "generalDiagnostics": [] }\n',
    ],
    ['npx biome check a', 'npx biome check b', 'Checked 1 file in 2ms. No fixes applied.\n'],
    ['ruff check a', 'ruff check b', 'All checks passed!\n'],
  ])('of two runs of a linter the one that is not seen may have failed: %s', (first, second, output) => {
    expect(allGreen(parse({ command: first, output, exitCode: 0 }))).toBe(true);
    expect(allGreen(parse({ command: `${first} && ${second}`, output, exitCode: 1 }))).toBe(false);
    expect(allGreen(parse({ command: `${first}; ${second}; echo done`, output, exitCode: 0 }))).toBe(false);
  });

  test('an exit code that contradicts the summary is not green', () => {
    const [report] = parse({ command: 'pytest -q', output: PYTEST, exitCode: 1 });
    expect(report).toMatchObject({ outcome: 'unknown', green: false, reasons: ['exit-contradicts'] });
  });

  test('so is one that only filters stand behind which do not fail by themselves', () => {
    const reasons = (command: string) => parse({ command, output: PYTEST, exitCode: 1 })[0]?.reasons;
    for (const filters of ['tail -5', 'tee log', 'tee log | tail -5', 'cat'])
      expect(reasons(`set -o pipefail; pytest -q | ${filters}`), filters).toEqual(['exit-contradicts']);
    // Where nothing matches, `grep` ends with 1.
    for (const command of ['set -o pipefail; pytest -q | grep -c x', 'pytest -q | tail -5'])
      expect(reasons(command), command).toContain('exit-hidden');
  });

  test('a runner that did not start, was killed or ran out of time is named so', () => {
    const outcome = (exitCode: number, command = 'pytest -q', output = '') =>
      parse({ command, output, exitCode })[0]?.outcome;
    expect(outcome(127, 'pytest -q', 'bash: pytest: command not found\n')).toBe('unknown');
    expect(outcome(137)).toBe('crashed');
    expect(outcome(139, 'go test ./...')).toBe('crashed');
    expect(outcome(124, 'timeout 5 pytest -q')).toBe('timed-out');
    expect(outcome(0)).toBe('unknown');
  });
});

describe('D22 D27 an exit code that nobody told', () => {
  const CARGO =
    '     Running unittests src/lib.rs (target/debug/deps/a-0123456789abcdef)\n\nrunning 1 test\ntest a ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n';
  const runs = [
    ['go', 'go test ./...', `${GO}ok  \texample.com/b\t0.1s\n`],
    ['cargo', 'cargo test', CARGO],
  ] as const;

  test.each(runs)('%s: the closing line of every part is enough where nothing can be missing', (_, command, output) => {
    expect(allGreen(parse({ command, output }))).toBe(true);
    expect(allGreen(parse({ output }))).toBe(true);
  });

  test.each(runs)(
    '%s: it is not where the code was hidden, or where something could be missing',
    (_, command, output) => {
      expect(allGreen(parse({ command, output, exitHidden: true }))).toBe(false);
      // Who knows the runner's words could know its exit code.
      expect(allGreen(parse({ argv: command.split(' '), output }))).toBe(false);
      for (const line of [`${command} | tail -5`, `${command} || true`, `${command}; echo done`, `${command} &`])
        expect({ line, green: allGreen(parse({ command: line, output })) }).toEqual({ line, green: false });
      expect(allGreen(parse({ command, output, truncated: 'tail' }))).toBe(false);
      expect(allGreen(parse({ command, output: `${output}\n[99 characters truncated]\n` }))).toBe(false);
      expect(allGreen(parse({ command, output: `${output}signal: killed\n` }))).toBe(false);
      expect(allGreen(parse({ command: 'make test', output }))).toBe(false);
    },
  );
});

describe('D22 D27 a head or tail that had room for more lines held none back', () => {
  const run =
    '--- FAIL: TestTable (0.00s)\n    --- FAIL: TestTable/one (0.00s)\nFAIL\nFAIL\texample.com/a\t0.1s\nFAIL\n';
  test.each([
    ['tail -20', 'whole'],
    ['tail', 'whole'],
    ['tail -n 6', 'whole'],
    ['tail -n6', 'whole'],
    ['tail --lines=6', 'whole'],
    ['tail -f', 'tail'],
    ['head -6', 'whole'],
    ['tail -5', 'tail'],
    ['tail -n +2', 'parts'],
    ['tail -c 500', 'parts'],
    ['head -5', 'head'],
    ['head -n -1', 'head'],
    ['head -c 500', 'head'],
    ['head', 'whole'],
    ['head -5 | tail -3', 'parts'],
    ['cat', 'whole'],
    ['cat -A', 'parts'],
  ])('%s: %s', (filter, view) => {
    const line = readLine({ command: `go test ./... | ${filter}`, output: run });
    expect(findInvocation(line, (words) => words[0] === 'go').view).toBe(view);
  });
});

describe('D22 D27 a head that let through as many lines as it may shows no end', () => {
  test.each([
    ['pytest -q | head', 9, true],
    ['pytest -q | head', 10, false],
    ['pytest -q | head -5', 4, true],
    ['pytest -q | head -5', 5, false],
    ['ruff check | head -2', 1, true],
    ['ruff check | head -1', 1, false],
    ['make lint | head -2', 1, true],
    ['make lint | head -1', 1, false],
  ])('%s, of %d lines: %s', (command, lines, green) => {
    const output = `${'.\n'.repeat(lines - 1)}${command.startsWith('pytest') ? PYTEST : 'All checks passed!\n'}`;
    expect(allGreen(parse({ command, output, exitCode: 0 }))).toBe(green);
  });
});
