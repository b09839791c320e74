import type { Attempt, Retry } from '@flow/core/items';
import type { ItemFact, ItemStatus, OpenCheck, Status } from '@flow/core/workflow';
import type { ForeignWork } from '@flow/driver/drive';
import { describe, expect, test } from 'vitest';
import { GROUPS, type LiveSession, type Row, type RowWords, type ScreenView } from './row.js';
import { screenOf } from './rows.js';

/* Rows follow from what is known, and from nothing else. */

const NOW = 1_800_000_000_000;

const words: RowWords = {
  tidy: (value, max = 300) => String(value ?? '').slice(0, max),
  open: ({ finding }) => String(finding.args.said ?? finding.code),
  hindrance: ({ why, items }) => `${why} ${items.join(', ')}`,
};

/** What a terminal would take for an order is taken off. */
const stripped = (text: string) => text.replace(/[\u0000-\u001f\u007f]/g, '');

const item = (id: string, more: Partial<ItemFact> = {}): ItemFact => ({
  ...{ id, digest: id, title: `Item ${id}`, kind: 'task', after: [], files: [] },
  ...more,
});

const status = (items: readonly ItemStatus[], more: Partial<Status> = {}): Status =>
  ({
    ...{ phase: 'build', title: 'Build', paused: null, ended: null, questions: [], open: [], over: [], loops: [] },
    ...{ items, waiting: null, command: null, gates: {} },
    ...more,
  }) as unknown as Status;

const at = (id: string, state: string, more: Partial<ItemStatus> = {}): ItemStatus =>
  ({ id, title: `Item ${id}`, state, ...more }) as ItemStatus;

function view(of: Status, more: Partial<ScreenView> = {}): ScreenView {
  return {
    ...{ now: NOW, readAt: NOW, status: of, sessions: [], ended: [], histories: new Map(), touched: new Map() },
    items: of.items.map(({ id }) => item(id)),
    landed: new Set(of.items.map(({ id }) => id)),
    ...{ unlanded: new Map(), fruitless: new Map(), closedUntil: null, isDriven: true, takeOver: null, foreign: [] },
    ...more,
  };
}

const retry = (more: Partial<Retry>): Retry => ({
  ...{ retry: true, backoffSeconds: 0, escalate: false, analyse: false, reason: 'failed', spent: 1, max: 3 },
  ...more,
});
const attempt = (...errors: string[]) => ({ errors, source: 'sh verify.sh', status: 'failed' }) as unknown as Attempt;
const session = (id: string | null): LiveSession => ({
  ...{ session: `s-${id}`, item: id, task: 'work', client: 'claude-code', since: NOW - 60_000, heard: NOW },
});
const open = (actor: OpenCheck['actor'], said: string, more: Partial<OpenCheck> = {}): OpenCheck => ({
  ...{ check: 'build/work.approved', state: 'missing', actor },
  finding: { code: 'APPROVAL_MISSING', level: 'error', args: { said } } as unknown as OpenCheck['finding'],
  ...more,
});

const rowOf = (of: ScreenView, id: string | null = 'A'): Row =>
  screenOf(of, words).rows.find((row) => row.item === id)!;

