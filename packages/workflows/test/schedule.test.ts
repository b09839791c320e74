import {
  type Action,
  type DrivenEnd,
  type DriveView,
  fruitlessIn,
  itemLeft,
  type Limits,
  largestIn,
  planOf,
  schedule,
  standsAt,
  type Used,
  usedByItem,
  usedIn,
} from '@flow/core/drive';
import { attemptsOf, mentionedIn, type Retry, retryOf } from '@flow/core/items';
import { evaluate, type ItemFact, type Status } from '@flow/core/workflow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { growth } from '../../../test/growth.js';
import { journal } from './arbitrary-items.js';
import { begin, each, phase, SUBMITTED, workflowOf } from './made.js';
import { Sim } from './sim.js';

/* What a driver does next follows from what is known of a run, and from nothing else. */

/** What the ends of sessions have in common. */
const END = {
  ...{ session: 's', item: 'A', task: 'work', turns: 1, tokens: 10, duration: 5, stands: null, quotaUntil: null },
};

const NOW = 1_000_000_000;
const LIMITS: Limits = { atOnce: 3, sessions: 100, tokens: null, money: null, until: null, item: null };
const NONE: Used = { sessions: 0, turns: 0, tokens: 0, money: 0, known: 0, unpriced: 0, time: 0 };

const VERDICT = { check: 'verdict', judge: 'qa', on: 'item' } as const;
const COMMAND = { check: 'command', command: 'sh build.sh', on: 'item' } as const;
const PLAIN = workflowOf([
  phase('build', [], each('story', [phase('work', [SUBMITTED]), phase('look', [VERDICT])])),
  phase('whole', [{ check: 'green' }]),
]);

function view(sim: Sim, rest: Partial<DriveView> = {}): DriveView {
  const retries = new Map<string, Retry>();
  for (const { id } of sim.items) {
    const retry = retryOf(attemptsOf(sim.events, id), { now: sim.time });
    if (retry) retries.set(id, retry);
  }
  return {
    status: sim.status,
    items: sim.items,
    workers: [],
    landed: new Set(),
    unlanded: new Map(),
    fruitless: new Map(),
    usedBy: new Map(),
    retries,
    used: NONE,
    largest: NONE,
    closedUntil: null,
    ...rest,
  };
}

const worker = (item: string | null) => ({ lease: `lease of ${item}`, item, since: NOW });
const next = (sim: Sim, rest: Partial<DriveView> = {}, limits: Partial<Limits> = {}) =>
  schedule(view(sim, rest), { ...LIMITS, ...limits }, NOW);

function stories(...ids: (string | [string, Partial<ItemFact>])[]): Sim {
  const sim = new Sim(PLAIN);
  for (const one of ids) typeof one === 'string' ? sim.item(one) : sim.item(...one);
  return sim;
}

const start = (item: string | null, task: 'work' | 'judge' | 'analysis' | 'landing' = 'work'): Action => ({
  do: 'start',
  item,
  task,
});

