import { defineWorkflow, evaluate, type FlowEvent, type Lease, nextChange, type Status } from '@flow/core/workflow';
import { describe, expect, test } from 'vitest';
import { fold } from '../../core/src/workflow/fold.js';
import { Sim } from './sim.js';

/* Who works on an item, and what is said of it in a work tree of its own. */

const HALF_AN_HOUR = 30 * 60_000;

const tasks = defineWorkflow({
  id: 'tasks',
  title: 'Tasks',
  version: 1,
  dials: {},
  documents: {},
  rules: [],
  phases: [
    {
      id: 'build',
      title: 'Build',
      instruction: 'Build.',
      exit: [],
      each: {
        kind: 'story',
        phases: [
          {
            id: 'work',
            title: 'Work',
            instruction: 'Work.',
            exit: [
              { check: 'submitted', name: 'complete', on: 'item' },
              { check: 'command', command: 'verify', on: 'item' },
            ],
          },
        ],
      },
    },
    { id: 'final', title: 'Final', instruction: 'Test.', exit: [{ check: 'green' }] },
  ],
});

type Deed = Parameters<Sim['do']>[0];

/** A run of two tasks, with what agents record of them in several sessions and work trees. */
class Shift extends Sim {
  /** What is on disk in work trees of their own, by folder. */
  readonly trees = new Map<string, Record<string, string>>();
  processes: Record<string, 'alive' | 'gone'> = {};

  constructor(...ids: string[]) {
    super(tasks);
    // One that nobody does keeps the run where items are told.
    for (const id of [...ids, 'Z']) this.item(id);
  }

  begin(item: string, rest: Partial<Lease> & Pick<Lease, 'id' | 'token'>): this {
    const lease: Lease = {
      session: rest.id,
      machine: 'here',
      ...{ boot: 'b', pidNamespace: 'p', pid: null, startedAt: null },
      ...{ worktree: '/main', branch: 'feature/x', base: 'h0' },
      since: this.time + 1000,
      until: this.time + 1000 + HALF_AN_HOUR,
      ...{ driver: false, apart: false },
      ...rest,
    };
    return this.do({ type: 'item', item, state: 'running', reason: '', lease });
  }

  /** Something that is recorded by a session. */
  by(session: string, event: Deed): this {
    return this.do({ ...event, by: session });
  }

  /** Something that is recorded in an item's own work tree, which has other files. */
  there(item: string, under: string, files: string, event: Deed): this {
    const { itemContents, contents } = this;
    this.itemContents = { ...itemContents, [item]: files };
    this.contents = { ...contents, source: files };
    this.do({ ...event, scopedTo: item, under });
    Object.assign(this, { itemContents, contents });
    return this;
  }

  stateOf(id: string, now = this.time + 1): Status['items'][number] {
    const facts = { ...this.facts, now, processes: this.processes };
    return evaluate(this.workflow, facts).items.find((one) => one.id === id)!;
  }

  holder(id: string, now = this.time + 1): string | undefined {
    return this.stateOf(id, now).lease?.id;
  }

  wait(ms: number): this {
    this.time += ms;
    return this;
  }
}

const submitted = (subject: string): Deed => ({ type: 'submission', name: 'complete', subject });
const verified: Deed = { type: 'command', command: 'verify', pass: true };
const failed: Deed = { type: 'run', suite: 'go:.', question: 'test', result: 'fail', subjects: {} };

