import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { conventionsOf, type FileView, isNeeded, type Policy, readMarkerNames, type Suite } from '@flow/core';
import { diffAll, diffTrees, type Listed, listAndDiff, listPending, type Repository, readHead } from '@flow/evidence';
import { announceAncestry, forkOf, treeOf } from '@flow/evidence/git/ancestry';
import { type Asking, type Base, findBase } from '@flow/evidence/git/base';
import { Objects } from '@flow/evidence/git/objects';
import { treeView, viewOf } from '@flow/evidence/git/tree-view';
import { checkSeverity, questionOf, suitesOf } from '../policy/suites.js';
import type { UnreadFacts } from '../words/unread-words.js';
import { type GateFacts, gateFacts, gatesOfPush } from './approvals/gates.js';
import { conventionFacts } from './convention-facts.js';
import type { Checked } from './conventions/violation.js';
import { type Evidence, readEvidence } from './evidence.js';
import { goneSuites } from './gone-suites.js';
import { type MigrationFact, migrationFacts } from './migration-facts.js';
import { isNotOwned } from './not-owned.js';
import type { BaseDoubt } from './published/confirm.js';
import type { PushTarget } from './push-target.js';
import type { RunSource } from './run-source.js';
import { factsOfSuite, type SuiteFacts } from './suite-facts.js';
import type { SuitesAsked } from './suites-asked.js';
import { type Together, togetherOf } from './together.js';
import { unreadHere } from './unread-facts.js';
import { type WeakenedFacts, weakenedFacts } from './weakened-facts.js';

/** Facts about one target that the push guard has to know. */
export interface PushFacts {
  target: PushTarget;
  /** The tree that was judged. */
  tree: string | null;
  /** There is none because nothing has been committed yet. */
  unborn?: boolean;
  /** There is none because git refuses the repository, which lies here and is another user's. */
  notOwned?: string;
  base: Base | null;
  /** Why the base is older than what was fetched. */
  doubt: BaseDoubt | null;
  /** The commit is already on the base branch: nothing new is published. */
  onBase: boolean;
  suites: SuiteFacts[];
  /** The command that runs those of them that lack a run, where they are several of one workspace. */
  together: Together | null;
  /** No test suite was found in the content. */
  noRunner: boolean;
  /** Tests that an installation would propose then. */
  unread: UnreadFacts | null;
  /** Linters and type checkers that are configured on the base branch and no longer in the content. */
  checksRemoved: string[];
  evidence: Evidence;
  /** Suites of which a run still goes on in the background. */
  running: string[];
  /** Runs in the foreground that began and of which no end was reported, the newest of each suite. */
  unended: UnendedRun[];
  /** Gates that the policy puts before a push. */
  gates: GateFacts[];
  /** Migrations whose number somebody else has. */
  migrations: MigrationFact[];
  /** Findings of conventions about the lines that the push adds. */
  conventions: Checked;
  /** How tests lost strength since the work began. */
  weakened: WeakenedFacts | null;
  /** Reviews of the work that saw other content, where something runs. */
  reviews: string[];
  /** What the run of the work owes. */
  debts: string[];
}

/** The contents of so many runs are compared with what is pushed before anybody asks for them. */
const MAX_AHEAD = 20;

const IS_ID = /^[0-9a-f]{40,64}$/;

/**
 * Gathers the facts for one target.
 * @param planned the tree that a commit made by the same command would have, in place of the target's tip
 * @param given what is known already, in place of what is found here
 */
