import type { Report } from '@flow/capture-parsers';
import type { Policy, RunnerSpec, RunResult } from '@flow/core';
import { load } from '../../load.js';
import { COMMAND_RUNNER, specOf } from '../../policy/suites.js';
import type * as Parsers from '../parsers.js';
import { endedEarly } from './early-end.js';
import { reportOfRoot } from './joined-roots.js';
import { namedResult } from './named-result.js';
import { countsAll, failedInTestsAlone } from './only-tests.js';
import { resultsOfParts } from './part-results.js';
import type { RecognisedRun } from './recognised-run.js';
import { looksGreen, nothingProven, type SuitePlace, textIn, toRunResult, unproven } from './run-result.js';
import type { SeenOutput } from './seen-output.js';

/** The bundler leaves this name alone: a push check needs no parser, so they stay in a file of their own. */
const parse: typeof Parsers.parse = (input) => load<typeof Parsers>('parsers').parse(input);

/** Returns the exit code of one run, when the whole command's tells it. */
function exitOf(run: RecognisedRun, exit: number | null): number | undefined {
  if (exit === null || run.exit === 'hidden') return undefined;
  return run.exit === 'decides' || exit === 0 ? exit : undefined;
}

/** Reads the result of each recognised run of a command, in their order. */
export function readResults(
  runs: readonly RecognisedRun[],
  output: SeenOutput,
  policy: Policy,
  repositoryRoot: string,
  markerText: (run: RecognisedRun) => string | undefined,
): RunResult[] {
  const isByExit = ({ runner }: RecognisedRun) =>
    runner === COMMAND_RUNNER || specOf(runner, policy)?.runner.proof === 'exit';
  const ofParts = resultsOfParts(runs, output, (own, at) => readResults(own, at, policy, repositoryRoot, markerText));
  const known = runs.filter((run) => !isByExit(run) && !ofParts.has(run));
  // Runs of one call are read as one, if there is no other.
  const isOneCall = known.every(({ joined, argv }) => joined && argv.join('\n') === known[0]!.argv.join('\n'));
  const shared = known.length > 1 && !isOneCall ? reportsInOrder(known, output) : null;
  return runs.map((run) => {
    const part = ofParts.get(run);
    if (part) return part;
    const exit = exitOf(run, output.exit);
    // What a run has printed when it is stopped may be all that it says of its tests, and not all that it checks.
    const doubt = run.doubts[0] ?? (output.interrupted ? 'unfinished' : undefined);
    const place = { root: run.root, repository: repositoryRoot, markerText: markerText(run) };
    if (isByExit(run)) {
      if (doubt) return nothingProven(run.runner, doubt);
      return namedResult({ run, output, exit, text: textOfRun(run, output), place, parse });
    }
    const spec = specOf(run.runner, policy)?.runner ?? null;
    const names = run.joined ? known.flatMap((one) => nameIn(markerText(one), spec) ?? []) : [];
    return resultOf({ run, output, exit, doubt, spec, place, shared, names });
  });
}

/** A run that a parser can read, and what is known of it beside its output. */
interface Seen {
  run: RecognisedRun;
  output: SeenOutput;
  exit: number | undefined;
  /** Why not even a green run would prove anything. */
  doubt: string | undefined;
  spec: RunnerSpec | null;
  place: SuitePlace;
  /** The reports of all runs of the command, where there are several. */
  shared: ReadonlyMap<RecognisedRun, Report> | null;
  /** Names of all roots that the call runs; empty where it runs one. */
  names: readonly string[];
}

/** Name of the packages of a root, as the root's marker says. */
function nameIn(markerText: string | undefined, spec: RunnerSpec | null): string | undefined {
  const pattern = spec?.units.rootName;
  return pattern && markerText ? new RegExp(pattern, 'm').exec(markerText)?.[1] : undefined;
}

