import { agentOf, agentTypeOf, taskOf } from '@flow/agents';
import type { Surroundings } from '../surroundings.js';
import { clean } from '../words.js';
import type { Standing } from '../workflow/index.js';
import { runContextOf } from '../workflow/run-context.js';
import { PROBE, type Seated } from './seat.js';

/** How a reviewer's answer has to end. */
export function verdictWords(judge: string): string {
  const name = judge === PROBE ? '<the name of your probe>' : judge;
  return [
    `You review as ${name}. Change nothing, start nobody, and end your answer with one block:`,
    '```flow-verdict',
    `{"flow": "verdict", "judge": "${name}", "pass": true, "score": 5, "findings": []}`,
    '```',
    'Each finding: severity (must-fix, should-fix or note), title, claim or rule, file, line, quote (word for word from the file). A must-fix also: reasoning, disproof (what would show it to be wrong), instanceFix and classFix. pass is true when there is no must-fix. Words outside of the block do not count.',
  ].join('\n');
}

/**
 * All that a reviewer is told by whoever starts it, in place of what that wrote: what it receives of the run, and nothing of
 * the conversation (features D85, D87, D91).
 * @param given what was written: it says which probe is meant
 */
export function briefOf(seated: Seated, around: Surroundings, standing: Standing, given: string): string {
  const judge = seated.judge === PROBE ? probeIn(seated, given) : seated.judge;
  const known = agentOf(judge);
  const context = runContextOf(around, standing, { diff: known?.receives.includes('diff') ?? false });
  if (known) return taskOf(known, judge, context);
  return [
    `Review as \`${agentTypeOf(judge)}\`, by your own instructions. Begin now; nobody will answer questions.`,
    `Repository: ${clean(context.repository, 500)}`,
    `Base branch: ${clean(context.base ?? '(none)', 200)}`,
    ...Object.values(context.documents).map((one) => `Document: ${clean(one, 300)}`),
    '',
    verdictWords(judge),
  ].join('\n');
}

/** The probe that whoever starts the agent names; the first that is asked where none is named. */
function probeIn({ seats }: Seated, given: string): string {
  const named = seats.filter(({ judge }) => new RegExp(`\\b${judge}\\b`).test(given));
  return (named.at(-1) ?? seats[0]!).judge;
}
