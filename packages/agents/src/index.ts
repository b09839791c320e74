export {
  type AgentFacts,
  type AgentKind,
  agentOf,
  agents,
  agentTypeOf,
  type Input,
  judgeOf,
  quoted,
  type RunContext,
  type Tier,
  taskOf,
  weightedScore,
} from './roster-index.js';
export { type ReadVerdict, readVerdict } from './verdict.js';
export { type Verdict, type VerdictFinding, verdictJsonSchema } from './verdict-schema.js';
export { type ReadWorkStatus, readWorkStatus, type WorkStatus } from './work-status.js';
