import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Budget } from '../policy/budget.js';
import type { FlowEvent } from '../workflow/facts.js';
import { blockingBudgetOf, budgetOf, isSpent } from './budget.js';
import { costOf } from './cost.js';
import { DEFINITIONS } from './definitions.js';
import type { FigureFacts } from './facts.js';
import { figuresOf } from './figures.js';
import { itemsHeld } from './held.js';
import type { Spend } from './spend.js';

type Deed = FlowEvent extends infer E ? (E extends FlowEvent ? Omit<E, 'n' | 'time' | 'at'> : never) : never;

/** Events a minute apart. */
const eventsOf = (...deeds: Deed[]): FlowEvent[] =>
  deeds.map((deed, at) => ({ ...deed, n: at + 1, time: at * 60_000, at: 0 }) as FlowEvent);

const MINUTE = 60_000;

const spend = (fields: Partial<Spend> = {}): Spend => ({
  ...{ of: 'driven', session: 's', since: 0, time: 1, item: 'A', role: 'work', client: 'claude-code', model: 'm' },
  ...{ calls: 3, kinds: null, tokens: 100, money: 1, result: 'led-on', why: null, ...fields },
});

const facts = (fields: Partial<FigureFacts> = {}): FigureFacts => ({
  ...{ events: [], started: 0, until: 100 * MINUTE, ended: null, items: [], spends: [], notLanded: [] },
  ...{ criteria: { all: 0, proven: 0 }, lines: { planned: 0, changed: null }, openFindings: new Set() },
  ...{ afterMerge: null, budget: null, others: [], removedBy: () => null },
  ...{ refusals: {}, judgeOf: (role) => (role.startsWith('flow-') ? role.slice(5) : null), ...fields },
});

const item = (id: string, state: 'open' | 'done' | 'left-out' = 'done', kind = 'task') => ({ id, kind, state });
const begun = (id: string): Deed => ({ type: 'item', item: id, state: 'running', reason: '' });
const verdict = (fields: Partial<Extract<FlowEvent, { type: 'verdict' }>> = {}): Deed => ({
  ...{ type: 'verdict', judge: 'security', subject: 'A', pass: true, findings: [], ...fields },
});
const must = { title: 'x' };

describe('cost per merged pull request beside cost per started item', () => {
  const run = (ended: FigureFacts['ended'], money: number | null, ids: string[] = ['A', 'B']) =>
    facts({
      ...{ ended, spends: [spend({ money })], items: [item('A'), item('B', 'open'), item('F', 'done', 'fix')] },
      events: eventsOf(...ids.map(begun)),
    });

  test.each<[what: string, runs: FigureFacts[], merged: unknown, started: unknown]>([
    ['merged', [run('merged', 4)], { is: 'exact', value: 4 }, { is: 'exact', value: 2 }],
    ['not merged yet', [run(null, 4)], { is: 'none', value: null }, { is: 'exact', value: 2 }],
    [
      'one merged and one given up: what produced nothing is paid for, too',
      [run('merged', 4), run('cancelled', 6)],
      { is: 'exact', value: 10 },
      { is: 'exact', value: 2.5 },
    ],
    [
      'a price that nobody knows',
      [run('merged', null)],
      { is: 'unknown', value: null },
      { is: 'unknown', value: null },
    ],
    [
      'one price known',
      [run('merged', 4), run('merged', null)],
      { is: 'at-least', value: 2 },
      { is: 'at-least', value: 1 },
    ],
    [
      'nothing begun',
      [facts({ items: [item('A', 'open')] })],
      { is: 'none', value: null },
      { is: 'none', value: null },
    ],
    ['a run without items is one', [facts({ ended: 'merged' })], { is: 'exact', value: 0 }, { is: 'exact', value: 0 }],
  ])('%s', (_what, runs, perMerged, perStarted) => expect(costOf(runs)).toMatchObject({ perMerged, perStarted }));

  test('unknown money is never 0, however runs are put together', () => {
    const money = fc.option(fc.constantFrom(0, 1, 2.5), { nil: null });
    fc.assert(
      fc.property(fc.array(money, { minLength: 1 }), (all) => {
        const cost = costOf([facts({ spends: all.map((one) => spend({ money: one })), ended: 'merged' })]);
        if (all.includes(null)) expect([cost.money.is, cost.perMerged.is]).not.toContain('exact');
        else expect(cost.money.is).toBe('exact');
        if (cost.money.value === 0) expect(all.every((one) => one === 0)).toBe(true);
      }),
    );
  });
});