describe('F6 G10 a lease', () => {
  test('R35 of two begins the first has the item', () => {
    const shift = new Shift('A', 'B').begin('A', { id: 'one', token: 1 });
    expect(shift.stateOf('A').state).toBe('running');
    expect(shift.begin('A', { id: 'two', token: 1 }).holder('A')).toBe('one');
    expect(shift.begin('A', { id: 'two', token: 2 }).holder('A')).toBe('one');
    expect(shift.begin('B', { id: 'two', token: 1 }).holder('B')).toBe('two');
  });

  test('time ends one of which no process is known, to the millisecond that nextChange names', () => {
    const shift = new Shift('A').begin('A', { id: 'one', token: 1 });
    const end = nextChange(shift.facts.events, shift.time)!;
    expect(end).toBe(shift.time + HALF_AN_HOUR);
    expect(shift.stateOf('A', end - 1).state).toBe('running');
    expect(shift.stateOf('A', end)).toMatchObject({ state: 'ready' });
    expect(shift.holder('A', end)).toBeUndefined();
    expect(shift.wait(HALF_AN_HOUR).begin('A', { id: 'two', token: 2 }).holder('A')).toBe('two');
  });

  test('what its session records moves its end on, and what others record does not', () => {
    const shift = new Shift('A').begin('A', { id: 'one', token: 1 });
    const last = shift.wait(20 * 60_000).by('one', failed).time;
    shift.wait(20 * 60_000).by('other', failed);
    expect(shift.stateOf('A').lease?.until).toBe(last + HALF_AN_HOUR);
    expect(nextChange(shift.facts.events, shift.time)).toBeLessThanOrEqual(last + HALF_AN_HOUR);
    expect(shift.stateOf('A', last + HALF_AN_HOUR).state).toBe('ready');
  });

  test('R32 the end of its process frees the item at once, and a process that lives holds it past the time', () => {
    const shift = new Shift('A').begin('A', { id: 'one', token: 1, pid: 7, startedAt: '1' });
    shift.processes = { one: 'alive' };
    expect(shift.stateOf('A', shift.time + 2 * HALF_AN_HOUR).state).toBe('running');
    shift.processes = { one: 'gone' };
    expect(shift.stateOf('A').state).toBe('ready');
    // From another machine the process cannot be seen: there, time tells.
    shift.processes = {};
    expect(shift.stateOf('A').state).toBe('running');
    expect(shift.stateOf('A', shift.time + HALF_AN_HOUR).state).toBe('ready');
  });

  test('whoever has seen the end of a process begins the item, and nobody else does', () => {
    const dead = () => new Shift('A').begin('A', { id: 'one', token: 1, pid: 7, startedAt: '1' });
    expect(dead().begin('A', { id: 'two', token: 2 }).holder('A')).toBe('one');
    expect(dead().begin('A', { id: 'two', token: 2, replaces: 'one' }).holder('A')).toBe('two');
    const late = dead().begin('A', { id: 'two', token: 2, replaces: 'one' });
    expect(late.begin('A', { id: 'three', token: 2, replaces: 'one' }).holder('A')).toBe('two');
  });

  test('a resumed session of the same id takes its lease over, in the process that it has now', () => {
    const shift = new Shift('A').begin('A', { id: 'one', token: 1, pid: 7, startedAt: '1' });
    shift.begin('A', { id: 'one', token: 1, pid: 9, startedAt: '2' });
    expect(shift.stateOf('A').lease).toMatchObject({ id: 'one', token: 1, pid: 9 });
    // In another work tree it is another lease of the same holder.
    shift.begin('A', { id: 'again', token: 2, session: 'one', worktree: '/A', apart: true });
    expect(shift.holder('A')).toBe('again');
  });

  test.each<[string, Deed]>([
    ['flow item open', { type: 'item', item: 'A', state: 'open', reason: '' }],
    ['flow item block', { type: 'item', item: 'A', state: 'blocked', reason: 'no power' }],
    ['flow reopen', { type: 'reopen', item: 'A', person: 'ann', reason: 'again' }],
  ])('%s gives it back', (_name, event) => {
    const shift = new Shift('A').begin('A', { id: 'one', token: 1 }).do(event);
    expect(shift.holder('A')).toBeUndefined();
    expect(shift.begin('A', { id: 'two', token: 2 }).holder('A')).toBe('two');
    // A lease that was given back is not taken up again.
    const given = new Shift('A').begin('A', { id: 'one', token: 1 }).do(event).begin('A', { id: 'one', token: 1 });
    expect(given.holder('A')).toBeUndefined();
  });

  test('an item that is done has none', () => {
    const shift = new Shift('A').begin('A', { id: 'one', token: 1 });
    shift.by('one', verified).by('one', submitted('A'));
    expect(shift.stateOf('A')).toMatchObject({ state: 'done' });
    expect(shift.holder('A')).toBeUndefined();
  });

  test('R36 what a session says of an item that another one has begun since counts for nothing', () => {
    const shift = new Shift('A', 'B').begin('A', { id: 'one', token: 1 }).wait(HALF_AN_HOUR);
    shift
      .begin('A', { id: 'two', token: 2 })
      .by('one', submitted('A'))
      .by('one', { ...verified, subject: 'A' });
    expect(shift.stateOf('A')).toMatchObject({ state: 'running' });
    expect(shift.stateOf('A').open?.map(({ state }) => state)).toEqual(['missing', 'missing']);
    shift.by('one', { type: 'item', item: 'A', state: 'open', reason: '' });
    expect(shift.holder('A')).toBe('two');
    // Of another item the same session may speak, and the holder of this.
    expect(shift.by('one', verified).by('one', submitted('B')).stateOf('B').open).toHaveLength(1);
    expect(shift.by('two', verified).by('two', submitted('A')).stateOf('A').state).toBe('done');
  });

  test('a result that comes while nobody else has begun the item counts, whatever the clock says', () => {
    const shift = new Shift('A')
      .begin('A', { id: 'one', token: 1 })
      .by('one', verified)
      .wait(2 * HALF_AN_HOUR);
    expect(shift.by('one', submitted('A')).stateOf('A').state).toBe('done');
  });

  test('a journal of before has items that are begun without one, until they are opened', () => {
    const shift = new Shift('A').do({ type: 'item', item: 'A', state: 'running', reason: '' });
    expect(shift.stateOf('A', shift.time + 1000 * HALF_AN_HOUR).state).toBe('running');
    expect(nextChange(shift.facts.events, shift.time)).toBeNull();
    expect(shift.begin('A', { id: 'one', token: 1 }).holder('A')).toBe('one');
    // An older program that does not know of leases takes nothing away.
    shift.do({ type: 'item', item: 'A', state: 'running', reason: '' });
    expect(shift.holder('A')).toBe('one');
  });

  test('an item whose lease is over shares its files with nobody', () => {
    const shift = new Shift('A').item('B', { files: ['A'] }).begin('A', { id: 'one', token: 1 });
    expect(shift.stateOf('B').state).toBe('waiting');
    expect(shift.stateOf('B', shift.time + HALF_AN_HOUR).state).toBe('ready');
  });
});

