import type { Facts, Lease } from '@flow/core/workflow';
import { type Machine, processOf, thisMachine } from './machine.js';

/**
 * Looks for the processes of leases: alive, or gone. A lease of another machine, of an earlier boot or of another container is
 * left out: there the process cannot be seen, and time ends the lease.
 */
export function processesOf(leases: readonly Lease[]): NonNullable<Facts['processes']> {
  const known = leases.filter(({ pid }) => pid !== null);
  if (known.length === 0) return {};
  const here = known.filter(isSeenHere);
  return Object.fromEntries(
    here.map(({ id, pid, startedAt }) => [id, processOf(pid!)?.startedAt === startedAt ? 'alive' : 'gone']),
  );
}

/** Tells whether the processes of a machine can be seen from here: its numbers of processes are those of here. */
export function isSeenHere(other: Pick<Machine, 'boot' | 'pidNamespace'>): boolean {
  const { boot, pidNamespace } = thisMachine();
  return boot !== null && other.boot === boot && other.pidNamespace === pidNamespace;
}
