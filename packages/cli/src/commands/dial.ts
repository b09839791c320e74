import { hooks } from '../evidence.js';
import { here } from '../workflow/here.js';
import { asPerson, whoTypes } from '../workflow/person.js';
import { refuseInTree } from '../workflow/record.js';
import { answerAfter } from '../workflow/show.js';
import { standingAfter } from '../workflow/simulate.js';
import { type Command, FlowError } from './command.js';

export const dial: Command = {
  name: 'dial',
  group: 'workflow',
  arguments: '<name> [value]',
  summary: 'change how much this run requires; only a person can lower it, or leave out a review that found something',
  examples: [
    ['dial intensity high', 'require more reviews from now on'],
    ['dial intensity=high', 'the same, as `start --dial` has it'],
  ],
  async run(call) {
    const place = await here(call);
    await refuseInTree(call, { ...place, run: place.standing.run });
    const { standing, room, around } = place;
    const [name = '', value = ''] = call.words.join('=').split('=');
    const { dials } = standing.workflow;
    const known = Object.hasOwn(dials, name) ? dials[name] : undefined;
    if (!known?.values.includes(value)) {
      const all = Object.entries(dials).map(([one, { values }]) => `${one} (${values.join(', ')})`);
      throw new FlowError(
        'finding',
        'DIAL_UNKNOWN',
        `${standing.workflow.id} has ${all.join('; ')}.`,
        `${call.program} status`,
      );
    }
    const now = standing.status.dials[name] ?? known.default;
    const isLower = known.values.indexOf(value) < known.values.indexOf(now);
    const { findings } = standing.status;
    const after = standingAfter(standing, [{ type: 'dial', dial: name, value, person: 'a person' }], room);
    // More may be asked of others instead: what a reviewer found and nobody has resolved would be gone without a word.
    const lost = findings.filter(({ id }) => !after.findings.some((one) => one.id === id));
    const { clean } = await hooks();
    const shown = [
      room.phaseLine(standing.status),
      isLower
        ? `Lower ${name} from ${now} to ${value}: less is required from now on.`
        : `Turn ${name} from ${now} to ${value}.`,
      ...lost.map(({ id, title }) => `- finding ${id} is open and no longer has to be resolved: ${clean(title, 200)}`),
    ].join('\n');
    const person = await (isLower || lost.length > 0 ? asPerson(call, place, shown) : whoTypes(call, place));
    room.recordDeed(around, standing.run, { type: 'dial', dial: name, value, person });
    return answerAfter(`${name}: ${value}.`, room, around);
  },
};
