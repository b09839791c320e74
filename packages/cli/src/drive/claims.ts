import { hostname } from 'node:os';
import { machineCoordinator } from '@flow/driver';
import { Claims, type Sessions } from '@flow/driver/drive';
import { hooks } from '../evidence.js';
import type { Here, Place } from '../workflow/place.js';

/** Returns the leases of this machine: events of the journal, which say for every command here who has which item. */
export function claimsHere({ around, room }: Pick<Place, 'around' | 'room'>): Claims {
  const { repository, start, policy } = around;
  const coordinator = machineCoordinator({ folder: repository.root, environment: start.environment });
  return new Claims(coordinator, hostname(), room.leaseMinutes(policy) * 60_000);
}

/** Takes up the leases of the sessions that another driver of this machine has left at work. */
export async function adoptSessions(claims: Claims, { room, around, standing }: Here, sessions: Sessions) {
  const { run } = standing;
  const settled = new Set(room.sessionEnds(around, run).map(({ session }) => session));
  const living = sessions.of(run.id).filter((one) => !settled.has(one.session) && sessions.lives(one));
  const { branchOf, repositoryOf } = await hooks();
  const adopted = living.map(({ session, item, task, pid, worktree, unarmed }) => {
    const tree = repositoryOf(worktree);
    const branch = tree ? branchOf(tree) : null;
    return { session, item, task, here: { pid, session, worktree, branch, apart: true, unarmed } };
  });
  await claims.adopt(run.id, adopted);
}
