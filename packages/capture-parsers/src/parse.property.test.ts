import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../test/cases.js';
import { allGreen, parse } from './everything.js';

const fixtures = (['fixtures', 'corpus'] as const)
  .flatMap((root) => casesOf(root))
  .map(({ name, input }) => ({ name, input, green: allGreen(parse(input)) }));
const red = fixtures.filter(({ green }) => !green);
const green = fixtures.filter(({ green }) => green);
const anyFixture = fc.constantFrom(...fixtures);
const anyRed = fc.constantFrom(...red);
/** Of one report only the line that says FAIL tells against an exit code of 0 and a good end, which are all that is left without it. */
const redAnywhere = fc.constantFrom(...red.filter(({ name }) => name !== 'reports/go-testmain-swallowed'));
const anyGreen = fc.constantFrom(...green);
const place = fc.double({ min: 0, max: 1, noNaN: true });
const MARKER = '\n... [12345 characters truncated] ...\n';

/** Lines as programs under test print them; none is a closing summary that only a runner could have written. */
const noise = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.constantFrom(
    'FAIL',
    'PASS',
    'ok',
    '--- PASS: TestFake (0.00s)',
    '    --- FAIL: TestFake (0.00s)',
    'test result: ok.',
    'test fake ... ok',
    '5 passed',
    ' ✓ fake > thing 1ms',
    '\x1b[32m5 passed\x1b[0m',
    '\x1b]0;title',
    'running words',
    'panic: no',
    '{"Action":"output"',
    '<testsuite name="pytest"',
    '\u009b31m\r\r',
  ),
);

function cutAt(text: string, at: number): number {
  return Math.floor(at * text.length);
}

