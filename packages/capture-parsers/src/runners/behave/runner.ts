/** behave: https://behave.readthedocs.io. A scenario is a test. */
import { numbersIn, readCounted, type Said } from '../../formats/counted.js';
import { type Runner, splitAfter } from '../../runner.js';
import { mayLackBeginning } from '../../verdict.js';

const FEATURES = /^\d+ features? passed, \d+ failed(?:, \d+ error)?, \d+ skipped/;
const SCENARIOS = /^\d+ scenarios? passed, \d+ failed(?:, \d+ error)?, \d+ skipped/;
const STEPS = /^\d+ steps? passed, \d+ failed(?:, \d+ error)?, \d+ skipped/;

export const behave: Runner = {
  id: 'behave',
  kind: 'test',
  starts: (words) =>
    words[0] === 'behave' && !words.some((word) => /^(?:-d|--dry-run|--steps-catalog|--lang-list)$/.test(word)),
  signs: /^\d+ features? passed, \d+ failed[^\n]*\n\d+ scenarios? passed, \d+ failed/m,
  split: (text) => splitAfter(text, /^Took \d+(?:min|m)\s*[\d.]+s$/gm),
  read(capture) {
    let list: 'failed' | 'error' | undefined;
    return readCounted(capture, {
      runner: 'behave',
      // A hook around all features is counted nowhere, and its error stands above the totals.
      closing: mayLackBeginning(capture) ? 'with-exit' : 'proof',
      line(line, before): Said | undefined {
        const heading = /^(Failing|Errored) scenarios:$/.exec(line)?.[1];
        if (heading) {
          list = heading === 'Failing' ? 'failed' : 'error';
          return { own: true };
        }
        const name = list && /^ {2}\S+:\d+ {2}(\S.*)$/.exec(line)?.[1];
        if (name !== undefined) return { test: { name, state: list! } };
        if (FEATURES.test(line)) {
          list = undefined;
          return { own: true };
        }
        if (SCENARIOS.test(line) && FEATURES.test(before))
          return {
            numbers: numbersIn(line.replace(/scenarios? /, ''), {
              passed: 'passed',
              failed: 'failed',
              error: 'errors',
              skipped: 'skipped',
            }),
          };
        if (STEPS.test(line)) return { own: true };
        const took = /^Took (\d+)(?:min|m)\s*([\d.]+)s$/.exec(line);
        if (took) return { seconds: Number(took[1]) * 60 + Number(took[2]), own: true };
        if (/^(?:ParserError|ConfigError|No steps directory|HOOK-ERROR|Exception )/.test(line))
          return { red: 'collection', problem: { message: line } };
        return /^(?:USING RUNNER: |Feature: | {2}(?:Scenario|Background|Rule)|You can implement step definitions)/.test(
          line,
        )
          ? { own: true }
          : undefined;
      },
    });
  },
};
