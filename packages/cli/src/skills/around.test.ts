import { agents, agentTypeOf } from '@flow/agents';
import { describe, expect, test } from 'vitest';
import { allCommands } from '../commands/index.js';
import { HANDED } from '../evidence.js';
import { skills } from './index.js';

/* Skills of every workflow are made from its steps; those around them name nothing that is not there. */

const COMMANDS = await allCommands();
const COMMAND_NAMES = new Set([...COMMANDS.map(({ name }) => name), ...Object.keys(HANDED)]);
const AGENTS = new Set(agents.map(({ name }) => agentTypeOf(name)));

describe('M59 X63 skills', async () => {
  const all = await skills();
  const named = new Map(all.map(({ name, text }) => [name, text]));

  test('there is one for the whole, for where it stands, for one item, for a review of files, a triage and what follows', () => {
    for (const name of ['develop', 'run-status', 'implement', 'review-files', 'triage', 'follow-up', 'set-phase'])
      expect([...named.keys()]).toContain(name);
    expect(new Set(named.keys()).size).toBe(all.length);
  });

  test.each(all)('$name names commands, options and agents that are there', ({ text }) => {
    for (const [, command = ''] of text.matchAll(/`flow ([a-z][a-z-]*)/g)) expect(COMMAND_NAMES).toContain(command);
    for (const [, type = ''] of text.matchAll(/`(flow-[a-z-]+)`/g)) expect(AGENTS).toContain(type);
    const flags = COMMANDS.flatMap((one) => (one.flags ?? []).map((flag) => flag.flags));
    for (const [, option = ''] of text.matchAll(/(--[a-z]+) </g))
      expect(flags.some((one) => one.includes(option))).toBe(true);
  });

  test('what begins work or a decision, a person begins', () => {
    for (const name of ['develop', 'implement', 'triage', 'follow-up', 'review-files', 'set-phase'])
      expect(named.get(name)).toContain('disable-model-invocation: true');
    expect(named.get('run-status')).not.toContain('disable-model-invocation');
  });
});
