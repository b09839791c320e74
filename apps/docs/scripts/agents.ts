import { descriptionOf, packText } from '@flow/agents/packs';
import { type AgentFacts, agents } from '@flow/agents/roster';
import { code, table } from './markdown.js';

/** The agents in the groups in which people ask for them. */
const GROUPS: readonly [title: string, what: string, has: (agent: AgentFacts) => boolean][] = [
  [
    'Reviewers of a plan',
    'Before there is code; they see sections of the plan.',
    ({ panels }) => panels.includes('shape'),
  ],
  [
    'Reviewers of a change: one property',
    'The panel of eight, and the first tier of the gauntlet.',
    ({ tier, languages }) => tier === 'property' && languages.length === 0,
  ],
  [
    'Reviewers of a language',
    'They sit in the panel when files of their stack changed.',
    ({ languages }) => languages.length > 0,
  ],
  [
    'Reviewers of a change: across its layers',
    'The second tier of the gauntlet. `probe` is asked once for each probe of the plan, in any panel.',
    ({ tier }) => tier === 'cross-cutting',
  ],
  ['Reviewers of the review', 'The third tier of the gauntlet.', ({ tier }) => tier === 'meta'],
  [
    'Judges of test-driven development',
    'Of a specification, of its tests, of finished code.',
    ({ kind, tier, panels }) => kind === 'reviewer' && !tier && !panels.includes('shape'),
  ],
  ['Roles', 'They write; each only its part.', ({ kind }) => kind === 'role'],
  ['Discovery', 'They look round before there is a plan.', ({ kind }) => kind === 'discovery'],
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
    const head = ['agent', 'is told', 'may use', 'weight'];
    return [`## ${title}`, what, table(head, rows), ...members.map(section)].join('\n\n');
  }).join('\n\n');
}

/** One agent. Its own headings become words in bold: forty times the same five would be no table of contents. */
function section(agent: AgentFacts): string {
  const text = packText(agent).replace(/^## (.*)$/gm, '**$1**');
  return `### ${agent.title}\n\n${code(`flow-${agent.name}`)}: ${descriptionOf(agent)}\n\n${text}`;
}
