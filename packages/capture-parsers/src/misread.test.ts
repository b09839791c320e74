import { describe, expect, test } from 'vitest';
import { casesOf } from '../test/cases.js';
import { allGreen, parse } from './everything.js';

const PYTEST = '.                                                                        [100%]\n1 passed in 0.02s\n';
const GO = 'ok  \texample.com/a\t0.002s\n';

const green = (command: string, output: string, exitCode?: number) =>
  allGreen(parse({ command, output, ...(exitCode === undefined ? {} : { exitCode }) }));

describe('D22 D27 a list of codes that the line prints', () => {
  test.each(['${PIPESTATUS[@]}', '${PIPESTATUS[*]}', '$PIPESTATUS', '${pipestatus[@]}'])(
    '%s: the first is that of the run',
    (codes) => {
      const line = `pytest -q | tee log; echo "${codes}"`;
      expect(green(line, `${PYTEST}0 0\n`, 0)).toBe(true);
      expect(green(line, `${PYTEST}1 0\n`, 0)).toBe(false);
      expect(green(`pytest -q | tee log; echo "codes: ${codes}"`, `${PYTEST}codes: 3 0\n`, 0)).toBe(false);
    },
  );
});

describe('D22 D27 a shell that xargs starts', () => {
  test('is read as its text, and xargs fails where one of its runs does', () => {
    expect(green("ls | xargs -I{} sh -c 'go test {}'", GO + GO, 0)).toBe(true);
    expect(green("ls | xargs -I{} sh -c 'go test {}'", GO + GO, 123)).toBe(false);
  });

  test('hides a code that its text hides', () => {
    expect(green("ls | xargs -I{} sh -c 'go test {}; true'", GO + GO, 0)).toBe(false);
    expect(green("ls | xargs -I{} sh -c 'go test {} | tail -1'", GO + GO, 0)).toBe(false);
  });
});

describe('D22 D27 what make ignored', () => {
  const ignored = 'make: [Makefile:2: clean] Error 1 (ignored)\n';
  test('is no failure of a run behind it, where it could start no test', () => {
    expect(green('make test', `rm build/x\nrm: cannot remove 'build/x'\n${ignored}pytest -q\n${PYTEST}`, 0)).toBe(true);
    expect(green('make test', `rm build/x\n${ignored}go test ./...\n${GO}`, 0)).toBe(true);
    expect(green('make -j4 test', `go test ./...\nrm build/x\n${GO}${ignored}`, 0)).toBe(false);
  });

  test('is a failure of the run above it, and of a command that nobody reads', () => {
    expect(green('make test', `pytest -q\n${PYTEST}${ignored}`, 0)).toBe(false);
    expect(green('make test', `./e2e.sh\nboom\n${ignored}pytest -q\n${PYTEST}`, 0)).toBe(false);
    expect(green('make test', `rm x\npytest -q\n${PYTEST}${ignored}pytest -q b\n${PYTEST}`, 0)).toBe(false);
  });
});

describe('D24 gotestsum in the root of a module', () => {
  const output = `PASS TestRoot/in (0.00s)
PASS TestRoot (0.00s)
FAIL TestBad (0.00s)
FAIL .
PASS sub.TestSub (0.00s)
PASS sub (cached)

=== Failed
=== FAIL: . TestBad (0.00s)
    shop_test.go:4: bad

DONE 4 tests, 1 failure in 0.086s
`;
  test('counts a test that failed once, where it is told of in two places', () => {
    const [report] = parse({ command: 'gotestsum --format testname', output, exitCode: 1 });
    expect(report).toMatchObject({ outcome: 'failed', counts: { passed: 3, failed: 1, total: 4 } });
    expect(report!.tests.filter(({ name }) => name === 'TestBad')).toHaveLength(1);
  });
});

