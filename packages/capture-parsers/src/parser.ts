import { findInvocation, findStarts, type Invocation, type Start } from './command/invocation.js';
import { chained, type Line } from './command/line.js';
import { readLine, withTold } from './command/read-line.js';
import { type Part, unreadOf } from './command/unread.js';
import { narrower } from './command/view.js';
import { missesCoverage, readCoverage } from './formats/coverage.js';
import { type Cut, wholeLines } from './output/cut.js';
import { isNotThere } from './output/not-there.js';
import { lastSignIn, portionsOf } from './output/portions.js';
import { type Section, sectionsOf } from './output/sections.js';
import { SignFinder } from './output/signs.js';
import { clean, withoutTimes } from './output/text.js';
import { saysFailed, saysOneFailed } from './output/wrapper-words.js';
import type { ParseInput, Reason, Report } from './report.js';
import type { Runner } from './runner.js';

/**
 * Creates a `parse` for the given runners only, to keep a bundle small.
 * `ascii`: the caller knows that the output contains only ASCII.
 */
export function parserOf(runners: readonly Runner[]): (input: ParseInput, ascii?: boolean) => Report[] {
  let signs: SignFinder | undefined;
  const findSigns = (text: string) => {
    signs ??= new SignFinder(runners);
    return signs.find(text);
  };
  return (input, ascii) => {
    const given = String(input.output ?? '');
    const log = withoutTimes(given);
    const output = log ? log.text : given;
    const { text, cut } = wholeLines(clean(output, ascii), input.truncated);
    // Of an output with a known cut, nobody can tell how many lines there were.
    const { output: _, ...rest } = input;
    const line = withTold(readLine(cut ? rest : input), text, cut);
    const starts = (words: readonly string[]) => runners.some((runner) => runner.starts(words));
    const sections = sectionsOf(text, line, starts);
    const read = sections.map((section) => readSection(runners, section, { input, cut, findSigns }));
    const isApart = sections.length < 2 || read.some(({ reports }) => reports.length > 0);
    const parts = isApart ? read : [readSection(runners, { text, line }, { input, cut, findSigns })];
    const reports = contradicted(
      parts.flatMap((part) => part.reports),
      sections,
      line,
    );
    const isDenied = () => log?.failed || (sections.length > 1 && saysOneFailed(text));
    const found = reports.every(({ green }) => green) && isDenied() ? reports.map(unproven) : reports;
    const isGreen = found.length > 0 && found.every(({ green }) => green);
    const unread = isGreen ? unreadOf(line, parts, starts) : undefined;
    return unread ? [...found, unread] : found;
  };
}

/**
 * Marks announced runs unproven that all look green under a task that failed: the failure was not seen, so no run is
 * proven.
 */
function contradicted(reports: Report[], sections: readonly Section[], line: Line): Report[] {
  const announced = sections.some((section) => section.line !== line);
  const isTold = [...(line.told?.values() ?? [])].some((code) => typeof code === 'number' && code !== 0);
  if ((!line.exitCode && !isTold) || !announced || !reports.every(({ green }) => green)) return reports;
  return reports.map(unproven);
}

const unproven = (report: Report): Report => ({
  ...report,
  outcome: 'unknown',
  verdict: 'unknown',
  green: false,
  unsure: true,
  reasons: [...report.reasons, 'exit-contradicts'],
});

interface Given {
  readonly input: ParseInput;
  readonly cut: Cut;
  /** Where each runner's signs stand first. */
  readonly findSigns: (text: string) => ReadonlyMap<Runner, number>;
}

/** A job is a run that is to be read. */
interface Job {
  readonly runner: Runner;
  readonly text: string;
  readonly invocation: Invocation;
  /** Where it stands among the others. */
  readonly order: number;
  /** The text has a line that only this runner prints. */
  readonly seen: boolean;
  /** Several runs of which fewer are seen to have ended. */
  readonly short?: boolean;
}

