import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hooks } from '../evidence.js';
import { here, type Standing } from '../workflow/here.js';
import { answerAfter } from '../workflow/show.js';
import { type Call, type Command, FlowError } from './command.js';

/** Larger ones are no verdict. Bytes. */
const MAX = 256 * 1024;

export const verdict: Command = {
  name: 'verdict',
  group: 'workflow',
  arguments: '<judge> <file>',
  summary: 'hand in what a reviewer said, as JSON: {"pass": …, "findings": [{"title": …}]}; `-` reads standard input',
  flags: [{ flags: '--item <id>', description: 'the item that was judged' }],
  examples: [['verdict qa develop/review.json', 'the word of the judge qa on the present content']],
  async run(call) {
    const { standing, room, around } = await here(call);
    const { clean } = await hooks();
    const [judge = '', file = ''] = call.words;
    const known = judgesOf(standing);
    if (!known.includes(judge))
      throw new FlowError(
        'finding',
        'JUDGE_UNKNOWN',
        `${standing.workflow.id} has no judge ${clean(judge, 40)}; it has ${known.join(', ')}.`,
        `${call.program} next`,
      );
    const { item } = call.options;
    const said = { ...read(call, file), ...(typeof item === 'string' && { subject: item }) };
    const deed = room.readDeed({ ...{ findings: [], ...said }, type: 'verdict', judge } as { type: string });
    if (deed?.type !== 'verdict' || (!deed.pass && deed.findings.length === 0))
      throw unreadable(call, 'it has other fields');
    room.recordDeed(around, standing.run, deed);
    return answerAfter(
      `Taken: ${judge} ${deed.pass ? 'found nothing' : `found ${deed.findings.length}`}.`,
      room,
      around,
    );
  },
};

function read(call: Call, file: string): object {
  try {
    const text = readFileSync(file === '-' ? 0 : path.resolve(call.directory, file));
    if (text.length > MAX) throw new Error('it is too large');
    const value: unknown = JSON.parse(text.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    throw new Error('it is no object');
  } catch (error) {
    throw unreadable(call, (error as Error).message);
  }
}

function unreadable({ program, words }: Call, why: string): FlowError {
  return new FlowError(
    'usage',
    'VERDICT_INVALID',
    `the verdict cannot be read: ${why.slice(0, 200)}. Expected {"pass": true} or {"pass": false, "findings": [{"title": "…"}]}.`,
    `${program} verdict ${words[0]} <file>`,
  );
}

/** Who judges in a workflow: single judges, and the reviewers of panels. */
export function judgesOf({ workflow }: Standing): string[] {
  const phases = workflow.phases.flatMap((phase) => [phase, ...(phase.each?.phases ?? [])]);
  const names = phases.flatMap(({ exit }) =>
    exit.flatMap((spec) => (spec.check === 'verdict' ? [spec.judge] : spec.check === 'panel' ? spec.reviewers : [])),
  );
  return [...new Set(names)];
}
