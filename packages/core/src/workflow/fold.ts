import { namedItem } from './about.js';
import { isBreakdown } from './checks/index.js';
import type { Facts, FlowEvent, Moment } from './facts.js';
import { itemsAt } from './items.js';
import { isWithinScope, scopeOf } from './leases.js';
import type { Workflow } from './model.js';
import { dropReplanned } from './replanned.js';
import { settle } from './settle.js';
import { newState, type RunState, touchWithin } from './state.js';
import { takeFact } from './take-facts.js';
import { takeProofs } from './take-proofs.js';

/**
 * Folds the events of a run, oldest first: what is proven, on which content, what is open, how far it came. Every event is
 * held against the contents of its own moment, so that nothing depends on when the fold is made.
 * @param settled how far run and items have come after an event
 */
export function fold(
  workflow: Workflow,
  { dials, events, moments }: Pick<Facts, 'dials' | 'events' | 'moments'>,
  settled: typeof settle = settle,
): RunState {
  const state = newState(workflow, dials);
  for (const event of events) {
    foldOn(state, event, moments[event.at], settled);
    if (state.ended) break;
  }
  return state;
}

/**
 * Folds one more event into the state of a run that has not ended.
 * @param moment missing where it cannot be told: the event proves nothing then; what it says without contents still holds
 */
export function foldOn(
  state: RunState,
  event: FlowEvent,
  moment: Moment | undefined,
  settled: typeof settle = settle,
): void {
  if (!state.ended) apply(state, event, moment ?? UNKNOWN, settled);
}

const UNKNOWN: Moment = {
  contents: {},
  documents: {},
  claims: [],
  suites: [],
  items: [],
  git: { branch: null, base: null, head: null },
};

function apply(state: RunState, event: FlowEvent, moment: Moment, settled: typeof settle): void {
  state.last = event;
  const scope = scopeOf(event);
  if (scope !== undefined) {
    applyWithin(state, scope, event, moment, settled);
    return;
  }
  if (event.by !== undefined) {
    const all = itemsAt(state, moment === UNKNOWN ? (state.home ?? moment) : moment);
    const named = namedItem(state, event, all);
    if (named && state.leases.isLate(event, named, all.byId)) return;
    state.leases.renew(event);
  }
  if (moment !== UNKNOWN) state.home = moment;
  state.known.see(moment);
  // What was written since the event before may have led to the phase that the event speaks of.
  if (moment !== UNKNOWN && isUnsettled(state, moment)) settled(state, moment, event.time);
  takeProofs(state, event, moment);
  takeFact(state, event, moment);
  // What the event has added is there from now on.
  state.known.see(moment);
  if (moment !== UNKNOWN) dropReplanned(state, event, moment);
  if (moment !== UNKNOWN) move(state, event, moment, settled);
  // Complete is what has nothing left to prove; merged and cancelled are facts.
  const isEnd = state.ending?.how !== 'complete' || state.reached === state.compiled.phases.length;
  if (isEnd) state.ended = state.ending;
  state.ending = null;
}

/** Tells whether the moment, or what time ends, may have moved the run since the last event. */
const isUnsettled = ({ settledAt, ends }: RunState, moment: Moment) => settledAt !== moment || ends;

/**
 * Takes in what was recorded in the leased work tree of an item: it says something of that item alone, of its parts and its
 * fixes, by the content of that work tree. Neither the run nor any other item moves by it.
 */
function applyWithin(state: RunState, scope: string, event: FlowEvent, moment: Moment, settled: typeof settle): void {
  // What the run has listed since the last event of its own, the other work tree has from it.
  if (moment !== UNKNOWN && (state.home === null || !itemsAt(state, state.home).byId.has(scope)))
    state.home = state.leases.listed(state.home ?? moment, moment);
  const home = state.home ?? moment;
  state.known.see(home);
  const all = itemsAt(state, home);
  const item = all.byId.get(scope);
  const isBegin = event.type === 'item' && event.lease !== undefined;
  if (!item || (!isBegin && state.leases.isLate(event, item, all.byId))) return;
  state.leases.renew(event);
  const own = moment === UNKNOWN ? moment : state.leases.listed(moment, home);
  const settleWithin = () => {
    state.leases.see(scope, moment);
    touchWithin(state, item, all);
    const { reached, furthest } = state;
    settled(state, home, event.time);
    Object.assign(state, { reached, furthest });
  };
  if (moment !== UNKNOWN) settleWithin();
  const named = namedItem(state, event, all);
  takeProofs(state, event, own, scope);
  if (named && isWithinScope(scope, named, all)) takeFact(state, event, own);
  state.known.see(home);
  if (moment !== UNKNOWN) settleWithin();
}

function move(state: RunState, event: FlowEvent, moment: Moment, settled: typeof settle): void {
  const name = nameOf(state, settled(state, moment, event.time));
  state.settledAt = moment;
  state.ends ||= 'expires' in event && event.expires !== null;
  // It is given in the position that its moment is in, whatever the event before it was.
  for (const one of state.overrides) if (event.type === 'override' && one.id === event.id) one.position = name;
  moveTo(state, name);
  countFailure(state, event, moment);
}

/** Moves a run to a position; an override ends with its position (feature C67). */
function moveTo(state: RunState, position: string): void {
  if (position === state.position) return;
  state.position = position;
  state.overrides = state.overrides.filter((one) => one.position === position);
  state.failed.clear();
}

/** Test runs that failed here, by content: several in a row are a dead end (feature C56). */
function countFailure(state: RunState, event: FlowEvent, moment: Moment): void {
  if (event.type !== 'run' || event.question !== 'test' || isBreakdown(event.failure)) return;
  if (event.result === 'pass') state.failed.clear();
  const suite = moment.suites.find(({ id, question }) => id === event.suite && question === 'test');
  const content = suite?.content ?? moment.contents.relevant;
  if (event.result === 'fail' && content !== undefined) state.failed.add(content);
}

/** Returns the phase alone: the items of a phase are one position to an override. */
export function nameOf(state: RunState, index: number): string {
  return state.compiled.phases[index]?.path ?? 'done';
}
