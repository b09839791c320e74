import type { ItemFact, Lease } from '../workflow/facts.js';
import { sharesFile } from '../workflow/item-files.js';
import type { ItemStatus } from '../workflow/status.js';
import { everyItem } from './every-item.js';

/** A hindrance tells why an item cannot begin now. */
export type Hindrance =
  /** Items, or fixes of it, that have to be done before; `blockedBy`: those further on that nobody can work on. */
  | { why: 'after'; items: readonly string[]; blockedBy?: readonly string[] }
  /** Begun items that share a file. */
  | { why: 'files'; items: readonly string[] }
  /** The workflow allows no more at once. */
  | { why: 'at-once'; items: readonly string[] }
  /** It is worked on with what it is a part or a fix of, in the work tree of that. */
  | { why: 'elsewhere'; items: readonly string[] }
  /** Somebody works on it. */
  | { why: 'running'; items: readonly []; lease?: Lease }
  /** A word, a loop that is over, or too many fixes. */
  | { why: 'blocked'; items: readonly []; reason: string }
  /** Its parts are worked on. */
  | { why: 'parts'; items: readonly string[] }
  | { why: 'over'; items: readonly []; state: 'done' | 'skipped' | 'gone' | 'dropped' };

/** An item, and what keeps it from being begun; null where it can begin now. */
export interface Start {
  id: string;
  title: string;
  state: ItemStatus['state'];
  hindrance: Hindrance | null;
}

/** Says of every item of a phase, parts included, whether it can begin now, and if not, why. */
export function startsOf(items: readonly ItemStatus[], known: readonly ItemFact[]): Start[] {
  const all = everyItem(items);
  const facts = new Map(known.map((one) => [one.id, one]));
  const hindrances = new Map(all.map((one) => [one.id, hindranceOf(one, all, facts)]));
  const byId = new Map(all.map((one) => [one.id, one]));
  return all.map(({ id, title, state }) => {
    const hindrance = hindrances.get(id)!;
    if (hindrance?.why !== 'after') return { id, title, state, hindrance };
    const blockedBy = blockersOf(hindrance.items, byId, hindrances);
    return { id, title, state, hindrance: blockedBy.length === 0 ? hindrance : { ...hindrance, blockedBy } };
  });
}

/** Returns the items at the ends of what one waits for, however far, that nobody can work on as things stand. */
function blockersOf(
  items: readonly string[],
  byId: ReadonlyMap<string, ItemStatus>,
  hindrances: ReadonlyMap<string, Hindrance | null>,
): string[] {
  const seen = new Set(items);
  for (const id of seen) {
    const hindrance = hindrances.get(id);
    if (hindrance?.why === 'after' || hindrance?.why === 'parts') for (const one of hindrance.items) seen.add(one);
  }
  return [...seen].filter((id) => isStuck(byId.get(id)));
}

/** Returns true for an item that only a person can bring on. */
function isStuck(one: ItemStatus | undefined): boolean {
  if (one === undefined) return false;
  const { state, open = [], items = [] } = one;
  if (state === 'blocked' || state === 'gone' || state === 'dropped') return true;
  if (state !== 'ready' && state !== 'running') return false;
  return items.length === 0 && open.length > 0 && open.every(({ actor }) => actor === 'person');
}

function hindranceOf(
  one: ItemStatus,
  all: readonly ItemStatus[],
  facts: ReadonlyMap<string, ItemFact>,
): Hindrance | null {
  const { state } = one;
  if (state === 'running')
    return { why: 'running', items: [], ...(one.lease === undefined ? {} : { lease: one.lease }) };
  if (state === 'blocked') return { why: 'blocked', items: [], reason: blockedBy(one) };
  if (state === 'waiting') return waitOf(one, all, facts);
  if (state === 'ready') return one.items?.length ? { why: 'parts', items: one.items.map(({ id }) => id) } : null;
  return { why: 'over', items: [], state };
}

/** Says why an item is blocked: in the words that were given, or by what the engine holds against it. */
export function blockedBy({ reason = '', open = [] }: Pick<ItemStatus, 'reason' | 'open'>): string {
  if (reason === 'fixes') return 'it has more fixes than the workflow allows';
  const over = open.find(({ finding }) => finding.args.onExhausted === 'block')?.finding.args.blocks;
  return reason !== '' || over === undefined ? reason : `its ${over} attempts are used up`;
}

function waitOf(one: ItemStatus, all: readonly ItemStatus[], facts: ReadonlyMap<string, ItemFact>): Hindrance {
  const begun = all.filter(({ state }) => state === 'running');
  if (one.reason === 'elsewhere') return { why: 'elsewhere', items: wholesOf(one.id, all, facts) };
  if (one.reason === 'at-once') return { why: 'at-once', items: begun.map(({ id }) => id) };
  const over = new Set(all.flatMap(({ id, state }) => (state === 'done' || state === 'skipped' ? [id] : [])));
  const fact = facts.get(one.id);
  const fixes = [...facts.values()].filter(({ kind, parent }) => kind === 'fix' && parent === one.id);
  const before = [...(fact?.after ?? []), ...fixes.map(({ id }) => id)].filter((id) => !over.has(id));
  if (before.length > 0) return { why: 'after', items: before };
  const sharing = begun.flatMap(({ id }) => {
    const other = facts.get(id);
    return fact && other && sharesFile(fact, other) ? [id] : [];
  });
  return { why: 'files', items: sharing };
}

/** The items, begun in work trees of their own, that one is a part or a fix of; what is begun may wait for its fix. */
function wholesOf(id: string, all: readonly ItemStatus[], facts: ReadonlyMap<string, ItemFact>): string[] {
  const above = new Set<string>();
  for (let at = facts.get(id)?.parent; at !== undefined && !above.has(at); at = facts.get(at)?.parent) above.add(at);
  return all.flatMap((one) => (above.has(one.id) && one.lease?.apart ? [one.id] : []));
}
