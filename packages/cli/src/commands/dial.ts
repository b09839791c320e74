import { here } from '../workflow/here.js';
import { asPerson } from '../workflow/person.js';
import { answerAfter } from '../workflow/show.js';
import { type Command, FlowError } from './command.js';

export const dial: Command = {
  name: 'dial',
  group: 'workflow',
  arguments: '<name> <value>',
  summary: 'change how much this run requires; only a person can lower it',
  examples: [['dial intensity high', 'require more reviews from now on']],
  async run(call) {
    const place = await here(call);
    const { standing, room, around } = place;
    const [name = '', value = ''] = call.words;
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
    const shown = `${room.phaseLine(standing.status)}\nLower ${name} from ${now} to ${value}: less is required from now on.`;
    const person = isLower ? await asPerson(call, place, shown) : null;
    room.recordDeed(around, standing.run, { type: 'dial', dial: name, value, person });
    return answerAfter(`${name}: ${value}.`, room, around);
  },
};
