/**
 * Flake8, which says nothing when all is well: its default and its pylint format, `--count`, `--statistics`.
 * https://flake8.pycqa.org/en/latest/user/options.html
 */
import { Collector } from '../../collect.js';
import { judgeInspection } from '../../inspect.js';
import { eachLine } from '../../output/text.js';
import type { Runner } from '../../runner.js';

/** Its rows look like Ruff's, so that without its name only its own complaints tell it. */
const SIGNS = /^flake8: error: |^There was a critical error during execution of Flake8:$/m;
const ROW = /^(.+?):(\d+)(?::(\d+))?: \[?([A-Z]{1,3}\d{1,4})\]? (.*)$/;

export const flake8: Runner = {
  id: 'flake8',
  kind: 'lint',
  signs: SIGNS,
  starts: (words) =>
    /^(?:flake8|pyflakes|pycodestyle)$/.test(words[0] ?? '') &&
    !words.some((word) => /^(?:--version|--help|-h|--bug-report)$/.test(word)),
  read(capture) {
    const collected = new Collector(capture.input.root);
    let [counted, statistics] = [0, 0];
    let broke = false;
    eachLine(capture.text, (line) => {
      const row = ROW.exec(line);
      const statistic = /^(\d+) +[A-Z]{1,3}\d{1,4} /.exec(line);
      if (row) {
        const column = row[3] === undefined || row[3] === '0' ? {} : { column: Number(row[3]) };
        const [, file, at, , rule, message] = row;
        collected.addIssue({
          file: file!,
          line: Number(at),
          ...column,
          rule: rule!,
          severity: 'error',
          message: message!,
        });
      } else if (statistic) statistics += Number(statistic[1]);
      else if (/^\d+$/.test(line)) counted = Number(line);
      else if (/^(?:usage: )?flake8\b.*|^There was a critical error|^Traceback \(most/.test(line)) broke = true;
      else if (line.trim()) collected.unparsed++;
    });
    const errors = Math.max(collected.found.error, statistics, counted);
    return judgeInspection(
      {
        runner: 'flake8',
        kind: 'lint',
        collected,
        totals: { errors },
        broke: broke && errors === 0,
        closing: 'with-exit',
      },
      capture,
    );
  },
};
