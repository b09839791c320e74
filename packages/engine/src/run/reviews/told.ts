import { clean } from '../../text/clean.js';
import type { Standing } from '../index.js';

/** So many findings are told in words; the rest are in the status and the view. */
const MAX = 5;

/** Returns words for the fate of a reviewer, for the agent that started the reviewer. */
export function toldOf(agent: string, { facts }: Standing): string {
  const said = facts.events.findLast((one) => one.type === 'verdict' && one.agent === agent);
  if (said?.type !== 'verdict') return 'flow: the reviewer has not given a valid verdict yet.';
  const { judge, findings, notes = [], failure, subject } = said;
  if (failure !== undefined)
    return `flow: the review of ${clean(judge, 40)} does not count: ${clean(notes[0]?.title, 300)}. Start it again.`;
  const told = findings.slice(0, MAX).map(({ title, file, line }) => {
    const at = file === undefined ? '' : ` (${clean(file, 200)}${line === undefined ? '' : `:${line}`})`;
    return `- ${clean(title, 300)}${at}`;
  });
  const rest = findings.length - told.length;
  const many = findings.length === 0 ? 'nothing blocking' : `${findings.length} must-fix`;
  const notesTold = notes.length === 0 ? '' : `, ${notes.length} that do not block`;
  return [
    `flow: ${clean(judge, 40)} found ${many}${notesTold}${subject === undefined ? '' : ` in ${clean(subject, 60)}`}.`,
    ...told,
    ...(rest > 0 ? [`- and ${rest} more`] : []),
  ].join('\n');
}
