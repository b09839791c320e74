/**
 * Coverage reports of their own: `coverage report`, `nyc report`, `c8 report`, their threshold checks, and
 * `go tool cover -func`. https://coverage.readthedocs.io/en/latest/commands/cmd_reporting.html
 */
import { Collector } from '../../collect.js';
import { readCoverage, TOO_LITTLE } from '../../formats/coverage.js';
import { judgeInspection } from '../../inspect.js';
import { eachLine } from '../../output/text.js';
import type { Report } from '../../report.js';
import type { Capture, Runner } from '../../runner.js';

export const coverage: Runner = {
  id: 'coverage',
  kind: 'coverage',
  starts([program = '', command = '', ...rest]) {
    if (program === 'go')
      return command === 'tool' && rest[0] === 'cover' && rest.some((word) => word.startsWith('-func'));
    if (/^coverage(?:-?3(?:\.\d+)?)?$/.test(program)) return command === 'report';
    return (program === 'nyc' || program === 'c8') && (command === 'report' || command === 'check-coverage');
  },
  signs:
    /^Coverage failure: total of [\d.]+ is less than fail-under=|^ERROR: Coverage for \w+ \([\d.]+%\) does not meet (?:global )?threshold/m,
  read,
};

/** What coverage.py says below its report. */
const BELOW = /^Coverage failure: total of/;
const NOTHING = /^No data (?:to report|was collected|to combine)|^No source for code/;
const BROKEN = /^(?:Couldn't |No such option|Usage: |cover: |Error: |panic: |Unknown command)/;

function read(capture: Capture): Report {
  const collected = new Collector(capture.input.root);
  let nothing = false;
  let broke = false;
  eachLine(capture.text, (line) => {
    const file = / does not meet threshold \([\d.]+%\) for (\S.*)$/.exec(line)?.[1];
    if (BELOW.test(line) || TOO_LITTLE.test(line))
      collected.addIssue({ ...(file === undefined ? {} : { file }), severity: 'error', message: line });
    else if (NOTHING.test(line)) nothing = true;
    else if (BROKEN.test(line)) {
      broke = true;
      collected.addProblem({ message: line });
    }
  });
  const totals = readCoverage(capture.text);
  // `--format=total` prints the number and nothing else.
  const bare = /^\s*(\d+(?:\.\d+)?)\s*$/.exec(capture.text.length < 50 ? capture.text : '')?.[1];
  const found = totals ?? (bare === undefined ? undefined : { statements: { percent: Number(bare) } });
  const checks = capture.invocation.words[1] === 'check-coverage';
  return judgeInspection(
    {
      runner: 'coverage',
      kind: 'coverage',
      collected,
      coverage: found,
      nothingRan: nothing && !found,
      broke: broke && !found,
      closing: found || (checks && !capture.text.trim()) ? 'with-exit' : 'none',
    },
    capture,
  );
}
