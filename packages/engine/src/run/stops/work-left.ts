import type { FlowEvent, ItemStatus, Lease, Status } from '@flow/core/workflow';
import type { Environment } from '@flow/evidence';
import { NONCE } from '../leases/answered.js';
import { ownChain, thisMachine } from '../leases/machine.js';

/** `Asker` tells who asks: a session of a client, in a work tree. */
export interface Asker {
  session: string;
  root: string;
}

/**
 * Tells whether a run has work for the session that asks. What somebody else has begun is not the session's, and what is
 * proven needs nobody.
 */
export function isWorkLeft(status: Status, asker: Asker): boolean {
  const { waiting, phase, scopedTo, items, open } = status;
  if (waiting !== null || phase === 'done' || phase === 'ended') return false;
  if (scopedTo !== undefined || items.length === 0) return true;
  if (open.some(({ actor, finding }) => actor === 'agent' && finding.code !== 'ITEMS_OPEN')) return true;
  return items.some((one) => isWorkOn(one, asker));
}

function isWorkOn({ state, lease, open = [], items = [] }: ItemStatus, asker: Asker): boolean {
  if (state !== 'ready' && state !== 'running') return false;
  if (lease && !isOwn(lease, asker)) return false;
  if (items.some((one) => isWorkOn(one, asker))) return true;
  return open.some(({ actor, finding }) => actor === 'agent' && (items.length === 0 || finding.code !== 'ITEMS_OPEN'));
}

/** Tells whether a session has a lease; of one that names neither session nor process the work tree tells. */
function isOwn(lease: Lease, { session, root }: Asker): boolean {
  if (lease.session !== null) return lease.session === session || isAbove(lease);
  return lease.pid === null ? lease.worktree === root : isAbove(lease);
}

/** Tells whether this program runs below the process of a lease. */
function isAbove({ pid, startedAt, boot, pidNamespace }: Lease): boolean {
  if (pid === null) return false;
  const machine = thisMachine();
  const isHere = boot !== null && boot === machine.boot && pidNamespace === machine.pidNamespace;
  return isHere && ownChain().some((one) => one.pid === pid && one.startedAt === startedAt);
}

/**
 * Tells whether a driver has started the session, or has ever begun an item for it: then the driver says when the session is over
 * (R18). For the run itself, and to make what is done hold together, nothing is begun.
 */
export const isDriven = (events: readonly FlowEvent[], session: string, environment: Environment): boolean =>
  environment[NONCE] !== undefined ||
  events.some(
    (one) => one.type === 'item' && one.lease?.driver === true && (one.lease.session === session || isAbove(one.lease)),
  );
