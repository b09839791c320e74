import { describe, expect, test } from 'vitest';
import { parse } from '../everything.js';
import { cutMarker, wholeLines } from './cut.js';

test.each([
  ['... [1234 characters truncated] ...', 'text'],
  ['… [1,234 chars omitted]', 'text'],
  ['... [12 lines truncated] ...', 'lines'],
  ['< truncated lines 301-430 >', 'lines'],
  ['Output truncated. Full output saved to: x', 'text'],
  ['…12 tokens truncated…', 'text'],
  ['[... omitted 34 of 200 lines ...]', 'lines'],
  ['[...12 lines omitted...]', 'lines'],
  ['--- truncated 300 lines ---', 'lines'],
  ['[... 3,000 characters omitted ...]', 'text'],
  ['... (output truncated) ...', 'text'],
  ['<response clipped>', 'text'],
  ['[TRUNCATED]', 'text'],
  ['OUTPUT TRUNCATED', 'text'],
  ['... [1,234 CHARACTERS TRUNCATED] ...', 'text'],
  ['--- Truncated 300 lines ---', 'lines'],
  ['TRUNCATED the table', undefined],
  ['ok TestTruncated (0.00s)', undefined],
  ['      [... omitted 3 frames ...]', undefined],
  ['[... omitted 3 frames ...]', undefined],
  ['... 34 common frames omitted', undefined],
  ['[the list was truncated]', undefined],
  ["E         ...Full output truncated, use '-vv' to show", undefined],
  ['truncated the table', undefined],
])('%j is a cut marker of kind %s', (line, expected) => {
  expect(cutMarker(line)).toBe(expected);
});

const MARK = '... [9 characters truncated] ...';

test.each([
  ['nothing missing', 'a\nb\n', undefined, 'a\nb\n', undefined],
  ['told head', 'rt of a\nb\n', 'head', 'b\n', 'head'],
  ['told tail', 'a\nstart of b', 'tail', 'a\n', 'tail'],
  ['told, all of one line', 'part', true, '', 'some'],
  ['marked middle', `a\nb-\n\n${MARK}\n\n-c\nd\n`, undefined, `a\n${MARK}\nd\n`, 'middle'],
  ['marked in an indentation', `a\nb\n  \n\n${MARK}\n\n-c\nd\n`, undefined, `a\nb\n${MARK}\nd\n`, 'middle'],
  [
    'a status that was cut behind',
    `a.py::b PASSED    [ 1\n${MARK}\nx\nd\n`,
    undefined,
    `a.py::b PASSED\n${MARK}\nd\n`,
    'middle',
  ],
  [
    'results that are whole beside the cut',
    `x\n--- PASS: TestA (0.01s)\n\n${MARK}\n\n    --- FAIL: TestB/c (0.00s)\nd\n`,
    undefined,
    `x\n--- PASS: TestA (0.01s)\n${MARK}\n    --- FAIL: TestB/c (0.00s)\nd\n`,
    'middle',
  ],
  [
    'results of which a piece is missing',
    `x\n--- PASS: TestA (0.0\n\n${MARK}\n\n: TestB (0.00s)\nd\n`,
    undefined,
    `x\n${MARK}\nd\n`,
    'middle',
  ],
  [
    'last words, which a failure may have stood before',
    `x\ntest a::b ... ok\n${MARK}\ntest result: ok. 1 passed; 0 failed\nd\n`,
    undefined,
    `x\ntest a::b ... ok\n${MARK}\nd\n`,
    'middle',
  ],
  ['marked head', `${MARK}\n-c\nd\n`, undefined, `${MARK}\nd\n`, 'head'],
  ['marked tail', `a\nb-\n${MARK}`, undefined, `a\n${MARK}\n`, 'tail'],
  ['whole lines', 'a\n... [3 lines truncated] ...\nd\n', undefined, 'a\n... [3 lines truncated] ...\nd\n', 'middle'],
] as const)('%s', (_, text, told, whole, cut) => {
  expect(wholeLines(text, told)).toEqual({ text: whole, cut });
});

describe('D22 D27 the rest of a red line is not green', () => {
  test.each([
    [`FAILED a.py::t - x\n1 failed, ${MARK}\n5 passed in 0.10s\n`, 'pytest || true'],
    [`${MARK}\n5 passed in 0.10s\n`, 'pytest -q | tee log'],
    [`ok  \ta\t0.1s\nok  \tb\t0.2s\n${MARK}\n`, 'go test ./... | tee log'],
    ['ok  \ta\t0.1s\n[... omitted 34 of 200 lines ...]\nok  \tb\t0.2s\n', 'go test ./... | tee log'],
    [
      '<testsuites>\n<testsuite package="org.eslint" errors="2" name="a.js">\n<output truncated>\n</testsuites>\n',
      'eslint -f junit . || true',
    ],
  ])('%j', (output, command) => {
    expect(parse({ command, output, exitCode: 0 }).some(({ green }) => green)).toBe(false);
  });

  test('a line that was cut before its end says nothing', () => {
    const [report] = parse({
      command: 'go test -run None ./...',
      output: 'ok  \ta\t0.1s',
      exitCode: 0,
      truncated: 'tail',
    });
    expect(report).toMatchObject({ outcome: 'truncated', green: false });
  });
});