describe('first-pass rate per gate', () => {
  const rateOf = (found: FigureFacts, gate: string) =>
    figuresOf(found)
      .firstPass.filter((one) => one.gate === gate)
      .map(({ came, passed }) => [came, passed])[0];
  const run = (subjects: Record<string, boolean>, failure?: 'infra'): Deed => ({
    ...{ type: 'run', suite: 'vitest:.', question: 'test', result: 'fail', subjects, ...(failure && { failure }) },
  });
  const red: Deed = { type: 'red', tests: [{ file: 'a', name: 'b', hash: 'c' }] };

  const command = (pass: boolean, scopedTo?: string) =>
    ({ type: 'command', command: 'sh verify.sh', pass, ...(scopedTo && { scopedTo }) }) as Deed;

  test.each<[what: string, deeds: Deed[], gate: string, rate: [number, number] | undefined]>([
    ['a pass at the first word', [verdict()], 'security', [1, 1]],
    [
      'a pass at the second word is no first pass',
      [verdict({ pass: false, findings: [must] }), verdict()],
      'security',
      [1, 0],
    ],
    [
      'a later repeat takes no first pass away',
      [verdict(), verdict({ pass: false, findings: [must] })],
      'security',
      [1, 1],
    ],
    [
      'a judge that broke down has said nothing',
      [verdict({ pass: false, failure: 'infra' }), verdict()],
      'security',
      [1, 1],
    ],
    ['tests that have to fail first say nothing', [run({ A: false }), red, run({ A: true })], 'vitest:.', [1, 1]],
    ['tests that fail where they should not', [begun('A'), run({ A: false }), run({ A: true })], 'vitest:.', [1, 0]],
    ['a run that broke down', [begun('A'), run({}, 'infra'), run({ A: true })], 'vitest:.', [1, 1]],
    ['each item comes by itself', [begun('A'), run({ A: false, B: true })], 'vitest:.', [2, 1]],
    [
      'an approval that lapsed',
      Array<Deed>(2).fill({ type: 'approval', gate: 'spec', strength: 'terminal', person: 'a', expires: null }),
      'spec',
      [1, 0],
    ],
    [
      'a command speaks of who is at work',
      [begun('A'), command(true), begun('B'), command(false)],
      'sh verify.sh',
      [2, 1],
    ],
    ['a command of one work tree', [begun('A'), begun('B'), command(false, 'B')], 'sh verify.sh', [1, 0]],
    ['a command of the run', [command(true)], 'sh verify.sh', [1, 1]],
    ['nobody came', [], 'security', undefined],
  ])('%s', (_what, deeds, gate, rate) => {
    expect(rateOf(facts({ events: eventsOf(...deeds), items: [item('A'), item('B')] }), gate)).toEqual(rate);
  });

  test('what did not land at first, and what did', () => {
    const spends = [spend({ item: 'A' }), spend({ item: 'B' })];
    const found = facts({
      spends,
      items: [item('A'), item('B')],
      notLanded: [
        { item: 'B', time: 1 },
        { item: 'B', time: 2 },
      ],
    });
    expect(rateOf(found, 'landing')).toEqual([2, 1]);
  });

  test('no more pass than come, whatever happened', () => {
    const deed = fc.oneof(
      fc
        .record({ pass: fc.boolean(), id: fc.constantFrom('A', 'B') })
        .map(({ pass, id }) => verdict({ pass, subject: id, findings: pass ? [] : [must] })),
      fc.constantFrom(begun('A'), red, run({ A: true }), run({ A: false }), run({ A: false }, 'infra')),
    );
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 12 }), (deeds) => {
        for (const { came, passed } of figuresOf(facts({ events: eventsOf(...deeds), items: [item('A'), item('B')] }))
          .firstPass) {
          expect(passed).toBeLessThanOrEqual(came);
          expect(came).toBeLessThanOrEqual(3);
        }
      }),
    );
  });
});

