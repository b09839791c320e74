import { everyItem } from '@flow/core/items';
import { type ItemFact, type ItemStatus, isIsolated, isWithinScope, type Lease } from '@flow/core/workflow';
import { type Repository, readHead } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import { itemsOfRun } from '../runs/items-of-run.js';
import { branchHere } from '../runs/run-here.js';
import type { Standing } from '../status.js';
import { ownChain, processOf, type SeenProcess, thisMachine } from './machine.js';
import { leaseMinutes } from './minutes.js';
import { clientHere } from './session-record.js';

/** `Child` tells what a driver says of the child for which it begins an item. */
export interface Child {
  process: number;
  session: string | null;
  /** Our hooks are not at work in it. */
  unarmed: boolean;
}

/** Who begins an item. */
type Holder = Pick<Lease, 'session' | 'machine' | 'boot' | 'pidNamespace' | 'pid' | 'startedAt' | 'driver' | 'unarmed'>;

/** A lease that may be recorded; `null` for a part of the item whose work tree this is: that lease holds the part, too. */
export type Asked =
  | { kind: 'lease'; lease: Lease | null }
  /** The caller has the item already, and nothing about that is new. */
  | { kind: 'own'; lease: Lease }
  /** Somebody else works on it. */
  | { kind: 'held'; lease: Lease }
  /** The item asks for a work tree of its own, and this is the run's. */
  | { kind: 'shared' }
  /** This work tree is that of another item. */
  | { kind: 'taken'; lease: Lease }
  /** There is no such process. */
  | { kind: 'no-process' };

/**
 * Tells under which lease an item would be begun here.
 * @param asked.apart the work tree is another one than the run's
 * @param asked.child the process for which a driver begins it
 */
export function leaseFor(
  around: Surroundings,
  standing: Standing,
  id: string,
  asked: { apart: boolean; child: Child | null; newest: Lease | null },
): Asked {
  const { repository } = around;
  const { apart, child, newest } = asked;
  const holder = child ? childHolder(child) : holderHere(around);
  if (holder === null) return { kind: 'no-process' };
  const all = everyItem(standing.status.items);
  const { lease: held } = all.find((one) => one.id === id) ?? {};
  if (held) {
    if (!isOf(held, holder, repository)) return { kind: 'held', lease: held };
    if (held.worktree === repository.root) {
      const isSame = held.pid === holder.pid && held.startedAt === holder.startedAt;
      return isSame && holder.pid !== null
        ? { kind: 'own', lease: held }
        : { kind: 'lease', lease: { ...held, ...holder, since: held.since, until: held.since + lengthOf(around) } };
    }
  }
  const [item, known] = withItems(standing, id);
  // What is worked on in a work tree of its own is worked on there with all its parts.
  const whole = all.find(
    (one) =>
      one.lease?.apart && one.id !== id && one.lease.worktree !== repository.root && isWithinScope(one.id, item, known),
  )?.lease;
  if (whole) return { kind: 'held', lease: whole };
  const other = all.find((one) => one.lease?.apart && one.lease.worktree === repository.root && one.id !== id)?.lease;
  const outer = all.find((one) => one.lease === other);
  if (other && outer) {
    return isWithinScope(outer.id, item, known) ? { kind: 'lease', lease: null } : { kind: 'taken', lease: other };
  }
  const phases = standing.workflow.phases.filter((one) => one.id === standing.status.phase);
  if (!apart && item && isIsolated(phases, item, known)) return { kind: 'shared' };
  const since = Date.now();
  const lease: Lease = {
    id: process.getBuiltinModule('node:crypto').randomUUID(),
    token: (newest?.token ?? 0) + 1,
    ...holder,
    worktree: repository.root,
    branch: branchHere(repository),
    base: readHead(repository)?.commit ?? null,
    ...{ since, until: since + lengthOf(around) },
    apart,
    ...(newest && { replaces: newest.id }),
  };
  return { kind: 'lease', lease };
}

const lengthOf = ({ policy }: Surroundings) => leaseMinutes(policy) * 60_000;

/** Tells whether whoever runs this program has a lease already. */
export function isOwnLease(around: Surroundings, lease: Lease): boolean {
  return isOf(lease, holderHere(around), around.repository);
}

function holderHere({ start }: Surroundings): Holder {
  const client = clientHere(start.environment);
  return { ...ofProcess(client?.process ?? null), session: client?.session ?? null, driver: false };
}

/** Tells what a driver says of its child. */
function childHolder({ process: pid, session, unarmed }: Child): Holder | null {
  const child = processOf(pid);
  return child ? { ...ofProcess(child), session, driver: true, ...(unarmed && { unarmed }) } : null;
}

function ofProcess(one: SeenProcess | null): Omit<Holder, 'session' | 'driver' | 'unarmed'> {
  const machine = thisMachine();
  const isKnown = one !== null && machine.boot !== null;
  return { ...machine, pid: isKnown ? one.pid : null, startedAt: isKnown ? one.startedAt : null };
}

/**
 * Tells whether a lease is a holder's: a session holds what it has begun, in whatever process; so does what runs below
 * the process of a lease.
 */
function isOf(lease: Lease, holder: Holder, { root }: Repository): boolean {
  if (lease.session !== null && lease.session === holder.session) return true;
  const isHere = lease.boot === holder.boot && lease.pidNamespace === holder.pidNamespace;
  if (lease.pid !== null && isHere) {
    if (lease.pid === holder.pid && lease.startedAt === holder.startedAt) return true;
    return ownChain().some((one) => one.pid === lease.pid && one.startedAt === lease.startedAt);
  }
  const isNobody = (one: Pick<Lease, 'session' | 'pid'>) => one.session === null && one.pid === null;
  return isNobody(lease) && isNobody(holder) && lease.worktree === root;
}

/** Returns an item with all items of its run by their ids. */
function withItems(standing: Standing, id: string): [ItemFact | undefined, { byId: Map<string, ItemFact> }] {
  const byId = new Map(itemsOfRun(standing).map((one) => [one.id, one] as const));
  return [byId.get(id), { byId }];
}

/** Returns the items that somebody works on, with who that is. */
export function heldItems({ status }: Pick<Standing, 'status'>): (ItemStatus & { lease: Lease })[] {
  return everyItem(status.items).filter((one): one is ItemStatus & { lease: Lease } => one.lease !== undefined);
}
