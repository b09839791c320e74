import { hooks } from '../evidence.js';
import { markdownOf } from '../report/markdown.js';
import { codeOf, tableOf } from '../report/markdown-text.js';
import { readReport } from '../report/read.js';
import type { Facts } from './facts.js';
import type { Shipping } from './shipping.js';

/** `OPENED_HERE` holds the codes of checks that only this pull request meets. */
const OPENED_HERE = new Set(['PULL_REQUEST_MISSING', 'CI_NOT_GREEN']);

/**
 * Writes what shows that the change holds, as Markdown for the pull request: the report of the run, else what suites
 * say.
 */
export async function proofOf({ around, standing, head, suites }: Facts, { room }: Shipping): Promise<string> {
  if (standing) {
    const report = await readReport({ around, room, standing });
    // It stands in the pull request, and CI begins with it: whoever reads it there would be told to open it.
    const ours = standing.status.open.filter(({ finding }) => OPENED_HERE.has(finding.code)).map(room.openOf);
    const reasons = report.verdict.reasons.filter((one) => !ours.includes(one));
    return markdownOf({ ...report, verdict: { ...report.verdict, reasons } });
  }
  const { clean } = await hooks();
  const rows = suites.map(({ id, state, command }) => [
    codeOf(clean(id, 120)),
    state === 'tested' ? 'green on this content' : state,
    codeOf(clean(command, 200)),
  ]);
  const none = 'This change has no test suite.';
  return `### Tested at ${codeOf(head.slice(0, 10))}\n\n${rows.length > 0 ? tableOf(['Suite', 'Result', 'Command'], rows) : none}`;
}