describe('V17 X25 what is started', () => {
  test('V43 what is free and fits, one at a time, as the next may be excluded by it; what shares a file or waits does not', () => {
    const sim = stories('A', 'B', ['C', { files: ['A'] }], ['D', { after: ['A'] }]);
    begin(sim, 'A');
    const held = view(sim, { workers: [worker('A')] });
    const running: DriveView = {
      ...held,
      status: {
        ...held.status,
        items: held.status.items.map((one) => (one.id === 'A' ? { ...one, lease: {} as never } : one)),
      },
    };
    expect(schedule(running, LIMITS, NOW)).toEqual([start('B')]);
    expect(next(stories('A', 'B', 'C', 'D'))).toEqual([start('A')]);
    expect(next(stories('A', 'B', 'C'), { workers: [worker('A'), worker('B')] })).toEqual([start('C')]);
    expect(next(stories('A', 'B'), { workers: [worker('A')] }, { atOnce: 1 })).toEqual([
      { do: 'wait', for: 'sessions', until: null },
    ]);
  });

  test('R36 what a living session has is not started again', () => {
    expect(next(stories('A', 'B'), { workers: [worker('A'), worker('B')] })).toEqual([
      { do: 'wait', for: 'sessions', until: null },
    ]);
  });

  test('R49 what builds on work that is not in the branch of the run waits until it is', () => {
    const sim = stories('A', ['B', { after: ['A'] }]);
    begin(sim, 'A');
    sim.do({ type: 'submission', name: 'done', subject: 'A' });
    sim.verdict('qa', true, [], 'A');
    expect(next(sim)).toEqual([{ do: 'land', item: 'A' }]);
    expect(next(sim, { landed: new Set(['A']) })).toEqual([start('B')]);
  });

  test('a judge is a session of its own, and a command needs none', () => {
    const sim = stories('A');
    begin(sim, 'A');
    sim.do({ type: 'submission', name: 'done', subject: 'A' });
    expect(next(sim)).toEqual([start('A', 'judge')]);
    const built = new Sim(
      workflowOf([phase('build', [], each('story', [phase('work', [SUBMITTED, COMMAND])])), phase('end', [SUBMITTED])]),
    ).item('A');
    begin(built, 'A');
    built.do({ type: 'submission', name: 'done', subject: 'A' });
    expect(next(built)).toEqual([{ do: 'prove', item: 'A' }]);
    built.do({ type: 'command', command: 'sh build.sh', pass: false, subject: 'A' });
    expect(next(built)).toEqual([start('A')]);
  });

  test('M22 R15 the same failure twice is analysed before the next try', () => {
    const sim = stories('A');
    begin(sim, 'A');
    for (let count = 0; count < 2; count += 1)
      sim.do({ type: 'failure', item: 'A', failure: 'code', reason: 'stood still' });
    expect(next(sim)).toEqual([start('A', 'analysis')]);
  });
});

test('R76 each member of a batch is held to each of its own checks, whoever else is at work', () => {
  const sim = stories('A', 'B', 'C');
  for (const id of ['A', 'B', 'C']) begin(sim, id);
  const openOf = (id: string) =>
    (sim.status.items.find((one) => one.id === id)?.open ?? []).map(({ check }) => check.replace(/^.*\./, ''));
  expect(['A', 'B', 'C'].map(openOf)).toEqual([['submitted'], ['submitted'], ['submitted']]);
  sim.do({ type: 'submission', name: 'done', subject: 'A' });
  sim.verdict('qa', true, [], 'A');
  sim.do({ type: 'submission', name: 'done', subject: 'C' });
  expect([sim.status.over, openOf('B'), openOf('C')]).toEqual([['A'], ['submitted'], ['verdict']]);
  // A word on one of them speaks of no other.
  sim.verdict('qa', true, [], 'C');
  expect([sim.status.over, openOf('B')]).toEqual([['A', 'C'], ['submitted']]);
  expect(sim.status.phase).toBe('build');
});

describe('R43 R44 a run that is gone on with', () => {
  const ALL = new Set(['A', 'B', 'C']);
  const finished = (sim: Sim, ...ids: string[]) => {
    for (const id of ids) {
      begin(sim, id);
      sim.do({ type: 'submission', name: 'done', subject: id });
      sim.verdict('qa', true, [], id);
    }
    return sim;
  };

  test('works on what lapsed before what builds on it, and on nothing else', () => {
    const sim = finished(stories('A', ['B', { after: ['A'] }], 'C'), 'A', 'C');
    expect(next(sim, { landed: ALL })).toEqual([start('B')]);
    sim.do({ type: 'reopen', item: 'A', person: 'ann', reason: 'it was wrong' });
    expect(next(sim, { landed: ALL })).toEqual([start('A')]);
    expect(next(sim, { landed: ALL, workers: [worker('A')] })).toEqual([{ do: 'wait', for: 'sessions', until: null }]);
    finished(sim, 'A');
    expect(next(sim, { landed: ALL })).toEqual([start('B')]);
  });

  test('R11 without any item there is something to do, and nothing is complete', () => {
    const none = new Sim(PLAIN);
    none.run('pass');
    expect(next(none)).not.toContainEqual(expect.objectContaining({ do: 'end' }));
    // The same run with an item that is done is complete.
    expect(next(finished(stories('A'), 'A').run('pass'), { landed: ALL })).toEqual([{ do: 'end', how: 'done' }]);
  });
});

