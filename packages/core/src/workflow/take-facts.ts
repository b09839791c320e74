import { getOrMake } from '../get-or-make.js';
import { blockedIn, spendTry } from './attempts.js';
import { type Await, awaitOf, begunAwait } from './awaits.js';
import { claimSubject, claimsOf, contentsOf, itemKey, own } from './checks/index.js';
import { type PlacedCheck, type PlacedPhase, placedAt } from './compile.js';
import { contentAt } from './content.js';
import type { FlowEvent, FlowEventType, ItemFact, Moment } from './facts.js';
import { IN_A_ROW, spendsTry } from './failures.js';
import { advanceContents, isReadyToAdvance } from './find-position.js';
import { familyOf, type ItemSet, itemsAt, rootOf, spenderOf } from './items.js';
import { isIsolated } from './leases.js';
import { addProof } from './memory.js';
import { judgeOverride, OVERRIDE_CALLS } from './override.js';
import type { RaisedRecord } from './raised.js';
import {
  checkOf,
  closeRaised,
  debtName,
  isBegun,
  isOver,
  itemState,
  memoryOf,
  progressAt,
  type RunState,
  release,
  touchRaised,
  touchWithin,
  unDo,
} from './state.js';
import { beginHere } from './walkers.js';

type EventOf<Type extends FlowEventType> = Extract<FlowEvent, { type: Type }>;

/** Takes what an event says besides proofs. */
export function takeFact(state: RunState, event: FlowEvent, moment: Moment): void {
  if (!Object.hasOwn(TAKES, event.type)) return;
  const take = TAKES[event.type] as (state: RunState, event: FlowEvent, moment: Moment) => void;
  take(state, event, moment);
  if (OF_ALL.has(event.type)) state.cache.touchAll();
}

const TAKES: { readonly [Type in FlowEventType]?: (state: RunState, event: EventOf<Type>, moment: Moment) => void } = {
  dial: turn,
  choice: takeChoice,
  answer: takeAnswer,
  advance: takeAdvance,
  waiver: takeWaiver,
  decision: takeDecision,
  reopen,
  item: takeItem,
  submission: takeConcerns,
  'item-added': (state, { added }) => {
    state.known.add(added);
  },
  failure: takeFailure,
  proposal: (state, { proposal, items }) => void state.proposals.set(proposal, items),
  'proposal-taken': (state, { proposal }) => {
    for (const item of state.proposals.get(proposal) ?? []) state.known.add(item);
    state.proposals.delete(proposal);
  },
  override: takeOverride,
  'override-use': (state, { override }) => {
    for (const one of state.overrides) if (one.id === override) one.left -= 1;
    state.overrides = state.overrides.filter(({ left }) => left > 0);
  },
  question: (state, { question: id, text, lookedUp, options, advice, time: since }) => {
    const offered = { ...(options && { options }), ...(advice !== undefined && { advice }) };
    state.questions.set(id, { id, since, text, lookedUp, ...offered });
  },
  reply: (state, { question }) => {
    state.questions.delete(question);
  },
  pause: (state, { reason, person = null }) => {
    Object.assign(state, { paused: reason, pausedBy: person });
  },
  resume: (state) => {
    Object.assign(state, { paused: null, pausedBy: null });
  },
  await: takeAwait,
  'await-check': (state, event, moment) => {
    const known = state.awaits.get(event.await);
    if (known) known.checks += event.times;
    if (known && event.pass) endAwait(state, known, event, moment);
  },
  'await-end': (state, event, moment) => {
    const known = state.awaits.get(event.await);
    // An item that waits goes on by its check or by a person: whoever waits cannot give that up.
    if (known && (event.person !== null || known.item === undefined)) endAwait(state, known, event, moment);
  },
  end: (state, { how, reason }) => {
    state.ending = { how, reason };
  },
};

/** What can move any item: said by people, and seldom. */
const OF_ALL: ReadonlySet<FlowEventType> = new Set(['dial', 'choice', 'waiver', 'decision', 'reopen']);

/** What is chosen for one item holds in the walk of that item and of its parts. */
function takeChoice(state: RunState, { question, option, subject }: EventOf<'choice'>): void {
  const chosen = subject === undefined ? state.chosen : getOrMake(state.chosenFor, subject, () => new Map());
  chosen.set(question, option);
}

/** An answer without a reason disputes nothing. */
function takeAnswer(state: RunState, { finding, disputed, note, n }: EventOf<'answer'>): void {
  for (const one of state.raised.all) {
    if (one.id !== finding) continue;
    touchRaised(state, one);
    one.answers.push(n);
    one.disputed ||= disputed && note.trim() !== '';
  }
}

