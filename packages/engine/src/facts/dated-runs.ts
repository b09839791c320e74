import { type DatedRun, isRed, type Policy, type Receipt } from '@flow/core';
import { diffTrees, type Repository, receiptReader } from '@flow/evidence';
import { treeView } from '@flow/evidence/git/tree-view';
import { suiteOfRun } from '../policy/suites.js';
import type { Evidence } from './evidence.js';
import { embedsOf, relevantOf } from './relevance.js';

/** Where the history of runs is looked up. */
interface HistorySource {
  repository: Repository;
  policy: Policy;
  evidence: Pick<Evidence, 'runs'>;
  deadline: number;
}

/** A dated receipt is a run with the place that it was made in. */
export type DatedReceipt = DatedRun & Pick<Receipt, 'branch' | 'head'> & { tree: string };

/** A receipt whose content held still while its run went on. */
type Settled = Receipt & { treeAfter: string };

/**
 * Lists the runs on record whose content held still, oldest first, and says which of them saw equal content: the same tree,
 * or trees that follow one another and differ in nothing that the suite depends on. A tree that git has no longer is equal
 * to itself alone. Of a suite in which nothing was ever red no trees are compared.
 * @throws DeadlineError
 */
export function datedRuns(source: HistorySource): DatedReceipt[] {
  const { repository, evidence } = source;
  const read = receiptReader(repository);
  const bySuite = new Map<string, Settled[]>();
  for (const { data } of evidence.runs.toSorted((a, b) => a.time - b.time)) {
    if (data.settled !== true) continue;
    const found = read(String(data.receipt), String(data.digest));
    if (found.kind !== 'ok' || found.receipt.treeAfter === null) continue;
    const { suite } = found.receipt;
    bySuite.set(suite, [...(bySuite.get(suite) ?? []), found.receipt as Settled]);
  }
  return [...bySuite.values()].flatMap((receipts) => {
    const contents = contentsOf(receipts, source);
    return receipts.map(({ id, suite, time, selection, result, branch, head, treeAfter }) => ({
      ...{ suite, receipt: id, time, selection, result, branch, head, tree: treeAfter },
      content: contents.get(treeAfter) ?? treeAfter,
    }));
  });
}

/** By tree: the first one that is equal to it as far as this suite goes. */
function contentsOf(receipts: readonly Settled[], { repository, policy, deadline }: HistorySource) {
  const contents = new Map<string, string>();
  const { suite, result } = receipts[0]!;
  const preset = suiteOfRun({ runner: result.runner, suite }, policy);
  const isPlain = receipts.every((one) => !isRed(one.result.outcome));
  let before: Settled | undefined;
  for (const receipt of receipts) {
    const { treeAfter } = receipt;
    if (contents.has(treeAfter)) continue;
    const programs = [...new Set([...(before?.programs ?? []), ...(receipt.programs ?? [])])];
    const difference = before && preset && !isPlain && diffTrees(repository, before.treeAfter, treeAfter, { deadline });
    // What was not tracked counts, so that no two contents are taken for one.
    const isEqual =
      preset &&
      Array.isArray(difference) &&
      relevantOf(
        difference,
        preset,
        policy,
        () => true,
        embedsOf(preset, () => treeView(repository, treeAfter, deadline)),
        programs,
      ).length === 0;
    contents.set(treeAfter, isEqual ? contents.get(before!.treeAfter)! : treeAfter);
    before = receipt;
  }
  return contents;
}
