import type { Facts, Lease } from '@flow/core/workflow';
import { processOf, thisMachine } from './machine.js';

/**
 * Looks for the processes of leases: alive, or gone. A lease of another machine, of an earlier boot or of another container is
 * left out: there the process cannot be seen, and time ends the lease.
 */
export function processesOf(leases: readonly Lease[]): NonNullable<Facts['processes']> {
  const known = leases.filter(({ pid }) => pid !== null);
  if (known.length === 0) return {};
  const { boot, pidNamespace } = thisMachine();
  const here = known.filter((one) => boot !== null && one.boot === boot && one.pidNamespace === pidNamespace);
  return Object.fromEntries(
    here.map(({ id, pid, startedAt }) => [id, processOf(pid!)?.startedAt === startedAt ? 'alive' : 'gone']),
  );
}
