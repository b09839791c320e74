import { expect, test } from 'vitest';
import { Claims } from './claims.js';
import type { Coordinator, Worker } from './port.js';

test('R36 leases of living sessions are taken up with the process that ends them; whoever lands work has begun no item', async () => {
  const asked: [item: string, worker: Worker][] = [];
  const claims = new Claims(
    {
      claim: async (run, worker, { item, base, time }) => {
        asked.push([item, worker]);
        const lease = { id: worker.id, run, item, token: 1, machine: worker.machine, base, since: 0, until: time };
        return { kind: 'lease', lease };
      },
    } as Partial<Coordinator> as Coordinator,
    'here',
    60_000,
  );
  const here = { pid: 7, session: 's1', worktree: '/w', branch: 'b', apart: true };
  await claims.adopt('run', [
    { session: 's1', item: 'A', task: 'work', here },
    { session: 's2', item: 'B', task: 'landing', here },
    { session: 's3', item: null, task: 'work', here },
  ]);
  claims.close();
  expect(asked).toEqual([['A', { id: 's1', machine: 'here', here }]]);
});
