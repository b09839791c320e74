import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../../../test/cases.js';
import { parse } from '../../everything.js';
import type { ParseInput } from '../../report.js';
import { plainLine } from './titles.js';

/** A line that no reader knows. With a word in it that a cut marker would have, every line of the text is read by itself. */
const NOTE = { plain: 'note: shortened\n', slow: 'note: truncated\n' };

/** Reads an output twice, by the pattern of plain lines and line by line. */
function bothWays(input: ParseInput): [unknown, unknown] {
  const read = (note: string) => parse({ ...input, output: `${note}${input.output}` });
  return [read(NOTE.plain), read(NOTE.slow)];
}

const mark = fc.constantFrom('✓', '✓', '✓', '√', '×', '↓', '❯', '□');
const file = fc.constantFrom(
  ...[
    'a.test.ts',
    'src/b.test.ts',
    'a.test.ts:3',
    'C:/c.test.ts',
    '|web| a.test.ts',
    'web  a.test.ts',
    'x y.test.ts',
    '>',
  ],
);
const word = fc.constantFrom(
  ...[
    'adds',
    'a',
    '>',
    '> >',
    '5ms',
    '1.5s',
    '3s',
    'used',
    '12 MB heap used',
    '(3 tests)',
    '(retry x1)',
    '(repeat x2)',
  ],
  ...[
    '[skipped]',
    'a|b',
    ' ',
    'stdout | a.test.ts > x',
    'é✓',
    '\u00a0',
    '\u2028',
    '…12 lines omitted…',
    'RUN  v5.1.1',
    '',
  ],
);
const time = fc.constantFrom(' 1ms', ' 1ms', ' 12ms', '', ' 1.2s', ' 007ms', ' 1234567890ms', ' 3ms ', '  3ms');
const line = fc
  .tuple(fc.constantFrom(' ', ' ', ' ', '   ', ''), mark, file, fc.array(word, { maxLength: 4 }), time)
  .map(([indent, sign, name, words, ms]) => `${indent}${sign} ${name} > ${words.join(' ')}${ms}`);
const plain = fc
  .tuple(fc.constantFrom('a.test.ts', 'src/b.test.ts'), fc.constantFrom('adds', 'sums > adds two: 1 + 1', 'ünïts'))
  .map(([name, title]) => ` ✓ ${name} > ${title} 1ms`);
const other = fc.constantFrom(
  ...['', 'printed', 'stdout | a.test.ts > adds', 'stderr | unknown test', '⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯', '⎯⎯⎯⎯[1/1]⎯'],
  ...[
    ' FAIL  a.test.ts > adds',
    ' ✓ a.test.ts (3 tests) 5ms',
    ' Test Files  1 passed (1)',
    '      Tests  2 passed (2)',
  ],
  ...['   Duration  1.00s', ' RUN  v5.1.1 /repo', ' DEV  v3.0.0 /repo', 'x'.repeat(5000)],
);

describe('what a plain line says of a test', () => {
  test('the file, the name and the time', () => {
    const text = ' ✓ a.test.ts > sums > adds two numbers 12ms\n ✓ b.test.ts > adds\n';
    const first = plainLine(text, 0);
    expect(first).toEqual({
      file: 'a.test.ts',
      name: 'sums > adds two numbers',
      seconds: 0.012,
      end: text.indexOf('\n') + 1,
    });
    expect(plainLine(text, first!.end)).toEqual({
      file: 'b.test.ts',
      name: 'adds',
      seconds: undefined,
      end: text.length,
    });
  });

  test.each([
    ' ✓ a.test.ts > adds (retry x1) 12ms\n',
    ' ✓ a.test.ts > adds',
    ' ✓ a.test.ts > 5ms\n',
    ' × a.test.ts > adds 1ms\n',
    ' ✓ a.test.ts > adds 12 MB heap used\n',
    ' ✓ a.test.ts > adds 1.5s\n',
    ' ✓ a.test.ts:3 > adds 1ms\n',
    ' ✓ web  a.test.ts > adds 1ms\n',
  ])('no more than that: %j', (text) => expect(plainLine(text, 0)).toBeUndefined());

  test('35.3 whatever lines stand around it, the report is that of a reading line by line', () => {
    const options = fc.record({
      words: fc.constantFrom('', ' --reporter=verbose', ' --reporter=dot', ' --reporter=tree --reporter=verbose'),
      exitCode: fc.constantFrom(0, 1, 137),
      tail: fc.constantFrom('\n', ''),
    });
    let read = 0;
    let tried = 0;
    fc.assert(
      fc.property(
        fc.array(fc.oneof(plain, plain, line, line, other), { maxLength: 30 }),
        options,
        (lines, { words, exitCode, tail }) => {
          tried += 1;
          const passed = lines.filter((text) => plainLine(`${text}\n`, 0)).length;
          read += passed;
          const totals = ` Test Files  1 passed (1)\n      Tests  ${passed} passed (${passed})\n   Duration  1.00s\n`;
          const output = `\n RUN  v5.1.1 /repo\n\n${lines.join('\n')}\n\n${totals}`.trimEnd() + tail;
          const [plain, slow] = bothWays({ command: `npx vitest run${words}`, output, exitCode });
          expect(plain).toEqual(slow);
        },
      ),
      { numRuns: 500 },
    );
    expect(read / tried).toBeGreaterThan(1);
  });

  test('35.3 so is that of every recorded run', () => {
    const recorded = casesOf('fixtures').filter(({ name }) => name.startsWith('vitest/'));
    expect(recorded.length).toBeGreaterThan(10);
    for (const { name, input } of recorded) {
      const [plain, slow] = bothWays(input);
      expect(plain, name).toEqual(slow);
    }
  });
});