/** `takeOverride` takes an override, whatever wrote it down: what is no reason, or one too many, relaxes nothing. */
function takeOverride(state: RunState, { id, scope, reason, person, uses, expires }: EventOf<'override'>): void {
  if (judgeOverride(state, reason) !== null) return;
  const left = Math.min(uses, OVERRIDE_CALLS);
  if (left > 0) state.overrides.push({ id, scope, reason, person, left, expires, position: state.position });
  state.overridden.push(reason);
}

/** An item that is skipped is left out of what was asked for: a person says so, and it stays visible. */
function takeItem(state: RunState, event: EventOf<'item'>, moment: Moment): void {
  const { item, state: now, reason, severity = null, person, n, lease, time } = event;
  if (now === 'skipped' && !person) return;
  const awaited = now === 'blocked' ? undefined : awaitOf(state.awaits, item);
  if (awaited && !person) return;
  if (awaited) state.awaits.delete(awaited.id);
  const known = itemState(state, item);
  const all = itemsAt(state, moment);
  const named = all.byId.get(item);
  if (now === 'running') {
    const wasRunning = known.state === 'running' && (!state.leases.has(item) || state.leases.heldAt(item, time));
    const isElsewhere = lease?.apart || event.scopedTo !== undefined;
    if (named && !isElsewhere && isIsolated(state.compiled.workflow.phases, named, all)) return;
    if (lease ? !state.leases.begin(item, lease, time) : state.leases.heldAt(item, time)) return;
    if (!wasRunning) Object.assign(known, { begun: n, begunOn: named ? contentAt('item', moment, named) : null });
    if (named) beginHere(state, named, moment);
    if (named && lease) touchWithin(state, named, all);
  } else if (named) release(state, named, all);
  else state.leases.release(item);
  Object.assign(known, { state: now, reason, severity, trouble: null });
  const { kind, parent } = named ?? {};
  state.cache.touch(item);
  for (const { id } of all.after(item)) state.cache.touch(id);
  if (kind === 'fix' && parent !== undefined) state.cache.touch(parent);
  if (now === 'skipped') state.debts.push({ check: '', item, why: 'skipped', reason, n });
}

/** Takes in that somebody waits. An item that waits is blocked by what it waits for. */
function takeAwait(state: RunState, event: EventOf<'await'>, moment: Moment): void {
  const { item, what } = event;
  if (item !== undefined) takeItem(state, { ...event, type: 'item', item, state: 'blocked', reason: what }, moment);
  state.awaits.set(event.await, begunAwait(event));
}

/** A wait is over: its item can be begun again. */
function endAwait(state: RunState, { id, item }: Await, event: FlowEvent, moment: Moment): void {
  state.awaits.delete(id);
  if (item === undefined || itemState(state, item).state !== 'blocked') return;
  takeItem(state, { ...event, type: 'item', item, state: 'open', reason: '' }, moment);
}

/**
 * What is done with concerns stays a debt. Who says later that it is done without any has to have changed something: on the
 * same content the concerns stand.
 */
function takeConcerns(state: RunState, event: EventOf<'submission'>, moment: Moment): void {
  const { name, subject, status, note = '', n } = event;
  const all = itemsAt(state, moment);
  const item = subject === undefined ? null : (all.byId.get(subject) ?? null);
  if (subject !== undefined && item === null) return;
  const asking = (state.compiled.listeners.get('submission') ?? []).filter(
    ({ spec, outer }) =>
      spec.check === 'submitted' &&
      spec.name === name &&
      (item === null ? outer === null : outer?.phase.each?.kind === rootOf(item, all).kind),
  );
  const check = asking.find(({ outer }) => item === null || !isOver(state, item, outer!)) ?? asking[0];
  if (!check) return;
  const content = contentAt(contentsOf(check.kind, check.spec, item), moment, item);
  const debt = { check: check.key, item: item?.id ?? '', why: 'concerns', reason: note, n } as const;
  const isSame = (one: { debt: { check: string; item: string } }) => debtName(one.debt) === debtName(debt);
  const rest = state.concerns.filter((one) => !isSame(one) || content === null || one.content === content);
  const isKnown = rest.some((one) => isSame(one) && one.debt.reason === note);
  state.concerns = status === 'done-with-concerns' && !isKnown ? [...rest, { content, debt }] : rest;
}

/** What breaks down three times in a row says nothing of the work, and stops it: somebody has to look. */
function takeFailure(state: RunState, { item: id, failure, n }: EventOf<'failure'>, moment: Moment): void {
  const all = itemsAt(state, moment);
  const item = id === undefined ? undefined : all.byId.get(id);
  if (spendsTry(failure)) spendHere(state, item, all, n);
  if (!item) return;
  const known = itemState(state, item.id);
  const row = known.trouble?.failure === failure ? known.trouble.times + 1 : 1;
  known.trouble = spendsTry(failure) ? null : { failure, times: row };
  state.cache.touch(item.id);
  if (known.trouble === null || row < IN_A_ROW || known.state === 'skipped') return;
  Object.assign(known, { state: 'blocked', reason: `${failure}, ${row} times in a row` });
}

