import path from 'node:path';
import {
  isRedProof,
  isWithin,
  judgeSights,
  type Policy,
  type RedProof,
  type RedTest,
  type RedVerdict,
  redOutcome,
} from '@flow/core';
import { appendEvent, diffTrees, type Repository, type Where } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { treeView } from '@flow/evidence/git/tree-view';
import { clean } from '../text/clean.js';
import { layElsewhere } from './elsewhere.js';
import { HookPlaces } from './hook-places.js';
import { isCodeUnderTest, type NameSource } from './names.js';
import { type Choice, type Contents, findNewTests, type NewSuite, type NewTests } from './new-tests.js';
import { type Laying, layTestModule, layTests } from './overlay.js';
import { environmentOf, prepare, runOnce, toolsFor } from './run-there.js';
import { type AskedTest, filesOf, type Job, type Tools } from './runner.js';
import { type SeenRun, type Sight, type Sighting, sightOf } from './sight.js';
import { makeThrowaway, removeLeftovers, type Throwaway } from './throwaway.js';

/** A proof is asked of some tests, at a place. */
export interface Asking {
  repository: Repository;
  policy: Policy;
  /** The commit whose production code the tests are put over. */
  base: string;
  /** The git tree of what is on disk. */
  content: string;
  choice: Choice;
  environment: NodeJS.ProcessEnv;
  /** Of one run, in milliseconds. */
  timeout: number;
  /** Of git's work, epoch milliseconds. */
  deadline: number;
  /** Aborting it ends all of it, cleaned up. */
  signal: AbortSignal;
}

/** A proven test is a test with its verdict and what the verdict rests on. */
export interface ProvenTest extends RedTest {
  reason?: string;
  detail?: string;
}

/** A proof has this result. */
export interface Proof {
  outcome: RedProof['outcome'];
  tests: ProvenTest[];
  /** Tests that only have another name or place than in the base. */
  moved: string[];
}

/** Puts today's new tests over the base's production code and runs them twice. */
export async function proveRed(asking: Asking): Promise<Proof | { failed: string }> {
  const { repository, base, content, policy, choice, deadline } = asking;
  removeLeftovers(repository);
  const [before, now] = [treeView(repository, base, deadline), treeView(repository, content, deadline)];
  const changed = diffTrees(repository, base, content, { deadline });
  if (!before || !now || changed === 'gone') return { failed: `git does not have ${base} or ${content}` };
  const contents: Contents = { base: before, now, changed, presets: policy.presets };
  const found = findNewTests(contents, choice);
  const tests: ProvenTest[] = [
    ...found.unready.map(({ test, reason }) => ({ ...test, verdict: 'unknown' as const, reason })),
    ...found.absent.map((name) => ({ name, verdict: 'missing-test' as const, reason: 'in-no-file' })),
  ];
  if (found.suites.length > 0) {
    const throwaway = makeThrowaway(repository, base, deadline);
    if ('failed' in throwaway) return throwaway;
    try {
      tests.push(...(await runAll(asking, contents, found, throwaway)));
    } finally {
      throwaway.remove();
    }
  }
  return { outcome: redOutcome(tests), tests, moved: found.moved };
}

async function runAll(
  asking: Asking,
  contents: Contents,
  found: NewTests,
  { tree, area }: Throwaway,
): Promise<ProvenTest[]> {
  const { repository, content, deadline } = asking;
  const laying: Laying = { repository, tree, content, now: contents.now, deadline };
  const left = new Map([...layTests(laying, found.files), ...layElsewhere(laying, asking.base, found.files)]);
  const tests: ProvenTest[] = [];
  for (const one of found.suites) {
    const ready = layUnits(laying, contents, one, left, found.files);
    tests.push(...ready.unknown);
    prepare(repository, tree, one, contents.now.paths);
    const tools = toolsFor(repository, tree, area, one);
    for (const job of one.runner.jobs(ready.tests, one.suite, contents.now.paths, tools)) {
      tests.push(...(await runJob(asking, contents, one, job, { tree, area }, tools)));
    }
  }
  return tests;
}

/**
 * Tests that live in production files (Rust) are put there one by one; those that cannot be are unknown. Where a file of
 * the tests was left out, any of them might fail for want of it.
 */
