import { here } from '../workflow/here.js';
import type { Command } from './command.js';

export const next: Command = {
  name: 'next',
  group: 'workflow',
  summary: 'the one thing to do now, and the command that helps',
  examples: [['next', 'what to do now']],
  async run(call) {
    const { standing, room } = await here(call);
    const { position, instruction, command, waiting, open, items } = standing.status;
    const current = items.find(({ state }) => state === 'running') ?? items.find(({ state }) => state === 'ready');
    const first = (current?.open ?? open)[0];
    const lines = [
      instruction || (waiting === null ? 'Nothing is left to do.' : `It waits for ${waiting}.`),
      ...(first ? [`${first.finding.code}: ${room.openWords(first.finding)}`] : []),
      ...(command === null ? [] : [`$ ${command}`]),
    ];
    return { ok: true, data: { position, instruction, command, waiting, open }, text: `${lines.join('\n')}\n` };
  },
};
