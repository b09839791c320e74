/** Pest 2 and later, and `php artisan test`, which prints through the same writer: https://pestphp.com/docs */
import { numbersIn, readCounted, type Said } from '../../formats/counted.js';
import { type Runner, splitAfter } from '../../runner.js';

const TOTALS = /^ {2}Tests: {4}(?:\d+ [a-z]+, )*\d+ [a-z]+ \(\d+ assertions?\)$/;
/** `TEST` matches a test's line: its mark, and its name. */
const TEST = /^ {2}([✓✔⨯✕×!…↓-]) (\S.*)$/;

export const pest: Runner = {
  id: 'pest',
  kind: 'test',
  starts(words) {
    const [program = '', ...rest] = words;
    if (program === 'pest') return true;
    if (program !== 'php') return false;
    const script = rest.find((word) => !word.startsWith('-')) ?? '';
    return (
      /(?:^|\/)pest$/.test(script) || (/(?:^|\/)artisan$/.test(script) && rest[rest.indexOf(script) + 1] === 'test')
    );
  },
  signs: new RegExp(TOTALS.source, 'm'),
  split: (text) => splitAfter(text, /^ {2}Duration: \d+(?:\.\d+)?s$/gm),
  read(capture) {
    let file = '';
    return readCounted(capture, {
      runner: 'pest',
      closing: 'with-exit',
      line(line): Said | undefined {
        const heading = /^ {3}(?:PASS|FAIL|WARN|TODO) {1,2}(\S.*)$/.exec(line)?.[1];
        if (heading !== undefined) {
          file = heading;
          return { own: true };
        }
        if (TOTALS.test(line)) return { numbers: told(line) };
        const seconds = /^ {2}Duration: (\d+(?:\.\d+)?)s$/.exec(line)?.[1];
        if (seconds !== undefined) return { seconds: Number(seconds), own: true };
        const [, mark = '', words = ''] = (file && TEST.exec(line)) || [];
        const name = withoutTime(words);
        if (/[✓✔]/.test(mark)) return { test: { name: `${file} > ${name}`, state: 'passed' } };
        if (/[⨯✕×]/.test(mark)) return { test: { name: `${file} > ${name}`, state: 'failed' } };
        if (mark !== '') return { own: true };
        if (/^ {3}INFO {1,2}No tests found\.$/.test(line)) return { nothing: true };
        if (/^(?:PHP )?(?:Fatal|Parse) error: |^ {3}(?:ERROR|[A-Z]\w*Error) {2}/.test(line))
          return { red: 'crashed', problem: { message: line.trim() } };
        return /^ {2}(?:Parallel: \d+ process(?:es)?|Random Order Seed: \d+|─+|[.⨯✓!sr-]+)$/.test(line)
          ? { own: true }
          : undefined;
      },
    });
  },
};

/** Returns a test's name without the time that stands behind it, two blanks or more away. */
function withoutTime(words: string): string {
  const at = words.lastIndexOf('  ');
  return at > 0 && /^\d+(?:\.\d+)?s$/.test(words.slice(at + 2)) ? words.slice(0, at).trimEnd() : words;
}

/**
 * `told` reads `Tests: 1 failed, 1 risky, 3 passed (5 assertions)`: a test without an assertion is risky, and proves
 * nothing.
 */
function told(line: string) {
  return numbersIn(line, {
    ...{ passed: 'passed', deprecated: 'passed', deprecations: 'passed', warning: 'passed', warnings: 'passed' },
    ...{ notice: 'passed', notices: 'passed', failed: 'failed', todo: 'todo', todos: 'todo' },
    ...{ skipped: 'skipped', incomplete: 'skipped', risky: 'skipped' },
  });
}
