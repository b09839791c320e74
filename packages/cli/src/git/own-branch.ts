import path from 'node:path';
import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { shellWord } from '../shell-word.js';
import { runGit, tailOf } from '../ship/git.js';
import { placeOf } from '../workflow/here.js';
import type { Place } from '../workflow/place.js';

/** The place in which a run is to start; `folder` where that is a work tree that was made for it. */
export interface StartPlace extends Place {
  folder: string | null;
}

/**
 * Makes the branch, and the work tree, in which a run starts, where the call names one (X54). A branch that is there already is
 * switched to by git itself, which knows what is not committed.
 * @throws FlowError BRANCH_EXISTS, BRANCH_INVALID, WORKTREE_BRANCH, WORKTREE_FAILED
 */
export async function startPlace(call: Call, place: Place): Promise<StartPlace> {
  const { branch, worktree } = call.options;
  if (typeof branch !== 'string' && typeof worktree !== 'string') return { ...place, folder: null };
  const { clean } = await hooks();
  const { root } = place.around.repository;
  const at = { root, call };
  const name = typeof branch === 'string' ? branch : nameOf(String(worktree));
  const shown = clean(name, 100);
  const isName = await runGit(at, ['check-ref-format', '--branch', name], { asks: true });
  if (isName.status !== 0 || name.startsWith('-') || isName.stdout.trim() !== name)
    throw new FlowError(
      'usage',
      'BRANCH_INVALID',
      `git takes no branch called ${shown}.`,
      `${call.program} start ${call.words[0] ?? ''} --branch my-change`,
    );
  const known = await runGit(at, ['show-ref', '--verify', '--quiet', `refs/heads/${name}`], { asks: true });
  if (known.status === 0)
    throw new FlowError(
      'finding',
      'BRANCH_EXISTS',
      `there is a branch ${shown} already.`,
      typeof worktree === 'string'
        ? `git worktree add ${shellWord(worktree)} ${shellWord(name)} && cd ${shellWord(worktree)} && ${call.program} start ${call.words[0] ?? ''}`
        : `git switch ${shellWord(name)} && ${call.program} start ${call.words[0] ?? ''}`,
    );
  if (place.room.isBaseBranch(place.around, name))
    throw new FlowError(
      'finding',
      'BRANCH_NEEDED',
      `${shown} is the base branch; a run needs its own branch.`,
      `${call.program} start ${call.words[0] ?? ''} --branch my-change`,
    );
  const folder = typeof worktree === 'string' ? path.resolve(call.directory, worktree) : null;
  const words =
    folder === null ? ['switch', '--quiet', '-c', name] : ['worktree', 'add', '--quiet', '-b', name, folder];
  const made = await runGit(at, words);
  if (made.status !== 0)
    throw new FlowError(
      'finding',
      folder === null ? 'BRANCH_FAILED' : 'WORKTREE_FAILED',
      `git did not make it: ${tailOf(made.stderr, clean).join(' ')}`,
      folder === null
        ? 'git status'
        : `Name another folder: ${call.program} start ${call.words[0] ?? ''} --worktree <path>`,
    );
  return { ...(await placeOf(folder === null ? call : { ...call, directory: folder })), folder };
}

/** Returns a branch that is named as its folder is. */
const nameOf = (folder: string) => path.basename(path.resolve(folder)).replace(/[^\w.-]+/g, '-');
