import { flakesOf, type RunFact, type Suite, type SuiteVerdict } from '@flow/core';
import { mergeBase } from '@flow/evidence/git/ancestry';
import { type DatedReceipt, datedRuns } from './dated-runs.js';
import type { SuitesAsked } from './suites-asked.js';

/** How many of a suite's newest runs are looked through: each content among them costs a question to git. */
const MAX_RUNS = 100;

/**
 * Returns the tests of a verdict that passed and failed on one content before this work, each with since when in epoch
 * milliseconds; null where none did on this content, so that nobody asks. Runs are of this work where the branch that decided
 * is theirs and they began at the commit that the work grew from, or after it, on other content than that commit's. What has
 * no commit that the work grew from has no history apart from itself: then only runs on this content are left out.
 * @param runs verified runs of the suite, of which those on this content are left out
 * @throws DeadlineError
 */
export function flakedBefore(
  suite: Suite,
  { flakyTests = [], run }: SuiteVerdict,
  runs: readonly RunFact[],
  { source, fork, treeOfFork }: Pick<SuitesAsked, 'source' | 'fork' | 'treeOfFork'>,
): ReadonlyMap<string, number> | null {
  if (flakyTests.length === 0) return null;
  const { repository, policy, evidence, deadline } = source;
  const own = { runs: evidence.runs.filter(({ data }) => data.suite === suite.id).slice(-MAX_RUNS) };
  const dated = datedRuns({ repository, policy, evidence: own, deadline });
  const here = new Set(runs.flatMap((one) => (one.settled && one.differs.length === 0 ? [one.receipt] : [])));
  const branch = dated.find(({ receipt }) => receipt === run?.receipt)?.branch;
  const began = fork === null ? null : contentOf(treeOfFork(), dated);
  const isOfWork = (one: DatedReceipt) =>
    fork !== null &&
    one.branch === branch &&
    one.content !== began &&
    one.head !== null &&
    mergeBase(repository, fork, one.head, deadline) === fork;
  const earlier = flakesOf(dated.filter((one) => !here.has(one.receipt) && !isOfWork(one)));
  return new Map(
    earlier.flatMap(({ test, since }): [string, number][] =>
      test !== null && flakyTests.includes(test) ? [[test, since]] : [],
    ),
  );
}

/** Returns what tells the content of a tree from others among these runs; null where no run has seen the tree. */
const contentOf = (tree: string | null, dated: readonly DatedReceipt[]) =>
  dated.find((one) => one.tree === tree)?.content ?? null;
