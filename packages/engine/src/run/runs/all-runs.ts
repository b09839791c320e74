import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Workflow } from '@flow/core/workflow';
import { git, type Repository, readJournal } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import { documentPaths, pathsIn } from '../documents/documents.js';
import { type EndedRun, openRuns, type Run } from './run.js';
import { branchExists, runIn } from './run-here.js';

/** A run of any branch, as an overview names it. */
export interface KnownRun extends Pick<Run, 'branch' | 'workflow' | 'dials' | 'started'> {
  /** True where the run leads the work in this work tree. */
  isHere: boolean;
  /**
   * True where the branch of the run is gone: the run holds nothing up, and comes to life again with a branch of that name.
   */
  isOrphan: boolean;
  /** Documents of the run that are written, by name: on disk where it leads the work, else in the newest commit of its branch. */
  documents: Record<string, string>;
}

/**
 * Lists all runs of the repository that have not ended, the newest first.
 * @param workflowOf the workflow of a name, whose documents are looked for
 */
export function knownRuns(
  { repository, start }: Surroundings,
  workflowOf: (id: string) => Workflow | null = () => null,
): KnownRun[] {
  const journal = readJournal(repository, start.environment);
  const here = runIn(repository, journal);
  const runs = [...openRuns(journal.events).values()]
    .map((run) => (run.id === here?.id ? here : run))
    .toSorted((one, other) => other.n - one.n);
  const places = runs.map((run) => {
    const workflow = workflowOf(run.workflow);
    return workflow === null ? {} : documentPaths(workflow, run.names);
  });
  const committed = committedAmong(
    repository,
    runs.flatMap(({ branch }, at) =>
      Object.values(places[at]!).flatMap((all) => all.map((file) => ({ branch, file }))),
    ),
  );
  return runs.map(({ id, branch, workflow, dials, started }, at) => {
    const isHere = id === here?.id;
    const has = (file: string) =>
      isHere ? existsSync(path.join(repository.root, file)) : committed.has(keyOf(branch, file));
    const documents = Object.fromEntries(Object.entries(pathsIn(places[at]!, has)).filter(([, file]) => has(file)));
    const isOrphan = !isHere && !branchExists(repository, branch);
    return { branch, workflow, dials, started, isHere, isOrphan, documents };
  });
}

const keyOf = (branch: string, file: string) => `refs/heads/${branch}:${file}`;

/** Finds which files the newest commits of branches have, by one question for all. */
function committedAmong(
  repository: Repository,
  files: readonly { branch: string; file: string }[],
): ReadonlySet<string> {
  const keys = files.map(({ branch, file }) => keyOf(branch, file)).filter((key) => !key.includes('\n'));
  if (keys.length === 0) return new Set();
  const answer = git(repository, ['cat-file', '--batch-check=%(objecttype)'], { input: `${keys.join('\n')}\n` });
  const types = answer.stdout.toString('utf8').split('\n');
  return new Set(keys.filter((_key, at) => types[at] === 'blob'));
}

/** Lists all runs of the repository that have ended, in their order. */
export function endedRuns({ repository, start }: Surroundings): EndedRun[] {
  const ended: EndedRun[] = [];
  openRuns(readJournal(repository, start.environment).events, (run) => ended.push(run));
  return ended;
}
