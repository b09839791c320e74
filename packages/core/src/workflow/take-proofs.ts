import type { TestId } from '../evidence/red.js';
import { hasBudgets, spendTry } from './attempts.js';
import { type Context, isBreakdown, type Word } from './checks/index.js';
import type { PlacedCheck, PlacedPhase } from './compile.js';
import { contentAt } from './content.js';
import type { FlowEvent, ItemFact, Moment } from './facts.js';
import { familyOf, type ItemSet, itemsAt, rootOf, spenderOf } from './items.js';
import { isWithinScope } from './leases.js';
import { addProof } from './memory.js';
import { takeFindings } from './raising.js';
import { begin, hasReached, isBegun, isOver, isRunning, memoryOf, progressAt, type RunState } from './state.js';

/**
 * Gives an event to every check that it can prove.
 * @param scope the item of which alone it speaks, with its parts and fixes
 */
export function takeProofs(state: RunState, given: FlowEvent, moment: Moment, scope?: string): void {
  const set = itemsAt(state, moment);
  const event = scope === undefined ? given : scopedTo(scope, given, moment, set);
  const isMeant = (item: ItemFact) =>
    (scope === undefined || isWithinScope(scope, item, set)) && !state.leases.isLate(event, item, set.byId);
  for (const check of state.compiled.listeners.get(event.type) ?? []) {
    if (!check.perItem) {
      if (scope !== undefined) continue;
      if (!('subject' in event) || event.subject === undefined) takeIn(state, check, event, moment, null);
    } else if (event.type === 'red') {
      const speaking = speakingOf(event.tests, moment, set);
      const seenFor = seenRedFor(state, check, event, moment, isMeant);
      takeIn(state, check, event, moment, null, { seenFor });
      const shown = new Set([...seenFor.values()].flat());
      for (const item of speaking) {
        const isShown = shown.has(familyOf(item, set)) && isMeant(item) && isWalkedBy(check.outer!, item, set);
        if (isShown) begin(state, item, check.outer!, set);
        state.cache.touch(item.id);
      }
    } else {
      const item = itemOf(state, event, moment);
      const isHere = (one: ItemFact) => isMeant(one) && isWalkedBy(check.outer!, one, set);
      if (item) {
        if (isHere(item)) takeIn(state, check, event, moment, item, { isNamed: true });
      } else if (check.kind.ofWork) {
        // What is done is not worked on: the tests of the next one say nothing of it.
        const isOpenHere = (one: ItemFact) => isHere(one) && !isOver(state, one, check.outer!);
        for (const one of workedOn(state, event, moment, isOpenHere)) takeIn(state, check, event, moment, one);
      } else if (event.type === 'run') takeRun(state, check, event, moment, isHere, scope === undefined);
    }
  }
}

/** Tests that were red elsewhere were red for the claims of the items that are spoken of there. */
function scopedTo(scope: string, event: FlowEvent, { claims }: Moment, set: ItemSet): FlowEvent {
  if (event.type !== 'red') return event;
  const own = new Set(
    set.all.filter((item) => isWithinScope(scope, item, set)).flatMap((item) => item.claims ?? NO_CLAIMS),
  );
  const hashes = new Set(claims.filter(({ id }) => own.has(id)).flatMap(({ tests }) => tests.map(({ hash }) => hash)));
  return { ...event, tests: event.tests.filter(({ hash }) => hash !== undefined && hashes.has(hash)) };
}

const NO_CLAIMS: readonly string[] = [];

/** Tells whether a phase walks an item: one of its kind, or a fix of such a one. */
function isWalkedBy({ phase }: PlacedPhase, item: ItemFact, items: ItemSet): boolean {
  return rootOf(item, items).kind === phase.each!.kind;
}

/**
 * Gives a run to a check of items: to those that it names, where that is what the check asks for. A run of the whole proves the
 * whole once for all of them, and is an attempt at those that somebody has begun with.
 */
