/**
 * Vitest 1 to 5: the default, basic, verbose, tree, dot, minimal (agent), github-actions, TAP, JSON and JUnit reporters.
 * https://vitest.dev/guide/reporters
 */
import { Collector } from '../../collect.js';
import { readJunit } from '../../formats/junit.js';
import { adds } from '../../formats/parts.js';
import { withBrokenHooks } from '../../output/kept-by-hook.js';
import type { Reason, Report, TestResult } from '../../report.js';
import { type Capture, type Runner, splitBefore } from '../../runner.js';
import { judge } from '../../verdict.js';
import { JSON_SIGN, readJson } from './json.js';
import { OWN_TAP_SIGN, readTap, TAP_SIGN } from './tap.js';
import { type Read, readText } from './text.js';

const TEXT_SIGN =
  /^ *(?:RUN|DEV) {2}v\d+\.\d+|^ Test Files {2}(?:\d+ (?:passed|failed|skipped)|no tests)|^No test files found, exiting with code [01]$|^ {3}Start at {2}\d\d:\d\d:\d\d$/m;
const JUNIT_SIGN = /<testsuites\b[^<>]{0,500}\bname="vitest tests"/;

export const vitest: Runner = {
  id: 'vitest',
  kind: 'test',
  starts(words) {
    if (!/^vitest(?:@\S*|\.mjs)?$/.test(words[0] ?? '')) return false;
    return !words.includes('--version') && !words.includes('-v');
  },
  signs: new RegExp([TEXT_SIGN, JUNIT_SIGN, JSON_SIGN, OWN_TAP_SIGN].map(({ source }) => source).join('|'), 'm'),
  split: (text) => splitBefore(text, /^ *(?:RUN|DEV) {2}v\d+\.\d+/gm),
  read: (capture) => withBrokenHooks(readAny(capture)),
};

function readAny(capture: Capture): Report {
  const { text } = capture;
  if (JUNIT_SIGN.test(text)) return withFilesApart(readJunit(capture, { runner: 'vitest', omits: true }));
  // Several reporters may have written to one output: the text says more than the documents.
  if (!TEXT_SIGN.test(text)) {
    if (JSON_SIGN.test(text)) return readJson(capture);
    if (TAP_SIGN.test(text)) return readTap(capture);
  }
  const collected = new Collector(capture.input.root);
  const read = readText(capture, collected);
  // What is listed or measured is no test that ran.
  const said = report(capture, isOther(capture) ? new Collector() : collected, read);
  return JSON_SIGN.test(text) ? withNames(said, readJson(capture)) : said;
}

/** JUnit XML has a file that did not load, and a suite whose hook failed, as a failed test of that name. */
function withFilesApart(report: Report): Report {
  const isFile = ({ name, file }: { name: string; file?: string }) => name === file;
  const suites = new Set<string>();
  for (const { name, file } of report.tests) {
    for (let at = name.indexOf(' > ', 1), depth = 0; at > 0 && depth < 50; at = name.indexOf(' > ', at + 1), depth++)
      suites.add(`${file}\0${name.slice(0, at)}`);
  }
  const isSuite = (test: TestResult) => test.state === 'failed' && suites.has(`${test.file}\0${test.name}`);
  const isApart = (test: TestResult) => isFile(test) || isSuite(test);
  const lost = report.tests.filter(isApart);
  if (!lost.length) return report;
  const failed = Math.max(0, report.counts.failed - lost.length);
  const isCollection = report.outcome === 'failed' && failed === 0 && lost.every(isFile);
  return {
    ...report,
    ...(isCollection ? { outcome: 'collection-error', reasons: [...report.reasons, 'collection-failed'] } : {}),
    counts: {
      ...report.counts,
      failed,
      errors: report.counts.errors + lost.length,
      total: Math.max(0, report.counts.total - lost.length),
    },
    tests: report.tests.filter((test) => !isApart(test)),
    files: [...report.files, ...lost.filter(isFile).map(({ name }) => ({ name, state: 'error' as const }))],
    problems: [...report.problems, ...lost.map(({ name, message = '' }) => ({ file: name, message }))],
  };
}

/** Tells what the text says of a run, with the tests that a JSON document about the same run names in full. */
function withNames(said: Report, named: Report): Report {
  const isSame =
    named.complete && named.counts.total === said.counts.total && named.counts.failed === said.counts.failed;
  if (!isSame || named.tests.length < said.tests.length) return said;
  const { xfailed = 0, ...counts } = said.counts;
  const { tests, testsCut, files } = named;
  return { ...said, counts: { ...counts, passed: counts.passed + xfailed }, tests, testsCut, files };
}

