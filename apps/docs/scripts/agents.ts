import { descriptionOf, packText } from '@flow/agents/packs';
import { type AgentFacts, agents } from '@flow/agents/roster';
import { code, table } from './markdown.js';

/** The agents in the groups in which people ask for them. */
const GROUPS: readonly [title: string, what: string, has: (agent: AgentFacts) => boolean][] = [
  [
    'Plan reviewers',
    'They run before there is code and see sections of the plan.',
    ({ panels }) => panels.includes('shape'),
  ],
  [
    'Change reviewers: one property each',
    'The panel of eight, and the first tier of the gauntlet.',
    ({ tier, languages }) => tier === 'property' && languages.length === 0,
  ],
  [
    'Language reviewers',
    'They join the panel if files of their stack changed.',
    ({ languages }) => languages.length > 0,
  ],
  [
    'Change reviewers: flow across layers',
    'The second tier of the gauntlet. `probe` runs once for each probe in the plan, in any panel.',
    ({ tier }) => tier === 'cross-cutting',
  ],
  ['Reviewers of the review', 'The third tier of the gauntlet.', ({ tier }) => tier === 'meta'],
  [
    'Judges of one document, item or piece of work',
    'They judge alone: a request, a plan, a specification, its tests, one item, or the finished code.',
    ({ kind, tier, panels }) => kind === 'reviewer' && !tier && !panels.includes('shape'),
  ],
  ['Roles', 'They write documents, tests or code; each only its own part.', ({ kind }) => kind === 'role'],
  ['Discovery', 'They explore the code before there is a plan.', ({ kind }) => kind === 'discovery'],
];

/** All agents, group by group: who is told what and may use what, then the text of each. */
export function agentsPage(): string {
  return GROUPS.map(([title, what, has]) => {
    const members = agents.filter(has);
    const rows = members.map(({ name, receives, tools, weight }) => [
      code(name),
      receives.join(', '),
      tools.join(', ') || 'none',
      String(weight),
    ]);
    const head = ['agent', 'input', 'tools', 'weight'];
    return [`## ${title}`, what, table(head, rows), ...members.map(section)].join('\n\n');
  }).join('\n\n');
}

/** One agent. Its own headings become words in bold: forty times the same five would be no table of contents. */
function section(agent: AgentFacts): string {
  const text = packText(agent).replace(/^## (.*)$/gm, '**$1**');
  return `### ${agent.title}\n\n${code(`flow-${agent.name}`)}: ${descriptionOf(agent)}\n\n${text}`;
}
