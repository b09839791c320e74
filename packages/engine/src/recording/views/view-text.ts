import { dictionary, type Receipt, type TestState } from '@flow/core';

/** A view shows a suite's results on one content, for people and other tools (feature D32). */
export interface View {
  kind: Receipt['kind'];
  suite: string;
  commit: string | null;
  tree: string | null;
  timestamp: string;
  command: string;
  outcome: Receipt['result']['outcome'];
  all_green: boolean;
  output_tail: string;
  note: string;
  [field: string]: unknown;
}

const MAX_NAMES = 2000;
const MAX_NAMES_BYTES = 128 * 1024;
const MAX_PLACES = 200;

/** Returns the name of a suite's view: `test-results-<runner>[-<root>].json`, `lint-results-…` and so on (feature D15). */
export function viewName({ suite, kind }: Pick<View, 'suite' | 'kind'>): string {
  const [runner = 'tests', root = '.'] = suite.split(':');
  const suffix = root === '.' ? '' : `-${root.replace(/[^A-Za-z0-9._-]+/g, '-')}`;
  return `${kind}-results-${runner}${suffix}.json`;
}

/**
 * Returns the view of a suite on a branch: its newest run there, and with it every run on the same content, which add
 * up by test name; the newest of a name wins (feature D29). The same receipts give the same view, in whatever order
 * they come.
 * @param receipts of one suite
 * @returns null when none of them is of the branch
 */
export function viewOf(receipts: readonly Receipt[], branch: string): View | null {
  const inOrder = receipts.toSorted((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1));
  const newest = inOrder.findLast((receipt) => receipt.branch === branch);
  if (newest === undefined) return null;
  const runs = inOrder.filter(({ id, treeAfter }) => id === newest.id || isSame(treeAfter, newest.treeAfter));
  return {
    kind: newest.kind,
    suite: newest.suite,
    commit: newest.head,
    tree: newest.treeAfter,
    timestamp: new Date(newest.time).toISOString(),
    command: newest.command,
    outcome: newest.result.outcome,
    ...(newest.kind === 'test' ? testFields(newest, runs) : issueFields(newest)),
    output_tail: newest.tail,
    note: 'A view for people and tools. @flow decides from its receipts, never from this file.',
  };
}

/** Contents that could not be taken are the same as nothing. */
function isSame(a: string | null, b: string | null): boolean {
  return a !== null && a === b;
}

function testFields({ result }: Receipt, runs: readonly Receipt[]) {
  const states = new Map<string, TestState>();
  for (const { result } of runs) for (const name of Object.keys(result.tests)) states.set(name, result.tests[name]!);
  // Sorted as plain text, thousands of names take a tenth of the time.
  const sorted = [...states.keys()].sort();
  const inState = (state: TestState) => sorted.filter((name) => states.get(name) === state);
  const failed = inState('failed');
  // What failed comes first, so that a cut leaves it in.
  const names = failed.length === 0 ? sorted : [...failed, ...sorted.filter((name) => states.get(name) !== 'failed')];
  const kept = bounded(names);
  return {
    // Runners that name no passing test still count them.
    tests_pass: Math.max(inState('passed').length, result.counts.passed),
    tests_fail: Math.max(failed.length, result.counts.failed),
    all_green: failed.length === 0 && isGreen(runs),
    test_names: dictionary(kept.map((name): [string, TestState] => [name, states.get(name)!])),
    ...(names.length > kept.length ? { test_names_cut: names.length - kept.length } : {}),
  };
}

/** Keeps as many names as leave the file small enough to be verified. */
function bounded(names: readonly string[]): string[] {
  let room = MAX_NAMES_BYTES;
  return names.slice(0, MAX_NAMES).filter((name) => {
    room -= Buffer.byteLength(JSON.stringify(name)) + 20;
    return room >= 0;
  });
}

/** The newest run of each command passed, of those since the newest whole run that did. */
function isGreen(runs: readonly Receipt[]): boolean {
  const since = runs.findLastIndex((run) => run.selection.kind === 'whole' && run.result.outcome === 'passed');
  const newest = new Map(runs.slice(Math.max(since, 0)).map((run) => [run.command, run.result.outcome]));
  return [...newest.values()].every((outcome) => outcome === 'passed');
}

function issueFields({ result }: Receipt) {
  return {
    errors: result.counts.errors,
    warnings: result.warnings ?? 0,
    all_green: result.outcome === 'passed',
    places: result.failing.slice(0, MAX_PLACES),
  };
}
