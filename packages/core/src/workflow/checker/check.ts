import type { Preset } from '../../preset.js';
import type { Workflow } from '../model.js';
import { applyOverlay } from '../overlay/apply.js';
import type { Overlay } from '../overlay/model.js';
import { conditionsHold } from './conditions.js';
import { contentsAreKnown, itemsAreApart, wholeIsProven } from './contents.js';
import { found, type WorkflowFinding } from './finding.js';
import { gatesHold, judgesAreApart, loopsAreBounded } from './judges.js';
import { namesAreUnique } from './names.js';
import { proofsCanBeMade } from './provable.js';
import { referencesExist } from './references.js';
import { type Survey, surveyOf } from './survey.js';
import { documentsAreWritten, phasesHold, refusalsHelp } from './words.js';

export interface CheckOptions {
  /** What is known of the project's stacks: whether its questions can be answered. */
  presets?: readonly Preset[];
  /** Laid over the workflow, in this order. */
  overlays?: readonly Overlay[];
}

/** Each a promise of the design (Model, last paragraph). */
const RULES: readonly ((survey: Survey) => WorkflowFinding[])[] = [
  namesAreUnique,
  referencesExist,
  contentsAreKnown,
  conditionsHold,
  phasesHold,
  refusalsHelp,
  documentsAreWritten,
  loopsAreBounded,
  gatesHold,
  judgesAreApart,
  proofsCanBeMade,
  itemsAreApart,
  wholeIsProven,
];

/**
 * What is wrong with a workflow, found before a token is spent.
 * @returns findings with `args.at` (phase or check) and `args.remedy`, and with a counterexample where a run can show it; none
 *   when it can be trusted to lead
 */
export function checkWorkflow(workflow: Workflow, { presets, overlays = [] }: CheckOptions = {}): WorkflowFinding[] {
  let resolved = workflow;
  const told: WorkflowFinding[] = [];
  for (const overlay of overlays) {
    const applied = applyOverlay(resolved, overlay);
    told.push(...applied.findings);
    if (!applied.ok) return told;
    resolved = applied.workflow;
  }
  const survey = surveyOf(resolved);
  return [...told, ...RULES.flatMap((rule) => rule(survey)), ...(presets ? questionsAreAnswered(survey, presets) : [])];
}

/** A suite that no preset knows can never be green, and a linter that none knows is never asked. */
function questionsAreAnswered({ checks }: Survey, presets: readonly Preset[]): WorkflowFinding[] {
  const known = new Set(presets.flatMap(({ runners }) => runners.map(({ question = 'test' }) => question)));
  return checks.flatMap(({ spec, key }) => {
    if (spec.check !== 'green' || known.has(spec.question ?? 'test')) return [];
    const name = spec.question ?? 'test';
    const level = name === 'test' ? 'block' : 'warn';
    return [found('QUESTION_UNANSWERED', key, 'Add a preset with a runner for it.', { name }, level)];
  });
}
