import { classify, type FileView, isExact, matchesAny, type Receipt, type RunFact, type Suite } from '@flow/core';
import { diffAll, diffTrees, type JournalEntry, receiptReader } from '@flow/evidence';
import { isConfigPath, provingPartOf } from '../policy/proving-part.js';
import { VIEWS } from '../policy/views.js';
import { coverage } from './left-out.js';
import { embedsOf, relevantOf } from './relevance.js';
import type { RunSource } from './run-source.js';

/** Of more untracked files than these, none is told. */
const MAX_BESIDE = 50;

/** With how many different contents a suite's runs are compared before older runs are left aside. */
const MAX_COMPARED = 40;

/**
 * Runs of a suite with what differs between their content and the one in question, oldest first. Reading stops at
 * the newest whole green run on equal content, as nothing older can change the verdict where nothing failed on that content
 * before; where something did, all runs on it are read. Of runs whose content surely is
 * another one only the newest is there, as it alone is told: a receipt may hold two thousand names.
 * @param view the tracked files of the content in question
 */
export function runsOf(suite: Suite, view: FileView, source: RunSource): RunFact[] {
  const { evidence } = source;
  const own = evidence.runs.filter(({ data }) => data.suite === suite.id);
  const newest = own.reduce<JournalEntry | undefined>(
    (one, next) => (one && one.time > next.time ? one : next),
    undefined,
  );
  const read = receiptReader(source.repository);
  const compare = comparison(suite, view, source, own);
  const facts: RunFact[] = [];
  // Where exact runs are asked for, one may stand before a run that the hook saw.
  const settles = (fact: RunFact) => source.policy.push.exact === 'off' || isExact(fact);
  // A flake is not settled by a green run: what failed on equal content counts, whatever else has changed in between.
  const failedBefore = (entry: JournalEntry) =>
    own
      .slice(0, own.indexOf(entry))
      .some(({ data }) => data.outcome === 'failed' && data.settled === true && !compare.surelyDiffers(data.treeAfter));
  for (const { receipt, settled } of evidence.brought ?? []) {
    const fact = receipt.suite === suite.id ? compare.fact(receipt, settled) : undefined;
    if (fact) facts.push(fact);
  }
  for (const entry of own.toReversed()) {
    if (entry !== newest && compare.surelyDiffers(entry.data.treeAfter)) continue;
    const found = read(String(entry.data.receipt), String(entry.data.digest));
    if (found.kind === 'foreign') continue;
    if (found.kind !== 'ok') {
      facts.push(lostRun(entry, found.kind));
      continue;
    }
    const fact = compare.fact(found.receipt, entry.data.settled === true);
    if (!fact) break;
    facts.push(fact);
    if (fact.settled && fact.differs.length === 0 && isWholeGreen(fact) && settles(fact) && !failedBefore(entry)) break;
  }
  return facts.reverse().sort((a, b) => a.time - b.time);
}

const isWholeGreen = ({ result, selection }: RunFact) => result.outcome === 'passed' && selection.kind === 'whole';

