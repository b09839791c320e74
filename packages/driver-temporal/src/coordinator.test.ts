import { type Coordinator, CoordinatorUnknown, type Entry, holdingOf, type Segments } from '@flow/driver';
import { coordinatorContract } from '@flow/driver/contract';
import { describe, expect, test } from 'vitest';
import { coordinatorOver } from './coordinator.js';
import { Desk, type DeskState } from './desk.js';
import { coordinator } from './index.js';
import type { Line } from './line.js';

/* The logic of the workflow in one process: what goes over the line is text, and each history answers one question alone. */

const copied = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** A server that can be lost. All that it is told and keeps is text. */
class Server implements Line {
  readonly told: string[] = [];
  isGone = false;
  epoch = 1;
  readonly #states = new Map<string, string>();

  forget(): void {
    this.#states.clear();
    this.epoch += 1;
  }

  async #at<T>(run: string, asked: unknown, work: (desk: Desk) => T): Promise<T> {
    if (this.isGone) throw new CoordinatorUnknown('nobody listens');
    this.told.push(JSON.stringify(asked));
    const kept = this.#states.get(run);
    const desk = new Desk(run, kept === undefined ? undefined : (JSON.parse(kept) as DeskState));
    const answer = work(desk) ?? (null as T);
    this.#states.set(run, JSON.stringify(desk.state));
    return copied(answer);
  }

  claim: Line['claim'] = (run, asked) => this.#at(run, asked, (desk) => desk.claim(copied(asked), Date.now()));
  renew: Line['renew'] = (lease, time) => this.#at(lease.run, lease, (desk) => desk.renew(lease, time, Date.now()));
  settle: Line['settle'] = (lease, end) =>
    this.#at(lease.run, [lease, end], (desk) => desk.settle(lease, end, Date.now()));
  signal: Line['signal'] = (run, machine, signal) =>
    this.#at(run, signal, (desk) => desk.hear(machine, signal, Date.now()));
  heard: Line['heard'] = (run, after) =>
    this.#at(run, after, (desk) => ({ epoch: String(this.epoch), heard: desk.heardAfter(after) }));
}

/** Segments of machines that share a remote. */
class Remote {
  readonly entries: Entry[] = [];

  segmentsOf(machine: string): Segments {
    const all = this.entries;
    return {
      async append(_run, whats) {
        for (const what of whats) {
          const n = all.filter((one) => one.machine === machine).length + 1;
          all.push(copied({ machine, n, time: Date.now(), what }));
        }
      },
      async read(_run, after) {
        const isNew = (one: Entry) => one.n > Number(after?.[one.machine] ?? 0);
        const cursor = { ...after, ...Object.fromEntries(all.map((one) => [one.machine, String(one.n)])) };
        const lost = Object.keys(after ?? {}).filter((one) => !all.some((entry) => entry.machine === one));
        return { entries: all.filter(isNew), cursor, broken: lost.map((one) => ({ machine: one, how: 'deleted' })) };
      },
      kept: async () => all.filter(({ what }) => what.kind !== 'event' && what.kind !== 'signal'),
    };
  }
}

function world() {
  const server = new Server();
  const remote = new Remote();
  const open = (machine: string): Coordinator => coordinatorOver(server, remote.segmentsOf(machine), { machine });
  return { server, remote, open, forget: async () => server.forget() };
}

describe('the logic of the workflow', () => {
  test.each(coordinatorContract(world))('$name', ({ run }) => run());
});

const RUN = 'run-1';
const wanted = (item: string, time = 60_000) => ({ item, base: null, time });
const worker = (id: string) => ({ id, machine: id });

test('what people wrote goes into git, and ids, times and digests alone over the line', async () => {
  const { open, server, remote } = world();
  const one = open('m');
  const secret = 'const password = "hunter2";';
  const claim = await one.claim(RUN, worker('w'), { ...wanted('A'), base: 'c0ffee' });
  await one.append(RUN, [{ type: 'approval', text: secret }]);
  await one.hold(RUN, { scope: 'run', name: '', until: Date.now() + 60_000, why: secret });
  expect(await one.claim(RUN, worker('x'), wanted('B'))).toMatchObject({ kind: 'held', hold: { why: secret } });
  if (claim.kind !== 'lease') throw new Error(claim.kind);
  expect(await one.settle(claim.lease, { how: 'failed', commit: 'c0ffee', why: secret })).toBe('taken');
  expect(JSON.stringify(remote.entries).split('hunter2')).toHaveLength(4);
  expect(server.told.join('\n')).toContain('c0ffee');
  expect(server.told.join('\n')).not.toContain('hunter2');
});

test('R82 a server that has forgotten everything goes on behind the numbers that git knows', async () => {
  const { open, server } = world();
  const one = open('m');
  for (let at = 1; at <= 3; at += 1) {
    const claim = await one.claim(RUN, worker(`w${at}`), wanted('A'));
    if (claim.kind !== 'lease') throw new Error(claim.kind);
    await one.settle(claim.lease, { how: 'given-back', commit: null, why: '' });
  }
  server.forget();
  expect(await one.claim(RUN, worker('w4'), wanted('A'))).toMatchObject({ kind: 'lease', lease: { token: 4 } });
});