export function gatherPushFacts(
  repository: Repository,
  policy: Policy,
  target: PushTarget,
  planned: string | null,
  asking: Asking,
  given: { base?: Base | null; evidence?: Evidence; doubt?: BaseDoubt | null; isFresh?: boolean } = {},
): PushFacts {
  const { deadline } = asking;
  const base = given.base === undefined ? findBase(repository, policy, target.remote, asking) : given.base;
  const evidence = given.evidence ?? readEvidence(repository);
  const judged = planned ?? target.tip ?? 'HEAD';
  const facts: PushFacts = {
    ...{ target, tree: judged, base, evidence, running: runningSuites(repository), unended: unendedRuns(repository) },
    ...{
      doubt: given.doubt ?? null,
      onBase: false,
      noRunner: false,
      unread: null,
      conventions: { violations: [], unrun: [] },
    },
    ...{ suites: [], together: null, checksRemoved: [], gates: [], migrations: [], reviews: [], debts: [] },
    weakened: null,
  };
  const tip = target.tip ?? 'HEAD';
  const objects = new Objects(repository, deadline);
  if (base) announceAncestry(tip, objects);
  // Of few files one git tells where the work began and what markers in the root say, another one the files and what differs.
  // Of many, the list alone is shorter: it comes first, and the next git tells all markers' texts and where the work began.
  const isFew = base !== null && holdsFew(repository);
  const folder = `${tip}^{tree}`;
  if (isFew) objects.announce([folder, ...markersHere(repository, policy).map((name) => `${judged}:${name}`)]);
  const many = isFew ? null : treeView(repository, judged, deadline, objects);
  const suitesOfMany = many && suitesOf(many, policy);
  const began = base ? forkOf(repository, base.commit, tip, objects, deadline) : null;
  const fork = began?.commit ?? null;
  if (fork !== null && !planned && fork === (target.tip ?? readHead(repository)?.commit)) {
    return { ...facts, onBase: true };
  }
  const ahead = [...(began?.tree ? [began.tree] : []), ...newestTrees(evidence)];
  const isCompared = ahead.length > 0 || (evidence.brought?.length ?? 0) > 0;
  const content = isCompared ? (planned ?? treeOf(tip, objects)) : null;
  // The git that lists and compares by ids holds no folder against its own; the one before has none that is not what its id says.
  const isForged = isFew && !planned && content !== null && objects.read(folder) === null;
  const { differences, listed } = lookAhead(repository, content, ahead, deadline, isFew);
  const read = () =>
    listed
      ? viewOf(repository, judged, listed.paths, deadline, objects, listed.entries)
      : (many ?? treeView(repository, judged, deadline, objects));
  const view = isForged ? null : read();
  if (view === null) {
    const unborn = !planned && target.tip === null && readHead(repository)?.commit === null;
    const refused = isNotOwned(repository, deadline) ? { notOwned: repository.root } : {};
    return { ...facts, tree: null, unborn, ...refused };
  }
  const suites = suitesOfMany ?? suitesOf(view, policy);
  facts.gates = gatesBefore(repository, policy, target, evidence, judged, deadline);
  facts.noRunner = suites.every((suite) => questionOf(suite) !== 'test');
  if (facts.noRunner) facts.unread = unreadHere(repository, policy, view);
  const changed = began
    ? (differences.get(began.tree ?? '') ?? diffTrees(repository, began.commit, judged, { deadline }))
    : 'gone';
  const viewOfFork = once(() => (fork ? treeView(repository, fork, deadline) : null));
  const source: RunSource = {
    repository,
    evidence,
    policy,
    tree: content ?? judged,
    deadline,
    differences,
    runs: new Map(),
  };
  const treeOfFork = once(() => began && (began.tree ?? treeOf(began.commit, objects)));
  const asked = { suites, view, source, planned, fork, viewOfFork, treeOfFork };
  if (changed === 'gone') {
    facts.suites = suitesNeeded(asked, () => true);
    facts.together = togetherOf(facts.suites, view);
    return facts;
  }
  if (touchesChecks(changed, policy)) facts.checksRemoved = removedChecks(viewOfFork(), suites, policy);
  facts.suites = [
    ...goneSuites(changed, view, suites, viewOfFork, policy),
    ...suitesNeeded(asked, (suite) => isNeeded(suite, suites, changed, policy.documents, view)),
  ];
  facts.together = togetherOf(facts.suites, view);
  if (base && fork) {
    const content = { judged, paths: view.paths, changed };
    facts.migrations = migrationFacts(repository, policy, content, base, deadline);
    facts.conventions = brokenConventions(repository, policy, content, { fork, base: base.commit }, deadline);
    facts.weakened = weakenedFacts(
      repository,
      policy,
      { fork, judged, changed, ...(given.isFresh && { isFresh: true }) },
      deadline,
    );
  }
  return facts;
}

/** Facts about the suites that the policy asks for, as far as the push needs them. */
function suitesNeeded(asked: SuitesAsked, isNeededHere: (suite: Suite) => boolean): SuiteFacts[] {
  return asked.suites.flatMap((suite) => {
    if (checkSeverity(suite, asked.source.policy) === 'off' || !isNeededHere(suite)) return [];
    return factsOfSuite(suite, asked) ?? [];
  });
}

/** Asks when it is asked first, and remembers. */
function once<T>(ask: () => T): () => T {
  let answer: { is: T } | undefined;
  return () => {
    answer ??= { is: ask() };
    return answer.is;
  };
}

/** Nearly every push asks what changed since the fork and since the runs: then git is asked once, and for a short list, too. */
function lookAhead(
  repository: Repository,
  content: string | null,
  ahead: readonly string[],
  deadline: number,
  isFew: boolean,
): { differences: RunSource['differences']; listed: Listed | null } {
  if (content === null || !IS_ID.test(content)) return { differences: new Map(), listed: null };
  if (isFew) return listAndDiff(repository, ahead, content, { deadline });
  return { differences: diffAll(repository, ahead, content, { deadline }), listed: null };
}

