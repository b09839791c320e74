import type { Outcome, Reason, Report } from '../report.js';
import { countsInWords, oneLine } from './plain.js';
import { redOf } from './summary.js';

const MOST_ROWS = 20;

/** Tells what a reader at a terminal wants to know first, in plain text. */
export function toText(reports: readonly Report[]): string {
  if (reports.length === 0) return 'No run of a known tool was recognised.\n';
  return reports.map(reportText).join('\n');
}

function reportText(report: Report): string {
  const name = report.version === undefined ? report.runner : `${report.runner} ${oneLine(report.version, 40)}`;
  const lines = [`${report.green ? 'GREEN' : report.outcome.toUpperCase()}  ${name}: ${countsInWords(report)}`];
  const red = redOf(report);
  for (const [what, where, message] of red.slice(0, MOST_ROWS)) {
    lines.push(`  ${oneLine(where && !what.startsWith(where) ? `${where}  ${what}` : what, 160)}`);
    if (message && message !== what) lines.push(`      ${oneLine(message, 160)}`);
  }
  if (red.length > MOST_ROWS) lines.push(`  and ${red.length - MOST_ROWS} more`);
  if (UNPROVEN.has(report.outcome))
    for (const reason of report.reasons) if (WORDS[reason]) lines.push(`  ${WORDS[reason]}`);
  return `${lines.join('\n')}\n`;
}

/** Outcomes of which the red lines above do not tell the cause. */
const UNPROVEN: ReadonlySet<Outcome> = new Set(['unknown', 'truncated', 'no-tests']);

/** What a reason means for somebody who wants a green verdict. Reasons that the lines above already tell have none. */
const WORDS: Partial<Record<Reason, string>> = {
  'exit-hidden':
    'The exit code is not known, and the output alone does not prove the end of the run: give --exit-code, or let flow-parse run the command (flow-parse -- <command>).',
  'exit-contradicts': 'The exit code and the output contradict each other.',
  'exit-nonzero': 'The command ended with a failure that the output does not explain.',
  'no-summary': 'The closing summary is missing.',
  'summary-not-last': 'Something was printed after the closing summary.',
  'counts-disagree': 'The numbers do not add up.',
  'output-cut': 'A part of the output is missing.',
  'output-filtered': 'The output went through a filter.',
  'other-output': 'The command printed other text that looks like a result.',
  'nothing-ran': 'No test ran.',
  'only-skipped': 'Every test was skipped.',
  'watch-mode': 'It was in watch mode.',
  'not-a-run': 'The command starts no known runner.',
  'not-started': 'The runner could not be started.',
  unfinished: 'It was not seen ending.',
};
