import { type AgentFacts, agentOf, agents, agentTypeOf } from '@flow/agents/roster';
import { isByCommand, isByJudge, TOPIC_AGENTS } from '@flow/core/items';
import type { OpenCheck } from '@flow/core/workflow';
import type { Standing } from '../workflow/place.js';
import { isVerifying } from '../workflow/verifying.js';

/** An agent that is to be started now. */
export interface Due {
  /** The workflow's name of the agent, which its verdict names: `security`, a probe's own name. */
  name: string;
  /** The host's name of the agent: `flow-security`. */
  agent: string;
  title: string;
  kind: AgentFacts['kind'];
  /**
   * The prompt with which a host's agent is started; everything else it is told by the guards, or by `flow agents
   * render`.
   */
  prompt: string;
}

/** The agents that run next (features D72, D92), and why. */
export interface AgentsDue {
  /** Panel and round; null where single agents are due. */
  panel: string | null;
  round: number | null;
  agents: Due[];
}

/**
 * Returns the agents that the run waits for: judges whose word is missing, else the role that alone may work in the
 * phase, else discovery before a plan. Nobody judges while work stands before it, or what was found is still to be
 * mended.
 */
export function agentsDue({ status, facts }: Pick<Standing, 'status' | 'facts'>): AgentsDue | null {
  if (status.waiting !== null) return null;
  const open = openHere(status);
  // Its commands need no model; who judges it afterwards is asked as for any other.
  if (isVerifying({ status, facts }) && open.some(isItsOwn)) return redDue(status.current!.id, open);
  const isMending = open.some(({ finding }) => finding.code === 'FINDING_OPEN');
  const [first] = open;
  if (first && !isMending && isByJudge(first)) {
    const { panel, round, reviewers, judge } = first.finding.args;
    if (Array.isArray(reviewers))
      return { panel: String(panel), round: Number(round), agents: reviewers.map((name) => dueOf(String(name))) };
    if (typeof judge === 'string') return { panel: null, round: null, agents: [dueOf(judge)] };
  }
  const looking = researchDue(status);
  if (looking.length > 0) return { panel: null, round: null, agents: looking };
  // Who looks into topics is started for a topic: before one is listed, and behind its part, there is nothing to look into.
  const here = agents.filter(
    ({ name, kind, phases }) =>
      !isTopicAgent(name) && (phases.includes(phaseOf(status)) || (kind === 'role' && status.roles.includes(name))),
  );
  const isEmpty = open.some(({ finding }) => finding.code === 'DOCUMENT_MISSING');
  // Where only a role may write, it is started; where anyone may, nobody has to be.
  const writers = (status.current?.edits ?? status.edits)
    .filter(({ answer }) => answer !== 'deny')
    .map(({ role }) => role);
  const due = here.filter(({ kind, name }) => (kind === 'role' ? writers.includes(name) : isEmpty));
  return due.length === 0 ? null : { panel: null, round: null, agents: due.map(({ name }) => dueOf(name, status)) };
}

/**
 * Returns the agents of topics that have no part yet, each with its own topic: they look at once (features V10, X25).
 */
function researchDue({ items, open }: Standing['status']): Due[] {
  const asked = [...open, ...items.flatMap((one) => (one.state === 'waiting' ? [] : (one.open ?? [])))];
  const topics = asked.flatMap(({ finding }) => {
    const { open: ids, agents: kinds } = finding.args;
    if (finding.code !== 'RESEARCH_OPEN' || !Array.isArray(ids) || !Array.isArray(kinds)) return [];
    return ids.flatMap((id, at) => (kinds[at] ? [{ id: String(id), agent: String(kinds[at]) }] : []));
  });
  const each = new Map(topics.map((one) => [one.id, one.agent]));
  return [...each].map(([id, agent]) => ({ ...dueOf(agent), prompt: workPrompt(agent, id) }));
}

const isTopicAgent = (name: string) => TOPIC_AGENTS.some((one) => one === name);

const openHere = (status: Standing['status']) =>
  (status.current?.open ?? status.open).filter(({ actor }) => actor === 'agent');

/** Tells whether a verifying item waits for a check by itself: its command, and that it is handed in. */
const isItsOwn = (one: OpenCheck) => isByCommand(one) || one.finding.code === 'SUBMISSION_MISSING';

/** Tells whether a verifying item waits for what needs no model: nobody has run its commands on this content, or handed it in. */
export function isToRun({ status, facts }: Pick<Standing, 'status' | 'facts'>): boolean {
  if (status.waiting !== null || !isVerifying({ status, facts })) return false;
  const own = openHere(status).filter(isItsOwn);
  return own.length > 0 && !own.some((one) => isByCommand(one) && one.state === 'failed');
}

/** Where a command of a verifying item is red, and only then, a model looks why. */
function redDue(item: string, open: readonly OpenCheck[]): AgentsDue | null {
  const red = open.filter((one) => isByCommand(one) && one.state === 'failed');
  if (red.length === 0) return null;
  const prompt = `Find out why the command of ${item} fails, and what mends it; \`flow brief --role qa --item ${item}\` says what is asked. What you find becomes fixes: \`flow item add ${item}\`.`;
  return { panel: null, round: null, agents: [{ ...dueOf('qa'), prompt }] };
}

/** Returns the innermost phase: that of the item that is worked on. */
const phaseOf = ({ phase, current }: Standing['status']): string => current?.phase ?? phase;

function dueOf(name: string, status?: Standing['status']): Due {
  const agent = agentOf(name);
  const kind = agent?.kind ?? 'reviewer';
  return {
    name,
    agent: agentTypeOf(agent?.name ?? name),
    title: agent?.title ?? 'of this project',
    kind,
    prompt: kind === 'reviewer' ? `Judge as ${name}.` : workPrompt(name, status?.current?.id),
  };
}

/** An item is named, so that nobody works on another one. */
const workPrompt = (name: string, item: string | undefined): string =>
  item === undefined
    ? `Work as ${name}; \`flow status\` says where the run stands.`
    : `Work as ${name} on ${item}; \`flow brief --item ${item}\` says what is asked.`;

/** Returns the agents in a few lines, each with the name to start it by. */
export function dueLines({ panel, round, agents: due }: AgentsDue, program: string): string[] {
  const judges = due.some(({ kind }) => kind === 'reviewer');
  const who = panel === null ? 'Start' : `Panel ${panel}, round ${round}: start`;
  const how = judges
    ? 'in the foreground, each as a separate agent, without any of this conversation'
    : due.length > 1
      ? 'in the foreground, all in one message, each as a separate agent'
      : 'in the foreground, as a separate agent';
  const width = Math.max(...due.map(({ agent }) => agent.length));
  return [
    `${who}, ${how}:`,
    ...due.map(({ agent, title, prompt }) => `  ${agent.padEnd(width)}  ${title}: "${prompt}"`),
    `A client without these agents: \`${program} agents render <name>\` is the prompt${judges ? `, \`${program} verdict <name> -\` takes the answer` : ''}.`,
  ];
}
