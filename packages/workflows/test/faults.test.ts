import { type CheckSpec, defineWorkflow, type Each, type Phase, type Workflow } from '@flow/core/workflow';
import { describe, expect, test } from 'vitest';
import { Sim } from './sim.js';

/* Faults of the engine by their number: each is shown by what `evaluate` says, with an honest neighbour beside it. */

const phase = (id: string, exit: readonly CheckSpec[], rest: Partial<Phase> = {}): Phase => ({
  ...{ id, title: id, instruction: id, exit },
  ...rest,
});

const each = (kind: string, phases: readonly Phase[], rest: Partial<Each> = {}): Pick<Phase, 'each'> => ({
  each: { kind, phases, ...rest },
});

function workflowOf(phases: readonly Phase[], rest: Partial<Workflow> = {}): Workflow {
  const documents = { plan: { title: 'Plan', path: 'plan.md' } };
  return defineWorkflow({ id: 'any', title: 'Any', version: 1, dials: {}, documents, rules: [], phases, ...rest });
}

const SUBMITTED = { check: 'submitted', name: 'done', on: 'item' } as const;

const states = (sim: Sim) => sim.status.items.map(({ id, state }) => `${id} ${state}`);
const begin = (sim: Sim, item: string) => sim.do({ type: 'item', item, state: 'running', reason: '' });
const command = (sim: Sim, pass: boolean, subject?: string) =>
  sim.do({ type: 'command', command: 'verify', pass, ...(subject === undefined ? {} : { subject }) });

describe('F1: an item that two phases walk', () => {
  const twice = workflowOf([
    phase('design', [], each('task', [phase('sketch', [{ check: 'submitted', name: 'designed' }])])),
    phase('build', [], each('task', [phase('work', [SUBMITTED])])),
    phase('final', [{ check: 'submitted', name: 'end' }]),
  ]);
  const designed = () => {
    const sim = new Sim(twice).item('A', { kind: 'task' }).item('B', { kind: 'task', after: ['A'] });
    return sim.submit('designed', 'A').submit('designed', 'B');
  };

  test('F1: is done in each of them by itself, and waits in each for what it comes after', () => {
    const sim = designed();
    expect(sim.at).toBe('build/A/work');
    expect(states(sim)).toEqual(['A ready', 'B waiting']);
    expect(sim.submit('done', 'A').at).toBe('build/B/work');
    expect(sim.submit('done', 'B').at).toBe('final');
  });

  test('F1: what is begun in the first is not begun in the second', () => {
    const sim = new Sim(
      workflowOf([
        twice.phases[0]!,
        phase('build', [], each('task', [phase('work', [{ check: 'branch' }])])),
        phase('final', [{ check: 'submitted', name: 'end' }]),
      ]),
    ).item('A', { kind: 'task' });
    begin(sim, 'A').submit('designed', 'A');
    expect(sim.status).toMatchObject({
      position: 'build/A/work',
      current: { open: [{ check: 'build/work.begun', finding: { code: 'ITEM_NOT_BEGUN' } }] },
    });
    expect(begin(sim, 'A').at).toBe('final');
  });

  test('F1: what a task is told begins nothing of the stages, and who is done with it works on it no longer', () => {
    const stages = workflowOf([
      phase(
        'build',
        [],
        each('stage', [
          phase('do', [], each('task', [phase('work', [SUBMITTED])])),
          phase('close', [{ ...SUBMITTED, name: 'closed' }]),
        ]),
      ),
    ]);
    const sim = new Sim(stages).item('A', { kind: 'stage' }).item('A1', { kind: 'task', parent: 'A' });
    begin(sim.item('A2', { kind: 'task', parent: 'A' }), 'A1').submit('done', 'A1');
    sim.do({ type: 'reopen', phase: 'build/do', person: 'ann', reason: 'x' });
    const tasks = () => sim.status.items[0]!.items!.map(({ id, state }) => `${id} ${state}`);
    expect(tasks()).toEqual(['A1 ready', 'A2 ready']);
    expect(begin(sim, 'A1') && tasks()).toEqual(['A1 running', 'A2 ready']);
  });

  test('F1: reopened, it is done in neither', () => {
    const sim = designed().submit('done', 'A').submit('done', 'B');
    sim.do({ type: 'reopen', item: 'A', person: 'ann', reason: 'wrong' });
    expect(sim.at).toBe('design/A/sketch');
    expect(sim.submit('designed', 'A').at).toBe('build/A/work');
    expect(sim.submit('done', 'A').at).toBe('final');
  });

  test('F1: a task that comes after a story waits until that is done in the phases so far, and no longer', () => {
    const sim = new Sim(
      workflowOf([
        phase('stories', [], each('story', [phase('tell', [SUBMITTED])])),
        phase('tasks', [], each('task', [phase('work', [SUBMITTED])])),
        phase('again', [], each('story', [phase('look', [{ ...SUBMITTED, name: 'seen' }])])),
      ]),
    )
      .item('S')
      .item('T', { kind: 'task', after: ['S'] });
    expect(sim.at).toBe('stories/S/tell');
    expect(sim.submit('done', 'S').at).toBe('tasks/T/work');
    expect(sim.submit('done', 'T').at).toBe('again/S/look');
    expect(sim.submit('seen', 'S').at).toBe('done');
  });
});

