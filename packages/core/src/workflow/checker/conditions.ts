import type { Condition, Dials } from '../model.js';
import { found, type WorkflowFinding } from './finding.js';
import { type CheckPlace, isAsked, isHeld, mayHold, type PhasePlace, type Survey } from './survey.js';

/** No condition reads what is settled later, and every phase and check is asked for in some run. */
export function conditionsHold(survey: Survey): WorkflowFinding[] {
  const { phases, checks, dials, top } = survey;
  const ahead = [
    ...phases.flatMap((place) => readsAhead(place.phase.when, place.path, place, null, survey)),
    ...checks.flatMap((check) => readsAhead(check.spec.when, check.key, check.home, check, survey)),
  ];
  const never = phases
    .filter((place) => !dials.some((one) => isAsked(place, one)))
    .map(({ path }) =>
      found('PHASE_UNREACHABLE', path, 'Use values in `when` that occur in some run, or remove the phase.'),
    );
  const unasked = checks
    .filter(
      ({ home, spec }) =>
        dials.some((one) => isAsked(home, one)) && !dials.some((one) => isAsked(home, one) && mayHold(spec.when, one)),
    )
    .map(({ key }) =>
      found('CHECK_UNASKED', key, 'Use values in `when` that occur in a run of its phase, or remove the check.'),
    );
  const empty = dials
    .filter((one) => !top.some((place) => asksSomething(place, one)))
    .map((one) => {
      const names = Object.entries(one).map(([name, value]) => `${name} ${value}`);
      return found('RUN_ASKS_NOTHING', 'phases', 'Ask for something in every combination of dials.', { dials: names });
    });
  return [...ahead, ...never, ...unasked, ...empty];
}

/** A mark is given to some item, and asked for where it has been given. */
export function marksAreAsked({ phases }: Survey): WorkflowFinding[] {
  return phases.flatMap(({ phase: { each }, path }, index) => {
    if (!each?.marks) return [];
    const { flag, every, last, boundary } = each.marks;
    const asks = (when: Condition | undefined) => when?.flag?.includes(flag) ?? false;
    const before = phases
      .slice(0, index + 1)
      .flatMap(({ phase, checks, path: at }, place) => [
        ...(asks(phase.when) ? [at] : []),
        ...(place === index ? [] : checks.filter(({ spec }) => asks(spec.when)).map(({ key }) => key)),
      ]);
    const isAskedFor = phases.some(({ phase, checks }) =>
      [phase, ...checks.map(({ spec }) => spec)].some(({ when }) => asks(when)),
    );
    const isGiven = every !== undefined || last || boundary;
    return [
      ...(isGiven ? [] : [found('MARK_UNGIVEN', path, 'Say which items get it: `every`, `last` or `boundary`.')]),
      ...(isAskedFor ? [] : [found('MARK_UNASKED', path, `Use it: \`when: { flag: [${flag}] }\`.`, { name: flag })]),
      ...before.map((at) =>
        found('MARK_AHEAD', at, 'Ask for it in a phase of the items, or behind them.', { name: flag }),
      ),
    ];
  });
}

const asksSomething = (place: PhasePlace, dials: Dials) =>
  isAsked(place, dials) &&
  (place.inner.length > 0 || place.phase.advance !== undefined || place.checks.some((check) => isHeld(check, dials)));

/** The phases that settle a question come before: of the same walk, or of the walks around it. */
function readsAhead(
  when: Condition | undefined,
  at: string,
  place: PhasePlace,
  own: CheckPlace | null,
  { checks }: Survey,
): WorkflowFinding[] {
  return Object.entries(when?.chosen ?? {}).flatMap(([question, options]) => {
    const settles = checks.filter(({ spec }) => spec.check === 'chosen' && spec.question === question);
    if (settles.length === 0) {
      return [
        found('REFERENCE_UNKNOWN', at, 'Add a `chosen` check for it in an earlier phase.', {
          what: 'question',
          name: question,
        }),
      ];
    }
    const before = settles.filter((check) => comesBefore(check, place, own));
    if (before.length === 0) {
      return [found('READS_AHEAD', at, 'Ask the question in an earlier phase.', { name: question })];
    }
    const known = before.flatMap(({ spec }) => (spec.check === 'chosen' ? spec.options : []));
    return options
      .filter((option) => !known.includes(option))
      .map((name) => found('REFERENCE_UNKNOWN', at, `One of: ${known.join(', ')}.`, { what: 'option', name }));
  });
}

function comesBefore(check: CheckPlace, place: PhasePlace, own: CheckPlace | null): boolean {
  if (own && check.home === place) return place.checks.indexOf(check) < place.checks.indexOf(own);
  if (check.home.siblings === place.siblings) return check.home.index < place.index;
  return place.outer !== null && comesBefore(check, place.outer, null);
}
