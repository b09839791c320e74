import { randomUUID } from 'node:crypto';
import { hooks } from '../evidence.js';
import { here } from '../workflow/here.js';
import { asPerson } from '../workflow/person.js';
import { refuseInTree } from '../workflow/record.js';
import { answerAfter } from '../workflow/show.js';
import { type Call, type Command, FlowError } from './command.js';

/** Milliseconds that an override holds, if its position does not end before. */
const HOLDS = 86_400_000;

export const override: Command = {
  name: 'override',
  group: 'person',
  arguments: '<reason>',
  summary: 'relax the edit rules of this phase for ten calls; the phase does not change',
  examples: [["override 'the generated client needs a manual fix'", 'ten calls, in this phase only']],
  async run(call) {
    const place = await here(call);
    await refuseInTree(call, { ...place, run: place.standing.run });
    const { standing, room, around } = place;
    const { clean } = await hooks();
    const { run, status } = standing;
    const reason = clean(call.words[0], 500);
    const against = room.judgeOverride(status, reason);
    if (against)
      throw new FlowError('finding', against.code, WORDS[against.code] ?? against.code, remedyFor(against.code, call));
    const uses = room.OVERRIDE_CALLS;
    const shown = `${room.phaseLine(status)}\nRelax the edit rules for ${uses} calls, at most until the phase changes.\nReason: ${reason}`;
    const person = await asPerson(call, place, shown);
    const expires = Date.now() + HOLDS;
    room.recordDeed(around, run, { type: 'override', id: randomUUID(), scope: 'edits', reason, uses, expires, person });
    return answerAfter(`Relaxed for ${uses} calls.`, room, around);
  },
};

function remedyFor(code: string, { program }: Call): string {
  return code === 'OVERRIDE_REASON_MISSING' ? `${program} override '<a sentence that says why>'` : `${program} explain`;
}

const WORDS: Readonly<Record<string, string>> = {
  OVERRIDE_REASON_MISSING: 'the reason must be a sentence of at least ten letters.',
  OVERRIDE_LIMIT: 'a run may have at most three overrides.',
  OVERRIDE_REASON_REPEATED: 'an earlier override of this run had the same reason in other words: fix the cause.',
};
