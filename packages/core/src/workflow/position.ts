import type { Finding } from '../finding.js';
import { getOrMake } from '../get-or-make.js';
import { contentsOf, itemKey } from './checks/index.js';
import type { PlacedCheck, PlacedPhase } from './compile.js';
import { holds } from './conditions.js';
import { contentAt } from './content.js';
import type { ItemFact, Moment } from './facts.js';
import { fixesOf, type ItemSet, itemsAt, itemsUnder } from './items.js';
import { judgeCheck, waivedContent } from './judge.js';
import type { Content } from './model.js';
import { isOpen, type RaisedRecord } from './raised.js';
import { checkOf, type ItemState, itemState, memoryOf, type RunState } from './state.js';
import type { Unmet } from './unmet.js';

/** Where one walk stands: the run's, or an item's. */
export interface Position {
  /** Place of the first phase with an unmet check; the number of phases when there is none. */
  index: number;
  /** What is in the way there. */
  unmet: Unmet[];
  /** Unmet checks that only warn, met so far on the way. */
  warnings: Unmet[];
  /** Checks whose loop was over and that let the work go on. */
  owed: string[];
  /** The phases up to here that are walked for every item. */
  walks: ItemWalk[];
}

export interface ItemWalk {
  placed: PlacedPhase;
  items: ItemPosition[];
}

export interface ItemPosition {
  item: ItemFact;
  /** `ready`: it can be worked on; `waiting`: for items before it, or for one that shares a file. */
  state: 'done' | 'ready' | 'running' | 'waiting' | 'blocked' | 'skipped' | 'gone';
  /** Why it is blocked or skipped. */
  reason: string;
  at: Position | null;
}

interface Walking {
  state: RunState;
  moment: Moment;
  now: number;
}

/** The first phase of the run with an unmet check, by what is known up to here. */
export function positionOf(state: RunState, moment: Moment, now: number): Position {
  return walk({ state, moment, now }, state.walk.phases, state.reached, null);
}

function walk(walking: Walking, phases: readonly PlacedPhase[], reached: number, item: ItemFact | null): Position {
  const { state, moment, now } = walking;
  const about = item ? [item] : itemsAt(state, moment).all;
  const isAsked = ({ phase }: PlacedPhase) => holds(phase.when, state, about);
  const keeperOf = ({ key, index }: PlacedCheck) => keptBy(phases, index, reached, key, isAsked);
  const answers = unanswered(walking, phases, item, keeperOf);
  const carried = new Map<number, Unmet[]>();
  const warnings: Unmet[] = [];
  const owed: string[] = [];
  const walks: ItemWalk[] = [];
  for (const placed of phases) {
    if (!isAsked(placed)) continue;
    // What was found is answered before its judge is asked again.
    const unmet = [...(answers.get(placed.path) ?? NONE), ...(carried.get(placed.index) ?? NONE)];
    for (const check of placed.checks) {
      const judged = judgeCheck(state, check, moment, item, now);
      if (judged.owed) owed.push(check.key);
      for (const one of judged.unmet) {
        if (one.finding.level !== 'block') {
          warnings.push(one);
          continue;
        }
        // What never passed counts at home; what passed before is mended by the last phase that keeps it.
        const at = one.passed ? keeperOf(check) : null;
        if (at === null) unmet.push(one);
        else getOrMake(carried, at.index, () => []).push({ ...one, path: at.path });
      }
    }
    if (placed.inner.length > 0) {
      const items = walkItems(walking, placed, item);
      walks.push({ placed, items });
      unmet.push(...itemsUnmet(placed, items, item));
    }
    const isAdvanced = placed.phase.advance !== undefined && unmet.length === 0;
    if (isAdvanced && placed.checks.every((check) => keeperOf(check) === null))
      unmet.push(...unadvanced(walking, placed, item));
    if (unmet.length > 0) return { index: placed.index, unmet, warnings, owed, walks };
  }
  return { index: phases.length, unmet: [], warnings, owed, walks };
}

const NONE: readonly Unmet[] = [];

/** The last reached phase that keeps a check. */
function keptBy(
  phases: readonly PlacedPhase[],
  home: number,
  reached: number,
  key: string,
  isAsked: (placed: PlacedPhase) => boolean,
): PlacedPhase | null {
  for (let index = Math.min(reached, phases.length - 1); index > home; index -= 1) {
    const placed = phases[index]!;
    if (placed.keeps.has(key) && isAsked(placed)) return placed;
  }
  return null;
}

/**
 * Must-fixes that nobody has done anything about, by the path of the phase that answers them: the one that keeps their
 * check, else the one that they were sent to.
 */
