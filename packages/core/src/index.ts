export {
  type ApprovalState,
  type ApprovalStatement,
  type ApprovalVerdict,
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
} from './approval.js';
export {
  AUDIT_DECISIONS,
  type AuditDecision,
  type AuditedRun,
  type AuditLine,
  type AuditMetrics,
  auditMetrics,
  readAuditLine,
} from './audit.js';
export { type Config, type ConfigProblem, ConfigSchema, compilePolicy, configJsonSchema } from './config.js';
export type { PresetFile } from './config-presets.js';
export {
  type Convention,
  type ConventionPolicy,
  conventionsOf,
  type ImportRule,
  lineMatcher,
  looksAt,
  type NamedBuild,
  type ProgramRule,
  type TextRule,
} from './conventions.js';
export {
  byPriority,
  type Detection,
  detectFolder,
  detectionAround,
  detectPresets,
  type PresetMatch,
  presetFor,
  priorityOf,
} from './detect.js';
export { dictionary } from './dictionary.js';
export {
  type EditClass,
  type EditOf,
  type EditVerdict,
  editClass,
  judgeEdit,
  openClasses,
  restrictsEdits,
} from './edits.js';
export type { Finding, Level } from './finding.js';
export { FORMATTERS, type FormatPolicy, type Formatter } from './format.js';
export {
  type Answer,
  EDIT_ANSWERS,
  EDIT_PHASES,
  type EditAnswer,
  type EditPolicy,
  type EditRule,
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
} from './guard.js';
export { type FolderView, fits, type MarkerRules, markersIn } from './markers.js';
export {
  type Migration,
  type MigrationConflict,
  migrationConflicts,
  migrationOf,
} from './migrations.js';
export { isRed, OUTCOMES, type Outcome } from './outcome.js';
export { type PackageManager, packageManagerOf, scriptCommand } from './package-manager.js';
export { classify, isRelevant, isWithin, matchesAny, matchesGlob, matchesWhole } from './paths.js';
export {
  type OverrideHabit,
  type OverrideUse,
  overrideHabits,
  type PhaseDeed,
  type PhaseMetrics,
  type PhaseVisit,
  type PhaseWork,
  phaseMetrics,
} from './phase-metrics.js';
export {
  arrangePresets,
  CHECKS,
  type Check,
  type CustomSuite,
  canTakeIn,
  defaultPolicy,
  GATES,
  type Gate,
  type OwnPreset,
  observesEdits,
  PLAIN_GATE,
  type Policy,
  type PushRules,
  type Severity,
  type StackRules,
} from './policy.js';
export {
  definePreset,
  type Marker,
  PATH_CLASSES,
  type PathClass,
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
} from './preset.js';
export { commandAt, presetCommand, presetCommands } from './preset-commands.js';
export type { Receipt, RunResult, Selection, TestState } from './receipt.js';
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
} from './red.js';
export { narrows, readPlace, readSelection, type SelectionContext } from './selection.js';
export { isSecret, type SecretQuestion } from './sensitive.js';
export {
  OWN_WORK,
  type Price,
  readSubagentLine,
  type SubagentLine,
  type SubagentTotals,
  subagentTotals,
  type Tokens,
  totalOf,
} from './subagents.js';
export { concerns, type FileView, findSuites, isNeeded, ownsPath, type Suite, unitsOf } from './suites.js';
export { differInTestsOnly } from './test-items.js';
export {
  coversUnit,
  describeOutcome,
  isExact,
  isTestedExactly,
  judgeSuite,
  type RunFact,
  type SuiteState,
  type SuiteVerdict,
} from './tested.js';
