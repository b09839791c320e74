import path from 'node:path';
import {
  isNeeded,
  judgeSuite,
  matchesAny,
  type Question,
  type Ruling,
  rule,
  type Severity,
  type Suite,
  type SuiteState,
  unitsOf,
} from '@flow/core';
import { appendEvent, diffTrees, type ForgeData, git, type JournalEntry, readJournal } from '@flow/evidence';
import { mergeBase } from '@flow/evidence/git/ancestry';
import { type Base, findBase } from '@flow/evidence/git/base';
import { type Remotes, remotesOf } from '@flow/evidence/git/remotes';
import { treeView } from '@flow/evidence/git/tree-view';
import { contentNow } from '../facts/content.js';
import { readEvidence } from '../facts/evidence.js';
import { type Confirmed, confirmBase } from '../facts/published/confirm.js';
import type { RunSource } from '../facts/run-source.js';
import { runsFor } from '../facts/suite-runs.js';
import { judgeTargets } from '../handle/guards/publishing.js';
import { secretsOf } from '../places/secrets.js';
import { homeOf, type Surroundings } from '../places/surroundings.js';
import { checkSeverity, isCustom, questionOf, suitesOf, wholeCommand } from '../policy/suites.js';
import { WORK_VIEWS } from '../policy/views.js';
import { branchOf } from '../run/approvals/make.js';
import { readerOf } from '../run/approvals/reader.js';
import { pushCall } from '../run/overrides/refused-call.js';
import { lookedThrough } from '../run/overrides/settle.js';
import { formatFinding } from '../words/finding-words.js';

/* Facts for shipping the content on disk, for the program that ships. */

/** A suite that what is shipped needs, on the content on disk. */
export interface ShipSuite {
  id: string;
  question: Question;
  state: SuiteState | 'no-tests';
  /** Severity that a push meets without the suite. */
  severity: Severity;
  /** Absolute path of its root, and what is typed there to run all of it. */
  directory: string;
  command: string;
  /** Of its newest run. */
  outcome: string | null;
  failing: readonly string[];
}

export interface ShipFacts {
  /** The content on disk. */
  tree: string;
  base: Base | null;
  /** The commit at which the branch left the base; null where it cannot be told. */
  fork: string | null;
  remotes: Remotes;
  suites: ShipSuite[];
}

/**
 * Returns the suites of the content on disk that changed files concern, with what is proven of them, and where it goes.
 * @returns null where the content cannot be taken
 */
export function shipFacts(found: Surroundings, branch: string): ShipFacts | null {
  const { repository, policy, start } = confirmedFor(found, branch).around;
  const { deadline } = start;
  const tree = contentNow(repository, deadline)?.tree ?? null;
  const view = tree && treeView(repository, tree, deadline);
  if (!tree || !view) return null;
  const remotes = remotesOf(repository, branch, policy, deadline);
  const base = findBase(repository, policy, remotes.base, start);
  const forkFrom = (from: Base | null) => from && mergeBase(repository, from.commit, 'HEAD', deadline);
  const fork = forkFrom(base);
  // The guard of pushes asks for what differs from the base that the remote has to which the branch goes.
  const there = remotes.push === remotes.base ? base : findBase(repository, policy, remotes.push, start);
  const since = there?.commit === base?.commit ? fork : forkFrom(there);
  const suites = suitesAt({ ...found, policy }, tree, view, since);
  return { tree, base, fork, remotes, suites };
}

/**
 * Returns the suites of a content that files concern which differ from a commit, with what is proven of them there;
 * without one, all.
 */
function suitesAt(
  { repository, policy, start: { deadline } }: Surroundings,
  tree: string,
  view: NonNullable<ReturnType<typeof treeView>>,
  since: string | null,
): ShipSuite[] {
  const changed = since ? diffTrees(repository, since, tree, { deadline }) : 'gone';
  const all = suitesOf(view, policy);
  const source: RunSource = {
    repository,
    evidence: readEvidence(repository),
    policy,
    tree,
    deadline,
    differences: new Map(),
    runs: new Map(),
  };
  return all.flatMap((suite): ShipSuite[] => {
    const severity = severityOf(suite, policy);
    if (severity === 'off' || (changed !== 'gone' && !isNeeded(suite, all, changed, policy.documents, view))) return [];
    const units = isCustom(suite) ? [] : unitsOf(suite, all, view);
    const none = !isCustom(suite) && units.length === 0;
    const question = questionOf(suite);
    if (none && question !== 'test') return [];
    const verdict = judgeSuite(runsFor(suite, all, view, source), units, policy.push.reruns);
    return [
      {
        id: suite.id,
        question,
        state: none ? 'no-tests' : verdict.state,
        severity,
        directory: path.join(repository.root, suite.root),
        command: wholeCommand(suite),
        outcome: verdict.run?.result.outcome ?? null,
        failing: verdict.failing,
      },
    ];
  });
}