/** Compares the content of a suite's runs with the content in question. */
function comparison(suite: Suite, view: FileView, source: RunSource, runs: readonly JournalEntry[]) {
  const { policy } = source;
  let paths: Set<string> | undefined;
  // Made when something differs: of many files it costs more than comparing two equal contents.
  const isThere = (path: string) => {
    paths ??= new Set(view.paths);
    return paths.has(path);
  };
  const embeds = embedsOf(suite, () => view);
  const covered = coverage(suite, view);
  const isOther = (path: string) =>
    !matchesAny(path, [...VIEWS, ...policy.documents]) && classify(path, suite.preset) === 'other';
  const differenceOf = provingOnly(differencesOf(source, runs), source);
  return {
    /** True where that is known without the receipt, which tells of files that were not tracked then. */
    surelyDiffers(tree: unknown): boolean {
      const difference = typeof tree === 'string' ? differenceOf(tree) : 'gone';
      if (difference === undefined) return false;
      return difference === 'gone' || relevantOf(difference, suite, policy, isThere, embeds).length > 0;
    },
    /** Undefined once too many contents were compared. */
    fact(receipt: Receipt, settled: boolean): RunFact | undefined {
      const at = receipt.treeAfter;
      const difference = at === null ? 'gone' : differenceOf(at);
      if (difference === undefined) return undefined;
      const untracked = new Set(receipt.untracked);
      const differs =
        difference === 'gone'
          ? ['(its content is no longer stored)']
          : relevantOf(
              difference,
              suite,
              policy,
              (path) => isThere(path) || !untracked.has(path),
              embeds,
              receipt.programs,
            );
      const { id, command, time, result, seen, seal, above } = receipt;
      const fact = { receipt: id, command, time, selection: covered(receipt), result, settled, differs, seen };
      const beside = receipt.untracked.filter((path) => isOther(path) && !isThere(path)).slice(0, MAX_BESIDE);
      return { ...fact, ...(seal && { seal }), ...(above ? { above } : {}), ...(beside.length > 0 ? { beside } : {}) };
    },
  };
}

/** Leaves out of the differences a configuration that differs only in parts that no proof depends on. */
function provingOnly(
  differenceOf: (asked: string) => string[] | 'gone' | undefined,
  { repository, tree, deadline }: RunSource,
): typeof differenceOf {
  const known = new Map<string, string[]>();
  const isIdle = (asked: string, path: string) =>
    isConfigPath(path) &&
    provingPartOf(repository, asked, path, deadline) === provingPartOf(repository, tree, path, deadline);
  return (asked) => {
    const paths = differenceOf(asked);
    if (!Array.isArray(paths) || !paths.some(isConfigPath)) return paths;
    const kept = known.get(asked) ?? paths.filter((path) => !isIdle(asked, path));
    known.set(asked, kept);
    return kept;
  };
}

/**
 * Tells in which paths a content differs from the content in question; undefined once too many were compared. Where one
 * is asked for that nobody has compared yet, the newest of all runs do not decide, and git is asked of the others at
 * once.
 */
function differencesOf({ repository, tree, deadline, differences }: RunSource, runs: readonly JournalEntry[]) {
  let left = MAX_COMPARED;
  return (asked: string): string[] | 'gone' | undefined => {
    const known = differences.get(asked);
    if (known !== undefined || left <= 0) return known;
    const others = runs
      .toReversed()
      .flatMap(({ data: { treeAfter } }) => (typeof treeAfter === 'string' ? [treeAfter] : []));
    const next = [...new Set([asked, ...others])].filter((one) => !differences.has(one)).slice(0, left);
    left -= next.length;
    for (const [one, paths] of diffAll(repository, next, tree, { deadline })) differences.set(one, paths);
    // Nothing but its content's age keeps a tree from git's collector, on purpose: a ref that held it would show up in
    // everybody's lists and be published by `git push --mirror`. A run whose tree is gone is stale.
    if (!differences.has(asked)) differences.set(asked, diffTrees(repository, asked, tree, { deadline }));
    return differences.get(asked);
  };
}

/**
 * Returns a run that the journal knows and whose receipt was removed or changed: it can prove nothing, and is not
 * forgotten.
 */
function lostRun(entry: JournalEntry, kind: string): RunFact {
  return {
    receipt: String(entry.data.receipt),
    command: '(receipt missing or changed)',
    time: entry.time,
    selection: { kind: 'unknown', why: `receipt ${kind}` },
    result: {
      runner: String(entry.data.suite).split(':')[0] ?? 'unknown',
      outcome: 'unknown',
      complete: false,
      reasons: [`receipt-${kind}`],
      counts: { passed: 0, failed: 0, skipped: 0, errors: 0 },
      tests: {},
      testsCut: 0,
      greenUnits: [],
      failing: [],
    },
    settled: false,
    differs: [],
    seen: 'hook',
  };
}
