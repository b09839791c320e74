import { type Finding, shown } from '../finding.js';
import type { Patience, Test, TestFile } from '../reading/model.js';
import type { Matched } from './match.js';
import { reached } from './reach.js';
import type { Sides } from './sides.js';

/** What a runner waits by itself, in milliseconds: an explicit time above it is a raise. */
const USUAL_MS = 5000;

/** So long nobody waits for a page that comes: where it was waited for less before, the test is let through late. */
const LONG_WAIT_MS = 30_000;

/** Clocks that a test turns itself. */
export const FAKE_TIME =
  /advanceTimers|runAllTimers|useFakeTimers|\b(?:clock|timers) \. (?:tick|advance|Advance)|freeze_?time|freezegun|time_machine|\btravel(?:_to)?\b|Timecop|tokio :: time :: (?:pause|advance)|synctest|FakeClock|TestScheduler|VirtualTime/i;

/** Tells times and tries that were raised, in tests that were there, in their helpers and around them. */
export function comparePatience({ pairs, fresh }: Matched, sides: Sides): Finding[] {
  const { before, after } = sides;
  const sleeps = (patience: readonly Patience[]) => patience.filter(({ key }) => key === 'sleep').length;
  const ofTests = pairs.flatMap(({ before: was, after: is }) => {
    // A clock that the test turns itself costs nobody a wait.
    if (FAKE_TIME.test(is.body) && !FAKE_TIME.test(was.body)) return [];
    const isWaitInstead =
      sleeps(is.patience) < sleeps(was.patience) || sleeps(was.patience) + was.size < sleeps(is.patience);
    return raised(was.patience, [...is.patience, ...takenOut(was, is, sides)], is.path, isWaitInstead, is);
  });
  // A new helper's patience is new and raises nothing.
  const ofRest = after.flatMap((file) => {
    const earlier = before.find(({ path }) => path === file.path);
    if (!earlier || !file.isTest) return [];
    const known = new Set(earlier.helpers.map(({ name }) => name));
    const gather = (one: TestFile) => [
      ...one.whole.patience,
      ...one.helpers.filter(({ name }) => known.has(name)).flatMap(({ patience }) => patience),
    ];
    return raised(
      gather(earlier),
      gather(file),
      file.path,
      fresh.length > 0 && sleeps(gather(file)) < sleeps(gather(earlier)),
    );
  });
  return [...ofTests, ...ofRest];
}

/** Returns the waits of a test that went into a helper which was not there before. */
function takenOut(was: Test, is: Test, { helpersBefore, helpersAfter }: Sides): Patience[] {
  const own = new Set(is.patience.map(({ key }) => key));
  const had = new Set(was.patience.map(({ key }) => key));
  return reached(is, helpersAfter)
    .filter(({ name, path }) => path === is.path && !helpersBefore.has(name))
    .flatMap(({ patience }) => patience)
    .filter(({ key }) => key !== 'sleep' && had.has(key) && !own.has(key));
}

function raised(
  was: readonly Patience[],
  is: readonly Patience[],
  path: string,
  isWaitInstead: boolean,
  test?: Test,
): Finding[] {
  const found: Finding[] = [];
  const keys = new Set([...was, ...is].map(({ key }) => key));
  const tell = (before: Patience | undefined, after: Patience | undefined) =>
    found.push({
      kind: 'patience-raised',
      path,
      line: (after ?? before)!.line,
      ...(test && { test: test.name.join(' › ') }),
      before: shown(before?.text ?? ''),
      after: shown(after?.text ?? ''),
    });
  for (const key of keys) {
    const earlier = was.filter((one) => one.key === key);
    const later = is.filter((one) => one.key === key);
    const isTries = /retr|rerun|attempt|flaky|tries/.test(key);
    if (earlier.length === later.length) {
      earlier.forEach((one, index) => {
        const other = later[index]!;
        const isOff = other.value === 0 && one.value > 0 && !isTries && key !== 'sleep';
        if (other.value > one.value || isOff) tell(one, other);
      });
    } else if (earlier.length > 0 && later.length > 0) {
      const most = earlier.reduce((one, other) => (other.value > one.value ? other : one));
      const above = later.find(({ value }) => value > most.value);
      if (above && key !== 'sleep') tell(most, above);
    } else if (later.length > 0 && key === 'wait') {
      const long = later.find(({ value }) => value > LONG_WAIT_MS);
      if (long) tell(undefined, long);
    } else if (later.length > 0 && isTries) {
      const some = later.find(({ value }) => value > 0);
      if (some) tell(undefined, some);
    } else if (later.length > 0 && key !== 'sleep' && !isWaitInstead && /\.[cm]?[jt]sx?$/.test(path)) {
      const above = later.find(
        ({ value }) => value > USUAL_MS || (value === 0 && /^(?:timeout|settimeout)$/.test(key)),
      );
      if (above && !was.some(({ key: other, value }) => /timeout/.test(other) && value >= above.value))
        tell(undefined, above);
    } else if (
      earlier.length > 0 &&
      later.length === 0 &&
      /^@|mark\.timeout|\btimeout\s*=/.test(earlier[0]!.text) &&
      key === 'timeout' &&
      !is.some(({ key: other }) => /timeout|await|atmost/.test(other)) &&
      !/\.[cm]?[jt]sx?$/.test(path)
    ) {
      tell(earlier[0], undefined);
    }
  }
  return found;
}
