import { isWithin } from '../paths.js';
import type { ClaimFact } from './facts.js';

type SuiteName = { id: string; question: string };
type PlannedTest = ClaimFact['tests'][number];

/**
 * Returns the suites that run the tests of a claim: for each test, the deepest around its file. Null where a test is
 * not written, or lies in none of them.
 */
export function suitesAround<Suite extends SuiteName>(claim: ClaimFact, suites: readonly Suite[]): Suite[] | null {
  const all: Suite[] = [];
  for (const { file, hash, runner } of claim.tests) {
    if (file === undefined || (hash === undefined && runner === undefined)) return null;
    const around = suites.filter(({ question, id }) => question === 'test' && isWithin(file, rootOf(id)));
    const deepest = Math.max(...around.map(({ id }) => rootOf(id).length));
    const own = around.filter(({ id }) => rootOf(id).length === deepest);
    if (own.length === 0) return null;
    all.push(...own);
  }
  return all;
}

const rootOf = (id: string) => id.split(':')[1] ?? '.';

/**
 * Returns the tests that claims plan in one suite alone, each once. Blocks of which a test is planned, too, are none
 * themselves.
 */
export function plannedIn(
  suite: string,
  claims: readonly ClaimFact[],
  suites: readonly SuiteName[],
): readonly PlannedTest[] {
  const beside = claims.filter((one) => {
    const held = suitesAround(one, suites);
    return held !== null && held.length > 0 && held.every(({ id }) => id === suite);
  });
  // One body has one name; a block and a test in it may both be planned.
  const named = new Map<string, PlannedTest>();
  for (const test of beside.flatMap(({ tests }) => tests))
    if (test.hash !== undefined) named.set(`${test.file} > ${test.name}`, test);
  const names = [...named.keys()];
  const isBlock = (name: string) =>
    names.some((other) => other.startsWith(name) && /^(?: > |::|\/)/.test(other.slice(name.length)));
  return [...named].flatMap(([name, test]) => (isBlock(name) ? [] : [test]));
}
