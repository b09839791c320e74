import { getOrMake } from '../get-or-make.js';
import type { Await } from './awaits.js';
import { type CompiledWorkflow, compiledOf, type PlacedCheck, type PlacedPhase } from './compile.js';
import { knownDials } from './conditions.js';
import type { BlockSeverity, Failure, FlowEvent, ItemFact, Moment, OpenQuestion } from './facts.js';
import { ItemCache } from './item-cache.js';
import { type ItemSet, KnownItems, rootOf } from './items.js';
import { Leases } from './leases.js';
import { Marks } from './marks.js';
import { type CheckMemory, newMemory } from './memory.js';
import type { Dials, Workflow } from './model.js';
import { Raised, type RaisedRecord } from './raised.js';

/** `ItemProgress` tells how far an item has come in one phase that walks it. */
export interface ItemProgress {
  /** How far its walk has come; inner phases behind it are reached. */
  reached: number;
  /** The text with which it was done. */
  done: string | null;
  /** The text with which work on it was begun: it was begun by name, or one of its checks was told something of it. */
  begun: string | null;
  /** What it was done with and did not hold: checks whose loop was over, and those that only warn. */
  left: Left;
}

/** `Left` tells what an item is done with though it does not hold: keys of checks. */
export interface Left {
  owed: readonly string[];
  warned: readonly string[];
}

const NOTHING_LEFT: Left = { owed: [], warned: [] };

/** An item state tells what the fold knows of one item. */
export interface ItemState {
  state: 'open' | 'running' | 'blocked' | 'skipped';
  /** The event with which it was begun; where it is running. */
  begun: number;
  /** Its content when it was begun; null where that cannot be told. */
  begunOn: string | null;
  reason: string;
  /** How much it holds up that it is blocked, where somebody has said so. */
  severity: BlockSeverity | null;
  /** What broke down last, in a row, without saying anything of the work. */
  trouble: { failure: Failure; times: number } | null;
  /** Its progress by the path of the phase that walks it: an item that two phases walk is done in each by itself. */
  at: Map<string, ItemProgress>;
}

/** A relaxation of guards that a person gave; it ends with its position. */
export interface ActiveOverride {
  id: string;
  scope: string;
  reason: string;
  person: string;
  /** Calls that are left. */
  left: number;
  /** Epoch milliseconds. */
  expires: number;
  /** The position that it was given in. */
  position: string;
}

/** A debt was let through and has to be named wherever the work is shown. */
export interface Debt {
  check: string;
  item: string;
  /**
   * A loop that was over, a person's decision or waiver, an item that a person skipped, one that is asked for no tests,
   * concerns with which somebody ended the work, or what is taken to be so in place of a person's answer.
   */
  why: 'loop' | 'decision' | 'waiver' | 'skipped' | 'tests-off' | 'concerns' | 'assumed';
  reason: string;
  n: number;
}

/** A debt that somebody's concerns leave, with the content that they were said of. */
export interface Concern {
  content: string | null;
  debt: Debt;
}

/** Tells what is owed: a check, of an item where it is asked of one, or an item that was left out. */
export const debtName = ({ check, item }: Pick<Debt, 'check' | 'item'>): string =>
  [check, item].filter((one) => one !== '').join(' of ');

