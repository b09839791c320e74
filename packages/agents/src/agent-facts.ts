/** An agent kind tells what an agent is for: to judge, to work, or to look around before there is a plan. */
export type AgentKind = 'reviewer' | 'role' | 'discovery';

/**
 * A tier tells what a reviewer looks at: one property of a change, one flow through its layers, or the review itself
 * (feature D90).
 */
export type Tier = 'property' | 'cross-cutting' | 'meta';

/** An input tells what an agent may be told of a run; of the conversation nobody is told anything (feature D87). */
export type Input =
  | 'repository'
  | 'base'
  | 'plan'
  | 'architecture'
  | 'spec'
  | 'test-shape'
  | 'concerns'
  | 'probe'
  | 'diff'
  | 'documents';

/** Agent facts tell what programs need to know of an agent; its text is elsewhere, so that nobody loads it for this. */
export interface AgentFacts {
  /** What workflows call it. */
  name: string;
  title: string;
  kind: AgentKind;
  panels: readonly string[];
  tier?: Tier;
  /** The weight of the agent's score among the others. */
  weight: number;
  receives: readonly Input[];
  /** Names of the host's tools; empty: it has none. */
  tools: readonly string[];
  /** Presets that bring it into the panels. */
  languages: readonly string[];
  phases: readonly string[];
  model?: string;
  /** From its second round on it blocks by open findings and changed lines alone (R77). */
  later?: 'changed';
}

/** A pack text tells what an agent is told in words. */
export interface PackText {
  /** When to use it, as a host shows it. */
  description: string;
  /** Markdown: the sections of its kind, in their order. */
  text: string;
}
