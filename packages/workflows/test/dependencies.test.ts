import { startsOf } from '@flow/core/items';
import { type CheckSpec, defineWorkflow, type Each, readDeed } from '@flow/core/workflow';
import { describe, expect, test } from 'vitest';
import { Sim } from './sim.js';

/* What becomes of items whose dependencies fail, are parked or left out. */

const EXIT: readonly CheckSpec[] = [
  { check: 'submitted', name: 'built', on: 'item' },
  { check: 'command', command: 'verify', on: 'item', loop: { max: 2, onExhausted: 'block' } },
];

const flowOf = (rest: Partial<Each> = {}, exit = EXIT) =>
  defineWorkflow({
    ...{ id: 'any', title: 'Any', version: 1, dials: {}, documents: {}, rules: [] },
    phases: [
      {
        ...{ id: 'build', title: 'Build', instruction: 'Build.', exit: [] },
        each: { kind: 'story', phases: [{ id: 'work', title: 'Work', instruction: 'Work.', exit }], ...rest },
      },
      { id: 'final', title: 'Final', instruction: 'Test.', exit: [{ check: 'green' }] },
    ],
  });

/** S1, what comes after it, and what comes after that. */
const chain = (workflow = flowOf()) =>
  new Sim(workflow)
    .item('S1')
    .item('S2', { after: ['S1'] })
    .item('S3', { after: ['S2'] });

const states = ({ status }: Sim) => status.items.map(({ id, state }) => `${id} ${state}`);
const starts = ({ status, items }: Sim) => startsOf(status.items, items);
const hindranceOf = (sim: Sim, id: string) => starts(sim).find((one) => one.id === id)?.hindrance;
const say = (sim: Sim, item: string, state: 'running' | 'blocked' | 'skipped' | 'open', person: string | null = null) =>
  sim.do({ type: 'item', item, state, reason: 'word', person });
const verify = (sim: Sim, subject: string, pass: boolean) =>
  sim.do({ type: 'command', command: 'verify', pass, subject });
const finish = (sim: Sim, item: string) => verify(say(sim, item, 'running'), item, true).submit('built', item);

/** Two attempts at an item that fail on two contents. */
function failed(sim: Sim, item = 'S1'): Sim {
  verify(say(sim, item, 'running'), item, false);
  return verify(sim.editItem(item, 'again').submit('built', item), item, false);
}

describe('R9 a state that is not done', () => {
  test('R9 a parked item counts as open in status, starts and the end of the phase, and stays parked', () => {
    const sim = say(new Sim(flowOf()).item('S1').item('S2'), 'S1', 'blocked');
    finish(sim, 'S2').run('pass');
    expect(states(sim)).toEqual(['S1 blocked', 'S2 done']);
    expect(sim.status).toMatchObject({
      ...{ phase: 'build', over: ['S2'], waiting: 'person' },
      open: [{ finding: { code: 'ITEMS_OPEN', args: { open: ['S1'], total: 2, stuck: ['S1'] } } }],
    });
    expect(hindranceOf(sim, 'S1')).toMatchObject({ why: 'blocked', reason: 'word' });
    // Nothing that happens to others, or to the list, gives it another state.
    sim.items = sim.items.toReversed();
    expect(states(sim.run('fail'))).toEqual(['S2 done', 'S1 blocked']);
  });

  test.each(['parked', 'done', 'finished', ''])(
    'R9 an item is not done because a record says that it is "%s"',
    (state) => {
      const said = { type: 'item', item: 'S1', state, reason: '' };
      expect(readDeed(said)).toBeNull();
      const sim = new Sim(flowOf()).item('S1');
      expect(states(sim.do(said as never))[0]).not.toMatch(/done|skipped/);
      expect(sim.status).toMatchObject({ phase: 'build', over: [] });
      // And the honest way on is there.
      expect(finish(say(sim, 'S1', 'open'), 'S1').at).toBe('final');
    },
  );
});

