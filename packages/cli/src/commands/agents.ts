import { type AgentFacts, agentOf, agentTypeOf, agents as all, judgeOf, taskOf } from '@flow/agents/roster';
import { hooks } from '../evidence.js';
import { placeOf } from '../workflow/here.js';
import { type Answer, type Call, type Command, FlowError } from './command.js';

const FORMATS = ['plain', 'task', 'claude', 'skill'] as const;

export const agents: Command = {
  name: 'agents',
  group: 'workflow',
  arguments: '<list|show|render> [name]',
  summary: 'list reviewers, roles and discovery agents, show one, or render its prompt for this run',
  flags: [
    {
      flags: '--format <format>',
      description: 'for render: plain (one prompt), task (its task in this run), claude (sub-agent file), skill',
      choices: FORMATS,
    },
    { flags: '--panel <panel>', description: 'for list: only this panel' },
  ],
  examples: [
    ['agents list', 'all agents, with their panels'],
    ['agents show security', 'what it looks for, and what is not a finding'],
    ['agents render security', 'one prompt for any client, including this run'],
    ['agents render security --format claude', 'the content of .claude/agents/flow-security.md'],
  ],
  async run(call) {
    const [what, name] = call.words;
    if (what === 'list') return list(call);
    if (name !== undefined && what === 'show') return show(named(call, await cleaned(name)));
    if (name !== undefined && what === 'render') return render(call, name);
    throw new FlowError(
      'usage',
      'USAGE',
      'expected list, show <name> or render <name>.',
      `${call.program} agents list`,
    );
  },
};

/** Finds the name of an agent, which may be typed as its file has it: so `flow next` says it. */
async function cleaned(name: string): Promise<string> {
  const asked = (await hooks()).clean(name, 60);
  return agentOf(asked) ? asked : (judgeOf(asked) ?? asked);
}

function list({ options: { panel } }: Call): Answer {
  const sits = all.filter(({ panels }) => panel === undefined || panels.includes(String(panel)));
  const shown = sits.toSorted((one, other) => placeIn(one) - placeIn(other));
  const rows = shown.map((one) => {
    const where = [...(one.tier ? [one.tier] : []), ...one.languages, ...one.phases].join(', ') || one.kind;
    return `${one.name.padEnd(20)} ${where.padEnd(22)} ${one.title}\n`;
  });
  return { exit: 0, data: { agents: shown }, text: rows.join(''), isVerbatim: true };
}

/** Orders agents: reviewers of a plan, reviewers of the change by tier, other judges, roles, discovery agents. */
function placeIn({ kind, panels, tier, languages }: AgentFacts): number {
  if (kind !== 'reviewer') return kind === 'role' ? 6 : 7;
  if (tier) return { property: 1, 'cross-cutting': 3, meta: 4 }[tier] + (languages.length > 0 ? 1 : 0);
  return panels.includes('shape') ? 0 : 5;
}

async function show(agent: AgentFacts): Promise<Answer> {
  const { descriptionOf, instructionsOf } = await import('@flow/agents/packs');
  const tools = agent.tools.join(', ') || 'none';
  const facts = `${agentTypeOf(agent.name)}: ${descriptionOf(agent)}\nInput: ${agent.receives.join(', ')}. Tools: ${tools}. Weight: ${agent.weight}.`;
  const instructions = instructionsOf(agent);
  const data = { ...agent, agent: agentTypeOf(agent.name), description: descriptionOf(agent), instructions };
  return { exit: 0, data, text: `${facts}\n\n${instructions}`, isVerbatim: true };
}

async function render(call: Call, name: string): Promise<Answer> {
  const judge = await cleaned(name);
  const agent = named(call, judge);
  const format = String(call.options.format ?? 'plain');
  const packs = await import('@flow/agents/packs');
  const text =
    format === 'claude'
      ? packs.agentFile(agent)
      : format === 'skill'
        ? packs.skillFile(agent)
        : await inRun(call, agent, judge, format);
  return { exit: 0, data: { name: judge, format, text }, text, isVerbatim: true };
}

/** Renders an agent's prompt with the facts of the run here; where nothing runs, with those of the repository alone. */
async function inRun(call: Call, agent: AgentFacts, judge: string, format: string): Promise<string> {
  const { room, around } = await placeOf(call);
  const context = room.runContextOf(around, room.standingOf(around), { diff: agent.receives.includes('diff') });
  if (format === 'task') return taskOf(agent, judge, context);
  return (await import('@flow/agents/packs')).promptOf(agent, judge, context);
}

function named({ program }: Call, name: string): AgentFacts {
  const agent = agentOf(name);
  if (agent) return agent;
  throw new FlowError('usage', 'AGENT_UNKNOWN', `there is no agent ${name}.`, `${program} agents list`);
}