describe('waste', () => {
  const wasteOf = (fields: Partial<FigureFacts>) => figuresOf(facts(fields)).waste;

  test.each<[what: string, fields: Partial<FigureFacts>, waste: object]>([
    ['what led on to a done item is used', { items: [item('A')] }, { wasted: 0, undecided: 0, share: 0 }],
    [
      'on an item that is open nothing is decided',
      { items: [item('A', 'open')] },
      { wasted: 0, undecided: 1, share: null },
    ],
    [
      'what did not lead on is waste',
      { items: [item('A')], spends: [spend({ result: 'failed' }), spend({ tokens: 300 })] },
      { wasted: 1, share: 0.25, money: { is: 'exact', value: 1 } },
    ],
    [
      'what broke down is waste, too',
      { items: [item('A')], spends: [spend({ result: 'broke-down', tokens: null, money: null })] },
      { wasted: 1, tokens: { is: 'unknown', value: null }, share: null },
    ],
    ['an item that was skipped', { items: [item('A', 'left-out')] }, { wasted: 1, share: 1 }],
    ['an item that is in no list any more', { items: [] }, { wasted: 1 }],
    ['a run that was given up', { items: [item('A')], ended: 'cancelled' }, { wasted: 1, share: 1 }],
    ['work on the run itself that led on', { spends: [spend({ item: null })] }, { wasted: 0, undecided: 0 }],
    [
      'what is no attempt of a driver',
      { spends: [spend({ of: 'request', result: null })] },
      { attempts: 0, wasted: 0 },
    ],
  ])('%s', (_what, fields, waste) => expect(wasteOf({ spends: [spend()], ...fields })).toMatchObject(waste));
});

describe('rework', () => {
  const failed = verdict({ pass: false, findings: [must] });
  const at = (minute: number, fields: Partial<Spend> = {}) =>
    spend({ since: minute * MINUTE, time: minute * MINUTE + 1, ...fields });

  test('sessions mend from a failed try until one leads on', () => {
    const found = figuresOf(
      facts({
        items: [item('A'), item('F', 'done', 'fix')],
        events: eventsOf(begun('A'), failed, { type: 'reopen', item: 'A', person: 'ann', reason: '' }),
        spends: [
          at(0),
          at(2, { result: 'failed' }),
          at(3, { tokens: null }),
          at(4),
          at(5, { role: 'judge' }),
          at(6, { role: 'landing' }),
        ],
      }),
    ).rework;
    const known = { tokens: { is: 'at-least', value: 200 }, money: { is: 'exact', value: 3 } };
    expect(found).toMatchObject({ failed: 1, reopened: 1, fixes: 1, sessions: 3, ...known });
  });

  test('what becomes of it behind the merge is told beside that, and is unknown before', () => {
    const afterMerge = { commits: 3, reverts: 1, days: 14, isOver: false };
    expect(figuresOf(facts({ ended: 'merged', afterMerge })).rework).toMatchObject({ failed: 0, afterMerge });
    expect(figuresOf(facts()).rework.afterMerge).toBe(null);
  });

  test('the next position of an item, and what broke down, is no rework', () => {
    const infra: Deed = { type: 'failure', item: 'A', failure: 'infra', reason: '' };
    const spends = [at(0), at(1), at(2, { result: 'broke-down' }), at(4)];
    expect(figuresOf(facts({ items: [item('A')], events: eventsOf(begun('A'), infra), spends })).rework).toMatchObject({
      ...{ failed: 0, sessions: 0, money: { is: 'exact', value: 0 } },
    });
  });
});

