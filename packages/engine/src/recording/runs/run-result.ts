import path from 'node:path';
import type { Report } from '@flow/capture-parsers';
import { dictionary, isRed, isWithin, type RunnerSpec, type RunResult, type TestState } from '@flow/core';
import { isWithinFolder } from '@flow/evidence/disk/is-within-folder';
import { readSmall } from '@flow/evidence/disk/read-small';
import { MAX_BROKEN } from '../../facts/known-issues.js';
import { HookPlaces } from '../../red/hook-places.js';
import { clean } from '../../text/clean.js';

/**
 * `MAX_TESTS` is how many names of tests a receipt keeps; the whole list of a large suite would make every later event slow.
 */
const MAX_TESTS = 2000;
const MAX_NAME = 300;

const STATES: Record<string, TestState> = {
  passed: 'passed',
  xfailed: 'passed',
  xpassed: 'passed',
  failed: 'failed',
  error: 'failed',
};

/** Tells whether a test failed, or what comes before or behind it did. */
export const isFailed = ({ state }: Report['tests'][number]): boolean => STATES[state] === 'failed';

/** Place of a suite, to bring the runner's names into the repository's terms. */
export interface SuitePlace {
  /** The suite's root relative to the repository. */
  root: string;
  /** Absolute path of the repository. */
  repository: string;
  markerText: string | undefined;
}

