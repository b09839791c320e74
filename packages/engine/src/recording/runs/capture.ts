import { statSync } from 'node:fs';
import path from 'node:path';
import type { CommandOutput } from '@flow/clients/event';
import type { Policy, Receipt, RunResult, SealedBy } from '@flow/core';
import {
  diffTrees,
  newReceiptId,
  type Repository,
  type TakenTree,
  type TreeOptions,
  writeReceipt,
} from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { treeView } from '@flow/evidence/git/tree-view';
import { lookAtContent } from '../../facts/content.js';
import { noteWritten } from '../../facts/evidence-check.js';
import type { KeptReading } from '../../facts/kept-reading.js';
import { embedsOf, relevantOf } from '../../facts/relevance.js';
import { endsInLine, highestNew, isByHand } from '../../facts/written-by-run.js';
import { nameOfSuite, placeOf, questionOf, specOf, suiteOfRun, typedAt, typedFrom } from '../../policy/suites.js';
import { clean } from '../../text/clean.js';
import { forgetting, ignoring } from '../../words/ignored.js';
import { writeView } from '../views/view.js';
import { type Touched, touchedOnce, uptime, waitForClock, withoutTimes } from './change-times.js';
import { withEarlier } from './earlier-run.js';
import { oddInstalls } from './installed-doubt.js';
import type { LineVariables } from './line-variables.js';
import { isUntold, isWholeLine } from './part-results.js';
import { programContents } from './program-content.js';
import type { RecognisedRun } from './recognised-run.js';
import { remarksOn, type SeenRun } from './remarks.js';
import { readResults } from './results.js';
import { looksGreen, unproven } from './run-result.js';
import type { SeenOutput } from './seen-output.js';
import { coveredOnDisk } from './sparse.js';
import { unlikeCheckout } from './unlike-checkout.js';

/** Record that is kept between a command's start and its end. */
export interface PendingCommand {
  command: string;
  /** The folder in which it was typed, relative to the repository; missing where that is not known. */
  from?: string;
  runs: RecognisedRun[];
  before: TakenTree | null;
  time: number;
  /** Start of the command in milliseconds of a clock that nobody sets. */
  uptime?: number;
  /** Set when the host put the command in the background. */
  background: string | null;
  /** Variables that the line sets for what `flow-hooks exec` runs in it. */
  set?: LineVariables;
  /** Stamps of the files that the runs of the command write their output to, by path. */
  outputs: Readonly<Record<string, string>>;
  /** The reading of the command line, for the end of the call (see `KeptReading`). */
  reading?: KeptReading;
  /** Of a command in the background: the seal that it is proven to have been started in. */
  seal?: SealedBy;
}

/** Returns a command that is about to start. */
export function aboutToStart(
  command: string,
  runs: RecognisedRun[],
  before: TakenTree | null,
  from: string | null = null,
): PendingCommand {
  const files = runs.flatMap(({ outputFile, reports = [] }) => [
    ...(outputFile === null ? [] : [outputFile]),
    ...reports,
  ]);
  const outputs = Object.fromEntries(files.map((file) => [file, lookOf(file)]));
  const typed = from === null ? {} : { from };
  if (before) waitForClock(before.began);
  const now = { time: Date.now(), uptime: uptime() };
  return { command, ...typed, runs, before: before && bounded(before), ...now, background: null, outputs };
}

/** A content as it is kept until the command ends: of the paths that were left out, some are enough to know of them. */
const bounded = (taken: TakenTree): TakenTree => ({
  ...taken,
  leftOut: taken.leftOut.slice(0, MAX_LEFT_OUT),
  hidden: taken.hidden.slice(0, MAX_LEFT_OUT),
});
const MAX_LEFT_OUT = 100;

/** Manner in which a run was seen, for the receipt. */
export interface Seen {
  how: Receipt['seen'];
  session: string | null;
  agent: string | null;
  /** The seal that the call is proven to have run in; left out where nothing is sealed. */
  seal?: SealedBy | undefined;
}

const MAX_OUTPUT = 64 * 1024 * 1024;
const MAX_TAIL = 2000;

/**
 * Records the end of a command that held test runs: one receipt a run.
 * @returns the receipts, and what the agent should know about those that prove nothing
 */
