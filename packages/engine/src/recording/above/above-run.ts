import path from 'node:path';
import type { RunnerSpec, SelectionContext } from '@flow/core';
import type { Repository } from '@flow/evidence';
import { isWithinFolder } from '@flow/evidence/disk/is-within-folder';
import type { Analysis, Run, ShellContext } from '@flow/shell-effects/effects';
import { choosesOthers } from '../runs/settings.js';
import { type Above, readAbove } from './read-above.js';

/** Configuration outside of the repository that a program of a command line reads. */
interface Place {
  analysis: Analysis;
  repository: Repository;
  context: ShellContext;
}

/** A run of a runner: its specification, its own words and where its suite lies. */
interface OfRunner {
  spec: RunnerSpec;
  argv: Run['argv'];
  here: SelectionContext;
}

/**
 * Returns the configuration outside of the repository that a run of a command line reads.
 * @param runner left out where no preset describes the program
 */
export function aboveRun(run: Run, { analysis, repository, context }: Place, runner?: OfRunner): Above[] {
  const { program, argv, via, environment } = run;
  const around = via.map((step) => step.split(' ')[0]!);
  const own = runner ? [runner.spec.id] : [program, `${program}-${argv[1] ?? ''}`];
  const folders = [runner?.here.root, runner?.here.directory].flatMap((folder) =>
    folder === undefined ? [] : [path.join(repository.root, folder)],
  );
  // Words that name a folder have the runner begin to look there.
  const directory = folders.sort((a, b) => b.length - a.length)[0] ?? run.directory ?? repository.root;
  const writes = analysis.effects.filter((effect) => effect.kind === 'write' && effect.how !== 'delete');
  return readAbove({
    readers: [...own, ...around],
    directory: isWithinFolder(directory, repository.root) ? directory : repository.root,
    root: repository.root,
    context: { ...context, env: { ...context.env, ...environment } },
    written: (file) => writes.some((write) => write.kind === 'write' && write.reach === 'exact' && write.path === file),
    choosesOthers: (words) =>
      runner ? choosesOthers({ words, isOwn: false }, runner.argv, runner.spec, runner.here) : words.length > 0,
  });
}

/**
 * Tells of the files above that a run reads: the codes of why its result cannot count, and the files to name with the
 * result.
 */
export function toldAbove(found: readonly Above[]): { doubts: string[]; above?: string[] } {
  const doubts = found.flatMap(({ file, isDoubted }) => (isDoubted ? [`above:${file}`] : []));
  const named = found.flatMap(({ file, isInstead }) => (isInstead ? [file] : []));
  return { doubts, ...(named.length > 0 ? { above: named.slice(0, MAX_NAMED) } : {}) };
}

const MAX_NAMED = 5;