describe('D22 results of go test whose announcements somebody has taken away', () => {
  const output =
    '--- PASS: TestA (0.00s)\n--- FAIL: TestB (0.00s)\n    b_test.go:4: boom\nFAIL\nFAIL\tx.com/b\t0.01s\n';
  const names = (command: string | undefined, text: string) =>
    parse({ output: text, ...(command === undefined ? {} : { command }) })[0]!.tests.map(({ name }) => name);

  test('name their tests', () => {
    expect(names(undefined, output)).toEqual(['TestA', 'TestB']);
    expect(names('go test -v ./...', output)).toEqual(['TestA', 'TestB']);
    const [report] = parse({ command: 'go test -v', output: `--- PASS: TestA (0.00s)\nPASS\n${GO}`, exitCode: 0 });
    expect(report).toMatchObject({ outcome: 'passed', counts: { passed: 1 } });
  });

  test('without -v, and where tests are announced, such lines were printed', () => {
    expect(names('go test ./...', output)).toEqual(['TestB']);
    expect(
      names('go test -v ./...', `=== RUN   TestC\n--- PASS: TestC (0.00s)\n--- PASS: TestA (0.00s)\nPASS\n${GO}`),
    ).toEqual(['TestC']);
  });

  test('a package that ran none has none', () => {
    expect(parse({ command: 'go test -v ./...', output: GO, exitCode: 0 })[0]).toMatchObject({ outcome: 'no-tests' });
  });
});

describe('D24 the dots of cargo test -q', () => {
  test('are all that is known of a suite without its result', () => {
    const read = (dots: string) =>
      parse({ command: 'cargo test -q || true', output: `\nrunning 5 tests\n${dots}`, exitCode: 0 });
    expect(read('.Fi')).toMatchObject([{ outcome: 'failed', counts: { passed: 1, failed: 1, skipped: 1 } }]);
    expect(read('..')).toMatchObject([{ green: false, counts: { passed: 2, failed: 0 } }]);
    expect(read('.F.....')).toMatchObject([{ green: false, counts: { failed: 0 } }]);
  });

  test('count for nothing where the result is there', () => {
    const output =
      '\nrunning 2 tests\n..\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n';
    expect(parse({ command: 'cargo test -q', output, exitCode: 0 })).toMatchObject([
      { outcome: 'passed', counts: { passed: 2, total: 2 } },
    ]);
  });
});

describe('D24 totals that a test of Maven printed', () => {
  const fakes = [
    'Results:\n\nTests run: 9, Failures: 0, Errors: 0, Skipped: 0\n',
    '[INFO] Results:\n[INFO] \n[INFO] Tests run: 9, Failures: 0, Errors: 0, Skipped: 0\n',
    'Tests run: 9, Failures: 0, Errors: 0, Skipped: 0\n',
    '[ERROR] Tests run: 9, Failures: 2, Errors: 0, Skipped: 0\n',
    '[INFO] Running com.example.Fake\n[INFO] Tests run: 9, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in com.example.Fake\n',
  ];
  const cases = casesOf('fixtures', ['maven']).filter(({ name }) => /maven\/(?:pass|fail-plain|testng)$/.test(name));

  test('there are runs', () => {
    expect(cases).toHaveLength(3);
  });

  test.each(cases)('change nothing: $name', ({ input }) => {
    const [{ outcome, counts } = {}] = parse(input);
    const first = input.output.search(/Running \S/);
    const last = input.output.lastIndexOf('Results:');
    for (const fake of fakes) {
      for (let at = input.output.indexOf('\n', first) + 1; at < last; at = input.output.indexOf('\n', at) + 1) {
        const output = input.output.slice(0, at) + fake + input.output.slice(at);
        expect(parse({ ...input, output })).toMatchObject([{ outcome, counts }]);
      }
    }
  });
});

