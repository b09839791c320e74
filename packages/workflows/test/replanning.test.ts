import { defineWorkflow, type ItemFact, type Workflow } from '@flow/core/workflow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Sim } from './sim.js';

/* A list that is written anew in the middle of the work, and an item that is split (R8, R2). */

const workflow: Workflow = defineWorkflow({
  id: 'w',
  title: 'w',
  version: 1,
  dials: {},
  documents: { stories: { title: 'stories', path: 'stories.md' } },
  rules: [],
  phases: [
    {
      ...{ id: 'plan', title: 'plan', instruction: '' },
      exit: [{ check: 'approved', gate: 'stories', on: 'doc:stories' }],
    },
    {
      ...{ id: 'build', title: 'build', instruction: '', exit: [], keeps: ['plan'] },
      each: {
        kind: 'story',
        fixes: { max: 1, depth: 1 },
        phases: [
          {
            ...{ id: 'do', title: 'do', instruction: '' },
            exit: [
              { check: 'command', command: 'v', on: 'item', loop: { max: 3, onExhausted: 'block' } },
              { check: 'submitted', name: 'done', on: 'item' },
            ],
          },
        ],
      },
    },
    {
      ...{ id: 'end', title: 'end', instruction: '' },
      exit: [{ check: 'green', loop: { max: 9, onExhausted: 'escalate' } }],
    },
  ],
});

const listing = (sim: Sim) =>
  sim.document('stories', sim.items.map(({ id, digest }) => `${id}@${digest}`).join(), {
    lists: Object.fromEntries(sim.items.map(({ id }) => [id, false])),
  });

/** Writes the list anew: of which items, with which texts. */
function plan(sim: Sim, texts: Readonly<Record<string, string>>): Sim {
  sim.items = [];
  for (const [id, digest] of Object.entries(texts)) sim.item(id, { digest });
  return listing(sim);
}

const begin = (sim: Sim, item: string) => sim.do({ type: 'item', item, state: 'running', reason: '' });
const finish = (sim: Sim, id: string) =>
  begin(sim, id).do({ type: 'command', command: 'v', pass: true, subject: id }).submit('done', id);
const states = (sim: Sim) => sim.status.items.map(({ id, state }) => `${id} ${state}`);

const atBuild = (...ids: string[]) =>
  plan(new Sim(workflow), Object.fromEntries(ids.map((id) => [id, id]))).approve('stories');