function unanswered(
  { state, moment }: Walking,
  phases: readonly PlacedPhase[],
  item: ItemFact | null,
  keeperOf: (check: PlacedCheck) => PlacedPhase | null,
): ReadonlyMap<string, Unmet[]> {
  if (state.raised.length === 0) return UNASKED;
  const answers = new Map<string, Unmet[]>();
  const items = itemsAt(state, moment);
  const walkId = item?.id ?? '';
  for (const one of state.raised) {
    if (one.item !== walkId || !isOpen(one, moment, items)) continue;
    const check = checkOf(state.walk, one.check);
    if (!holds(check?.spec.when, state, item ? [item] : items.all)) continue;
    const isOurs = check !== undefined && one.walk === walkId && phases[check.index]?.path === check.path;
    const path = (isOurs ? keeperOf(check)?.path : undefined) ?? one.to;
    getOrMake(answers, path, () => []).push(answerTo(one, path));
  }
  return answers;
}

const UNASKED: ReadonlyMap<string, Unmet[]> = new Map();

function answerTo({ id, title, source, on, item }: RaisedRecord, path: string): Unmet {
  const args = { finding: id, title, source, change: [on].flat() };
  const finding: Finding = { code: 'FINDING_OPEN', level: 'block', args };
  const key = `${path}.answers`;
  return { key, path, subject: id, item, state: 'failed', passed: true, actor: 'agent', finding };
}

/** One more exit check, on the content of the phase's others: somebody says that it goes on. */
function unadvanced({ state, moment, now }: Walking, placed: PlacedPhase, item: ItemFact | null): Unmet[] {
  const { advance = 'auto' } = placed.phase;
  if (advance === 'auto') return [];
  const key = `${placed.path}.advance`;
  const memory = memoryOf(state, key);
  const content = waivedContent(contentAt(advanceContents(placed, item), moment, item));
  const subject = item ? itemKey(item) : '';
  const waiver = memory.waivers.get(subject);
  if (waiver && waiver.expires > now && waiver.content === content) return [];
  const proofs = memory.proofs.get(subject);
  if (proofs?.newest.get(content)?.pass) return [];
  const found = proofs ? 'lapsed' : 'missing';
  const finding: Finding = { code: 'ADVANCE_MISSING', level: 'block', args: { check: key, state: found, by: advance } };
  const actor = advance === 'person' ? 'person' : 'agent';
  return [{ key, path: placed.path, subject: '', item: item?.id ?? '', state: found, passed: false, actor, finding }];
}

/** What an advance is about: the contents of the phase's checks. */
export function advanceContents({ checks }: PlacedPhase, item: ItemFact | null): Content[] {
  const all = checks.flatMap(({ kind, spec }) => contentsOf(kind, spec, item));
  const contents = all.map((one) => (one === 'tests' ? 'test' : one)).filter((one) => one !== 'nothing');
  return [...new Set(contents)].sort();
}

/** Every item of a phase with where it stands. */
function walkItems(walking: Walking, placed: PlacedPhase, parent: ItemFact | null): ItemPosition[] {
  const { state, moment } = walking;
  const all = itemsAt(state, moment);
  const walked = walkedOf(all, placed, parent);
  const running: WalkedItem[] = [];
  const over = new Set<string>();
  for (const one of walked) {
    const known = state.items.get(one.item.id);
    if (known?.state === 'running') running.push(one);
    if (known && isOver(one.item, known)) over.add(one.item.id);
  }
  const isDone = (id: string) => {
    if (over.has(id)) return true;
    const [item, known] = [all.byId.get(id), state.items.get(id)];
    return item !== undefined && known !== undefined && isOver(item, known);
  };
  const positions = walked.map(({ item, isTooMany }): ItemPosition => {
    const { state: said = 'open', reason = '', reached = 0 } = state.items.get(item.id) ?? {};
    if (said === 'skipped') return { item, state: said, reason, at: null };
    if (over.has(item.id)) return { item, state: 'done', reason, at: null };
    if (said === 'blocked') return { item, state: said, reason, at: null };
    if (isTooMany) return { item, state: 'blocked', reason: 'fixes', at: null };
    // A fix comes before what it mends.
    if (!item.after.every(isDone) || !fixesOf(all, item).every(({ id }) => isDone(id)))
      return { item, state: 'waiting', reason, at: null };
    const at = walk(walking, placed.inner, reached, item);
    // Whoever waits for this one need not wait for the next event.
    if (at.index === placed.inner.length) over.add(item.id);
    return { item, state: stateOf(item, at, placed, said === 'running', running), reason, at };
  });
  return positions.concat(goneOf(state, all, placed.phase.each!.kind, parent, walked));
}

