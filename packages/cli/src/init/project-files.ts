import type { ProjectFile } from '@flow/hooks/program';
import { agentFiles } from '../skills/agents.js';
import { skills } from '../skills/index.js';
import type { Answers } from './answers.js';

/**
 * Returns the files that a tier brings into a project besides the guards: agents and skills of the client.
 * @param languages presets of the stacks that are there. @default all
 */
export async function projectFiles(
  { tier, agentsFrom, without }: Pick<Answers, 'tier' | 'agentsFrom' | 'without'>,
  languages?: readonly string[],
): Promise<ProjectFile[]> {
  if (tier < 3 || agentsFrom === 'plugin') return [];
  const agents = (await agentFiles(languages)).filter(({ judge }) => !without.agents.includes(judge));
  return [
    ...agents.map(({ name, text }) => ({ part: 'agent' as const, path: `.claude/agents/${name}.md`, text })),
    ...(await skills()).map(({ name, text }) => ({
      part: 'skill' as const,
      path: `.claude/skills/${name}/SKILL.md`,
      text,
    })),
  ];
}