test('proof per dollar is what is proven for the whole cost', () => {
  const proof = (money: number | null) =>
    figuresOf(facts({ criteria: { all: 5, proven: 4 }, spends: [spend({ money: 2 }), spend({ money })] })).proof;
  expect(proof(0)).toEqual({
    criteria: 5,
    proven: 4,
    perUnit: { is: 'exact', value: 2 },
    each: { is: 'exact', value: 0.5 },
  });
  expect(proof(null)).toMatchObject({ perUnit: { is: 'at-most', value: 2 }, each: { is: 'at-least', value: 0.5 } });
});

test('R27 re-read ratio is of tokens that are told apart, by role', () => {
  const kinds = (cacheRead: number, output: number) => ({ kinds: { input: 1, output, cacheRead, cacheWrite: 1 } });
  const spends = [spend(kinds(450, 2)), spend({ role: 'judge', ...kinds(5, 0) }), spend()];
  expect(figuresOf(facts({ spends })).reread).toEqual([
    { role: 'work', cacheRead: 450, output: 2, ratio: 225, unknown: 1 },
    { role: 'judge', cacheRead: 5, output: 0, ratio: null, unknown: 0 },
  ]);
});

test('interruptions are what a person had to say; waits are told with how long they took', () => {
  const events = eventsOf(
    { type: 'question', question: 'q1', text: 'Which tax?', lookedUp: '' },
    { type: 'pause', reason: 'lunch', person: 'ann' },
    { type: 'reply', question: 'q1', text: '19 %', person: 'ann' },
    { type: 'approval', gate: 'spec', strength: 'terminal', person: 'ann', expires: null },
    { type: 'advance', phase: 'plan', person: null },
    { type: 'question', question: 'q2', text: 'And here?', lookedUp: '' },
    { type: 'waiver', check: 'x', expires: 1, person: 'ann', reason: '' },
  );
  expect(figuresOf(facts({ events, until: 10 * MINUTE })).people).toEqual({
    interruptions: 3,
    by: { questions: 2, approvals: 1, decisions: 0, exceptions: 1, pauses: 1 },
    waits: [
      { kind: 'question', count: 2, open: 1, totalMs: 7 * MINUTE, longestMs: 5 * MINUTE },
      { kind: 'pause', count: 1, open: 1, totalMs: 9 * MINUTE, longestMs: 9 * MINUTE },
    ],
  });
});

describe('R72 ceremony', () => {
  const red: Deed = { type: 'red', tests: [] };
  test('counts requests before the first red test, and plan for each changed line', () => {
    const spends = [spend(), spend({ of: 'request', calls: 1 }), spend({ since: 5 * MINUTE })];
    const found = facts({ events: eventsOf(begun('A'), red), spends, lines: { planned: 30, changed: 60 } });
    expect(figuresOf(found).ceremony).toMatchObject({ firstRed: MINUTE, calls: 4, isAtLeast: false, ratio: 0.5 });
  });

  test('a session that the first red test fell into has asked once before it, at least', () => {
    const spends = [spend(), spend({ calls: 20, since: 2, time: 9 * MINUTE })];
    const found = facts({ events: eventsOf(begun('A'), red), spends });
    expect(figuresOf(found).ceremony).toMatchObject({ firstRed: MINUTE, calls: 4, isAtLeast: true });
  });

  test('is at least that where a sub-agent asked besides, and goes on where nothing was red', () => {
    const found = facts({ spends: [spend({ of: 'agent', calls: 1 }), spend({ since: 5 * MINUTE })] });
    expect(figuresOf(found).ceremony).toMatchObject({ firstRed: null, calls: 4, isAtLeast: true, ratio: null });
  });
});

