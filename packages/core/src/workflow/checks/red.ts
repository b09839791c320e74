import { isProvenRed, type RedTest, type TestId } from '../../evidence/red.js';
import { getOrMake } from '../../get-or-make.js';
import type { ClaimFact, ItemFact } from '../facts.js';
import { type CheckKind, claimSubject, claimsOf, own, type SpecOf, type Subject } from './kind.js';

/**
 * Every claim that expects red was seen failing for the right reason, with its tests as they are now. Red is a fact of the
 * past: later runs do not contradict it.
 */
export const red: CheckKind<SpecOf<'red'>, Map<string, RedTest[]>> = {
  actor: 'agent',
  on: 'tests',
  code: 'RED_MISSING',
  listens: ['red'],
  stays: true,
  // Tests that were red, by the digest of their body.
  remembers: () => new Map(),
  forget: (memory, _subjects, claims) => {
    for (const { hash } of claims.flatMap(({ tests }) => tests)) if (hash !== undefined) memory.own.delete(hash);
  },
  subjects: (_spec, moment, item) => {
    if (item?.testsOff !== undefined) return [];
    const claims = claimsOf(moment, item);
    const asked = claims.filter(({ expect }) => expect === 'red').map(claimSubject);
    return item === null ? asked : [...asked, ...unknownIn(item, claims)];
  },
  take: (_spec, event, { memory }) => {
    if (event.type !== 'red') return;
    for (const test of event.tests) {
      if (test.hash === undefined) continue;
      const same = getOrMake(memory.own, test.hash, () => []);
      if (!same.some(({ file, name }) => file === test.file && name === test.name))
        same.push({ ...test, verdict: 'failed-as-expected' });
    }
  },
  judge: (_spec, { claim }, { memory }) => {
    const tests = claim?.tests ?? [];
    if (tests.length > 0 && tests.every((test) => isRed(test, memory.own))) return 'holds';
    return 'never';
  },
  // Where nobody can tell the tests apart, no run shows it: a person has seen them fail.
  actorOf: (_spec, { claim }, { memory }) => {
    const open = openTests(claim, memory.own);
    return open.length > 0 && open.every(isUnreadable) ? 'person' : 'agent';
  },
  args: (_spec, { id, claim }, { item, memory }) => {
    // Its item names no claims.
    if (!claim && item?.id === id) return { claims: 0 };
    const open = openTests(claim, memory.own);
    const unwritten = open.filter(({ hash, runner }) => hash === undefined && !runner);
    return {
      claim: id,
      unwritten: unwritten.map(({ name }) => name),
      files: [...new Set(unwritten.flatMap(({ file }) => file ?? []))],
      unproven: open.filter(({ hash }) => hash !== undefined).map(({ name }) => name),
      unreadable: [...new Set(open.filter(isUnreadable).map(({ runner }) => runner!))],
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
type Proven = ReadonlyMap<string, readonly RedTest[]>;

const openTests = (claim: ClaimFact | undefined, proven: Proven) =>
  (claim?.tests ?? []).filter((test) => !isRed(test, proven));

const isUnreadable = ({ hash, runner }: PlannedTest) => hash === undefined && runner !== undefined;

function isRed(test: TestId, proven: Proven): boolean {
  const same = test.hash === undefined ? undefined : proven.get(test.hash);
  return same !== undefined && isProvenRed(test, same);
}
