import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../test/cases.js';
import {
  allGreen,
  type Counts,
  type Issue,
  OUTCOMES,
  parse,
  REASONS,
  type Report,
  type TestState,
} from './everything.js';

/** What a correct reader finds in a fixture; written by `scripts/capture.mjs` from the runner's machine format. */
interface Expected {
  readonly runner: string;
  readonly outcome?: string;
  readonly green: 'must' | 'must_not' | 'may';
  readonly counts: Readonly<Record<string, number | readonly number[]>>;
  readonly tests: Readonly<Record<string, string>>;
  /** Names that may be reported too, with their state; `*` is any name. */
  readonly optional: Readonly<Record<string, string | readonly string[]>>;
  readonly decoys: readonly string[];
  readonly problem?: string;
  /** What a linter found, from its machine format; only what is given is compared. */
  readonly issues?: readonly Partial<Issue>[];
  /** The reports of several runs, in order. */
  readonly segments?: readonly {
    readonly runner: string;
    readonly green?: boolean;
    readonly counts?: Partial<Counts>;
  }[];
}

const cases = casesOf('fixtures');
const runners = new Set(cases.map(({ runner }) => runner));
const inputOf = (name: string) => cases.find((one) => one.name === name)!.input;

const KIND: Record<TestState, string> = {
  passed: 'pass',
  xpassed: 'pass',
  failed: 'fail',
  error: 'fail',
  skipped: 'skip',
  todo: 'skip',
  xfailed: 'skip',
};

/** The worst state by name, as the same name may stand in several packages or files. */
function statesOf(report: Report): Map<string, string> {
  const order = ['skip', 'pass', 'fail'];
  const states = new Map<string, string>();
  for (const { name, state } of report.tests) {
    if (order.indexOf(KIND[state]) > order.indexOf(states.get(name) ?? '')) states.set(name, KIND[state]);
  }
  return states;
}

function placeOf({ file, line = 0, column = 0, rule = '', message = '' }: Partial<Issue>): string {
  return [file, String(line).padStart(8), String(column).padStart(8), rule, message].join('\0');
}

describe('D22 D23 D24 D25 D26 D27 every fixture is read exactly', () => {
  test('every runner is a folder and a line', () => {
    const folder = join(import.meta.dirname, 'runners');
    const lines = readFileSync(join(folder, 'index.ts'), 'utf8').match(
      /^export \{ \w+ \} from '\.\/[\w-]+\/runner\.js';$/gm,
    );
    const listed = lines!.map((line) => line.split('/')[1]!);
    expect(readdirSync(folder).sort()).toEqual([...listed, 'index.ts'].sort());
  });

  test('there are fixtures of every runner', () => {
    expect(cases.length).toBeGreaterThan(100);
  });

  test.each(['fixtures', 'corpus'])('a case of %s is a folder with two files', (root) => {
    const files = readdirSync(join(import.meta.dirname, '..', root), { recursive: true, encoding: 'utf8' });
    const inCases = files.filter((file) => file.split(sep).length > 2).map((file) => basename(file));
    expect(new Set(inCases)).toEqual(new Set(['case.json', 'output.txt']));
  });

  test.each(cases)('$name', ({ input, result }) => {
    const expected = result as Expected;
    const reports = parse(input);
    if (expected.green !== 'may') expect(allGreen(reports)).toBe(expected.green === 'must');
    if (expected.segments) {
      expect(reports).toMatchObject(expected.segments);
      return;
    }
    const report = reports.find(({ runner }) => runner === expected.runner);
    if (!report) {
      expect({ runner: expected.runner, readable: false }).toEqual({
        runner: expected.runner,
        readable: input.command.startsWith('echo'),
      });
      return;
    }
    if (expected.outcome)
      expect({ outcome: report.outcome, reasons: report.reasons }).toMatchObject({ outcome: expected.outcome });
    for (const [key, value] of Object.entries(expected.counts)) {
      const found = report.counts[key as keyof Report['counts']] ?? 0;
      expect({ key, found, ok: [value].flat().includes(found) }).toMatchObject({ ok: true });
    }
    const states = statesOf(report);
    for (const [name, state] of Object.entries(expected.tests))
      expect({ name, state: states.get(name) }).toEqual({ name, state });
    for (const [name, state] of states) {
      const allowed = expected.tests[name] ?? expected.optional[name] ?? expected.optional['*'] ?? [];
      expect({ name, allowed: [allowed].flat().includes(state) }).toEqual({ name, allowed: true });
      expect(expected.decoys).not.toContain(name);
    }
    if (expected.issues) {
      const byPlace = (left: Partial<Issue>, right: Partial<Issue>) => placeOf(left).localeCompare(placeOf(right));
      expect([...report.issues].sort(byPlace)).toMatchObject([...expected.issues].sort(byPlace));
    }
    if (expected.problem)
      expect(report.problems.map(({ file, line }) => `${file?.replace(/^\.\//, '')}:${line}`)).toContain(
        expected.problem,
      );
  });

  test.each(cases)('$name has a well-formed report', ({ input }) => {
    for (const report of parse(input)) {
      expect(OUTCOMES).toContain(report.outcome);
      expect(report.green).toBe(report.outcome === 'passed');
      for (const reason of report.reasons) expect(REASONS).toContain(reason);
      if (!report.green) expect(report.reasons).not.toEqual([]);
      if (report.green) expect(report.counts.failed + report.counts.errors).toBe(0);
      if (report.unsure) expect(report.outcome).toBe('unknown');
    }
  });
});

