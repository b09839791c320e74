import { describe, expect, test } from 'vitest';
import { fill, hostile, MEGABYTE } from '../test/hostile.js';
import { MESSAGE_CAP, NAME_CAP, parse } from './everything.js';

/** Processor time, as the machine may be busy with other work. */
function milliseconds(work: () => void): number {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}

describe('time and memory stay within bounds', () => {
  test.each(hostile)('%s is read in linear time', (_, command, text) => {
    const [small, large] = [text(MEGABYTE / 8), text(2 * MEGABYTE)];
    const run = (output: string) => milliseconds(() => parse({ command, output, exitCode: 0 }));
    run(small);
    const base = Math.max(2, Math.min(...[1, 2, 3].map(() => run(small))));
    // Sixteen times the text; a quadratic reader would need two hundred and fifty-six times as long, however often it is asked.
    const first = run(large);
    expect((first < 100 * base ? first : Math.min(run(large), run(large))) / base).toBeLessThan(100);
  });

  // A pattern that looks for blanks where a line begins, and takes ends of lines for blanks, begins anew at each of them.
  const commands = [...new Set(hostile.map(([, command]) => command))];
  test.each([
    ['blanks', ' '],
    ['tabs', '\t'],
    ['empty lines', '\n'],
    ['blank lines', ' \n'],
  ])('nothing but %s takes no time, whatever printed it', (_, piece) => {
    const output = piece.repeat(128_000 / piece.length);
    for (const command of commands)
      expect(
        milliseconds(() => parse({ command, output, exitCode: 0 })),
        command,
      ).toBeLessThan(2_000);
  });

  test.each([
    ['brackets', '('.repeat(50_000)],
    ['substitutions', '$('.repeat(50_000)],
    ['pipes', 'pytest|'.repeat(14_000)],
    ['wrappers', `${'env '.repeat(20_000)}pytest`],
    ['quotes', `'"`.repeat(50_000)],
    ['nested shells', 'bash -c "bash -c \'bash -c pytest\'" '.repeat(2_000)],
    ['here-documents', 'cat <<A <<B <<C\n'.repeat(5_000)],
  ])('a command of %s neither throws nor hangs', (_, command) => {
    expect(milliseconds(() => parse({ command, output: '5 passed in 0.01s\n', exitCode: 0 }))).toBeLessThan(3_000);
    expect(
      parse({ command: `${command} ${'x'.repeat(100_000)}`, output: '5 passed in 0.01s\n', exitCode: 0 }).some(
        ({ green }) => green,
      ),
    ).toBe(false);
  });

  test('names and messages are capped, and the cut is stated', () => {
    const output = fill(
      NAME_CAP * 60,
      (i) => `=== RUN   Test${i}\n--- FAIL: Test${i} (0.00s)\n    a_test.go:1: ${'x'.repeat(3_000)}`,
    );
    const [report] = parse({
      command: 'go test -v',
      output: `${output}${fill(2_000_000, (i) => `=== RUN   TestMore${i}\n--- PASS: TestMore${i} (0.00s)`)}FAIL\nFAIL\ta\t0.1s\n`,
      exitCode: 1,
    });
    expect(report!.tests).toHaveLength(NAME_CAP);
    expect(report!.testsCut).toBe(report!.counts.total - NAME_CAP);
    expect(report!.testsCut).toBeGreaterThan(1_000);
    for (const { message } of report!.tests) expect(message?.length ?? 0).toBeLessThanOrEqual(MESSAGE_CAP);
  });
});
