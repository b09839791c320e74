import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import * as parsers from './everything.js';
import * as door from './index.js';
import { MESSAGE_CAP, OUTCOMES, REPORT_SCHEMA } from './kit.js';
import { RUNNERS } from './registry.js';
import * as writers from './writers/index.js';

const { allGreen, parse, prove } = parsers;
const README = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const MANIFEST = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  dependencies?: object;
  engines: { node: string };
};
const section = (title: string) => README.split(`\n## ${title}\n`)[1]!.split('\n## ')[0]!;
const codes = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);
/** The first cells of the rows of a table, as code. */
const rows = (title: string) =>
  codes(
    section(title)
      .match(/^\| `.*?` \|/gm)!
      .join('\n'),
  );

test('the example of the README prints what its comment says', () => {
  const example = /```js\n([\s\S]*?)```/.exec(README)![1]!;
  const [code, comment] = example.split(/^(?=\/\/ )/m, 1).concat(example.match(/^\/\/ .*$/gm)!.join('\n')) as [
    string,
    string,
  ];
  const printed: string[] = [];
  const log = (...values: unknown[]) =>
    printed.push(values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' '));
  const body = code.replace(/^import \{ (.*) \} from .*$/m, 'const { $1 } = parsers;').replace('console.log', 'log');
  new Function('parsers', 'log', body)(parsers, log);
  expect(printed.join('\n')).toBe(comment.replace(/^\/\/ /gm, ''));
});

