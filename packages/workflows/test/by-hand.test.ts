import { defineWorkflow } from '@flow/core/workflow';
import { describe, expect, test } from 'vitest';
import { Sim } from './sim.js';

/** Stories that are handed in and looked at; nothing in it speaks of people. */
const workflow = defineWorkflow({
  id: 'by-hand',
  title: 'Stories with criteria for people',
  version: 1,
  dials: {},
  documents: { stories: { title: 'Stories', path: 'develop/{branch}/stories.md' } },
  rules: [],
  phases: [
    {
      id: 'build',
      title: 'Build',
      instruction: 'Build it.',
      exit: [],
      each: {
        kind: 'story',
        atOnce: 1,
        phases: [
          { id: 'work', title: 'Work', instruction: 'Work.', exit: [{ check: 'submitted', name: 'done', on: 'item' }] },
          {
            id: 'look',
            title: 'Look',
            instruction: 'Look.',
            edits: [{ class: 'source', answer: 'deny' }],
            exit: [{ check: 'verdict', judge: 'reader', on: 'item', to: 'work' }],
          },
        ],
      },
    },
    { id: 'whole', title: 'Whole', instruction: 'Run all.', exit: [{ check: 'green' }] },
  ],
});

const criteria = [
  { id: '1', text: 'the sum is right' },
  { id: '2', text: 'the receipt arrives in a real inbox', manual: true as const },
];
const begin = (sim: Sim, id: string) => sim.do({ type: 'item', item: id, state: 'running', reason: '' });
const confirm = (sim: Sim, pass = true, note?: string) =>
  sim.do({
    ...{ type: 'confirmation', subject: 'S1', criterion: '2', pass, person: 'ann' },
    ...(note === undefined ? {} : { note }),
  });
const stands = (sim: Sim, id = 'S1') => sim.status.items.find((one) => one.id === id);

/** S1 with a criterion for a person, worked on as far as an agent can. */
const worked = () => {
  const sim = new Sim(workflow).item('S1', { criteria }).item('S2', { files: ['S1'] });
  begin(sim, 'S1');
  return sim.submit('done', 'S1').verdict('reader', true, [], 'S1');
};

