import { cpSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { hooks } from '../evidence.js';
import { placeOf } from '../workflow/here.js';
import { asPerson } from '../workflow/person.js';
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
    const folder = path.join(root, 'develop', branch);
    const files = isPlainFolder(root, folder) ? filesIn(folder) : [];
    const run = room.runHere(around.repository, call.environment);
    if (run) await refuseInTree(call, { ...place, run });
    if (files.length === 0 && !run)
      return { exit: 0, data: { files: [], aside: null }, text: 'There is nothing to reset on this branch.\n' };
    const aside = path.join(evidence, 'reset', `${branch.replaceAll('/', '-')}-${Date.now()}`);
    const shown = [
      `Reset ${clean(branch, 100)}:`,
      ...(run ? [`- its run of ${clean(run.workflow, 40)} is cancelled`] : []),
      ...files.slice(0, 50).map((file) => `- develop/${clean(branch, 100)}/${clean(file, 200)} is moved aside`),
      ...(files.length > 50 ? [`- and ${files.length - 50} more`] : []),
      ...(files.length > 0 ? [`They are moved to ${clean(aside, 300)}.`] : []),
      'Test results and the journal are kept.',
    ];
    await asPerson(call, place, shown.join('\n'));
    if (files.length > 0) {
      setAside(folder, aside);
    }
    if (run) room.recordDeed(around, run, { type: 'end', how: 'cancelled', reason: 'reset' });
    return {
      exit: 0,
      data: { files, aside: files.length > 0 ? aside : null },
      text: files.length > 0 ? `Reset. The old files are in ${aside}\n` : 'Reset. There were no files to move.\n',
    };
  },
};

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
