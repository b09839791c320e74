import { posix } from 'node:path';
import {
  type ApprovalStatement,
  classifier,
  classify,
  concerns,
  coversUnit,
  type FileView,
  isExact,
  isRelevant,
  isWithin,
  matchesAny,
  type Policy,
  type Preset,
  type Receipt,
  type RunFact,
  type Selection,
  type Suite,
} from '@flow/core';
import {
  type Damage,
  diffAll,
  diffTrees,
  type JournalEntry,
  type Repository,
  readJournal,
  receiptReader,
} from '@flow/evidence';
import { unreportedDamage } from '../observers/seals/evidence-check.js';
import { VIEWS } from '../policy/views.js';
import type { RunSource } from './suite-runs.js';

/** A run that was seen elsewhere than in this journal, and verified in another way: by a signature, or by running it now. */
export interface BroughtRun {
  receipt: Receipt;
  /** The relevant content was the same before and after. */
  settled: boolean;
}

/** Everything the journal holds that can still count, oldest first. */
export interface Evidence {
  runs: JournalEntry[];
  /** Runs beside the journal's. */
  brought?: readonly BroughtRun[];
  /** Approvals and their use. */
  approvals: JournalEntry[];
  /** All that is on record, which tells how late it has been. */
  record: readonly JournalEntry[];
  /** Tests that were red before they were green. */
  reds?: JournalEntry[];
  damage: Damage[];
  foreign: number;
  /** True when a breach has voided runs and none has been made since. */
  voided: boolean;
}

/** With how many different contents a suite's runs are compared before older runs are left aside. */
const MAX_COMPARED = 40;

/** Reads the journal; runs from before the newest breach of evidence are void. */
export function readEvidence(repository: Repository): Evidence {
  const journal = readJournal(repository);
  const told = { damage: journal.damage, foreign: journal.foreign };
  // Damage that no breach has reported yet voids everything: what was removed cannot be told.
  if (unreportedDamage(repository, journal).length > 0) {
    const approvals = withoutUses(journal.events.filter(isSigned));
    return { runs: [], approvals, record: journal.events, ...told, voided: true };
  }
  const breach = journal.events.findLastIndex((entry) => entry.type === 'breach' && entry.data.evidence === true);
  const runs = journal.events.filter((entry, at) => entry.type === 'run' && at > breach);
  // A signature holds whatever became of the journal around it.
  const approvals = [
    ...withoutUses(journal.events.slice(0, breach + 1).filter(isSigned)),
    ...journal.events.slice(breach + 1).filter(isApproval),
  ];
  const reds = journal.events.filter((entry, at) => entry.type === 'red' && at > breach);
  const voided = breach >= 0 && runs.length === 0;
  return { runs, approvals, record: journal.events, reds, ...told, voided };
}

const isApproval = (entry: JournalEntry) => entry.type === 'approval' || entry.type === 'approval-use';

/**
 * Approvals of a journal that lacks something. Whether they were used cannot be told any more, so they are taken to be:
 * that ends those of gates that hold once, and no others.
 */
function withoutUses(entries: JournalEntry[]): JournalEntry[] {
  return entries.flatMap((entry) => {
    if (entry.type !== 'approval') return [entry];
    const { id } = entry.data.statement as ApprovalStatement;
    return [entry, { ...entry, type: 'approval-use', data: { approval: id, by: 'damage' } }];
  });
}

/** Signed approvals, and that they were used: what was taken away may not come back. */
const isSigned = (entry: JournalEntry) => isApproval(entry) && entry.data.signature !== null;

/**
 * Paths of a difference that can change the outcome of the suite's runs.
 * @param embeds whether the sources bring documents into the build; asked only when it decides
 */
export function relevantOf(
  paths: readonly string[],
  suite: Pick<Suite, 'preset' | 'runner'>,
  policy: Policy,
  isTracked: (path: string) => boolean,
  embeds: () => boolean,
): string[] {
  const kindOf = paths.length > MANY ? classifier(suite.preset) : (path: string) => classify(path, suite.preset);
  return paths.filter((path) => {
    if (matchesAny(path, VIEWS) || matchesAny(path, policy.documents)) return false;
    const read = concerns(suite, path);
    if (read !== undefined) return read;
    return isRelevant(kindOf(path), () => isTracked(path), embeds);
  });
}

/** A difference is seldom of so many files; all files of a content often are. */
const MANY = 500;