function resultOf(seen: Seen): RunResult {
  const { run, output, exit, doubt, spec, place, shared } = seen;
  const text = textOfRun(run, output);
  if (text === undefined) return nothingProven(run.runner, 'output-redirected');
  const shown = shared ? shared.get(run) : reportIn(text, seen);
  if (exit === undefined && shown?.outcome === 'passed') {
    const other = shownByOthers(run, output);
    if (other !== undefined) return nothingProven(run.runner, other);
  }
  const asked = output.report?.text ? machineReport(run, output.report.text, exit) : undefined;
  // What the screen says of a run that was kept from writing its report may be what the tests made it say.
  if (output.report && !asked && exit === 0) return nothingProven(run.runner, 'report-missing');
  const screen = output.unseen ? undefined : shown;
  const own = asked && backed(asked, screen);
  const all = own ? withUnits(own, screen) : screen;
  if (!all) return resultWithout(seen);
  const report = run.joined ? reportOfRoot(all, nameIn(place.markerText, spec) ?? '', seen.names) : all;
  const result = toRunResult(report, spec, place, all);
  if (own && screen && contradicts(own, screen)) return settledByExit(contradicted(result), exit);
  const isAtEnd = run.goesOn && !doubt && !isStopped(text, spec) && (!screen?.complete || countsAll(screen));
  if (result.outcome === 'failed' && isAtEnd && failedInTestsAlone(result, report))
    return { ...result, onlyTests: true };
  // Another root of the same call may be what failed.
  if (run.joined && result.outcome === 'unknown' && all.outcome !== 'unknown')
    return doubt ? unproven(result, doubt) : result;
  if (!looksGreen(result)) return settledByExit(result, exit);
  const why = endedEarly(report, (file) => textIn(file, place)) ? 'ended-early' : doubt;
  return settledByExit(why ? unproven(result, why) : result, exit);
}

/** Text that a run has printed, on the screen or into a file; undefined where nobody knows the text. */
function textOfRun({ output: place, outputFile }: RecognisedRun, output: SeenOutput): string | undefined {
  if (place !== 'redirected') return output.text;
  return outputFile === null ? undefined : output.redirected(outputFile);
}

/** The report in the output of the only run, or in the file that it says it has written. */
function reportIn(text: string, { run, output, exit, spec }: Seen): Report | undefined {
  const read = (from: string, cut: SeenOutput['cut']) =>
    parse({
      // What a filter lets through is judged by the parser, which reads the pipeline itself.
      ...(run.output === 'filtered' ? { command: output.command } : { argv: run.argv }),
      output: from,
      ...(exit === undefined || run.output === 'filtered' ? { exitHidden: true } : { exitCode: exit }),
      ...(cut === null ? {} : { truncated: cut }),
    }).find((one) => one.runner === run.runner);
  const shown = read(text, output.cut);
  if (shown && (shown.outcome !== 'unknown' || shown.counts.total > 0)) return shown;
  const written = reportText(text, spec, output);
  return written === undefined ? shown : read(written, null);
}

/** Tells whether its output says that it ended at a failure: its configuration may make it. */
const isStopped = (text: string, spec: RunnerSpec | null) =>
  spec?.selection.stops?.shown !== undefined && new RegExp(spec.selection.stops.shown, 'm').test(text);

/** Result of a run without any report. */
function resultWithout({ run, output, exit, shared }: Seen): RunResult {
  if (output.unseen) return settledByExit(nothingProven(run.runner, 'terminal'), exit);
  return nothingProven(run.runner, shared ? 'several-runs' : reasonWithout(run, exit));
}

/** Runners whose report is another's machine format. */
const REPORTS_AS: Readonly<Record<string, readonly string[]>> = { gotestsum: ['go', 'test', '-json'] };

/** Result that the run's own report tells, together with the exit code. */
function machineReport(run: RecognisedRun, text: string, exit: number | undefined): Report | undefined {
  const other = REPORTS_AS[run.runner];
  const told = exit === undefined ? { exitHidden: true } : { exitCode: exit };
  const read = parse({ argv: other ?? run.argv, output: text, ...told });
  const found = read.find(({ runner }) => runner === (other?.[0] ?? run.runner));
  return found && { ...found, runner: run.runner };
}

/**
 * Tells why what looks like the run's own words may be another command's, where no exit code vouches for them: the line
 * shows a file or prints words of its own, or the report that the run was told to write was not written while it ran.
 */
