import type { CompiledWorkflow, PlacedCheck, PlacedPhase } from './compile.js';
import type { ItemFact } from './facts.js';
import { type ItemSet, rootOf, spenderOf } from './items.js';
import type { Loop } from './model.js';
import { memoryOf, type RunState } from './state.js';
import type { Unmet } from './unmet.js';

/** A budget of attempts over all checks of a run, of a phase, or of an item. */
export interface Budget extends Loop {
  /** `attempts` for the run; `phase.attempts` for a phase, and for an item that the phase walks. */
  key: string;
  /** The item of which it is one; '' for the run. */
  askedOf: string;
}

/** The budgets that a phase, walked for an item or for the run, lies in: outermost first. */
export function budgetsOf(
  { workflow }: Pick<CompiledWorkflow, 'workflow'>,
  placed: PlacedPhase,
  item: ItemFact | null,
  all: ItemSet,
): readonly Budget[] {
  const found: Budget[] = [];
  let walked = item;
  for (let one: PlacedPhase | null = placed; one !== null; one = one.outer) {
    const key = `${one.path}.attempts`;
    if (one !== placed) {
      const { attempts } = one.phase.each!;
      if (attempts && walked) found.push({ ...attempts, key, askedOf: spenderOf(walked, all).id });
      const { parent }: Pick<ItemFact, 'parent'> = walked ? rootOf(walked, all) : {};
      walked = parent === undefined || one.outer === null ? null : (all.byId.get(parent) ?? null);
    }
    if (one.phase.attempts)
      found.push({ ...one.phase.attempts, key, askedOf: walked ? spenderOf(walked, all).id : '' });
  }
  if (workflow.attempts) found.push({ ...workflow.attempts, key: 'attempts', askedOf: '' });
  return found.reverse();
}

/** Tells whether a workflow bounds attempts over several checks at all. */
export function hasBudgets({ budgets }: CompiledWorkflow): boolean {
  return budgets.length > 0;
}

/**
 * Counts a failed attempt in each budget that a phase lies in.
 * @param n of the event that says so: a run that several checks ask for is one attempt
 */
export function spendTry(state: RunState, placed: PlacedPhase, item: ItemFact | null, all: ItemSet, n: number): void {
  if (!hasBudgets(state.compiled)) return;
  for (const budget of budgetsOf(state.compiled, placed, item, all)) spend(state, budget, String(n));
}

/** Counts a failed attempt in one budget. */
function spend(state: RunState, { key, askedOf, max }: Budget, event: string): void {
  const { loops } = memoryOf(state, key);
  const before = loops.get(askedOf);
  if (before?.last === event) return;
  const blocks = (before?.blocks ?? 0) + 1;
  loops.set(askedOf, { blocks, last: event });
  // From here on it says something else of everything that lies in it.
  if (blocks === max) state.cache.touchAll();
}

/** `Bounded` tells what is left in the way of a phase, and what its budgets let through. */
export interface Bounded {
  unmet: Unmet[];
  owed: readonly string[];
}

/**
 * Holds what is in the way of a phase against the budgets that it lies in. What was found is answered all the same; what was
 * never asked is not let through.
 */
export function bounded(
  state: RunState,
  placed: PlacedPhase,
  unmet: Unmet[],
  item: ItemFact | null,
  all: ItemSet,
): Bounded {
  if (!hasBudgets(state.compiled)) return { unmet, owed: NONE };
  const over = budgetsOf(state.compiled, placed, item, all).find(
    ({ key, askedOf, max }) => (state.memories.get(key)?.loops.get(askedOf)?.blocks ?? 0) >= max,
  );
  if (!over) return { unmet, owed: NONE };
  const askedOf = item?.id ?? '';
  const isAsked = ({ key }: Unmet) => state.compiled.byKey.has(key);
  if (over.onExhausted === 'proceed') {
    const isLetThrough = (one: Unmet) => isAsked(one) && hasBlocked(state, one.key, askedOf);
    const owed = [...new Set(unmet.filter(isLetThrough).map(({ key }) => key))];
    return { unmet: unmet.filter((one) => !isLetThrough(one)), owed };
  }
  const stopped = unmet.filter(isAsked);
  return stopped.length === 0
    ? { unmet, owed: NONE }
    : { unmet: [...unmet.filter((one) => !isAsked(one)), exhausted(state, over, stopped)], owed: NONE };
}

const NONE: readonly string[] = [];

const hasBlocked = (state: RunState, key: string, askedOf: string) =>
  (state.memories.get(key)?.loops.get(askedOf)?.blocks ?? 0) > 0;

function exhausted(state: RunState, { key, askedOf, onExhausted }: Budget, stopped: readonly Unmet[]): Unmet {
  const [first] = stopped;
  const { blocks } = state.memories.get(key)!.loops.get(askedOf)!;
  const of = askedOf === '' ? {} : { item: askedOf };
  const behind = [...new Set(stopped.map((one) => one.finding.code))];
  const args = {
    check: key,
    state: first!.state,
    ...of,
    blocks,
    onExhausted,
    behind: behind[0]!,
    checks: keysOf(stopped),
  };
  const finding = { code: 'LOOP_EXHAUSTED', level: 'block', args } as const;
  return { ...first!, key, subject: '', actor: 'person', finding };
}

const keysOf = (all: readonly Unmet[]) => [...new Set(all.map(({ key }) => key))];

/** The checks that count in a budget, with the items for which they have blocked there. */
export function blockedIn(
  state: RunState,
  key: string,
  askedOf: string,
  all: ItemSet,
): [PlacedCheck, ItemFact | null][] {
  return state.compiled.checks.flatMap((check) => {
    const spenders = [...(state.memories.get(check.key)?.loops.keys() ?? [])];
    return spenders.flatMap((id): [PlacedCheck, ItemFact | null][] => {
      const item = id === '' ? null : (all.byId.get(id) ?? null);
      if (id !== '' && item === null) return [];
      const isIn = budgetsOf(state.compiled, check.home, item, all).some(
        (one) => one.key === key && one.askedOf === askedOf,
      );
      return isIn ? [[check, item]] : [];
    });
  });
}
