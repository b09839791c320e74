import type { OpenCheck } from '@flow/core/workflow';
import { hooks } from '../evidence.js';
import { here } from '../workflow/here.js';
import type { Command } from './command.js';

export const explain: Command = {
  name: 'explain',
  group: 'workflow',
  arguments: '[command]',
  summary: 'explain why the run is where it is, or what the guards would decide about a command',
  examples: [
    ['explain', 'each blocking check: its state, who can resolve it, and how'],
    ["explain 'git push origin HEAD'", 'same as `flow-hooks explain`'],
  ],
  async run(call) {
    const { standing, room } = await here(call);
    const { clean } = await hooks();
    const { status } = standing;
    const ofItems = room
      .everyItem(status.items)
      .flatMap(({ id, open = [] }) => open.map((one) => ({ ...one, item: id })));
    const all: (OpenCheck & { item?: string })[] = [...status.open, ...ofItems];
    const lines = all.flatMap(({ check, subject, state, actor, finding, item }) => {
      const loop = status.loops.find((one) => one.check === check && one.item === item);
      return [
        `${check}${subject === undefined && item === undefined ? '' : ` of ${clean(subject ?? item, 60)}`}: ${STATES[state]}`,
        `    ${finding.code}: ${room.openWords(finding)}`,
        `    resolved by ${ACTORS[actor]}${loop ? `; blocked ${loop.blocks} of ${loop.max} times` : ''}`,
      ];
    });
    const head = room.phaseLine(status);
    const text = `${[head, '', ...(lines.length > 0 ? lines : ['Nothing is in the way.'])].join('\n')}\n`;
    return {
      ok: true,
      data: { position: status.position, open: status.open, items: status.items, loops: status.loops },
      text,
    };
  },
};

const STATES = {
  failed: 'fails on the current content',
  lapsed: 'passed on other content, not on this one',
  missing: 'has not passed yet',
} as const;

const ACTORS = {
  agent: 'the agent',
  person: 'a person',
  outside: 'something outside, such as CI',
  time: 'time',
} as const;