function layUnits(
  laying: Laying,
  { base }: Contents,
  { tests, suite }: NewSuite,
  left: ReadonlyMap<string, string>,
  laid: readonly string[],
): { tests: AskedTest[]; unknown: ProvenTest[] } {
  const lacking = [...left].find(([file]) => isWithin(file, suite.root));
  const reasons = new Map<string, string | undefined>();
  const ready: AskedTest[] = [];
  const unknown: ProvenTest[] = [];
  for (const test of tests) {
    const { file, name, hash } = test;
    const isUnit = file.endsWith('.rs') && !laid.includes(file) && laying.now.read(file) !== base.read(file);
    if (isUnit && !reasons.has(file)) reasons.set(file, layTestModule(laying, base, file));
    const reason = lacking ? lacking[1] : reasons.get(file);
    if (reason === undefined) ready.push(test);
    else unknown.push({ name, file, hash, verdict: 'unknown', reason, ...(lacking ? { detail: lacking[0] } : {}) });
  }
  return { tests: ready, unknown };
}

async function runJob(
  asking: Asking,
  contents: Contents,
  one: NewSuite,
  job: Job,
  place: Pick<Throwaway, 'tree' | 'area'>,
  tools: Tools,
): Promise<ProvenTest[]> {
  const limits = {
    directory: path.join(place.tree, job.directory),
    environment: environmentOf(asking.environment, one, place),
    timeout: asking.timeout,
    signal: asking.signal,
  };
  const runs: SeenRun[] = [];
  for (let count = 0; count < 2; count += 1) runs.push(await runOnce(job, limits, place.tree, tools));
  const sighting = sightingOf(asking, contents, one, job, place.tree);
  return job.tests.map((test) => {
    const [first, second] = runs.map((run) => sightOf(test, run, sighting)) as [Sight, Sight];
    return toProven(test, judgeSights(first.sight, second.sight), first, second);
  });
}

function sightingOf(
  asking: Asking,
  { base, now }: Contents,
  { suite, runner, tests }: NewSuite,
  { alone }: Job,
  tree: string,
): Sighting {
  const source: NameSource = {
    repository: asking.repository,
    base: { tree: asking.base, view: base },
    now: { tree: asking.content, view: now },
    suite,
    marker: now.read(suite.marker) ?? '',
    language: runner.language,
    deadline: asking.deadline,
  };
  const known = new Map<string, boolean>();
  return {
    runner,
    root: suite.root,
    tree,
    others: alone === undefined ? [] : filesOf(tests).filter((file) => file !== alone),
    hooks: new HookPlaces((file) => readSmall(path.resolve(tree, suite.root, file))),
    isCodeUnderTest(missing, file) {
      const key = JSON.stringify([missing, file]);
      if (!known.has(key)) known.set(key, isCodeUnderTest(missing, file, source));
      return known.get(key)!;
    },
  };
}

function toProven({ name, file, hash }: AskedTest, verdict: RedVerdict, first: Sight, second: Sight): ProvenTest {
  const shown = verdict === 'flaky' || first.sight !== 'unknown' ? first : first.reason ? first : second;
  const detail = verdict === 'flaky' ? `first ${first.sight}, then ${second.sight}` : shown.detail;
  return {
    name,
    file,
    hash,
    verdict,
    ...(shown.reason && verdict !== 'flaky' ? { reason: shown.reason } : {}),
    ...(detail ? { detail: clean(detail, 200) } : {}),
  };
}

/** Number of tests that an event holds. */
const MAX_TESTS = 30;

/**
 * Writes what was found to the journal, in as many events as it takes.
 * @param where the work tree that the proof was asked in: one that is leased to an item speaks of that item alone
 */
export function recordProof(
  { repository, base, content, environment }: Pick<Asking, 'repository' | 'base' | 'content' | 'environment'>,
  proof: Proof,
  where: Where,
): void {
  for (let from = 0; from < proof.tests.length; from += MAX_TESTS) {
    const tests = proof.tests
      .slice(from, from + MAX_TESTS)
      .map(({ name, file, hash, verdict }) => ({ name, file: file?.slice(0, 300), hash, verdict }));
    const data: RedProof = {
      tests: JSON.parse(JSON.stringify(tests)) as RedTest[],
      how: 'reconstructed',
      receipts: [],
      base,
      tree: content,
      outcome: tests.every(({ verdict }) => isRedProof(verdict)) ? 'red' : redOutcome(tests),
    };
    appendEvent(repository, { type: 'red', data: { ...data, where } }, environment);
  }
}
