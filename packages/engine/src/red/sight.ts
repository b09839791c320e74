import path from 'node:path';
import type { Report, TestResult } from '@flow/capture-parsers';
import type { TestSight } from '@flow/core';
import { nameOf } from '../recording/runs/run-result.js';
import { type HookPlaces, passedAgainst } from './hook-places.js';
import { isEcho, type Missing, readMissing } from './missing.js';
import type { BoundedRun } from './run-bounded.js';
import { type AskedTest, fromFolder, type RedRunner } from './runner.js';
import { isOfTest } from './runners.js';

/** Word of a run about a test, and the words or code that it rests on. */
export interface Sight {
  sight: TestSight;
  /** A stable code, where there is more to say. */
  reason?: string;
  /** The runner's own words. */
  detail?: string;
}

/** A seen run is a run of a job. */
export interface SeenRun extends BoundedRun {
  report: Report | undefined;
}

/** Context to bring names of the report into the repository's terms, and to judge missing names. */
export interface Sighting {
  runner: Pick<RedRunner, 'language' | 'brokenBefore'>;
  /** The suite's root relative to the repository. */
  root: string;
  /** The throwaway tree. */
  tree: string;
  /** Files of new tests that were not asked for in this run: settings of the project may load them none the less. */
  others: readonly string[];
  isCodeUnderTest(missing: Missing, file: string): boolean;
  /** Tells what hooks threw in the throwaway tree. */
  hooks: HookPlaces;
}

/** Reads one run's word about one test, without the throwaway folder's name. */
export function sightOf(test: AskedTest, run: SeenRun, at: Sighting): Sight {
  const seen = look(test, run, at);
  return seen.detail === undefined ? seen : { ...seen, detail: seen.detail.replaceAll(`${at.tree}/`, '') };
}

/** Reads the meaning of the runner's words for a test. Words that are not clear are `unknown`. */
function look(test: AskedTest, run: SeenRun, at: Sighting): Sight {
  if (run.failed !== undefined) return { sight: 'unknown', reason: 'not-started', detail: run.failed };
  if (run.timedOut) return { sight: 'unknown', reason: 'timed-out' };
  if (run.cut) return { sight: 'unknown', reason: 'output-cut' };
  const { report } = run;
  if (!report) return { sight: 'unknown', reason: 'no-readable-output' };
  const place = { root: at.root, repository: at.tree, markerText: undefined };
  const results = report.tests.filter((one) => isReportOf(test, one, nameOf(one, place), at));
  const failed = results.filter(({ state }) => state === 'failed' || state === 'error');
  if (failed.length > 0) return worst(failed.map((one) => failedSight(one, test, at)));
  if (results.some(({ state }) => state === 'passed' || state === 'xfailed' || state === 'xpassed'))
    return { sight: 'passed' };
  const before = results.length === 0 ? at.runner.brokenBefore?.(test.name, report) : undefined;
  if (before !== undefined) return failedSight({ name: test.name, state: 'error', message: before }, test, at);
  const problems = problemsOf(test, report, at);
  const foreign =
    problems.length > 0 && !run.text.includes(test.file) && at.others.find((one) => run.text.includes(one));
  if (foreign) return { sight: 'unknown', reason: 'other-file-broken', detail: foreign };
  if (problems.length > 0) return brokenSight(problems, test, at);
  if (results.length > 0) return { sight: 'not-run', reason: 'skipped' };
  if (report.outcome === 'passed' || report.outcome === 'failed' || report.outcome === 'no-tests')
    return { sight: 'not-run' };
  return { sight: 'unknown', reason: report.reasons[0] ?? report.outcome };
}

function isReportOf(test: AskedTest, one: TestResult, name: string, at: Sighting): boolean {
  if (test.path !== null) return isOfTest(test, name);
  return one.file !== undefined && sameFile(one.file, test, at);
}

/** A test with one part that did not even load proves nothing by its other parts. */
function worst(sights: readonly Sight[]): Sight {
  const of = (sight: TestSight) => sights.find((one) => one.sight === sight);
  return of('build-error') ?? of('failed') ?? sights[0]!;
}

function failedSight(result: TestResult, test: AskedTest, at: Sighting): Sight {
  const { message = '' } = result;
  const detail = message.trim().split('\n')[0] ?? '';
  if (passedAgainst(message)) return { sight: 'passed', detail };
  const missing = missingIn(message, test, at);
  if (missing && at.isCodeUnderTest(missing, test.file)) return { sight: 'missing-symbol', detail };
  if (at.hooks.threw(result)) return { sight: 'build-error', reason: 'setup-failed', detail };
  return missing?.hard ? { sight: 'build-error', reason: 'other-name', detail } : { sight: 'failed', detail };
}

/** Node names a module that it does not find by its whole path; it is judged as the test's file would name it. */
function missingIn(message: string, { file }: AskedTest, { runner, tree }: Sighting): Missing | undefined {
  const missing = readMissing(runner.language, message);
  if (missing?.kind !== 'module' || !missing.name.startsWith(`${tree}/`)) return missing;
  const from = path.posix.relative(path.posix.dirname(file), missing.name.slice(tree.length + 1));
  return { ...missing, name: from.startsWith('.') ? from : `./${from}` };
}

/**
 * Problems that kept the test from being built or loaded: those of its own file; where no place says so, those of the run.
 */
function problemsOf(test: AskedTest, report: Report, at: Sighting): string[] {
  const { language } = at.runner;
  const oneUnit = language === 'go' || language === 'rust';
  const all = report.problems.filter(({ message }) => !isEcho(language, message));
  const own = oneUnit ? all : all.filter(({ file }) => file !== undefined && sameFile(file, test, at));
  const chosen = own.length > 0 || report.tests.length > 0 ? own : all;
  const notBuilt = ['build-error', 'collection-error', 'failed'].includes(report.outcome);
  return notBuilt ? chosen.map(({ message }) => message) : [];
}

function sameFile(file: string, test: AskedTest, at: Sighting): boolean {
  const known = file.startsWith(`${at.tree}/`) ? file.slice(at.tree.length + 1) : undefined;
  return known === test.file || file.replace(/^\.\//, '') === fromFolder(test.file, at.root) || file === test.file;
}

function brokenSight(messages: readonly string[], test: AskedTest, at: Sighting): Sight {
  const read = messages.map((message) => ({ message, missing: missingIn(message, test, at) }));
  const other = read.find(({ missing }) => !missing);
  if (other) return { sight: 'build-error', detail: other.message };
  const old = read.find(({ missing }) => !at.isCodeUnderTest(missing!, test.file));
  if (old) return { sight: 'build-error', reason: 'other-name', detail: old.message };
  return { sight: 'missing-symbol', detail: read[0]!.message };
}
