import type { ItemFact } from '../workflow/facts.js';
import type { TopicAgent } from './topic-agents.js';

/** A topic category tells what a topic of research is about, and so who looks into it and where the answer belongs. */
export interface TopicCategory {
  /** As a topic is marked: `- [ ] T1: [EXTERNAL] How tokens are refreshed`. */
  id: string;
  title: string;
  agent: TopicAgent;
  /** The section of the research that takes what its part puts below no section. */
  home: ResearchSection;
}

/** `RESEARCH_SECTIONS` names the sections of a research document, in their order. */
export const RESEARCH_SECTIONS = [
  'Executive Summary',
  'External Research',
  'Codebase Analysis',
  'Related Specs',
  'Quality Commands',
  'Verification Tooling',
  'Feasibility Assessment',
  'Recommendations for Requirements',
  'Open Questions',
  'Sources',
] as const;
export type ResearchSection = (typeof RESEARCH_SECTIONS)[number];

/** `TOPIC_CATEGORIES` lists seven categories of topics, each with its kind of agent (feature X23). */
export const TOPIC_CATEGORIES: readonly TopicCategory[] = [
  { id: 'external', title: 'External best practices', agent: 'researcher', home: 'External Research' },
  { id: 'codebase', title: 'Codebase analysis', agent: 'explorer', home: 'Codebase Analysis' },
  { id: 'related', title: 'Related specs', agent: 'explorer', home: 'Related Specs' },
  { id: 'domain-web', title: 'Domain on the web', agent: 'researcher', home: 'External Research' },
  { id: 'domain-code', title: 'Domain in the code', agent: 'explorer', home: 'Codebase Analysis' },
  { id: 'quality', title: 'Quality commands', agent: 'explorer', home: 'Quality Commands' },
  { id: 'tooling', title: 'Verification tooling', agent: 'explorer', home: 'Verification Tooling' },
];

/** The kind of items that are researched. */
export const TOPIC = 'topic';

/** A topic is a topic of research with who looks into it. */
export interface Topic {
  id: string;
  title: string;
  /** Null where its mark names none. */
  category: TopicCategory | null;
}

/** The topics among the items of a run, each with the category that it is marked with or listed below. */
export function topicsOf(items: readonly ItemFact[]): Topic[] {
  return items.filter(({ kind }) => kind === TOPIC).map(topicOf);
}

/** A topic by its mark, else by the nearest heading that is called like a category. */
export function topicOf({ id, title, flags = [], group = '' }: ItemFact): Topic {
  const headings = group.split('/').reverse();
  const category =
    TOPIC_CATEGORIES.find((one) => flags.includes(one.id)) ??
    headings.flatMap((heading) => TOPIC_CATEGORIES.find((one) => heading === slug(one.title)) ?? [])[0];
  return { id, title, category: category ?? null };
}

const slug = (title: string) => title.toLowerCase().replaceAll(' ', '-');

/** Returns the words of the heading below which the research of a topic stands once it is merged. */
export const topicHeading = ({ id, title }: Pick<Topic, 'id' | 'title'>): string => `${title} (topic ${id})`;