describe('C66 what did not build is another answer than a failing test', () => {
  const broken = '# a [a.test]\n./a_test.go:3:2: undefined: x\nFAIL\ta [build failed]\n';
  const failing = '--- FAIL: TestB (0.00s)\n    b_test.go:4: boom\nFAIL\nFAIL\tb\t0.01s\n';
  test.each([
    ['build error', `${broken}FAIL\n`, 'build-error', ['build-failed']],
    ['failing test', `${failing}FAIL\n`, 'failed', ['tests-failed']],
    ['both', `${broken}${failing}FAIL\n`, 'failed', ['tests-failed']],
  ])('%s', (_, output, outcome, reasons) => {
    const [report] = parse({ command: 'go test ./...', output, exitCode: 1 });
    expect(report).toMatchObject({ outcome, reasons, green: false });
    expect(report!.problems.length).toBe(output.includes('undefined') ? 1 : 0);
    if (output.includes('undefined'))
      expect(report!.problems[0]).toEqual({ file: 'a_test.go', line: 3, column: 2, message: 'undefined: x' });
  });

  test.each([
    ['pytest/collect-default', 'collection-error'],
    ['pytest/setup', 'failed'],
    ['vitest/load-default', 'collection-error'],
    ['cargo/build', 'build-error'],
    ['cargo/fail-all', 'failed'],
  ])('%s is %s', (name, outcome) => {
    expect(parse(inputOf(name))[0]?.outcome).toBe(outcome);
  });
});

describe('D27 runs under prefixes and headings of which there is no captured fixture', () => {
  const GREEN = '============================== 2 passed in 0.01s ===============================';
  const RED = '========================= 1 failed, 1 passed in 0.01s ==========================';

  test('docker compose puts the service in front of each line', () => {
    const output = `api-1  | ${GREEN}\nworker-1  | ${RED}\n`;
    expect(parse({ command: 'docker compose up', output, exitCode: 0 })).toMatchObject([
      { runner: 'pytest', outcome: 'passed' },
      { runner: 'pytest', outcome: 'failed' },
    ]);
  });

  test('nx announces the command of each project', () => {
    const output = `> nx run api:test\n\n> pytest -q\n\n${GREEN}\n\n> nx run web:test\n\n> pytest -q\n\n${RED}\n`;
    expect(parse({ command: 'nx run-many -t test', output, exitCode: 1 })).toMatchObject([
      { runner: 'pytest', outcome: 'passed' },
      { runner: 'pytest', outcome: 'failed' },
    ]);
  });
});

test('D27 what a type checker found stays, even where a line like those of the run after it stands below', () => {
  const output = 'src/a.ts(1,7): error TS2322: wrong\n5 passed in 0.1s\n';
  const reports = parse({ command: 'tsc --noEmit && pytest -q', output, exitCode: 1 });
  expect(reports[0]).toMatchObject({ runner: 'tsc', outcome: 'failed', counts: { errors: 1 } });
  expect(allGreen(reports)).toBe(false);
});