/** The state of a run: what its events say, folded; changed in place by `fold` alone. */
export interface RunState {
  compiled: CompiledWorkflow;
  /** The values of dials as the run pins them. */
  pinned: Record<string, string>;
  /** The same without values that the workflow does not have (any more): what is not known leaves nothing out. */
  dials: Record<string, string>;
  memories: Map<string, CheckMemory>;
  raised: Raised;
  /** Options chosen by question. */
  chosen: Map<string, string>;
  /** The same of one item, by its id. */
  chosenFor: Map<string, Map<string, string>>;
  items: Map<string, ItemState>;
  known: KnownItems;
  /** Ids of items that failures which name nobody have made, by check and walk. */
  made: Map<string, string>;
  leases: Leases;
  /** The last moment of the run's own work tree. */
  home: Moment | null;
  marks: Marks;
  /** Which items have to be walked again. */
  cache: ItemCache;
  /** How far the run has come; the number of phases when all are done. */
  reached: number;
  /** The furthest it ever came: what was said of a phase before that was said of no work that it is about. */
  furthest: number;
  /** The moment at which the run was last settled. */
  settledAt: Moment | null;
  /** Something was said that time ends. */
  ends: boolean;
  /** Contents on which tests failed since the position was entered or they passed. */
  failed: Set<string>;
  /** The position as one word, for overrides. */
  position: string;
  paused: string | null;
  /** Who has paused it, where that is known. */
  pausedBy: string | null;
  /** What is waited for, by id. */
  awaits: Map<string, Await>;
  /** Taken at the end of the event that says so. */
  ending: { how: string; reason: string } | null;
  ended: { how: string; reason: string } | null;
  /** Items that were proposed and that nobody has taken, by the name of the proposal. */
  proposals: Map<string, readonly ItemFact[]>;
  overrides: ActiveOverride[];
  /** How many there were, and their reasons. */
  overridden: string[];
  debts: Debt[];
  /** Questions that a person has not answered yet, by id. */
  questions: Map<string, OpenQuestion>;
  /** Concerns with which work was submitted; they last until it is submitted without any on other content. */
  concerns: Concern[];
  last: FlowEvent | null;
}

/** Returns a run of which no event is known yet, with the defaults of the workflow for dials that are not given. */
export function newState(workflow: Workflow, dials: Dials): RunState {
  const compiled = compiledOf(workflow);
  const defaults = Object.entries(workflow.dials).map(([name, dial]) => [name, dial.default] as const);
  const pinned = { ...Object.fromEntries(defaults), ...dials };
  return {
    compiled,
    pinned,
    dials: knownDials(workflow, pinned),
    memories: new Map(),
    raised: new Raised(),
    chosen: new Map(),
    chosenFor: new Map(),
    items: new Map(),
    known: new KnownItems(),
    made: new Map(),
    leases: new Leases(),
    home: null,
    marks: new Marks(),
    cache: new ItemCache(),
    reached: 0,
    furthest: 0,
    settledAt: null,
    ends: false,
    failed: new Set(),
    position: '',
    paused: null,
    pausedBy: null,
    awaits: new Map(),
    ending: null,
    ended: null,
    proposals: new Map(),
    overrides: [],
    overridden: [],
    debts: [],
    questions: new Map(),
    concerns: [],
    last: null,
  };
}

/** Returns the memory of one check, or of what a phase asks for by itself. */
export function memoryOf(state: RunState, key: string): CheckMemory {
  return getOrMake(state.memories, key, () => newMemory(state.compiled.byKey.get(key)?.kind.remembers?.()));
}

/** Tells what is known of an item by its id; one that was never named is open. */
export function itemState(state: RunState, id: string): ItemState {
  return getOrMake(state.items, id, () => ({
    state: 'open',
    begun: 0,
    begunOn: null,
    reason: '',
    severity: null,
    trouble: null,
    at: new Map<string, ItemProgress>(),
  }));
}

/** Returns the progress of an item in a phase that walks it, to be changed. */
export function progressOf(state: RunState, id: string, { path }: PlacedPhase): ItemProgress {
  return getOrMake(itemState(state, id).at, path, newProgress);
}

const newProgress = (): ItemProgress => ({ reached: 0, done: null, begun: null, left: NOTHING_LEFT });

/** Tells how far an item has come in a phase that walks it, where anything is known of that. */
export function progressAt({ items }: RunState, id: string, { path }: PlacedPhase): ItemProgress | undefined {
  return items.get(id)?.at.get(path);
}

/** The check of a key, where the workflow has it. */
export function checkOf(compiled: CompiledWorkflow, key: string): PlacedCheck | undefined {
  return compiled.byKey.get(key);
}