describe('F2: what is let through within items', () => {
  const let2 = workflowOf([
    phase(
      'build',
      [],
      each('stage', [
        phase(
          'do',
          [],
          each('story', [
            phase('dev', [
              SUBMITTED,
              { id: 'lint', check: 'command', command: 'verify', on: 'item', severity: 'warn' },
            ]),
            phase('rev', [
              { check: 'verdict', judge: 'qa', on: 'item', to: 'dev', loop: { max: 2, onExhausted: 'proceed' } },
            ]),
          ]),
        ),
        phase('close', [{ check: 'submitted', name: 'closed' }]),
      ]),
    ),
    phase('final', [{ check: 'submitted', name: 'end' }]),
  ]);
  const reviewed = () => {
    const sim = new Sim(let2).item('A', { kind: 'stage' }).item('S', { parent: 'A' });
    sim.submit('done', 'S').verdict('qa', false, [{ title: 'x' }], 'S');
    return sim
      .editItem('S', '1')
      .submit('done', 'S')
      .verdict('qa', false, [{ title: 'x' }], 'S');
  };
  const DEBT = { check: 'build/do/rev.verdict', item: 'S', why: 'loop' };

  test('F2: a loop that lets the work go on leaves a debt, until the end', () => {
    const sim = reviewed();
    expect(sim.at).toBe('build/A/do/S/dev');
    sim.editItem('S', '2').submit('done', 'S');
    expect(sim.at).toBe('build/A/close');
    expect(sim.status.debts).toMatchObject([DEBT]);
    expect(sim.submit('closed', 'A').at).toBe('final');
    expect(sim.submit('end').status).toMatchObject({ phase: 'done', debts: [DEBT] });
  });

  test('F2: and where its judge passes there is none', () => {
    const sim = reviewed().editItem('S', '2').submit('done', 'S').verdict('qa', true, [], 'S');
    expect(sim.status.debts).toEqual([]);
    expect(sim.at).toBe('build/A/close');
  });

  test('F2: a check that only warns is told of an item, also when it is done, and no longer when it holds', () => {
    const sim = reviewed().editItem('S', '2');
    const warned = [{ code: 'COMMAND_NOT_PASSED', level: 'warn', args: { item: 'S' } }];
    expect(sim.status.warnings).toMatchObject(warned);
    sim.submit('done', 'S').submit('closed', 'A');
    expect(sim.status).toMatchObject({ phase: 'final', warnings: warned });
    expect(command(sim, true, 'S').status.warnings).toEqual([]);
  });
});

