import {
  type FileView,
  isWithin,
  judgeSuite,
  type Outcome,
  type Policy,
  type Receipt,
  type RunFact,
  type Selection,
  type Suite,
  type TestId,
  unitsOf,
} from '@flow/core';
import { classifyEnding } from '@flow/core/items';
import {
  type Failing,
  type Failure,
  type FlowDeed,
  type ItemFact,
  type Lacking,
  type Moment,
  plannedIn,
} from '@flow/core/workflow';
import { coverage, leftOutBy } from '../../facts/left-out.js';
import { commandOfSuite, specOf, suitesOf } from '../../policy/suites.js';
import { areOfNoOther, bareReports, failedIn } from '../../red/reported.js';
import { isOfTest } from '../../red/runners.js';
import type { Listing } from './listing.js';
import type { ToldRun } from './told-runs.js';

/**
 * Makes events of runs. Partial runs add up: an event says of a suite what all runs on that content say together, up to and
 * with the event's own run.
 */
export class RunEvents {
  readonly #policy: Policy;
  readonly #added: readonly ItemFact[];
  /** By suite and content; those of an earlier event are read when a later run has to be added to them. */
  readonly #runs = new Map<string, (() => RunFact | null)[]>();
  /** By content, then by suite. */
  readonly #percents = new Map<string, Map<string, number>>();
  /** Coverage of runs that leave something out, by what decides it. */
  readonly #selections = new Map<string, Selection>();

  /** Tests that runs have seen failing, by file, name and body: whoever names them can be held to it. */
  readonly #red = new Set<string>();

  /** @param added items that were added on the way */
  constructor(policy: Policy, added: readonly ItemFact[]) {
    this.#policy = policy;
    this.#added = added;
  }