describe('R38 what waits for an item that cannot go on', () => {
  test.each<[string, (sim: Sim) => Sim, object]>([
    ['failed for good', (sim) => failed(sim), { why: 'blocked' }],
    ['was set aside', (sim) => say(sim, 'S1', 'blocked'), { why: 'blocked' }],
  ])(
    'R38 says blocked by it, however far, when it %s; the run says at once that nothing can move',
    (_why, stop, own) => {
      const sim = chain();
      expect(hindranceOf(sim, 'S2')).toEqual({ why: 'after', items: ['S1'] });
      expect(sim.status.open[0]).toMatchObject({ actor: 'agent', finding: { args: { total: 3 } } });
      expect(sim.status.open[0]?.finding.args).not.toHaveProperty('stuck');
      stop(sim);
      expect(states(sim)).toEqual(['S1 blocked', 'S2 waiting', 'S3 waiting']);
      expect(hindranceOf(sim, 'S1')).toMatchObject(own);
      expect(hindranceOf(sim, 'S2')).toEqual({ why: 'after', items: ['S1'], blockedBy: ['S1'] });
      expect(hindranceOf(sim, 'S3')).toEqual({ why: 'after', items: ['S2'], blockedBy: ['S1'] });
      expect(sim.status).toMatchObject({
        waiting: 'person',
        open: [{ actor: 'person', finding: { code: 'ITEMS_OPEN', args: { stuck: ['S1'] } } }],
      });
    },
  );

  test('R38 a loop that asks a person holds up what comes after it, too', () => {
    const asking = EXIT.map((one) =>
      one.check === 'command' ? { ...one, loop: { max: 2, onExhausted: 'escalate' } } : one,
    );
    const sim = failed(chain(flowOf({}, asking as CheckSpec[])));
    expect(hindranceOf(sim, 'S3')).toMatchObject({ blockedBy: ['S1'] });
    expect(sim.status).toMatchObject({ waiting: 'person', open: [{ finding: { args: { stuck: ['S1'] } } }] });
  });

  test('R38 as long as another item can move the run does not wait, and says nothing of the kind', () => {
    const sim = failed(chain().item('S4'));
    expect(sim.status.waiting).toBeNull();
    expect(sim.status.current?.id).toBe('S4');
    expect(sim.status.open[0]?.finding.args).not.toHaveProperty('stuck');
    expect(hindranceOf(sim, 'S2')).toMatchObject({ blockedBy: ['S1'] });
    expect(finish(sim, 'S4').status).toMatchObject({
      waiting: 'person',
      open: [{ finding: { args: { stuck: ['S1'] } } }],
    });
  });

  test('R38 items that wait for one another, or for one that nobody lists, are told, too', () => {
    const circle = new Sim(flowOf()).item('S1', { after: ['S2'] }).item('S2', { after: ['S1'] });
    expect(circle.status).toMatchObject({ waiting: 'person', open: [{ finding: { args: { stuck: ['S1', 'S2'] } } }] });
    expect(new Sim(flowOf()).item('S1', { after: ['S9'] }).status).toMatchObject({ waiting: 'person' });
  });
});

describe('R39 a retry', () => {
  test('R39 keeps the id of its item, and a later pass frees what comes after it, without another word', () => {
    const sim = failed(chain());
    sim.do({ type: 'decision', check: 'build/work.command', item: 'S1', choice: 'again', person: 'ann', reason: '' });
    verify(say(sim.editItem('S1', 'third'), 'S1', 'running'), 'S1', true).submit('built', 'S1');
    expect(states(sim)).toEqual(['S1 done', 'S2 ready', 'S3 waiting']);
    expect(hindranceOf(sim, 'S3')).toEqual({ why: 'after', items: ['S2'] });
    expect(states(finish(sim, 'S2'))).toEqual(['S1 done', 'S2 done', 'S3 ready']);
  });

  test('R39 parts leave the id with the whole: what came after it comes after the whole still', () => {
    const sim = chain();
    const part = { kind: 'fix', parent: 'S1', part: true, after: [], files: ['S1'] } as const;
    sim.item('S1.1', part).item('S1.2', part);
    expect(states(sim)).toContain('S1 waiting');
    expect(hindranceOf(sim, 'S2')).toEqual({ why: 'after', items: ['S1'] });
    expect(states(finish(sim, 'S1.1'))).toEqual(expect.arrayContaining(['S1 waiting', 'S2 waiting']));
    expect(states(finish(sim, 'S1.2'))).toEqual(expect.arrayContaining(['S1 ready', 'S2 waiting']));
    expect(states(finish(sim, 'S1'))).toEqual(expect.arrayContaining(['S1 done', 'S2 ready']));
  });
});