/** Returns the runs that the line of this section starts, or where that is open those whose format is recognised. */
function readSection(runners: readonly Runner[], section: Section, given: Given): Part {
  const { text, line } = section;
  const all = runners.map((runner) => ({ runner, invocation: findInvocation(line, runner.starts) }));
  const isStarted = ({ invocation }: { invocation: Invocation }) =>
    line.given !== 'nothing' && invocation.runs === 'yes';
  const startedAt = all.filter(isStarted).map((entry) => ({ ...entry, starts: findStarts(line, entry.runner.starts) }));
  const started = startedAt.filter((entry) => !startedAt.some((other) => namedBefore(other, entry)));
  const open = !started.length || all.some(({ invocation }) => invocation.runs === 'perhaps');
  const jobs = started.flatMap(({ runner, invocation }) => startedJobs(runner, invocation, section));
  if (open) {
    const first = given.findSigns(text);
    const found = all
      .filter((entry) => !isStarted(entry))
      .map(({ runner, invocation }) => ({ runner, invocation, text, order: first.get(runner) ?? -1, seen: true }))
      .filter(({ order }) => order >= 0)
      .filter(({ runner }, _, those) => !those.some((other) => other.runner.includes?.includes(runner.id)));
    const specific = jobs.length > 0 || found.some(({ runner }) => !runner.generic);
    jobs.push(...found.filter(({ runner }) => !runner.generic || !specific));
  }
  jobs.sort((left, right) => left.order - right.order);
  divide(jobs, section);
  const reports = jobs.map((job) => readJob(job, jobs, section, given));
  return {
    section,
    reports: reports.filter((_, index) => !neverReached(index, jobs, reports, line)),
    reached: jobs.filter(({ seen, invocation }) => seen && invocation.runs === 'yes').map(({ order }) => order),
    isOfTask: Boolean(section.outer) || jobs.some(({ invocation }) => invocation.runs === 'perhaps'),
  };
}

/** Gives each of several runs its own portion of the text, if they ran one after the other. */
function divide(jobs: Job[], { text, line }: Section): void {
  const atOnce = line.steps.some(({ after }) => after === '&');
  const known = new Set(jobs.map(({ invocation }) => invocation.runs));
  if (jobs.length < 2 || atOnce || known.size > 1 || jobs.some((job) => job.text !== text)) return;
  const portions = portionsOf(
    text,
    jobs.map(({ runner }) => runner),
  );
  for (const [index, portion] of portions?.entries() ?? []) jobs[index] = { ...jobs[index]!, text: portion };
}

interface Started {
  readonly runner: Runner;
  readonly starts: readonly Start[];
}

/** Tells whether each step that starts `later` names another runner further in front, as in `npx mocha -R tap`. */
function namedBefore(earlier: Started, later: Started): boolean {
  if (earlier === later || !later.starts.length) return false;
  return later.starts.every(({ at, invocation }) =>
    earlier.starts.some((start) => start.at === at && start.invocation.words.length > invocation.words.length),
  );
}

function startedJobs(runner: Runner, merged: Invocation, { text, line }: Section): Job[] {
  const starts = findStarts(line, runner.starts);
  const seen = text.search(runner.signs) >= 0;
  if (starts.length < 2) return [{ runner, text, invocation: merged, order: starts[0]?.at ?? 0, seen }];
  const pieces = runner.split?.(text) ?? [text];
  // Of a chain that ended early only the first steps have run.
  const fewer = line.exitCode !== 0 && starts.every((start, at) => !at || chained(line, starts[at - 1]!.at, start.at));
  if (pieces.length === starts.length || (fewer && pieces.length < starts.length && pieces.length > 1))
    return pieces.map((piece, index) => ({
      runner,
      text: piece,
      invocation: starts[index]!.invocation,
      order: starts[index]!.at,
      seen: piece.search(runner.signs) >= 0,
    }));
  // A linter may say nothing where all is well: then one of its runs may be what failed in a line that did.
  const isTold = runner.split !== undefined || Boolean(line.exitCode);
  const short = isTold && pieces.length < starts.length;
  return [{ runner, text, invocation: merged, order: starts[0]!.at, seen, short }];
}

