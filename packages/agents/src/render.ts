import type { AgentFacts } from './agent-facts.js';
import { agentTypeOf } from './names.js';
import { type RunContext, taskOf } from './run-context.js';
import { answerPart, openingOf, rulesPart } from './shared.js';
import { TEXTS } from './texts.generated.js';

/** Tells what an agent works by, whatever the host: its own text between the parts that all of its kind share. */
export function instructionsOf(agent: AgentFacts): string {
  const { text } = TEXTS[agent.name]!;
  return `${[openingOf(agent), rulesPart(agent), text, answerPart(agent)].filter((part) => part !== '').join('\n\n')}\n`;
}

/** Reads an agent's own text alone, without what all of its kind share. */
export const packText = (agent: AgentFacts): string => TEXTS[agent.name]!.text;

/** Tells when to use an agent. */
export const descriptionOf = (agent: AgentFacts): string => TEXTS[agent.name]!.description;

/**
 * Returns a file for the `agents` folder of Claude Code: `flow-<name>.md`. What the agent is told of a run comes with
 * the prompt that it is started with.
 */
export function agentFile(agent: AgentFacts): string {
  const front = {
    name: agentTypeOf(agent.name),
    description: descriptionOf(agent),
    // Without the key a host gives every tool.
    tools: agent.tools.length > 0 ? agent.tools.join(', ') : [],
    ...(agent.model && { model: agent.model }),
  };
  return `${frontMatter(front)}\n${instructionsOf(agent)}`;
}

/** Returns a skill in the Agent Skills format: the content of `flow-<name>/SKILL.md`. */
export function skillFile(agent: AgentFacts): string {
  const front = {
    name: agentTypeOf(agent.name),
    description: `${descriptionOf(agent)} Its task: \`flow agents render ${agent.name} --format task\`.`,
    license: 'MIT',
    metadata: { kind: agent.kind, ...(agent.tier && { tier: agent.tier }) },
  };
  return `${frontMatter(front)}\n# ${agent.title}\n\n${instructionsOf(agent)}`;
}

/** Renders all agents as one skill: a host lists one line, and whoever is asked for an agent reads that one file. */
export function collectionSkill(all: readonly AgentFacts[]): Record<string, string> {
  const front = {
    name: COLLECTION,
    description:
      'Review or work as one of the named @flow agents: reviewers of a plan, specification, tests or change, writers of tests and code, and discovery before a plan. Use when `flow next` names an agent that this client cannot start by name.',
    license: 'MIT',
  };
  const rows = all.map((agent) => `- [${agent.name}](references/${agent.name}.md): ${descriptionOf(agent)}`);
  const text = [
    '# Agents of @flow',
    'Start a fresh agent for each requested name; nobody who wrote the work or knows its history may judge it. Give it the file with its name from below and the output of `flow agents render <name> --format task`, and nothing from this conversation. Submit its last message unchanged: `flow verdict <name> -`.',
    rows.join('\n'),
  ];
  const references = all.map((agent) => [`references/${agent.name}.md`, instructionsOf(agent)] as const);
  return { 'SKILL.md': `${frontMatter(front)}\n${text.join('\n\n')}\n`, ...Object.fromEntries(references) };
}

/** The folder of the skill that holds all agents. */
export const COLLECTION = 'flow-agents';

/** Front matter of plain values: JSON is YAML, so that no text can be read as anything but text. */
function frontMatter(values: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(values).map(
    ([key, value]) => `${key}: ${isPlain(value) ? value : JSON.stringify(value)}\n`,
  );
  return `---\n${lines.join('')}---\n`;
}

/** Tools and names are read by hosts that know less than YAML. */
const isPlain = (value: unknown) => typeof value === 'string' && /^[A-Za-z][\w-]*(, [A-Za-z][\w-]*)*$/.test(value);

/**
 * Renders what an agent needs as one prompt for any client.
 * @param judge its name, or that of a probe
 */
export function promptOf(agent: AgentFacts, judge: string, context: RunContext): string {
  return `${instructionsOf(agent)}\n## Your task\n\n${taskOf(agent, judge, context)}`;
}