/** Bytes of an index of about a thousand files. A guess: whatever it says, the same is asked of git. */
const FEW = 100_000;

function holdsFew({ gitDir }: Repository): boolean {
  const index = statSync(path.join(gitDir, 'index'), { throwIfNoEntry: false });
  return index !== undefined && index.size < FEW;
}

/** Lists markers in the root that are on disk, and most likely in what is pushed, too: nothing is decided by it. */
function markersHere({ root }: Repository, { presets }: Policy): string[] {
  try {
    const names = new Set(readdirSync(root));
    return readMarkerNames(presets).filter((name) => names.has(name));
  } catch {
    return [];
  }
}

/** Linters and type checkers that the base has and these suites have not. */
function removedChecks(before: FileView | null, suites: readonly Suite[], policy: Policy): string[] {
  const kept = new Set(suites.map(({ runner }) => runner.id));
  return (before ? suitesOf(before, policy) : [])
    .filter((suite) => questionOf(suite) !== 'test' && checkSeverity(suite, policy) !== 'off')
    .map(({ runner }) => runner.id)
    .filter((id) => !kept.has(id));
}

/** Returns the contents of each suite's newest run, then those on which suites failed: what failed outlives a green run. */
function newestTrees({ runs }: Evidence): string[] {
  const newest = new Map(runs.map(({ data }) => [data.suite, data.treeAfter]));
  const failed = runs.filter(({ data }) => data.outcome === 'failed' && data.settled === true);
  const trees = [...newest.values(), ...failed.map(({ data }) => data.treeAfter).reverse()];
  return [...new Set(trees)].filter((tree) => typeof tree === 'string').slice(0, MAX_AHEAD);
}

function brokenConventions(
  repository: Repository,
  policy: Policy,
  { judged, paths, changed }: { judged: string; paths: readonly string[]; changed: readonly string[] },
  { fork, base }: { fork: string; base: string },
  deadline: number,
): Checked {
  if (conventionsOf(policy).length + policy.imports.length === 0) return { violations: [], unrun: [] };
  const present = new Set(paths);
  const change = { fork, judged, base, paths: changed.filter((file) => present.has(file)) };
  return conventionFacts(repository, policy, change, deadline);
}

/** Tells whether one of the files is of a name that configures a tool: only then can the base have one that is gone here. */
function touchesChecks(changed: readonly string[], policy: Policy): boolean {
  const names = new Set(
    policy.presets.flatMap(({ runners }) =>
      runners.flatMap(({ configured = [] }) => configured.map(({ file }) => file)),
    ),
  );
  return changed.some((file) => names.has(path.posix.basename(file)));
}

/** Returns the gates that the policy puts before a push, judged on what it would publish. */
export function gatesBefore(
  repository: Repository,
  policy: Policy,
  target: PushTarget,
  evidence: Evidence,
  content: string,
  deadline: number,
): GateFacts[] {
  const gates = gatesOfPush(policy);
  if (gates.length === 0) return [];
  const place = { branch: branchOf(repository, target), commit: content, disk: true };
  return gateFacts(repository, policy, gates, evidence, place, content, deadline);
}

/** Returns the branch that approvals of what is pushed speak of: the one checked out, else the one that it goes to. */
function branchOf(repository: Repository, target: PushTarget): string | null {
  const head = readHead(repository);
  if (head?.branch && (target.tip === null || target.tip === head.commit)) return head.branch;
  return target.destination?.replace(/^refs\/heads\//, '') ?? head?.branch ?? null;
}

/** A run whose beginning was seen, and not its end. */
export interface UnendedRun {
  suite: string;
  command: string;
  /** When it began, in epoch milliseconds. */
  time: number;
}

/** Record of a command that has begun, as far as a push asks: `exact` where `exec` records the runs itself. */
interface BegunCommand {
  command: string;
  /** When it began, in epoch milliseconds. */
  time: number;
  background: string | null;
  runs: readonly { suite: string }[];
  exact?: object;
}

/** Runs whose end was not seen; calls that `exec` records itself are not among them. */
function unendedRuns(repository: Repository): UnendedRun[] {
  const calls = listPending<BegunCommand>(repository);
  const found = new Map<string, UnendedRun>();
  for (const { command, background, exact, runs, time } of calls.sort((a, b) => a.time - b.time)) {
    if (background !== null || exact) continue;
    for (const { suite } of runs) found.set(suite, { suite, command, time });
  }
  return [...found.values()];
}

/** Suites that commands in the background are running. */
function runningSuites(repository: Repository): string[] {
  const calls = listPending<BegunCommand>(repository);
  return [...new Set(calls.flatMap((call) => (call.background === null ? [] : call.runs.map((run) => run.suite))))];
}
