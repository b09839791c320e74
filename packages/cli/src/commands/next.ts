import type { Status } from '@flow/core/workflow';
import { agentsDue, dueLines } from '../agents/due.js';
import { hooks } from '../evidence.js';
import { here } from '../workflow/here.js';
import type { Command } from './command.js';

/** Words a command for whoever may type it: the agent is refused what is for a person alone. */
const asked = (command: string, waiting: Status['waiting']) =>
  waiting === 'person' ? `A person runs, in their own terminal: \`${command}\`` : `$ ${command}`;

/** Characters of a line that a workflow says: as many as it may write. */
const LONGEST = 2000;

export const next: Command = {
  name: 'next',
  group: 'workflow',
  summary: 'show the next thing to do, the agents to start for it, and the command to use',
  examples: [['next', 'what to do now']],
  async run(call) {
    const { standing, room } = await here(call);
    const { clean } = await hooks();
    const { position, instruction, command, waiting, paused, open, items, current } = standing.status;
    if (paused !== null) {
      const text = `Paused: ${clean(paused, 500)}\n$ flow resume\n`;
      return {
        exit: 0,
        data: { position, instruction, command: 'flow resume', waiting, paused, open, due: null },
        text,
      };
    }
    const first = (current?.open ?? open)[0];
    const ready = room.readyItems(items).map(({ id }) => id);
    const item = current && {
      id: current.id,
      title: current.title,
      state: current.state,
      phase: current.phase ?? null,
    };
    const due = agentsDue(standing);
    const said = instruction.split('\n').map((line) => clean(line, LONGEST));
    const lines = [
      ...(instruction !== '' ? said : waiting === null ? [] : [`It waits for ${waiting}.`]),
      ...(current ? room.itemLines(standing.status) : []),
      ...(first ? [`${first.finding.code}: ${room.openWords(first.finding)}`] : []),
      ...(waiting === 'time' ? ['The last reviewer gave no valid answer. Wait a minute, then ask again.'] : []),
      ...(due ? dueLines(due, call.program) : []),
      // It says already what it would say.
      ...(command === null || command === 'flow next' ? [] : [asked(clean(command, LONGEST), waiting)]),
    ];
    return {
      exit: 0,
      data: { position, instruction, command, waiting, paused, open, due, ...(item && { item, ready }) },
      text: `${lines.join('\n')}\n`,
    };
  },
};