export function recordRuns(
  repository: Repository,
  policy: Policy,
  pending: PendingCommand,
  output: CommandOutput,
  seen: Seen,
  deadline: number,
): { receipts: Receipt[]; remarks: string[] } {
  // What `exec` runs it records itself.
  if (pending.runs.length === 0) return { receipts: [], remarks: [] };
  const receipts: Receipt[] = [];
  const seenHere: SeenRun[] = [];
  for (const [at, { receipt, settled, ...seenOfIt }] of seenRuns(
    repository,
    policy,
    pending,
    output,
    seen,
    deadline,
  ).entries()) {
    const run = pending.runs[at]!;
    if (isUntold(run, receipt.result)) {
      seenHere.push({ run, result: receipt.result, settled: true, ...seenOfIt });
      continue;
    }
    const stored = writeReceipt(repository, receipt, { settled });
    receipts.push(receipt);
    if (policy.views) writeView(repository, stored, nameOfSuite(receipt.suite, policy));
    seenHere.push({
      run,
      result: receipt.result,
      settled: settled || pending.before === null,
      ...seenOfIt,
    });
  }
  noteWritten(
    repository,
    receipts.map(({ id }) => id),
  );
  return { receipts, remarks: remarksOn(seenHere, pending.command) };
}

/** Makes one receipt for each run of a command, in their order; nothing is written. */
export function seenRuns(
  repository: Repository,
  policy: Policy,
  pending: PendingCommand,
  output: CommandOutput,
  seen: Seen,
  deadline: number,
): (Omit<SeenRun, 'run' | 'result'> & { receipt: Receipt })[] {
  let files: readonly string[] = [];
  let suspects: readonly string[] | null = null;
  const heard: TreeOptions['heard'] = (all, some) => {
    [files, suspects] = [all, some];
  };
  const since = pending.before?.began;
  const taken = lookAtContent(repository, deadline, { heard, compared: pending.runs.length > 0, since });
  const after = 'failed' in taken ? null : taken;
  const touched = touchedOnce(repository.root, () => [files, suspects], pending.before, after);
  const unlike = unlikeCheckout({
    repository,
    policy,
    after,
    before: pending.before,
    files,
    command: pending.command,
    deadline,
  });
  const markers = new Map<string, string | undefined>();
  const started = programContents(pending.runs, repository, after?.tree ?? null, after?.untracked ?? [], deadline);
  const odd = oddInstalls(pending.runs, policy, repository);
  const runs = pending.runs.map((run, at) => {
    const doubts = [started[at]!.doubt ?? [], odd[at] ? 'installed-written' : []].flat();
    return doubts.length === 0 ? run : { ...run, doubts: [...run.doubts, ...doubts] };
  });
  const results = readResults(runs, seenOutput(output, pending), policy, repository.root, (run) => {
    if (!markers.has(run.root)) markers.set(run.root, markerText(repository, policy, run));
    return markers.get(run.root);
  });
  return runs.map((run, at) => {
    const contents = [pending.before, after];
    const leftOut = lacking(run, policy, contents, 'leftOut');
    const hidden = lacking(run, policy, contents, 'hidden');
    const programs = started[at]!.paths;
    const meanwhile = { before: pending.before, after, programs, touched };
    const changed = changedMeanwhile(repository, policy, run, meanwhile, deadline);
    const isSettled = changed?.length === 0 && after !== null;
    const seenResult = isSettled
      ? withEarlier(results[at]!, run, { repository, policy, tree: after.tree, deadline })
      : results[at]!;
    const ahead = changed?.length === 0 ? relevantIn(touched().ahead, run, policy, contents) : [];
    const span = {
      before: pending.before,
      after,
      uptime: pending.uptime,
      isAlone: seen.how !== 'hook' && !/[;&|\n]/.test(pending.command),
    };
    const timed = withoutTimes(seenResult, ahead, span);
    const known = withoutContent(timed, { leftOut, hidden });
    const result = asCheckedOut(known, () => unlike.of(run, programs));
    const receipt: Receipt = {
      version: 1,
      id: newReceiptId(),
      kind: questionOf({ runner: suiteOfRun(run, policy)?.runner ?? {} }),
      suite: run.suite,
      command: spokenCommand(pending, run, repository.root),
      directory: run.directory,
      exitCode: exitCodeOf(run, output.exit),
      treeBefore: pending.before?.tree ?? null,
      treeAfter: after?.tree ?? null,
      untracked: after?.untracked ?? [],
      ...(programs.length > 0 ? { programs } : {}),
      head: after?.head ?? null,
      branch: after?.branch ?? null,
      time: Date.now(),
      durationMs: output.durationMs,
      selection: coveredOnDisk(repository, policy, run, result, pending.before, after, deadline),
      result,
      tail: tailOf(output.text),
      seen: seen.how,
      ...(seen.seal && { seal: seen.seal }),
      session: seen.session,
      agent: seen.agent,
      ...noticesOf(pending.before, after),
      ...(run.above ? { above: run.above } : {}),
      ...(unlike.made.length > 0 ? { made: [...unlike.made] } : {}),
    };
    const made = changed && after ? madeIn(changed, files, pending.before, after) : [];
    const kept =
      changed && after ? changed.filter((file) => !after.untracked.includes(file) && !isByHand(file, policy)) : [];
    const isPutBack = receipt.treeBefore === receipt.treeAfter;
    const told = {
      changed: changed ?? [],
      isPutBack,
      made,
      ignore: typedHere(made.length > 0 ? ignoring(made, endsInLine(repository)) : null, pending),
      kept,
      forget: typedHere(kept.length > 0 ? forgetting(kept, endsInLine(repository)) : null, pending),
      leftOut,
      hidden,
      submodules: after?.submodules ?? [],
      ahead,
      isExact: seen.how === 'exec',
      ...(odd[at] ? { oddInstall: odd[at] } : {}),
    };
    return { receipt, settled: changed?.length === 0, ...told };
  });
}

