import { isProvenRed, type RedTest } from '@flow/core';
import type { DocumentFact } from '@flow/core/documents';
import { type ClaimFact, type Facts, type FlowEvent, type Moment, plannedIn, suitesAround } from '@flow/core/workflow';
import type { Account, AccountedRun } from '@flow/hooks/program';
import type { Standing } from '../workflow/place.js';
import type { ClaimState, ReportClaim, ReportProof, ReportSuite } from './model.js';
import type { Tidy } from './words.js';

type RunEvent = Extract<FlowEvent, { type: 'run' }>;

/** Returns the content of a receipt as a proof shows it. */
function proofOf({ id, suite, time, receipt }: AccountedRun, { isSealed }: Account, tidy: Tidy): ReportProof {
  return {
    receipt: tidy(id, 80),
    suite: tidy(suite, 120),
    command: tidy(receipt?.command ?? '(receipt is gone)', 200),
    time,
    head: receipt?.head ?? null,
    tree: receipt?.treeAfter ?? null,
    seen: receipt?.seen ?? 'unknown',
    seal: receipt?.seal ?? (isSealed ? 'none' : null),
  };
}

/** Returns the suites that the work needs, each with what its newest run on its present content says. */
export function suitesOf({ facts }: Standing, account: Account, tidy: Tidy): ReportSuite[] {
  const { runs, commands } = account;
  return facts.present.suites.map(({ id, question, content }) => {
    const events = facts.events.filter((one): one is RunEvent => one.type === 'run' && one.suite === id);
    const isHere = ({ at }: RunEvent) => {
      const then = facts.moments[at]?.suites.find((one) => one.id === id && one.question === question);
      return content !== null && then?.content === content;
    };
    const newest = events.findLast(isHere);
    const passed = events.findLast(({ result }) => result === 'pass');
    const run = runs.find(({ n }) => n === (newest ?? passed)?.n);
    const state = newest ? STATES[newest.result] : passed ? 'lapsed' : 'pending';
    const result = run?.receipt?.result;
    const counts = result?.counts;
    return {
      id: tidy(id, 120),
      question,
      state,
      proof: run ? proofOf(run, account, tidy) : null,
      // A runner that names no test counts none: nought would look as if nothing ran.
      counts:
        counts && Object.values(counts).some((one) => one > 0)
          ? { passed: counts.passed, failed: counts.failed + counts.errors, skipped: counts.skipped }
          : null,
      named: Object.keys(result?.tests ?? {}).length > 0,
      command: commands[id] === undefined ? null : tidy(commands[id], 300),
    };
  });
}

const STATES = { pass: 'green', fail: 'red', unknown: 'unknown' } as const;

/** Tells of every claim of the present specification how far it is proven on the present content. */
export function claimsOf(
  standing: Standing,
  account: Account,
  suites: readonly ReportSuite[],
  tidy: Tidy,
): ReportClaim[] {
  const spec = account.documents.find(({ kind }) => kind === 'spec');
  const shape = account.documents.find(({ kind }) => kind === 'test-shape');
  return standing.facts.present.claims.map((claim) => {
    const checks = shape?.tests.filter((one) => one.claim === claim.id).flatMap((one) => one.checks) ?? [];
    const red = redOf(claim, standing.facts);
    return {
      id: tidy(claim.id, 60),
      name: tidy(claim.written ?? claim.id, 60),
      text: textOf(claim, spec, tidy),
      expect: claim.expect,
      ...judged({ claim, checks, red, standing, account, suites, tidy }),
      tests: claim.tests.map(({ name, file, hash }) => ({
        name: tidy(name, 200),
        file: file === undefined ? null : tidy(file, 200),
        written: hash !== undefined,
      })),
      checks: checks.map((one) => tidy(one, 120)),
      red,
      screenshots: [],
      shown: false,
      findings: [],
    };
  });
}

/** `textOf` words a claim. A claim that forbids says so: alone, its words read like a promise. */
function textOf({ id, digest }: ClaimFact, spec: DocumentFact | undefined, tidy: Tidy): string {
  const claim = spec?.claims.find((one) => one.id === id && one.digest === digest);
  if (!claim) return '';
  return tidy(claim.kind === 'not' || claim.kind === 'prohibition' ? `Must not: ${claim.text}` : claim.text, 500);
}

/** Finds when all present tests of a claim had been seen failing for the right reason. */
function redOf(claim: ClaimFact, { events, present }: Pick<Facts, 'events' | 'present'>): number | null {
  if (claim.expect !== 'red' || claim.tests.length === 0) return null;
  const planned = present.claims.flatMap(({ tests }) => tests);
  const seen: RedTest[] = [];
  for (const event of events) {
    if (event.type !== 'red') continue;
    seen.push(...event.tests.map((test) => ({ ...test, verdict: 'failed-as-expected' as const })));
    if (claim.tests.every((test) => isProvenRed(test, seen, planned))) return event.time;
  }
  return null;
}

/** A claim, and everything that may show it. */
interface Shown {
  claim: ClaimFact;
  /** Names of the checks that the test shape plans for the claim. */
  checks: readonly string[];
  red: number | null;
  standing: Standing;
  account: Account;
  suites: readonly ReportSuite[];
  tidy: Tidy;
}