describe('the group of an item', () => {
  const history = (of: Retry, ...attempts: Attempt[]) => new Map([['A', { retry: of, attempts }]]);
  const lease = { id: 'l', session: 's', driver: false, pid: 1, machine: 'm', worktree: '/t', since: NOW - 1000 };
  const waits = { id: 'w1', what: 'the key', check: null, since: NOW - 9000, until: NOW + 9000, item: 'A', checks: 0 };

  test.each<[what: string, of: ScreenView, group: string, why: string | RegExp, command: string | null]>([
    ['it can begin', view(status([at('A', 'ready')])), 'ready', 'it can begin', null],
    ['nobody drives', view(status([at('A', 'ready')]), { isDriven: false }), 'ready', 'it can begin', 'flow run'],
    [
      'a session works on it',
      view(status([at('A', 'ready')]), { sessions: [session('A')] }),
      ...(['working', 'claude-code works', 'flow item show A'] as const),
    ],
    [
      "somebody's own session has it",
      view(status([at('A', 'running', { lease: lease as unknown as NonNullable<ItemStatus['lease']> })])),
      ...(['working', 'session s in /t', 'flow item show A'] as const),
    ],
    ['it was begun, and nobody is at it', view(status([at('A', 'running')])), 'ready', 'it can begin', null],
    [
      'it waits for another',
      view(status([at('A', 'waiting'), at('B', 'ready')]), { items: [item('A', { after: ['B'] }), item('B')] }),
      ...(['waiting', 'after B', null] as const),
    ],
    [
      'it builds on work that has not landed',
      view(status([at('A', 'ready'), at('B', 'done')]), {
        items: [item('A', { after: ['B'] }), item('B')],
        landed: new Set(['A']),
      }),
      ...(['waiting', 'builds on B, which has not landed yet', null] as const),
    ],
    [
      'it is blocked by a word',
      view(status([at('A', 'blocked', { reason: 'no account' })])),
      ...(['needs-you', 'blocked: no account', 'flow item open A'] as const),
    ],
    [
      'its loop is over',
      view(
        status([at('A', 'blocked', { reason: 'loop' })], {
          loops: [{ check: 'work.green', item: 'A', blocks: 3, max: 3, exhausted: true }],
        }),
        { histories: history(retry({ escalate: true, spent: 3 }), attempt('test_total')) },
      ),
      ...(['needs-you', 'blocked 3 times, the maximum: test_total', 'flow decide work.green again --item A'] as const),
    ],
    [
      'it is tried again',
      view(status([at('A', 'ready')]), { histories: history(retry({}), attempt('test_total')) }),
      ...(['ready', 'tried again: it can begin', null] as const),
    ],
    [
      'its tries are spent',
      view(status([at('A', 'ready')]), {
        histories: history(retry({ escalate: true, reason: 'exhausted', spent: 3 }), attempt('test_total')),
      }),
      ...(['needs-you', 'failed 3 times, the maximum: test_total', 'flow explain --escalation --item A'] as const),
    ],
    [
      'it broke down',
      view(status([at('A', 'ready')]), { histories: history(retry({ backoffSeconds: 40 }), attempt('killed')) }),
      ...(['waiting', 'broke down, and is tried again: killed', null] as const),
    ],
    [
      'the quota is used up',
      view(status([at('A', 'ready')]), { closedUntil: NOW + 60_000 }),
      ...(['waiting', "the account's quota is used up", null] as const),
    ],
    [
      'R65 a gate asks a person, in the words of the gate',
      view(
        status([at('A', 'ready', { open: [open('person', 'a person approves it: `flow approve plan --item A`')] })]),
      ),
      ...(['needs-you', 'a person approves it', 'flow approve plan --item A'] as const),
    ],
    [
      'what is outside is not there',
      view(status([at('A', 'ready', { open: [open('outside', 'CI is running')] })])),
      ...(['waiting', 'CI is running', null] as const),
    ],
    [
      'only a person can say that it is there',
      view(status([at('A', 'waiting')], { awaits: [waits] })),
      ...(['needs-you', /^waits for the key; a person says/, "flow await w1 --done '…'"] as const),
    ],
    [
      'R65 a command says when it is there',
      view(status([at('A', 'waiting')], { awaits: [{ ...waits, check: 'pg_isready' }] })),
      ...(['waiting', 'waits for the key, checked by pg_isready', 'flow await w1'] as const),
    ],
    [
      'the time of a wait is over',
      view(status([at('A', 'waiting')], { awaits: [{ ...waits, check: 'pg_isready', isOver: true }] })),
      ...(['needs-you', 'waits for the key; its time is over', "flow await w1 --done '…'"] as const),
    ],
    [
      'R13 four sessions in a row led nowhere',
      view(status([at('A', 'ready')]), {
        fruitless: new Map([['A', 4]]),
        histories: history(retry({ spent: 0, max: null }), attempt('nothing had moved')),
      }),
      ...(['needs-you', /^4 sessions in a row led nowhere: nothing/, 'flow explain --escalation --item A'] as const),
    ],
    ['the run is paused', view(status([at('A', 'ready')], { paused: 'limit' })), 'waiting', 'the run is paused', null],
    ['it is done and has landed', view(status([at('A', 'done')])), 'over', 'done', null],
    [
      'it is done and has not landed',
      view(status([at('A', 'done')]), { landed: new Set() }),
      ...(['ready', 'proven, and lands next', null] as const),
    ],
    [
      'R50 git says nothing of what has landed',
      view(status([at('A', 'done')]), { landed: null }),
      ...(['waiting', /git did not answer/, null] as const),
    ],
    [
      'three sessions could not make it hold',
      view(status([at('A', 'done')]), {
        landed: new Set(),
        unlanded: new Map([['A', { tries: 3, why: 'conflicts in a.txt', folder: '/t r/A' }]]),
      }),
      ...(['needs-you', /conflicts in a\.txt; 3 sessions tried$/, "git -C '/t r/A' status"] as const),
    ],
    [
      'one session could not, so another one tries',
      view(status([at('A', 'done')]), {
        landed: new Set(),
        unlanded: new Map([['A', { tries: 1, why: 'conflicts in a.txt', folder: '/t/A' }]]),
      }),
      ...(['ready', /^proven; does not hold/, null] as const),
    ],
    [
      'a person skipped it',
      view(status([at('A', 'skipped', { reason: 'bought' })])),
      ...(['over', 'skipped: bought', null] as const),
    ],
    ['it was removed', view(status([at('A', 'gone')])), 'needs-you', /removed/, "flow item skip A --reason '…'"],
  ])('%s', (_what, of, group, why, command) => {
    const row = rowOf(of);
    expect(row).toMatchObject({ group, command });
    if (typeof why === 'string') expect(row.why).toBe(why);
    else expect(row.why).toMatch(why);
  });

  test('R9 a state that nobody knows counts as open, and a person is told', () => {
    const screen = screenOf(view(status([at('A', 'review'), at('B', 'done')], { phase: 'done', over: ['B'] })), words);
    expect(screen).toMatchObject({ state: 'open', done: 1, total: 2 });
    expect(screen.rows[0]).toMatchObject({ item: 'A', group: 'needs-you', why: expect.stringContaining('"review"') });
  });

  test('what other machines say of it is told with who and since when, and moves nothing', () => {
    const said = (more: Partial<ForeignWork> = {}): ForeignWork => ({
      ...{ machine: 'anne\u001b[1m', item: 'A', how: 'works', since: NOW - 5000, until: NOW + 60_000 },
      ...more,
    });
    const strict: RowWords = { ...words, tidy: (value, max = 300) => stripped(String(value)).slice(0, max) };
    const of = (state: string, ...foreign: ForeignWork[]) =>
      screenOf(view(status([at('A', state)]), { foreign }), strict);
    const [row] = of('ready', said()).rows;
    expect(row).toMatchObject({ group: 'waiting', item: 'A', since: NOW - 5000, until: NOW + 60_000 });
    expect(row?.why).toBe('foreign: anne[1m works on it; that counts for nothing until it has landed here');
    const done = of('ready', said({ how: 'done', until: null }));
    expect(done).toMatchObject({ state: 'open', done: 0, rows: [{ group: 'waiting' }] });
    // Neither what is done here, nor what a session here works on, nor what is asked of a person is hidden by it.
    expect(of('done', said()).rows[0]).toMatchObject({ group: 'over' });
    expect(of('blocked', said()).rows[0]).toMatchObject({ group: 'needs-you' });
    const own = view(status([at('A', 'ready')]), { foreign: [said()], sessions: [session('A')] });
    expect(screenOf(own, strict).rows[0]).toMatchObject({ group: 'working' });
    // A lease whose time is over is none, and an item that is listed nowhere here is told by itself.
    expect(of('ready', said({ until: NOW })).rows[0]).toMatchObject({ group: 'ready' });
    expect(of('ready', said({ item: 'X' })).rows.map(({ item, group }) => [item, group])).toEqual([
      ['X', 'waiting'],
      ['A', 'ready'],
    ]);
    expect(of('ready', said({ item: 'X' })).total).toBe(1);
  });

  test('what a record of a session names is cleaned and bounded, whoever wrote it', () => {
    const loud = (text: string) => `\u001b[31m${text}\u0007\n${'x'.repeat(500)}`;
    const record = { ...session('A'), session: loud('s'), task: loud('t') as never, client: loud('c') };
    const strict: RowWords = { ...words, tidy: (value, max = 300) => stripped(String(value)).slice(0, max) };
    const of = view(status([at('A', 'ready')]), {
      sessions: [record, { ...record, item: null, task: '__proto__' as never }],
    });
    const { rows } = screenOf(of, strict);
    expect(rows.filter(({ group }) => group === 'working')).toHaveLength(2);
    for (const row of rows)
      for (const text of [row.key, row.why, row.title, row.command ?? '']) {
        expect(text).toBe(stripped(text));
        expect(text.length).toBeLessThan(200);
      }
  });

  test('R7 a ticked box moves nothing: rows follow from the status alone', () => {
    const boxes = { documents: { tasks: { lists: { A: true } } } };
    const of = view(status([at('A', 'ready')], boxes as unknown as Partial<Status>));
    expect(rowOf(of)).toMatchObject({ group: 'ready' });
  });

  test('items of a phase that is not reached are open, and those that are over are not', () => {
    const of = view(status([], { over: ['B'], open: [open('person', 'x')] }), { items: [item('A'), item('B')] });
    expect(rowOf(of)).toMatchObject({ group: 'waiting', why: 'a later phase asks for it' });
    expect(rowOf({ ...of, landed: new Set(['B']) }, 'B')).toMatchObject({ group: 'over' });
  });

  test('an item whose parts are open is told by them', () => {
    const whole = at('A', 'ready', { items: [at('A.1', 'ready'), at('A.2', 'done')] });
    const of = view(status([whole]), { items: [item('A'), item('A.1'), item('A.2')], landed: new Set(['A.2']) });
    expect(screenOf(of, words).rows.map(({ item, group }) => [item, group])).toEqual([
      ['A.1', 'ready'],
      ['A.2', 'over'],
    ]);
  });
});

