import type { PlacedPhase } from './compile.js';
import type { ItemFact, Moment, RaisedFinding } from './facts.js';
import { WHOLE } from './item-files.js';
import { itemsAt } from './items.js';
import { isOver, type RunState } from './state.js';

/** Why no test is asked of an item that a failure made. */
const UNCLAIMED = 'it was made of a failure that names no claim';

/** Letters of the title of an item that a failure made. */
const LONGEST = 200;

/** A failure that names no item. */
export interface Unnamed {
  /** `n.k`: by which the item is known. */
  id: string;
  /** Key of the check that failed. */
  check: string;
  finding: RaisedFinding;
  /** What failed, where the finding has no words of its own. */
  names: readonly string[];
  /** The item in whose walk the check was asked, null in the run's. */
  walked: ItemFact | null;
}

/**
 * Returns the item that answers a failure which names nobody, in a phase that walks items: a new one of its kind, or
 * the one that such a failure of the same check made before, as long as that is open. Nobody knows where the fault is:
 * it may be anywhere.
 */
export function itemFor(state: RunState, placed: PlacedPhase, unnamed: Unnamed, moment: Moment): ItemFact {
  const { id, check, finding, names, walked } = unnamed;
  const askedOf = `${check} ${walked?.id ?? ''}`;
  const before = itemsAt(state, moment).byId.get(state.made.get(askedOf) ?? '');
  if (before && !isOver(state, before, placed)) return before;
  const { kind } = placed.phase.each!;
  const isKnown = moment.claims.some((one) => one.id === finding.claim);
  const own = `${kind}-${id}`;
  const item: ItemFact = {
    id: own,
    digest: own,
    title: (finding.title || names.join(', ') || check).slice(0, LONGEST),
    kind,
    after: [],
    files: WHOLE,
    ...(placed.outer !== null && walked ? { parent: walked.id } : {}),
    ...(isKnown ? { claims: [finding.claim!] } : { testsOff: UNCLAIMED }),
  };
  state.made.set(askedOf, own);
  for (const one of [item, ...partsOf(item, placed, id)]) state.known.add(one);
  return item;
}

/** Tells what is walked within an item has one part of each kind: nobody lists the parts of what a failure made. */
function partsOf(whole: ItemFact, { inner }: PlacedPhase, id: string): ItemFact[] {
  const { claims: _claims, ...rest } = whole;
  return inner.flatMap((placed) => {
    if (!placed.phase.each) return [];
    const { kind } = placed.phase.each;
    const own = `${kind}-${id}`;
    const part: ItemFact = { ...rest, id: own, digest: own, kind, parent: whole.id, testsOff: UNCLAIMED };
    return [part, ...partsOf(part, placed, id)];
  });
}