test('R50 R82 while the server is lost nothing is begun, what is in git is read, and its signals come once it is back', async () => {
  const { open, server } = world();
  const one = open('m');
  await one.signal(RUN, { about: 'ci', item: null });
  const first = await one.read(RUN, null);
  expect(first.entries).toHaveLength(1);
  server.isGone = true;
  await one.append(RUN, [{ said: 1 }]);
  await expect(one.claim(RUN, worker('w'), wanted('A'))).rejects.toThrow(CoordinatorUnknown);
  await expect(one.signal(RUN, { about: 'ci', item: null })).rejects.toThrow(CoordinatorUnknown);
  const second = await one.read(RUN, first.cursor);
  expect(second.entries.map(({ what }) => what.kind)).toEqual(['event']);
  expect(second.broken).toEqual([]);
  server.isGone = false;
  await one.signal(RUN, { about: 'changed', item: 'A' });
  const third = await one.read(RUN, second.cursor);
  expect(third.entries.map(({ what }) => what)).toEqual([{ kind: 'signal', signal: { about: 'changed', item: 'A' } }]);
  // A new server counts from the beginning again.
  server.forget();
  await one.signal(RUN, { about: 'cancel', item: null });
  expect((await one.read(RUN, third.cursor)).entries).toHaveLength(1);
  server.forget();
  const empty = await one.read(RUN, third.cursor);
  expect(empty.entries).toEqual([]);
  await one.signal(RUN, { about: 'cancel', item: null });
  expect((await one.read(RUN, empty.cursor)).entries).toHaveLength(1);
});

describe('a desk', () => {
  const asked = (item: string, id = item) => ({
    ...{ item, id, machine: 'm', base: null, time: 1000, least: 0, isHeld: false },
  });

  test('keeps signals and items in bounds, and drops what nobody has asked for in the longest time', () => {
    let desk = new Desk(RUN);
    for (let at = 0; at < 300; at += 1) desk.hear('m', { about: 'ci', item: null }, at);
    expect(desk.heardAfter(0)).toHaveLength(200);
    expect(desk.heardAfter(298).map(({ n }) => n)).toEqual([299, 300]);
    for (let at = 0; at < 4000; at += 1) desk.claim(asked(`i${at}`), 0);
    expect(() => desk.claim(asked('more'), 999)).toThrow(/4000 items are at work/);
    desk = new Desk(RUN, copied(desk.state));
    const kept = desk.claim(asked('i0', 'other'), 1001);
    expect(kept).toMatchObject({ kind: 'lease', lease: { token: 2 } });
    desk.claim(asked('more'), 1001);
    expect(desk.claim(asked('i0', 'third'), 1002).kind).toBe('taken');
    expect(JSON.stringify(desk.state).length).toBeLessThan(1_000_000);
  });

  test.each([
    ['an item that is no text', { item: 7 }],
    ['a worker of a megabyte', { id: 'x'.repeat(1_000_000) }],
    ['a base that is none', { base: {} }],
    ['a number that is none', { least: 'many' }],
  ])('answers no question with %s', (_, more) => {
    const desk = new Desk(RUN);
    expect(() => desk.claim({ ...asked('A'), ...more } as never, 0)).toThrow(/ids are texts/);
    expect(desk.state.seats).toEqual([]);
  });

  test('gives nobody an item for ever, or for no time that is one', () => {
    const desk = new Desk(RUN);
    const until = (time: number, item: string) => {
      const told = desk.claim({ ...asked(item), time }, 0);
      return told.kind === 'lease' ? told.lease.until : null;
    };
    expect(until(9e15, 'A')).toBe(24 * 3_600_000);
    expect(until(Number.NaN, 'B')).toBe(0);
    expect(until(-5, 'C')).toBe(0);
  });

  test.each([[null], ['loud'], [{ about: 'else' }], [{ about: 'ci', item: 7 }]])('hears nothing in %j', (signal) => {
    const desk = new Desk(RUN);
    desk.hear('m', signal, 0);
    desk.hear(7, { about: 'ci', item: null }, 0);
    expect(desk.heardAfter(0)).toEqual([]);
  });

  test('knows names that are names of properties', () => {
    const desk = new Desk(RUN);
    for (const item of ['__proto__', 'constructor', '']) expect(desk.claim(asked(item), 0).kind).toBe('lease');
    expect(new Desk(RUN, copied(desk.state)).claim(asked('__proto__', 'x'), 1).kind).toBe('taken');
  });
});

test('a hold of another account keeps nobody', async () => {
  const { remote, server } = world();
  const one = coordinatorOver(server, remote.segmentsOf('m'), { machine: 'm', account: 'ours' });
  const until = Date.now() + 60_000;
  await one.hold(RUN, { scope: 'account', name: 'theirs', until, why: 'quota' });
  const claim = await one.claim(RUN, worker('w'), wanted('A'));
  expect(claim.kind).toBe('lease');
  await one.hold(RUN, { scope: 'account', name: 'ours', until, why: 'quota' });
  // Who has the item goes on, and hears so.
  expect(await one.claim(RUN, worker('w'), wanted('A'))).toEqual(claim);
  expect(await one.claim(RUN, worker('x'), wanted('A'))).toMatchObject({ kind: 'taken', by: 'w' });
  expect(await one.claim(RUN, worker('x'), wanted('B'))).toMatchObject({ kind: 'held' });
  expect(holdingOf(remote.entries, 'B', null, Date.now())).toBeNull();
});

test('an option that the package does not know is refused before a server is asked', () => {
  const given = { folder: '.', remote: 'origin', machine: 'm', options: { adress: 'host:7233' } };
  expect(() => coordinator(given as Parameters<typeof coordinator>[0])).toThrow(/and not adress$/);
});