/** Subcommands that run no tests. */
const OTHERS = ['list', 'bench', 'init'];

function isOther({ invocation }: Capture): boolean {
  return OTHERS.includes(invocation.words[1] ?? '');
}

function report(capture: Capture, collected: Collector, read: Read): Report {
  const { invocation, cut } = capture;
  const { summary } = read;
  const totals = summary.goesOn && invocation.exitCode !== 0 ? undefined : summary.totals;
  const names = collected.tally();
  const tests = totals?.tests;
  const passed = tests ? (tests.passed ?? 0) : names.passed;
  const failed = tests ? (tests.failed ?? 0) : Math.max(names.failed, read.failures);
  const skipped = tests ? (tests.skipped ?? 0) : names.skipped;
  const todo = tests ? (tests.todo ?? 0) : names.todo;
  const xfailed = tests?.['expected fail'] ?? 0;
  const failedFiles = totals?.files?.failed ?? 0;
  const outside = totals?.errors ?? 0;
  const errors = Math.max(read.unloaded, failed === 0 ? failedFiles : 0) + outside;
  const counted = passed + failed + skipped + todo + xfailed;
  const isRed = failed > 0 || failedFiles > 0 || errors > 0;
  const isNothing = read.noFiles || (totals !== undefined && counted === 0 && failedFiles === 0) || isOther(capture);
  // Files that did not load are in the totals of the files alone.
  const isClosed = totals?.files !== undefined && totals.tests !== undefined;
  return judge(
    {
      runner: 'vitest',
      version: read.version,
      coverage: read.coverage,
      collected,
      counts: {
        passed,
        failed,
        skipped,
        errors,
        total: tests?.total ?? counted,
        ...(xfailed ? { xfailed } : {}),
        ...(todo ? { todo } : {}),
        ...(totals?.files === undefined ? {} : { files: totals.files.total ?? 0 }),
      },
      seconds: totals?.seconds,
      failed: failed > 0 || outside > 0 || (failedFiles > 0 && read.unloaded === 0 && !onlyUnloaded(collected)),
      collectionFailed: errors > 0 && (read.unloaded > 0 || failedFiles > 0),
      crashed: read.crashed && (!totals?.ended || outside > 0),
      nothingRan: isNothing && !isRed && !cut,
      onlySkipped: totals !== undefined && !isRed && passed + xfailed === 0 && skipped + todo > 0,
      somethingPassed: passed + xfailed > 0,
      closing:
        isClosed && totals.ended ? 'proof' : isClosed && invocation.exitCode === 0 && !cut ? 'with-exit' : 'none',
      doubts: doubtsOf(capture, read),
    },
    capture,
  );
}

/** Tells whether every file that is listed as failed has no test at all. */
function onlyUnloaded(collected: Collector): boolean {
  const failed = [...collected.files.values()].filter(({ state }) => state === 'failed' || state === 'error');
  return failed.length > 0 && failed.every(({ state }) => state === 'error');
}

function doubtsOf({ invocation, cut }: Capture, read: Read): Reason[] {
  const { summary } = read;
  const { totals } = summary;
  const doubts: Reason[] = [];
  const own = invocation.exitCode === 0;
  if (read.watch) doubts.push('watch-mode');
  if (!totals) return doubts;
  if (!own && totals.files && summary.count < Math.max(read.headers, invocation.times)) doubts.push('unfinished');
  if (totals.errors > 0 || (read.trouble && !own)) doubts.push('errors');
  if (!adds(totals.files) || !adds(totals.tests)) doubts.push('counts-disagree');
  if (!own && (read.surplus || (summary.count === 1 && read.fileLines > (totals.files?.total ?? 0))))
    doubts.push('counts-disagree');
  // A test may have printed totals too; the real ones come when every file is listed.
  const isPrinted = summary.goesOn || (summary.belowConsole && read.fileLines !== totals.files?.total);
  if (
    !own &&
    (isPrinted || summary.otherRed || Math.max(read.failures, read.failedLines) > (totals.tests?.failed ?? 0))
  )
    doubts.push('summary-not-last');
  // What comes last may be an error, of coverage that is too low for one.
  const isLost = invocation.view === 'head' || cut === 'tail' || cut === 'some' || summary.cutBelow;
  if (!own && isLost) doubts.push('exit-hidden');
  return doubts;
}