  /** Events that one receipt tells, in the order in which they count. */
  of(receipt: Receipt, settled: boolean, moment: Moment, listing: () => Listing | null): FlowDeed[] {
    const told: FlowDeed[] = [];
    const red = failedFirst(receipt, settled, moment, listing);
    const claims = settled ? claimsDecided(receipt, moment) : {};
    const subjects = { ...itemsDecided(claims, [...moment.items, ...this.#added]), ...claims };
    for (const { id, question, content } of moment.suites) {
      if (content === null || !isRunOf(receipt, id, question, this.#policy)) continue;
      const result = this.#resultOf(receipt, settled, `${id}\0${content}`, id, listing);
      const isWhole =
        result === 'pass' && question === 'test' && receipt.suite === id && this.#isWhole(receipt, listing);
      const lacking = isWhole ? this.#lackingOf(receipt, id, moment) : {};
      const rest = { ...failingOf(receipt), ...lacking, ...flakyOf(receipt), ...failureOf(receipt, result, subjects) };
      told.push({ type: 'run', suite: id, question, result, subjects, ...rest });
    }
    // Behind the run: what had to fail first is no failed attempt of the phase that it leads to.
    if (red.length > 0) told.push({ type: 'red', tests: red });
    this.#noteRed(told);
    if (settled) told.push(...this.#coverageOf(receipt, moment), ...commandOf(receipt));
    return told;
  }

  /**
   * Takes a run into account of which it is known what it told.
   * @param suite that its receipt is of
   * @param read its receipt; null where that is not there any more
   */
  again(
    { told, settled, coverage }: Pick<ToldRun, 'told' | 'settled' | 'coverage'>,
    suite: string,
    moment: Moment,
    read: () => Receipt | null,
    listing: () => Listing | null,
  ): void {
    this.#noteRed(told);
    for (const deed of told) {
      if (deed.type !== 'run') continue;
      const content = moment.suites.find(({ id }) => id === deed.suite)?.content;
      this.#join(`${deed.suite}\0${content}`, () => {
        const receipt = read();
        return receipt && this.#factOf(receipt, settled, deed.suite, listing);
      });
    }
    const { relevant } = moment.contents;
    if (coverage !== undefined && relevant !== undefined) this.#cover(relevant, suite, coverage);
  }

  #join(key: string, run: () => RunFact | null): (() => RunFact | null)[] {
    const runs = [...(this.#runs.get(key) ?? []), run];
    this.#runs.set(key, runs);
    return runs;
  }

  #factOf(receipt: Receipt, settled: boolean, id: string, listing: () => Listing | null): RunFact {
    const { id: name, command, time, result, seen, suite } = receipt;
    // A run at an outer root proves the units that it names.
    const selection =
      suite === id ? this.#selectionOf(receipt, listing) : { kind: 'units' as const, units: result.greenUnits };
    return { receipt: name, command, time, selection, result, settled, differs: [], seen };
  }

  #resultOf(
    receipt: Receipt,
    settled: boolean,
    key: string,
    id: string,
    listing: () => Listing | null,
  ): 'pass' | 'fail' | 'unknown' {
    const fact = this.#factOf(receipt, settled, id, listing);
    const runs = this.#join(key, () => fact);
    const isWhole = settled && receipt.suite === id && fact.selection.kind === 'whole';
    const units = isWhole ? [] : this.#unitsOf(id, listing());
    if (units === null) return 'unknown';
    const facts = runs.map((run) => run()).filter((one) => one !== null);
    const { state } = judgeSuite(facts, units, this.#policy.push.reruns);
    return state === 'tested' ? 'pass' : state === 'red' ? 'fail' : 'unknown';
  }

  #noteRed(told: readonly FlowDeed[]): void {
    for (const deed of told) if (deed.type === 'red') for (const test of deed.tests) this.#red.add(keyOf(test));
  }

  #isWhole(receipt: Receipt, listing: () => Listing | null): boolean {
    return this.#selectionOf(receipt, listing).kind === 'whole';
  }

  /**
   * Planned tests of a suite that a whole green run has left out: by name where the run names what passed, of tests that
   * runs have named before; else by their number.
   */
  #lackingOf(receipt: Receipt, id: string, { claims, suites }: Moment): { lacking?: Lacking } {
    const { tests, counts } = receipt.result;
    const planned = plannedIn(id, claims, suites);
    const names = Object.keys(tests);
    // Of what names only some, as slow ones, it is not known which others passed.
    if (names.filter((name) => tests[name] === 'passed').length < counts.passed || names.length === 0) {
      const isCounted = Object.values(counts).some((one) => one > 0);
      if (!isCounted || counts.passed >= planned.length) return {};
      return { lacking: { planned: planned.length, passed: counts.passed, names: [] } };
    }
    const seen = planned.filter((test) => this.#red.has(keyOf(test)));
    const missing = seen.filter((test) => {
      const same = [...bareReports(test, names, id), ...names.filter((name) => isOfTest(test, name))];
      return !same.some((name) => tests[name] === 'passed');
    });
    if (missing.length === 0) return {};
    const lacking = { planned: seen.length, passed: seen.length - missing.length };
    return { lacking: { ...lacking, names: missing.slice(0, FIRST).map(({ name }) => name) } };
  }

  /** Coverage of a run by a suite's own runner: less than the whole where that leaves some tests of the suite out. */
  #selectionOf(receipt: Receipt, listing: () => Listing | null): Selection {
    const preset = specOf(receipt.result.runner, this.#policy)?.preset;
    if (!preset || !leftOutBy(preset, receipt)) return receipt.selection;
    const key = JSON.stringify([receipt.suite, receipt.treeAfter, receipt.result.runner, receipt.selection]);
    const known = this.#selections.get(key) ?? this.#covered(receipt, listing()?.view);
    this.#selections.set(key, known);
    return known;
  }

  #covered(receipt: Receipt, view: FileView | undefined): Selection {
    const suite = view && suitesOf(view, this.#policy).find(({ id }) => id === receipt.suite);
    return suite ? coverage(suite, view)(receipt) : { kind: 'unknown', why: 'the files of the suite cannot be read' };
  }

  /** Coverage of the least covered suite: a threshold is asked of each suite. */
  #coverageOf(receipt: Receipt, { contents: { relevant } }: Moment): FlowDeed[] {
    const coverage = coverageOf(receipt);
    if (coverage === undefined || relevant === undefined) return [];
    return [{ type: 'coverage', percent: this.#cover(relevant, receipt.suite, coverage) }];
  }

  #cover(content: string, suite: string, percent: number): number {
    const covered = new Map(this.#percents.get(content)).set(suite, percent);
    this.#percents.set(content, covered);
    return Math.min(...covered.values());
  }

  #unitsOf(id: string, listing: Listing | null): string[] | null {
    if (listing === null) return null;
    const suites: Suite[] = suitesOf(listing.view, this.#policy);
    const suite = suites.find((one) => one.id === id);
    return suite ? unitsOf(suite, suites, listing.view) : null;
  }
}

/** Percent that a run has covered. Only a whole one that passed says how much. */
export function coverageOf({ selection, result }: Receipt): number | undefined {
  return selection.kind === 'whole' && result.outcome === 'passed' ? result.coverage : undefined;
}

/** Named tests did not fail: the tests never ran. */
const NOT_RUN: readonly Outcome[] = ['build-error', 'collection-error'];

/** Returns the number of failed tests, and the names of the first ones: the work that is left (feature D57). */
function failingOf({ result: { counts, failing, outcome } }: Receipt): { failing?: Failing } {
  const total = Math.max(counts.failed + counts.errors, failing.length);
  const why = NOT_RUN.includes(outcome) ? { outcome } : {};
  return total > 0 ? { failing: { total, names: failing.slice(0, FIRST), ...why } } : {};
}

const FIRST = 5;

const keyOf = ({ file, name, hash }: TestId) => `${file}\0${name}\0${hash}`;

const flakyOf = ({ result: { flaky } }: Receipt) => (flaky ? { flaky } : {});

/** A command that a workflow asks for by its text: how it ended, where that can be told. */
function commandOf(receipt: Receipt): FlowDeed[] {
  const command = commandOfSuite(receipt.suite);
  const { outcome } = receipt.result;
  if (command === null) return [];
  if (outcome === 'passed' || outcome === 'failed') return [{ type: 'command', command, pass: outcome === 'passed' }];
  const broken = failureOf(receipt, 'unknown');
  return broken.failure === undefined ? [] : [{ type: 'command', command, pass: false, ...broken }];
}

/** Outcomes of runs that ended before they said anything of the work, where the exit code tells why. */
const CUT_SHORT: readonly Outcome[] = ['truncated', 'unknown'];

/**
 * Returns the class of a run that did not lead on (feature M26): where it broke down, it says nothing of the work. A
 * log that was cut while the program went on to its end is no breakdown: the run is only not known.
 * @param result what the runs on this content say together: a breakdown does not stand against what they show
 */
function failureOf(
  { exitCode, result: { outcome } }: Receipt,
  result: 'pass' | 'fail' | 'unknown',
  subjects: Readonly<Record<string, boolean>> = {},
): { failure?: Failure } {
  // A test that failed before the end says something of the work.
  if (result === 'pass' || Object.values(subjects).includes(false)) return {};
  const ending = classifyEnding({ of: 'command', outcome, exit: exitCode });
  if (ending === null || ending.class === 'test') return {};
  return CUT_SHORT.includes(outcome) && ending.because !== 'exit' ? {} : { failure: ending.class };
}

/** The run is of this suite, or of one at an outer root whose runner also runs what lies further in. */
function isRunOf({ suite, kind }: Receipt, id: string, question: string, policy: Policy): boolean {
  if (suite === id) return true;
  if (kind !== question) return false;
  const [runner, root] = [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)];
  const isBelow = suite.startsWith(`${runner}:`) && isWithin(root, suite.slice(runner.length + 1));
  return isBelow && specOf(runner, policy)?.runner.innerRoots === 'covered';
}

/** Tests of claims that failed in this run, with their bodies as they were: seen red. */
function failedFirst(
  { result, suite }: Receipt,
  settled: boolean,
  { claims }: Moment,
  listing: () => Listing | null,
): TestId[] {
  if (!settled || result.outcome !== 'failed') return [];
  const { failed, isOpen } = failedIn(result);
  const tests = claims.flatMap((claim) => claim.tests);
  return tests.filter((test) => {
    if (test.hash === undefined || isOpen(test)) return false;
    if (failed.some((name) => isOfTest(test, name))) return true;
    const bare = bareReports(test, failed, suite);
    const view = bare.length > 0 ? listing()?.view : undefined;
    return view !== undefined && areOfNoOther(test, bare, suite, view);
  });
}

/** Returns claims whose tests this run decided: failed where one of them failed, passed where all of them passed. */
function claimsDecided({ result, suite }: Receipt, { claims }: Moment): Record<string, boolean> {
  const all = Object.entries(result.tests);
  const names = all.map(([name]) => name);
  const statesOf = (test: TestId) => {
    const bare = new Set(bareReports(test, names, suite));
    return all.filter(([name]) => bare.has(name) || isOfTest(test, name)).map(([, state]) => state);
  };
  const decided = claims.flatMap(({ id, tests }): [string, boolean][] => {
    const states = tests.map(statesOf);
    if (states.some((one) => one.includes('failed'))) return [[id, false]];
    const passed =
      states.length > 0 && states.every((one) => one.length > 0 && one.every((state) => state === 'passed'));
    return passed ? [[id, true]] : [];
  });
  return Object.fromEntries(decided);
}

/** Returns items whose claims this run decided: all of them passed, or one failed. */
function itemsDecided(claims: Readonly<Record<string, boolean>>, items: readonly ItemFact[]): Record<string, boolean> {
  const decided = items.flatMap(({ id, claims: own = [] }): [string, boolean][] => {
    const said = own.map((claim) => (Object.hasOwn(claims, claim) ? claims[claim] : undefined));
    if (said.includes(false)) return [[id, false]];
    return said.length > 0 && said.every((one) => one === true) ? [[id, true]] : [];
  });
  return Object.fromEntries(decided);
}
