/** Minitest, plain and with `-v`: https://docs.seattlerb.org/minitest */
import { numbersIn, readCounted, type Said } from '../../formats/counted.js';
import type { TestState } from '../../report.js';
import { type Runner, splitAfter } from '../../runner.js';

const STATES: Readonly<Record<string, TestState>> = { '.': 'passed', F: 'failed', E: 'error', S: 'skipped' };
const TOTALS = /^\d+ (?:runs|tests), \d+ assertions, \d+ failures, \d+ errors, \d+ skips$/;
const ENTRY = /^ {2}\d+\) (Failure|Error|Skipped):$/;

export const minitest: Runner = {
  id: 'minitest',
  kind: 'test',
  starts: (words) =>
    (words[0] === 'ruby' && words.slice(1).some((word) => /(?:^|\/)test_\w+\.rb$|_test\.rb$|^test\//.test(word))) ||
    (/^(?:rails|minitest)$/.test(words[0] ?? '') && (words[0] === 'minitest' || /^test(?::|$)/.test(words[1] ?? ''))),
  signs: /^\d+ runs, \d+ assertions, \d+ failures, \d+ errors, \d+ skips$|^Run options: (?:-\S+ )*--seed \d+$/m,
  split: (text) => splitAfter(text, /^\d+ runs, \d+ assertions, \d+ failures, \d+ errors, \d+ skips$/gm),
  read: (capture) => readCounted(capture, { runner: 'minitest', closing: 'proof', line }),
};

function line(line: string, before: string): Said | undefined {
  // What follows the time of the run is its own; a test may have printed the same above.
  if (TOTALS.test(line) && (/^Finished in /.test(before) || !/^(?:Run options|# Running)/.test(before)))
    return {
      numbers: numbersIn(line, {
        runs: 'total',
        tests: 'total',
        failures: 'failed',
        errors: 'errors',
        skips: 'skipped',
      }),
    };
  const [, name, seconds, mark] = /^(\S+#\S.*) = (\d+\.\d+) s = ([.FES])$/.exec(line) ?? [];
  if (name !== undefined) return { test: { name, state: STATES[mark!]!, seconds: Number(seconds) } };
  const kind = ENTRY.exec(before)?.[1];
  const [, failed, file] = (kind && /^(\S+#\S.*?)(?: \[([^\]]+?)(?::\d+)?\])?:$/.exec(line)) || [];
  if (failed !== undefined) {
    const state = kind === 'Failure' ? 'failed' : kind === 'Error' ? 'error' : 'skipped';
    return { test: { name: failed, state, ...(file === undefined ? {} : { file }) } };
  }
  if (/^(?:[.FES]*|\S.* = \d+\.\d+ s = [.FES]?)(?:\^C)?Interrupted\. Exiting\.\.\./.test(line))
    return { red: 'crashed', problem: { message: 'Interrupted.' } };
  // What is run behind all tests may print its error above their totals, as the two streams are mixed.
  if (/^[.FES]*\S+:\d+:in [`'][^\n]* \([A-Z][\w:]*\)$/.test(line)) return { unsettled: true };
  const time = /^Finished in (\d+\.\d+)s/.exec(line)?.[1];
  if (time !== undefined) return { seconds: Number(time) };
  return /^(?:Run options: |# Running|[.FES]+$|You have skipped tests)/.test(line) || ENTRY.test(line)
    ? { own: true }
    : undefined;
}