describe('what only a person can check (R4, M33)', () => {
  test('M33 R4 an item waits for the person, whatever the agent says, and others go on', () => {
    const sim = worked();
    expect(stands(sim)).toMatchObject({ state: 'ready', phase: 'by-hand' });
    expect(stands(sim)?.open).toMatchObject([
      { actor: 'person', finding: { code: 'CRITERION_UNCONFIRMED', args: { criterion: '2', item: 'S1' } } },
    ]);
    // Its files and its place are free: the next is the agent's work.
    expect(sim.status.current?.id).toBe('S2');
    expect(sim.status.waiting).toBeNull();
    sim
      .submit('done', 'S1')
      .verdict('reader', true, [], 'S1')
      .do({ type: 'command', command: 'x', pass: true, subject: 'S1' });
    expect(stands(sim)?.state).toBe('ready');
  });

  test('M33 once nothing else is left, the run waits for a person, and their word ends it', () => {
    const sim = worked();
    begin(sim, 'S2').submit('done', 'S2').verdict('reader', true, [], 'S2');
    expect(stands(sim, 'S2')?.state).toBe('done');
    expect(sim.status.waiting).toBe('person');
    confirm(sim);
    expect(stands(sim)).toBeUndefined();
    expect(sim.status.phase).toBe('whole');
  });

  test('M33 a person who finds that it does not hold sends it back with their words', () => {
    const sim = worked();
    confirm(sim, false, 'nothing arrived');
    expect(stands(sim)).toMatchObject({ phase: 'work' });
    expect(stands(sim)?.open).toMatchObject([
      { actor: 'agent', finding: { code: 'FINDING_OPEN', args: { title: 'nothing arrived' } } },
    ]);
    sim.editItem('S1', 'S1:1').submit('done', 'S1').verdict('reader', true, [], 'S1');
    expect(stands(sim)).toMatchObject({ phase: 'by-hand', open: [{ actor: 'person' }] });
    confirm(sim);
    expect(stands(sim)?.state).toBe('done');
  });

  test('M33 what was confirmed counts for the content that was seen, and for these words', () => {
    const sim = worked();
    sim.editItem('S1', 'S1:1');
    confirm(sim);
    expect(stands(sim)?.state).toBe('ready');
    sim.submit('done', 'S1').verdict('reader', true, [], 'S1');
    expect(stands(sim)?.state).toBe('done');
    sim.item('S1', { digest: 'other', criteria: [criteria[0]!, { ...criteria[1]!, text: 'in two inboxes' }] });
    begin(sim, 'S1').submit('done', 'S1').verdict('reader', true, [], 'S1');
    expect(stands(sim)?.open).toMatchObject([{ finding: { code: 'CRITERION_UNCONFIRMED' } }]);
  });

  test('M33 a person may vouch for it, which stays a debt, or leave the item out', () => {
    const sim = worked();
    const expires = sim.time + 3_600_000;
    sim.do({
      type: 'waiver',
      check: 'build/by-hand.confirmed',
      subject: 'S1',
      expires,
      person: 'ann',
      reason: 'no printer',
    });
    expect(stands(sim)?.state).toBe('done');
    expect(sim.status.debts).toMatchObject([{ check: 'build/by-hand.confirmed', item: 'S1', why: 'waiver' }]);
    const other = worked();
    other.do({ type: 'item', item: 'S1', state: 'skipped', reason: 'bought', person: 'ann' });
    expect(stands(other)?.state).toBe('skipped');
  });

  test('M33 a workflow that asks by itself says where, and is not asked twice', () => {
    const [build, whole] = workflow.phases;
    const [work, look] = build.each.phases;
    const first = { ...work, id: 'try', exit: [{ check: 'confirmed' as const }] };
    const own = defineWorkflow({
      ...workflow,
      phases: [{ ...build, each: { ...build.each, phases: [work, first, look] } }, whole],
    });
    const sim = new Sim(own).item('S1', { criteria });
    begin(sim, 'S1').submit('done', 'S1');
    expect(stands(sim)).toMatchObject({ phase: 'try' });
    confirm(sim).verdict('reader', true, [], 'S1');
    expect(sim.status.phase).toBe('whole');
  });

  test('M33 what others leave uncommitted takes no work away from them while one waits', () => {
    const [build, whole] = workflow.phases;
    const commit = { id: 'commit', title: 'Commit', instruction: 'Commit.', exit: [{ check: 'committed' as const }] };
    const own = defineWorkflow({
      ...workflow,
      phases: [{ ...build, each: { ...build.each, phases: [...build.each.phases, commit] } }, whole],
    });
    const sim = new Sim(own).item('S1', { criteria }).item('S2');
    sim.git = { ...sim.git, committed: true };
    begin(sim, 'S1').submit('done', 'S1').verdict('reader', true, [], 'S1');
    expect(stands(sim)).toMatchObject({ phase: 'by-hand' });
    begin(sim, 'S2');
    sim.git = { ...sim.git, committed: false };
    sim.submit('done', 'S2');
    expect(sim.status.current?.id).toBe('S2');
    expect(stands(sim, 'S2')).toMatchObject({ state: 'running', phase: 'look' });
    confirm(sim);
    sim.verdict('reader', true, [], 'S2');
    sim.git = { ...sim.git, committed: true };
    expect(sim.do({ type: 'command', command: 'x', pass: true }).status.phase).toBe('whole');
  });

  test('M33 an item that two phases walk is tried once, behind the last', () => {
    const [build, whole] = workflow.phases;
    const twice = defineWorkflow({ ...workflow, phases: [{ ...build, id: 'draft' }, build, whole] });
    const sim = new Sim(twice).item('S1', { criteria });
    begin(sim, 'S1').submit('done', 'S1').verdict('reader', true, [], 'S1');
    expect(sim.status.phase).toBe('build');
    begin(sim, 'S1').submit('done', 'S1').verdict('reader', true, [], 'S1');
    expect(stands(sim)).toMatchObject({ phase: 'by-hand' });
  });

  test('M33 an item without such a criterion waits for nobody', () => {
    const sim = new Sim(workflow).item('S1', { criteria: [criteria[0]!] });
    begin(sim, 'S1').submit('done', 'S1').verdict('reader', true, [], 'S1');
    expect(sim.status.phase).toBe('whole');
  });

  test('M33 a part asks for none of them: the whole does, once', () => {
    const sim = new Sim(workflow)
      .item('S1', { criteria })
      .item('S1.1', { kind: 'fix', parent: 'S1', part: true, criteria });
    begin(sim, 'S1.1').submit('done', 'S1.1').verdict('reader', true, [], 'S1.1');
    begin(sim, 'S1').submit('done', 'S1').verdict('reader', true, [], 'S1');
    confirm(sim);
    expect(sim.status.phase).toBe('whole');
  });

  test('M34 M45 what is blocked says how much it holds up', () => {
    const sim = new Sim(workflow).item('S1', { criteria });
    sim.do({ type: 'item', item: 'S1', state: 'blocked', reason: 'no test account', severity: 'high' });
    expect(stands(sim)).toMatchObject({ state: 'blocked', reason: 'no test account', severity: 'high' });
    sim.do({ type: 'item', item: 'S1', state: 'open', reason: '' });
    expect(stands(sim)).not.toHaveProperty('severity');
  });
});
