import path from 'node:path';
import type { FileView, Suite, SuiteVerdict } from '@flow/core';
import { diffTrees } from '@flow/evidence';
import { reachOf } from './imports/reach.js';
import { languageOf } from './imports/scan.js';
import { embedsOf, relevantOf } from './relevance.js';
import type { SuitesAsked } from './suites-asked.js';

/**
 * Returns the unsteady tests of a suite that the work may have made so, each with the first path that speaks for it: the file
 * of the test, one that it loads, or one of which it is not known whether it does. Where the work began is not known, that is
 * all of them.
 */
export function touchedTests(suite: Suite, { unsteady = [] }: SuiteVerdict, asked: SuitesAsked): Map<string, string> {
  if (unsteady.length === 0) return new Map();
  const { source, view } = asked;
  const { repository, policy, tree, deadline } = source;
  const there = asked.fork === null ? null : asked.treeOfFork();
  const difference = there === null ? 'gone' : diffTrees(repository, there, tree, { deadline });
  if (!Array.isArray(difference)) return new Map(unsteady.map(({ test }) => [test, '?']));
  const changed = relevantOf(
    difference,
    suite,
    policy,
    () => true,
    embedsOf(suite, () => view),
  );
  const known = new Map<string, string | undefined>();
  return new Map(
    unsteady.flatMap(({ test }): [string, string][] => {
      const file = fileOf(test, suite, view);
      const key = file ?? '';
      if (!known.has(key)) known.set(key, firstTouched(file, changed, view));
      const touched = known.get(key);
      return touched === undefined ? [] : [[test, touched]];
    }),
  );
}

/** Returns the first of some changed files that a test's file may depend on. */
function firstTouched(file: string | null, changed: readonly string[], view: FileView): string | undefined {
  if (changed.length === 0) return undefined;
  const reached = file === null ? null : reachOf(file, view);
  if (reached === null) return changed[0];
  // What is no code is read at run time, or is a setting.
  return changed.find((one) => reached.has(one) || languageOf(one) === null);
}

/** Returns the file that a test's name begins with, as runners print it; null where it names none. */
function fileOf(test: string, suite: Suite, view: FileView): string | null {
  const [name = ''] = test.split(/ > |::| › /, 1);
  const places = [path.posix.join(suite.root, name), name];
  return places.find((one) => view.paths.includes(one)) ?? null;
}