const apart = (item: string) => ({ id: `in ${item}`, token: 1, worktree: `/${item}`, branch: item, apart: true });

describe('F5 an event in a leased work tree', () => {
  const both = () => new Shift('A', 'B').begin('A', apart('A')).begin('B', apart('B'));

  test('speaks of its item alone: a run in the tree of B proves nothing of A', () => {
    const shift = both().there('B', 'in B', 'B:1', verified).there('A', 'in A', 'A:1', submitted('A'));
    expect(shift.stateOf('A')).toMatchObject({ state: 'running', open: [{ check: 'build/work.command' }] });
    expect(shift.stateOf('B')).toMatchObject({ state: 'running', open: [{ check: 'build/work.submitted' }] });
    shift.there('A', 'in A', 'A:1', verified).there('B', 'in B', 'B:1', submitted('B'));
    expect([shift.stateOf('A').state, shift.stateOf('B').state]).toEqual(['done', 'done']);
    const elsewhere = { ...shift.facts, scopedTo: 'Z', home: shift.moment };
    expect(evaluate(tasks, elsewhere).overrides).toEqual([]);
    // The last item is done there; that the run goes on is seen in its own tree.
    shift.begin('Z', apart('Z')).there('Z', 'in Z', 'Z:1', verified).there('Z', 'in Z', 'Z:1', submitted('Z'));
    expect(fold(tasks, shift.facts).reached).toBe(0);
    expect(fold(tasks, shift.by('ann', failed).facts).reached).toBe(1);
  });

  test('a proof of red in the tree of B is one of B alone', () => {
    const exit = [{ check: 'red' }] as const;
    const [build, final] = tasks.phases;
    const work = { ...build.each.phases[0], exit };
    const workflow = { ...tasks, phases: [{ ...build, each: { ...build.each, phases: [work] } }, final] };
    const shift = new Shift('A', 'B').claim('c-a', 'a').claim('c-b', 'b');
    shift.item('A', { claims: ['c-a'] }).item('B', { claims: ['c-b'] });
    const red: Deed = { type: 'red', tests: shift.claims.flatMap(({ tests }) => tests) };
    const openOf = (id: string) => evaluate(workflow, shift.facts).items.find((one) => one.id === id)?.state;
    shift.begin('A', apart('A')).begin('B', apart('B')).there('B', 'in B', 'B:1', red);
    expect([openOf('A'), openOf('B')]).toEqual(['running', 'done']);
    // What is recorded in the run's own tree speaks of all.
    shift.do(red);
    expect([openOf('A'), openOf('B')]).toEqual(['done', 'done']);
  });

  test('says nothing of another item, even where it names one', () => {
    const shift = both()
      .there('B', 'in B', 'B:1', submitted('A'))
      .there('B', 'in B', 'B:1', { ...verified, subject: 'A' });
    expect(shift.stateOf('A').open).toHaveLength(2);
    shift.there('B', 'in B', 'B:1', { type: 'item', item: 'A', state: 'blocked', reason: 'mine' });
    expect(shift.stateOf('A').state).toBe('running');
  });

  test('three failing runs of three agents are no three failures in a row of the run', () => {
    const three = () => new Shift('A', 'B', 'C').begin('A', apart('A')).begin('B', apart('B')).begin('C', apart('C'));
    const shift = three();
    for (const item of ['A', 'B', 'C']) shift.there(item, `in ${item}`, `${item}:1`, failed);
    expect(shift.status.warnings).toEqual([]);
    // In the run's own tree they are.
    const here = three();
    for (const content of ['1', '2', '3']) here.edit('source', content).do(failed);
    expect(here.status.warnings.map(({ code }) => code)).toEqual(['REPEATED_FAILURE']);
  });

  test('moves neither the run nor what a person has let through', () => {
    const shift = both().do({
      ...{ type: 'override', id: 'o', scope: 'edits', reason: 'the sandbox is down today', person: 'ann' },
      ...{ uses: 3, expires: Number.MAX_SAFE_INTEGER },
    });
    for (const item of ['A', 'B'])
      shift.there(item, `in ${item}`, `${item}:1`, verified).there(item, `in ${item}`, `${item}:1`, submitted(item));
    shift.there('A', 'in A', 'A:1', { type: 'pause', reason: 'no' });
    expect(shift.status).toMatchObject({ phase: 'build', paused: null, overrides: [{ id: 'o', left: 3 }] });
    expect([shift.stateOf('A').state, shift.stateOf('B').state]).toEqual(['done', 'done']);
  });

  test('leaves the item where its own tree has it, seen from the tree of the run', () => {
    const shift = both().there('A', 'in A', 'A:1', submitted('A'));
    expect(shift.stateOf('A').open).toMatchObject([{ check: 'build/work.command' }]);
    // An event of the run is held against another content, and takes nothing from the item.
    shift.edit('source', 's9').do({ ...failed });
    expect(shift.stateOf('A').open).toMatchObject([{ check: 'build/work.command' }]);
    shift.do({ type: 'item', item: 'A', state: 'open', reason: '' });
    expect(shift.stateOf('A').open).toHaveLength(2);
  });

  test('is late once another lease names the item, wherever the other work tree lies', () => {
    const shift = both().begin('A', { ...apart('A'), id: 'next', token: 2, worktree: '/C', replaces: 'in A' });
    shift.there('A', 'in A', 'A:1', submitted('A')).there('A', 'in A', 'A:1', verified);
    expect(shift.stateOf('A').open).toHaveLength(2);
    shift.there('A', 'next', 'A:2', submitted('A')).there('A', 'next', 'A:2', verified);
    expect(shift.stateOf('A').state).toBe('done');
  });

  test('counts for nothing where its begin was refused', () => {
    const shift = both().begin('A', { ...apart('A'), id: 'second', token: 1, worktree: '/C' });
    shift.there('A', 'second', 'A:1', submitted('A')).there('A', 'second', 'A:1', verified);
    expect(shift.stateOf('A')).toMatchObject({ state: 'running', lease: { id: 'in A' } });
    expect(shift.stateOf('A').open).toHaveLength(2);
  });

  test('speaks of parts and fixes of its item, which are offered there and nowhere else', () => {
    const fix: Deed = {
      type: 'item-added',
      added: { id: 'A.1', digest: 'd', title: 'Fix', kind: 'fix', parent: 'A', after: [], files: ['A'] },
    };
    const shift = both().there('A', 'in A', 'A:1', fix);
    // The run's own tree does not offer what belongs to the other one; given back, it does.
    expect(shift.stateOf('A.1')).toMatchObject({ state: 'waiting', reason: 'elsewhere' });
    const there = evaluate(tasks, { ...shift.facts, scopedTo: 'A', home: shift.moment });
    expect(there.items.find(({ id }) => id === 'A.1')?.state).toBe('ready');
    expect(there.current?.id).toBe('A.1');
    shift.there('B', 'in B', 'B:1', submitted('A.1')).there('B', 'in B', 'B:1', { ...verified, subject: 'A.1' });
    expect(shift.stateOf('A.1').open).toHaveLength(2);
  });

  test('a plan that is rewritten in the tree of an item lists nothing for the run', () => {
    const shift = both();
    const { items } = shift;
    shift.items = [
      { ...items[0]!, digest: 'another text' },
      { ...items[1]!, id: 'D' },
    ];
    shift.there('A', 'in A', 'A:1', submitted('A'));
    shift.items = items;
    expect(shift.status.items.map(({ id, state }) => [id, state])).toEqual([
      ['A', 'running'],
      ['B', 'running'],
      ['Z', 'ready'],
    ]);
  });

  test('what is asked in it is told of its item, by the content that it has now', () => {
    const shift = both().there('A', 'in A', 'A:1', submitted('A'));
    const present = { ...shift.moment, contents: { ...shift.moment.contents, 'item:A': 'A:2+' } };
    const status = evaluate(tasks, { ...shift.facts, present, scopedTo: 'A', home: shift.moment });
    expect(status).toMatchObject({ phase: 'build', scopedTo: 'A', position: 'build/A/work', waiting: null });
    expect(status.current?.open).toHaveLength(2);
    expect(status.items.find(({ id }) => id === 'B')?.open).toHaveLength(2);
  });

  test('leads a fix of its item there, before what it mends, and in no other one', () => {
    const shift = both().there('A', 'in A', 'A:1', {
      type: 'item-added',
      added: { id: 'A.1', digest: 'd', title: 'Fix', kind: 'fix', parent: 'A', after: [], files: ['A'] },
    });
    const seenIn = (item: string) =>
      evaluate(tasks, { ...shift.facts, present: shift.moment, scopedTo: item, home: shift.moment });
    const inA = () => seenIn('A');
    expect(inA()).toMatchObject({ scope: ['A.1', 'A'], position: 'build/A.1/work', waiting: null });
    expect(inA().current).toMatchObject({ id: 'A.1', state: 'ready' });
    expect(seenIn('B')).toMatchObject({ scope: ['B'], current: { id: 'B' } });
    shift.contents = { ...shift.contents, 'item:A.1': 'A:2' };
    shift.there('A', 'in A', 'A:2', { type: 'item', item: 'A.1', state: 'running', reason: '' });
    shift.there('A', 'in A', 'A:2', submitted('A.1')).there('A', 'in A', 'A:2', { ...verified, subject: 'A.1' });
    expect(shift.stateOf('A.1')).toMatchObject({ state: 'done' });
    expect(inA()).toMatchObject({ position: 'build/A/work', current: { id: 'A', state: 'running' } });
  });
});