/** Makes an item that is named no longer done, nor what the item is part of. */
export function unDo(state: RunState, item: ItemFact, { byId }: ItemSet): void {
  const named = new Set<ItemFact>();
  let one: ItemFact | undefined = item;
  while (one && !named.has(one)) {
    named.add(one);
    for (const progress of itemState(state, one.id).at.values()) progress.done = null;
    state.cache.touch(one.id);
    one = one.parent === undefined ? undefined : byId.get(one.parent);
  }
}

/** An item that was done with its present text in a phase that walks it, or that a person left out. */
export function isOver({ items }: RunState, item: ItemFact | undefined, { path }: PlacedPhase): boolean {
  const known = item && items.get(item.id);
  return known !== undefined && (known.at.get(path)?.done === item!.digest || known.state === 'skipped');
}

/**
 * Tells whether work on the present text of an item was begun in a phase that walks it: nothing else is ever done
 * there.
 */
export function isBegun(state: RunState, item: ItemFact, placed: PlacedPhase): boolean {
  return progressAt(state, item.id, placed)?.begun === item.digest;
}

/** Notes that work on an item was begun in a phase that walks it, and so on what the item is part of. */
export function begin(state: RunState, item: ItemFact, placed: PlacedPhase, all: ItemSet): void {
  const progress = progressOf(state, item.id, placed);
  if (progress.begun === item.digest) return;
  progress.begun = item.digest;
  state.cache.touch(item.id);
  const { parent } = rootOf(item, all);
  const whole = parent === undefined || placed.outer === null ? undefined : all.byId.get(parent);
  if (whole) begin(state, whole, placed.outer!, all);
}

/** Nobody works on an item any longer that is done wherever work on it was begun. */
export function endWork(state: RunState, item: ItemFact, all: ItemSet): void {
  const { id, digest } = item;
  const known = itemState(state, id);
  const isOpen = [...known.at.values()].some(({ begun, done }) => begun === digest && done !== digest);
  if (known.state === 'running' && isOpen) return;
  known.state = 'open';
  release(state, item, all);
}

/** Nobody works on an item any longer: its files and its place are free while a person tries it. */
export function leaveToPerson(state: RunState, item: ItemFact, all: ItemSet): void {
  itemState(state, item.id).state = 'open';
  release(state, item, all);
}

/** Tells whether an item is worked on: it was begun, and its lease holds where it was begun under one. */
export function isRunning({ items, leases }: RunState, id: string, now: number): boolean {
  return items.get(id)?.state === 'running' && (!leases.has(id) || leases.heldAt(id, now) !== null);
}

/** Nobody works on an item any longer: what is known of its own work tree counts no more. */
export function release(state: RunState, item: ItemFact, all: ItemSet): void {
  if (!state.leases.has(item.id)) return;
  state.leases.release(item.id);
  touchWithin(state, item, all);
}

/** Has an item walked again with its parts and fixes. */
export function touchWithin({ cache }: RunState, item: ItemFact, all: ItemSet): void {
  const seen = new Set<ItemFact>();
  for (const next = [item]; next.length > 0; ) {
    const one = next.pop()!;
    if (seen.has(one)) continue;
    seen.add(one);
    cache.touch(one.id);
    next.push(...all.partsOf(one.id));
  }
}

/** Tells whether the run has come to the phase of a check, or to the phase around the items that it is asked of. */
export function hasReached({ reached }: RunState, { topIndex }: PlacedCheck): boolean {
  return reached >= topIndex;
}

/** Marks the items of a place. @returns ids of those that have a mark that they did not have before */
export function marked(
  { marks, items }: RunState,
  placed: PlacedPhase,
  parent: ItemFact | null,
  all: ItemSet,
): readonly string[] {
  return marks.give(placed, parent, all, ({ id }) => items.get(id)?.state === 'skipped');
}

/** A must-fix is another one, for the item that answers it and for the one whose judge waits for it. */
export function touchRaised({ cache }: RunState, { answeredBy, askedOf }: RaisedRecord): void {
  cache.touch(answeredBy);
  cache.touch(askedOf);
}

/** Closes a must-fix for good, and has the items that waited for it walked again. */
export function closeRaised(state: RunState, record: RaisedRecord): void {
  state.raised.close(record);
  touchRaised(state, record);
}