function takeRun(
  state: RunState,
  check: PlacedCheck,
  event: Extract<FlowEvent, { type: 'run' }>,
  moment: Moment,
  isHere: (item: ItemFact) => boolean,
  isOfAll: boolean,
): void {
  const { byId } = itemsAt(state, moment);
  const ids = check.kind.named ? Object.keys(event.subjects) : [...state.items.keys()];
  const isMeant = (item: ItemFact) => isHere(item) && (check.kind.named || isOpenIn(state, item, check.outer!));
  const meant = ids.flatMap((id) => byId.get(id) ?? []).filter(isMeant);
  for (const one of meant) takeIn(state, check, event, moment, one);
  if (check.kind.named) return;
  if (meant.length === 0 && isOfAll) takeIn(state, check, event, moment, null);
  state.cache.touchAll();
}

/** Returns true for an item that somebody has begun with in a phase that walks it, and that is not done there. */
const isOpenIn = (state: RunState, item: ItemFact, placed: PlacedPhase) =>
  isBegun(state, item, placed) && !isOver(state, item, placed);

/**
 * What a command or a measurement says where it names no item, it says of the one that is worked on; of several, of those
 * that were changed since they were begun.
 */
function workedOn(state: RunState, event: FlowEvent, moment: Moment, isMeant: (item: ItemFact) => boolean): ItemFact[] {
  if ('subject' in event && event.subject !== undefined) return [];
  const { byId } = itemsAt(state, moment);
  const running = [...state.items].flatMap(([id, { begunOn }]) => {
    const item = isRunning(state, id, event.time) ? byId.get(id) : undefined;
    return item && isMeant(item) ? [{ item, begunOn }] : [];
  });
  const isChanged = ({ item, begunOn }: { item: ItemFact; begunOn: string | null }) =>
    contentAt('item', moment, item) !== begunOn;
  return (running.length > 1 ? running.filter(isChanged) : running).map(({ item }) => item);
}

/**
 * Returns the items of which tests that were seen red say something, test by test. A test that several items name is the proof
 * of those that somebody works on then, or else of the first that is not done and has none: what one item has brought about shows nothing of
 * another. Of a test that nobody names yet it says nothing: whoever names it first has it.
 */
function seenRedFor(
  state: RunState,
  { key, kind, outer }: PlacedCheck,
  event: Extract<FlowEvent, { type: 'red' }>,
  moment: Moment,
  isMeant: (item: ItemFact) => boolean,
): ReadonlyMap<TestId, readonly string[]> {
  const set = itemsAt(state, moment);
  const found = new Map<TestId, readonly string[]>();
  for (const test of event.tests) {
    const naming = speakingOf([test], moment, set).filter((item) => isWalkedBy(outer!, item, set));
    if (naming.length === 0) continue;
    const families = new Map(naming.map((item) => [familyOf(item, set), item]));
    if (families.size === 1) {
      found.set(test, naming.some(isMeant) ? [...families.keys()] : []);
      continue;
    }
    const meant = naming.filter(isMeant);
    const atWork = meant.filter(({ id }) => isRunning(state, id, event.time));
    const open = meant.filter((item) => !isOver(state, item, outer!));
    const memory = memoryOf(state, key);
    const first = open.find((item) => !kind.hasSeen?.(memory, test, familyOf(item, set))) ?? open[0];
    const shown = atWork.length > 0 ? atWork : first ? [first] : [];
    found.set(test, [...new Set(shown.map((item) => familyOf(item, set)))]);
  }
  return found;
}

/** The items with a claim that is to be proven by one of these tests. */
function speakingOf(tests: readonly TestId[], { claims }: Moment, { all }: ItemSet): ItemFact[] {
  const hashes = new Set(tests.map(({ hash }) => hash));
  const named = new Set(claims.filter((one) => one.tests.some(({ hash }) => hashes.has(hash))).map(({ id }) => id));
  return named.size === 0 ? [] : all.filter((item) => item.claims?.some((id) => named.has(id)));
}

