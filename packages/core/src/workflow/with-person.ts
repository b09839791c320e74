import type { Each, Phase } from './model.js';

/** The id of the phase in which an item waits for the person who tries what only a person can check. */
export const BY_HAND = 'by-hand';

/**
 * Phases with one more at the end of the last walk of each kind of items: what only a person can check of an item, they confirm
 * before it is done, whatever the workflow asks for (feature R4). A workflow that asks for it by itself says where.
 */
export function withPerson(phases: readonly Phase[]): readonly Phase[] {
  const walks = walksIn(phases);
  const asked = new Set(walks.flatMap(({ kind, phases: inner }) => (asksFor(inner) ? [kind] : [])));
  // By their places: two phases may be given one and the same walk.
  const last = new Map(walks.map(({ kind }, place) => [kind, place]));
  let place = -1;
  const added = (each: Each): Each => {
    place += 1;
    const isLast = last.get(each.kind) === place && !asked.has(each.kind);
    const inner = each.phases.map(within);
    return { ...each, phases: isLast ? [...inner, byHand(inner)] : inner };
  };
  const within = (phase: Phase): Phase => (phase.each ? { ...phase, each: added(phase.each) } : phase);
  return walks.length > 0 ? phases.map(within) : phases;
}

const walksIn = (phases: readonly Phase[]): Each[] =>
  phases.flatMap(({ each }) => (each ? [each, ...walksIn(each.phases)] : []));

const asksFor = (phases: readonly Phase[]) =>
  phases.some(({ exit }) => exit.some(({ check }) => check === 'confirmed'));

function byHand(phases: readonly Phase[]): Phase {
  const to = phases.findLast((one) => !one.each && !isClosed(one))?.id;
  const id = phases.some((one) => one.id === BY_HAND) ? `${BY_HAND}-last` : BY_HAND;
  return {
    id,
    title: 'By hand',
    instruction: 'A person tries what only a person can check: say what there is to try, and go on with another item.',
    exit: [{ check: 'confirmed', ...(to === undefined ? {} : { to }) }],
  };
}

/** Tells whether nobody may change the source: what a person finds is not mended there. */
const isClosed = ({ edits = [] }: Phase) =>
  edits.some(({ class: of, answer, role, marker }) => of === 'source' && answer === 'deny' && !role && !marker);
