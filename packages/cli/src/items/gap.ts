import { randomUUID } from 'node:crypto';
import { type ContractGap, GAPS } from '@flow/core/workflow';
import { type Answer, type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { shellWord } from '../shell-word.js';
import type { Here } from '../workflow/place.js';
import { reasonFrom } from '../workflow/reason.js';
import { record } from '../workflow/record.js';
import { answerAfter } from '../workflow/show.js';

/**
 * Proposes a change of what a document promises: nobody who works edits its own contract, and a gap between the two is said in
 * its kind (R68). Nothing follows from it until a person takes it.
 */
export async function proposeGap(call: Call, place: Here, target: string): Promise<Answer> {
  const { room, around, standing } = place;
  const { clean, promisesOf } = await hooks();
  const all = promisesOf(around, standing);
  const known = all.find(({ id, written }) => id === target || written === target);
  const documents = Object.keys(standing.facts.present.documents);
  const again = `item propose ${shellWord(clean(target, 60))} --gap divergent --text '…' --reason '…'`;
  const kind = GAPS.find((one) => one === call.options.gap);
  if (!kind)
    throw new FlowError(
      'usage',
      'GAP_MISSING',
      `expected --gap with one of ${GAPS.join(', ')}.`,
      `${call.program} ${again}`,
    );
  if (!known && !documents.includes(target)) {
    const ids = all.slice(0, MOST).map(({ written }) => clean(written, 60));
    throw new FlowError(
      'finding',
      'PROMISE_UNKNOWN',
      `no document promises ${clean(target, 60)}; there are ${[...ids, ...(all.length > MOST ? ['more'] : []), ...documents].join(', ')}.`,
      `${call.program} item propose ${ids[0] ?? documents[0] ?? 'spec'} --gap ${kind} --text '…' --reason '…'`,
    );
  }
  if (!known && kind !== 'missing')
    throw new FlowError(
      'usage',
      'GAP_UNFIT',
      `${clean(target, 60)} is a document: in it something can only be missing.`,
      `${call.program} item propose ${shellWord(clean(target, 60))} --gap missing --text '…' --reason '…'`,
    );
  const text = clean(call.options.text ?? '', LONGEST).trim();
  if (text === '' && kind !== 'unasked')
    throw new FlowError('usage', 'TEXT_MISSING', 'nothing says what it should promise.', `${call.program} ${again}`);
  const reason = await reasonFrom(call, call.options.reason, again);
  const gap: ContractGap = { kind, document: known?.document ?? target, target: known?.id ?? target, text };
  const item = room.ownTree(around, standing.run)?.item ?? itemOf(place, gap);
  const proposal = randomUUID().slice(0, 8);
  const told = { proposal, items: [], reason, gap, ...(item === undefined ? {} : { of: item }) };
  await record(call, place, { type: 'proposal', ...told });
  const words = `Proposed: ${clean(target, 60)} is ${kind}. Nothing changes until a person takes it: ${call.program} item take ${proposal}, or leaves it: ${call.program} item leave ${proposal} --reason '…'.`;
  const answer = await answerAfter(words, room, around);
  return { ...answer, data: { ...answer.data, proposal: told } };
}

const MOST = 20;
const LONGEST = 2000;

/** Returns the item that a gap is about, where its document lists it. */
function itemOf({ room, standing }: Here, { target }: ContractGap): string | undefined {
  const [id = ''] = target.split(':');
  return room.itemsOfRun(standing).some((one) => one.id === id) ? id : undefined;
}

/** Tells what a person is shown before they take or leave it: the words as they are, and as they would be. */
export async function gapLines(
  { around, standing }: Here,
  { kind, document, target, text }: ContractGap,
): Promise<string[]> {
  const { clean, promisesOf } = await hooks();
  const now = promisesOf(around, standing).find(({ id }) => id === target);
  const where = now ? `${clean(now.path, 200)}:${now.line}` : clean(document, 60);
  return [
    `${clean(now?.written ?? target, 60)} (${where}) is ${WHY[kind]}`,
    ...(now ? [`  is:        ${clean(now.text, LONGEST)}`] : []),
    ...(text === '' ? [] : [`  would be:  ${clean(text, LONGEST)}`]),
  ];
}

const WHY: Readonly<Record<ContractGap['kind'], string>> = {
  missing: 'missing: nothing asks for what is needed',
  partial: 'partial: it says only a part of what is needed',
  divergent: 'divergent: what is needed differs from what it says',
  unasked: 'unasked: nobody needs what it asks for',
};

/** Returns a proposal in a few words, for lists. */
export const gapWords = ({ kind, target }: ContractGap): string => `${target} (${kind})`;
