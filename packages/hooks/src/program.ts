/**
 * What `flow-hooks` is, for the programs `flow-hooks` and `flow`: the same built file runs under both names. No public
 * interface: it holds between packages of one version.
 */
export { judgeEdit } from '@flow/core';
export { challenge, personsTerminal } from './approvals/ask.js';
export { describeFault } from './approvals/fault-words.js';
export { branchOf, personOf } from './approvals/make.js';
export { COMMANDS } from './commands/index.js';
export { shipped } from './commands/install.js';
export { runFlowHooks } from './commands/main.js';
export { compileConfig } from './config.js';
export { findBase } from './facts/base.js';
export { NearbyPresets } from './facts/nearby-presets.js';
export { phaseInForce } from './facts/phase.js';
export { applyPlan } from './install/apply-plan.js';
export { type Check, failure, ok, warning } from './install/check.js';
export { CONFIG_FILE, CONFIG_TEXT } from './install/config-file.js';
export { type DetectedStack, detectStack } from './install/detect-stack.js';
export { renderDiff } from './install/diff.js';
export { runDoctor } from './install/doctor.js';
export { HOSTS, hostNamed, unknownHost } from './install/host-files.js';
export { formatInstallFinding } from './install/install-finding.js';
export { planInstall } from './install/plan.js';
export { renderDoctor } from './install/render-doctor.js';
export { readConfig } from './policy.js';
export { type Surroundings, surroundingsOf } from './surroundings.js';
export { clean } from './words.js';
export { workflowRoom } from './workflow/door.js';
export { faultWords } from './workflow/fault-words.js';
export { openWords } from './workflow/open-words.js';
export { recordDeed, recordStart } from './workflow/record.js';
export type { Run } from './workflow/run.js';
export {
  resolvedWorkflow,
  runHere,
  type Standing,
  standingOf,
  WORKFLOWS,
  workflowIds,
  workflowOf,
} from './workflow/status.js';
export { phaseLine, statusText } from './workflow/status-text.js';
