import { checkWorkflow, type Dials, evaluate, type Status, type Workflow } from '@flow/core/workflow';
import { played } from '../../core/src/workflow/checker/check.js';
import { HonestRuns } from '../../core/src/workflow/checker/explore.js';
import { surveyOf } from '../../core/src/workflow/checker/survey.js';
import { World } from '../../core/src/workflow/checker/world.js';

/** A world in which every look folds the whole run again, as `evaluate` does. */
class PlainWorld extends World {
  override get status(): Status {
    return evaluate(this.workflow, this.facts);
  }

  protected override again(): World {
    return new PlainWorld(this.workflow, this.dials, this);
  }
}

/** What the checker means: every combination of dials is played, and nothing that was found out is used again. */
export function checkFully(workflow: Workflow): string[] {
  const survey = surveyOf(workflow);
  const begin = (...run: [Workflow, Dials]) => new PlainWorld(...run);
  return found(
    played(checkWorkflow(workflow, { runs: false }), new HonestRuns(survey, { dials: survey.dials, begin })),
  );
}

/** What the checker says. */
export function checkQuickly(workflow: Workflow): string[] {
  return found(checkWorkflow(workflow));
}

const found = (findings: ReturnType<typeof checkWorkflow>) =>
  findings.map(({ code, args, trace }) => `${code} ${args.at}${trace ? ` at ${trace.position}` : ''}`).sort();
