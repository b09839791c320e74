/**
 * The module tells what `flow-hooks` is, for the programs `flow-hooks` and `flow`: the same built file runs under both
 * names. No public interface: it holds between packages of one version.
 */

export { CLIENTS } from '@flow/clients/clients';
export { LAUNCHER_PATH } from '@flow/clients/registrations';
export { canTakeIn, judgeEdit, nearestOf } from '@flow/core';
export { commitMessage, commitSet } from '@flow/core/items';
export { pushReason } from '@flow/core/workflow';
export { lookAtContent } from '@flow/engine/facts/content';
export { damageHere } from '@flow/engine/facts/evidence-check';
export { type ForgeAddress, forgeAddress, forgeFact } from '@flow/engine/facts/forge';
export { NearbyPresets } from '@flow/engine/facts/nearby-presets';
export { hasProjectPushHook } from '@flow/engine/facts/project-push-hook';
export { acceptRemotes } from '@flow/engine/facts/published/accept';
export { askRemote } from '@flow/engine/facts/published/ask';
export { confirmConfig } from '@flow/engine/facts/published/confirm';
export {
  type Accepted,
  acceptedRemote,
  type DoneOutside,
  fetchOutside,
  isNoServer,
  pushOutside,
  type Sent,
} from '@flow/engine/facts/published/outside';
export { type Connections, connectionsOf, shownAddress } from '@flow/engine/facts/published/place';
export { unmergedWork } from '@flow/engine/facts/unmerged';
export { runGitHook } from '@flow/engine/handle/git-hook';
export { judgeFile } from '@flow/engine/handle/guards/judge-file';
export { judgeLine } from '@flow/engine/handle/judge-line';
export { readBundle } from '@flow/engine/places/bundle';
export { isMarked, marked, type ProjectFile, promptFiles } from '@flow/engine/places/project-files';
export { realPlace } from '@flow/engine/places/real-place';
export { inPlaceFolders, isSealedHere, NOT_IN_PLACE } from '@flow/engine/places/seal';
export { compileLazily as compileConfig, type Surroundings, surroundingsOf } from '@flow/engine/places/surroundings';
export { readConfig } from '@flow/engine/policy/policy';
export {
  type DetectedRunner,
  type DetectedStack,
  detectProject,
  stackLine,
} from '@flow/engine/policy/presets/detect-stack';
export { isHidingName } from '@flow/engine/recording/runs/hiding-names';
export { writeChecklistView } from '@flow/engine/recording/views/view';
export { challenge, personsTerminal } from '@flow/engine/run/approvals/ask';
export { describeFault } from '@flow/engine/run/approvals/fault-words';
export { signedApprovals, takeApproval } from '@flow/engine/run/approvals/foreign';
export { branchOf, personOf } from '@flow/engine/run/approvals/make';
export { readerOf } from '@flow/engine/run/approvals/reader';
export { signedWords, takeWord } from '@flow/engine/run/approvals/signed-words';
export { documentPaths, pathsOnDisk } from '@flow/engine/run/documents/documents';
export { promisesOf } from '@flow/engine/run/documents/promises';
export { sealOfReport } from '@flow/engine/run/documents/seal-report';
export { workflowRoom } from '@flow/engine/run/door';
export { isSeenHere } from '@flow/engine/run/leases/life';
export { phaseInForce } from '@flow/engine/run/phase';
export { reviewRoom } from '@flow/engine/run/reviews/door';
export {
  type Account,
  type AccountedApproval,
  type AccountedRun,
  accountOf,
  type ChangedFile,
} from '@flow/engine/run/runs/account';
export { type CountedRun, countedRuns } from '@flow/engine/run/runs/all-figures';
export { recordDeed, recordStart } from '@flow/engine/run/runs/record';
export type { Run } from '@flow/engine/run/runs/run';
export { runHere } from '@flow/engine/run/runs/run-here';
export { type RunWork, runWork } from '@flow/engine/run/runs/run-work';
export {
  resolvedWorkflow,
  type Standing,
  standingOf,
  WORKFLOWS,
  workflowIds,
  workflowOf,
} from '@flow/engine/run/status';
export { unlookedHere } from '@flow/engine/run/unlooked';
export { faultWords } from '@flow/engine/run/words/fault-words';
export { listed, openOf, openWords } from '@flow/engine/run/words/open-words';
export { phaseLine, statusText } from '@flow/engine/run/words/status-text';
export { clean } from '@flow/engine/text/clean';
export { isOnPath, programHere, scoped } from '@flow/engine/text/program-here';
export {
  type Checkpoint,
  checkpointsOf,
  commitsOfItems,
  keepWork,
  markCheckpoint,
  moveTo,
  notGreenAt,
  recordCommit,
  recordRollback,
} from '@flow/engine/verify/checkpoints';
export { type CiRun, ciRuns } from '@flow/engine/verify/ci-runs';
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
} from '@flow/engine/verify/ship-facts';
export { isPushed, unpushedHere } from '@flow/engine/verify/unpushed';
export { formatAge } from '@flow/engine/words/facts';
export { formatFinding } from '@flow/engine/words/finding-words';
export {
  findRepository as repositoryOf,
  git,
  isHidden,
  noteJudged,
  readFileBounded,
  refuseSteeredIn,
  repositoryState,
  stateFolder,
  writeFileAtomic,
  writeInTree,
} from '@flow/evidence';
export { readNamed } from '@flow/evidence/disk/read-named';
export { readSmall } from '@flow/evidence/disk/read-small';
export { fetchedBase } from '@flow/evidence/git/base';
export { operationIn } from '@flow/evidence/git/git-operation';
export { holdObjects } from '@flow/evidence/git/held/held-objects';
export { remotesOf } from '@flow/evidence/git/remotes';
export { type AnalysisFacts, readAnalysis } from './analyze/read-analysis.js';
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
export { sinceOf } from './commands/audit.js';
export { spelling } from './commands/help.js';
export { COMMANDS } from './commands/index.js';
export { type Inside, type InsideWith, insideOf, refusedInside } from './commands/inside.js';
export { shipped } from './commands/install.js';
export { runFlowHooks } from './commands/main.js';
export { bindingsAbout } from './explain/bindings.js';
export { explained, renderExplained } from './explain/explained.js';
export { contentHere } from './explain/here.js';
export { formOf, readingsOf } from './explain/readings.js';
export { asked, unknown } from './explain/thing.js';
export { type Check, failure, ok, warning } from './install/doctor/check.js';
export { codexUntrusted } from './install/doctor/checks/clients.js';
export { findPlugin } from './install/doctor/checks/plugin.js';
export { runDoctor } from './install/doctor/doctor.js';
export { renderDoctor } from './install/doctor/render.js';
export { approveText } from './install/host-files/approve-command.js';
export { hostNamed, hostsAsked, installedHosts, unknownHost, widest } from './install/host-files/host-files.js';
export { applyPlan } from './install/plan/apply-plan.js';
export { renderDiff } from './install/plan/diff.js';
export { installProblem } from './install/plan/install-finding.js';
export { planInstall } from './install/plan/plan.js';
export { fewFound, fewNotes, summaryOf } from './install/plan/summary.js';
export { CONFIG_FILE, CONFIG_TEXT } from './install/project/config-file.js';
