/** `TOPIC_AGENTS` names the kinds of agents that research: one looks outside of the repository, the other reads it. */
export const TOPIC_AGENTS = ['researcher', 'explorer'] as const;
export type TopicAgent = (typeof TOPIC_AGENTS)[number];
