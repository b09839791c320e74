import { existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Lease } from '@flow/core/workflow';
import { makeFolder, readJournal, repositoryState, writeFileAtomic } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import { recordWithout } from '../runs/record.js';
import { openRuns } from '../runs/run.js';
import { thisMachine } from './machine.js';
import { leaseMinutes } from './minutes.js';
import { originsIn } from './origins.js';
import { clientHere } from './session-record.js';

/** A lease is renewed once this part of its time has gone by without a word in the journal. */
const PART = 3;

/** File whose time says when the leases of a session were last renewed; only sessions that hold one have it. */
function markOf({ repository, start }: Surroundings, session: string): string {
  const name = session.replace(/[^A-Za-z0-9-]/g, '').slice(0, 64);
  return path.join(repositoryState(repository, start.environment), 'leases', name);
}

/** Notes that a session holds a lease, so that what the session does is known to renew it. */
export function markLeased(around: Surroundings, { session, until, since }: Lease): void {
  if (session === null) return;
  try {
    const file = markOf(around, session);
    makeFolder(path.dirname(file));
    writeFileAtomic(file, String(until - since), { fsync: false });
  } catch {
    // A full or read-only disk: then its events in the journal alone renew it.
  }
}

/** Tells whether the leases of a session are to be renewed, for the price of one look where it holds none. */
export function isRenewalDue(around: Surroundings, session: string): boolean {
  const stat = statSync(markOf(around, session), { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > (leaseMinutes(around.policy) * 60_000) / PART;
}

/**
 * Has a session that is at work keep what it holds, in the process that it has now: one that was resumed goes on with its
 * items, as long as nobody else has begun them.
 */
export function keepLeases(around: Surroundings, session: string): void {
  const { repository, start } = around;
  const file = markOf(around, session);
  if (!existsSync(file)) return;
  const { events } = readJournal(repository, start.environment);
  const client = clientHere(start.environment);
  const machine = thisMachine();
  const process_ = client && machine.boot !== null ? client.process : null;
  const holder = { ...machine, pid: process_?.pid ?? null, startedAt: process_?.startedAt ?? null };
  let held = 0;
  for (const run of openRuns(events).values()) {
    for (const { item, lease } of originsIn(events, run).leases.open) {
      if (lease.session !== session || lease.driver) continue;
      held += 1;
      const renewed = { ...lease, ...holder };
      recordWithout(around, run, { type: 'item', item, state: 'running', reason: '', lease: renewed });
      markLeased(around, lease);
    }
  }
  if (held === 0) rmSync(file, { force: true });
}
