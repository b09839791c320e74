import type { Assertion } from '../reading/assertion.js';
import type { Deeds, Helper, Test, TestFile } from '../reading/model.js';
import { looksLikeAssertion } from '../reading/vocabulary.js';

/** Helpers call helpers so deep. */
const MAX_DEPTH = 4;

/** Functions of a content by their names. */
export type Helpers = ReadonlyMap<string, readonly Helper[]>;

/** Returns the functions of the files that hold tests, or what tests share. */
export function helpersOf(files: readonly TestFile[]): Helpers {
  const found = new Map<string, Helper[]>();
  for (const file of files) {
    for (const helper of file.helpers.filter(({ name }) => file.isTest || looksLikeAssertion(name)))
      found.set(helper.name, [...(found.get(helper.name) ?? []), helper]);
  }
  return found;
}

/** Returns the deeds of a test and of the helpers that it calls. */
export function reached(test: Test, helpers: Helpers): Helper[] {
  const found: Helper[] = [];
  const seen = new Set<string>();
  const follow = (deeds: Deeds, depth: number): void => {
    for (const name of deeds.calls) {
      if (seen.has(name) || depth > MAX_DEPTH) continue;
      seen.add(name);
      const known = helpers.get(name) ?? [];
      // Of several of one name, that of the same file is called.
      const near = known.filter(({ path }) => path === test.path);
      for (const helper of near.length > 0 ? near : known.slice(0, 2)) {
        found.push(helper);
        follow(helper, depth + 1);
      }
    }
  };
  follow(test, 0);
  return found;
}

/** Returns all that a test asserts, with the assertions of its helpers; a helper that is known is no assertion itself. */
export function assertedBy(test: Test, helpers: Helpers): Assertion[] {
  const own = test.assertions.filter(
    ({ claim, subject }) => claim !== 'unknown' || !helpers.has(subject.replace(/^.*\. /, '')),
  );
  return [
    ...own,
    ...reached(test, helpers).flatMap(({ assertions }) =>
      assertions.filter(({ claim, subject }) => claim !== 'unknown' || !helpers.has(subject)),
    ),
  ];
}
