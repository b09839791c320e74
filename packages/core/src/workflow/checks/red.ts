import { isProvenRed, type RedTest, type TestId } from '../../evidence/red.js';
import { getOrMake } from '../../get-or-make.js';
import type { ClaimFact, ItemFact, Moment } from '../facts.js';
import { isWhole } from '../item-files.js';
import { familyOf, type ItemSet } from '../items.js';
import { type CheckKind, type Context, claimSubject, claimsOf, own, type SpecOf, type Subject } from './kind.js';

/** A test that was seen red, and of what that says something. */
interface SeenTest extends RedTest {
  /** Items that it was seen red for, each with its parts and fixes. */
  items: Set<string>;
  /** No item named it then: it says something of the first that does. */
  isFree: boolean;
}

/** Tests that were red, by the digest of their body. */
type Seen = Map<string, SeenTest[]>;

/**
 * Every claim that expects red was seen failing for the right reason, with its tests as they are now. Red is a fact of the
 * past: later runs do not contradict it. An item has a proof of its own: that a test was red before another item was built, which
 * names the same test, shows nothing of it.
 */
export const red: CheckKind<SpecOf<'red'>, Seen> = {
  actor: 'agent',
  on: 'tests',
  code: 'RED_MISSING',
  listens: ['red'],
  stays: true,
  amongItems: true,
  remembers: () => new Map(),
  forget: ({ own: seen }, _subjects, claims, family) => {
    for (const { hash } of claims.flatMap(({ tests }) => tests)) {
      const all = hash === undefined ? undefined : seen.get(hash);
      if (!all) continue;
      for (const one of all) {
        one.items.delete(family);
        one.isFree = false;
      }
      seen.set(
        hash!,
        all.filter(({ items }) => items.size > 0),
      );
    }
  },
  hasSeen: ({ own: seen }, { hash }, family) =>
    hash !== undefined && (seen.get(hash) ?? []).some(({ items }) => items.has(family)),
  subjects: (_spec, moment, item) => {
    if (item?.testsOff !== undefined) return [];
    const claims = claimsOf(moment, item);
    const asked = claims.filter(({ expect }) => expect === 'red').map(claimSubject);
    return item === null ? asked : [...asked, ...unknownIn(item, claims)];
  },
  take: (_spec, event, { memory, seenFor }) => {
    if (event.type !== 'red') return;
    for (const test of event.tests) {
      if (test.hash === undefined) continue;
      const all = getOrMake(memory.own, test.hash, () => []);
      let same = all.find(({ file, name }) => file === test.file && name === test.name);
      if (!same) {
        same = { ...test, verdict: 'failed-as-expected', items: new Set(), isFree: false };
        all.push(same);
      }
      const items = seenFor?.get(test);
      if (!items) same.isFree = true;
      // Over code from before another item was built, its test fails whatever was done since.
      else if (event.rebuilt !== true || same.items.size === 0) for (const id of items) same.items.add(id);
    }
  },
  judge: (_spec, { claim }, context) => {
    const tests = claim?.tests ?? [];
    return tests.length > 0 && openTests(claim, context).length === 0 ? 'holds' : 'never';
  },
  // Where nobody can tell the tests apart, no run shows it: a person has seen them fail.
  actorOf: (_spec, { claim }, context) => {
    const open = openTests(claim, context);
    return open.length > 0 && open.every(isUnreadable) ? 'person' : 'agent';
  },
  args: (_spec, { id, claim }, context) => {
    // Its item names no claims.
    if (!claim && context.item?.id === id) return { claims: 0 };
    const open = openTests(claim, context);
    const unwritten = open.filter(({ hash, runner }) => hash === undefined && !runner);
    return {
      claim: id,
      unwritten: unwritten.map(({ name }) => name),
      files: [...new Set(unwritten.flatMap(({ file }) => file ?? []))],
      unproven: open.filter(({ hash }) => hash !== undefined).map(({ name }) => name),
      unreadable: [...new Set(open.filter(isUnreadable).map(({ runner }) => runner!))],
      ...shownOf(open, context),
    };
  },
};

/** Claims of an item that nobody has written, and an item without any: of them nothing was ever seen to fail. */
function unknownIn(item: ItemFact, claims: readonly ClaimFact[]): Subject[] {
  const named = item.claims ?? [];
  if (named.length === 0) return [own(item)];
  const known = new Set(claims.map(({ id }) => id));
  return named.filter((id) => !known.has(id)).map((id) => ({ id, key: `${id}@` }));
}

type PlannedTest = ClaimFact['tests'][number];

const openTests = (claim: ClaimFact | undefined, context: Context<Seen>) =>
  (claim?.tests ?? []).filter((test) => !isRed(test, context));

const isUnreadable = ({ hash, runner }: PlannedTest) => hash === undefined && runner !== undefined;

function isRed(test: TestId, { moment, item, items, memory }: Context<Seen>): boolean {
  const same = test.hash === undefined ? undefined : memory.own.get(test.hash);
  if (same === undefined) return false;
  // What a failure made was seen to fail.
  const own =
    item === null || !items || isWhole(item) ? same : same.filter((one) => isOf(one, test, item, items, moment));
  const byName = own.filter(({ name }) => name === test.name);
  return isProvenRed(test, byName) || isProvenRed(test, own, plannedIn(moment));
}

const plannedIn = ({ claims }: Moment) => claims.flatMap(({ tests }) => tests);

/** Tells whether a test that was seen red says something of an item that names it. */
function isOf({ items: shown, isFree }: SeenTest, test: TestId, item: ItemFact, all: ItemSet, moment: Moment): boolean {
  const family = familyOf(item, all);
  return shown.has(family) || (isFree && firstNaming(test, moment, all) === family);
}

/** Returns the first item that names a test, or what that belongs to. */
function firstNaming({ hash }: TestId, { claims }: Moment, items: ItemSet): string | undefined {
  const named = new Set(claims.flatMap((one) => (one.tests.some((test) => test.hash === hash) ? [one.id] : [])));
  const first = items.all.find((item) => item.claims?.some((id) => named.has(id)));
  return first && familyOf(first, items);
}

/** Names the items for which open tests were seen red, where an item names a test of others. */
function shownOf(open: readonly PlannedTest[], { item, memory }: Context<Seen>): { shownOf?: string[] } {
  if (item === null) return {};
  const seen = open.flatMap(({ hash }) => (hash === undefined ? [] : (memory.own.get(hash) ?? [])));
  const others = [...new Set(seen.flatMap(({ items }) => [...items]))];
  return others.length > 0 ? { shownOf: others } : {};
}
