import { isRed, type RunResult } from '@flow/core';
import { COMMAND_RUNNER } from '../../policy/suites.js';
import { portionsOf } from './parts.js';
import type { RecognisedRun } from './recognised-run.js';
import { nothingProven, unproven } from './run-result.js';
import type { SeenOutput } from './seen-output.js';

type Part = NonNullable<RecognisedRun['part']>;

/**
 * Reads the results of several packages' runs that one command started: each run is read in its own portion of the output,
 * with the exit code of its own script. Where the command failed, a green result counts only beside a package that is red
 * by itself.
 * @param read reads the runs of one portion
 */
export function resultsOfParts(
  runs: readonly RecognisedRun[],
  output: SeenOutput,
  read: (runs: RecognisedRun[], output: SeenOutput) => RunResult[],
): Map<RecognisedRun, RunResult> {
  const results = new Map<RecognisedRun, RunResult>();
  for (const all of grouped(runs, ({ front, from, spelled }) => JSON.stringify([front, from, spelled]))) {
    const isAlone = runs.every((run) => all.includes(run) || isWholeLine(run));
    const own = resultsOfCommand(all, isAlone, output, read);
    for (const [run, result] of own) results.set(run, result);
  }
  return results;
}

/**
 * Tells whether a run is that of a named command which is all of its line: what else the line runs, that command has started, and
 * no output is mixed with its own.
 */
export const isWholeLine = ({ runner, exit }: RecognisedRun): boolean => runner === COMMAND_RUNNER && exit !== 'hidden';

/** The runs of parts by what is common to some. */
function grouped(runs: readonly RecognisedRun[], keyOf: (part: Part) => string): RecognisedRun[][] {
  const groups = new Map<string, RecognisedRun[]>();
  for (const run of runs) if (run.part) groups.set(keyOf(run.part), [...(groups.get(keyOf(run.part)) ?? []), run]);
  return [...groups.values()];
}

function resultsOfCommand(
  all: readonly RecognisedRun[],
  isAlone: boolean,
  output: SeenOutput,
  read: (runs: RecognisedRun[], output: SeenOutput) => RunResult[],
): [RecognisedRun, RunResult][] {
  const nothing = (reason: string) =>
    all.map((run): [RecognisedRun, RunResult] => [run, nothingProven(run.runner, reason)]);
  const reach = all[0]!.output;
  const file = all[0]!.outputFile;
  if (!isAlone) return nothing('several-runs');
  if (output.unseen) return nothing('terminal');
  if (reach === 'filtered') return nothing('output-filtered');
  const text = reach === 'whole' ? output.text : file === null ? undefined : output.redirected(file);
  if (text === undefined) return nothing('output-redirected');
  if (output.cut !== null && reach === 'whole') return nothing('output-cut');
  // Where the line hides its exit code, nothing says how any of them ended.
  const exit = output.exit === null || all.some((run) => run.exit === 'hidden') ? undefined : output.exit;
  const why = exit === undefined ? 'exit-hidden' : 'part-failed';
  const portionFor = portionsOf(
    all.map(({ part }) => part!),
    text,
    exit,
  );
  const results = grouped(all, ({ folder, task, script, front }) =>
    JSON.stringify([folder, task, front === 'turbo' ? null : script]),
  ).flatMap((own) => {
    const portion = portionFor(own[0]!.part!);
    if (typeof portion === 'string')
      return own.map((run): [RecognisedRun, RunResult] => [run, nothingProven(run.runner, portion)]);
    const here = own.map(({ part: _, ...run }): RecognisedRun => ({ ...run, output: 'whole' }));
    const seen = { ...output, text: portion.text, exit: portion.exit ?? null, cut: null, report: null };
    return read(here, seen).map((result, at): [RecognisedRun, RunResult] => [
      own[at]!,
      portion.exit === undefined && result.outcome === 'passed' ? unproven(result, why) : result,
    ]);
  });
  const isExplained = exit === 0 || results.some(([, { outcome }]) => isRed(outcome));
  return results.map(([run, result]) => [
    run,
    isExplained || result.outcome !== 'passed' ? result : unproven(result, why),
  ]);
}

/** Tells whether nothing is known of a run, not even that it was one: there is nothing to record. */
export function isUntold({ part }: RecognisedRun, { reasons }: RunResult): boolean {
  return part !== undefined && UNTOLD.has(reasons[0] ?? '');
}

const UNTOLD = new Set([
  ...['part-absent', 'part-unnamed', 'part-mixed', 'several-runs', 'terminal'],
  ...['output-filtered', 'output-redirected', 'output-cut'],
]);
