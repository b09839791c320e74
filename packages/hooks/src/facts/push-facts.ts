import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  conventionsOf,
  type FileView,
  isNeeded,
  isTestedExactly,
  isWithin,
  judgeSuite,
  type Policy,
  type RunFact,
  type Suite,
  type SuiteVerdict,
  unitsOf,
} from '@flow/core';
import { diffAll, diffTrees, git, listPending, type Repository, readHead, splitZ } from '@flow/evidence';
import { type GateFacts, gateFacts, gatesOfPush } from '../approvals/gates.js';
import type { Checked } from '../conventions/violation.js';
import { contentNow } from '../observers/capture.js';
import { checkSeverity, isCustom, questionOf, suitesOf } from '../suites.js';
import { announceAncestry, forkOf, treeOf } from './ancestry.js';
import { type Base, findBase } from './base.js';
import { conventionFacts } from './convention-facts.js';
import { type FewerTests, fewerTests } from './fewer-tests.js';
import { type MigrationFact, migrationFacts } from './migration-facts.js';
import { Objects } from './objects.js';
import type { PushTarget } from './push-target.js';
import { type Evidence, readEvidence, runsOf } from './runs.js';
import { treeView } from './tree-view.js';

export interface SuiteFacts {
  suite: Suite;
  verdict: SuiteVerdict;
  units: string[];
  /** The base branch has tests for this suite and the pushed content has none. */
  testsRemoved: boolean;
  /** Neither has any. */
  noTests: boolean;
  /** Exact runs alone show the suite to be tested. */
  exact: boolean;
  /** Fewer tests pass than on the base branch, as far as that is known. */
  fewer: FewerTests | null;
  /** Of the files in which the newest run differs: those that are not committed, so that another run would differ too. */
  uncommitted: string[];
}