function shownByOthers(run: RecognisedRun, output: SeenOutput): 'other-output' | 'report-missing' | undefined {
  if (run.reports?.some((file) => output.redirected(file) === undefined)) return 'report-missing';
  if (run.output !== 'whole') return undefined;
  const read = parse({ command: output.command, output: output.text, exitHidden: true });
  const isDoubted = read.some(({ runner, reasons }) => runner === run.runner && reasons.includes('other-output'));
  return isDoubted ? 'other-output' : undefined;
}

/** A report that leaves out errors outside of tests, where no exit code is known and the screen, which tells of them, tells of none. */
function backed(own: Report, screen: Report | undefined): Report {
  const lacksCode = own.outcome === 'unknown' && own.reasons.every((reason) => reason === 'exit-hidden');
  return lacksCode && screen?.outcome === 'passed' ? { ...own, outcome: 'passed', green: true } : own;
}

/** Files and packages that only the screen names: few machine formats tell which of them were whole. */
function withUnits(own: Report, screen: Report | undefined): Report {
  if (!screen || own.files.length + own.packages.length > 0) return own;
  const { files, packages, counts } = screen;
  return {
    ...own,
    files,
    packages,
    counts: { ...own.counts, ...(counts.files === undefined ? {} : { files: counts.files }) },
  };
}

/**
 * Tells whether report and screen cannot both be true. A screen that tells nothing contradicts nothing: tests print what they
 * like, and that is why the report was asked for.
 */
function contradicts(own: Report, screen: Report): boolean {
  const isGreen = own.outcome === 'passed';
  if (screen.outcome === 'unknown' || screen.outcome === 'truncated') return false;
  if (isGreen !== (screen.outcome === 'passed')) return true;
  return isGreen && screen.complete && own.counts.passed !== screen.counts.passed;
}

const contradicted = (result: RunResult): RunResult => ({
  ...result,
  outcome: 'unknown',
  complete: false,
  reasons: ['report-contradicts', ...result.reasons],
  greenUnits: [],
});

/**
 * A runner that ended by itself with a failure has failed, even where the host lost the end of what it printed; one that was
 * not there has not.
 */
function settledByExit(result: RunResult, exit: number | undefined): RunResult {
  const { outcome, reasons } = result;
  const unread = outcome === 'truncated' || (outcome === 'unknown' && !reasons.includes('not-started'));
  return unread && exit !== undefined && exit > 0 && exit < 126 ? { ...result, outcome: 'failed' } : result;
}

/** Text of a report file that the runner says it wrote, when it was written during the run. */
function reportText(text: string, spec: RunnerSpec | null, output: SeenOutput): string | undefined {
  const name = spec?.reportFile && new RegExp(spec.reportFile, 'm').exec(text)?.[1];
  return name ? output.redirected(name.trim()) : undefined;
}

function reasonWithout(run: RecognisedRun, exit: number | undefined): string {
  if (run.output === 'filtered') return 'output-filtered';
  return exit === undefined ? 'exit-hidden' : 'no-readable-output';
}

/**
 * Reports of several runs in one output. The parser takes the line and its output apart; a run has a report only where
 * as many of its runner were found as were started, so that each is told from the others.
 */
function reportsInOrder(runs: readonly RecognisedRun[], output: SeenOutput): Map<RecognisedRun, Report> {
  const exit = output.exit === 0 && runs.every((run) => run.exit !== 'hidden') ? 0 : undefined;
  const input = {
    output: output.text,
    ...(exit === undefined ? { exitHidden: true } : { exitCode: exit }),
    ...(output.cut === null ? {} : { truncated: output.cut }),
  };
  const found = new Map<RecognisedRun, Report>();
  for (const reports of [parse({ ...input, command: output.command }), parse(input)]) {
    for (const runner of new Set(runs.map((run) => run.runner))) {
      const started = runs.filter((run) => run.runner === runner && !found.has(run));
      const read = reports.filter((report) => report.runner === runner);
      if (started.length === read.length) for (const [at, run] of started.entries()) found.set(run, read[at]!);
    }
  }
  return found;
}