/** The items of one place in the order in which they are walked; as many events look at the same, these are kept. */
function walkedOf(all: ItemSet, placed: PlacedPhase, parent: ItemFact | null): readonly WalkedItem[] {
  const { kind, fixes = UNBOUNDED } = placed.phase.each!;
  const places = getOrMake(WALKED, all, () => new WeakMap<PlacedPhase, Map<string, WalkedItem[]>>());
  const parents = getOrMake(places, placed, () => new Map<string, WalkedItem[]>());
  return getOrMake(parents, parent?.id ?? '', () => {
    const walked: WalkedItem[] = [];
    for (const one of itemsUnder(all, kind, parent?.id)) takeWithFixes(one, all, fixes, walked);
    return walked;
  });
}

const WALKED = new WeakMap<ItemSet, WeakMap<PlacedPhase, Map<string, WalkedItem[]>>>();

const UNBOUNDED = { max: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY };

function stateOf(
  item: ItemFact,
  at: Position,
  { inner }: PlacedPhase,
  isRunning: boolean,
  running: readonly WalkedItem[],
): ItemPosition['state'] {
  if (at.index === inner.length) return 'done';
  if (at.unmet.some(({ finding }) => finding.args.onExhausted === 'block')) return 'blocked';
  if (isRunning) return 'running';
  return running.some((other) => sharesFile(item, other.item)) ? 'waiting' : 'ready';
}

/** Items of this place that are no longer there: the total only grows. */
function goneOf(
  state: RunState,
  all: ItemSet,
  kind: string,
  parent: ItemFact | null,
  walked: readonly WalkedItem[],
): ItemPosition[] {
  const gone = state.known.gone(all);
  if (gone.all.length === 0) return [];
  return [...itemsUnder(gone, kind, parent?.id), ...walked.flatMap(({ item }) => fixesOf(gone, item))]
    .filter(({ id }) => state.items.get(id)?.state !== 'skipped')
    .map((item) => ({ item, state: 'gone', reason: '', at: null }));
}

interface WalkedItem {
  item: ItemFact;
  /** A fix beyond what the workflow allows for one item. */
  isTooMany: boolean;
}

/** Fixes of fixes that are looked at, however many a document nests. */
const DEEPEST = 50;

/** Takes an item in behind the fixes that were added for it. */
function takeWithFixes(
  item: ItemFact,
  all: ItemSet,
  bounds: { max: number; depth: number },
  into: WalkedItem[],
  depth = 0,
  isTooMany = false,
): void {
  if (depth <= DEEPEST) {
    for (const [index, fix] of fixesOf(all, item).entries())
      takeWithFixes(fix, all, bounds, into, depth + 1, isTooMany || index >= bounds.max || depth >= bounds.depth);
  }
  into.push({ item, isTooMany });
}

function isOver(item: ItemFact, known: ItemState): boolean {
  return known.done === item.digest || known.state === 'skipped';
}

function sharesFile(one: ItemFact, other: ItemFact): boolean {
  return one.id !== other.id && one.files.some((file) => other.files.includes(file));
}

/** The phase of the items is over when each is done or was skipped by a person. */
function itemsUnmet(placed: PlacedPhase, items: readonly ItemPosition[], item: ItemFact | null): Unmet[] {
  if (placed.inner.length === 0) return [];
  const rest = items.filter(({ state }) => state !== 'done' && state !== 'skipped');
  if (items.length > 0 && rest.length === 0) return [];
  const key = `${placed.path}.items`;
  const base = { key, path: placed.path, subject: '', item: item?.id ?? '', state: 'missing' as const, passed: false };
  const gone = rest.filter(({ state }) => state === 'gone').map((one) => one.item.id);
  if (gone.length > 0) {
    const finding: Finding = { code: 'ITEM_REMOVED', level: 'block', args: { items: gone } };
    return [{ ...base, state: 'failed', actor: 'agent', finding }];
  }
  if (items.length === 0) {
    return [{ ...base, actor: 'agent', finding: { code: 'ITEMS_MISSING', level: 'block', args: {} } }];
  }
  const args = { open: rest.map((one) => one.item.id), total: items.length };
  return [{ ...base, actor: actorOf(rest), finding: { code: 'ITEMS_OPEN', level: 'block', args } }];
}

/** Who can do something about open items: the agent, as long as there is one that it can work on. */
function actorOf(rest: readonly ItemPosition[]): Unmet['actor'] {
  const actors = rest.flatMap(({ state, at }) =>
    (state === 'ready' || state === 'running') && at ? at.unmet.map(({ actor }) => actor) : [],
  );
  return (['agent', 'time', 'outside'] as const).find((actor) => actors.includes(actor)) ?? 'person';
}

/** Folds a position into what is remembered of items: how far each has come, and which are done. */
export function settleItems(state: RunState, position: Position): void {
  for (const { placed, items } of position.walks) {
    for (const { item, at } of items) {
      if (!at) continue;
      const known = itemState(state, item.id);
      known.reached = at.index;
      settleItems(state, at);
      if (at.index === placed.inner.length) {
        known.done = item.digest;
        known.state = 'open';
      }
    }
  }
}
