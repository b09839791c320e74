import type { Finding } from '../finding.js';
import { getOrMake } from '../get-or-make.js';
import { bounded } from './attempts.js';
import { contentsOf, itemKey } from './checks/index.js';
import type { PlacedCheck, PlacedPhase } from './compile.js';
import { holds } from './conditions.js';
import { contentAt } from './content.js';
import type { ItemFact, Moment } from './facts.js';
import { itemsAt } from './items.js';
import { judgeCheck, ofItem } from './judge.js';
import { seeTime } from './look.js';
import { aboutAt } from './marks.js';
import type { Content } from './model.js';
import { isOpen, type RaisedRecord } from './raised.js';
import { checkOf, type Left, memoryOf, progressAt, type RunState } from './state.js';
import { ITEMS_OPEN, NONE_OPEN, type Unmet } from './unmet.js';

/** A position tells where one walk stands: the run's, or an item's. */
export interface Position {
  /** Place of the first phase with an unmet check; the number of phases when there is none. */
  index: number;
  /** What is in the way there. */
  unmet: Unmet[];
  /** Unmet checks that only warn, met so far on the way. */
  warnings: Unmet[];
  /** Checks whose loop was over and that let the work go on. */
  owed: string[];
  /** The items of the phases up to here that process items, phase by phase. */
  byPhase: PhaseItems[];
}

/** Tells what an item is left with that is done so. */
export function leftBy({ owed, warnings }: Position): Left {
  return { owed, warned: [...new Set(warnings.map(({ key }) => key))] };
}

export interface PhaseItems {
  placed: PlacedPhase;
  items: ItemPosition[];
}

export interface ItemPosition {
  item: ItemFact;
  /** `ready`: it can be worked on; `waiting`: for items before it, or for one that shares a file. */
  state: 'done' | 'ready' | 'running' | 'waiting' | 'blocked' | 'skipped' | 'gone' | 'dropped';
  /** Why it is blocked or skipped. */
  reason: string;
  at: Position | null;
  /** What it is done with though it does not hold; null where it is not done. */
  left: Left | null;
}

export interface Placing {
  state: RunState;
  moment: Moment;
  now: number;
  /** Whether anybody reads what is in the way. */
  isTold: boolean;
  /** Whether it is the moment of an event: what holds then is remembered. */
  isEvent: boolean;
  /** How the items of a phase are walked: all of them, to tell of each, or those that may have moved. */
  items(placing: Placing, placed: PlacedPhase, parent: ItemFact | null): PlacedItems;
  /** The moment as the walk of one item sees it, where somebody notes what it looks at. */
  lookFor?(id: string): Moment;
}

export interface PlacedItems {
  /** What there is to tell of each. */
  items: ItemPosition[];
  unmet: readonly Unmet[];
}

/** Walks the run, or one item, to the first phase with an unmet check. */
export function findPosition(
  placing: Placing,
  phases: readonly PlacedPhase[],
  reached: number,
  item: ItemFact | null,
): Position {
  const { state, moment, now, isTold, isEvent } = placing;
  const about = aboutAt(state, moment, item);
  const isAsked = ({ phase }: PlacedPhase) => holds(phase.when, state, about);
  const keeperOf = ({ key, siblingIndex }: PlacedCheck) => keptBy(phases, siblingIndex, reached, key, isAsked);
  const answers = unanswered(placing, phases, item, keeperOf);
  const carried = new Map<number, Unmet[]>();
  const warnings: Unmet[] = [];
  const owed: string[] = [];
  const byPhase: PhaseItems[] = [];
  for (const placed of phases) {
    if (!isAsked(placed)) continue;
    // What was found is answered before its judge is asked again.
    const unmet = (answers.get(placed.path) ?? NONE).concat(carried.get(placed.siblingIndex) ?? NONE);
    for (const check of placed.checks) {
      const judged = judgeCheck(state, check, moment, item, now, isTold, isEvent);
      if (judged.owed) owed.push(check.key);
      for (const one of judged.unmet) {
        if (one.finding.level !== 'block') {
          warnings.push(one);
          continue;
        }
        // What never passed counts at home; what passed before is mended by the last phase that keeps it.
        const at = one.passed ? keeperOf(check) : null;
        if (at === null) unmet.push(one);
        else getOrMake(carried, at.siblingIndex, () => []).push({ ...one, path: at.path });
      }
    }
    if (placed.inner.length > 0) {
      const walked = placing.items(placing, placed, item);
      byPhase.push({ placed, items: walked.items });
      unmet.push(...walked.unmet);
    }
    const isAdvanced = placed.phase.advance !== undefined && unmet.length === 0;
    if (isAdvanced && placed.checks.every((check) => keeperOf(check) === null))
      unmet.push(...unadvanced(placing, placed, item));
    const { unmet: left, owed: more } =
      unmet.length === 0 ? { unmet, owed: [] } : boundedIn(placing, placed, unmet, item);
    owed.push(...more);
    if (left.length > 0) return { index: placed.siblingIndex, unmet: writtenFirst(left), warnings, owed, byPhase };
  }
  return { index: phases.length, unmet: [], warnings, owed, byPhase };
}