/** What the push guard has to know about one target. */
export interface PushFacts {
  target: PushTarget;
  /** The tree that was judged. */
  tree: string | null;
  /** There is none because nothing has been committed yet. */
  unborn?: boolean;
  base: Base | null;
  /** The commit is already on the base branch: nothing new is published. */
  onBase: boolean;
  suites: SuiteFacts[];
  /** No test suite was found in the content. */
  noRunner: boolean;
  /** Linters and type checkers that are configured on the base branch and no longer in the content. */
  checksRemoved: string[];
  evidence: Evidence;
  /** Suites of which a run still goes on in the background. */
  running: string[];
  /** Gates that the policy puts before a push. */
  gates: GateFacts[];
  /** Migrations whose number somebody else has. */
  migrations: MigrationFact[];
  /** What conventions have against the lines that the push adds. */
  conventions: Checked;
  /** Reviews of the work that saw other content, where something runs. */
  reviews: string[];
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
  deadline: number,
  given: { base?: Base | null; evidence?: Evidence } = {},
): PushFacts {
  const base = given.base === undefined ? findBase(repository, policy, target.remote, deadline) : given.base;
  const evidence = given.evidence ?? readEvidence(repository);
  const judged = planned ?? target.tip ?? 'HEAD';
  const facts: PushFacts = {
    target,
    tree: judged,
    base,
    onBase: false,
    suites: [],
    noRunner: false,
    checksRemoved: [],
    evidence,
    running: runningSuites(repository),
    gates: [],
    migrations: [],
    conventions: { violations: [], unrun: [] },
    reviews: [],
  };
  const tip = target.tip ?? 'HEAD';
  const objects = new Objects(repository, deadline);
  if (base) announceAncestry(tip, objects);
  // First, as one git then tells the markers' texts and where the work began.
  const view = treeView(repository, judged, deadline, objects);
  const suites = view ? suitesOf(view, policy) : [];
  const began = base ? forkOf(repository, base.commit, tip, objects, deadline) : null;
  const fork = began?.commit ?? null;
  if (fork !== null && !planned && fork === (target.tip ?? readHead(repository)?.commit)) {
    return { ...facts, onBase: true };
  }
  if (view === null) {
    const unborn = !planned && target.tip === null && readHead(repository)?.commit === null;
    return { ...facts, tree: null, unborn };
  }
  facts.gates = gatesBefore(repository, policy, target, evidence, judged, deadline);
  facts.noRunner = suites.every((suite) => questionOf(suite) !== 'test');
  // Nearly every push asks what changed since the fork and since the runs: then git is asked once.
  const ahead = [...(began?.tree ? [began.tree] : []), ...newestTrees(suites, evidence)];
  const content = ahead.length > 0 ? (planned ?? treeOf(tip, objects)) : null;
  const differences: RunSource['differences'] =
    content !== null && IS_ID.test(content) ? diffAll(repository, ahead, content, { deadline }) : new Map();
  const changed = began
    ? (differences.get(began.tree ?? '') ?? diffTrees(repository, began.commit, judged, { deadline }))
    : 'gone';
  let baseView: FileView | null | undefined;
  const atBase = () => {
    baseView ??= fork ? treeView(repository, fork, deadline) : null;
    return baseView;
  };
  if (changed !== 'gone' && touchesChecks(changed, policy)) {
    const kept = new Set(suites.map(({ runner }) => runner.id));
    const before = atBase();
    facts.checksRemoved = (before ? suitesOf(before, policy) : [])
      .filter((suite) => questionOf(suite) !== 'test' && checkSeverity(suite, policy) !== 'off')
      .map(({ runner }) => runner.id)
      .filter((id) => !kept.has(id));
  }
  const source: RunSource = { repository, evidence, policy, tree: judged, deadline, differences };
  for (const suite of suites) {
    if (checkSeverity(suite, policy) === 'off') continue;
    if (changed !== 'gone' && !isNeeded(suite, suites, changed, policy.documents)) continue;
    const units = isCustom(suite) ? [] : unitsOf(suite, suites, view);
    const none = !isCustom(suite) && units.length === 0;
    // A linter without files of its language has nothing to say.
    if (none && questionOf(suite) !== 'test') continue;
    const before = none ? atBase() : null;
    const testsRemoved = Boolean(before && unitsOf(suite, suitesOf(before, policy), before).length > 0);
    const runs = runsFor(suite, suites, view, source);
    const verdict = judgeSuite(runs, units);
    const differs = verdict.state === 'stale' ? (verdict.run?.differs ?? []) : [];
    const left = planned ? leftOut(repository, planned, differs, deadline) : differs;
    const uncommitted = uncommittedOf(repository, left, deadline);
    const exact = isTestedExactly(runs, units);
    const fewer = fork ? fewerTests(repository, policy, suite, verdict, evidence.runs, fork, atBase, deadline) : null;
    const noTests = none && !testsRemoved;
    facts.suites.push({ suite, verdict, exact, units, testsRemoved, noTests, fewer, uncommitted });
  }
  if (base && fork && changed !== 'gone') {
    const content = { judged, paths: view.paths, changed };
    facts.migrations = migrationFacts(repository, policy, content, base, deadline);
    facts.conventions = brokenConventions(repository, policy, content, { fork, base: base.commit }, deadline);
  }
  return facts;
}

