/**
 * What `flow-hooks` is, for the programs `flow-hooks` and `flow`: the same built file runs under both names. No public
 * interface: it holds between packages of one version.
 */
export { canTakeIn, judgeEdit, nearestOf } from '@flow/core';
export { findRepository as repositoryOf } from '@flow/evidence';
export {
  type Answer,
  type Answered,
  type Answering,
  type Door,
  failed,
  type Invocation,
  type Problem,
} from './answer/answer.js';
export { doorOf, type Manner, printAnswered } from './answer/print.js';
export { challenge, personsTerminal } from './approvals/ask.js';
export { describeFault } from './approvals/fault-words.js';
export { branchOf, personOf } from './approvals/make.js';
export { spelling } from './commands/help.js';
export { COMMANDS } from './commands/index.js';
export { shipped } from './commands/install.js';
export { runFlowHooks } from './commands/main.js';
export { compileConfig } from './config.js';
export { readNamed } from './disk/read-named.js';
export { readSmall } from './disk/read-small.js';
export { fetchedBase } from './facts/base.js';
export { type CiRun, ciRuns } from './facts/ci-runs.js';
export { type ForgeAddress, forgeAddress, forgeFact } from './facts/forge.js';
export { NearbyPresets } from './facts/nearby-presets.js';
export { phaseInForce } from './facts/phase.js';
export {
  forgeEntries,
  isView,
  type Judged,
  judgeShip,
  recordForge,
  type ShipFacts,
  type ShipSuite,
  secretsAmong,
  shipFacts,
} from './facts/ship-facts.js';
export { unmergedWork } from './facts/unmerged.js';
export { formatAge } from './finding-words/facts.js';
export { formatFinding } from './finding-words/finding-words.js';
export { judgeFile } from './guards/judge-file.js';
export { realPlace } from './guards/real-place.js';
export { type Check, failure, ok, warning } from './install/doctor/check.js';
export { runDoctor } from './install/doctor/doctor.js';
export { renderDoctor } from './install/doctor/render.js';
export { approveText } from './install/host-files/approve-command.js';
export { readBundle } from './install/host-files/bundle.js';
export { HOSTS, hostNamed, unknownHost, widest } from './install/host-files/host-files.js';
export { LAUNCHER_PATH } from './install/host-files/matchers.js';
export { applyPlan } from './install/plan/apply-plan.js';
export { renderDiff } from './install/plan/diff.js';
export { installProblem } from './install/plan/install-finding.js';
export { planInstall } from './install/plan/plan.js';
export { fewFound, fewNotes, summaryOf } from './install/plan/summary.js';
export { CONFIG_FILE, CONFIG_TEXT } from './install/project/config-file.js';
export {
  type DetectedRunner,
  type DetectedStack,
  detectProject,
  stackLine,
} from './install/project/detect-stack.js';
export { isMarked, marked, type ProjectFile, promptFiles } from './install/project/project-files.js';
export { lookAtContent } from './observers/runs/capture.js';
export { damageHere } from './observers/seals/evidence-check.js';
export { writeChecklistView } from './observers/views/view.js';
export { readConfig } from './policy/policy.js';
export { acceptRemotes } from './published/accept.js';
export { confirmConfig } from './published/confirm.js';
export { reviewRoom } from './reviews/door.js';
export { type Surroundings, surroundingsOf } from './surroundings.js';
export { clean } from './text/clean.js';
export { isOnPath, programHere, scoped } from './text/program-here.js';
export { documentPaths, pathsOnDisk } from './workflow/documents/documents.js';
export { sealOfReport } from './workflow/documents/seal-report.js';
export { workflowRoom } from './workflow/door.js';
export {
  type Account,
  type AccountedApproval,
  type AccountedRun,
  accountOf,
  type ChangedFile,
} from './workflow/runs/account.js';
export { recordDeed, recordStart } from './workflow/runs/record.js';
export type { Run } from './workflow/runs/run.js';
export { runHere } from './workflow/runs/run-here.js';
export { type RunWork, runWork } from './workflow/runs/run-work.js';
export {
  resolvedWorkflow,
  type Standing,
  standingOf,
  WORKFLOWS,
  workflowIds,
  workflowOf,
} from './workflow/status.js';
export { faultWords } from './workflow/words/fault-words.js';
export { listed, openOf, openWords } from './workflow/words/open-words.js';
export { phaseLine, statusText } from './workflow/words/status-text.js';