/**
 * Finds what a run has made: of changed files that git does not know, the highest folders with nothing else in them,
 * and files where there is no such folder.
 */
function madeIn(
  changed: readonly string[],
  files: readonly string[],
  before: TakenTree | null,
  { untracked }: TakenTree,
): string[] {
  const unknown = new Set(untracked);
  const own = changed.filter((file) => unknown.has(file));
  if (own.length === 0) return [];
  const written = new Set(own);
  const there = [
    ...files.filter((file) => !unknown.has(file)),
    ...(before?.untracked ?? []).filter((file) => !written.has(file)),
  ];
  return [...new Set(own.map((file) => highestNew(file, there)))];
}

/**
 * Returns the code of the line where it is that of the run; of one of several packages it is that only where all went
 * well.
 */
function exitCodeOf({ exit, part }: RecognisedRun, code: number | null): number | null {
  return (exit === 'decides' && !part) || (code === 0 && exit !== 'hidden') ? code : null;
}

/** Codes of what the two contents do not say; nothing where there is nothing to tell. */
function noticesOf(...contents: (TakenTree | null)[]): Pick<Receipt, 'notices'> {
  const codes = contents.flatMap((taken) => taken?.notices.map(({ code }) => code) ?? []);
  return codes.length === 0 ? {} : { notices: [...new Set(codes)].sort() };
}

/**
 * Spells a run as it would be typed at the root, where that alone is the run, so that a refusal can name a command that
 * works wherever it is read; else by its words.
 */
function spokenCommand(pending: PendingCommand, run: RecognisedRun, root: string): string {
  const others = pending.runs.filter((one) => one !== run && !isWholeLine(one));
  const isOne = others.every(({ part }) => run.part !== undefined && part?.spelled === run.part.spelled);
  const plain = isOne && run.exit !== 'hidden' && run.output === 'whole';
  const typed = atRoot(pending, root);
  return plain && typed.length <= 200 && !typed.includes('\n') ? clean(typed, 200) : clean(run.argv.join(' '), 500);
}

/** Returns a command of the root as whoever typed the line types it. */
function typedHere(command: string | null, { from = '.' }: PendingCommand): string | null {
  return command === null ? null : typedFrom(from, command);
}

function atRoot({ command, from }: PendingCommand, root: string): string {
  const typed = command.trim();
  const at = from === undefined ? null : placeOf(typed, from, root);
  return at === null ? typed : typedAt(at.folder, at.rest);
}

function seenOutput(output: CommandOutput, pending: PendingCommand): SeenOutput {
  const whole = output.wholeFile === null ? undefined : readSmall(output.wholeFile, MAX_OUTPUT);
  return {
    command: pending.command,
    text: whole ?? output.text,
    exit: output.background !== null || output.interrupted ? null : output.exit,
    interrupted: output.interrupted,
    cut: whole === undefined ? output.cut : null,
    report: output.report ?? null,
    unseen: output.unseen === true,
    redirected(file) {
      // A run behind `||` that never began has written nothing, however new the file is.
      const isOther = pending.outputs?.[file] !== lookOf(file);
      return isOther && path.isAbsolute(file) && writtenSince(file, pending.time)
        ? readSmall(file, MAX_OUTPUT)
        : undefined;
    },
  };
}

