/** Jasmine: https://jasmine.github.io */
import { numbersIn, readCounted, type Said } from '../../formats/counted.js';
import { type Runner, splitAfter } from '../../runner.js';

const TOTALS = /^\d+ specs?, \d+ failures?(?:, \d+ pending specs?)?$/;

export const jasmine: Runner = {
  id: 'jasmine',
  kind: 'test',
  starts: (words) =>
    /^jasmine(?:\.js)?$/.test(words[0] ?? '') && !/^(?:init|examples|help|version)$/.test(words[1] ?? ''),
  signs: /^\d+ specs?, \d+ failures?(?:, \d+ pending specs?)?\nFinished in \d+(?:\.\d+)? seconds?$/m,
  split: (text) => splitAfter(text, /^Finished in \d+(?:\.\d+)? seconds?$/gm),
  read(capture) {
    let list: 'failed' | 'skipped' | undefined;
    return readCounted(capture, {
      runner: 'jasmine',
      closing: 'with-exit',
      line(line): Said | undefined {
        if (/^(?:Failures|Pending):$/.test(line)) {
          list = line === 'Failures:' ? 'failed' : 'skipped';
          return { own: true };
        }
        if (TOTALS.test(line)) {
          list = undefined;
          const {
            total = 0,
            failed = 0,
            skipped = 0,
          } = numbersIn(line, {
            ...{ spec: 'total', specs: 'total', failure: 'failed', failures: 'failed' },
            ...{ 'pending spec': 'skipped', 'pending specs': 'skipped' },
          });
          return { numbers: { total, failed, skipped } };
        }
        const name = list && /^\d+\) (\S.*)$/.exec(line)?.[1];
        if (name !== undefined) return { test: { name, state: list! } };
        const seconds = /^Finished in (\d+(?:\.\d+)?) seconds?$/.exec(line)?.[1];
        if (seconds !== undefined) return { seconds: Number(seconds) };
        if (/^Incomplete: /.test(line))
          return /No specs found/.test(line) ? { nothing: true } : { red: 'failed', problem: { message: line } };
        if (/^(?:Suite error|Error during loading|Top-level failure)/.test(line))
          return { red: 'collection', problem: { message: line } };
        return /^(?:Started|Randomized with seed |No specs found|[.F*E]+$)/.test(line) ? { own: true } : undefined;
      },
    });
  },
};
