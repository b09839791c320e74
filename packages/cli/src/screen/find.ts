import { statSync } from 'node:fs';
import path from 'node:path';
import { runGit, worktreesIn } from '@flow/driver/drive';
import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { shellWord } from '../shell-word.js';
import { placeOf } from '../workflow/here.js';

/** A run that goes on in some work tree of a repository. */
export interface RunningRun {
  branch: string;
  workflow: string;
  started: number;
  /** The work tree in which its branch is checked out; null where none has it. */
  folder: string | null;
}

/** Lists the runs of a repository that have not ended, the newest first, with the work trees in which they live. */
export async function runsOf(call: Call): Promise<RunningRun[]> {
  const { around, room } = await placeOf(call);
  const trees = await worktreesIn(runGit, around.repository.root);
  return room.knownRuns(around).map(({ branch, workflow, started, isHere }) => ({
    ...{ branch, workflow, started },
    folder: isHere ? around.repository.root : (trees.find((tree) => tree.branch === branch)?.root ?? null),
  }));
}

/**
 * Finds the folder of the run that somebody wants to look at: the one here, the one of a folder or branch that is named, else the
 * only one that goes on in this repository.
 * @param command the one that looks, for remedies
 * @throws FlowError RUN_UNNAMED, RUN_UNKNOWN
 */
export async function folderOfRun(call: Call, command: 'watch' | 'board'): Promise<string> {
  const [word] = call.words;
  if (word !== undefined) {
    const folder = path.resolve(call.directory, word);
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
    const named = (await runsOf(call)).find(({ branch }) => branch === word);
    if (named?.folder) return named.folder;
    const { clean } = await hooks();
    throw new FlowError(
      'finding',
      'RUN_UNKNOWN',
      named === undefined
        ? `${clean(word, 120)} is neither a folder nor the branch of a run that goes on here.`
        : `no work tree has ${clean(word, 120)} checked out, so nobody can tell where its run stands.`,
      named === undefined
        ? `${call.program} status --all`
        : `git worktree add ../watched ${shellWord(clean(word, 120))}`,
    );
  }
  const { around, room } = await placeOf(call);
  const isHere =
    room.runHere(around.repository, around.start.environment) !== null || room.endedStanding(around) !== null;
  if (isHere) return call.directory;
  const living = (await runsOf(call)).flatMap(({ branch, folder }) => (folder === null ? [] : [{ branch, folder }]));
  const [only] = living;
  if (only === undefined || living.length === 1) return only?.folder ?? call.directory;
  const { clean } = await hooks();
  const names = living.map(({ branch }) => clean(branch, 80));
  throw new FlowError(
    'finding',
    'RUN_UNNAMED',
    `no run leads this branch, and several go on elsewhere: ${names.slice(0, 8).join(', ')}.`,
    `${call.program} ${command} ${shellWord(names[0]!)}`,
  );
}
