import { hooks } from '../evidence.js';
import { here } from '../workflow/here.js';
import { asPerson } from '../workflow/person.js';
import type { Deed, Here } from '../workflow/place.js';
import { refuseInTree } from '../workflow/record.js';
import { answerAfter } from '../workflow/show.js';
import { standingAfter } from '../workflow/simulate.js';
import { type Call, type Command, FlowError } from './command.js';

/** Milliseconds for which a person's word stands for a proof (feature D51). */
const HOLDS = 86_400_000;

/** The most deeds that a person is asked to confirm at once: nobody reads more. */
const MOST = 50;

export const setPhase: Command = {
  name: 'set-phase',
  group: 'person',
  arguments: '<phase>',
  summary: 'move to a phase: forward waives unproven checks for a day, as debts; backward reopens the phase',
  flags: [{ flags: '--reason <text>', description: 'why; it is kept in the journal' }],
  examples: [["set-phase implement --reason 'the tests were written before the run began'", 'adopts existing work']],
  async run(call) {
    const place = await here(call);
    await refuseInTree(call, { ...place, run: place.standing.run });
    const { standing, room, around } = place;
    const { clean } = await hooks();
    const reason = clean(call.options.reason, 500);
    const [target = ''] = call.words;
    const deeds = deedsFor(call, place, target, reason);
    const shown = [
      room.phaseLine(standing.status),
      `Move to ${target}${reason ? ` (${reason})` : ''}. This will:`,
      ...deeds.map((deed) => `- ${wordsOf(deed)}`),
    ];
    const person = await asPerson(call, place, shown.join('\n'));
    for (const deed of deeds) room.recordDeed(around, standing.run, { ...deed, person } as Deed);
    return answerAfter(`Gone to ${target}.`, room, around);
  },
};

/** Finds the deeds that lead to a phase, tried on the facts of now; the person in them is left open. */
function deedsFor(call: Call, { standing, room }: Here, target: string, reason: string): Deed[] {
  const stages = standing.status.stages.filter(({ state }) => state !== 'left-out').map(({ id }) => id);
  const to = stages.indexOf(target);
  const from = stages.indexOf(standing.status.phase);
  const help = `${call.program} status`;
  if (to < 0) throw new FlowError('finding', 'PHASE_UNKNOWN', `this run has these phases: ${stages.join(', ')}.`, help);
  if (from === to)
    throw new FlowError('finding', 'PHASE_HERE', `the run is at ${target} already.`, `${call.program} next`);
  if (from >= 0 && from < to) return forward({ standing, room, stages, to, reason, help });
  const deed: Deed = { type: 'reopen', phase: target, person: 'a person', reason };
  const after = standingAfter(standing, [deed], room);
  if (after.phase === target) return [deed];
  throw new FlowError(
    'finding',
    'PHASE_HOLDS',
    `${target} has no proof to void: everything it requires is present, so the run would be at ${after.phase}.`,
    'Change the documents of the phase, and the run moves back by itself',
  );
}

/** A way forward through the phases of a run. */
interface Way extends Pick<Here, 'standing' | 'room'> {
  /** Phases of the run in their order. */
  stages: readonly string[];
  /** The place of the phase to come to. */
  to: number;
  reason: string;
  /** The command that says more. */
  help: string;
}

function forward({ standing, room, stages, to, reason, help }: Way): Deed[] {
  const deeds: Deed[] = [];
  const expires = Date.now() + HOLDS;
  for (;;) {
    const { phase, open } = standingAfter(standing, deeds, room);
    const at = stages.indexOf(phase);
    if (at < 0 || at >= to) return deeds;
    const before = deeds.length;
    const many = manyOf(open.map(({ check }) => check));
    for (const { check, finding, ...one } of open) {
      const subject = many.has(check) ? undefined : one.subject;
      if (finding.code === 'ITEMS_OPEN' || finding.code === 'ITEM_REMOVED') {
        for (const item of [finding.args.open ?? finding.args.items ?? []].flat())
          deeds.push({ type: 'item', item: String(item), state: 'skipped', person: 'a person', reason });
        continue;
      }
      const word: Deed = {
        type: 'waiver',
        check,
        expires,
        person: 'a person',
        reason,
        ...(subject === undefined ? {} : { subject }),
      };
      if (!deeds.some((other) => wordsOf(other) === wordsOf(word))) deeds.push(word);
    }
    if (deeds.length === before || deeds.length > MOST)
      throw new FlowError(
        'finding',
        'NOT_WAIVABLE',
        `${phase} requires ${[...new Set(open.map(({ check }) => check))].join(', ') || 'something'}, which cannot be waived.`,
        help,
      );
  }
}

/** The number of subjects from which a check is waived for all of them in one word. */
const SEVERAL = 12;

function manyOf(checks: readonly string[]): Set<string> {
  return new Set(checks.filter((check) => checks.filter((other) => other === check).length > SEVERAL));
}

function wordsOf(deed: Deed): string {
  if (deed.type === 'waiver')
    return `waive ${deed.check}${deed.subject ? ` of ${deed.subject}` : ''}, for a day, on the current content`;
  if (deed.type === 'item') return `skip ${deed.item}, permanently`;
  return deed.type === 'reopen' ? `void the proofs of ${deed.phase}` : deed.type;
}
