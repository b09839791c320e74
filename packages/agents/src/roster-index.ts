export type { AgentFacts, AgentKind, Input, Tier } from './agent-facts.js';
export { agentTypeOf, judgeOf } from './names.js';
export { agentOf, agents, weightedScore } from './roster.js';
export { quoted, type RunContext, taskOf } from './run-context.js';