describe('37.4 ceremony knows its price', () => {
  const red: Deed = { type: 'red', tests: [] };

  test('what stands before the first red test is counted in requests, time and money', () => {
    const spends = [spend({ money: 2 }), spend({ since: 5 * MINUTE, money: 9 })];
    const found = facts({ events: eventsOf(begun('A'), begun('B'), red), spends, started: -MINUTE });
    expect(figuresOf(found).ceremony).toMatchObject({
      calls: 3,
      beforeMs: 3 * MINUTE,
      money: { is: 'exact', value: 2 },
    });
    // A session that the first red test fell into has a price, of which nobody knows the part.
    const cut = facts({ events: eventsOf(begun('A'), red), spends: [spend({ money: 4, time: 9 * MINUTE })] });
    expect(figuresOf(cut).ceremony.money).toEqual({ is: 'unknown', value: null });
  });

  test('the budget of a class of work: the narrowest class holds, and what is not known is neither within nor over', () => {
    const budgets = { '*': { requests: 9 }, tdd: { requests: 2 }, 'tdd intensity=high': { requests: 5, dollars: 3 } };
    expect(budgetOf(budgets, 'tdd', { intensity: 'high' })?.of).toBe('tdd intensity=high');
    expect(budgetOf(budgets, 'tdd', { intensity: 'standard' })?.of).toBe('tdd');
    expect(budgetOf(budgets, 'ceremony', {})?.of).toBe('*');
    expect(budgetOf({ tdd: {} }, 'ceremony', {})).toBeNull();
    const held = (budget: Budget, spends: Spend[], fields: Partial<FigureFacts> = {}) =>
      figuresOf(facts({ budget: { of: 'tdd', budget }, spends, ...fields })).budget!.limits.map(
        ({ of, taken, isOver }) => [of, taken.value, isOver],
      );
    expect(held({ requests: 2, dollars: 3 }, [spend({ money: 3 })])).toEqual([
      ['requests', 3, true],
      ['dollars', 3, false],
    ]);
    expect(held({ dollars: 3 }, [spend({ money: null })])).toEqual([['dollars', null, null]]);
    expect(held({ dollars: 3 }, [spend({ money: null }), spend({ money: 2 })])).toEqual([['dollars', 2, null]]);
    expect(held({ dollars: 3 }, [spend({ money: null }), spend({ money: 4 })])).toEqual([['dollars', 4, true]]);
    expect(held({ ratio: 1, minutes: 50 }, [], { lines: { planned: 30, changed: 10 } })).toEqual([
      ['minutes', 100, true],
      ['ratio', 3, true],
    ]);
    expect(held({ ratio: 1 }, [], { lines: { planned: 30, changed: null } })).toEqual([['ratio', null, null]]);
    expect(figuresOf(facts()).budget).toBeNull();
  });

  test('37.4 a budget blocks where its class says so and a limit is over for certain; what nobody can tell holds nobody up', () => {
    const budgets = {
      '*': { dollars: 1, severity: 'block' },
      tdd: { dollars: 3, severity: 'warn' },
      own: { dollars: 3 },
    } as const;
    const blocking = (workflow: string) => blockingBudgetOf(budgets, workflow, {})?.of ?? null;
    expect(['tdd', 'own', 'ceremony'].map(blocking)).toEqual([null, null, '*']);
    expect(blockingBudgetOf({}, 'tdd', {})).toBeNull();
    const spent = (spends: Spend[]) =>
      isSpent(figuresOf(facts({ budget: { of: '*', budget: budgets['*'] }, spends })).budget!.limits);
    expect([{ money: 1 }, { money: null }, { money: 1.01 }].map((one) => spent([spend(one)]))).toEqual([
      false,
      false,
      true,
    ]);
    expect(spent([spend({ money: null }), spend({ money: 2 })])).toBe(true);
  });

  test('37.4 a gate that costs and never catches in three runs is named with the dial that removes it; fewer runs say nothing', () => {
    const removedBy = () => ({ dial: 'intensity', value: 'standard' });
    const run = (money: number | null, fields: Parameters<typeof verdict>[0] = {}, looks = 1, role = 'judge') => {
      const deeds = Array.from({ length: looks }, (_, at) =>
        verdict({ judge: 'security', subject: `A${at}`, session: 's', ...fields }),
      );
      return facts({ events: eventsOf(...deeds), spends: [spend({ role, money })], removedBy });
    };
    const idle = (...[first, ...others]: FigureFacts[]) => figuresOf({ ...first!, others }).idle;
    const must = { title: 'x' };
    expect(idle(run(1), run(2), run(1, {}, 2))).toEqual([
      { gate: 'security', runs: 3, looked: 4, money: { is: 'exact', value: 4 }, removedBy: removedBy() },
    ]);
    // Many looks in few runs say nothing, and a run in which it broke down or was not asked is none.
    expect(idle(run(1, {}, 9), run(1, {}, 9))).toEqual([]);
    expect(idle(run(1), run(1), run(1, { pass: false, failure: 'infra' }))).toEqual([]);
    expect(idle(run(1), run(1), facts())).toEqual([]);
    // What was caught once, in whichever run, and what is found and still open, is caught.
    const caught = run(1, { pass: false, findings: [must] });
    for (const runs of [
      [caught, run(1), run(1), run(1)],
      [run(1), run(1), run(1), caught],
      [{ ...caught, openFindings: new Set(['1.1']) }, run(1), run(1), run(1)],
    ])
      expect(idle(...runs)).toEqual([]);
    // What nobody has paid for is not named; a price that nobody knows stays unknown, whole or in part.
    expect(idle(run(0), run(0), run(0))).toEqual([]);
    expect(idle(run(null), run(null), run(null))).toMatchObject([{ money: { is: 'unknown', value: null } }]);
    expect(idle(run(1), run(null), run(2))).toMatchObject([{ money: { is: 'at-least', value: 3 } }]);
    // Of a session with two judges nobody knows what was for which.
    const both = facts({
      events: eventsOf(verdict({ session: 's' }), verdict({ judge: 'style', session: 's' })),
      spends: [spend({ role: 'judge', money: 4 })],
    });
    expect(idle(both, both, both)).toMatchObject([
      { gate: 'security', runs: 3, money: { is: 'unknown' }, removedBy: null },
      { gate: 'style', runs: 3, money: { is: 'unknown' }, removedBy: null },
    ]);
  });
});

