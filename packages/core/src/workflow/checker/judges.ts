import type { PathClass } from '../../presets/path-class.js';
import { documentIn } from '../content.js';
import type { CheckSpec, Content, PhaseEdits } from '../model.js';
import { found, type WorkflowFinding } from './finding.js';
import { answering, type CheckPlace, type PhasePlace, type Survey, topOf } from './survey.js';

/** Work that is sent back is sent back so many times at most. */
export function loopsAreBounded({ checks, workflow }: Survey): WorkflowFinding[] {
  if (workflow.attempts) return [];
  return checks
    .filter(({ spec }) => raises(spec) && spec.severity !== 'warn' && spec.loop === undefined)
    .filter(({ home }) => !isBudgeted(home))
    .map(({ key }) =>
      found(
        'LOOP_MISSING',
        key,
        'Add `loop`, such as `{ max: 3, onExhausted: escalate }`, or `attempts` to its phase or items.',
      ),
    );
}

/**
 * Tells whether one budget bounds the tries of all checks of a phase, of the item that it is walked for, or of what
 * lies around.
 */
const isBudgeted = ({ phase, outer }: PhasePlace): boolean =>
  phase.attempts !== undefined || (outer !== null && (outer.phase.each?.attempts !== undefined || isBudgeted(outer)));

/** Tells whether a check raises findings that send work back. */
export function raises(spec: CheckSpec): boolean {
  return judgesOf(spec).length > 0 || (spec.check === 'green' && spec.blame !== undefined);
}

/** Returns the roles whose verdicts a check waits for. */
export const judgesOf = (spec: CheckSpec): readonly string[] =>
  spec.check === 'verdict' ? [spec.judge] : spec.check === 'panel' ? spec.reviewers : [];

/** What a person is asked for holds the work up until that person has spoken. */
export function gatesHold({ checks }: Survey): WorkflowFinding[] {
  return checks.flatMap(({ spec, key, kind }) => {
    if (spec.check !== 'approved' && spec.check !== 'chosen') return [];
    const isLoose = spec.severity === 'warn' || spec.loop?.onExhausted === 'proceed' || kind.actor !== 'person';
    return isLoose ? [found('GATE_HOLDS_NOTHING', key, 'Remove `severity: warn` and `proceed`.')] : [];
  });
}

/** Who judges something does not work on it: a role of a phase that may edit what it judges is no judge of it. */
export function judgesAreApart(survey: Survey): WorkflowFinding[] {
  return survey.checks.flatMap((check) => {
    return judgesOf(check.spec).flatMap((judge) => {
      const places = worksFor(check, survey).filter(({ phase }) => judge === MAIN || phase.roles?.includes(judge));
      const edits = (place: PhasePlace) =>
        judgedIn(check, place).filter((one) => mayEdit(place.phase.edits, one, judge));
      const works = places.find((place) => edits(place).length > 0);
      if (!works) return [];
      const rules = judgedIn(check, works)
        .map((one) => `{ class: ${one}, role: ${judge}, answer: deny }`)
        .join(' and ');
      const other = judge === MAIN ? '' : `, or start the edit rules of \`${works.path}\` with ${rules}`;
      return [found('JUDGE_WORKS', check.key, `Choose a different judge${other}.`, { judge, phase: works.path })];
    });
  });
}

/** The session itself, which works wherever no other agent does. */
const MAIN = 'main';

/** Tells what of a judged content a phase works on: classes of code, and a document where it is written there. */
function judgedIn({ contents }: CheckPlace, { phase }: PhasePlace): PathClass[] {
  const isWritten = contents.some((one) => phase.produces?.includes(documentIn(one) ?? ''));
  return [...classesOf(contents), ...(isWritten ? (['document'] as const) : [])];
}

/** Returns the phases whose work a check judges: all up to it, and the one that answers it. */
function worksFor(check: CheckPlace, survey: Survey): PhasePlace[] {
  const last = topOf(check.home).index;
  const answers = answering(check, survey);
  return survey.phases.filter((place) => topOf(place).index <= last || place === answers);
}

/** Classes of code that a content consists of; a document is none. */
export function classesOf(contents: readonly Content[]): PathClass[] {
  const classes = contents.flatMap((content): PathClass[] => {
    if (content === 'test' || content === 'tests') return ['test'];
    if (content === 'source' || content === 'build') return [content];
    return ['relevant', 'diff', 'tree', 'item'].includes(content) ? ['source', 'test'] : [];
  });
  return [...new Set(classes)];
}

/**
 * Tells whether the rules of a phase let a role edit a class; without a role, the session's own agent or any that it
 * starts.
 */
export function mayEdit(edits: PhaseEdits | undefined, kind: PathClass, role: string | null = null): boolean {
  const rules = (edits ?? []).filter((one) => one.class === kind);
  const last = rules.findIndex((one) => one.role === undefined && one.when === undefined);
  const asked = last < 0 ? rules : rules.slice(0, last + 1);
  if (role === null) return last < 0 || asked.some(({ answer }) => answer !== 'deny');
  // What a dial closes is open in other runs.
  const rule = asked.find((one) => one.when === undefined && (one.role === undefined || one.role === role));
  return rule?.answer !== 'deny';
}
