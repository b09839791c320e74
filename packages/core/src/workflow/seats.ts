import { own } from './checks/kind.js';
import { chairsAt, roundsBehind } from './checks/panel.js';
import { compiledOf, type PlacedCheck, type PlacedPhase } from './compile.js';
import { isTurned, knownDials } from './conditions.js';
import type { FlowEvent, Moment } from './facts.js';
import { itemsAt } from './items.js';
import type { Content, Dials, Workflow } from './model.js';
import type { RunState } from './state.js';
import type { Status } from './status.js';

/** A seat is the place of a judge: one check that asks for its word. */
export interface Seat {
  judge: string;
  /** The panel that it sits in; its own name where it judges alone. */
  panel: string;
  /** Key of the check. */
  check: string;
  /** What its word is about. */
  on: Content | readonly Content[];
  /** The judge looks at each item by itself. */
  perItem: boolean;
  /** Where tests are off, a pass of the judge names evidence for each criterion. */
  evidence?: true;
}

/**
 * Lists every place of a judge in a workflow.
 * @param moment tells which probes and languages are asked for; none where it is left out
 * @param dials leave out the places that nobody has with these; all of them where they are left out
 */
export function seatsOf(workflow: Workflow, moment?: Pick<Moment, 'documents' | 'reviewers'>, dials?: Dials): Seat[] {
  const { checks, phases } = compiledOf(workflow);
  const turned = dials && knownDials(workflow, dials);
  return checks.flatMap((check): Seat[] => {
    const { spec, key, kind, perItem } = check;
    if (spec.check !== 'verdict' && spec.check !== 'panel') return [];
    if (turned && !isAskedWith(check, phases[check.topIndex], turned)) return [];
    const on = spec.on ?? (typeof kind.on === 'function' ? 'relevant' : kind.on);
    const shared = { check: key, on, perItem };
    if (spec.check === 'verdict')
      return [{ judge: spec.judge, panel: spec.judge, ...shared, ...(spec.evidence && { evidence: true }) }];
    const judges = moment ? chairsAt(spec, moment).map(({ name }) => name) : spec.reviewers;
    return judges.map((judge) => ({ judge, panel: spec.panel, ...shared }));
  });
}

const isAskedWith = ({ spec }: PlacedCheck, placed: PlacedPhase | undefined, dials: Dials) =>
  isTurned(spec.when, dials) && isTurned(placed?.phase.when, dials);

/** Lists names of all who judge in a workflow; the parameters are those of `seatsOf`. */
export function judgesOf(...asked: Parameters<typeof seatsOf>): string[] {
  return [...new Set(seatsOf(...asked).map(({ judge }) => judge))];
}

/**
 * Lists the phases in which the documents were written that a judge judges by: to them it may send a fault of their words, which
 * no work on the code can mend (feature X37).
 */
export function writersFor({ check }: Pick<Seat, 'check'>, workflow: Workflow, dials: Dials): string[] {
  const { byKey, phases } = compiledOf(workflow);
  const top = byKey.get(check)?.topIndex ?? 0;
  const turned = knownDials(workflow, dials);
  return phases
    .slice(0, top)
    .filter(({ phase }) => !phase.each && (phase.produces ?? []).length > 0 && isTurned(phase.when, turned))
    .map(({ phase }) => phase.id);
}

/**
 * Returns the phase of a panel that the run never came to: what its reviewers say now is no round of it (feature D92).
 * @returns null where the word counts, or nobody asks for it with these dials
 */
export function aheadIn({ check, perItem, judge, panel }: Seat, state: RunState, status: Status): string | null {
  const asking = state.compiled.byKey.get(check);
  if (perItem || judge === panel || !asking || state.furthest >= asking.topIndex) return null;
  const home = state.compiled.phases[asking.topIndex]!;
  // What was written since the last event may have led there.
  const isPending = status.stages.find(({ id }) => id === home.path)?.state === 'pending';
  return isPending && isAskedWith(asking, home, state.dials) ? home.path : null;
}

/**
 * Returns the round that a judge's next word belongs to (features D16, D72), from 1: that of its panel, and never one
 * in which it has already spoken.
 * @param item the item that is judged, where each is judged by itself
 */
export function roundIn(
  seat: Seat,
  state: RunState,
  events: readonly FlowEvent[],
  present: Moment,
  item: string | null = null,
): number {
  const fact = item === null ? null : (itemsAt(state, present).byId.get(item) ?? null);
  const stage = roundsBehind(state.memories.get(seat.check), own(fact).key) + 1;
  let [newest, mine] = [0, 0];
  const panel = new Set(
    seatsOf(state.compiled.workflow, present).flatMap((one) => (one.check === seat.check ? [one.judge] : [])),
  );
  for (const event of events) {
    if (event.type !== 'verdict' || event.failure !== undefined || !panel.has(event.judge)) continue;
    if ((event.subject ?? null) !== item) continue;
    const round = event.round ?? 1;
    newest = Math.max(newest, round);
    if (event.judge === seat.judge) mine = Math.max(mine, round);
  }
  return Math.max(stage, newest, mine + 1);
}