describe('R8 a list that is written anew is merged by id and text', () => {
  test('what is done stays done as long as its text is the same, in whatever order it stands', () => {
    const sim = finish(finish(atBuild('S1', 'S2', 'S3'), 'S1'), 'S2');
    plan(sim, { S3: 'S3', S4: 'S4', S2: 'another text', S1: 'S1' }).approve('stories');
    expect(states(sim)).toEqual(['S3 ready', 'S4 ready', 'S2 ready', 'S1 done']);
  });

  test('what a person approved the list without is dropped, with a reason, and stays visible (R2)', () => {
    const sim = finish(atBuild('S1', 'S2', 'S3'), 'S1');
    plan(sim, { S1: 'S1', S3: 'S3' }).submit('note');
    expect(sim.status.phase).toBe('build');
    expect(states(sim)).toContain('S2 gone');
    sim.approve('stories');
    expect(sim.status.items.at(-1)).toMatchObject({
      id: 'S2',
      state: 'dropped',
      reason: 'ann approved the list without it',
    });
    expect(finish(sim, 'S3').at).toBe('end');
    // It comes back as it was.
    plan(sim, { S1: 'S1', S2: 'S2', S3: 'S3' }).approve('stories');
    expect(states(sim)).toEqual(['S1 done', 'S2 ready', 'S3 done']);
  });

  test('what nobody has approved the list without is missed, and no agent ends it so', () => {
    const sim = finish(atBuild('S1', 'S2'), 'S1');
    const bare = { ...workflow, phases: workflow.phases.slice(1).map((one) => ({ ...one, keeps: [] })) };
    const free = new Sim(bare);
    free.events = sim.events;
    free.moments = sim.moments;
    plan(free, { S1: 'S1' }).submit('note');
    expect(free.status).toMatchObject({
      phase: 'build',
      open: [{ finding: { code: 'ITEM_REMOVED', args: { items: ['S2'] } } }],
    });
    free.do({ type: 'item', item: 'S2', state: 'skipped', reason: 'bought', person: 'ann' });
    expect(free.status).toMatchObject({ phase: 'end', debts: [{ item: 'S2', why: 'skipped' }] });
  });

  test('what is left out while the plan is written holds nothing up later', () => {
    const sim = plan(new Sim(workflow), { S1: 'S1', S2: 'S2' }).submit('draft');
    plan(sim, { S1: 'S1' }).submit('draft').approve('stories');
    expect(sim.status.items).toMatchObject([
      { id: 'S1', state: 'ready' },
      { id: 'S2', state: 'dropped', reason: 'left out before work on it began' },
    ]);
    expect(finish(sim, 'S1').at).toBe('end');
  });

  test('a list of which nothing is left is no list', () => {
    const sim = plan(atBuild('S1'), {});
    listing(sim).document('stories', 'empty', { lists: {} }).approve('stories');
    expect(sim.status.open).toMatchObject([{ finding: { code: 'ITEMS_MISSING' } }]);
  });

  test('whatever is re-planned: the total never shrinks, done stays done with its text, and what a command made is never dropped', () => {
    const id = fc.constantFrom('S1', 'S2', 'S3', 'S4');
    const step = fc.oneof(
      fc.record({
        do: fc.constant('plan' as const),
        texts: fc.dictionary(id, fc.constantFrom('a', 'b'), { minKeys: 1 }),
      }),
      fc.record({ do: fc.constant('finish' as const), id }),
      fc.constant({ do: 'approve' as const }),
      fc.record({ do: fc.constant('add' as const), id: fc.constantFrom('N1', 'N2') }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const sim = atBuild('S1', 'S2');
        const made = new Set<string>();
        const known = new Set<string>(['S1', 'S2']);
        for (const one of steps) {
          const before = new Map(sim.status.items.map((item) => [item.id, item.state]));
          const texts = new Map(sim.items.map((item) => [item.id, item.digest]));
          if (one.do === 'plan') plan(sim, one.texts).submit('note');
          else if (one.do === 'approve') sim.approve('stories');
          else if (one.do === 'add') {
            made.add(one.id);
            const added: ItemFact = {
              id: one.id,
              digest: one.id,
              title: one.id,
              kind: 'story',
              after: [],
              files: [one.id],
            };
            sim.itemContents[one.id] = '0';
            sim.do({ type: 'item-added', added });
          } else if (before.get(one.id) === 'ready') finish(sim, one.id);
          for (const { id: listed } of sim.items) known.add(listed);
          const { phase, items } = sim.status;
          if (phase !== 'build') continue;
          const now = new Map(items.map((item) => [item.id, item.state]));
          for (const each of [...known, ...made]) expect([...now.keys()], each).toContain(each);
          for (const each of made) expect(['dropped', 'gone']).not.toContain(now.get(each));
          for (const item of sim.items)
            if (before.get(item.id) === 'done' && texts.get(item.id) === item.digest)
              expect(now.get(item.id)).toBe('done');
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('a split', () => {
  const part = (id: string): ItemFact => ({
    ...{ id, digest: id, title: id, kind: 'fix', parent: 'S1', part: true, after: [], files: ['S1'] },
  });
  const split = () => {
    const sim = begin(atBuild('S1', 'S2'), 'S1');
    sim.editItem('S1', 'S1:1').do({ type: 'command', command: 'v', pass: false, subject: 'S1' });
    for (const id of ['S1.1', 'S1.2']) {
      sim.item(id, part(id)).do({ type: 'item-added', added: part(id) });
    }
    return sim;
  };

  test('its parts are no fixes that are counted, and come before the whole', () => {
    const sim = split();
    expect(states(sim)).toEqual(['S1.1 ready', 'S1.2 ready', 'S1 waiting', 'S2 ready']);
    finish(finish(sim, 'S1.1'), 'S1.2');
    expect(states(sim)).toEqual(['S1.1 done', 'S1.2 done', 'S1 running', 'S2 ready']);
  });

  test('its parts share the attempts that are left, and a person decides about the whole', () => {
    const sim = split();
    const failed = (id: string, content: string) => {
      sim.itemContents[id] = content;
      begin(sim, id).do({ type: 'command', command: 'v', pass: false, subject: id });
    };
    failed('S1.1', 'x');
    expect(sim.status.loops).toMatchObject([{ item: 'S1', blocks: 2, max: 3 }]);
    failed('S1.2', 'y');
    expect(states(sim)).toEqual(['S1.1 blocked', 'S1.2 blocked', 'S1 waiting', 'S2 ready']);
    expect(sim.status.items[0]!.open![0]).toMatchObject({ finding: { code: 'LOOP_EXHAUSTED', args: { item: 'S1' } } });
    sim.do({ type: 'decision', check: 'build/do.command', item: 'S1', choice: 'again', person: 'ann', reason: 'x' });
    expect(states(sim).slice(0, 2)).toEqual(['S1.1 running', 'S1.2 waiting']);
  });
});