function readJob(job: Job, jobs: readonly Job[], section: Section, { input, cut }: Given): Report {
  const { line, outer } = section;
  const { text } = job;
  let { invocation } = job;
  // What stands after `&&` has run, so this ended with 0, whatever the line ended with.
  const wentOn = jobs.some(
    (other) =>
      other.seen &&
      other.order > job.order &&
      (other.runner !== job.runner || other.text !== job.text) &&
      chained(line, job.order, other.order),
  );
  if (wentOn && line.given === 'command' && invocation.runs === 'yes' && invocation.exitCode === undefined) {
    invocation = { ...invocation, exitCode: 0, lineFailed: false };
  }
  if (outer) {
    const lineFailed = invocation.lineFailed || outer.lineFailed;
    invocation = { ...invocation, view: narrower(outer.view, invocation.view), lineFailed };
    if (outer.ended) invocation = { ...invocation, ended: true };
    if (outer.others !== 'none') invocation = { ...invocation, others: outer.others };
  }
  if (outer || invocation.runs === 'perhaps') invocation = { ...invocation, amongOthers: true };
  const report = withAbsence(withCoverage(job.runner.read({ text, input, invocation, cut }), text), {
    text,
    invocation,
  });
  const ended = job.short && !wentOn && job.invocation.exitCode !== 0 ? unended(report) : report;
  return ended.green && isDenied(job.runner, text, invocation) ? unproven(ended) : ended;
}

/** Tells whether words of what is around a run say that it failed, where its own exit code does not say more. */
function isDenied(runner: Runner, text: string, { exitCode, amongOthers }: Invocation): boolean {
  if (exitCode === 0 && !amongOthers) return false;
  const from = lastSignIn(text, runner.signs);
  return saysFailed(text, from) || missesCoverage(text, from);
}

/**
 * Marks a green report unfinished: of several runs, a run that was not seen to end may have failed, whatever the others
 * say.
 */
function unended(report: Report): Report {
  if (!report.green) return report;
  const reasons = [...new Set([...report.reasons, 'unfinished' as const])];
  return { ...report, outcome: 'unknown', verdict: 'unknown', green: false, unsure: true, complete: false, reasons };
}

/** Tests of any runner may be measured by a tool that prints its totals among their output. */
function withCoverage(report: Report, text: string): Report {
  if (report.kind !== 'test' || report.coverage) return report;
  const coverage = readCoverage(text);
  return coverage ? { ...report, coverage } : report;
}

/** A runner that is not there failed by the words of what was to start it, which are none of its own. */
function withAbsence(report: Report, { text, invocation }: Pick<Job, 'text' | 'invocation'>): Report {
  const { outcome, reasons } = report;
  const hasFailed = invocation.exitCode !== undefined && invocation.exitCode !== 0;
  if (!hasFailed || outcome === 'passed' || outcome === 'failed' || !isNotThere(text)) return report;
  const others = reasons.filter((reason) => !OF_A_START.has(reason));
  return { ...report, outcome: 'unknown', verdict: 'unknown', reasons: [...others, 'not-started'] };
}

/** What an exit code says of a runner that was started. */
const OF_A_START: ReadonlySet<Reason> = new Set(['exit-nonzero', 'exit-contradicts', 'crashed', 'not-started']);

/** Tells whether a run is missing because an earlier one of its chain had failed. */
function neverReached(index: number, jobs: readonly Job[], reports: readonly Report[], line: Line): boolean {
  const { seen, invocation, order } = jobs[index]!;
  if (seen || line.given !== 'command' || invocation.runs !== 'yes' || line.exitCode === 0) return false;
  return jobs.some((job, at) => job.order < order && !reports[at]!.green && chained(line, job.order, order));
}
