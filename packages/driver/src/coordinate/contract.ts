import assert from 'node:assert/strict';
import type { Claim, Coordinator, Lease, Worker } from './port.js';

/** A contract world is a world of machines that share one coordinator, made anew for each case. */
export interface ContractWorld {
  /** Opens the coordinator as a program on a machine does that has just started. */
  open(machine: string): Coordinator | Promise<Coordinator>;
  /** Throws all that the coordinator keeps away, where that is not the truth itself. */
  forget?(): Promise<void>;
  close?(): void | Promise<void>;
}

/** A contract case throws where the coordinator does not hold it. */
export interface ContractCase {
  name: string;
  run(): Promise<void>;
}

const RUN = 'run-1';
const HOUR = 3_600_000;
const worker = (id: string, machine = id): Worker => ({ id, machine });
const wanted = (item: string, time = HOUR) => ({ item, base: null, time });
const done = { how: 'done', commit: null, why: '' } as const;

function leaseIn(claim: Claim): Lease {
  assert.equal(claim.kind, 'lease', `expected the lease, and got ${JSON.stringify(claim)}`);
  return (claim as Extract<Claim, { kind: 'lease' }>).lease;
}

/**
 * Returns the cases that every coordinator holds, whatever is behind it: one that does can be used by a run. They need no test
 * runner: `for (const { name, run } of coordinatorContract(make)) test(name, run)`.
 * @param make makes a world that nothing has happened in
 */
