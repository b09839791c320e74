import type { Finding } from '../finding.js';
import { contentsOf, itemKey } from './checks/index.js';
import type { PlacedPhase } from './compile.js';
import { holds } from './conditions.js';
import { contentAt } from './content.js';
import type { ItemFact, Moment } from './facts.js';
import { judgeCheck, waivedContent } from './judge.js';
import type { Content } from './model.js';
import { isOpen } from './raised.js';
import { itemState, itemsAt, memoryOf, type RunState } from './state.js';
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
  const carried = new Map<number, Unmet[]>();
  const warnings: Unmet[] = [];
  const owed: string[] = [];
  const walks: ItemWalk[] = [];
  for (const placed of phases) {
    if (!holds(placed.phase.when, walking.state)) continue;
    const keeper = (key: string) => keptBy(phases, placed.index, reached, key, walking.state);
    const unmet = [...(carried.get(placed.index) ?? [])];
    for (const check of placed.checks) {
      const judged = judgeCheck(walking.state, check, walking.moment, item, walking.now);
      if (judged.owed) owed.push(check.key);
      for (const one of judged.unmet) {
        if (one.finding.level !== 'block') {
          warnings.push(one);
          continue;
        }
        // What never passed counts at home; what passed before is mended by the last phase that keeps it.
        const at = one.passed ? keeper(check.key) : null;
        if (at === null) unmet.push(one);
        else carried.set(at.index, [...(carried.get(at.index) ?? []), { ...one, path: at.path }]);
      }
    }
    if (placed.inner.length > 0) {
      const items = walkItems(walking, placed, item);
      walks.push({ placed, items });
      unmet.push(...itemsUnmet(placed, items, item));
    }
    unmet.push(...unanswered(walking, placed, item, (key) => checkHome(walking.state, key, phases, reached)));
    const isKept = placed.checks.some(({ key }) => keeper(key) !== null);
    if (unmet.length === 0 && !isKept) unmet.push(...unadvanced(walking, placed, item));
    if (unmet.length > 0) return { index: placed.index, unmet, warnings, owed, walks };
  }
  return { index: phases.length, unmet: [], warnings, owed, walks };
}

/** The reached phase that keeps a check of this walk, where there is one. */
function checkHome(state: RunState, key: string, phases: readonly PlacedPhase[], reached: number): PlacedPhase | null {
  const home = phases.find(({ checks }) => checks.some((check) => check.key === key));
  return home ? keptBy(phases, home.index, reached, key, state) : null;
}

/** The last reached phase that keeps a check. */
function keptBy(phases: readonly PlacedPhase[], home: number, reached: number, key: string, state: RunState) {
  for (let index = Math.min(reached, phases.length - 1); index > home; index -= 1) {
    const placed = phases[index]!;
    if (placed.keeps.has(key) && holds(placed.phase.when, state)) return placed;
  }
  return null;
}

/** Must-fixes that this phase answers and nobody has done anything about: those sent to it, or of checks that it keeps. */
function unanswered(
  { state, moment }: Walking,
  placed: PlacedPhase,
  item: ItemFact | null,
  keeperOf: (check: string) => PlacedPhase | null,
): Unmet[] {
  if (state.raised.length === 0) return [];
  const items = itemsAt(state, moment);
  const key = `${placed.path}.answers`;
  const walkId = item?.id ?? '';
  const mine = state.raised.filter((one) => {
    if (one.item !== walkId) return false;
    const keeper = one.walk === walkId ? keeperOf(one.check) : null;
    return (keeper?.path ?? one.to) === placed.path && isOpen(one, moment, items);
  });
  return mine.map(({ id, title, source }) => {
    const finding: Finding = { code: 'FINDING_OPEN', level: 'block', args: { finding: id, title, source } };
    return {
      key,
      path: placed.path,
      subject: id,
      item: walkId,
      state: 'failed',
      passed: true,
      actor: 'agent',
      finding,
    };
  });
}