describe('D22 D27 the words of a shell with its text', () => {
  const read = (argv: string[], output: string, exitCode: number) => allGreen(parse({ argv, output, exitCode }));

  test.each([
    [['sh', '-c', 'go test ./...']],
    [['/bin/bash', '-lc', 'cd app && go test ./...']],
    [['timeout', '60', 'bash', '-c', 'go test ./...']],
    [['env', 'CI=1', 'sh', '-ec', 'go test ./...']],
  ])('%j is proven by its exit code', (argv) => {
    expect(read(argv, GO, 0)).toBe(true);
    expect(read(argv, GO, 1)).toBe(false);
  });

  test.each([
    [['sh', '-c', 'go test ./... | tail -1']],
    [['sh', '-c', 'go test ./... || true']],
    [['sh', '-c', 'go test ./...; ./deploy.sh']],
    [['sh', '-c', './e2e.sh; go test ./...']],
    [['timeout', '60', 'sh', '-c', 'go test ./...; true']],
    [['sh', '-c', 'cat old.log']],
  ])('%j is not', (argv) => {
    expect(read(argv, GO, 0)).toBe(false);
  });

  test('without a text they are words like any other', () => {
    expect(read(['sh', 'test.sh'], PYTEST, 0)).toBe(true);
    expect(read(['sh', 'lint.sh'], PYTEST, 0)).toBe(false);
    expect(read(['go', 'test', './...'], GO, 0)).toBe(true);
  });
});

test('D24 a script whose name ends like that of a test binary is a script', () => {
  const output = PYTEST;
  expect(parse({ command: 'make api_test', output, exitCode: 0 })).toMatchObject([{ runner: 'pytest', green: true }]);
  expect(parse({ command: 'npm run api_tests', output, exitCode: 0 })).toMatchObject([
    { runner: 'pytest', green: true },
  ]);
});

describe('D22 words that a test prints are no end of its run', () => {
  const RUN = 'Run options: --seed 1\n\n# Running:\n\n.logged: Interrupted. Exiting...\n\nFinished in 0.001s\n';
  const TOTALS = '1 runs, 1 assertions, 0 failures, 0 errors, 0 skips\n';

  test('a test of Minitest that speaks of an interruption has passed', () => {
    expect(parse({ command: 'ruby a_test.rb', output: `${RUN}\n${TOTALS}`, exitCode: 0 })).toMatchObject([
      { runner: 'minitest', outcome: 'passed' },
    ]);
    expect(parse({ command: 'ruby a_test.rb', output: RUN.replace('logged: ', ''), exitCode: 1 })[0]?.outcome).not.toBe(
      'passed',
    );
  });
});

describe('D22 a program that somebody ended did not fail to begin', () => {
  const output = 'Running 1 test using 1 worker\n\n  ✓  1 a.spec.ts:3:1 › adds (5ms)\nError: socket hang up\n';
  test.each([
    [137, 'crashed'],
    [1, 'collection-error'],
  ])('playwright that left with %s: %s', (exitCode, outcome) => {
    expect(parse({ command: 'npx playwright test', output, exitCode })).toMatchObject([{ outcome }]);
  });
});

describe('D22 D27 a stack trace that a program under test prints opens no suite of Mocha', () => {
  const frames = [
    'at handle (/repo/node_modules/router/index.js:597:12)',
    'at /repo/lib/app.js:11:5',
    'at async Promise.all (index 0)',
    'at new Layer (<anonymous>)',
    'at node:internal/process/task_queues:77:11',
    'at parserOnHeadersComplete (node:_http_common:118:17) {',
  ];
  const output = (stack: readonly string[]) =>
    ['', '', '  app', '    .use()', '      at a mount point', '        ✔ works', 'Error: err!']
      .concat(stack.map((frame) => `    ${frame}`))
      .concat('        ✔ answers', '    at last', '      ✔ ends', '', '', '  3 passing (4ms)', '')
      .join('\n');

  test('its tests are all there, with their names', () => {
    const read = (stack: readonly string[]) => parse({ command: 'npx mocha', output: output(stack), exitCode: 0 });
    expect(read(frames)).toMatchObject([
      {
        outcome: 'passed',
        tests: [
          { name: 'app .use() at a mount point works' },
          { name: 'app .use() at a mount point answers' },
          { name: 'app at last ends' },
        ],
      },
    ]);
    for (const frame of frames) expect(read([frame])[0]?.tests, frame).toEqual(read([])[0]?.tests);
  });
});
