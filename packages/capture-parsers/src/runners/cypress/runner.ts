/** Cypress 10 and later, whose specs are printed by Mocha and summed up in a table: https://docs.cypress.io/app/references/command-line */
import { readCounted, type Said } from '../../formats/counted.js';
import type { TestResult } from '../../report.js';
import { type Runner, splitAfter } from '../../runner.js';

/** `TOTALS` matches `✖ 1 of 2 failed (50%) 00:02 3 2 1 - -`: duration, tests, passing, failing, pending, skipped. */
const TOTALS = /^ {4}[✔✖√×] {2}(All specs passed!|\d+ of \d+ failed \(\d+%\)) +(?:[\d:]+|\d+ms|-)((?: +(?:\d+|-)){5})$/;

export const cypress: Runner = {
  id: 'cypress',
  kind: 'test',
  starts: (words) => words[0] === 'cypress' && words[1] === 'run',
  signs: /^ {2}\(Run (?:Starting|Finished)\)$/m,
  includes: ['mocha'],
  split: (text) => splitAfter(text, new RegExp(TOTALS.source, 'gm')),
  read(capture) {
    const failing = new FailingTests();
    const epilogue = new Epilogue();
    return readCounted(capture, {
      runner: 'cypress',
      closing: 'with-exit',
      line(line): Said | undefined {
        const totals = TOTALS.exec(line);
        if (totals) {
          const [total = 0, passed = 0, failed = 0, pending = 0, skipped = 0] = totals[2]!
            .trim()
            .split(/ +/)
            .map(numberOf);
          const numbers = { total, passed, failed, skipped: pending + skipped };
          const isRed = failed > 0 || totals[1] !== 'All specs passed!';
          return { numbers, ...(isRed && { red: 'failed' as const }) };
        }
        const test = failing.line(line);
        if (test) return { test };
        // Only the table speaks for all specs; what Mocha says of one is enough for its failures.
        const said = epilogue.line(line);
        if (said?.failed) return { numbers: said, red: 'failed' };
        if (/^Can't run because no spec files were found\.$/.test(line)) return { nothing: true };
        if (
          /^The following error originated from your test code/.test(line.trim()) ||
          /Webpack Compilation Error/.test(line)
        )
          return { red: 'collection', problem: { message: line.trim() } };
        if (
          /^We detected that the \S.* process just crashed\.|^The cypress npm package is installed, but the Cypress binary is missing\.|^Cypress failed to (?:start|verify)/.test(
            line,
          )
        )
          return { red: 'crashed', problem: { message: line } };
        return /^[=─]{10,}$|^ {2}\((?:Run Starting|Run Finished|Results|Screenshots|Video)\)$|^ {2}[┌├└│]/.test(line)
          ? { own: true }
          : undefined;
      },
    });
  },
};

const numberOf = (cell: string) => (cell === '-' ? 0 : Number(cell));

/** Reads the numbers of Mocha's epilogue: passing, pending and failing, each on a line of its own. */
class Epilogue {
  #numbers: { passed: number; skipped: number; failed: number } | undefined;

  line(line: string): { passed: number; skipped: number; failed: number } | undefined {
    const [, count, what] = /^ {2}(\d+) (passing|pending|failing)(?: \(\w+\))?$/.exec(line) ?? [];
    if (what === 'passing') this.#numbers = { passed: Number(count), skipped: 0, failed: 0 };
    else if (what === 'pending' && this.#numbers) this.#numbers.skipped = Number(count);
    else if (what === 'failing' && this.#numbers) this.#numbers.failed = Number(count);
    else return undefined;
    return this.#numbers;
  }
}

/** Reads the tests of Mocha's epilogue: below `1 failing` a number, and the titles from the suite to the test, the last with a colon. */
class FailingTests {
  #isBelow = false;
  #titles: string[] | undefined;

  line(line: string): TestResult | undefined {
    if (/^ {2}\d+ failing$/.test(line)) this.#isBelow = true;
    else if (/^ {2}\(Results\)$/.test(line)) this.#isBelow = false;
    if (!this.#isBelow) return undefined;
    const first = /^ {2}\d+\) (\S.*)$/.exec(line)?.[1];
    if (first !== undefined) this.#titles = [];
    const title = first ?? /^ {7}\s*(\S.*)$/.exec(line)?.[1];
    if (title === undefined || this.#titles === undefined) return undefined;
    if (!title.endsWith(':')) {
      this.#titles.push(title);
      return undefined;
    }
    const name = [...this.#titles, title.slice(0, -1)].join(' > ');
    this.#titles = undefined;
    return { name, state: 'failed' };
  }
}
