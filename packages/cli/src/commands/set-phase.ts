import { hooks } from '../evidence.js';
import { type Deed, type Here, here } from '../workflow/here.js';
import { asPerson } from '../workflow/person.js';
import { answerAfter } from '../workflow/show.js';
import { standingAfter } from '../workflow/simulate.js';
import { type Call, type Command, FlowError } from './command.js';

/** How long a person's word stands for a proof (feature D51). Milliseconds. */
const HOLDS = 86_400_000;

/** More would have to be waived than anybody reads. */
const MOST = 50;

export const setPhase: Command = {
  name: 'set-phase',
  group: 'person',
  arguments: '<phase>',
  summary:
    'go to a phase: forward, what is not proven is waived for a day and stays a debt; back, the phase is reopened',
  flags: [{ flags: '--reason <text>', description: 'why; it is kept in the journal' }],
  examples: [
    ["set-phase implement --reason 'the tests were written before the run began'", 'adopts work that is there'],
  ],
  async run(call) {
    const place = await here(call);
    const { standing, room, around } = place;
    const { clean } = await hooks();
    const reason = clean(call.options.reason, 500);
    const [target = ''] = call.words;
    const deeds = deedsFor(call, place, target, reason);
    const shown = [
      room.phaseLine(standing.status),
      `Go to ${target}${reason ? ` (${reason})` : ''}. For that:`,
      ...deeds.map((deed) => `- ${wordsOf(deed)}`),
    ];
    const person = await asPerson(call, place, shown.join('\n'));
    for (const deed of deeds) room.recordDeed(around, standing.run, { ...deed, person } as Deed);
    return answerAfter(`Gone to ${target}.`, room, around);
  },
};

/** What has to be recorded, the person left open; tried before on the facts of now. */
function deedsFor(call: Call, { standing, room }: Here, target: string, reason: string): Deed[] {
  const stages = standing.status.stages.filter(({ state }) => state !== 'left-out').map(({ id }) => id);
  const to = stages.indexOf(target);
  const from = stages.indexOf(standing.status.phase);
  const help = `${call.program} status`;
  if (to < 0) throw new FlowError('finding', 'PHASE_UNKNOWN', `this run has the phases ${stages.join(', ')}.`, help);
  if (from >= 0 && from <= to) return forward(standing, room, stages, to, reason, help);
  const deed: Deed = { type: 'reopen', phase: target, person: 'a person', reason };
  const after = standingAfter(standing, [deed], room);
  if (after.phase === target) return [deed];
  throw new FlowError(
    'finding',
    'PHASE_HOLDS',
    `${target} has no proof that could be voided: what it asks for is there, so the run would stand at ${after.phase}.`,
    'Change what the phase writes, and the run goes back by itself',
  );
}

function forward(
  standing: Here['standing'],
  room: Here['room'],
  stages: readonly string[],
  to: number,
  reason: string,
  help: string,
): Deed[] {
  const deeds: Deed[] = [];
  const expires = Date.now() + HOLDS;
  for (;;) {
    const { phase, open } = standingAfter(standing, deeds, room);
    const at = stages.indexOf(phase);
    if (at < 0 || at >= to) return deeds;
    const before = deeds.length;
    for (const { check, subject, finding } of open) {
      if (finding.code === 'ITEMS_OPEN' || finding.code === 'ITEM_REMOVED') {
        for (const item of [finding.args.open ?? finding.args.items ?? []].flat())
          deeds.push({ type: 'item', item: String(item), state: 'skipped', person: 'a person', reason });
        continue;
      }
      const one: Deed = {
        type: 'waiver',
        check,
        expires,
        person: 'a person',
        reason,
        ...(subject === undefined ? {} : { subject }),
      };
      if (!deeds.some((other) => wordsOf(other) === wordsOf(one))) deeds.push(one);
    }
    if (deeds.length === before || deeds.length > MOST)
      throw new FlowError(
        'finding',
        'NOT_WAIVABLE',
        `${phase} asks for ${open.map(({ check }) => check).join(', ') || 'something'}, for which nobody's word can stand.`,
        help,
      );
  }
}

function wordsOf(deed: Deed): string {
  if (deed.type === 'waiver')
    return `waive ${deed.check}${deed.subject ? ` of ${deed.subject}` : ''}, for a day, on the content as it is now`;
  if (deed.type === 'item') return `leave out ${deed.item}, for good`;
  return deed.type === 'reopen' ? `void the proofs of ${deed.phase}` : deed.type;
}
