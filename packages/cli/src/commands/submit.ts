import { type DoneStatus, END_STATUSES, type EndStatus, type ItemStatus, type Phase } from '@flow/core/workflow';
import { hooks } from '../evidence.js';
import { refuseHeld } from '../workflow/begin-item.js';
import { here } from '../workflow/here.js';
import { askedOf, checksOf, itemNamed, standsAt } from '../workflow/items.js';
import type { Deed, Here, Standing } from '../workflow/place.js';
import { mustBeHeard } from '../workflow/record.js';
import { answerAfter } from '../workflow/show.js';
import { type Call, type Command, FlowError } from './command.js';

export const submit: Command = {
  name: 'submit',
  group: 'workflow',
  arguments: '<name>',
  summary: 'submit something the phase asks for by name as done',
  flags: [
    { flags: '--item <id>', description: 'the item it is about' },
    { flags: '--note <text>', description: 'a note about it; for done-with-concerns, the concerns' },
    { flags: '--status <status>', description: 'how it ended (default: done)', choices: END_STATUSES },
  ],
  examples: [
    ['submit simplified', 'the code is simplified, and the tests still pass'],
    [
      "submit built --item S1 --status needs-context --note 'which currency?'",
      'S1 is not done, and waits for an answer',
    ],
  ],
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
    const before = item === undefined ? null : aheadIn(standing, name, standsAt(standing, room, item));
    if (before !== null)
      throw new FlowError(
        'finding',
        'SUBMISSION_EARLY',
        `${name} belongs to ${before.asks}, but ${item} is at ${before.at}: submitting it now would skip the work before it.`,
        `${call.program} next`,
      );
    const note = typeof call.options.note === 'string' ? call.options.note : undefined;
    const status = call.options.status as EndStatus | undefined;
    const end = endOf(status, note, room.contradictionIn(note ?? ''));
    const again = `${call.program} submit ${name}${item === undefined ? '' : ` --item ${item}`}`;
    if (end.kind === 'refused') throw new FlowError('finding', end.code, end.why, `${again} ${end.way}`);
    const { clean } = await hooks();
    if (end.kind === 'open') {
      if (item === undefined)
        throw new FlowError(
          'finding',
          'STATUS_OF_ITEM',
          `only an item can be set aside as ${status}; a run stays where it is.`,
          `${call.program} explain`,
        );
      const reason = clean(end.reason, LONGEST_NOTE);
      await handIn(call, place, { type: 'item', item, state: 'blocked', reason }, item);
      return answerAfter(`Not done: ${clean(item, 60)}, ${reason}.`, room, around);
    }
    const deed = {
      type: 'submission' as const,
      name,
      ...(item !== undefined && { subject: item }),
      ...(note !== undefined && { note: clean(note, LONGEST_NOTE) }),
      ...(end.status !== undefined && { status: end.status }),
    };
    await handIn(call, place, deed, item);
    const isOwed = end.status === 'done-with-concerns';
    return answerAfter(`Submitted: ${name}.${isOwed ? ' The concerns remain a debt.' : ''}`, room, around);
  },
};

/** Records what is handed in. Of an item that somebody else works on nobody hands anything in; what comes too late is kept. */
async function handIn(call: Call, place: Here, deed: Deed, item: string | undefined): Promise<void> {
  await mustBeHeard(call, place, deed);
  if (item !== undefined) await refuseHeld(call, place, item);
  place.room.recordDeed(place.around, place.standing.run, deed);
}

/** Number of characters of a note that are kept. */
const LONGEST_NOTE = 500;

type End =
  | { kind: 'done'; status: DoneStatus | undefined }
  | { kind: 'open'; reason: string }
  | { kind: 'refused'; code: string; why: string; way: string };

/**
 * Reads how somebody says that it ended: a completion that also says it could not be done is none (X32, R3), and what is not
 * done says why.
 */
function endOf(status: EndStatus | undefined, note: string | undefined, contradiction: string | null): End {
  const isSaid = (note ?? '').trim() !== '';
  if (status === 'needs-context' || status === 'blocked') {
    if (isSaid) return { kind: 'open', reason: status === 'blocked' ? note! : `needs context: ${note}` };
    const why = status === 'blocked' ? 'nothing says what blocks it.' : 'nothing says what is to be known.';
    return { kind: 'refused', code: 'NOTE_MISSING', why, way: `--status ${status} --note '…'` };
  }
  if (contradiction !== null)
    return {
      ...{ kind: 'refused', code: 'CONTRADICTION' },
      why: `it is submitted as done, and the note says "${contradiction}".`,
      way: "--status blocked --note '…' (or finish it, and say what was done)",
    };
  if (status === 'done-with-concerns' && !isSaid)
    return {
      kind: 'refused',
      code: 'NOTE_MISSING',
      why: 'nothing says what the concerns are.',
      way: `--status ${status} --note '…'`,
    };
  return { kind: 'done', status };
}

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

/**
 * Returns the phase of an item that asks for a submission which no content voids, where the item has not come to it
 * yet.
 */
function aheadIn({ workflow }: Standing, name: string, item: ItemStatus | null): { asks: string; at: string } | null {
  const walks = (phases: readonly Phase[]): (readonly Phase[])[] =>
    phases.flatMap(({ each }) => (each ? [each.phases, ...walks(each.phases)] : []));
  const isAsked = ({ exit }: Phase) =>
    exit.some((spec) => spec.check === 'submitted' && spec.name === name && !spec.on);
  for (const phases of walks(workflow.phases)) {
    const at = phases.findIndex(({ id }) => id === item?.phase);
    const asks = phases.findIndex(isAsked);
    if (at >= 0 && asks > at) return { asks: phases[asks]!.id, at: phases[at]!.id };
  }
  return null;
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