describe('R5 done is said only where nothing is open', () => {
  const done = () => view(status([at('A', 'done')], { phase: 'done', over: ['A'] }));

  test('an honest end', () => {
    expect(screenOf(done(), words)).toMatchObject({ state: 'done', done: 1, total: 1 });
  });

  test.each<[what: string, more: Partial<ScreenView>]>([
    ['something has not landed', { landed: new Set() }],
    ['git did not answer', { landed: null }],
    ['a session still works', { sessions: [session('A')] }],
    ['a session of the run still works', { sessions: [session(null)] }],
    ["what landed is not in the person's checkout", { takeOver: 'a'.repeat(40) }],
    ['an item is listed that nobody walks', { items: [item('A'), item('B')] }],
  ])('not where %s', (_what, more) => {
    const screen = screenOf({ ...done(), ...more }, words);
    expect(screen.state).toBe('open');
    expect(GROUPS.some((group) => group !== 'over' && screen.counts[group] > 0)).toBe(true);
  });

  test('one of thirty-four that is blocked keeps the run open', () => {
    const items = Array.from({ length: 34 }, (_, n) => at(`I${n}`, n === 7 ? 'blocked' : 'done'));
    expect(screenOf(view(status(items, { phase: 'done' })), words)).toMatchObject({
      state: 'open',
      done: 33,
      total: 34,
    });
  });
});

