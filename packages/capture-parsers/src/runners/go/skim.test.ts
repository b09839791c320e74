import fc from 'fast-check';
import { expect, test } from 'vitest';
import { casesOf } from '../../../test/cases.js';
import { findInvocation } from '../../command/invocation.js';
import { readLine } from '../../command/read-line.js';
import { wholeLines } from '../../output/cut.js';
import { clean } from '../../output/text.js';
import type { ParseInput } from '../../report.js';
import { GoRun } from './run.js';
import { go } from './runner.js';
import { GoSkimmer } from './skim.js';
import { readText } from './text.js';

/** What is found in an output, with the skimmer or without it. `full`: no further names are kept. */
function read(input: ParseInput, full: boolean, skims: boolean) {
  const { text, cut } = wholeLines(clean(String(input.output)), input.truncated);
  const invocation = findInvocation(readLine(input), go.starts);
  const run = new GoRun({ text, cut, invocation, input });
  if (full) Object.defineProperty(run.collected, 'full', { value: true });
  readText(text, run, skims);
  const { collected, capture: _, ...rest } = run;
  const { unparsed, testsCut, tests, problems } = collected;
  const packages = [...collected.packages];
  return { report: run.report(), rest, tally: collected.tally(), unparsed, testsCut, tests, problems, packages };
}

/** The lines of every output of a go test that there is. */
const fixtures = [...casesOf('fixtures', ['go', 'gotestsum', 'multi']), ...casesOf('corpus', ['go', 'gotestsum'])].map(
  ({ input }) => input.output.split('\n'),
);

const SPOKEN = [
  '    a_test.go:3: checked',
  '\tindented by a tab',
  '        deeper',
  'words of the test',
  'method=GET a - b -- c',
  '- item',
  '',
  ' ',
  'é',
];
/** Lines that a look at few places takes for a mark, with what stands in the next line or without. */
const NEAR = ['-', '--', '==', '- a b', '=xy z', '--x y', ' ', ' a', ' ab -c', '    -', '----', '====='];
const INDENTED = [...SPOKEN, ...NEAR].filter((line) => /^\s/.test(line));
const DECOYS = [
  ...SPOKEN,
  ...NEAR,
  ...['PASS', 'FAIL', 'ok', 'panic: no', 'exit status 1', 'request served', 'coverage: 80.0% of statements'],
  ...['ok  \tother\t0.1s', 'FAIL\tother\t0.1s', 'FAIL\tother [build failed]', '?   \tother\t[no test files]'],
  ...['\tother\t\tcoverage: 0.0% of statements', '# other', 'a.go:3:4: undefined: x', 'go: no such tool'],
  ...['=== RUN   TestA', '=== RUN   TestA/x', '=== RUN   TestFake', '=== RUN   Testfake', '=== RUN   Test Fake'],
  ...['=== RUN  TestB', '=== RUN    TestB', '=== PAUSE TestA', '=== CONT  TestA', '=== NAME  TestA', '==== ', '=== '],
  ...['--- PASS: TestA (0.00s)', '--- FAIL: TestA (0.00s)', '--- SKIP: TestFake (0.00s)', '--- PASS: TestA (.s)'],
  ...['--- PASS: TestA (1.2.3s)', '--- PASS: TestA (0.00 seconds)', '--- BENCH: TestA', '--- ', '---- x'],
  ...['    --- PASS: TestA/x (0.00s)', '    --- FAIL: TestA/x (0.00s)', '        --- PASS: TestA/x/y (0.00s)'],
  ...[
    '    --- PASS: TestA/x. (s)',
    '  --- PASS: TestA/x (0.00s)',
    ' \t  --- PASS: TestA/x (0.00s)',
    'words--- PASS: TestA (0.00s)',
  ],
  ...[
    'words=== RUN   TestB',
    '... [9 lines truncated] ...',
    '[12 characters truncated]',
    'BenchmarkA-8 \t 9\t 1 ns/op',
  ],
  ...['\t\tTestA (1s)', 'panic: test timed out after 1s', 'no newlineok  \ta\t0.1s', 'goroutine 7 [running]:'],
];