/** Changes with every writing of a file. */
function lookOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? 'none' : `${stat.ino}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}`;
}

function writtenSince(file: string, time: number): boolean {
  try {
    // One second of slack: file systems with coarse clocks round down.
    return statSync(file).mtimeMs >= time - 1000;
  } catch {
    return false;
  }
}

/**
 * Files that can change the outcome of a run and stand in neither content, as they are too large, too many, in a repository
 * without a commit, or hidden from git in this clone alone: what the run saw in them is in no commit. A folder counts, whatever
 * is in it.
 */
function lacking(
  run: RecognisedRun,
  policy: Policy,
  contents: readonly (TakenTree | null)[],
  list: 'leftOut' | 'hidden',
): string[] {
  const paths = [...new Set(contents.flatMap((taken) => taken?.[list] ?? []))];
  const suite = paths.length > 0 ? suiteOfRun(run, policy) : null;
  if (suite === null) return [];
  const files = new Set(
    relevantOf(
      paths,
      suite,
      policy,
      () => false,
      () => false,
    ),
  );
  return paths.filter((path) => path.endsWith('/') || files.has(path));
}

/** A green result proves nothing where the run read what the content lacks. */
function withoutContent(result: RunResult, lacks: Pick<SeenRun, 'leftOut' | 'hidden'>): RunResult {
  if (lacks.leftOut.length > 0) return unproven(result, 'content-left-out');
  return lacks.hidden.length > 0 ? unproven(result, 'content-hidden') : result;
}

/** A green result proves nothing where a checkout of its content would write something else than is on disk. */
function asCheckedOut(result: RunResult, unlike: () => readonly string[]): RunResult {
  if (!looksGreen(result)) return result;
  const [first, ...others] = unlike();
  return first === undefined ? result : unproven({ ...result, reasons: [...others, ...result.reasons] }, first);
}

/** Picks, of files and folders, those that can change the outcome of a run; a folder counts for what is in it. */
function relevantIn(
  paths: readonly string[],
  run: RecognisedRun,
  policy: Policy,
  contents: readonly (TakenTree | null)[],
): string[] {
  const suite = paths.length > 0 ? suiteOfRun(run, policy) : null;
  if (suite === null) return [...paths];
  const untracked = new Set(contents.flatMap((taken) => taken?.untracked ?? []));
  const isTracked = (name: string) => !untracked.has(name);
  return relevantOf(paths, suite, policy, isTracked, () => true);
}

/** The contents around a run, the paths that are relevant to it whatever they are, and the files that were touched in between. */
interface Meanwhile {
  before: TakenTree | null;
  after: TakenTree | null;
  programs: readonly string[];
  touched: () => Touched;
}

/**
 * Returns the relevant files that changed while the run went on, or were touched and have the same content again; null
 * where that cannot be told.
 */
function changedMeanwhile(
  repository: Repository,
  policy: Policy,
  run: RecognisedRun,
  { before, after, programs, touched }: Meanwhile,
  deadline: number,
): string[] | null {
  if (before === null || after === null) return null;
  const difference = before.tree === after.tree ? [] : diffTrees(repository, before.tree, after.tree, { deadline });
  if (difference === 'gone') return null;
  const suite = suiteOfRun(run, policy);
  if (suite === null) return before.tree === after.tree ? [] : null;
  const all = [...new Set([...difference, ...touched().since])];
  if (all.length === 0) return [];
  const untracked = new Set([...before.untracked, ...after.untracked]);
  const embeds = embedsOf(suite, () => treeView(repository, after.tree, deadline));
  return relevantOf(all, suite, policy, (name) => !untracked.has(name), embeds, programs);
}

function markerText(repository: Repository, policy: Policy, run: RecognisedRun): string | undefined {
  const known = specOf(run.runner, policy);
  for (const marker of known?.runner.configured ?? known?.runner.markers ?? known?.preset.markers ?? []) {
    const text = readSmall(path.join(repository.root, run.root, marker.file), MAX_OUTPUT);
    if (text !== undefined) return text;
  }
  return undefined;
}

function tailOf(text: string): string {
  const end = text.slice(-MAX_TAIL * 2);
  return end
    .split('\n')
    .map((line) => clean(line, 400))
    .join('\n')
    .slice(-MAX_TAIL);
}
