import { isOwnProgram, markersIn, type Policy, type RunnerSpec, type Suite } from '@flow/core';
import type { Repository } from '@flow/evidence';
import type { Analysis, Run, ShellContext } from '@flow/shell-effects/effects';
import { questionOf } from '../../policy/suites.js';
import { namedRuns } from './named-command.js';
import type { RecognisedRun } from './recognised-run.js';
import { type DiskFacts, folderOnDisk, isOf, relative } from './suite-root.js';

const TEST_SCRIPT = /^(?:npm|pnpm|yarn|bun) (?:run )?test$/;

/**
 * Lists runs of `test` scripts that start a program of the project's own, whose runner is not seen in it: what such a script
 * tests is its owner's matter, and its exit code stands for the suite.
 * @param known the runs of runners in the line
 */
export function scriptRuns(
  known: readonly RecognisedRun[],
  line: { analysis: Analysis; repository: Repository; context: ShellContext },
  { presets }: Policy,
  disk: DiskFacts,
): RecognisedRun[] {
  return (line.analysis.calls ?? []).flatMap((call) => {
    const command = spelled(call);
    if (call.directory === undefined || !TEST_SCRIPT.test(command)) return [];
    const root = relative(line.repository, call.directory);
    const here = folderOnDisk(call.directory, disk);
    const manifest = isOf(line.repository, root) ? here.read('package.json') : undefined;
    if (manifest === undefined) return [];
    const suites = presets.flatMap((preset): Suite[] => {
      if (!isOwnProgram(manifest, preset.runners)) return [];
      const markersOf = ({ configured, markers = [] }: RunnerSpec) => configured ?? markers;
      const fitting = preset.runners.filter(
        (runner) => questionOf({ runner }) === 'test' && markersIn({ markers: markersOf(runner) }, here).length > 0,
      );
      return fitting.map((runner) => ({
        id: `${runner.id}:${root}`,
        preset,
        runner: { ...runner, command },
        root,
        marker: 'package.json',
      }));
    });
    const isSeen = ({ id }: Suite) => known.some((run) => run.suite === id);
    return namedRuns(
      suites.filter((suite) => !isSeen(suite)),
      line,
    );
  });
}

const spelled = ({ argv }: Run): string => argv.map((word) => word ?? '?').join(' ');