/** Machine formats name files absolutely, screens relative to the suite's root. */
function fromRoot(file: string, at: SuitePlace): string {
  const top = at.root === '.' ? at.repository : `${at.repository}/${at.root}`;
  // Jest has `./` in front of what lies at its root.
  return file.startsWith(`${top}/`) ? file.slice(top.length + 1) : file.replace(/^\.\//, '');
}

/** Returns the text of a file of the repository as a runner names it. */
export function textIn(file: string, at: SuitePlace): string | undefined {
  const absolute = path.resolve(at.repository, at.root, fromRoot(file, at));
  return isWithinFolder(absolute, at.repository) ? readSmall(absolute) : undefined;
}

/** Gives a test one name wherever the test is reported: qualified by package or file unless the runner already did. */
export function nameOf(test: Report['tests'][number], at: SuitePlace): string {
  const front = test.package ?? (test.file && fromRoot(test.file, at));
  const name = !front || test.name.startsWith(front) ? test.name : `${front}${test.package ? '.' : ' > '}${test.name}`;
  return clean(name, MAX_NAME);
}

/** Lists units that the report names as green, relative to the repository. */
function greenUnits(report: Report, spec: RunnerSpec | null, at: SuitePlace): string[] {
  const { root, markerText } = at;
  const place = (path: string) => (root === '.' ? path : `${root}/${path}`);
  if (spec?.units.kind === 'folder') {
    const rootName =
      spec.units.rootName && markerText ? new RegExp(spec.units.rootName, 'm').exec(markerText)?.[1] : undefined;
    return report.packages.flatMap((one) => {
      if (one.state !== 'passed' || !rootName) return [];
      if (one.name === rootName) return [root];
      return isWithin(one.name, rootName) ? [place(one.name.slice(rootName.length + 1))] : [];
    });
  }
  return report.files.flatMap((one) => (one.state === 'passed' ? [place(fromRoot(one.name, at))] : []));
}

/** `placeOf` returns what somebody has to look at, as in `src/a.py:3 F401`. */
function placeOf({ file = '?', line, rule }: Report['issues'][number], at: SuitePlace): string {
  return `${fromRoot(file, at)}${line === undefined ? '' : `:${line}`}${rule === undefined ? '' : ` ${rule}`}`;
}

/** Returns a single number of coverage for the thresholds of workflows. */
function coverageOf({ coverage }: Report): Pick<RunResult, 'coverage'> {
  const total = coverage?.lines ?? coverage?.statements;
  return total === undefined ? {} : { coverage: total.percent };
}

/**
 * Tells whether what a report calls green is so. A red run that came to its end is believed, and so is a whole report
 * whose exit code alone nobody saw (`vitest run --reporter=json --outputFile=r.json; cat r.json`); a run that ended in
 * an unknown way is not.
 */
const namesGreen = ({ outcome, complete, reasons }: Report) =>
  outcome === 'passed' || (complete && (isRed(outcome) || reasons.every((reason) => reason === 'exit-hidden')));

/**
 * Turns a parser's Report into what a receipt keeps: bounded, with cleaned names.
 * @param whole the report of all roots that the same call ran
 */
export function toRunResult(report: Report, spec: RunnerSpec | null, at: SuitePlace, whole = report): RunResult {
  const tests = new Map<string, TestState>();
  const failing: string[] = [];
  let cut = report.testsCut;
  // Failures first, so that the cap never drops one in favour of a pass.
  for (const test of [...report.tests.filter(isFailed), ...report.tests.filter((one) => !isFailed(one))]) {
    const name = nameOf(test, at);
    const state = STATES[test.state] ?? 'skipped';
    if (state === 'failed' && failing.length < MAX_TESTS) failing.push(name);
    const known = tests.get(name);
    // The same name twice in one run: the worst state counts.
    if (known === undefined && tests.size >= MAX_TESTS) cut++;
    else if (known !== 'failed') tests.set(name, state);
  }
  if (report.outcome !== 'passed') {
    const broken = [
      ...report.packages.filter((one) => one.state === 'build-error').map((one) => one.name),
      ...report.files.filter((one) => one.state === 'failed').map((one) => one.name),
      ...report.issues.filter(({ severity }) => severity !== 'info').map((issue) => placeOf(issue, at)),
      ...report.problems.map((problem) => problem.file).filter((file): file is string => Boolean(file)),
    ].map((name) => clean(name, MAX_NAME));
    if (failing.length === 0) failing.push(...[...new Set(broken)].slice(0, MAX_BROKEN));
  }
  const hooks = new HookPlaces((file) => textIn(file, at));
  const broken = new Set(report.tests.filter((test) => hooks.threw(test)).map((test) => nameOf(test, at)));
  const unreached = [...broken].slice(0, MAX_TESTS);
  const { passed, failed, skipped, errors, files, warnings } = report.counts;
  return {
    runner: report.runner,
    outcome: report.outcome,
    complete: report.complete,
    ...(report.flaky ? { flaky: true as const } : {}),
    ...(unreached.length > 0 ? { unreached } : {}),
    reasons: report.reasons.map((reason) => clean(reason, 80)),
    counts: { passed, failed, skipped, errors },
    ...(warnings === undefined ? {} : { warnings }),
    tests: dictionary(tests),
    testsCut: cut,
    greenUnits: namesGreen(whole) ? greenUnits(report, spec, at).slice(0, MAX_TESTS) : [],
    ...(files === undefined ? {} : { unitsTotal: files }),
    ...coverageOf(report),
    failing,
  };
}

/** Returns a result that proves nothing, with the reason. */
export function nothingProven(runner: string, reason: string, outcome: RunResult['outcome'] = 'unknown'): RunResult {
  return {
    runner,
    outcome,
    complete: false,
    reasons: [reason],
    counts: { passed: 0, failed: 0, skipped: 0, errors: 0 },
    tests: {},
    testsCut: 0,
    greenUnits: [],
    failing: [],
  };
}

/**
 * Returns a result that proves nothing for this reason, whatever looks green in it: a run that is red stays so, and the
 * files and packages that it names as green are not.
 */
export function unproven(result: RunResult, reason: string): RunResult {
  if (!looksGreen(result)) return result;
  const { onlyTests: _, ...rest } = result;
  const { outcome, reasons } = rest;
  const isKnown = isRed(outcome);
  return {
    ...rest,
    outcome: isKnown ? outcome : 'unknown',
    // Why it is red is said first.
    reasons: isKnown ? [...reasons, reason] : [reason, ...reasons],
    greenUnits: [],
  };
}

/** Tells whether a result, or a part of it, would prove anything. */
export const looksGreen = ({ outcome, greenUnits, onlyTests }: RunResult) =>
  outcome === 'passed' || greenUnits.length > 0 || onlyTests === true;
