import { hooks } from '../evidence.js';
import { here } from '../workflow/here.js';
import { record } from '../workflow/record.js';
import { answerAfter } from '../workflow/show.js';
import { type Command, FlowError } from './command.js';

export const answer: Command = {
  name: 'answer',
  group: 'workflow',
  arguments: '<finding>',
  summary: 'answer a review finding: what you fixed, or why you dispute it',
  flags: [
    { flags: '--note <text>', description: 'what was done and why it cannot happen again' },
    { flags: '--dispute <reason>', description: 'why it is not a problem' },
  ],
  examples: [
    ['answer f1 --note "validated at the boundary, for all callers"', 'answers finding f1 of the last review'],
  ],
  async run(call) {
    const place = await here(call);
    const { standing, room, around } = place;
    const [finding = ''] = call.words;
    const open = standing.status.findings;
    if (!open.some(({ id }) => id === finding)) {
      const { clean } = await hooks();
      const all = open.map(({ id, title }) => `${clean(id, 60)} (${clean(title, 80)})`);
      const others = all.length > 0 ? `open findings: ${all.join(', ')}` : 'none are open';
      throw new FlowError(
        'finding',
        'FINDING_UNKNOWN',
        `there is no open finding ${clean(finding, 60)}; ${others}.`,
        `${call.program} status`,
      );
    }
    const { note, dispute } = call.options;
    const said = typeof dispute === 'string' ? dispute : typeof note === 'string' ? note : '';
    if (said.trim() === '')
      throw new FlowError(
        'usage',
        'NOTE_MISSING',
        'the answer is empty.',
        `${call.program} answer ${finding} --note "…"`,
      );
    await record(call, place, { type: 'answer', finding, disputed: dispute !== undefined, note: said });
    return answerAfter('Answered.', room, around);
  },
};
