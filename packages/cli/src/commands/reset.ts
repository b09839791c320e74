import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { hooks } from '../evidence.js';
import { placeOf } from '../workflow/here.js';
import { asPerson } from '../workflow/person.js';
import type { Place } from '../workflow/place.js';
import { refuseInTree } from '../workflow/record.js';
import { type Command, FlowError } from './command.js';

export const reset: Command = {
  name: 'reset',
  group: 'person',
  summary: 'remove every artifact of this branch and end its run; files are moved aside, evidence is kept',
  examples: [['reset', 'start over on this branch']],
  async run(call) {
    const place = await placeOf(call);
    const { around, room } = place;
    const { branchOf, clean } = await hooks();
    const { root, evidence } = around.repository;
    const branch = branchOf(around.repository);
    if (branch === null)
      throw new FlowError('finding', 'NO_BRANCH', 'no branch is checked out.', 'git switch <branch>');
    const folders = foldersOf(place, branch).filter((folder) => isPlainFolder(root, path.join(root, folder)));
    const found = folders.map((folder) => ({ folder, files: filesIn(path.join(root, folder)) }));
    const all = found.flatMap(({ folder, files: own }) => own.map((file) => `${folder}/${file}`));
    // Those of the usual folder are named from there.
    const files = all.map((file) =>
      file.startsWith(`develop/${branch}/`) ? file.slice(`develop/${branch}/`.length) : file,
    );
    const run = room.runHere(around.repository, call.environment);
    if (run) await refuseInTree(call, { ...place, run });
    if (files.length === 0 && !run)
      return { exit: 0, data: { files: [], aside: null }, text: 'There is nothing to reset on this branch.\n' };
    const aside = path.join(evidence, 'reset', `${branch.replaceAll('/', '-')}-${Date.now()}`);
    const shown = [
      `Reset ${clean(branch, 100)}:`,
      ...(run ? [`- its run of ${clean(run.workflow, 40)} is cancelled`] : []),
      ...all.slice(0, 50).map((file) => `- ${clean(file, 300)} is moved aside`),
      ...(files.length > 50 ? [`- and ${files.length - 50} more`] : []),
      ...(files.length > 0 ? [`They are moved to ${clean(aside, 300)}.`] : []),
      'Test results and the journal are kept.',
    ];
    await asPerson(call, place, shown.join('\n'));
    for (const { folder, files: own } of found) {
      if (own.length === 0) continue;
      const name = folder.slice(0, -branch.length - 1).replaceAll('/', '-');
      setAside(path.join(root, folder), name === 'develop' ? aside : freeIn(aside, name));
    }
    if (run) room.recordDeed(around, run, { type: 'end', how: 'cancelled', reason: 'reset' });
    return {
      exit: 0,
      data: { files, aside: files.length > 0 ? aside : null },
      text: files.length > 0 ? `Reset. The old files are in ${aside}\n` : 'Reset. There were no files to move.\n',
    };
  },
};

/** A place in a folder where nothing lies yet. */
function freeIn(folder: string, name: string): string {
  const at = path.join(folder, name);
  return existsSync(at) ? freeIn(folder, `${name}-`) : at;
}

/** The folders of a branch, in which workflows have its documents, from the root: the usual one first. */
function foldersOf({ room, around }: Place, branch: string): string[] {
  const workflows = room.workflowIds(around.policy).flatMap((id) => room.workflowOf(id, around.policy) ?? []);
  const paths = workflows.flatMap(({ documents }) => Object.values(documents).map((one) => one.path));
  const folders = paths.flatMap((one) => /^(.+\/)\{branch\}\//.exec(one)?.[1] ?? []);
  return [...new Set(['develop/', ...folders])].map((one) => `${one}${branch}`);
}

/** Moves a folder; a linked work tree may be on another file system than the folder of git. */
function setAside(folder: string, aside: string): void {
  mkdirSync(path.dirname(aside), { recursive: true });
  try {
    renameSync(folder, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    cpSync(folder, aside, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    rmSync(folder, { recursive: true });
  }
}

/** Tells whether a folder is reached without a link, so that what is moved lies in this repository. */
function isPlainFolder(root: string, folder: string): boolean {
  try {
    for (let at = folder; at !== root; at = path.dirname(at)) if (!lstatSync(at).isDirectory()) return false;
    return true;
  } catch {
    return false;
  }
}

/**
 * Lists the files of a branch's folder. No other branch's folder lies within: git allows no `feature/a/b` beside
 * `feature/a`.
 */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}
