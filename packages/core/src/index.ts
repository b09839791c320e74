export { type Config, ConfigSchema, compilePolicy, configJsonSchema } from './config/config.js';
export type { PresetFile } from './config/presets.js';
export type { ConfigProblem } from './config/problem.js';
export { dictionary } from './dictionary.js';
export {
  type ApprovalState,
  type ApprovalStatement,
  type ApprovalVerdict,
  type ApprovedItem,
  type GateRules,
  isAsStrong,
  judgeApproval,
  judgeGate,
  neededStrength,
  type PresentContent,
  STRENGTHS,
  type Strength,
  type Subject,
  type VerifiedApproval,
} from './evidence/approval.js';
export {
  BINDING_VERDICTS,
  type BindingOutcome,
  type BindingProof,
  type BindingVerdict,
  bindingOutcome,
  claimOutcome,
  type FunctionBinding,
} from './evidence/binding.js';
export { type DatedRun, type Flake, flakesOf, rateOf } from './evidence/flakes.js';
export { NOTES_REF } from './evidence/notes-ref.js';
export { isRed, OUTCOMES, type Outcome } from './evidence/outcome.js';
export type { Receipt, RunResult, SealedBy, Selection, TestState } from './evidence/receipt.js';
export {
  isNewName,
  isProvenRed,
  isRedProof,
  judgeSights,
  type MissingName,
  RED_VERDICTS,
  type RedHow,
  type RedProof,
  type RedTest,
  type RedVerdict,
  redOutcome,
  type TestId,
  type TestSight,
} from './evidence/red.js';
export { goesOn, narrows, readPlace, readSelection, type SelectionContext } from './evidence/selection.js';
export { differInTestsOnly } from './evidence/test-items.js';
export {
  coversUnit,
  describeOutcome,
  hasGreenRun,
  isExact,
  isTestedExactly,
  isTestedSealed,
  judgeSuite,
  type RunFact,
  type SuiteState,
  type SuiteVerdict,
  type UnsteadyTest,
} from './evidence/tested.js';
export type { Finding, Level } from './finding.js';
export { nearestOf } from './nearest.js';
export {
  classifier,
  classify,
  isOfClass,
  isRelevant,
  isWithin,
  matchesAny,
  matchesGlob,
  matchesWhole,
} from './paths.js';
export type { Convention, ProgramRule, TextRule } from './policy/convention.js';
export {
  type ConventionPolicy,
  conventionsOf,
  type ImportRule,
  lineMatcher,
  looksAt,
  type NamedBuild,
} from './policy/conventions.js';
export { EDIT_ANSWERS, type EditAnswer, type EditRule } from './policy/edit-rule.js';
export {
  type EditClass,
  type EditOf,
  type EditVerdict,
  editClass,
  judgeEdit,
  openClasses,
  restrictsEdits,
} from './policy/edits.js';
export { FORMATTERS, type FormatPolicy, type Formatter } from './policy/format.js';
export {
  type Answer,
  areNamed,
  CLOSING_RULES,
  type EditPolicy,
  type Exception,
  GUARD_MODES,
  GUARDS,
  type Guard,
  type GuardMode,
  type GuardPolicy,
  hasEnded,
  lastDayOf,
  type Ruling,
  rule,
  type SensitiveRules,
} from './policy/guard.js';
export {
  type Migration,
  type MigrationConflict,
  migrationConflicts,
  migrationOf,
} from './policy/migrations.js';
export {
  arrangePresets,
  CHECKS,
  type Check,
  type CustomSuite,
  canTakeIn,
  defaultPolicy,
  type Gate,
  gateOf,
  gatesOf,
  type OwnPreset,
  observesEdits,
  PLAIN_GATE,
  type Policy,
  type PushRules,
  type StackRules,
} from './policy/policy.js';
export { isSecret, type SecretQuestion } from './policy/sensitive.js';
export type { Severity } from './policy/severity.js';
export { commandAt, presetCommand, presetCommands } from './presets/commands.js';
export {
  byPriority,
  type Detection,
  detectFolder,
  detectionAround,
  detectPresets,
  type PresetMatch,
  presetFor,
  priorityOf,
} from './presets/detect.js';
export { extendPreset, type PresetChanges, type RunnerChanges } from './presets/extend.js';
export type { FileView } from './presets/file-view.js';
export {
  type FolderView,
  fits,
  isCalled,
  isEnding,
  type MarkerRules,
  markersIn,
  scriptsOf,
} from './presets/markers.js';
export { isOwnProgram, ofPlainCall, ownCalls } from './presets/own-script.js';
export { type PackageManager, packageManagerOf, scriptCommand } from './presets/package-manager.js';
export { PATH_CLASSES, type PathClass } from './presets/path-class.js';
export {
  definePreset,
  type Marker,
  PRESET_COMMANDS,
  type Preset,
  type PresetCommand,
  type PresetConvention,
  QUESTIONS,
  type Question,
  type RunnerSpec,
  type SelectionRules,
  SIZES,
  type Size,
  type UnitRules,
} from './presets/preset.js';
export type { Suite } from './presets/suite.js';
export { concerns, holdingTests, isNeeded, outerSuites, ownsPath, unitsOf } from './presets/suite-paths.js';
export { findSuites, readMarkerNames } from './presets/suites.js';
export { isTestData } from './presets/test-data.js';
export { readWorkflow } from './schemas/read-workflow.js';
export {
  AUDIT_DECISIONS,
  type AuditDecision,
  type AuditedRun,
  type AuditLine,
  type AuditMetrics,
  auditMetrics,
  readAuditLine,
} from './trail/audit.js';
export {
  type OverrideHabit,
  type OverrideUse,
  overrideHabits,
  type PhaseDeed,
  type PhaseMetrics,
  type PhaseVisit,
  type PhaseWork,
  phaseMetrics,
} from './trail/phase-metrics.js';
export {
  OWN_WORK,
  type Price,
  readSubagentLine,
  type SubagentLine,
  type SubagentTotals,
  subagentTotals,
  type Tokens,
  totalOf,
} from './trail/subagents.js';