/** The contents of each suite's newest run. */
function newestTrees(suites: readonly Suite[], { runs }: Evidence): string[] {
  const newest = suites.map(({ id }) => runs.findLast(({ data }) => data.suite === id)?.data.treeAfter);
  return newest.filter((tree) => typeof tree === 'string').slice(0, MAX_AHEAD);
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

/** Whether one of the files is of a name that configures a tool: only then can the base have one that is gone here. */
function touchesChecks(changed: readonly string[], policy: Policy): boolean {
  const names = new Set(
    policy.presets.flatMap(({ runners }) =>
      runners.flatMap(({ configured = [] }) => configured.map(({ file }) => file)),
    ),
  );
  return changed.some((file) => names.has(path.posix.basename(file)));
}

/** Where runs are looked up, and for which content. */
export interface RunSource {
  repository: Repository;
  evidence: Evidence;
  policy: Policy;
  tree: string;
  deadline: number;
  /** What was compared already, by the run's content: suites share it. */
  differences: Map<string, string[] | 'gone'>;
}

/** All runs that can say something of a suite, oldest first: its own, and those at outer roots that ran its files too. */
export function runsFor(suite: Suite, all: readonly Suite[], view: FileView, source: RunSource): RunFact[] {
  const own = runsOf(suite, view, source);
  return [...own, ...outerRuns(suite, all, view, source)].sort((a, b) => a.time - b.time);
}

/**
 * Runs at an outer root of the same runner that also run what lies in this suite's folder. Whether they really did is
 * taken from what they name, or from their number of files; a whole outer run alone proves nothing here.
 */
function outerRuns(suite: Suite, all: readonly Suite[], view: FileView, source: RunSource): RunFact[] {
  if (suite.runner.innerRoots !== 'covered' || isCustom(suite)) return [];
  return all
    .filter((outer) => outer !== suite && outer.runner.id === suite.runner.id && isWithin(suite.root, outer.root))
    .flatMap((outer) => {
      const everything = unitsOf(outer, [outer], view).length;
      return runsOf(outer, view, source).map((run) => {
        const ranAll = run.selection.kind === 'whole' && (run.result.unitsTotal ?? -1) >= everything;
        if (run.selection.kind !== 'whole' || ranAll) return run;
        return { ...run, selection: { kind: 'units' as const, units: run.result.greenUnits } };
      });
    });
}

/** Those of the paths that a planned commit does not hold as they are on disk. */
function leftOut(repository: Repository, planned: string, paths: readonly string[], deadline: number): string[] {
  const disk = paths.length > 0 ? contentNow(repository, deadline) : null;
  const differs = disk ? diffTrees(repository, planned, disk.tree, { deadline }) : [];
  return differs === 'gone' ? [...paths] : paths.filter((file) => differs.includes(file));
}

/** Those of the paths that differ from HEAD on disk, untracked ones included. Bounded: it is for the words only. */
function uncommittedOf(repository: Repository, paths: readonly string[], deadline: number): string[] {
  const files = paths.filter((file) => !file.startsWith('(')).slice(0, 50);
  const asked = [...new Set(files.map((file) => submoduleOf(repository, file) ?? file))];
  if (asked.length === 0) return [];
  const words = [
    'status',
    '--porcelain',
    '-z',
    '--untracked-files=all',
    '--no-renames',
    '--ignore-submodules=none',
    '--',
    ...asked.map((path) => `:(literal)${path}`),
  ];
  return splitZ(git(repository, words, { deadline }).stdout).map((line) => line.slice(3));
}

/** The submodule that a file lies in: git's status names that, and no file of it. */
function submoduleOf(repository: Repository, file: string): string | undefined {
  const parts = file.split('/');
  const folders = parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
  return folders.find((folder) => existsSync(path.join(repository.root, folder, '.git')));
}

/** The gates that the policy puts before a push, judged on what it would publish. */
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
  return gateFacts(repository, policy, gates, evidence.approvals, place, content, deadline);
}

/** The branch that approvals of what is pushed speak of: the one checked out, else the one that it goes to. */
function branchOf(repository: Repository, target: PushTarget): string | null {
  const head = readHead(repository);
  if (head?.branch && (target.tip === null || target.tip === head.commit)) return head.branch;
  return target.destination?.replace(/^refs\/heads\//, '') ?? head?.branch ?? null;
}

/** Suites that commands in the background are running. */
function runningSuites(repository: Repository): string[] {
  const calls = listPending<{ background: string | null; runs: { suite: string }[] }>(repository);
  return [...new Set(calls.flatMap((call) => (call.background === null ? [] : call.runs.map((run) => run.suite))))];
}