export function coordinatorContract(make: () => ContractWorld | Promise<ContractWorld>): ContractCase[] {
  const named = (name: string, work: (world: ContractWorld) => Promise<void>): ContractCase => ({
    name,
    async run() {
      const world = await make();
      try {
        await work(world);
      } finally {
        await world.close?.();
      }
    },
  });
  return [
    named(
      'R35 of eight that claim one item one gets it, and the others are told by whom and until when',
      async (world) => {
        const all = await Promise.all(Array.from({ length: 8 }, (_, at) => world.open(`m${at}`)));
        const claims = await Promise.all(all.map((one, at) => one.claim(RUN, worker(`w${at}`, `m${at}`), wanted('A'))));
        const won = claims.filter(({ kind }) => kind === 'lease');
        assert.equal(won.length, 1);
        const { id, until } = leaseIn(won[0]!);
        for (const claim of claims) {
          if (claim.kind === 'lease') continue;
          assert.ok(claim.kind === 'taken' && claim.by === id && claim.until === until, JSON.stringify(claim));
        }
        // Another item is free.
        leaseIn(await all[0]!.claim(RUN, worker('other'), wanted('B')));
      },
    ),
    named('R35 who asks twice has one lease', async (world) => {
      const one = await world.open('m');
      const first = leaseIn(await one.claim(RUN, worker('w'), wanted('A')));
      assert.deepEqual(leaseIn(await one.claim(RUN, worker('w'), wanted('A'))).token, first.token);
    }),
    named(
      'R36 what ends under an old lease is refused and kept as foreign, and the newer one counts',
      async (world) => {
        const [a, b] = [await world.open('a'), await world.open('b')];
        const old = leaseIn(await a.claim(RUN, worker('wa', 'a'), wanted('A', 1)));
        await new Promise((ready) => setTimeout(ready, 20));
        const next = leaseIn(await b.claim(RUN, worker('wb', 'b'), wanted('A')));
        assert.ok(next.token > old.token);
        assert.equal(await a.renew(old, HOUR), null);
        assert.equal(await a.settle(old, done), 'stale');
        const { entries } = await b.read(RUN, null);
        assert.ok(entries.some(({ what }) => what.kind === 'stale' && what.lease.id === 'wa'));
        assert.ok(await b.renew(next, HOUR));
        assert.equal(await b.settle(next, done), 'taken');
      },
    ),
    named('R36 a lease whose time is over is renewed as long as nobody else has claimed it', async (world) => {
      const one = await world.open('m');
      const lease = leaseIn(await one.claim(RUN, worker('w'), wanted('A', 1)));
      await new Promise((ready) => setTimeout(ready, 20));
      const renewed = await one.renew(lease, HOUR);
      assert.ok(renewed && renewed.until > Date.now());
      const other = await one.claim(RUN, worker('x'), wanted('A'));
      assert.equal(other.kind, 'taken');
    }),
    named('R36 what has ended is free at once, with a number that grows', async (world) => {
      const one = await world.open('m');
      const first = leaseIn(await one.claim(RUN, worker('w'), wanted('A')));
      assert.equal(await one.settle(first, { ...done, how: 'given-back' }), 'taken');
      assert.equal(await one.renew(first, HOUR), null);
      const second = leaseIn(await one.claim(RUN, worker('x'), wanted('A')));
      assert.ok(second.token > first.token);
    }),
    named('R44 whoever is killed goes on with the same lease, from a program that has just started', async (world) => {
      const before = await world.open('m');
      const first = leaseIn(await before.claim(RUN, worker('w'), wanted('A')));
      const after = await world.open('m');
      const again = leaseIn(await after.claim(RUN, worker('w'), wanted('A')));
      assert.equal(again.token, first.token);
      assert.ok(await after.renew(again, HOUR));
      assert.equal(await after.settle(again, done), 'taken');
      assert.equal(await after.settle(again, done), 'taken');
    }),
    named('a hold keeps what it names from being started, and is lifted by the machine that gave it', async (world) => {
      const one = await world.open('m');
      await one.hold(RUN, { scope: 'item', name: 'A', until: Date.now() + HOUR, why: 'no test account' });
      const claim = await one.claim(RUN, worker('w'), wanted('A'));
      assert.ok(claim.kind === 'held' && claim.hold.why === 'no test account', JSON.stringify(claim));
      const other = leaseIn(await one.claim(RUN, worker('w'), wanted('B')));
      // What is at work goes on.
      await one.hold(RUN, { scope: 'run', name: '', until: Date.now() + HOUR, why: 'pause' });
      assert.ok(await one.renew(other, HOUR));
      assert.equal((await one.claim(RUN, worker('x'), wanted('C'))).kind, 'held');
      await one.hold(RUN, { scope: 'run', name: '', until: 0, why: 'on again' });
      leaseIn(await one.claim(RUN, worker('x'), wanted('C')));
    }),
    named('a signal says that it is worth looking again, and moves no lease', async (world) => {
      const one = await world.open('m');
      leaseIn(await one.claim(RUN, worker('w'), wanted('A')));
      const { cursor } = await one.read(RUN, null);
      await one.signal(RUN, { about: 'cancel', item: 'A' });
      const { entries } = await one.read(RUN, cursor);
      assert.deepEqual(
        entries.map(({ what }) => what),
        [{ kind: 'signal', signal: { about: 'cancel', item: 'A' } }],
      );
      assert.equal((await one.claim(RUN, worker('x'), wanted('A'))).kind, 'taken');
    }),
    named('R80 what several machines say at once is all there, of each in its order, and once', async (world) => {
      const machines = ['a', 'b', 'c', 'd'];
      const all = await Promise.all(machines.map((machine) => world.open(machine)));
      await Promise.all(
        all.map(async (one, at) => {
          for (let n = 0; n < 4; n += 1) await one.append(RUN, [{ of: machines[at], n }]);
        }),
      );
      const page = await all[0]!.read(RUN, null);
      const said = page.entries.flatMap(({ what }) => (what.kind === 'event' ? [what.event] : []));
      for (const machine of machines)
        assert.deepEqual(
          said.filter(({ of }) => of === machine).map(({ n }) => n),
          [0, 1, 2, 3],
        );
      assert.equal(said.length, 16);
      assert.deepEqual((await all[0]!.read(RUN, page.cursor)).entries, []);
      await all[1]!.append(RUN, [{ more: true }]);
      assert.equal((await all[0]!.read(RUN, page.cursor)).entries.length, 1);
    }),
    named('R82 a coordinator that has forgotten everything lets go on who is at work', async (world) => {
      if (!world.forget) return;
      const [a, b] = [await world.open('a'), await world.open('b')];
      const lease = leaseIn(await a.claim(RUN, worker('wa', 'a'), wanted('A')));
      const other = leaseIn(await a.claim(RUN, worker('wc', 'a'), wanted('B')));
      await a.append(RUN, [{ before: true }]);
      await world.forget();
      const renewed = await a.renew(lease, HOUR);
      assert.ok(renewed);
      assert.equal((await b.claim(RUN, worker('wb', 'b'), wanted('A'))).kind, 'taken');
      assert.equal(await a.settle(renewed, done), 'taken');
      assert.equal(await a.settle(other, done), 'taken');
      leaseIn(await b.claim(RUN, worker('wb', 'b'), wanted('C')));
    }),
  ];
}
