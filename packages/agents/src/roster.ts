import type { AgentFacts } from './agent-facts.js';
import { ROSTER } from './roster.generated.js';

/** What the judge of a probe is called, by a name of its own for each (feature D89). */
const PROBE = /^probe-[a-z0-9]+$/;

/** The agents of the package, by name. */
export const agents: readonly AgentFacts[] = Object.values(ROSTER);

/**
 * Tells what is known of a judge, role or discovery.
 * @param name as workflows call it; each `probe-…` is the agent `probe`
 * @returns null for one that is not of this package, such as a project's own
 */
export function agentOf(name: string): AgentFacts | null {
  const own = PROBE.test(name) ? 'probe' : name;
  return Object.hasOwn(ROSTER, own) ? ROSTER[own]! : null;
}

/** Scores of a round as one, each by the weight of its judge (feature D94); null without any. */
export function weightedScore(scores: readonly { judge: string; score: number }[]): number | null {
  const weights = scores.map(({ judge }) => agentOf(judge)?.weight ?? 1);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return null;
  return scores.reduce((sum, { score }, at) => sum + score * weights[at]!, 0) / total;
}
