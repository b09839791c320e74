import { getOrMake } from '../get-or-make.js';
import { type PlacedCheck, type PlacedPhase, type Walk, walkOf } from './compile.js';
import type { Failure, FlowEvent, ItemFact, Moment } from './facts.js';
import { type ItemSet, KnownItems } from './items.js';
import { Leases } from './leases.js';
import { Marks } from './marks.js';
import { type CheckMemory, newMemory } from './memory.js';
import type { Dials, Workflow } from './model.js';
import { Places } from './places.js';
import { Raised, type RaisedRecord } from './raised.js';

/** What the fold knows of one item. */
export interface ItemState {
  /** How far its walk has come; inner phases behind it are reached. */
  reached: number;
  /** The text with which it was done. */
  done: string | null;
  state: 'open' | 'running' | 'blocked' | 'skipped';
  /** The event with which it was begun; where it is running. */
  begun: number;
  reason: string;
  /** What broke down last, in a row, without saying anything of the work. */
  trouble: { failure: Failure; times: number } | null;
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

/** Something that was let through and has to be named wherever the work is shown. */
export interface Debt {
  check: string;
  item: string;
  /** A loop that was over, or a person's decision or waiver, or an item that a person skipped. */
  why: 'loop' | 'decision' | 'waiver' | 'skipped';
  reason: string;
  n: number;
}

/** Tells what is owed: a check, of an item where it is asked of one, or an item that was left out. */
export const debtName = ({ check, item }: Pick<Debt, 'check' | 'item'>): string =>
  [check, item].filter((one) => one !== '').join(' of ');

/** The state of a run: what its events say, folded; changed in place by `fold` alone. */
export interface RunState {
  walk: Walk;
  dials: Record<string, string>;
  memories: Map<string, CheckMemory>;
  raised: Raised;
  /** Findings that were closed, for the record. */
  closed: number;
  /** Options chosen by question. */
  chosen: Map<string, string>;
  items: Map<string, ItemState>;
  known: KnownItems;
  leases: Leases;
  /** The last moment of the run's own work tree. */
  home: Moment | null;
  marks: Marks;
  /** Places where items are walked, with the items that have to be walked again. */
  places: Places;
  /** How far the run has come; the number of phases when all are done. */
  reached: number;
  /** The furthest it ever came: what was said of a phase before that was said of no work that it is about. */
  furthest: number;
  /** Contents on which tests failed since the position was entered or they passed. */
  failed: Set<string>;
  /** The position as one word, for overrides. */
  position: string;
  paused: string | null;
  /** Taken at the end of the event that says so. */
  ending: { how: string; reason: string } | null;
  ended: { how: string; reason: string } | null;
  overrides: ActiveOverride[];
  /** How many there were, and their reasons. */
  overridden: string[];
  debts: Debt[];
  last: FlowEvent | null;
}

/** A run of which no event is known yet, with the defaults of the workflow for dials that are not given. */
export function newState(workflow: Workflow, dials: Dials): RunState {
  const walk = walkOf(workflow);
  const defaults = Object.entries(workflow.dials).map(([name, dial]) => [name, dial.default] as const);
  return {
    walk,
    dials: { ...Object.fromEntries(defaults), ...dials },
    memories: new Map(),
    raised: new Raised(),
    closed: 0,
    chosen: new Map(),
    items: new Map(),
    known: new KnownItems(),
    leases: new Leases(),
    home: null,
    marks: new Marks(),
    places: new Places(),
    reached: 0,
    furthest: 0,
    failed: new Set(),
    position: '',
    paused: null,
    ending: null,
    ended: null,
    overrides: [],
    overridden: [],
    debts: [],
    last: null,
  };
}

/** The memory of one check, or of what a phase asks for by itself. */
export function memoryOf(state: RunState, key: string): CheckMemory {
  return getOrMake(state.memories, key, newMemory);
}

/** Tells what is known of an item by its id; one that was never named is open. */
export function itemState(state: RunState, id: string): ItemState {
  return getOrMake(state.items, id, () => ({
    reached: 0,
    done: null,
    state: 'open',
    begun: 0,
    reason: '',
    trouble: null,
  }));
}

/** The check of a key, where the workflow has it. */
export function checkOf(walk: Walk, key: string): PlacedCheck | undefined {
  return walk.byKey.get(key);
}

/** An item that is named is no longer done, nor is what it is part of. */
export function unDo(state: RunState, item: ItemFact, { byId }: ItemSet): void {
  const named = new Set<ItemFact>();
  let one: ItemFact | undefined = item;
  while (one && !named.has(one)) {
    named.add(one);
    itemState(state, one.id).done = null;
    state.places.touch(one.id);
    one = one.parent === undefined ? undefined : byId.get(one.parent);
  }
}

/** An item that was done with its present text, or that a person left out. */
export function isOver({ items }: RunState, item: ItemFact | undefined): boolean {
  const known = item && items.get(item.id);
  return known !== undefined && (known.done === item!.digest || known.state === 'skipped');
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
export function touchWithin({ places }: RunState, item: ItemFact, all: ItemSet): void {
  const seen = new Set<ItemFact>();
  for (const next = [item]; next.length > 0; ) {
    const one = next.pop()!;
    if (seen.has(one)) continue;
    seen.add(one);
    places.touch(one.id);
    next.push(...all.partsOf(one.id));
  }
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
export function touchRaised({ places }: RunState, { item, walk }: RaisedRecord): void {
  places.touch(item);
  places.touch(walk);
}

/** Closes a must-fix for good, and has the items that waited for it walked again. */
export function closeRaised(state: RunState, record: RaisedRecord): void {
  state.raised.close(record);
  state.closed += 1;
  touchRaised(state, record);
}