/** One more exit check, on the content of the phase's others: somebody says that it goes on. */
function unadvanced({ state, moment, now }: Walking, placed: PlacedPhase, item: ItemFact | null): Unmet[] {
  const { advance = 'auto' } = placed.phase;
  if (advance === 'auto') return [];
  const key = `${placed.path}.advance`;
  const memory = memoryOf(state, key);
  const content = waivedContent(contentAt(advanceContents(placed), moment, item));
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
export function advanceContents({ checks }: PlacedPhase): Content[] {
  const all = checks.flatMap(({ kind, spec }) => contentsOf(kind, spec));
  const contents = all.map((one) => (one === 'tests' ? 'test' : one)).filter((one) => one !== 'nothing');
  return [...new Set(contents)].sort();
}

/** Every item of a phase with where it stands. */
function walkItems(walking: Walking, placed: PlacedPhase, parent: ItemFact | null): ItemPosition[] {
  const { state, moment } = walking;
  const all = itemsAt(state, moment);
  const kind = placed.phase.each!.kind;
  const mine = [...all.values()].filter((one) => one.kind === kind && (one.parent ?? null) === (parent?.id ?? null));
  const walked = mine.flatMap((one) => withFixes(one, all));
  const running = walked.filter((one) => state.items.get(one.id)?.state === 'running');
  const over = new Set(walked.filter((one) => isOver(one, state)).map(({ id }) => id));
  const places = new Map<string, Position>();
  for (const one of walked) {
    const known = state.items.get(one.id);
    if (over.has(one.id) || known?.state === 'blocked' || !isReady(one, walked, over, all)) continue;
    const at = walk(walking, placed.inner, known?.reached ?? 0, one);
    places.set(one.id, at);
    // Whoever waits for this one need not wait for the next event.
    if (at.index === placed.inner.length) over.add(one.id);
  }
  const positions = walked.map((one): ItemPosition => {
    const known = state.items.get(one.id);
    const reason = known?.reason ?? '';
    const at = places.get(one.id) ?? null;
    if (known?.state === 'skipped' || known?.state === 'blocked') return { item: one, state: known.state, reason, at };
    if (over.has(one.id)) return { item: one, state: 'done', reason, at };
    if (at === null) return { item: one, state: 'waiting', reason, at };
    if (known?.state === 'running') return { item: one, state: 'running', reason, at };
    return { item: one, state: running.some((other) => sharesFile(one, other)) ? 'waiting' : 'ready', reason, at };
  });
  const gone = [...state.known.values()].filter(
    (one) => one.kind === kind && (one.parent ?? null) === (parent?.id ?? null) && !all.has(one.id),
  );
  return [...positions, ...gone.filter((one) => state.items.get(one.id)?.state !== 'skipped').map(goneOne)];
}

const goneOne = (item: ItemFact): ItemPosition => ({ item, state: 'gone', reason: '', at: null });

/** An item behind the fixes that were added for it. */
function withFixes(item: ItemFact, all: ReadonlyMap<string, ItemFact>): ItemFact[] {
  const fixes = [...all.values()].filter(({ kind, parent }) => kind === 'fix' && parent === item.id);
  return [...fixes.flatMap((fix) => withFixes(fix, all)), item];
}

/** Dependencies and fix children are done. A dependency that nobody knows is never done. */
function isReady(
  item: ItemFact,
  walked: readonly ItemFact[],
  over: ReadonlySet<string>,
  all: ReadonlyMap<string, ItemFact>,
): boolean {
  const fixes = walked.filter(({ kind, parent }) => kind === 'fix' && parent === item.id);
  return item.after.every((id) => over.has(id) && all.has(id)) && fixes.every(({ id }) => over.has(id));
}

function isOver({ id, digest }: ItemFact, state: RunState): boolean {
  const known = state.items.get(id);
  return known !== undefined && (known.done === digest || known.state === 'skipped');
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