/** The item that an event is about. */
function itemOf(state: RunState, event: FlowEvent, moment: Moment): ItemFact | null {
  if (!('subject' in event) || event.subject === undefined) return null;
  return itemsAt(state, moment).byId.get(event.subject) ?? null;
}

function takeIn(
  state: RunState,
  check: PlacedCheck,
  event: FlowEvent,
  moment: Moment,
  item: ItemFact | null,
  { isNamed = false, seenFor }: { isNamed?: boolean; seenFor?: Context['seenFor'] } = {},
): void {
  const { kind, spec, key } = check;
  const memory = memoryOf(state, key);
  if (item) state.cache.touch(item.id);
  if (item && isNamed) begin(state, item, check.outer!, itemsAt(state, moment));
  const isEarly = !check.perItem && state.furthest < check.topIndex;
  const context: Context = { moment, item, now: event.time, memory, raised: state.raised, key, isEarly };
  if (seenFor) context.seenFor = seenFor;
  kind.take?.(spec, event, context);
  for (const word of kind.words?.(spec, event, moment, item) ?? []) {
    if (item && kind.named) begin(state, item, check.outer!, itemsAt(state, moment));
    if (!word.pass && isBreakdown(word.failure)) {
      const before = memory.trouble.get(item?.id ?? '');
      const times = before?.failure === word.failure ? before.times + 1 : 1;
      memory.trouble.set(item?.id ?? '', { failure: word.failure, times, since: event.time });
      // It spends no try. What a run showed before on this content does not stand against a run that broke down after it.
      if (event.type !== 'verdict')
        addProof(memory, word.subject.key, word.content, { pass: false, n: event.n, expires: null });
      continue;
    }
    memory.trouble.delete(item?.id ?? '');
    const { pass, failing, lacking, flaky } = word;
    const said = {
      pass,
      n: event.n,
      expires: word.expires ?? null,
      ...(failing && { failing }),
      ...(lacking && { lacking }),
      ...(flaky && { flaky }),
    };
    addProof(memory, word.subject.key, word.content, said);
    if (word.source !== undefined) takeFindings(state, check, word, event.n, moment, item);
    if (!word.pass)
      countBlock(state, check, attempted(check, word, moment, item), item, itemsAt(state, moment), event.n);
  }
}

/**
 * Counts a block of a check whose phase was reached. The same content again is no new attempt, and a pass resets nothing:
 * two judges could otherwise alternate for ever.
 */
function countBlock(
  state: RunState,
  check: PlacedCheck,
  content: string,
  item: ItemFact | null,
  all: ItemSet,
  n: number,
): void {
  if ((!check.spec.loop && !hasBudgets(state.compiled)) || (!check.perItem && !hasReached(state, check))) return;
  // A run of the whole says no to every item; it was no attempt at those that nobody has begun with.
  if (item && !isBegun(state, item, check.outer!)) return;
  // Tests that have to fail first are no attempt at making them pass.
  const { reached = 0 } = (item && progressAt(state, item.id, check.outer!)) ?? {};
  if (item && reached < check.home.siblingIndex) return;
  const { loops } = memoryOf(state, check.key);
  const askedOf = item ? spenderOf(item, all).id : '';
  const count = loops.get(askedOf) ?? { blocks: 0, last: null };
  if (count.last === content) return;
  loops.set(askedOf, { blocks: count.blocks + 1, last: content });
  if (check.spec.severity !== 'warn') spendTry(state, check.home, item, all, n);
}

/** Takes what a next attempt changes. */
function attempted({ spec }: PlacedCheck, word: Word, moment: Moment, item: ItemFact | null): string {
  return (spec.answeredBy && contentAt(spec.answeredBy, moment, item)) ?? word.content;
}
