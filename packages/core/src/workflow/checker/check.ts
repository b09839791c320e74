import type { Preset } from '../../presets/preset.js';
import type { Workflow } from '../model.js';
import { applyOverlay } from '../overlay/apply.js';
import type { Overlay } from '../overlay/model.js';
import { requireRead } from '../require-read.js';
import { conditionsHold, marksAreAsked } from './conditions.js';
import { contentsAreKnown, itemsAreApart, wholeIsProven } from './contents.js';
import { explore, HonestRuns } from './explore.js';
import { found, type WorkflowFinding } from './finding.js';
import { claimsAreListed, itemsNeedWork } from './items.js';
import { gatesHold, judgesAreApart, loopsAreBounded } from './judges.js';
import { namesAreUnique } from './names.js';
import { proofsCanBeMade } from './provable.js';
import { referencesExist, templatesExist } from './references.js';
import { claimsAreRead, itemsAreListed } from './sources.js';
import { type Survey, surveyOf } from './survey.js';
import { shown } from './traces.js';
import { countsAreMet, documentsAreWritten, numbersAreLargeEnough, phasesHold, refusalsHelp } from './words.js';

export interface CheckOptions {
  /** What is known of the project's stacks: whether its questions can be answered. */
  presets?: readonly Preset[];
  /** Names of templates that are known besides the workflow's own; unknown names are told only where this is given. */
  templates?: readonly string[];
  /** Laid over the workflow, in this order. */
  overlays?: readonly Overlay[];
  /**
   * Plays small runs, which finds where an agent would be stuck and gives findings their counterexamples. It takes less than
   * a second.
   * @default true
   */
  runs?: boolean;
}

/** Rules that every workflow keeps; each is one promise. */
const RULES: readonly ((survey: Survey) => WorkflowFinding[])[] = [
  namesAreUnique,
  referencesExist,
  contentsAreKnown,
  conditionsHold,
  marksAreAsked,
  phasesHold,
  refusalsHelp,
  documentsAreWritten,
  countsAreMet,
  numbersAreLargeEnough,
  loopsAreBounded,
  gatesHold,
  judgesAreApart,
  proofsCanBeMade,
  itemsAreApart,
  itemsAreListed,
  claimsAreRead,
  claimsAreListed,
  itemsNeedWork,
  wholeIsProven,
];

/**
 * Tells what is wrong with a workflow, found before a token is spent.
 * @returns findings with `args.at` (phase or check) and `args.remedy`, and with a counterexample where a run can show it; none
 *   when it can be trusted to lead
 * @throws TypeError for data that is no workflow: `readWorkflow` says what is wrong with it
 */
export function checkWorkflow(
  workflow: Workflow,
  { presets, templates, overlays = [], runs = true }: CheckOptions = {},
): WorkflowFinding[] {
  requireRead(workflow);
  let resolved = workflow;
  const told: WorkflowFinding[] = [];
  for (const overlay of overlays) {
    const applied = applyOverlay(resolved, overlay);
    told.push(...applied.findings);
    if (!applied.ok) return told;
    told.push(...applied.less);
    resolved = applied.workflow;
  }
  const survey = surveyOf(resolved);
  const broken = [
    ...told,
    ...RULES.flatMap((rule) => rule(survey)),
    ...templatesExist(survey, templates),
    ...questionsAreAnswered(survey, presets),
  ];
  return runs ? played(broken, new HonestRuns(survey)) : broken;
}

/** Where names do not fit, a run says nothing. */
const UNPLAYABLE: readonly string[] = [
  'ID_TWICE',
  'ID_RESERVED',
  'REFERENCE_UNKNOWN',
  'CONTENT_UNKNOWN',
  'PANEL_ASKS_NOBODY',
  'NUMBER_TOO_SMALL',
];

/** Lists findings with the runs that show them, and where else a run gets stuck. */
export function played(findings: WorkflowFinding[], runs: HonestRuns): WorkflowFinding[] {
  if (findings.some(({ code }) => UNPLAYABLE.includes(code))) return findings;
  const stuck = new Map(explore(runs).map((one) => [String(one.args.at), one]));
  const shownOnes = findings.map((finding) => {
    const run = finding.code === 'PROOF_UNPROVABLE' ? stuck.get(String(finding.args.at)) : undefined;
    if (!run?.trace) return shown(finding, runs);
    stuck.delete(String(finding.args.at));
    return { ...finding, trace: run.trace };
  });
  return [...shownOnes, ...stuck.values()];
}

/** A suite that no preset knows can never be green, and a linter that none knows is never asked. */
function questionsAreAnswered({ checks }: Survey, presets: readonly Preset[] | undefined): WorkflowFinding[] {
  if (!presets) return [];
  const known = new Set(presets.flatMap(({ runners }) => runners.map(({ question = 'test' }) => question)));
  return checks.flatMap(({ spec, key }) => {
    if (spec.check !== 'green' || known.has(spec.question ?? 'test')) return [];
    const name = spec.question ?? 'test';
    const level = name === 'test' ? 'block' : 'warn';
    return [found('QUESTION_UNANSWERED', key, 'Add a preset with a runner for it.', { name }, level)];
  });
}
