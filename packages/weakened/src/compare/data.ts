import { type Finding, shown } from '../finding.js';
import type { Test } from '../reading/model.js';
import { assertedBy, reached } from './reach.js';
import type { Sides } from './sides.js';

/*
 * A file beside the tests is what they are given, or what they expect. Where the test names it says which: as a value that
 * is expected it is an output that was kept, anywhere else an input.
 */

const nameOf = (path: string): string => path.replace(/^.*\//, '');

/** Returns what an assertion expects, with what the names in it are made from. */
const expectedIn = (expected: readonly string[], { defines }: Test): string =>
  expected
    .flatMap((text) => [text, ...(text.match(/[A-Za-z_]\w*/g) ?? []).map((name) => defines[name] ?? '')])
    .join(' ');

/** True where a test expects what a file says. */
const isExpected = (path: string, test: Test, sides: Sides): boolean =>
  assertedBy(test, sides.helpersAfter).some(({ expected }) => expectedIn(expected, test).includes(nameOf(path)));

/** True where a file that a test is given, or that its helpers, hooks and fixtures read, changed. */
export function isGivenData(test: Test, sides: Sides): boolean {
  const { changedData: changed, helpersAfter, after } = sides;
  if (changed.length === 0) return false;
  const file = after.find(({ path }) => path === test.path);
  const named = [
    ...test.literals,
    ...reached(test, helpersAfter).flatMap(({ holds }) => holds),
    ...(file?.helpers ?? []).flatMap(({ holds }) => holds),
    ...(file?.constants ?? []),
    file?.setup ?? '',
  ];
  return changed.some(
    ({ path }) =>
      (named.some((value) => value.includes(nameOf(path))) || isFixtureOf(path, test)) &&
      !isExpected(path, test, sides),
  );
}

/** True for a file of records of Rails, whose test asks for them by the file's name or by their class: `plans(:basic)`, `Plan.all`. */
function isFixtureOf(path: string, { calls, body }: Test): boolean {
  const name = /(?:^|\/)fixtures\/(?:.*\/)?(\w+)\.ya?ml$/.exec(path)?.[1];
  if (name === undefined) return false;
  const model = name.replace(/ies$/, 'y').replace(/s$/, '').replaceAll('_', '');
  return calls.includes(name) || body.split(' ').some((word) => /^[A-Z]/.test(word) && word.toLowerCase() === model);
}

/** Tells outputs in files of the project's own, which a test expects as they stand there, and that say something else now. */
export function compareOutputs(sides: Sides): Finding[] {
  const known = new Set(sides.before.flatMap(({ tests }) => tests.map(keyOf)));
  return sides.changedData.flatMap(({ path, before, after }): Finding[] =>
    sides.after.some(({ tests }) =>
      tests.some((test) => known.has(keyOf(test)) && isExpected(path, test, sides) && !isGivenData(test, sides)),
    )
      ? [{ kind: 'snapshot-rewritten', path, line: 1, before: shown(before), after: shown(after) }]
      : [],
  );
}

const keyOf = ({ path, name }: Test): string => [path, ...name].join('\n');