function judged({
  claim,
  checks,
  red,
  standing,
  account,
  suites,
  tidy,
}: Shown): Pick<ReportClaim, 'state' | 'because' | 'proof'> {
  const of = (state: ClaimState, because: string, event?: RunEvent) => {
    const run = event && account.runs.find(({ n }) => n === event.n);
    return { state, because, proof: run ? proofOf(run, account, tidy) : null };
  };
  const { facts } = standing;
  const { present } = facts;
  const decided = facts.events.filter(
    (one): one is RunEvent => one.type === 'run' && Object.hasOwn(one.subjects, claim.id),
  );
  const isHere = ({ at }: RunEvent) => isSame(facts.moments[at], present, claim);
  const newest = decided.findLast(isHere);
  if (newest) {
    if (newest.subjects[claim.id]) return of('passed', 'its tests passed on this content', newest);
    const isNew = claim.expect === 'red' && !decided.some(({ subjects }) => subjects[claim.id]);
    return of(
      isNew ? 'red' : 'failed',
      isNew ? 'seen failing first; not green yet' : 'its tests fail on this content',
      newest,
    );
  }
  const green = suiteOf(claim, checks, suites);
  const lacking = green && fewerThanPlanned(claim, present.claims, suites);
  if (lacking) return of(red === null ? 'pending' : 'red', lacking);
  if (green) {
    const because = claim.tests.length > 0 ? unnamedWords(claim) : `held by ${checks.join(', ')}`;
    return { state: 'suite', because: tidy(because, 200), proof: green.proof };
  }
  const before = decided.findLast(({ subjects }) => subjects[claim.id]);
  if (before && !hasSame(facts.moments[before.at], claim))
    return of('pending', 'its text has changed since a run proved it');
  if (before) return of('lapsed', 'passed on other content; what it depends on has changed', before);
  const isToBeSeen = claim.expect === 'red' && !claim.tests.some(isUnreadable);
  const whole = red === null && isToBeSeen ? undefined : passedSince(red, claim, standing, suites);
  if (whole) return of('lapsed', 'its suite was green on other content; what it depends on has changed', whole);
  if (red !== null) return of('red', 'seen failing first; not green yet');
  const unwritten = claim.tests.filter((test) => test.hash === undefined && !isUnreadable(test)).length;
  if (claim.tests.length === 0 && checks.length === 0) return of('pending', 'no test is planned for it');
  return of(
    'pending',
    unwritten > 0 ? `${unwritten} of ${claim.tests.length} planned tests are not written` : 'no run shows it',
  );
}

type PlannedTest = ClaimFact['tests'][number];

/** Tells whether a test lies in a file of a runner whose tests nobody here can tell apart. */
const isUnreadable = ({ hash, runner }: PlannedTest) => hash === undefined && runner !== undefined;

/** Says why a claim has nothing better than its suite. */
function unnamedWords({ tests }: ClaimFact): string {
  const runner = tests.find(isUnreadable)?.runner;
  return `its suite is green; ${runner === undefined ? 'the run names no passed tests' : `tests of ${runner} cannot be told apart here`}`;
}

/** Tells whether a moment has the same claim as now, and nothing that can change the outcome is different. */
function isSame(then: Moment | undefined, present: Moment, claim: ClaimFact): boolean {
  const relevant = then?.contents.relevant;
  return relevant !== undefined && relevant === present.contents.relevant && hasSame(then, claim);
}

const hasSame = (then: Moment | undefined, { id, digest }: ClaimFact) =>
  then?.claims.some((one) => one.id === id && one.digest === digest) === true;

/**
 * Returns the green suite that has all tests of a claim, where they are written; for a guard with checks alone, any,
 * when all are green.
 */
function suiteOf(claim: ClaimFact, checks: readonly string[], suites: readonly ReportSuite[]): ReportSuite | null {
  const tests = suites.filter(({ question }) => question === 'test');
  if (claim.tests.length === 0) {
    const isHeld = claim.expect === 'guard' && checks.length > 0 && tests.length > 0;
    return isHeld && tests.every(({ state }) => state === 'green') ? tests[0]! : null;
  }
  const own = holding(claim, tests);
  return own?.every(({ state }) => state === 'green') ? (own.at(-1) ?? null) : null;
}

/**
 * `fewerThanPlanned` words a gap: a green suite that names no test ran fewer tests than the claims plan in it. Null where
 * there are enough, or where nothing counts them.
 */
function fewerThanPlanned(
  claim: ClaimFact,
  claims: readonly ClaimFact[],
  suites: readonly ReportSuite[],
): string | null {
  const own = new Set(holding(claim, suites));
  if (own.size !== 1) return null;
  const [suite] = own;
  if (!suite?.counts) return null;
  const planned = plannedIn(suite.id, claims, suites).length;
  const { passed } = suite.counts;
  return passed < planned
    ? `its suite is green, but only ${passed} of at least ${planned} planned tests passed: some did not run`
    : null;
}

/**
 * Returns the suites that run the tests of a claim without naming them; null where one is not written, or is in none of
 * them.
 */
function holding(claim: ClaimFact, suites: readonly ReportSuite[]): ReportSuite[] | null {
  const around = suitesAround(claim, suites);
  // A run that named tests and not this one has not run it.
  return around?.some(({ named }) => named) ? null : around;
}

/**
 * Returns the newest run in which a suite of a claim was green with the tests that it has now.
 * @param red when they had been seen failing; null for what is not asked of, or cannot be seen
 */
function passedSince(
  red: number | null,
  claim: ClaimFact,
  { facts: { events, moments } }: Standing,
  suites: readonly ReportSuite[],
): RunEvent | undefined {
  const own = holding(claim, suites);
  const hasTests = (then: Moment | undefined) =>
    then?.claims.some(
      ({ id, digest, tests }) =>
        id === claim.id && digest === claim.digest && JSON.stringify(tests) === JSON.stringify(claim.tests),
    ) === true;
  return events.findLast(
    (one): one is RunEvent =>
      one.type === 'run' &&
      one.result === 'pass' &&
      one.time > (red ?? 0) &&
      own?.some(({ id }) => id === one.suite) === true &&
      hasTests(moments[one.at]),
  );
}
