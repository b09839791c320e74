import { isSame } from '../../is-same.js';
import type { PathClass } from '../../presets/path-class.js';
import { documentIn } from '../content.js';
import type { CheckSpec, Content, Dials } from '../model.js';
import { found, type WorkflowFinding } from './finding.js';
import { classesOf, judgesOf, mayEdit } from './judges.js';
import { answering, type CheckPlace, isAsked, isSure, keepersOf, type PhasePlace, type Survey } from './survey.js';

/**
 * Whatever a check can say no to can be mended where that counts: at home, where it is kept, or where its findings are sent.
 * What an earlier phase asks for just so is mended there.
 */
export function proofsCanBeMade(survey: Survey): WorkflowFinding[] {
  return survey.checks.flatMap((check) => {
    if (check.spec.severity === 'warn') return [];
    const closed = survey.dials.map((dials) => closedFor(check, dials, survey)).find((one) => one !== null);
    if (!closed) return [];
    const { place, classes } = closed;
    const which = classes.join(' or ');
    const judged = judgesOf(check.spec).length > 0;
    const remedy = judged
      ? `Use \`to\` to send its findings to a phase that may edit ${which}, or let \`${place.path}\` edit it.`
      : `Let a phase that may edit ${which} keep the check (\`keeps\`) or require it first, or let \`${place.path}\` edit it.`;
    return [found('PROOF_UNPROVABLE', check.key, remedy, { phase: place.path, classes })];
  });
}

/** Returns a phase in which the check would have to be mended and cannot. */
function closedFor(
  check: CheckPlace,
  dials: Dials,
  survey: Survey,
): { place: PhasePlace; classes: PathClass[] } | null {
  if (!isAsked(check.home, dials)) return null;
  const classes = needed(check);
  if (classes.length === 0) return null;
  const home = judgesOf(check.spec).length > 0 ? answering(check, survey) : check.home;
  const places = [...(home ? [home] : []), ...keepersOf(check).filter((one) => isAsked(one, dials))];
  for (const place of places) {
    if (isOpen(place, classes)) continue;
    const isMendedBefore = place === check.home && askedBefore(check, dials);
    if (!isMendedBefore) return { place, classes };
  }
  return null;
}

const isOpen = ({ phase }: PhasePlace, classes: readonly PathClass[]) =>
  classes.some((one) => mayEdit(phase.edits, one));

/** Classes of files by which a check that says no is mended; one of them is enough. */
function needed({ spec, contents }: CheckPlace): PathClass[] {
  // What depends on no file is run again.
  const isFree = contents.every((one) => one === 'nothing');
  switch (spec.check) {
    case 'green':
    case 'ci':
      return ['source', 'test'];
    case 'command':
    case 'passing':
      return answerClasses(contents);
    case 'binding':
    case 'coverage':
      return isFree ? [] : ['test'];
    case 'red':
      return ['test'];
    case 'document':
    case 'valid':
    case 'section':
    case 'listed':
    case 'bounded':
    case 'covered':
      return ['document'];
    case 'verdict':
    case 'panel':
      return answerClasses(spec.answeredBy === undefined ? contents : [spec.answeredBy].flat());
    default:
      return [];
  }
}

const answerClasses = (contents: readonly Content[]): PathClass[] => [
  ...classesOf(contents),
  ...(contents.some((one) => documentIn(one) !== null) ? (['document'] as const) : []),
];

/** An earlier phase asks for the same, so that the work goes back there, or to whoever keeps it here. */
function askedBefore(check: CheckPlace, dials: Dials): boolean {
  const { home } = check;
  return home.siblings.slice(0, home.index).some((place) =>
    place.checks.some((other) => {
      if (!isSure(other, dials) || !isSame(about(other.spec), about(check.spec))) return false;
      const keeper = keepersOf(other).findLast((one) => one.index <= home.index && isAsked(one, dials));
      return isOpen(keeper ?? place, needed(other));
    }),
  );
}

/** Tells what a check asks for, without how it is held. Suites know themselves what they depend on. */
function about({
  id: _id,
  to: _to,
  loop: _loop,
  remedy: _remedy,
  when: _when,
  severity: _severity,
  ...rest
}: CheckSpec) {
  return rest.check === 'green' ? { ...rest, on: null } : rest;
}