/**
 * Returns the suites of tests that a commit's own changes concern, with what is proven of them on its content; null
 * where it cannot be read.
 */
export function testsAt(around: Surroundings, commit: string): ShipSuite[] | null {
  const { repository, policy, start } = around;
  const { deadline } = start;
  const tree = git(repository, ['rev-parse', '--verify', '--quiet', `${commit}^{tree}`], { deadline });
  const id = tree.stdout.toString('latin1').trim();
  const view = tree.status === 0 ? treeView(repository, id, deadline) : null;
  if (!view) return null;
  const base = findBase(
    repository,
    policy,
    remotesOf(repository, branchOf(repository) ?? '', policy, deadline).base,
    start,
  );
  const since = base && mergeBase(repository, base.commit, commit, deadline);
  return suitesAt(around, id, view, since).filter(({ question }) => question === 'test');
}

/** Shipping ends in a push, and so what was fetched is looked at as before one. */
function confirmedFor(found: Surroundings, branch: string): Confirmed {
  const { push, base } = remotesOf(found.repository, branch, found.policy, found.start.deadline);
  return confirmBase(found, base, push);
}

/** A build that nobody switched off is part of shipping, though no push asks for it. */
function severityOf(suite: Suite, policy: Surroundings['policy']): Severity {
  const isBuild = questionOf(suite) === 'build';
  return isBuild ? (policy.push.checks?.build ?? 'block') : checkSeverity(suite, policy);
}

/** The push guard says this about a branch. */
export interface Judged {
  code: string;
  answer: Ruling['answer'];
  text: string;
  /** The suite that it is about. */
  suite: string | null;
}

/**
 * Judges what shipping would publish as the guard of pushes does, with what a person has let through of it. Nothing is
 * recorded, and neither approval nor override is used up.
 * @param planned the tree that the commit will have; null: HEAD is judged
 */
export function judgeShip(found: Surroundings, branch: string, head: string | null, planned: string | null): Judged[] {
  const { around, doubt } = confirmedFor(found, branch);
  const { repository, policy, start } = around;
  const { push } = remotesOf(repository, branch, policy, start.deadline);
  const target = { remote: push, destination: `refs/heads/${branch}`, tip: head, deletion: false };
  const findings = [...judgeTargets([target], planned, around, doubt), ...around.policyFindings];
  const rulings = findings.map((finding) => rule('push', finding, policy, null, Date.now()));
  const reader = readerOf(start.environment);
  return lookedThrough(rulings, pushCall(push, [target], repository), around).map(({ finding, answer }) => ({
    code: finding.code,
    answer,
    text: formatFinding(finding, Date.now(), reader),
    suite: typeof finding.args.suite === 'string' ? finding.args.suite : null,
  }));
}

/** Keeps the files of the repository that are secrets; paths are relative to its root. */
export function secretsAmong({ repository, policy, start }: Surroundings, files: readonly string[]): string[] {
  const secrets = secretsOf(homeOf(start.environment), policy.sensitive);
  return files.filter((file) => secrets.has(path.join(repository.root, file), null));
}

/** Returns true for a file that is generated for people, and no part of the work. */
export function isView(file: string): boolean {
  return matchesAny(file, WORK_VIEWS);
}

/** Answers of the forge in the journal. A breach of the evidence voids them as it voids runs. */
export function forgeEntries({ repository, start }: Surroundings): JournalEntry[] {
  const { events } = readJournal(repository, start.environment);
  const breach = events.findLastIndex(({ type, data }) => type === 'breach' && data.evidence === true);
  return events.filter(({ type }, at) => type === 'forge' && at > breach);
}

/** Keeps what the forge answered. @throws EvidenceError */
export function recordForge({ repository, start }: Surroundings, data: ForgeData): void {
  appendEvent(repository, { type: 'forge', data: { ...data } }, start.environment);
}
