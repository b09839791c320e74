export { documentTemplate, plainTemplate } from '@flow/core/documents';
export {
  blockedBy,
  briefText,
  contextText,
  contradictionIn,
  countItems,
  escalationOf,
  everyItem,
  isAnalysisDue,
  isGivenUp,
  kindsOf,
  mirrored,
  mirrorOf,
  startsOf,
} from '@flow/core/items';
export {
  diagramOf,
  evaluate,
  judgeOverride,
  manualOf,
  OVERRIDE_CALLS,
  proposalsIn,
  readDeed,
  saidOfItem,
} from '@flow/core/workflow';
export { WORKFLOWS } from '@flow/workflows';
export { itemToApprove } from './approvals/asked.js';
export { recordSigned } from './approvals/signed-words.js';
export { briefFor, historyOf } from './brief.js';
export { changeOf } from './change.js';
export { contextFor } from './context.js';
export { approvedDocuments, closedDocuments } from './documents/approved-documents.js';
export { addClarification, answerAssumption } from './documents/clarifications.js';
export { type ContractChange, contractChange, documentAt } from './documents/contract-change.js';
export { documentPaths } from './documents/documents.js';
export { mergeResearch, researchOf } from './documents/merge-research.js';
export { specificationLines } from './documents/specification.js';
export { templatesOf } from './documents/templates.js';
export { addToList, type ItemList, itemLists } from './items/lists.js';
export { answeredIn } from './leases/answered.js';
export {
  type Hearing,
  hearingOf,
  newestLease,
  type OwnTree,
  ownTree,
  type RunToBegin,
  runToBegin,
} from './leases/ask.js';
export { type Asked, type Child, heldItems, isOwnLease, leaseFor } from './leases/begin.js';
export { homeOfRun } from './leases/home.js';
export { keepLeases, markLeased } from './leases/keep.js';
export { leaseMinutes } from './leases/minutes.js';
export { runContextOf } from './moments/run-context.js';
export { statusBefore, statusesSince } from './moments/since.js';
export { dueProgress, keepMirror, keepProgress, lastProgress, mirrorHere } from './progress.js';
export { type SaidOfPush, saidOfPush } from './reviewed.js';
export { isReviewer } from './reviewers.js';
export { endedRuns, type KnownRun, knownRuns } from './runs/all-runs.js';
export { isBaseBranch } from './runs/base-name.js';
export { itemsAtWork } from './runs/items-at-work.js';
export { itemsOfRun, listingOf } from './runs/items-of-run.js';
export { type HeldBudget, heldBudget, heldBudgetLines } from './runs/overspent.js';
export { keepName, recordDeed, recordForeign, recordStart } from './runs/record.js';
export { type EndedRun, type Run, runOf } from './runs/run.js';
export { endedHere, runHere } from './runs/run-here.js';
export { notLanded, recordNotLanded, recordSessionEnd, type SessionEnd, sessionEnds } from './runs/session-ends.js';
export { endedText, leftRun, strayHere, strayText } from './runs/stray.js';
export { lookAgain, lookForSkills, matchedSkills } from './skills.js';
export {
  endedStanding,
  resolvedWorkflow,
  type Standing,
  standingOf,
  standingToBegin,
  type Untold,
  workflowIds,
  workflowOf,
} from './status.js';
export { tickWarnings } from './ticks.js';
export { isUnattended } from './unattended.js';
export { keepCommands, writeAll, writeTicks } from './views/write-all.js';
export { agentLine, resultOf } from './words/agent-line.js';
export { approvalNotes } from './words/approval-notes.js';
export { awaitLine, awaitLines, pausedWords, timeWords } from './words/await-words.js';
export { openOf, openWords } from './words/open-words.js';
export {
  BUDGET,
  itemLines,
  itemsHere,
  movedText,
  phaseLine,
  questionLines,
  readyItems,
  statusOnScreen,
  statusText,
  subagentText,
} from './words/status-text.js';
