import { type FileView, isProvenRed, isWithin, type Policy, type RedHow, type RedTest, type TestId } from '@flow/core';
import { diffTrees, type JournalEntry, type Repository, readReceipt } from '@flow/evidence';
import { findFork } from '@flow/evidence/git/base';
import { treeView } from '@flow/evidence/git/tree-view';
import { lookAtContent } from '../facts/content.js';
import { type Evidence, readEvidence } from '../facts/evidence.js';
import type { Surroundings } from '../places/surroundings.js';
import { Bodies } from './bodies.js';
import { findNewTests } from './new-tests.js';
import { areOfNoOther, bareReports, failedIn } from './reported.js';
import { fromFolder } from './runner.js';
import { isOfTest, redRunner } from './runners.js';
import { hashText, languageOf } from './test-bodies.js';

/** A test, with whether the test is proven red, and by what. */
export interface RedFact extends TestId {
  proven: RedHow | null;
  /** Epoch milliseconds. */
  time?: number;
  /** The run that shows it, where it was observed. */
  receipt?: string;
}

/** Place that proofs are looked up in. */
export interface RedSource {
  repository: Repository;
  evidence: Evidence;
  deadline: number;
}

/** Number of failing runs that are looked through, newest first. */
const MAX_RUNS = 100;

/**
 * Tells of each test whether the test was red: in a proof of the journal for the same text, or in
 * a failing run of this user that was seen, whose content has the same text for it. Costs a git process for each content.
 */
export function redProofs(source: RedSource, tests: readonly TestId[]): RedFact[] {
  const facts = tests.map((test): RedFact => ({ ...test, ...reconstructed(source.evidence.reds ?? [], test) }));
  for (const entry of failingRuns(source.evidence)) {
    const open = facts.filter(({ proven }) => proven === null);
    if (open.length === 0) break;
    observe(source, entry, open);
  }
  return facts;
}

/** `failingRuns` lists the runs that failed, newest first. What did not build or was cut names no test. */
function failingRuns({ runs }: Evidence): JournalEntry[] {
  const failing = runs.filter(({ data }) => data.outcome === 'failed' && data.settled === true);
  return failing.slice(-MAX_RUNS).reverse();
}

function reconstructed(reds: readonly JournalEntry[], test: TestId): Pick<RedFact, 'proven' | 'time'> {
  const found = reds.findLast(({ data }) => isProvenRed(test, data.tests as RedTest[]));
  return found ? { proven: found.data.how as RedHow, time: found.time } : { proven: null };
}

/** Fills in what one failing run shows. */
function observe({ repository, deadline }: RedSource, entry: JournalEntry, open: readonly RedFact[]): void {
  const read = readReceipt(repository, String(entry.data.receipt), String(entry.data.digest));
  if (read.kind !== 'ok' || read.receipt.treeAfter === null) return;
  const { receipt } = read;
  const { failed, isOpen } = failedIn(receipt.result);
  const { suite } = receipt;
  const isNamed = (fact: RedFact) => isOfSuite(fact, suite) && failed.some((name) => isOfTest(fact, name));
  const candidates = open.filter(
    (fact) => !isOpen(fact) && (isNamed(fact) || bareReports(fact, failed, suite).length > 0),
  );
  if (candidates.length === 0) return;
  const then = treeView(repository, receipt.treeAfter!, deadline);
  for (const fact of candidates) {
    if (!isNamed(fact) && !(then && areOfNoOther(fact, bareReports(fact, failed, suite), suite, then))) continue;
    const text = fact.file === undefined ? undefined : then?.read(fact.file);
    if (text === undefined || !hashesOf(fact.file!, text, suite, then!).includes(fact.hash!)) continue;
    Object.assign(fact, { proven: 'observed', time: receipt.time, receipt: receipt.id });
  }
}

/**
 * The new tests of the content on disk, with what shows that they were red.
 * @returns null where there is no content, or no base to compare it with
 */
export function newTestsHere({ repository, policy, start }: Surroundings): RedFact[] | null {
  const { deadline } = start;
  const content = lookAtContent(repository, deadline);
  const fork = 'failed' in content ? null : findFork(repository, policy, deadline);
  if ('failed' in content || fork === null) return null;
  const tests = newTestsSince(repository, policy, fork, content.tree, deadline);
  return tests && redProofs({ repository, evidence: readEvidence(repository), deadline }, tests);
}

/** Names of some runners begin with the file as the suite's root sees it: another root may have one of the same name. */
function isOfSuite({ name, file = '' }: TestId, suite: string): boolean {
  const root = suite.slice(suite.indexOf(':') + 1);
  if (!isWithin(file, root)) return false;
  const language = languageOf(file);
  return language === 'go' || language === 'rust' || name.startsWith(fromFolder(file, root));
}

function hashesOf(file: string, text: string, suite: string, view: FileView): string[] {
  const language = languageOf(file);
  if (!language) return [hashText(text)];
  const [id, root] = [suite.slice(0, suite.indexOf(':')), suite.slice(suite.indexOf(':') + 1)];
  return new Bodies(view, root, redRunner(id) ?? { language }).of(file).map(({ hash }) => hash);
}

/**
 * Returns the tests that some content has and the base has not.
 * @returns null when git does not have one of the two
 */
export function newTestsSince(
  repository: Repository,
  policy: Policy,
  base: string,
  content: string,
  deadline: number,
): TestId[] | null {
  const [before, now] = [treeView(repository, base, deadline), treeView(repository, content, deadline)];
  const changed = diffTrees(repository, base, content, { deadline });
  if (!before || !now || changed === 'gone') return null;
  const found = findNewTests({ base: before, now, changed, presets: policy.presets });
  return found.suites.flatMap(({ tests }) => tests.map(({ name, file, hash }) => ({ name, file, hash })));
}