describe('D22 D23 D27 D28 whatever happens to an output, nothing turns green that was not', () => {
  test('there are green and red fixtures', () => {
    expect(green.length).toBeGreaterThan(30);
    expect(red.length).toBeGreaterThan(60);
  });

  test('every prefix of what is not green stays so', () => {
    fc.assert(
      fc.property(anyRed, place, ({ name, input }, at) => {
        const output = input.output.slice(0, cutAt(input.output, at));
        expect(allGreen(parse({ ...input, output, truncated: 'tail' }))).toBe(false);
        // Nobody can see that a text of whole lines goes on, so such a prefix must hold without being told. An output
        // that is missing altogether is what a linter prints that finds nothing: then its exit code alone speaks.
        const whole = output.slice(0, output.lastIndexOf('\n') + 1);
        const reports = parse({ ...input, output: whole });
        // Of some reports from the public only the lines below a good end tell that it was none.
        if (/^(?:public|reports)\//.test(name)) return;
        if (whole || reports.some(({ kind }) => kind === 'test')) expect(allGreen(reports)).toBe(false);
      }),
      { numRuns: 1500 },
    );
  });

  test('every suffix of what is not green stays so, when the cut is known', () => {
    fc.assert(
      fc.property(redAnywhere, place, ({ input }, at) => {
        const output = input.output.slice(cutAt(input.output, at));
        expect(allGreen(parse({ ...input, output, truncated: 'head' }))).toBe(false);
        expect(allGreen(parse({ ...input, output: `[9 characters truncated]\n${output}` }))).toBe(false);
      }),
      { numRuns: 1500 },
    );
  });

  test('every middle cut of what is not green stays so', () => {
    fc.assert(
      fc.property(redAnywhere, place, place, ({ input }, a, b) => {
        const [from, to] = [cutAt(input.output, Math.min(a, b)), cutAt(input.output, Math.max(a, b))];
        const output = input.output.slice(0, from) + MARKER + input.output.slice(to);
        expect(allGreen(parse({ ...input, output }))).toBe(false);
      }),
      { numRuns: 1500 },
    );
  });

  test('noise lines between the lines of what is not green change nothing', () => {
    fc.assert(
      fc.property(anyRed, fc.array(fc.tuple(place, noise), { maxLength: 6 }), ({ input }, extras) => {
        const lines = input.output.split('\n');
        for (const [at, line] of extras) lines.splice(Math.floor(at * lines.length), 0, line);
        expect(allGreen(parse({ ...input, output: lines.join('\n') }))).toBe(false);
      }),
      { numRuns: 1500 },
    );
  });

  test('a green run cut at its end is not green without its closing words, when the cut is known', () => {
    fc.assert(
      fc.property(anyGreen, place, ({ name, input }, at) => {
        // Go and cargo have no last word for the whole run, so nothing may stand after the cut.
        const lastWord = Math.max(0, input.output.trimEnd().lastIndexOf('\n'));
        const cut = Math.min(cutAt(input.output, at), lastWord - 1);
        const output = input.output.slice(0, Math.max(0, cut));
        const reports = parse({ ...input, output, truncated: 'tail' });
        const closed =
          /^(?:ok {2}\t|test result: ok|=* ?\d+ passed|.*\bDuration {2}|Time: {8}| {2}\d+ passing|(?:#|ℹ) fail |ok \d+ - .*\{$| {5}Summary \[)/m.test(
            output,
          ) ||
          /"Action":"pass","Package":"[^"]*","Elapsed"/.test(output) ||
          /<\/testsuites>|"type": ?"suite", ?"event": ?"ok"/.test(output) ||
          /\d examples?, 0 failures|BUILD SUCCESS|^Result: PASS$/m.test(output) ||
          /^ {2}\d+ tests passed$|^ {2}Passed: +\d|^\[ {2}PASSED {2}\]|^\[={10}\] \d+ tests? .* ran\.|^ {2}\d+ (?:passed|skipped)|^\d+ specs?, 0 failures/m.test(
            output,
          ) ||
          /^(?:.*: Executed \d+ of \d+.* SUCCESS|ok \| \d+ passed|\d+ (?:scenarios|steps) |OK \(|\d+% tests passed|\d+ runs, )/m.test(
            output,
          );
        if (!closed) expect({ name, green: allGreen(reports) }).toEqual({ name, green: false });
      }),
      { numRuns: 800 },
    );
  });

  test('the exit code of a failed command is never green', () => {
    for (const { name, input } of fixtures) {
      for (const exitCode of [1, 2, 101, 124, 130, 137, 139]) {
        const { command: _, ...bare } = input;
        expect({ name, exitCode, green: allGreen(parse({ ...bare, exitCode })) }).toEqual({
          name,
          exitCode,
          green: false,
        });
      }
    }
  });

  test('never throws, on any text, command and exit code', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(noise, fc.string({ unit: 'binary', maxLength: 200 })), { maxLength: 30 }),
        fc.option(
          fc.oneof(
            fc.string(),
            fc.string({ unit: 'binary' }),
            fc.constantFrom('go test ./...', 'pytest |', '(((', "bash -c 'pytest", '$(', 'a <<E'),
          ),
        ),
        fc.option(fc.integer()),
        (lines, command, exitCode) => {
          for (const separator of ['\n', '\r\n', '\r']) {
            parse({
              output: lines.join(separator),
              ...(command === null ? {} : { command }),
              ...(exitCode === null ? {} : { exitCode }),
            });
          }
        },
      ),
      { numRuns: 600 },
    );
  });

  test('never throws on any cut of a fixture with noise in it', () => {
    fc.assert(
      fc.property(anyFixture, place, place, noise, ({ input }, a, b, line) => {
        const { output } = input;
        parse({ output: `${output.slice(cutAt(output, a))}${line}${output.slice(0, cutAt(output, b))}` });
      }),
      { numRuns: 600 },
    );
  });
});

describe('D28 terminal codes change nothing', () => {
  test.each(fixtures)('$name', ({ input }) => {
    const plain = parse(input);
    const decorated = input.output
      .split('\n')
      .map((line) =>
        line.startsWith('{') || line.startsWith('<')
          ? line
          : `\x1b[1m${line.replace(/ /, ' \x1b[32m')}\x1b[0m\x1b]8;;\x07`,
      )
      .join('\r\n');
    expect(
      parse({ ...input, output: `\ufeff${decorated}` }).map(({ outcome, counts }) => ({ outcome, counts })),
    ).toEqual(plain.map(({ outcome, counts }) => ({ outcome, counts })));
  });
});
