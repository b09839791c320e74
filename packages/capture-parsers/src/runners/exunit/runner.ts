/** ExUnit of Elixir: https://hexdocs.pm/ex_unit */
import { numbersIn, readCounted, type Said } from '../../formats/counted.js';
import { type Runner, splitAfter } from '../../runner.js';

// 1 seconds
const TIME = /^Finished in (\d+(?:\.\d+)?) seconds?/;
const TOTALS =
  /^(?:\d+ (?:doctests?|properties|property|features?), )*\d+ (?:tests?|doctests?|properties|property), \d+ failures?(?:, \d+ (?:skipped|excluded|invalid))*$/;
// 1 kind and title, 2 module
const FAILED = /^ {2,}\d+\) ((?:test|doctest|property|feature) .*) \(([A-Z][\w.]*)\)$/;

export const exunit: Runner = {
  id: 'exunit',
  kind: 'test',
  starts: (words) => words[0] === 'mix' && /^test(?:\.\w+)?$/.test(words[1] ?? ''),
  signs:
    /^Finished in \d+(?:\.\d+)? seconds? \([\d.]+s (?:async|on load), |^ {2,}\d+\) (?:test|doctest|property) .* \([A-Z][\w.]*\)$/m,
  split: (text) => splitAfter(text, /^Finished in \d[^\n]*\n\d[^\n]*failures?[^\n]*$/gm),
  // A project of several applications has closing words for each.
  read(capture) {
    // Between the time and the totals the slowest tests may be listed.
    let isTimed = false;
    return readCounted(capture, {
      runner: 'exunit',
      closing: 'proof',
      sums: true,
      line(text) {
        const isTotal = isTimed && TOTALS.test(text);
        isTimed = TIME.test(text) || (isTimed && !isTotal);
        return isTotal ? { numbers: told(text) } : line(text);
      },
    });
  },
};

function line(line: string): Said | undefined {
  const time = TIME.exec(line)?.[1];
  if (time !== undefined) return { seconds: Number(time) };
  const [, name, module] = FAILED.exec(line) ?? [];
  if (name !== undefined) return { test: { name, package: module!, state: 'failed' } };
  if (/^== Compilation error in file /.test(line))
    return { problem: { message: line.replace(/^== | ==$/g, '') }, red: 'collection' };
  if (/^\*\* \(\w+\) /.test(line)) return { problem: { message: line }, red: 'collection' };
  if (/^ERROR! Test suite aborted after successful execution/.test(line))
    return { red: 'failed', problem: { message: line } };
  if (/^There are no tests to run$|^Paths given to "mix test" did not match any /.test(line)) return { nothing: true };
  return /^(?:Randomized with seed \d+|Running ExUnit |Including tags|Excluding tags|[.*]+$|==> |All tests have been excluded)|Compiling \d+ files? |Generated \w+ app/.test(
    line,
  )
    ? { own: true }
    : undefined;
}

function told(line: string) {
  const {
    total = 0,
    failed = 0,
    skipped = 0,
    errors = 0,
  } = numbersIn(line, {
    ...{ test: 'total', tests: 'total', doctest: 'total', doctests: 'total', property: 'total', properties: 'total' },
    ...{ failure: 'failed', failures: 'failed', skipped: 'skipped', excluded: 'skipped', invalid: 'errors' },
  });
  return { total, failed, skipped, errors };
}
