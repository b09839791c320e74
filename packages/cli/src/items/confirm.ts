import type { ItemFact } from '@flow/core/workflow';
import { type Answer, type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { asPerson } from '../workflow/person.js';
import type { Here } from '../workflow/place.js';
import { reasonFrom } from '../workflow/reason.js';
import { mustBeHeard } from '../workflow/record.js';
import { answerAfter } from '../workflow/show.js';

/**
 * Keeps what a person found who tried what only a person can check of an item: all such criteria of it, or those that are named.
 */
export async function confirm(call: Call, place: Here, id: string): Promise<Answer> {
  const { room, around, standing } = place;
  const { clean } = await hooks();
  const name = clean(id, 60);
  const item = room.itemsOfRun(standing).find((one) => one.id === id);
  const manual = item ? room.manualOf(item) : [];
  if (manual.length === 0)
    throw new FlowError(
      'finding',
      'NOTHING_BY_HAND',
      `${name} has no criterion that only a person can check.`,
      `${call.program} item show ${name}`,
    );
  const named = criteriaNamed(call, manual, name, clean);
  const fails = call.options.fails === true;
  const note = fails
    ? await reasonFrom(call, call.options.reason, `item confirm ${name} --fails --reason '…'`)
    : clean(call.options.reason ?? '', 500).trim();
  const lines = named.map((one) => `  ${clean(one.id, 40)}: ${clean(one.text, 300)}`);
  const what = fails ? `It does not hold: ${note}` : 'You have tried it yourself, and it holds:';
  const shown = `${room.phaseLine(standing.status)}\n${name}, ${clean(item?.title ?? '', 200)}\n${what}\n${lines.join('\n')}`;
  const person = await asPerson(call, place, shown);
  const deeds = named.map((one) => ({
    ...{ type: 'confirmation' as const, subject: id, criterion: one.id, pass: !fails, person },
    ...(note === '' ? {} : { note }),
  }));
  for (const deed of deeds) await mustBeHeard(call, place, deed);
  for (const deed of deeds) room.recordDeed(around, standing.run, deed);
  const ids = named.map((one) => clean(one.id, 40)).join(', ');
  return answerAfter(`${fails ? 'Does not hold' : 'Confirmed'}: ${name}, ${ids}.`, room, around);
}

type Manual = NonNullable<ItemFact['criteria']>;

/** Criteria that the call names, each of which only a person can check; all of them where it names none. */
function criteriaNamed(
  { options, program }: Call,
  manual: Manual,
  item: string,
  clean: (text: unknown, most: number) => string,
): Manual {
  const ids = [options.criterion ?? []].flat().map(String);
  const unknown = ids.find((id) => !manual.some((one) => one.id === id));
  if (unknown !== undefined)
    throw new FlowError(
      'finding',
      'CRITERION_UNKNOWN',
      `${item} has no criterion ${clean(unknown, 40)} that only a person can check; there are ${manual.map((one) => clean(one.id, 40)).join(', ')}.`,
      `${program} item confirm ${item} --criterion ${clean(manual[0]!.id, 40)}`,
    );
  return ids.length === 0 ? manual : manual.filter((one) => ids.includes(one.id));
}