/** An attempt at an item counts where it was begun and is not done; one at the run counts in the phase that it is in. */
function spendHere(state: RunState, item: ItemFact | undefined, all: ItemSet, n: number): void {
  const here = state.compiled.phases[state.reached];
  if (!item) {
    if (here) spendTry(state, here, null, all, n);
    return;
  }
  const walkers = state.compiled.walkers.get(rootOf(item, all).kind) ?? [];
  for (const one of walkers) {
    if (!isBegun(state, item, one) || isOver(state, item, one)) continue;
    const { reached = 0 } = progressAt(state, item.id, one) ?? {};
    spendTry(state, one.inner[Math.min(reached, one.inner.length - 1)]!, item, all, n);
    return;
  }
}

/** Turning a dial down needs a person. */
function turn(state: RunState, { dial, value, person }: EventOf<'dial'>): void {
  const { dials } = state.compiled.workflow;
  const known = Object.hasOwn(dials, dial) ? dials[dial] : undefined;
  if (!known?.values.includes(value)) return;
  // From a value that is not known, anything but the most demanding one may be lower.
  const now = Object.hasOwn(state.dials, dial) ? state.dials[dial]! : known.values.at(-1)!;
  const isLower = known.values.indexOf(value) < known.values.indexOf(now);
  if (isLower && person === null) return;
  state.dials[dial] = value;
  state.pinned[dial] = value;
}

function takeAdvance(state: RunState, event: EventOf<'advance'>, moment: Moment): void {
  const placed = placedAt(state.compiled.phases, event.phase);
  if (!placed || (placed.phase.advance === 'person' && event.person === null)) return;
  const item = event.item === undefined ? null : (itemsAt(state, moment).byId.get(event.item) ?? null);
  if (event.item !== undefined && !item) return;
  // Who says it ahead of what the phase asks for has not seen that.
  if (!isReadyToAdvance(state, placed, item, moment, event.time)) return;
  const content = contentAt(advanceContents(placed, item), moment, item);
  const said = { pass: true, n: event.n, expires: null };
  addProof(memoryOf(state, `${placed.path}.advance`), item ? itemKey(item) : '', content, said);
  if (item) state.cache.touch(item.id);
}

/** A waiver holds for a day at most (feature D51). */
export const WAIVER_MS = 24 * 60 * 60 * 1000;

/** A waiver of a check stands for its proofs on the present content, and for an answer to what it raised. */
function takeWaiver(state: RunState, event: EventOf<'waiver'>, moment: Moment): void {
  const { check: key, subject, person, reason, n } = event;
  const expires = Math.min(event.expires, event.time + WAIVER_MS);
  const { byId } = itemsAt(state, moment);
  const check = checkOf(state.compiled, key);
  const debt = { check: key, item: subject ?? '', why: 'waiver', reason: reason || person, n } as const;
  if (check) {
    const item = check.perItem && subject !== undefined ? (byId.get(subject) ?? null) : null;
    if (check.perItem && !item) return;
    const content = contentAt(contentsOf(check.kind, check.spec, item), moment, item);
    for (const one of check.kind.subjects(check.spec, moment, item)) {
      if (subject === undefined || one.id === subject || item)
        memoryOf(state, key).waivers.set(one.key, { content, expires });
    }
    state.debts.push(debt);
    close(state, (one) => one.check === key && (item === null || one.askedOf === item.id));
    return;
  }
  const at = key.lastIndexOf('.');
  const placed = placedAt(state.compiled.phases, key.slice(0, at));
  if (!placed) return;
  if (key.endsWith('.answers')) {
    const meant = [...state.raised.all].filter(
      (one) => one.to === placed.path && (subject === undefined || one.id === subject || one.answeredBy === subject),
    );
    for (const one of meant) closeRaised(state, one);
    if (meant.length > 0) state.debts.push(debt);
  }
  // Items are skipped one by one, each by name: no word stands for all of them.
  if (!key.endsWith('.advance')) return;
  const item = subject === undefined ? null : (byId.get(subject) ?? null);
  if ((placed.outer === null) !== (item === null)) return;
  const content = contentAt(advanceContents(placed, item), moment, item);
  memoryOf(state, key).waivers.set(item ? itemKey(item) : '', { content, expires });
  state.debts.push(debt);
}

function close(state: RunState, which: (one: RaisedRecord) => boolean): void {
  for (const one of state.raised.all) if (which(one)) closeRaised(state, one);
}

