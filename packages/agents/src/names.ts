/** What stands before the name of a judge in the file that a host reads an agent from. */
const PREFIX = 'flow-';

/** The plugin that may bring the agents; hosts put its name and a colon before theirs. */
const PLUGIN = 'flow:';

/**
 * Returns the name of an agent file for a judge: `flow-security` for `security`. A host's agent type is the same, or
 * `flow:flow-security` and `flow:security` where a plugin brought it.
 */
export const agentTypeOf = (judge: string): string => `${PREFIX}${judge}`;

/**
 * Returns the judge that a kind of agent is, by the name that the host gives its kind.
 * @returns null for every agent that is none of ours: another plugin's, or a project's own
 */
export function judgeOf(agentType: string | null): string | null {
  if (agentType === null) return null;
  const isPlugin = agentType.startsWith(PLUGIN);
  const plain = isPlugin ? agentType.slice(PLUGIN.length) : agentType;
  const isNamed = plain.startsWith(PREFIX);
  if (!isPlugin && !isNamed) return null;
  const name = isNamed ? plain.slice(PREFIX.length) : plain;
  return /^[a-z][a-z0-9-]{0,39}$/.test(name) ? name : null;
}
