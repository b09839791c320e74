import path from 'node:path';
import type { Finding } from '@flow/core';
import { branchName, findRepository } from '@flow/evidence';
import type { Deed, Facts } from '../../judges/guard.js';

/** Variables in which a driver tells a session where its item is worked on. */
const TREE = 'FLOW_WORKTREE';
const BRANCH = 'FLOW_BRANCH';

/**
 * Refuses an edit that a driver's session would make outside of the work tree that the session was given, or there with another
 * branch checked out (R45): the work would be on somebody else's branch. Files outside of the repository are anybody's.
 */
export function judgeLeasedTree({ edits, command }: Deed, { start }: Facts): Finding[] {
  const { [TREE]: folder, [BRANCH]: branch } = start.environment;
  if (!folder || !branch) return [];
  const written = (command?.analysis.effects ?? []).flatMap((effect) =>
    // What git changes is a question of its own: going back to the right branch has to be possible.
    effect.kind === 'write' && !effect.by.startsWith('git ') ? [effect.path] : [],
  );
  const files = [...edits.map((edit) => edit.path), ...written];
  const own = files.length > 0 ? findRepository(folder) : undefined;
  if (!own) return [];
  for (const file of files) {
    const home = findRepository(path.dirname(file));
    if (home?.commonDir !== own.commonDir) continue;
    if (home.root !== own.root)
      return [{ code: 'EDIT_ELSEWHERE', level: 'block', path: file, args: { folder: own.root, branch } }];
    const now = branchName(own);
    if (now !== branch)
      return [{ code: 'EDIT_ELSEWHERE', level: 'block', path: file, args: { branch, now: now ?? 'no branch' } }];
  }
  return [];
}
