import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import type { Place, Room } from './place.js';

export type Ended = NonNullable<ReturnType<Room['endedHere']>>;

/** Says how a run came to its end. */
export async function endedWords({ workflow, how, ended }: Ended): Promise<string> {
  const { clean, formatAge } = await hooks();
  return `${clean(workflow, 40)} ended ${formatAge(ended, Date.now())}: ${clean(how, 20)}`;
}

/**
 * Answers where nothing leads the work: with the run that did, or what shows that a run leads it elsewhere, and the
 * command that begins one.
 */
export async function noRun({ program }: Call, place: Place): Promise<FlowError> {
  const { around, room } = place;
  const branch = (await hooks()).branchOf(around.repository);
  const ended = room.endedHere(around.repository, around.start.environment);
  const left = ended === null && branch !== null ? leftDocuments(place, branch) : null;
  const isOwn = branch !== null && !room.isBaseBranch(around, branch);
  const again = [ended?.workflow, left?.workflow].find((id) => id && room.workflowIds(around.policy).includes(id));
  const begin = `${isOwn ? '' : 'git switch -c my-change && '}${program} start ${again ?? 'ceremony'}`;
  return new FlowError('finding', 'NO_RUN', await why(ended, left?.files ?? []), begin);
}

async function why(ended: Ended | null, files: readonly string[]): Promise<string> {
  if (ended) return `no workflow runs on this branch; ${await endedWords(ended)}.`;
  if (files.length === 0) return 'no workflow runs on this branch.';
  const { clean } = await hooks();
  const named = files.map((file) => clean(file, 200)).join(', ');
  return `no workflow runs on this branch in this clone. A run stays in the clone where it was started, with its approvals and test results; here are only its documents: ${named}. A run started here continues from them.`;
}

/**
 * Returns the workflow most of whose documents lie where its run on this branch would have them, as in the clone of
 * somebody else.
 */
export function leftDocuments({ around, room }: Place, branch: string) {
  const names = [{ name: branch, until: Number.POSITIVE_INFINITY }];
  const found = room.workflowIds(around.policy).map((workflow) => {
    const data = room.workflowOf(workflow, around.policy);
    const places = data === null ? [] : Object.values(room.documentPaths(data, names)).flat();
    return { workflow, files: places.filter((file) => existsSync(path.join(around.repository.root, file))) };
  });
  return found.reduce((most, one) => (one.files.length > most.files.length ? one : most));
}
