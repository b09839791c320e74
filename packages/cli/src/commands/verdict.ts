import path from 'node:path';
import { judgeOf } from '@flow/agents/roster';
import { judgesOf as judgesIn, seatsOf } from '@flow/core/workflow';
import { hooks } from '../evidence.js';
import { isInPlace, readShown } from '../in-place.js';
import { here } from '../workflow/here.js';
import { itemNamed } from '../workflow/items.js';
import { asPerson } from '../workflow/person.js';
import type { Standing } from '../workflow/place.js';
import { answerAfter } from '../workflow/show.js';
import { recordVerdict, unreadable } from '../workflow/verdict.js';
import { type Call, type Command, FlowError } from './command.js';

/** The largest verdict that is read, in bytes. */
const MAX = 256 * 1024;

export const verdict: Command = {
  name: 'verdict',
  group: 'workflow',
  arguments: '<judge> <file>',
  summary: "submit a reviewer's verdict if the hook could not see it; `-` reads standard input",
  flags: [{ flags: '--item <id>', description: 'the judged item' }],
  examples: [['verdict qa develop/review.md', 'the verdict of qa for the current content']],
  async run(call) {
    const place = await here(call);
    const { standing, room, around } = place;
    const { clean, personsTerminal, reviewRoom } = await hooks();
    const reviews = reviewRoom();
    const [named = '', file = ''] = call.words;
    const known = judgesOf(standing);
    // `flow next` names the file of the agent.
    const judge = known.includes(named) ? named : (judgeOf(named) ?? named);
    if (!known.includes(judge))
      throw new FlowError(
        'finding',
        'JUDGE_UNKNOWN',
        `this run of ${standing.workflow.id} asks for no verdict of ${clean(judge, 40)}; ${known.length > 0 ? `it asks for ${known.join(', ')}` : 'a person reviews'}.`,
        `${call.program} next`,
      );
    const seats = seatsOf(standing.workflow, standing.facts.present, standing.status.dials).filter(
      (one) => one.judge === judge,
    );
    const asked = { ofItem: seats.some(({ perItem }) => perItem), ofRun: seats.some(({ perItem }) => !perItem) };
    const item = (await itemNamed(call, place, `the verdict of ${judge}`, asked)) ?? null;
    const text = await read(call, file);
    const person = personsTerminal(call.environment);
    const isPerson = !('fault' in person);
    if (isPerson) person.terminal.close();
    else if (reviews.isSeenByHook(judge, around, standing))
      throw new FlowError(
        'finding',
        'VERDICT_SEEN',
        `the verdict of ${judge} is recorded when its agent ends; you cannot submit it yourself.`,
        `${call.program} next (it names the agent to start), or a person submits it in a terminal`,
      );
    const given = { judge, text, item, seen: isPerson ? ('person' as const) : ('handed' as const) };
    const { result } = await recordVerdict(call, place, given, async (words) => {
      if (isPerson) await asPerson(call, place, `Verdict of ${judge}, given by you: ${words}.`);
    });
    const weaker = isPerson ? '' : ' It was submitted, not observed; status and report say so.';
    return answerAfter(`Taken: ${judge} found ${result}.${weaker}`, room, around);
  },
};

async function read(call: Call, file: string): Promise<string> {
  const { readNamed } = await hooks();
  try {
    if (isInPlace(call.environment)) return await readShown(call.directory, file, MAX);
    return readNamed(file === '-' ? file : path.resolve(call.directory, file), MAX);
  } catch (error) {
    throw unreadable(call, String(call.words[0]), `${(error as Error).message}.`);
  }
}

/** Lists the judges of a run: single judges, and the reviewers of panels with the user's probes. */
export function judgesOf({ workflow, facts, status }: Standing): string[] {
  return judgesIn(workflow, facts.present, status.dials);
}
