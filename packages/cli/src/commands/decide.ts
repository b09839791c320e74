import { hooks } from '../evidence.js';
import { here } from '../workflow/here.js';
import { itemNamed } from '../workflow/items.js';
import { asPerson, recordWord, SIGN } from '../workflow/person.js';
import { mustBeHeard } from '../workflow/record.js';
import { answerAfter } from '../workflow/show.js';
import { type Command, FlowError } from './command.js';

export const decide: Command = {
  name: 'decide',
  group: 'person',
  arguments: '<check> <again|proceed>',
  summary: 'decide about a check that has used up its attempts: try again, or proceed with a debt',
  flags: [
    { flags: '--reason <text>', description: 'the reason, kept in the journal' },
    { flags: '--item <id>', description: 'the item it is about' },
    SIGN,
  ],
  examples: [["decide qa.verdict again --reason 'the reviewer had misread the claim'", 'resets its attempt count']],
  async run(call) {
    const place = await here(call);
    const { standing, room, around } = place;
    const { clean } = await hooks();
    const [check = '', choice = ''] = call.words;
    const all = standing.status.loops;
    const loops = [...new Set(all.map((one) => one.check))];
    if (!loops.includes(check) || (choice !== 'again' && choice !== 'proceed')) {
      const what =
        loops.length > 0
          ? `expected again or proceed, for one of these checks: ${loops.join(', ')}.`
          : 'no check has used up its attempts, so there is nothing to decide.';
      throw new FlowError('finding', 'DECISION_UNKNOWN', what, `${call.program} explain`);
    }
    const counted = all.filter((one) => one.check === check);
    const item = await itemNamed(call, place, check, {
      ofItem: counted.some((one) => one.item !== undefined),
      ofRun: counted.some((one) => one.item === undefined),
    });
    if (item !== undefined && !counted.some((one) => one.item === item))
      throw new FlowError(
        'finding',
        'DECISION_UNKNOWN',
        `${check} has not blocked ${clean(item, 60)}; it has blocked ${counted.map((one) => clean(one.item, 60)).join(', ')}.`,
        `${call.program} explain`,
      );
    const reason = clean(call.options.reason, 500);
    const what = choice === 'again' ? 'gets its attempts again' : 'is skipped, with a debt';
    const ofItem = item === undefined ? '' : ` of ${clean(item, 60)}`;
    const shown = `${room.phaseLine(standing.status)}\n${check}${ofItem} ${what}${reason ? `: ${reason}` : '.'}`;
    const person = await asPerson(call, place, shown);
    const deed = { type: 'decision', check, choice, person, reason, ...(item !== undefined && { item }) } as const;
    await mustBeHeard(call, place, deed);
    await recordWord(call, place, deed);
    return answerAfter(`Decided: ${check}${ofItem}, ${choice}.`, room, around);
  },
};