/** Takes what a person decides about a loop that is over. */
function takeDecision(state: RunState, event: EventOf<'decision'>, moment: Moment): void {
  const check = checkOf(state.compiled, event.check);
  const askedOf = event.item ?? '';
  if (!check) {
    decideBudget(state, event, askedOf, moment);
    return;
  }
  const memory = memoryOf(state, check.key);
  memory.loops.delete(askedOf);
  memory.trouble.delete(askedOf);
  if (event.choice !== 'proceed') return;
  const all = itemsAt(state, moment);
  const item = event.item === undefined ? null : (all.byId.get(event.item) ?? null);
  proceed(state, check, item, event, moment);
  // The parts of a split share its attempts, and so what a person decides about them.
  for (const part of all.all)
    if (part.part && item && spenderOf(part, all) === item) proceed(state, check, part, event, moment);
}

/** Takes what a person decides about a budget that is used up: what has blocked in it goes on as it is, or is tried again. */
function decideBudget(state: RunState, event: EventOf<'decision'>, askedOf: string, moment: Moment): void {
  if (!state.compiled.budgets.some(({ key }) => key === event.check)) return;
  const all = itemsAt(state, moment);
  const blocked = event.choice === 'proceed' ? blockedIn(state, event.check, askedOf, all) : [];
  memoryOf(state, event.check).loops.delete(askedOf);
  for (const [check, item] of blocked) proceed(state, check, item, event, moment);
}

/** Lets a check that has blocked go on as it is, by a person's word. */
function proceed(
  state: RunState,
  check: PlacedCheck,
  item: ItemFact | null,
  event: EventOf<'decision'>,
  moment: Moment,
): void {
  const memory = memoryOf(state, check.key);
  const askedOf = item?.id ?? '';
  const content = contentAt(contentsOf(check.kind, check.spec, item), moment, item);
  for (const subject of check.kind.subjects(check.spec, moment, item)) {
    memory.waivers.set(subject.key, { content, expires: Number.MAX_SAFE_INTEGER });
  }
  close(state, (one) => one.check === check.key && one.askedOf === askedOf);
  state.debts.push({ check: check.key, item: askedOf, why: 'decision', reason: event.reason, n: event.n });
}

/** What a phase asks of items, or walks them through, is done for none of them any more. */
function reopenItems(state: RunState, placed: PlacedPhase): void {
  // Items are walked again from the phase on that lies around it, or is it.
  const around = new Map<string, number>();
  for (let one = placed; one.outer !== null; one = one.outer) around.set(one.outer.path, one.siblingIndex);
  for (const [id, known] of state.items) {
    for (const [path, progress] of known.at) {
      const isWithin = path === placed.path || path.startsWith(`${placed.path}/`);
      const from = isWithin ? 0 : around.get(path);
      if (from === undefined) continue;
      Object.assign(progress, { reached: Math.min(progress.reached, from), done: null });
      // Whoever works on what lies around it goes on with that.
      if (!isWithin && path !== placed.outer?.path) continue;
      progress.begun = null;
      if (known.state === 'running') known.state = 'open';
      state.leases.release(id);
    }
  }
}

/** Voids the older proofs of one phase or item; what follows goes stale by content alone. */
function reopen(state: RunState, { phase, item }: EventOf<'reopen'>, moment: Moment): void {
  if (phase !== undefined) {
    for (const key of [...state.memories.keys()]) {
      if (key.startsWith(`${phase}.`) || key.startsWith(`${phase}/`)) state.memories.delete(key);
    }
    const placed = placedAt(state.compiled.phases, phase);
    // What was reached behind it falls with it: its checks count at home again.
    if (placed?.outer === null) state.reached = Math.min(state.reached, placed.siblingIndex);
    if (placed) reopenItems(state, placed);
  }
  const named = item === undefined ? undefined : itemsAt(state, moment).byId.get(item);
  if (!named) return;
  // What was proven of its claims in its walk was proven of it.
  const claims = claimsOf(moment, named);
  for (const [key, memory] of state.memories) {
    const check = checkOf(state.compiled, key);
    const ofItem = check?.perItem === true ? claims : [];
    const subjects = [own(named).key, ...ofItem.map((one) => claimSubject(one).key)];
    for (const subject of subjects) {
      memory.proofs.delete(subject);
      memory.everHeld.delete(subject);
      memory.waivers.delete(subject);
    }
    check?.kind.forget?.(memory, subjects, ofItem, familyOf(named, itemsAt(state, moment)));
    memory.loops.delete(named.id);
    memory.trouble.delete(named.id);
  }
  const awaited = awaitOf(state.awaits, named.id);
  if (awaited) state.awaits.delete(awaited.id);
  const known = itemState(state, named.id);
  known.state = 'open';
  for (const progress of known.at.values()) Object.assign(progress, { reached: 0, begun: null });
  release(state, named, itemsAt(state, moment));
  unDo(state, named, itemsAt(state, moment));
}
