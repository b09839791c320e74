import { here } from '../workflow/here.js';
import { knownItem, phaseAt, standsAt } from '../workflow/items.js';
import { asPerson } from '../workflow/person.js';
import { record } from '../workflow/record.js';
import { answerAfter } from '../workflow/show.js';
import { type Call, type Command, FlowError } from './command.js';

export const advance: Command = {
  name: 'advance',
  group: 'workflow',
  summary: 'advance from a phase that waits for this command; some phases need a person, in a terminal',
  flags: [{ flags: '--item <id>', description: 'the item to advance' }],
  examples: [['advance', 'advance to the next phase']],
  async run(call) {
    const place = await here(call);
    const { standing, room, around } = place;
    const { status, workflow } = standing;
    const { item } = call.options;
    if (typeof item === 'string') await knownItem(call, place, item);
    const open = typeof item === 'string' ? (standsAt(standing, room, item)?.open ?? []) : status.open;
    const asked = open.find(({ finding }) => finding.code === 'ADVANCE_MISSING');
    // It is named by its place: `build/review` is a phase of each item.
    const path = asked?.check.slice(0, asked.check.lastIndexOf('.')) ?? '';
    const phase = phaseAt(workflow.phases, path);
    if (!phase || !asked) {
      const why = open[0] ? `${open[0].finding.code}: ${room.openWords(open[0].finding)}` : 'nothing waits for it';
      throw new FlowError(
        'finding',
        'ADVANCE_NOT_ASKED',
        `the phase does not wait for this command: ${why}.`,
        `${call.program} next`,
      );
    }
    // What is used up a person alone lets go on, whoever advances otherwise.
    const budget = room.heldBudget(around, standing);
    const spent = budget?.isOver ? room.heldBudgetLines(budget) : [];
    const isPersons = phase.advance === 'person' || spent.length > 0;
    const ofItem = typeof item === 'string' ? ` of ${item}` : '';
    const shown = `${[room.phaseLine(status), ...spent].join('\n')}\nAdvance from "${phase.title}"${ofItem} with the current content?`;
    const person = isPersons
      ? await asPerson(call, place, shown, spent.length > 0 ? budgetSpent(call, spent) : undefined)
      : null;
    await record(call, place, {
      type: 'advance',
      phase: path,
      person,
      ...(typeof item === 'string' && { item }),
    });
    return answerAfter(`Advanced from ${phase.id}${ofItem}.`, room, around);
  },
};

/** Refuses an agent, which cannot say that more may be spent. */
function budgetSpent({ program }: Call, spent: readonly string[]): FlowError {
  return new FlowError('finding', 'BUDGET_SPENT', spent.join(' '), `${program} apply`);
}
