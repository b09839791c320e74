/** Cucumber of JavaScript, Ruby and Java: https://cucumber.io/docs. A scenario is a test. */
import { numbersIn, readCounted, type Said } from '../../formats/counted.js';
import { type Runner, splitAfter } from '../../runner.js';

const TOTALS = /^(\d+) scenarios?(?: \((.+)\))?$/;
const STEPS = /^\d+ steps?(?: \(.+\))?$/;

export const cucumber: Runner = {
  id: 'cucumber',
  kind: 'test',
  starts: (words) =>
    /^cucumber(?:-js|\.js)?$/.test(words[0] ?? '') && !words.includes('--dry-run') && !words.includes('-d'),
  signs: /^\d+ scenarios? \([^\n)]+\)\n\d+ steps? \([^\n)]+\)$/m,
  split: (text) => splitAfter(text, /^\d+ steps?(?: \([^\n]+\))?\n\d+m[\d.]+s/gm),
  read(capture) {
    let numbers: ReturnType<typeof told> | undefined;
    return readCounted(capture, {
      runner: 'cucumber',
      closing: 'proof',
      line(line, before): Said | undefined {
        const totals = TOTALS.exec(line);
        if (totals) {
          numbers = told(totals, capture.invocation.exitCode === 0);
          return { own: true };
        }
        // The steps are counted below the scenarios; a test prints the one line seldom, and both never.
        if (STEPS.test(line) && TOTALS.test(before) && numbers) return { numbers };
        const time = /^(\d+)m([\d.]+)s(?: \(executing steps: .*\))?$/.exec(line);
        if (time && STEPS.test(before)) return { seconds: Number(time[1]) * 60 + Number(time[2]), own: true };
        const name =
          /^\d+\) Scenario: (.+?) # \S+:\d+$/.exec(line)?.[1] ?? /^cucumber \S+:\d+ # Scenario: (.+)$/.exec(line)?.[1];
        if (name !== undefined) return { test: { name, state: 'failed' } };
        if (/^(?:Parse error in|Error: .*(?:step_definitions|support))/.test(line))
          return { red: 'collection', problem: { message: line } };
        return /^(?:Failures|Warnings|Failing Scenarios):$|^[.FU?PA-]+$/.test(line) ? { own: true } : undefined;
      },
    });
  },
};

/**
 * Tells what fails a run: what is said twice, and what is not known or pending unless the run ended well, as it does
 * with `--no-strict`.
 */
function told([, all, parts = '']: RegExpExecArray, endedWell: boolean) {
  const open = endedWell ? 'skipped' : 'failed';
  const numbers = numbersIn(parts, {
    ...{ passed: 'passed', failed: 'failed', skipped: 'skipped' },
    ...{ undefined: open, pending: open, ambiguous: 'failed', unknown: 'failed' },
  });
  return { passed: 0, failed: 0, skipped: 0, ...numbers, total: Number(all) };
}