describe('R48 what does not hold on what has landed', () => {
  test('is mended by a session of its own, three times, and then asks a person; the item stays done', () => {
    const sim = stories('A', 'B');
    for (const id of ['A', 'B']) {
      begin(sim, id);
      sim.do({ type: 'submission', name: 'done', subject: id });
      sim.verdict('qa', true, [], id);
    }
    const landed = new Set(['A']);
    expect(next(sim, { landed })[0]).toEqual({ do: 'land', item: 'B' });
    expect(next(sim, { landed, unlanded: new Map([['B', 0]]) })[0]).toEqual(start('B', 'landing'));
    expect(next(sim, { landed, unlanded: new Map([['B', 3]]) })).not.toContainEqual(start('B', 'landing'));
    // It keeps no other from landing, nor does who waits for a person keep one from being mended.
    expect(next(sim, { unlanded: new Map([['A', 3]]) })).toEqual([{ do: 'land', item: 'B' }]);
    const both = new Map([
      ['A', 3],
      ['B', 0],
    ]);
    expect(next(sim, { unlanded: both })).toEqual([start('B', 'landing')]);
    // Who mends it is at work still: what has landed meanwhile changes nothing about that.
    expect(next(sim, { landed, workers: [worker('B')] })).toEqual([{ do: 'wait', for: 'sessions', until: null }]);
    expect(sim.status.over).toEqual(['A', 'B']);
    // Nothing is asked of the whole, and nothing is complete, while work is missing in it.
    expect(next(sim, { landed, unlanded: new Map([['B', 3]]) })).toEqual([{ do: 'wait', for: 'person', until: null }]);
    sim.run('pass');
    expect(sim.at).toBe('done');
    expect(next(sim, { landed, unlanded: new Map([['B', 3]]) })).toEqual([{ do: 'wait', for: 'person', until: null }]);
  });
});

describe('M27 R22 R54 what broke down', () => {
  test('is waited out, while others go on', () => {
    const sim = stories('A', 'B');
    begin(sim, 'A');
    sim.do({ type: 'failure', item: 'A', failure: 'infra', reason: 'api' });
    expect(schedule(view(sim), LIMITS, sim.time)).toEqual([start('B')]);
    const wait = schedule(view(sim, { workers: [worker('B')] }), LIMITS, sim.time);
    // Half a minute, and up to a quarter of it more: not all come back at once.
    expect(wait).toEqual([{ do: 'wait', for: 'sessions', until: expect.any(Number) }]);
    const until = wait[0]?.do === 'wait' ? (wait[0].until ?? 0) : 0;
    expect(until - sim.time).toBeGreaterThanOrEqual(30_000);
    expect(until - sim.time).toBeLessThanOrEqual(38_000);
  });

  test('nobody waits for a session that does not fit into a limit', () => {
    const sim = stories('A');
    begin(sim, 'A');
    sim.do({ type: 'failure', item: 'A', failure: 'infra', reason: 'api' });
    const spent = view(sim, { used: { ...NONE, sessions: 1 } });
    expect(schedule(spent, { ...LIMITS, sessions: 1 }, sim.time)).toEqual([{ do: 'pause', limit: 'sessions' }]);
  });

  test('three in a row ask a person; R16 what is outside is not started again', () => {
    for (const failures of [['infra', 'infra', 'infra'], ['external']] as const) {
      const sim = stories('A');
      begin(sim, 'A');
      for (const failure of failures) sim.do({ type: 'failure', item: 'A', failure, reason: 'x' });
      const [wait] = next(sim);
      expect(wait).toMatchObject({ do: 'wait', until: null });
      expect(wait).not.toMatchObject({ for: 'time' });
    }
  });

  test('R28 R29 an account without quota takes nobody until it is open again, and everybody after', () => {
    const closed = { closedUntil: NOW + 5000 };
    expect(next(stories('A', 'B'), closed)).toEqual([{ do: 'wait', for: 'time', until: NOW + 5000 }]);
    expect(next(stories('A', 'B'), { closedUntil: NOW })).toEqual([start('A')]);
  });
});