describe('F3: what is proven of the whole', () => {
  const whole = (exit: readonly CheckSpec[]) =>
    new Sim(
      workflowOf([
        phase('build', [], each('task', [phase('work', exit)])),
        phase('final', [{ check: 'submitted', name: 'end' }]),
      ]),
    )
      .item('A', { kind: 'task' })
      .item('B', { kind: 'task' });

  test('F3: a green suite ends the item that was begun, and no other', () => {
    const sim = begin(whole([{ check: 'green', on: 'item' }]), 'A').editItem('A', '1');
    expect(states(sim.run('pass'))).toEqual(['A done', 'B ready']);
    expect(sim.status.items[1]!.open).toMatchObject([{ finding: { code: 'ITEM_NOT_BEGUN', args: { item: 'B' } } }]);
    expect(begin(sim, 'B').at).toBe('final');
  });

  test('F3: a command that names no item speaks of the one at work, and of several of those that were changed', () => {
    const exit: CheckSpec[] = [{ check: 'command', command: 'verify', on: 'item' }];
    const two = begin(begin(whole(exit), 'A'), 'B').editItem('A', '1');
    expect(states(command(two, true))).toEqual(['A done', 'B running']);
    expect(command(two, true).at).toBe('final');
    expect(states(command(begin(whole(exit), 'A'), true))).toEqual(['A done', 'B ready']);
  });

  test('F3: a whole run that fails is no attempt at what nobody has begun', () => {
    const loop = { max: 1, onExhausted: 'block' } as const;
    const sim = begin(whole([{ check: 'green', on: 'item', loop }]), 'A');
    expect(states(sim.run('fail'))).toEqual(['A blocked', 'B ready']);
  });

  test('F3: what holds before anybody has worked ends nothing; what names the item begins it', () => {
    expect(states(whole([{ check: 'branch' }]))).toEqual(['A ready', 'B ready']);
    expect(states(whole([SUBMITTED]).submit('done', 'A'))).toEqual(['A done', 'B ready']);
  });
});

describe('F4: the content of items', () => {
  const stages = workflowOf([
    phase(
      'build',
      [],
      each('stage', [
        phase('do', [], each('task', [phase('work', [SUBMITTED])])),
        phase('quality', [
          { check: 'verdict', judge: 'quality', on: 'item', to: 'do', loop: { max: 9, onExhausted: 'escalate' } },
        ]),
      ]),
    ),
    phase('final', [{ check: 'submitted', name: 'end' }]),
  ]);
  const atQuality = () => {
    const sim = new Sim(stages).item('A', { kind: 'stage', files: [] }).item('A1', { kind: 'task', parent: 'A' });
    return sim.submit('done', 'A1');
  };

  test('F4: a stage that lists no file has the content of its parts: mending a part answers its judge', () => {
    const sim = atQuality().verdict('quality', false, [{ title: 'x' }], 'A');
    expect(sim.at).toBe('build/A/do');
    sim.editItem('A1', 'mended');
    expect(sim.at).toBe('build/A/quality');
    expect(sim.verdict('quality', true, [], 'A').at).toBe('final');
  });

  test('F4: and a pass lapses with a part', () => {
    const sim = atQuality()
      .verdict('other', true, [], 'A')
      .item('B', { kind: 'stage', files: ['b'] });
    sim
      .verdict('quality', true, [], 'A')
      .editItem('A1', 'later')
      .item('A', { kind: 'stage', files: [], digest: 'new' });
    expect(sim.at).toBe('build/A/quality');
  });

  test('F4: an item without files has a content that cannot be told: nothing is proven, and it is said why', () => {
    const tasks = workflowOf([phase('build', [], each('task', [phase('work', [SUBMITTED])]))]);
    const sim = new Sim(tasks).item('A', { kind: 'task', files: [] }).submit('done', 'A');
    expect(sim.status.current).toMatchObject({
      id: 'A',
      open: [{ actor: 'agent', finding: { code: 'ITEM_WITHOUT_FILES', args: { items: ['A'] } } }],
    });
    expect(sim.item('A', { kind: 'task', files: ['a'] }).submit('done', 'A').at).toBe('done');
  });

  test('F4: a whole is told only where all its parts are', () => {
    const sim = new Sim(stages).item('A', { kind: 'stage' }).item('A1', { kind: 'task', parent: 'A', files: [] });
    expect(sim.moment.contents).not.toHaveProperty('item:A');
    expect(sim.item('A1', { kind: 'task', parent: 'A' }).moment.contents).toHaveProperty('item:A');
  });
});