const NONE: readonly Unmet[] = [];

const boundedIn = ({ state, moment }: Placing, placed: PlacedPhase, unmet: Unmet[], item: ItemFact | null) =>
  bounded(state, placed, unmet, item, itemsAt(state, moment));

/**
 * Nobody can review or approve what is not there: as long as nothing else asks for the document, or for the files of the item,
 * this does.
 */
function writtenFirst(unmet: Unmet[]): Unmet[] {
  const nameOf = ({ code, args }: Finding) => `${code} ${args.document ?? args.item}`;
  const asked = new Set(unmet.map(({ finding }) => nameOf(finding)));
  return unmet.map((one) => {
    if (one.awaits === undefined || asked.has(nameOf(one.awaits))) return one;
    asked.add(nameOf(one.awaits));
    return { ...one, actor: 'agent', finding: one.awaits };
  });
}

/** Returns the last reached phase that keeps a check. */
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
  { state, moment }: Placing,
  phases: readonly PlacedPhase[],
  item: ItemFact | null,
  keeperOf: (check: PlacedCheck) => PlacedPhase | null,
): ReadonlyMap<string, Unmet[]> {
  const walkId = item?.id ?? '';
  const raised = state.raised.of(walkId);
  if (raised.size === 0) return UNASKED;
  const answers = new Map<string, Unmet[]>();
  const items = itemsAt(state, moment);
  for (const one of raised) {
    if (!isOpen(one, moment, items)) continue;
    const check = checkOf(state.compiled, one.check);
    if (!holds(check?.spec.when, state, aboutAt(state, moment, item))) continue;
    const isOurs = check !== undefined && one.askedOf === walkId && phases[check.siblingIndex]?.path === check.path;
    const path = (isOurs ? keeperOf(check)?.path : undefined) ?? one.to;
    getOrMake(answers, path, () => []).push(answerTo(one, path));
  }
  return answers;
}

const UNASKED: ReadonlyMap<string, Unmet[]> = new Map();

function answerTo({ id, title, source, on, answeredBy: item }: RaisedRecord, path: string): Unmet {
  const args = { finding: id, title, source, change: on.flat() };
  const finding: Finding = { code: 'FINDING_OPEN', level: 'block', args };
  const key = `${path}.answers`;
  return { key, path, subject: id, item, state: 'failed', passed: true, actor: 'agent', finding };
}

/** Judges the word of somebody that the phase goes on: one more exit check, on the content of the phase's others. */
function unadvanced({ state, moment, now }: Placing, placed: PlacedPhase, item: ItemFact | null): Unmet[] {
  const { advance = 'auto' } = placed.phase;
  if (advance === 'auto') return [];
  const key = `${placed.path}.advance`;
  const memory = memoryOf(state, key);
  const content = contentAt(advanceContents(placed, item), moment, item);
  const subject = item ? itemKey(item) : '';
  const waiver = memory.waivers.get(subject);
  if (waiver) seeTime(moment);
  if (waiver && waiver.expires > now && waiver.content === content) return [];
  const proofs = memory.proofs.get(subject);
  if (proofs?.newest.get(content)?.pass) return [];
  const found = proofs ? 'lapsed' : 'missing';
  const finding: Finding = {
    code: 'ADVANCE_MISSING',
    level: 'block',
    args: { check: key, state: found, ...ofItem(item), by: advance },
  };
  const actor = advance === 'person' ? 'person' : 'agent';
  return [{ key, path: placed.path, subject: '', item: item?.id ?? '', state: found, passed: false, actor, finding }];
}

/** Tells whether nothing is in the way of a phase but the word that it goes on. */
export function isReadyToAdvance(
  state: RunState,
  placed: PlacedPhase,
  item: ItemFact | null,
  moment: Moment,
  now: number,
): boolean {
  const all = itemsAt(state, moment);
  const phases = placed.outer?.inner ?? state.compiled.phases;
  const reached = placed.outer ? item && progressAt(state, item.id, placed.outer)?.reached : state.reached;
  if (reached == null) return false;
  // Of items the last word is taken: they were walked at this moment.
  const items = (_walking: Placing, inner: PlacedPhase, parent: ItemFact | null): PlacedItems => {
    const { members, open, touched } = state.cache.at(inner, parent, all);
    return { items: [], unmet: members.size === 0 || open.size + touched.size > 0 ? ITEMS_OPEN : NONE_OPEN };
  };
  const placing = { state, moment, now, isTold: false, isEvent: false, items };
  const { index, unmet } = findPosition(placing, phases, reached, item);
  return (
    index > placed.siblingIndex ||
    (index === placed.siblingIndex && unmet.every(({ key }) => key === `${placed.path}.advance`))
  );
}

/** Tells what an advance is about: the contents of the phase's checks. */
export function advanceContents({ checks }: PlacedPhase, item: ItemFact | null): Content[] {
  const all = checks.flatMap(({ kind, spec }) => contentsOf(kind, spec, item));
  const contents = all.map((one) => (one === 'tests' ? 'test' : one)).filter((one) => one !== 'nothing');
  return [...new Set(contents)].sort();
}