describe('R27 R34 limits', () => {
  test.each([
    [{ sessions: 2 }, { ...NONE, sessions: 2 }, 'sessions'],
    [{ tokens: 100 }, { ...NONE, tokens: 100 }, 'tokens'],
    [{ money: 3 }, { ...NONE, money: 3, known: 3 }, 'money'],
    [{ until: NOW }, NONE, 'time'],
  ] as const)('X66 %j is a pause with that reason', (limits, used, limit) => {
    expect(next(stories('A'), { used }, limits)).toEqual([{ do: 'pause', limit }]);
    expect(next(stories('A', 'B'), { used, workers: [worker('B')] }, limits)).toEqual([
      { do: 'wait', for: 'sessions', until: null },
    ]);
  });

  test('a start that does not fit is refused before it is paid for', () => {
    const used = { ...NONE, tokens: 60 };
    const largest = { ...NONE, tokens: 30 };
    expect(next(stories('A', 'B'), { used, largest }, { tokens: 100 })).toEqual([start('A')]);
    expect(next(stories('A'), { used: { ...used, tokens: 80 }, largest }, { tokens: 100 })).toEqual([
      { do: 'pause', limit: 'tokens' },
    ]);
  });
});

describe('R34 a price that nobody knows', () => {
  const largest = { ...NONE, money: 1, known: 1 };
  const used = { ...NONE, sessions: 3, money: null, known: 1, unpriced: 2 };

  test('is taken for that of the most costly session, and never for nothing', () => {
    expect(next(stories('A'), { used, largest }, { money: 3 })).toEqual([{ do: 'pause', limit: 'money' }]);
    expect(next(stories('A'), { used, largest }, { money: 4 })).toEqual([start('A')]);
  });

  test('makes the sum unknown, of which the known part is told', () => {
    const ends = [1, null].map((money) => ({ ...END, failure: null, money }));
    expect(usedIn(ends)).toEqual({ sessions: 2, turns: 2, tokens: 20, money: null, known: 1, unpriced: 1, time: 10 });
    expect(usedIn(ends.slice(0, 1))).toMatchObject({ money: 1, unpriced: 0 });
    expect(largestIn(ends)).toMatchObject({ known: 1, tokens: 10 });
  });
});

describe('what one item may use', () => {
  const UNLIMITED = { sessions: null, turns: null, tokens: null, money: null, time: null };
  const limits = { ...LIMITS, item: { ...UNLIMITED, tokens: 100, money: 2 } };
  const spent = (used: Partial<Used>) => new Map([['A', { ...NONE, ...used }]]);
  const then = (sim: Sim, used: Partial<Used>) => schedule(view(sim, { usedBy: spent(used) }), limits, NOW);

  test('is what its own sessions have used, and no other item waits for it', () => {
    expect(then(stories('A', 'B'), { tokens: 100 })).toEqual([start('B')]);
    expect(then(stories('A', 'B'), { known: 1.99, tokens: 99 })).toEqual([start('A')]);
    // Money of which a part is unknown is at least what is known of it.
    expect(then(stories('A', 'B'), { money: null, known: 2 })).toEqual([start('B')]);
  });

  test.each([
    ['sessions', { sessions: 3 }],
    ['turns', { turns: 3 }],
    ['tokens', { tokens: 3 }],
    ['money', { known: 3 }],
    ['time', { time: 3 }],
  ] as const)('R34 is limited in %s, whichever is used up first', (kind, used) => {
    const limited = (most: number) => ({ ...LIMITS, item: { ...UNLIMITED, [kind]: most } });
    const usedBy = spent(used);
    expect(schedule(view(stories('A'), { usedBy }), limited(4), NOW)).toEqual([start('A')]);
    expect(schedule(view(stories('A'), { usedBy }), limited(3), NOW)).toEqual([{ do: 'pause', limit: 'item' }]);
    expect(schedule(view(stories('A', 'B'), { usedBy }), limited(3), NOW)).toEqual([start('B')]);
    expect(itemLeft(usedBy.get('A'), limited(4).item)).toEqual({ ...UNLIMITED, [kind]: 1 });
    // One of which no session was ever started has all of it left.
    expect(itemLeft(undefined, limited(4).item)).toEqual({ ...UNLIMITED, [kind]: 4 });
  });

  test('pauses the run once nothing else is left to do', () => {
    expect(then(stories('A'), { known: 2.5 })).toEqual([{ do: 'pause', limit: 'item' }]);
    expect(next(stories('A'), { usedBy: spent({ known: 2.5 }) })).toEqual([start('A')]);
  });

  test('is added up by item, without what was done for the run itself', () => {
    const ends = ['A', null, 'A'].map((item) => ({ ...END, failure: null, item, money: 1 }));
    expect([...usedByItem(ends)]).toEqual([
      ['A', expect.objectContaining({ sessions: 2, turns: 2, tokens: 20, known: 2, time: 10 })],
    ]);
  });
});

