import { hooks } from '../evidence.js';
import { skillLines } from '../skills/matched.js';
import { here } from '../workflow/here.js';
import { type Command, FlowError } from './command.js';

export const skills: Command = {
  name: 'skills',
  group: 'workflow',
  arguments: '[look]',
  summary:
    'list the installed skills that fit the work, and look for them again on the goal and the summary of the research',
  examples: [
    ['skills', 'what matched at the start and when the research was written, and what did not'],
    ['skills look', 'after skills were installed, or research was written by hand'],
  ],
  async run(call) {
    const place = await here(call);
    const { room, around, standing } = place;
    const [verb, more] = call.words;
    if (more !== undefined || (verb !== undefined && verb !== 'look'))
      throw new FlowError('usage', 'USAGE', 'expected no arguments, or look.', `${call.program} skills look`);
    if (verb === 'look') {
      const match = room.lookAgain(around, standing, room.researchOf(around, standing));
      const lines = await skillLines(match);
      return { exit: 0, data: { ...match }, text: `${lines.length > 0 ? lines.join('\n') : 'No skill is new.'}\n` };
    }
    const { clean } = await hooks();
    const passes = standing.facts.events.flatMap((event) => (event.type === 'skills' ? [event] : []));
    const lines = await Promise.all(
      passes.map(async ({ pass, ...match }) => {
        const told = await skillLines(match);
        return `${pass === 'goal' ? 'On the goal' : 'On goal and research'}:\n${told.map((one) => `  ${one}`).join('\n') || '  no skill is installed'}`;
      }),
    );
    const text = lines.length > 0 ? lines.join('\n') : `Nobody has looked yet: ${clean(call.program, 20)} skills look`;
    const data = { passes: passes.map(({ pass, matched, others }) => ({ pass, matched, others })) };
    return { exit: 0, data, text: `${text}\n` };
  },
};
