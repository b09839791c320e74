export { addedIn, openedDocuments, type Proposal, proposalsIn } from './added.js';
export type { Await, AwaitStatus } from './awaits.js';
export { type CheckOptions, checkWorkflow } from './checker/check.js';
export type { Trace, WorkflowFinding } from './checker/finding.js';
export { CHECK_NAMES, manualOf } from './checks/index.js';
export { type CitedContent, citedContents } from './cited.js';
export { holds, isTurned } from './conditions.js';
export { contentAt, documentIn } from './content.js';
export { type DiagramOptions, diagramOf } from './diagram.js';
export { evaluate } from './evaluate.js';
export {
  type Asking,
  type Assumption,
  BLOCK_SEVERITIES,
  type BlockSeverity,
  type ClaimFact,
  type ContractGap,
  type CriterionEvidence,
  type DocumentPart,
  type DocumentView,
  type DoneStatus,
  END_STATUSES,
  type EndStatus,
  FAILURES,
  type Facts,
  type Failing,
  type Failure,
  FINDING_SEVERITIES,
  type FindingSeverity,
  type FlowEvent,
  type FlowEventType,
  GAPS,
  type GapKind,
  type GitFact,
  type ItemFact,
  type Lacking,
  type Lease,
  type MatchedSkill,
  type Moment,
  type OpenQuestion,
  type RaisedFinding,
  SIGHTS,
  type Sight,
  type SkillPass,
} from './facts.js';
export { type ItemReading, itemContents } from './item-contents.js';
export { isFileOf, sharesFile } from './item-files.js';
export { isIsolated, isWithinScope, Leases, type Recorded } from './leases.js';
export {
  type Actor,
  type CheckName,
  type CheckSpec,
  type Condition,
  type Content,
  checkId,
  type Dial,
  type Dials,
  type DocumentSpec,
  defineWorkflow,
  type Each,
  type GateSpec,
  type Loop,
  type Phase,
  type PhaseEdits,
  type PhaseId,
  type ProbeSource,
  type PushPolicy,
  type Round,
  type Workflow,
} from './model.js';
export { nextChange } from './next-change.js';
export { type Applied, applyOverlay } from './overlay/apply.js';
export type {
  CheckInsert,
  CheckOverlay,
  EachOverlay,
  Overlay,
  PhaseInsert,
  PhaseOverlay,
  Place,
} from './overlay/model.js';
export type { Origins } from './overlay/origins.js';
export type { ProjectWorkflow } from './overlay/project.js';
export { type Resolved, resolveWorkflow } from './overlay/resolve.js';
export { judgeOverride, OVERRIDE_CALLS, OVERRIDES_A_RUN } from './override.js';
export { plannedIn, suitesAround } from './planned-tests.js';
export { type Probe, probesAt } from './probes.js';
export { type PushReason, pushReason, type Unpushed } from './push-advice.js';
export { newestLeaseOf, phaseAhead, roundOf, saidOfItem, wouldHear } from './questions.js';
export { type FlowDeed, readDeed } from './read-event.js';
export { judgesOf, type Seat, seatsOf, writersFor } from './seats.js';
export { staleReviews } from './stale-reviews.js';
export { type Debt, debtName } from './state.js';
export type { GateStatus, ItemStatus, LoopStatus, OpenCheck, StageStatus, Status } from './status.js';
