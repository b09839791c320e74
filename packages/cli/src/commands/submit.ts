import type { Phase } from '@flow/core/workflow';
import { here } from '../workflow/here.js';
import { askedOf, checksOf, itemNamed } from '../workflow/items.js';
import type { Standing } from '../workflow/place.js';
import { answerAfter } from '../workflow/show.js';
import { type Command, FlowError } from './command.js';

export const submit: Command = {
  name: 'submit',
  group: 'workflow',
  arguments: '<name>',
  summary: 'submit something the phase asks for by name as done',
  flags: [
    { flags: '--item <id>', description: 'the item it is about' },
    { flags: '--note <text>', description: 'a note about it' },
  ],
  examples: [['submit simplified', 'the code is simplified, and the tests still pass']],
  async run(call) {
    const place = await here(call);
    const { standing, room, around } = place;
    const [name = ''] = call.words;
    const known = submissionsOf(standing);
    if (PROGRAMS.has(name) && asksFor(standing, name))
      throw new FlowError(
        'finding',
        'SUBMISSION_BY_PROGRAM',
        `${name} is submitted only by the program that does it.`,
        `${call.program} ${name}`,
      );
    if (!known.includes(name)) {
      const all = known.length > 0 ? `it asks for ${known.join(', ')}` : 'it asks for no submissions';
      throw new FlowError(
        'finding',
        'SUBMISSION_UNKNOWN',
        `${standing.workflow.id} does not ask for it; ${all}.`,
        `${call.program} next`,
      );
    }
    const ahead = aheadFor(standing, name);
    if (ahead !== null)
      throw new FlowError(
        'finding',
        'SUBMISSION_EARLY',
        `${name} belongs to ${ahead}, but the run is at ${standing.status.phase}: submitting it now would skip the work before it.`,
        `${call.program} next`,
      );
    const item = await itemNamed(
      call,
      place,
      name,
      askedOf(standing, 'submitted', ({ name: other }) => other === name),
    );
    const { note } = call.options;
    room.recordDeed(around, standing.run, {
      type: 'submission',
      name,
      ...(item !== undefined && { subject: item }),
      ...(typeof note === 'string' && { note }),
    });
    return answerAfter(`Submitted: ${name}.`, room, around);
  },
};

/**
 * Finds the first phase that asks for a submission, if the run has not come to a phase that does. A submission that
 * depends on no content would hold for ever, and one for some content holds through reviews that change none: either
 * way the phase would be skipped.
 */
function aheadFor({ workflow, status }: Standing, name: string): string | null {
  const asking = workflow.phases.flatMap((phase) =>
    checksOf({ phases: [phase] }, 'submitted').some(({ spec }) => spec.name === name) ? [phase.id] : [],
  );
  const stages = status.stages.filter(({ id, state }) => asking.includes(id) && state !== 'left-out');
  const isAhead = stages.every(({ state }) => state === 'pending');
  return isAhead ? (stages[0]?.id ?? null) : null;
}

/** Submissions that our own commands make: nobody can make these in their place. */
const PROGRAMS = new Set(['checklist']);

/** Lists the submissions that a run asks of whoever does the work. */
export function submissionsOf(standing: Standing): string[] {
  return allOf(standing).filter((name) => !PROGRAMS.has(name));
}

/** Tells whether a run asks for a submission of this name. */
export const asksFor = (standing: Standing, name: string): boolean => allOf(standing).includes(name);

function allOf({ workflow, status }: Standing): string[] {
  const isOfRun = ({ id }: Phase) => status.stages.some((one) => one.id === id && one.state !== 'left-out');
  const phases = workflow.phases.filter(isOfRun);
  return [...new Set(checksOf({ phases }, 'submitted').map(({ spec: { name } }) => name))];
}
