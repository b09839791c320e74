import type { Named } from './index.js';

/** Text that a tool call has the client read; null for most calls. */
export function namedText(tool: string, input: Readonly<Record<string, unknown>>): Named | null {
  if (tool === 'Skill' || tool === 'SlashCommand') return skillIn(input);
  if (tool !== 'Agent' && tool !== 'Task') return null;
  const { subagent_type: type } = input;
  return { kind: 'agent', name: typeof type === 'string' && type !== '' ? type : 'general-purpose' };
}

/** A name may hold blanks, so that the arguments behind one are only told apart where nothing else holds them. */
function skillIn({ skill, command, args }: Readonly<Record<string, unknown>>): Named | null {
  const said = [skill, command].find((one): one is string => typeof one === 'string') ?? '';
  const isApart = typeof skill === 'string' || typeof args === 'string';
  const [, name = '', rest = ''] = (isApart ? /^\/?(.*)$/s : /^\/?(\S*)\s*(.*)$/s).exec(said.trim()) ?? [];
  return name === '' ? null : { kind: 'skill', name: name.trim(), given: typeof args === 'string' ? args : rest };
}
