import type { Named, Totals } from './lines.js';

/** What a suite has said of itself by its end. */
interface Known {
  readonly expected: number | undefined;
  readonly result: Totals | undefined;
  /** The names of the last list of failures. */
  readonly listed: readonly string[];
  /** The test whose end stood behind its own words. */
  readonly guessed: Named | undefined;
}

/**
 * Returns the tests of a suite: lines that look like results and are more than the totals allow were printed by the
 * tests.
 */
export function settle(told: readonly Named[], { expected, result, listed, guessed }: Known): readonly Named[] {
  let named = unrepeated(result ? withoutDenied(told, result, expected !== undefined) : told);
  // Without a result below the list, its last line may be cut short.
  const failures = new Set(result ? listed : listed.slice(0, -1));
  const all = result?.failed === failures.size;
  if (failures.size && (!result || expected === undefined || all)) {
    if (all) named = named.filter(({ name, state }) => state !== 'failed' || failures.has(name));
    const known = new Set(named.filter(({ state }) => state === 'failed').map(({ name }) => name));
    const missing = [...failures].filter((name) => !known.has(name));
    named = [...named, ...missing.map((name): Named => ({ name, state: 'failed', suspicion: 0 }))];
  }
  // Without totals nothing confirms an end that stood behind a test's own words.
  if (!result && guessed) named = named.filter((test) => test !== guessed);
  if (expected === undefined) return named;
  if (!result) return named.length > expected ? named.filter(({ suspicion }) => suspicion === 0) : named;
  const allowed = allowedBy(result);
  return STATES.flatMap((state) =>
    fitting(
      named.filter((test) => test.state === state),
      allowed[state],
    ),
  );
}

const STATES = ['passed', 'failed', 'skipped'] as const;

/**
 * Leaves out states that a test printed: of a name with two states, a test printed the state that the totals have no
 * room for. `known`: the suite is there from its beginning on.
 */
function withoutDenied(named: readonly Named[], result: Totals, known: boolean): readonly Named[] {
  const allowed = allowedBy(result);
  const names = (state: Named['state']) =>
    new Set(named.filter((test) => test.state === state).map(({ name }) => name));
  const told = { passed: names('passed'), failed: names('failed'), skipped: names('skipped') };
  const overfull = STATES.filter((state) => told[state].size > allowed[state]);
  const rest = STATES.filter((state) => !overfull.includes(state));
  return named.filter(({ name, state }) => {
    if (known && allowed[state] === 0) return false;
    return !overfull.includes(state) || !rest.some((other) => told[other].has(name));
  });
}

function allowedBy({ passed, measured, failed, ignored }: Totals): Readonly<Record<Named['state'], number>> {
  return { passed: passed + measured, failed, skipped: ignored };
}

/** Keeps at most `allowed` of the tests: the least suspicious tests, and no tests between which nothing decides. */
function fitting(tests: readonly Named[], allowed: number): readonly Named[] {
  if (tests.length <= allowed) return tests;
  const worst = tests.reduce((most, { suspicion }) => Math.max(most, suspicion), 0);
  for (let limit = worst; limit >= 0; limit--) {
    const left = tests.filter(({ suspicion }) => suspicion < limit);
    if (left.length <= allowed) return left;
  }
  return [];
}

/** No two tests of a suite have one name: of lines that say so, at least one was printed by a test. The least
 * suspicious one stands, or the last. */
function unrepeated(tests: readonly Named[]): Named[] {
  const byName = new Map<string, Named>();
  for (const test of tests) {
    const before = byName.get(test.name);
    if (before && before.suspicion < test.suspicion) continue;
    if (before) test.suspicion += 1;
    byName.delete(test.name);
    byName.set(test.name, test);
  }
  return [...byName.values()];
}