describe('R65 what a person is asked for as a whole', () => {
  test('a question stands with its words, its age and the command that answers it', () => {
    const questions = [{ id: 'Q1', text: 'Which key?', lookedUp: 'docs', options: ['a', 'b'], since: NOW - 60_000 }];
    expect(rowOf(view(status([], { questions })), null)).toMatchObject({
      ...{ group: 'needs-you', why: 'Which key? (a | b)', since: NOW - 60_000 },
      command: "flow clarify answer Q1 '…'",
    });
  });

  test('a pause, a gate of the phase, and what landed beside a checkout', () => {
    const of = view(
      status([], { paused: 'the limit of money', open: [open('person', 'approve: `flow approve plan`')] }),
      {
        takeOver: 'b'.repeat(40),
      },
    );
    const asked = screenOf(of, words).rows.filter(({ group }) => group === 'needs-you');
    expect(asked.map(({ command }) => command)).toEqual([
      ...['flow resume', `git merge --ff-only ${'b'.repeat(12)}`, 'flow approve plan'],
    ]);
    // Each reason is one of its own, so that a person is told once of it.
    expect(new Set(asked.map(({ key }) => key)).size).toBe(3);
  });

  test('a run that works on no items says what is next', () => {
    const of = view(status([], { open: [open('agent', 'write the plan')] }), { isDriven: false });
    expect(rowOf(of, null)).toMatchObject({ group: 'ready', why: 'write the plan', command: 'flow next' });
  });
});

describe('what it costs', () => {
  const ended = (money: number | null, id: string | null = 'A') => ({ item: id, tokens: 100, money });
  const cost = (more: Partial<ScreenView>) => rowOf(view(status([at('A', 'ready')]), more)).cost;

  test.each([
    ['nothing was begun', {}, null],
    ['all prices are known', { ended: [ended(1), ended(0.5)] }, { money: 1.5, isAtLeast: false, tokens: 200 }],
    ['one price is missing', { ended: [ended(1), ended(null)] }, { money: 1, isAtLeast: true, tokens: 200 }],
    ['no price is known', { ended: [ended(null)] }, { money: null, tokens: 100 }],
    ['a session still runs', { sessions: [session('A')] }, { money: null, tokens: 0 }],
    ['a further one runs', { ended: [ended(1)], sessions: [session('A')] }, { money: 1, isAtLeast: true }],
  ] as const)('%s', (_what, more, expected) => {
    if (expected === null) expect(cost(more)).toBeNull();
    else expect(cost(more)).toMatchObject(expected);
  });

  test('whoever works on it without a driver costs something that nobody knows, which is not 0', () => {
    const tried = { histories: new Map([['A', { attempts: [attempt('x')], retry: retry({}) }]]) };
    expect(cost(tried)).toMatchObject({ money: null, isAtLeast: true });
  });

  test('the try that it is in, of as many as there are', () => {
    const of = (spent: number, max: number | null) =>
      rowOf(
        view(status([at('A', 'ready')]), {
          histories: new Map([['A', { attempts: [attempt('x')], retry: retry({ spent, max }) }]]),
        }),
      ).try;
    expect([of(1, 3), of(3, 3), of(1, null)]).toEqual([
      { number: 2, max: 3 },
      { number: 3, max: 3 },
      { number: 2, max: null },
    ]);
    expect(rowOf(view(status([at('A', 'ready')]))).try).toBeNull();
  });
});