describe('G3 an item of an isolated walk', () => {
  const [build, final] = tasks.phases;
  const isolated = { ...tasks, phases: [{ ...build, each: { ...build.each, isolated: true } }, final] };
  const stateOf = (shift: Shift, id: string) =>
    evaluate(isolated, { ...shift.facts, processes: {} }).items.find((one) => one.id === id)?.state;

  test('is begun in a work tree of its own and nowhere else, whatever was written down', () => {
    const shift = new Shift('A', 'B');
    shift.do({ type: 'item', item: 'A', state: 'running', reason: '' });
    expect(stateOf(shift, 'A')).toBe('ready');
    expect(stateOf(shift.begin('A', { id: 'shared', token: 1 }), 'A')).toBe('ready');
    expect(stateOf(shift.begin('A', apart('A')), 'A')).toBe('running');
    // The others of the same walk are asked the same, and a walk that is not isolated is not.
    expect(stateOf(shift.begin('B', { id: 'b', token: 1 }), 'B')).toBe('ready');
    expect(shift.stateOf('B').state).toBe('running');
  });
});

describe('leases at random', () => {
  /** A small generator with a seed. */
  function random(seed: number) {
    let at = seed;
    return (most: number) => {
      at = (at * 1_103_515_245 + 12_345) % 2_147_483_648;
      return at % most;
    };
  }

  /** Plays begins, ends of processes and time; whoever begins does as the program does, on what it read a while before. */
  function play(seed: number): Shift {
    const next = random(seed);
    const shift = new Shift('A', 'B', 'C');
    const ids = ['A', 'B', 'C'];
    const living = new Set<string>();
    for (let step = 0; step < 60; step += 1) {
      const item = ids[next(3)]!;
      const kind = next(8);
      if (kind === 0) shift.wait(next(2) * HALF_AN_HOUR);
      else if (kind === 1) for (const id of [...living].slice(0, 1)) living.delete(id);
      else if (kind === 2) shift.do({ type: 'item', item, state: 'open', reason: '' });
      else {
        const read = shift.facts.events.slice(0, shift.events.length - next(3));
        const hasProcess = next(2) === 0;
        const id = `${seed}-${step}`;
        const known = read.flatMap((one) => (one.type === 'item' && one.lease && one.item === item ? [one.lease] : []));
        const token = Math.max(0, ...known.map((one) => one.token)) + 1;
        const seen = known.findLast((one) => one.pid !== null && !living.has(one.id));
        if (hasProcess) living.add(id);
        shift.begin(item, { id, token, ...(hasProcess && { pid: step }), ...(seen && { replaces: seen.id }) });
      }
      shift.processes = Object.fromEntries(
        shift.events.flatMap((one) =>
          one.type === 'item' && one.lease?.pid != null
            ? [[one.lease.id, living.has(one.lease.id) ? 'alive' : 'gone']]
            : [],
        ),
      ) as Shift['processes'];
    }
    return shift;
  }

  test('no two hold one item, a lease is lost by its end alone, and a token is given once', () => {
    for (let seed = 1; seed <= 120; seed += 1) {
      const shift = play(seed);
      const { events } = shift.facts;
      const holders = new Map<string, Lease>();
      const tokens = new Map<string, Set<number>>();
      for (let at = 1; at <= events.length; at += 1) {
        const event = events[at - 1]!;
        const part = { ...shift.facts, events: events.slice(0, at), now: event.time, processes: {} };
        for (const { id, lease } of evaluate(tasks, part).items) {
          const before = holders.get(id);
          if (!lease || before?.id === lease.id) continue;
          const given = tokens.get(id) ?? new Set();
          expect(given.has(lease.token), `${id} ${lease.token} of seed ${seed}`).toBe(false);
          tokens.set(id, given.add(lease.token));
          holders.set(id, lease);
          expect(event).toMatchObject({ type: 'item', item: id, lease: { id: lease.id } });
          if (!before) continue;
          const opened = events.slice(0, at).some((one) => isEnd(one, before, event));
          expect(opened || before.until <= event.time || lease.replaces === before.id).toBe(true);
        }
      }
    }
  });

  /** Somebody gave the item back between the two. */
  function isEnd(one: FlowEvent, before: Lease, after: FlowEvent): boolean {
    if (one.type !== 'item' || one.state !== 'open' || after.type !== 'item') return false;
    return one.item === after.item && one.time >= before.since && one.n < after.n;
  }
});
