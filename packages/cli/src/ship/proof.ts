import { hooks } from '../evidence.js';
import { markdownOf } from '../report/markdown.js';
import { codeOf, tableOf } from '../report/markdown-text.js';
import { readReport } from '../report/read.js';
import type { Facts } from './facts.js';
import type { Shipping } from './shipping.js';

/** What shows that the change holds, as Markdown for the pull request: the report of the run, else what suites say. */
export async function proofOf({ around, standing, head, suites }: Facts, { room }: Shipping): Promise<string> {
  if (standing) return markdownOf(await readReport({ around, room, standing }));
  const { clean } = await hooks();
  const rows = suites.map(({ id, state, command }) => [
    codeOf(clean(id, 120)),
    state === 'tested' ? 'green on this content' : state,
    codeOf(clean(command, 200)),
  ]);
  const none = 'This change has no test suite.';
  return `### Tested at ${codeOf(head.slice(0, 10))}\n\n${rows.length > 0 ? tableOf(['Suite', 'Result', 'Command'], rows) : none}`;
}
