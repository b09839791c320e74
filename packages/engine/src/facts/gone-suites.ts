import {
  classify,
  type FileView,
  isWithin,
  judgeSuite,
  type Policy,
  type Preset,
  type Suite,
  unitsOf,
} from '@flow/core';
import { isCustom, questionOf, suitesOf } from '../policy/suites.js';
import type { SuiteFacts } from './suite-facts.js';

/**
 * Suites of the base with tests whose sources are still in the content but no suite around them any more: with the tests,
 * the file went that made it one. Sources that went too, or that another suite of the stack has now, leave nothing to tell.
 */
export function goneSuites(
  changed: readonly string[],
  view: FileView,
  suites: readonly Suite[],
  viewOfFork: () => FileView | null,
  policy: Policy,
): SuiteFacts[] {
  const present = new Set(view.paths);
  // What the base has is read only where something changed that may have made a suite.
  const mayBeGone = policy.presets.some((preset) => {
    const makers = makersOf(preset);
    return changed.some(
      (file) =>
        makers.has(file.slice(file.lastIndexOf('/') + 1)) || (!present.has(file) && classify(file, preset) === 'test'),
    );
  });
  const before = mayBeGone ? viewOfFork() : null;
  if (before === null) return [];
  const earlier = suitesOf(before, policy);
  const isTest = (suite: Suite) => questionOf(suite) === 'test' && !isCustom(suite);
  const isKept = ({ preset, root }: Suite) =>
    suites.some(
      (now) => isTest(now) && now.preset.id === preset.id && (isWithin(root, now.root) || isWithin(now.root, root)),
    );
  const hasSources = ({ preset, root }: Suite) =>
    view.paths.some((file) => isWithin(file, root) && classify(file, preset) === 'source');
  return earlier
    .filter((suite) => isTest(suite) && !isKept(suite) && hasSources(suite))
    .filter((suite) => unitsOf(suite, earlier, before).length > 0)
    .map(withoutTests);
}

/** Returns the names of files that make suites of a stack. */
function makersOf({ markers, looseMarkers, runners }: Preset): ReadonlySet<string> {
  const own = runners.flatMap((runner) => [...(runner.markers ?? []), ...(runner.configured ?? [])]);
  return new Set([...[...markers, ...own].map(({ file }) => file), ...(looseMarkers?.files ?? [])]);
}

const withoutTests = (suite: Suite): SuiteFacts => ({
  suite,
  verdict: judgeSuite([], []),
  units: [],
  testsRemoved: true,
  noTests: false,
  exact: false,
  sealed: false,
  redBefore: false,
  earlier: null,
  fewer: null,
  touched: new Map(),
  flaked: null,
  beside: [],
  uncommitted: [],
  written: { paths: [], ignorable: [] },
});