const name = fc.constantFrom('TestA', 'TestB', 'TestAB', 'Test_c', 'TestÄ', 'ExampleA', 'FuzzA', 'Testing', 'TestA/x');
const few = (lines: readonly string[]) => fc.array(fc.constantFrom(...lines), { maxLength: 2 });
const often = <T>(usual: T, ...others: T[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, fc.constantFrom(usual, ...others));
const state = fc.constantFrom('PASS', 'PASS', 'SKIP', 'FAIL');
const time = often('(0.00s)', '(12.50s)', '(s)', '(.25s)', '(5s)', '(1.2.34s)', '(0.00 seconds)', '( .00s)', '(x.00s)');
const result = fc.record({
  state,
  time,
  spoken: few([...SPOKEN, ...NEAR]),
  below: few([...INDENTED, '\tother\t\tcoverage: 0.0% of statements']),
});
const subtest = fc.tuple(
  fc.constantFrom('x', 'y', 'x/y', 'x#01', 'z (0.00s)', 'x.', ''),
  often('', 'TestB', 'TestA'),
  result,
);
const one = fc
  .tuple(name, result, fc.array(subtest, { maxLength: 2 }))
  .map(([name, top, subtests]) => [
    `=== RUN   ${name}`,
    ...subtests.flatMap(([word, other, { spoken }]) => [`=== RUN   ${other || name}/${word}`, ...spoken]),
    ...top.spoken,
    `--- ${top.state}: ${name} ${top.time}`,
    ...top.below,
    ...subtests.flatMap(([word, other, { state, time, below }]) => [
      `    --- ${state}: ${other || name}/${word} ${time}`,
      ...below,
    ]),
  ]);
const ends = fc.constantFrom(
  ['PASS', 'ok  \ta\t0.1s'],
  ['PASS', 'ok  \tb\t(cached)'],
  ['FAIL', 'FAIL\tc\t0.1s'],
  ['FAIL', 'exit status 1', 'FAIL\tc\t0.1s'],
  ['PASS', 'coverage: 80.0% of statements', 'ok  \td\t0.1s\tcoverage: 80.0% of statements'],
  ['PASS', 'ok  \te\t0.1s [no tests to run]'],
  ['ok  \tf\t0.1s'],
  ['PASS'],
);
/** Packages that mostly end as their tests did. */
const generated = fc.tuple(fc.array(one, { minLength: 1, maxLength: 3 }), ends, fc.nat(3)).map(([tests, end, odd]) => {
  const lines = tests.flat();
  const failed = lines.some((line) => /^ *--- FAIL/.test(line));
  return [...lines, ...(odd === 0 ? end : failed ? ['FAIL', 'FAIL\tred\t0.1s'] : ['PASS', 'ok  \tgreen\t0.1s'])];
});
const texts = {
  'generated packages': fc.array(generated, { minLength: 1, maxLength: 3 }).map((parts) => parts.flat()),
  fixtures: fc.array(fc.constantFrom(...fixtures), { minLength: 1, maxLength: 2 }).map((parts) => parts.flat()),
};

/** What happens to lines: one is lost, doubled, moved, cut, prefixed, or another one comes between them. */
const change = fc.tuple(
  fc.constantFrom('drop', 'double', 'swap', 'cut', 'prefix', 'decoy', 'decoy'),
  fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  fc.constantFrom(...DECOYS),
  fc.nat(12),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function changed(before: readonly string[], changes: readonly Change[]): string[] {
  const lines = [...before];
  for (const [kind, place, decoy, count] of changes) {
    const at = Math.floor(place * lines.length);
    const line = lines[at] ?? '';
    if (kind === 'drop') lines.splice(at, 1);
    else if (kind === 'double') lines.splice(at, 0, line);
    else if (kind === 'swap') lines.splice(at, 2, lines[at + 1] ?? '', line);
    else if (kind === 'cut') lines[at] = line.slice(0, -count);
    else if (kind === 'prefix') lines[at] = decoy.slice(0, count) + line;
    else lines.splice(at, 0, decoy);
  }
  return lines;
}

const told = fc.constantFrom<Omit<ParseInput, 'output'>>(
  ...[0, 1].flatMap((exitCode) => [
    { command: 'go test -v ./...', exitCode },
    { command: 'go test -v', exitCode },
    { exitCode },
  ]),
  ...[
    'go test ./...',
    'go test -v -count=2 ./...',
    'go test -v ./... | grep -v x',
    'go test -v ./... | tail -n 99',
  ].map((command) => ({ command, exitCode: 0 })),
  ...(['head', 'middle', 'tail', true] as const).map((truncated) => ({ command: 'go test -v ./...', truncated })),
);

test('a plain package is skimmed', () => {
  const lines = [
    '=== RUN   TestA',
    '=== RUN   TestA/x',
    ...SPOKEN.slice(0, -1),
    '--- FAIL: TestA (0.00s)',
    '    --- PASS: TestA/x (0.01s)',
    '=== RUN   TestB',
    '--- SKIP: TestB (10.00s)',
    'FAIL',
  ];
  const text = `${lines.join('\n')}\nFAIL\ta\t0.1s\n`;
  const counts = { passed: 1, failed: 1, skipped: 1, unparsed: 3 };
  const skimmer = new GoSkimmer(text);
  expect(skimmer.read(0)).toBe(true);
  expect(skimmer).toMatchObject({ ...counts, closing: lines.join('\n').length + 1 });
});

const A = ['=== RUN   TestA', '--- PASS: TestA (0.00s)'];
const X = ['=== RUN   TestA', '=== RUN   TestA/x.', '--- PASS: TestA (0.00s)'];
const OK = ['PASS', 'ok  \ta\t0.1s'];
const RED = ['FAIL', 'FAIL\ta\t0.1s'];
test.each([
  ...NEAR.map((line): [string, string[]] => [`a line '${line}'`, [A[0]!, line, ' a', A[1]!, ...OK]]),
  ...NEAR.filter((line) => line.startsWith(' ')).map((line): [string, string[]] => [
    `a line '${line}' below a result`,
    [...A, line, ' a', ...A, line, ...OK],
  ]),
  ['lines near an announcement and near a result', [A[0]!, '==', '  ab', '--', '  ab', A[1]!, ...OK]],
  ['more of them', [A[0]!, '=xy z', '- a b', A[1]!, ...OK]],
  ['a subtest without its result', [...X, ...OK]],
  ['a subtest whose result comes late', [...X, '=== RUN   TestB', '    --- SKIP: TestA/x. (0.00s)', ...OK]],
  ['a subtest whose result has no time', [...X, '    --- SKIP: TestA/x. (s)', ...OK]],
  ['a subtest whose result stands at the left margin', [...X, '--- SKIP: TestA/x. (0.00s)', ...OK]],
  ['a subtest whose result stands behind words', [...X, ' ab --- SKIP: TestA/x. (0.00s)', ...OK]],
  ['a test in another', [A[0]!, '=== RUN   TestAB', A[1]!, '    --- PASS: TestAB (0.00s)', ...OK]],
  ['a package that is ok with a failing test', ['=== RUN   TestA', '--- FAIL: TestA (0.00s)', ...OK]],
  ['a package that fails with no failing test', [...A, ...RED]],
  ['a binary that passed in a package that failed', [...A, 'PASS', RED[1]!]],
  ['a binary that failed in a package that is ok', [...A, 'FAIL', OK[1]!]],
  ['tests that ran when time was up', ['panic: test timed out after 1s', A[0]!, '\t\tTestB (1s)', A[1]!, ...OK]],
  ['a package that is told of twice', [...A, ...OK, '=== RUN   TestA', '--- FAIL: TestA (0.00s)', ...RED]],
])('%s', (_, lines) => {
  for (const full of [true, false])
    for (const exitCode of [0, 1]) {
      const input = { command: 'go test -v ./...', output: `${lines.join('\n')}\n`, exitCode };
      expect(read(input, full, true)).toEqual(read(input, full, false));
    }
});

/** A package of so many tests, each with a few lines of its own. */
const packageOf = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => [
    `=== RUN   Test${at}`,
    `    a_test.go:${at}: é`,
    `--- PASS: Test${at} (0.01s)`,
  ])
    .flat()
    .concat('PASS', `ok  \t${name}\t0.1s`);

test('packages of many tests, and of more than are skimmed', () => {
  const sizes = [...Array<number>(30).fill(300), 4_900, 10, ...Array<number>(9).fill(700)];
  const lines = sizes.flatMap((count, at) => packageOf(count, `example.com/${at}`));
  for (const output of [lines.join('\n'), `${lines.join('\n')}\n`]) {
    const input = { command: 'go test -v ./...', output, exitCode: 0 };
    expect(read(input, true, true)).toEqual(read(input, true, false));
  }
});

const flags = [fc.boolean(), fc.boolean()] as const;

test.each(Object.entries(texts))('what is skimmed of %s is what is read of them', (_, text) => {
  const changes = fc.array(change, { maxLength: 3 });
  fc.assert(
    fc.property(text, changes, told, ...flags, (lines, those, input, ended, full) => {
      const output = changed(lines, those).join('\n') + (ended ? '\n' : '');
      expect(read({ ...input, output }, full, true)).toEqual(read({ ...input, output }, full, false));
    }),
    { numRuns: 4000 },
  );
});
