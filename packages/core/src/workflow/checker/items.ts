import type { CheckName, Dials } from '../model.js';
import { found, type WorkflowFinding } from './finding.js';
import { isAsked, isSure, type PhasePlace, type Survey } from './survey.js';

/**
 * Checks that hold for an item only when somebody has said or shown something of that item. A command, a suite or a measurement is
 * none: it may hold before any work, and the item's own command is never its only proof.
 */
const NEEDS_WORK: readonly CheckName[] = ['submitted', 'verdict', 'panel', 'passing', 'red', 'stepwise'];

/**
 * Finds walks of items that could be done without work: every walk has to ask each item for something that needs work.
 */
export function itemsNeedWork({ phases, dials }: Survey): WorkflowFinding[] {
  const remedy =
    'Add a check of the item that needs work, such as `submitted` or `verdict`, without a condition that only some items meet.';
  return phases
    .filter((place) => place.inner.length > 0)
    .filter((place) => dials.some((one) => isAsked(place, one) && !place.inner.some((inner) => needsWork(inner, one))))
    .map(({ path, phase }) => found('ITEM_NEEDS_NO_WORK', path, remedy, { name: phase.each!.kind }));
}

/** Returns true for a phase that every item comes to, and that none leaves without work. */
function needsWork(place: PhasePlace, dials: Dials): boolean {
  if (!isSure(place, dials)) return false;
  if (place.inner.length > 0 || (place.phase.advance ?? 'auto') !== 'auto') return true;
  return place.checks.some((check) => NEEDS_WORK.includes(check.spec.check) && isSure(check, dials));
}

/** Checks of claims that say nothing of an item that has none, or never hold for it. */
const OF_CLAIMS: readonly CheckName[] = ['red', 'stepwise'];

/** An item without claims is not developed test first: that each has some is asked before the items are walked. */
export function claimsAreListed({ checks, dials }: Survey): WorkflowFinding[] {
  return checks.flatMap((check) => {
    const { spec, key, home } = check;
    const { outer } = home;
    if (outer === null || spec.severity === 'warn' || !OF_CLAIMS.includes(spec.check)) return [];
    const kind = outer.phase.each!.kind;
    const isListed = (one: Dials) =>
      before(home).some((place) =>
        place.checks.some(
          (other) =>
            other.spec.check === 'listed' &&
            other.spec.kind === kind &&
            other.spec.with?.includes('claims') &&
            isSure(other, one),
        ),
      );
    if (dials.every((one) => !isAsked(home, one) || isListed(one))) return [];
    const remedy = `Ask for it before the items: \`{ check: listed, kind: ${kind}, with: [claims] }\`.`;
    return [found('CLAIMS_UNLISTED', key, remedy, { name: kind })];
  });
}

/** Returns the phases that are over when an item comes to a phase: of its walk, and of the walks around it. */
function before(place: PhasePlace): PhasePlace[] {
  const own = place.siblings.slice(0, place.index);
  return place.outer === null ? own : [...own, ...before(place.outer)];
}