test('what each gate caught stands beside what it cost', () => {
  const events = eventsOf(
    verdict({ pass: false, findings: [must, must, must], session: 'j1' }),
    { type: 'answer', finding: '1.2', disputed: true, note: '' },
    verdict({ judge: 'style', session: 'j1' }),
    { type: 'command', command: 'sh verify.sh', pass: false, subject: 'A' },
  );
  const judge = { role: 'judge', money: 0.4 };
  const spends = [
    spend({ session: 'j1', ...judge }),
    spend({ session: 'j2', ...judge, money: null }),
    spend({ of: 'agent', role: 'flow-security', money: 0.2 }),
    spend({ of: 'agent', role: 'somebody' }),
  ];
  const { caught } = figuresOf(
    facts({ events, spends, items: [item('A')], openFindings: new Set(['1.3']), refusals: { PUSH_UNTESTED: 2 } }),
  );
  expect(
    caught.map(({ kind, gate, looked, caught: found, money }) => [kind, gate, looked, found, money.value]),
  ).toEqual([
    ['judge', 'security, style', 0, 0, 0.4],
    ['judge', 'security', 1, 1, 0.2],
    ['guard', 'PUSH_UNTESTED', 2, 2, 0],
    ['command', 'sh verify.sh', 1, 1, 0],
    ['judge', 'style', 1, 0, 0],
    ['judge', '(no verdict)', 0, 0, null],
  ]);
});

test('a session has the item that its lease names, until it begins another or gives it back', () => {
  const held = (id: string, session: string): Deed =>
    ({ type: 'item', item: id, state: 'running', reason: '', lease: { session } }) as unknown as Deed;
  const at = itemsHeld(
    eventsOf(held('A', 's'), held('B', 't'), held('C', 's'), { type: 'item', item: 'C', state: 'open', reason: '' }),
  );
  expect([0, 1.5, 2, 3, 9].map((minute) => at('s', minute * MINUTE))).toEqual(['A', 'A', 'C', null, null]);
  expect(at('t', 9 * MINUTE)).toBe('B');
  expect(at('nobody', MINUTE)).toBeNull();
});

test('each figure is defined in the guide as it is defined here', () => {
  const guide = readFileSync(new URL('../../../../docs/cost.md', import.meta.url), 'utf8');
  for (const definition of Object.values(DEFINITIONS)) expect(guide).toContain(definition);
});