describe('R13 R15 sessions that lead nowhere', () => {
  const failed = (name: string) => ({ ...END, money: 0, failure: { class: name } });
  const row = (...ends: DrivenEnd[]) => fruitlessIn(ends).get('A') ?? 0;

  test('are counted in a row, whatever broke down between them', () => {
    expect(row(failed('code'), failed('infra'), failed('limit'))).toBe(2);
    expect(row(failed('code'), { ...END, money: 0, failure: null }, failed('code'))).toBe(1);
    expect(row(failed('infra'), failed('quota'))).toBe(0);
    // Putting an item together with others is counted by itself.
    expect(row({ ...failed('code'), task: 'landing' })).toBe(0);
  });

  test('are those, too, that come back to where one had left the item before: there and back is no way on', () => {
    const led = (stands: string | null) => ({ ...END, money: 0, failure: null, stands });
    expect(row(led('a'), led('b'), led('a'), led('b'), led('a'))).toBe(3);
    expect(row(led('a'), led('b'), led('a'), led('c'))).toBe(0);
    // Of another item, and where nobody knows, nothing is told.
    expect(row(led('a'), { ...led('a'), item: 'B' }, led('b'))).toBe(0);
    expect(row(led(null), led(null))).toBe(0);
  });

  test('pause the run behind the fourth, once nothing else is left to do', () => {
    const fruitless = new Map([['A', 4]]);
    expect(next(stories('A'), { fruitless })).toEqual([{ do: 'pause', limit: 'standstill' }]);
    expect(next(stories('A', 'B'), { fruitless })).toEqual([start('B')]);
    expect(next(stories('A'), { fruitless: new Map([['A', 3]]) })).toEqual([start('A')]);
  });

  test('37.4 a budget of the project that is used up starts no session, and is a pause; proofs cost nothing', () => {
    expect(next(stories('A'), { isOverBudget: true })).toEqual([{ do: 'pause', limit: 'budget' }]);
    expect(next(stories('A'), { isOverBudget: false })).toEqual([start('A')]);
  });

  test('stand where somebody has said why, no longer where they stood', () => {
    const sim = stories('A');
    begin(sim, 'A');
    for (let count = 0; count < 2; count += 1)
      sim.do({ type: 'failure', item: 'A', failure: 'code', reason: 'stood still' });
    const at = () => standsAt(sim.status, 'A', attemptsOf(sim.events, 'A'));
    const before = at();
    expect(at()).toBe(before);
    sim.do({ type: 'analysis', item: 'A', note: 'it looked elsewhere' });
    expect(at()).not.toBe(before);
  });
});

describe('R5 R6 R17 R38 the end', () => {
  test('is reached only where nothing is open, and what lands comes first', () => {
    const sim = stories('A');
    expect(next(sim)).not.toContainEqual(expect.objectContaining({ do: 'end' }));
    begin(sim, 'A');
    sim.do({ type: 'submission', name: 'done', subject: 'A' });
    sim.verdict('qa', true, [], 'A').run('pass');
    expect(sim.at).toBe('done');
    expect(next(sim)).toEqual([{ do: 'land', item: 'A' }]);
    expect(next(sim, { landed: new Set(['A']) })).toEqual([{ do: 'end', how: 'done' }]);
  });

  test('a pause ends the sessions, and then waits for a person', () => {
    const sim = stories('A');
    sim.do({ type: 'pause', reason: 'look first' });
    expect(next(sim, { workers: [worker('A')] })).toEqual([{ do: 'stop', lease: 'lease of A', why: 'paused' }]);
    expect(next(sim)).toEqual([{ do: 'wait', for: 'person', until: null }]);
  });

  test('M1 as soon as nothing can move, that is said', () => {
    const sim = stories('A', ['B', { after: ['A'] }]);
    sim.do({ type: 'item', item: 'A', state: 'blocked', reason: 'the sandbox is down' });
    expect(next(sim)).toEqual([{ do: 'wait', for: 'person', until: null }]);
  });
});

