import { agents } from '@flow/agents';

/**
 * Returns the agents of the client that a run may ask for: reviewers, roles, discovery.
 * @param languages presets of the stacks that are there; the agents of others are left out. @default all
 */
export async function agentFiles(
  languages?: readonly string[],
): Promise<{ name: string; judge: string; text: string }[]> {
  const { agentFile } = await import('@flow/agents/packs');
  const { agentTypeOf } = await import('@flow/agents');
  return agents
    .filter((one) => !languages || one.languages.length === 0 || one.languages.some((name) => languages.includes(name)))
    .map((one) => ({ name: agentTypeOf(one.name), judge: one.name, text: agentFile(one) }));
}