/** Whether a suite's sources bring other files into the build, looked up once. */
export function embedsOf(suite: Pick<Suite, 'preset'>, view: () => FileView | null): () => boolean {
  let known: boolean | undefined;
  return () => {
    if (known === undefined) {
      const files = view();
      const sources = files?.paths.filter((path) => classify(path, suite.preset) === 'source') ?? [];
      const { embeds = [] } = suite.preset;
      known = embeds.length > 0 && (files === null || files.containing(sources, embeds).length > 0);
    }
    return known;
  };
}

/**
 * Runs of a suite with what differs between their content and the one in question, oldest first. Reading stops at
 * the newest whole green run on equal content: nothing older can change the verdict. Of runs whose content surely is
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
    if (fact.settled && fact.differs.length === 0 && isWholeGreen(fact) && settles(fact)) break;
  }
  return facts.reverse().sort((a, b) => a.time - b.time);
}

const isWholeGreen = ({ result, selection }: RunFact) => result.outcome === 'passed' && selection.kind === 'whole';

/** How the content of a suite's runs differs from the one in question. */
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
  const differenceOf = differencesOf(source, runs);
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
          : relevantOf(difference, suite, policy, (path) => isThere(path) || !untracked.has(path), embeds);
      const { id, command, time, result, seen } = receipt;
      return { receipt: id, command, time, selection: covered(receipt), result, settled, differs, seen };
    },
  };
}

/**
 * In which paths a content differs from the one in question; undefined once too many were compared. Where one is asked for
 * that nobody has compared yet, the newest of all runs do not decide, and git is asked of the others at once.
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

/** What a run has left out of its suite: what it is, and what stands in the files that have some. */
interface LeftOut {
  what: string;
  contains: readonly string[];
  /** Globs of these files; those of tests when left out. */
  files?: readonly string[];
  /** Only files that do not lie below this folder. */
  below?: string;
}

/** What the runner of a run leaves out of the suite, always or under a flag that was given; undefined for nothing. */
export function leftOutBy(
  { runners }: Pick<Preset, 'runners'>,
  { selection, result }: Pick<Receipt, 'selection' | 'result'>,
): LeftOut | undefined {
  if (selection.kind !== 'whole' && selection.kind !== 'units') return undefined;
  const spec = runners.find(({ id }) => id === result.runner);
  const below = selection.kind === 'whole' ? selection.below : undefined;
  if (below !== undefined)
    return { what: `tests outside of ${below}`, contains: spec?.selection.looksBelow?.tests ?? [], below };
  const leavesOut = spec?.leavesOut;
  if (!leavesOut || selection.under === undefined)
    return leavesOut?.under === undefined && selection.kind === 'whole' ? leavesOut : undefined;
  const { values = [] } = selection;
  const contains = leavesOut.contains.flatMap((text) =>
    text.includes(VALUE) ? values.map((value) => text.replace(VALUE, () => value)) : [text],
  );
  return contains.length > 0 ? { ...leavesOut, contains } : undefined;
}

const VALUE = '{value}';

/** What a run has covered: all of what its runner runs is less than the suite where that leaves some tests out. */
export function coverage({ preset, runner, root }: Suite, view: FileView): (receipt: Receipt) => Selection {
  const known = new Map<string, ReadonlySet<string>>();
  const unitOf = (path: string) => (runner.units.kind === 'folder' ? posix.dirname(path) : path);
  const partlyBy = ({ contains, files = runner.units.tests, below }: LeftOut) => {
    const own = view.paths.filter((path) => isWithin(path, root) && matchesAny(path, files));
    const perhaps = below === undefined ? own : own.filter((path) => !isWithin(path, below));
    return new Set(view.containing(perhaps, contains).map(unitOf));
  };
  return (receipt) => {
    const { selection } = receipt;
    const leavesOut = leftOutBy(preset, receipt);
    if (!leavesOut || (selection.kind !== 'whole' && selection.kind !== 'units')) return selection;
    const key = JSON.stringify(leavesOut);
    const partly = known.get(key) ?? partlyBy(leavesOut);
    known.set(key, partly);
    if (partly.size === 0) return selection.kind === 'whole' ? { kind: 'whole' } : selection;
    const tests = view.paths.filter((path) => isWithin(path, root) && matchesAny(path, runner.units.tests));
    const units = [...new Set(tests.map(unitOf))].filter((unit) => !partly.has(unit) && covers(selection, unit));
    return { kind: 'units', units, leftOut: leavesOut.what };
  };
}

const covers = (selection: Extract<Selection, { kind: 'whole' | 'units' }>, unit: string) =>
  selection.kind === 'whole' || selection.units.some((pattern) => coversUnit(pattern, unit));

/** A run that the journal knows and whose receipt was removed or changed: it can prove nothing, and is not forgotten. */
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