/** Whatever happened in a run of nested items, and whoever works on what. */
const views = fc
  .tuple(journal, fc.nat(3), fc.nat(4), fc.boolean())
  .map(([[made, facts], atOnce, sessions, isClosed]) => ({ made, facts, atOnce: atOnce + 1, sessions, isClosed }));

describe('any run', () => {
  test('has tried nothing with an item that no event speaks of', () => {
    fc.assert(
      fc.property(journal, ([, facts]) => {
        const mentioned = mentionedIn(facts.events);
        for (const { id } of facts.present.items)
          if (!mentioned.has(id)) expect(attemptsOf(facts.events, id)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('of 1,000 items costs about ten times what one of a hundred costs', () => {
    const seen = (count: number) => {
      const sim = stories(...Array.from({ length: count }, (_, at) => `I${at}`));
      for (let at = 0; at < count * 0.3; at += 1) {
        sim.do({ type: 'item', item: `I${at}`, state: 'running', reason: '' });
        sim.do({ type: 'failure', item: `I${at}`, failure: 'infra', reason: 'api' });
      }
      return view(sim, { workers: [worker(`I${count - 1}`)], closedUntil: NOW + 1 });
    };
    const views = new Map([100, 1000].map((count) => [count, seen(count)]));
    expect(growth((count) => schedule(views.get(count)!, LIMITS, NOW), 100, 1000)).toBeLessThan(40);
  });

  test('nothing is started twice or beyond a limit, and nobody waits while a session could work', () => {
    fc.assert(
      fc.property(views, fc.array(fc.nat(4), { maxLength: 3 }), ({ made, facts, atOnce, sessions, isClosed }, busy) => {
        const status: Status = evaluate(made, facts);
        const items = facts.present.items;
        const workers = [...new Set(busy)].flatMap((at) => (items[at] ? [worker(items[at].id)] : []));
        const used = { ...NONE, sessions: 5 - sessions };
        const seen: DriveView = {
          ...{
            status,
            items,
            workers,
            landed: new Set<string>(),
            unlanded: new Map(),
            fruitless: new Map(),
            usedBy: new Map(),
            retries: new Map(),
            used,
            largest: NONE,
          },
          closedUntil: isClosed ? NOW + 1 : null,
        };
        const limits = { ...LIMITS, atOnce, sessions: 5 };
        const actions = schedule(seen, limits, NOW);
        expect(actions.length).toBeGreaterThan(0);
        expect(schedule(seen, limits, NOW)).toEqual(actions);
        const started = actions.flatMap((one) => (one.do === 'start' ? [one.item] : []));
        expect(new Set(started).size).toBe(started.length);
        expect(started.filter((one) => workers.some(({ item }) => item === one))).toEqual([]);
        if (started.length > 0) {
          expect(isClosed).toBe(false);
          expect(started.length + workers.length).toBeLessThanOrEqual(Math.max(atOnce, workers.length));
          expect(used.sessions + started.length + workers.length).toBeLessThanOrEqual(5);
        }
        if (actions.some((one) => one.do === 'end')) expect(workers).toEqual([]);
        // Who waits for a person has nothing to do for an agent.
        if (actions.some((one) => one.do === 'wait' && one.for !== 'sessions')) expect(started).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('what could start now', () => {
  test('is all that may start beside one another, and is told without limits', () => {
    const sim = stories('A', 'B', ['C', { after: ['A'] }]);
    expect(planOf(view(sim), NOW)).toEqual([
      { item: 'A', task: 'work' },
      { item: 'B', task: 'work' },
    ]);
    expect(planOf(view(sim, { workers: [worker('A')] }), NOW)).toEqual([{ item: 'B', task: 'work' }]);
  });

  test('of items that share a file it is one', () => {
    const sim = stories(['A', { files: ['a.ts'] }], ['B', { files: ['a.ts'] }], ['C', { files: ['c.ts'] }]);
    expect(planOf(view(sim), NOW).map(({ item }) => item)).toEqual(['A', 'C']);
  });
});
