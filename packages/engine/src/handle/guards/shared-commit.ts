import type { Finding } from '@flow/core';
import { findRepository, readHead } from '@flow/evidence';
import type { GitAct } from '@flow/shell-effects';
import type { Deed, Facts } from '../../judges/guard.js';
import { standingHere, workflowRoom } from '../../run/door.js';

/**
 * Refuses a commit by git where it would take in the work of others (R57): where several sessions work on items in one work tree,
 * they share its index, and the newest commit may be anybody's. In a work tree of one item, only what was there before the item
 * began may not be rewritten. `flow commit` makes the commit of one item alone.
 */
export function judgeSharedCommit({ command }: Deed, { around }: Facts): Finding[] {
  const commits = (command?.analysis.effects ?? []).filter(
    (effect): effect is GitAct => effect.kind === 'git' && effect.verb === 'commit',
  );
  const isHere = ({ directory }: GitAct) =>
    directory === undefined || findRepository(directory)?.root === around?.repository.root;
  const here = commits.filter(isHere);
  const standing = around && here.length > 0 ? standingHere(around) : null;
  if (!around || !standing || standing.status.overrides.length > 0) return [];
  const room = workflowRoom();
  const { root } = around.repository;
  const held = room.heldItems(standing).filter(({ lease }) => lease.worktree === root);
  const [own] = held.filter(({ lease }) => room.isOwnLease(around, lease));
  const others = held.filter(({ lease }) => !room.isOwnLease(around, lease)).map(({ id }) => id);
  const base = held.find(({ lease }) => lease.apart)?.lease.base ?? null;
  const isFirst = base !== null && readHead(around.repository)?.commit === base;
  return here.flatMap(({ argv, spelled }): Finding[] => {
    const amends = argv.includes('--amend');
    const args = { spelled, own: own?.id ?? '<id>' };
    if (own !== undefined && others.length > 0)
      return [{ code: 'COMMIT_SHARED', level: 'block', args: { ...args, others } }];
    if (amends && isFirst) return [{ code: 'COMMIT_SHARED', level: 'block', args: { ...args, others: [] } }];
    return [];
  });
}
