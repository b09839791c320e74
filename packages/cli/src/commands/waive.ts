import { readClaimId } from '@flow/core/documents';
import { hooks } from '../evidence.js';
import { here } from '../workflow/here.js';
import { asPerson, recordWord, SIGN } from '../workflow/person.js';
import { reasonFrom } from '../workflow/reason.js';
import { mustBeHeard } from '../workflow/record.js';
import { answerAfter } from '../workflow/show.js';
import { type Command, FlowError } from './command.js';

/** Milliseconds that a waiver holds (feature D51). */
const HOLDS = 86_400_000;

/** No word stands for all items of a phase, nor for work that nobody has begun: items are begun or skipped one by one. */
const isWaivable = (check: string) => !/\.(?:items|begun)$/.test(check);

export const waive: Command = {
  name: 'waive',
  group: 'person',
  arguments: '<check> <reason>',
  summary: 'waive a check on the current content for 24 hours; it remains a debt',
  flags: [{ flags: '--subject <id>', description: 'only for this claim, item or suite' }, SIGN],
  examples: [["waive green.green 'the vendor CI is down until tomorrow'", 'the suite counts as green on this content']],
  async run(call) {
    const place = await here(call);
    const { standing, room, around } = place;
    const { clean, listed } = await hooks();
    const [check = '', said] = call.words;
    const { claims } = standing.facts.present;
    const asked = call.options.subject;
    // A claim is named as its document writes it, or in any other form of its id.
    const claim = typeof asked === 'string' ? readClaimId(asked)?.id : undefined;
    const subject = claims.some(({ id }) => id === claim) ? claim : asked;
    const nameOf = (id: unknown) => clean(claims.find((one) => one.id === id)?.written ?? id, 60);
    const ofItems = room
      .everyItem(standing.status.items)
      .flatMap(({ id, open: inner = [] }) => inner.map((one) => ({ ...one, item: id })));
    const open = [...standing.status.open, ...ofItems].filter((one) => isWaivable(one.check));
    if (!open.some((one) => one.check === check)) {
      const all = [...new Set(open.map((one) => one.check))].join(', ') || 'none';
      throw new FlowError(
        'finding',
        'CHECK_UNKNOWN',
        `that check is not blocking; blocking are ${all}.`,
        `${call.program} explain`,
      );
    }
    const waiting = ofItems.filter((one) => one.check === check).map(({ item }) => item);
    if (waiting.length > 0 && !waiting.some((item) => item === subject))
      throw new FlowError(
        'usage',
        'ITEM_MISSING',
        `${check} is checked per item; it blocks ${listed(waiting)}.`,
        `${call.program} waive ${check} '…' --subject ${clean(waiting[0], 60)}`,
      );
    const subjects = open.flatMap((one) => (one.check === check ? (one.subject ?? []) : []));
    if (typeof subject === 'string' && ![...waiting, ...subjects].includes(subject)) {
      const some = [...new Set([...waiting, ...subjects])].map(nameOf);
      throw new FlowError(
        'usage',
        'SUBJECT_UNKNOWN',
        some.length > 0
          ? `${check} is not blocked by ${nameOf(subject)}; it is blocked by ${listed(some)}.`
          : `${check} has no subjects; waive it without --subject.`,
        `${call.program} waive ${check} '…'${some.length > 0 ? ` --subject ${some[0]}` : ''}`,
      );
    }
    const reason = await reasonFrom(call, said, `waive ${check} '…'`);
    const shown = `${room.phaseLine(standing.status)}\nWaive ${check}${subject ? ` of ${nameOf(subject)}` : ''} for 24 hours, on the current content: ${reason}`;
    const person = await asPerson(call, place, shown);
    const expires = Date.now() + HOLDS;
    const of = typeof subject === 'string' ? { subject } : {};
    const deed = { type: 'waiver', check, expires, person, reason, ...of } as const;
    await mustBeHeard(call, place, deed);
    await recordWord(call, place, deed);
    return answerAfter(`Waived: ${check}, until ${new Date(expires).toISOString()}.`, room, around);
  },
};
