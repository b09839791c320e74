import { type FileView, hasGreenRun, type Policy, type Suite, type SuiteVerdict } from '@flow/core';
import { diffTrees, type JournalEntry, type Repository } from '@flow/evidence';
import { embedsOf, relevantOf } from './relevance.js';

/** With how many runs of the base's content the number of tests is compared at most. */
const MAX_COMPARED = 5;

/** Numbers of tests that pass here and passed on the base branch, where the whole suite was seen to run on each content. */
export interface FewerTests {
  now: number;
  before: number;
}

/**
 * Tells whether fewer tests pass than on the base branch: some may be gone, skipped, or left out by the runner's
 * configuration. Known only where this user saw the whole suite pass on what the base branch has; costs nothing as long
 * as no older run passed more tests.
 * @param fork commit that the work began at
 */
export function fewerTests(
  repository: Repository,
  policy: Policy,
  suite: Suite,
  verdict: SuiteVerdict,
  runs: readonly JournalEntry[],
  fork: string,
  viewOfFork: () => FileView | null,
  deadline: number,
): FewerTests | null {
  const run = hasGreenRun(verdict) && verdict.run?.selection.kind === 'whole' ? verdict.run : null;
  if (!run) return null;
  const now = run.result.counts.passed;
  const more = runs.filter(({ data }) => isWholeRun(data, suite) && Number(data.passed) > now);
  for (const { data } of more.slice(-MAX_COMPARED).reverse()) {
    const difference = diffTrees(repository, String(data.treeAfter), fork, { deadline });
    const embeds = embedsOf(suite, viewOfFork);
    const isBase = difference !== 'gone' && relevantOf(difference, suite, policy, () => true, embeds).length === 0;
    if (isBase) return { now, before: Number(data.passed) };
  }
  return null;
}

function isWholeRun(data: JournalEntry['data'], suite: Suite): boolean {
  return data.suite === suite.id && data.selection === 'whole' && data.outcome === 'passed' && data.settled === true;
}