describe('the tables of the README', () => {
  test('name each thing that the doors of the package give', () => {
    const named = README.match(/^\| `@flow\/capture-parsers.*$/gm)!.map(codes);
    const values = named.flatMap(([from, ...names]) => (from === '@flow/capture-parsers' ? names : []));
    expect(values.toSorted()).toEqual(Object.keys(door).toSorted());
    expect(
      named
        .find(([from]) => from?.endsWith('/writers'))!
        .slice(1)
        .toSorted(),
    ).toEqual(Object.keys(writers).toSorted());
    expect(MANIFEST).toMatchObject({ engines: { node: '>=20.19' } });
    expect(MANIFEST.dependencies).toBeUndefined();
  });

  test('name each field of what is taken and given, and each outcome', () => {
    const given: Record<keyof parsers.ParseInput, 0> = {
      ...{ command: 0, argv: 0, output: 0, exitCode: 0, exitHidden: 0, truncated: 0, root: 0 },
    };
    expect(rows('Input').toSorted()).toEqual(Object.keys(given).toSorted());
    const fields = Object.keys(REPORT_SCHEMA.properties).filter((field) => field !== 'seconds');
    const told = codes(section('Output'));
    expect(fields.filter((field) => !told.includes(field))).toEqual([]);
    expect(OUTCOMES.filter((outcome) => !told.includes(outcome))).toEqual([]);
  });

  test('name each runner', () => {
    const text = section('Supported tools')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, ' ');
    const others: Record<string, string> = {
      exunit: 'exunit',
      'cargo-check': 'cargo check',
      gtest: 'googletest',
      maven: 'maven surefire',
      nextest: 'cargo nextest',
      flutter: 'flutter test',
      nunit: 'nunit xml',
    };
    expect(RUNNERS.map(({ id }) => id).filter((id) => !text.includes(others[id] ?? id.replaceAll('-', ' ')))).toEqual(
      [],
    );
  });
});

const GO = 'ok  \texample.com/a\t0.01s\n';
const frame = (words: string) => `${'='.repeat(20)} ${words} ${'='.repeat(20)}`;
const pytest = (dots: string, ...last: string[]) =>
  [
    frame('test session starts'),
    `collected ${dots.length} items`,
    '',
    `test_a.py ${dots}      [100%]`,
    '',
    ...last,
    '',
  ].join('\n');
const GREEN = pytest('..', frame('2 passed in 0.01s'));
const RED = pytest(
  '.F',
  frame('short test summary info'),
  'FAILED test_a.py::test_a - assert 0',
  frame('1 failed, 1 passed in 0.01s'),
);
const run = (command: string, output: string, exitCode?: number) =>
  parse({ command, output, ...(exitCode === undefined ? {} : { exitCode }) });
const green = (command: string, output: string, exitCode?: number) => allGreen(run(command, output, exitCode));
const outcome = (command: string, output: string, exitCode?: number) =>
  run(command, output, exitCode).map((one) => one.outcome);

/** What the README says, word for word, and whether it is so. */
const CLAIMS: Record<string, () => boolean> = {
  '`cd x && go test ./...` keeps it': () => green('cd x && go test ./...', GO, 0),
  '`| tail`, `;`, `|| true`, `!`, `&` and `make test` hide it': () =>
    [
      'go test ./... | tail',
      'go test ./...; date',
      'go test ./... || true',
      '! go test ./...',
      'go test ./... &',
      'make test',
    ].every((command) => !green(command, GO, 0)),
  '`; echo "EXIT=$?"` right behind the run tells it again, if that line is there once, as the last one; so does `r=$?; …; exit $r`':
    () =>
      green('go test ./...; echo "EXIT=$?"', `${GO}EXIT=0\n`, 0) &&
      !green('go test ./...; echo "EXIT=$?"', `EXIT=0\n${GO}EXIT=0\n`, 0) &&
      !green('go test ./...; echo "EXIT=$?"', `EXIT=0\n${GO}`, 0) &&
      green('go test ./...; r=$?; date; exit $r', GO, 0),
  "The runner's summary covers the whole run: pytest's framed last line": () => green('pytest | tail -50', GREEN, 0),
  'All of them together are enough if no exit code was given and nothing in the line could have hidden one': () =>
    green('go test ./...', GO),
  'with a hidden exit code they are `unknown`': () => outcome('go test ./... | cat', GO, 0).join() === 'unknown',
  '`All checks passed!`, `0 errors`, or silence together with exit code 0': () =>
    green('ruff check . | cat', 'All checks passed!\n', 0) &&
    green('tsc --noEmit', '', 0) &&
    !green('tsc --noEmit | cat', '', 0),
  'The outcome is `unknown` if the exit code contradicts the summary': () =>
    outcome('pytest', GREEN, 1).join() === 'unknown',
  'an `echo` prints something that looks like a result': () =>
    !green('pytest; echo "2 passed in 0.01s"', `${GREEN}2 passed in 0.01s\n`, 0),
  'Red stays red, whatever was cut or hidden': () =>
    ['pytest | tail', 'pytest || true', 'pytest; date', 'make test'].every(
      (command) => prove({ command, output: `[9 lines truncated]\n${RED}`, exitCode: 0 }).verdict === 'red',
    ),
  "a printed code that is not 0 (`EXIT=3`, `exited with 139`), `make: *** … Error 2`, npm's error block,": () =>
    [
      'EXIT=3',
      'exited with 139',
      'make: *** [Makefile:2: test] Error 2',
      'npm error Lifecycle script `test` failed with error:',
      '##[error]Process completed with exit code 1.',
      'Segmentation fault',
    ].every((words) => !allGreen(parse({ output: `${GREEN}${words}\n` }))),
  '(`./e2e.sh; pytest`) leaves a report of kind `unread` where all others': () =>
    run('./e2e.sh; pytest', GREEN, 0)
      .map(({ kind }) => kind)
      .join() === 'test,unread',
  '`cd`, `export`, `git status` and their like leave none': () =>
    run('cd x; export A=1; git status; pytest', GREEN, 0).length === 1,
  'Behind a task runner (`npm test | tail -8`) other runs may have stood in what is missing: the outcome is `truncated`':
    () => outcome('npm test | tail -6', GREEN, 0).join() === 'truncated',
  '`cat old.log` is `unknown` with the reason `not-a-run`': () =>
    run('cat old.log', GREEN, 0).every((one) => one.outcome === 'unknown' && one.reasons.includes('not-a-run')),
  'After a filter, only the exit code can prove green': () =>
    !green('pytest | grep -v x', GREEN, 0) && green('set -o pipefail; pytest | grep -v x', GREEN, 0),
  'Zero tests, only skipped tests, `[no tests to run]`, `--collect-only`, `-list` and `--no-run` give `no-tests`': () =>
    outcome('go test ./...', 'ok  \texample.com/a\t0.01s [no tests to run]\n', 0).join() === 'no-tests' &&
    outcome('pytest', pytest('ss', frame('2 skipped in 0.01s')), 0).join() === 'no-tests' &&
    outcome('go test -list . ./...', `TestA\n${GO}`, 0).join() === 'no-tests' &&
    outcome('cargo test --no-run', '    Finished `test` profile [unoptimized] target(s) in 0.1s\n', 0).join() ===
      'no-tests',
  'A failing test next to a package that did not build is `failed`': () =>
    outcome(
      'go test ./...',
      '--- FAIL: TestA (0.00s)\nFAIL\nFAIL\texample.com/a\t0.1s\nFAIL\texample.com/b [build failed]\nFAIL\n',
      1,
    ).join() === 'failed',
  "pytest's `xfail` are counted in `counts.xfailed`, not in `passed`": () => {
    const [report] = run('pytest', pytest('.x', frame('1 passed, 1 xfailed in 0.01s')), 0);
    return report!.counts.xfailed === 1 && report!.counts.passed === 1;
  },
  'A run that was never\n  reached has no report': () =>
    run('pytest && go test ./...', RED, 1)
      .map(({ runner }) => runner)
      .join() === 'pytest',
  '`@go test` in a Makefile is not printed, so the exit code is not known': () => !green('make test', GO, 0),
  'For a task runner that prints its commands (`> vitest run`, a line of make), each command is read separately': () =>
    green('make test', `go test ./...\n${GO}`, 0),
  'Messages are cut at 2,000 characters': () => MESSAGE_CAP === 2_000,
  '`allGreen(reports)` is false for an empty list': () => !allGreen([]),
  'or `none` where no run was found': () => prove({ command: 'date', output: 'Mon\n', exitCode: 0 }).verdict === 'none',
  "`['sh', '-c', text]` is read as the line that it runs": () =>
    !allGreen(parse({ argv: ['sh', '-c', 'go test ./... | tail'], output: GO, exitCode: 0 })) &&
    allGreen(parse({ argv: ['sh', '-c', 'cd x && go test ./...'], output: GO, exitCode: 0 })),
  'There was an exit code, but it could not be seen': () =>
    !allGreen(parse({ command: 'go test ./...', output: GO, exitHidden: true })),
  'Markers such as `[9 characters truncated]` are detected without it': () =>
    !allGreen(parse({ command: 'go test ./...', output: `ok  \texam[9 characters truncated]${GO}` })),
  'so are GitHub Actions timestamps if every line has one. A log with an `##[error]` is not green': () => {
    const log = (text: string) => text.replace(/^/gm, '2026-01-01T00:00:00.0000000Z ');
    return allGreen(parse({ output: log(GREEN) })) && !allGreen(parse({ output: log(`${GREEN}##[error]bad`) }));
  },
  "Without `command` and `argv`, the exit code is taken to be the runner's own": () =>
    allGreen(parse({ output: GO, exitCode: 0 })),
};

test.each(Object.entries(CLAIMS))('the README says, and it is so: %s', (claim, holds) => {
  expect(README.replaceAll(/\s+/g, ' ')).toContain(claim.replaceAll(/\s+/g, ' '));
  expect(holds()).toBe(true);
});