describe('D22 logs of GitHub Actions, with a time in front of each line', () => {
  const stamped = (text: string, front = '') =>
    text
      .split('\n')
      .map((line, at) => `${front}${at === 0 ? '\ufeff' : ''}2026-11-22T10:00:${10 + (at % 50)}.1234567Z ${line}`)
      .join('\n');
  const ERROR = '\n##[error]Process completed with exit code 1.';
  const read = (output: string) => parse({ output });

  test.each([...runners])('what %s printed is read below the times', (runner) => {
    for (const { input } of cases.filter((one) => one.runner === runner).slice(0, 3)) {
      const { output } = input;
      expect(read(stamped(output))).toEqual(read(output));
      expect(read(stamped(output, 'build\tRun tests\t'))).toEqual(read(output));
    }
  });

  test('a step that failed is not green by what stands before, and what was red stays it', () => {
    const green = stamped(`##[group]Run npx vitest run\n##[endgroup]\n${inputOf('vitest/pass-default').output}`);
    expect(allGreen(read(green))).toBe(true);
    const [report] = read(green + stamped(ERROR));
    expect(report).toMatchObject({ outcome: 'unknown', green: false, reasons: ['exit-hidden', 'exit-contradicts'] });
    const red = inputOf('vitest/fail-default').output;
    expect(read(stamped(red + ERROR)).map(({ outcome }) => outcome)).toEqual(['failed']);
  });

  test('times that only some lines have were printed by the run', () => {
    const output = stamped(inputOf('vitest/pass-default').output);
    expect(allGreen(read(`${output}\nand one line more`))).toBe(false);
    expect(allGreen(read(output.replace(/^/, 'x\n')))).toBe(false);
  });
});

describe('a test that passed only when it was run again', () => {
  const flakyOf = (name: string) => parse(inputOf(name)).map(({ flaky }) => flaky ?? false);
  test.each(['pytest/v72-rerun-v', 'nextest/flaky', 'maven/flaky-pass', 'jest/retry'])(
    '%s is told as flaky, and is green',
    (name) => {
      const reports = parse(inputOf(name));
      expect(reports).toMatchObject([{ flaky: true, green: true }]);
    },
  );

  test.each([
    'pytest/pass-v',
    'nextest/pass',
    'maven/pass',
    'jest/pass-30.5.2',
    'mocha/pass-json',
    'vitest/pass-verbose',
    'vitest/pass-json',
    'node-test/pass-tap-26',
  ])('%s is not', (name) => {
    expect(flakyOf(name)).not.toContain(true);
  });

  test.each([
    [
      'vitest',
      ' RUN  v5.0.2 /repo\n\n ✓ a.test.js > third time (retry x2) 3ms\n\n Test Files  1 passed (1)\n      Tests  1 passed (1)\n   Start at  09:00:00\n   Duration  120ms (transform 10ms, setup 0ms, import 12ms, tests 3ms, environment 0ms)\n',
    ],
    [
      'mocha --reporter json',
      '{\n  "stats": {\n    "suites": 1,\n    "tests": 1,\n    "passes": 1,\n    "pending": 0,\n    "failures": 0\n  },\n  "tests": [],\n  "pending": [],\n  "failures": [],\n  "passes": [\n    {\n      "title": "third time",\n      "fullTitle": "third time",\n      "currentRetry": 2,\n      "err": {}\n    }\n  ]\n}\n',
    ],
  ])('%s tells it, too', (command, output) => {
    expect(parse({ command, output, exitCode: 0 })).toMatchObject([{ flaky: true, green: true }]);
  });
});

describe('a test that was not reached, as what comes before it broke', () => {
  const brokenIn = (name: string) =>
    parse(inputOf(name)).flatMap(({ tests }) => tests.flatMap((one) => (one.state === 'error' ? [one.name] : [])));
  test.each([
    ['node-test/fail-tap-26', ['hook fails > victim']],
    ['node-test/fail-spec-26', ['hook fails > victim', 'hook fails']],
    ['node-test/fail-spec-18', ['hook fails > victim', 'hook fails']],
    ['node-test/fail-junit-26', ['hook fails > victim']],
    ['rspec/hooks-json', ['Each breaks later']],
    ['rspec/hooks', ['Each breaks later']],
    ['pytest/setup', ['test_setup.py::test_setup']],
  ])('%s', (name, expected) => {
    expect(brokenIn(name)).toEqual(expected);
  });
});