describe('R40 a dependency', () => {
  const second = (sim: Sim) => sim.status.items.find(({ id }) => id === 'S2')?.state;

  test.each<[string, (sim: Sim) => unknown]>([
    ['failed', (sim) => failed(sim)],
    ['was set aside', (sim) => say(sim, 'S1', 'blocked')],
    ['is skipped by nobody', (sim) => say(sim, 'S1', 'skipped')],
    ['is in progress', (sim) => say(sim, 'S1', 'running')],
    ['lacks a check', (sim) => verify(say(sim, 'S1', 'running'), 'S1', true)],
    ['is listed no more', (sim) => Object.assign(sim.run('fail'), { items: sim.items.slice(1) })],
    ['broke down', (sim) => [1, 2, 3].map(() => sim.do({ type: 'failure', item: 'S1', failure: 'infra', reason: '' }))],
  ])('R40 is not satisfied by an item that %s', (_what, happen) => {
    const sim = chain();
    happen(sim);
    expect(second(sim)).toBe('waiting');
    // Work that is done before its turn frees nothing.
    expect(second(finish(sim, 'S3'))).toBe('waiting');
  });

  test('R40 is satisfied by an item that is done, that a person skips, or whose failing check a person lets go', () => {
    expect(second(finish(chain(), 'S1'))).toBe('ready');
    const skipped = say(chain(), 'S1', 'skipped', 'ann');
    expect(second(skipped)).toBe('ready');
    expect(skipped.status.debts).toMatchObject([{ item: 'S1', why: 'skipped' }]);
    const decided = { check: 'build/work.command', item: 'S1', person: 'ann', reason: 'known' } as const;
    expect(second(failed(chain()).do({ type: 'decision', ...decided, choice: 'proceed' }))).toBe('ready');
    const waived = {
      type: 'waiver',
      check: 'build/work.command',
      subject: 'S1',
      expires: Number.MAX_SAFE_INTEGER,
    } as const;
    const sim = say(chain(), 'S1', 'running').submit('built', 'S1');
    expect(second(sim)).toBe('waiting');
    expect(second(sim.do({ ...waived, person: 'ann', reason: 'by hand' }))).toBe('ready');
  });
});

describe('X32 concerns', () => {
  const ended = (sim: Sim, note: string, status: 'done' | 'done-with-concerns' = 'done-with-concerns') =>
    sim.do({ type: 'submission', name: 'built', subject: 'S1', note, status });
  const debts = ({ status }: Sim) => status.debts.map(({ item, why, reason }) => [item, why, reason]);

  test('X32 with which work ends are a debt; said away on the same content, they stand', () => {
    const sim = verify(say(chain(), 'S1', 'running'), 'S1', true);
    ended(sim, 'slow');
    expect(states(sim)[0]).toBe('S1 done');
    expect(sim.status.debts).toMatchObject([
      { check: 'build/work.submitted', item: 'S1', why: 'concerns', reason: 'slow' },
    ]);
    ended(ended(ended(sim, 'slow'), 'rough'), 'fine', 'done');
    expect(debts(sim)).toEqual([
      ['S1', 'concerns', 'slow'],
      ['S1', 'concerns', 'rough'],
    ]);
  });

  test('X32 end where the work is changed and submitted without any', () => {
    const sim = ended(say(chain(), 'S1', 'running'), 'slow').editItem('S1', 'fast');
    expect(debts(sim)).toHaveLength(1);
    expect(debts(ended(sim, 'fast now', 'done'))).toEqual([]);
    expect(
      debts(sim.do({ type: 'submission', name: 'built', subject: 'S9', note: 'x', status: 'done-with-concerns' })),
    ).toEqual([]);
    expect(debts(sim.do({ type: 'submission', name: 'other', note: 'x', status: 'done-with-concerns' }))).toEqual([]);
  });
});
