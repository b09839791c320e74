import { isProvenRed, type RedTest, type TestId } from '../../evidence/red.js';
import { getOrMake } from '../../get-or-make.js';
import type { ClaimFact } from '../facts.js';
import { type CheckKind, claimSubject, claimsOf, type SpecOf } from './kind.js';

/**
 * Every claim that expects red was seen failing for the right reason, with its tests as they are now. Red is a fact of the
 * past: later runs do not contradict it.
 */
export const red: CheckKind<SpecOf<'red'>> = {
  actor: 'agent',
  on: 'tests',
  code: 'RED_MISSING',
  listens: ['red'],
  stays: true,
  subjects: (_spec, moment, item) =>
    claimsOf(moment, item)
      .filter(({ expect }) => expect === 'red')
      .map(claimSubject),
  take: (_spec, event, { memory }) => {
    if (event.type !== 'red') return;
    for (const test of event.tests) {
      if (test.hash === undefined) continue;
      const same = getOrMake(memory.red, test.hash, () => []);
      if (!same.some(({ file, name }) => file === test.file && name === test.name))
        same.push({ ...test, verdict: 'failed-as-expected' });
    }
  },
  judge: (_spec, { key, claim }, { memory }) => {
    const tests = claim?.tests ?? [];
    if (tests.length > 0 && tests.every((test) => isRed(test, memory.red))) return 'ok';
    return memory.seen.has(key) ? 'lapsed' : 'missing';
  },
  // Where nobody can tell the tests apart, no run shows it: a person has seen them fail.
  actorOf: (_spec, { claim }, { memory }) => {
    const open = openTests(claim, memory.red);
    return open.length > 0 && open.every(isUnreadable) ? 'person' : 'agent';
  },
  args: (_spec, { id, claim }, { memory }) => {
    const open = openTests(claim, memory.red);
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

type PlannedTest = ClaimFact['tests'][number];
type Proven = ReadonlyMap<string, readonly RedTest[]>;

const openTests = (claim: ClaimFact | undefined, proven: Proven) =>
  (claim?.tests ?? []).filter((test) => !isRed(test, proven));

const isUnreadable = ({ hash, runner }: PlannedTest) => hash === undefined && runner !== undefined;

function isRed(test: TestId, proven: Proven): boolean {
  const same = test.hash === undefined ? undefined : proven.get(test.hash);
  return same !== undefined && isProvenRed(test, same);
}
