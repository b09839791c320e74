import type { CheckSpec, Workflow } from '@flow/core/workflow';
import { describe, expect, test } from 'vitest';
import { begin, each, phase, SUBMITTED, states, workflowOf } from './made.js';
import { Sim } from './sim.js';

/* Faults of the engine by their number: each is shown by what `evaluate` says, with an honest neighbour beside it. */

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

  test('F2 X38: a loop that lets the work go on leaves a debt, until the end', () => {
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

  test('F2 V42: a check that only warns is told of an item, also when it is done, and no longer when it holds', () => {
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
        phase('look', [{ ...SUBMITTED, name: 'looked', on: 'nothing' }]),
        phase('quality', [
          { check: 'verdict', judge: 'quality', on: 'item', to: 'look', loop: { max: 9, onExhausted: 'escalate' } },
        ]),
      ]),
    ),
    phase('final', [{ check: 'submitted', name: 'end' }]),
  ]);
  const atQuality = () => {
    const sim = new Sim(stages).item('A', { kind: 'stage', files: [] }).item('A1', { kind: 'task', parent: 'A' });
    return sim.submit('done', 'A1').submit('looked', 'A');
  };

  test('F4: a stage that lists no file has the content of its parts: mending a part answers its judge', () => {
    const sim = atQuality().verdict('quality', false, [{ title: 'x' }], 'A');
    expect(sim.at).toBe('build/A/look');
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
    expect(sim.at).toBe('build/A/look');
    expect(sim.submit('looked', 'A').at).toBe('build/A/quality');
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

describe('F7: failures behind the items that name nobody', () => {
  const looped = (final: CheckSpec) =>
    workflowOf([phase('build', [], each('story', [phase('work', [SUBMITTED])])), phase('final', [final])]);
  const blamed = looped({ check: 'green', blame: 'items', to: 'build', loop: { max: 9, onExhausted: 'escalate' } });
  const done = (workflow: Workflow) => new Sim(workflow).item('S1').submit('done', 'S1');

  test('F7 V52: a suite that fails makes a new item, which is worked on like any other', () => {
    const sim = done(blamed).run('fail');
    expect(sim.at).toBe('build/story-2.1/work');
    expect(sim.status.items).toMatchObject([
      { id: 'S1', state: 'done' },
      { id: 'story-2.1', state: 'ready' },
    ]);
    sim.edit('source', 's1').submit('done', 'story-2.1');
    expect(sim.at).toBe('final');
    expect(sim.run('pass').at).toBe('done');
  });

  test('F7: another failure goes to the same item as long as that is open, and to a new one behind its end', () => {
    const sim = done(blamed).run('fail').edit('source', 's1').run('fail');
    expect(states(sim)).toEqual(['S1 done', 'story-2.1 ready']);
    sim.edit('source', 's2').submit('done', 'story-2.1').run('fail');
    expect(states(sim)).toEqual(['S1 done', 'story-2.1 done', 'story-5.1 ready']);
  });

  test('F7: what names an item goes to that, and where no phase of items answers, the phase itself does', () => {
    expect(states(done(blamed).run('fail', 'test', { S1: false }))).toEqual(['S1 ready']);
    expect(done(looped({ check: 'green', blame: 'items' })).run('fail').at).toBe('final');
  });

  test('F7 V53: a verdict that is sent to the items makes one, too', () => {
    const judged = looped({ check: 'verdict', judge: 'qa', to: 'build', loop: { max: 9, onExhausted: 'escalate' } });
    const sim = done(judged).verdict('qa', false, [{ title: 'It leaks' }]);
    expect(sim.status.items[1]).toMatchObject({ title: 'It leaks', state: 'ready' });
    sim.edit('source', 's1').submit('done', 'story-2.1');
    expect(sim.verdict('qa', true).at).toBe('done');
  });

  test('F7: an item that a failure made asks for no tests of its own, and a claim that is named is proven', () => {
    const proving = workflowOf([
      phase('build', [], each('story', [phase('work', [SUBMITTED, { check: 'red' }, { check: 'passing' }])])),
      phase('final', [{ check: 'verdict', judge: 'qa', to: 'build', loop: { max: 9, onExhausted: 'escalate' } }]),
    ]);
    const sim = new Sim(proving)
      .claim('c1', 'one')
      .item('S1', { claims: ['c1'] })
      .submit('done', 'S1')
      .red('c1');
    sim.run('pass', 'test', { S1: true, c1: true });
    sim.do({ type: 'verdict', judge: 'qa', pass: false, findings: [{ title: 'x', claim: 'c1' }] });
    expect(sim.edit('source', 's1').submit('done', 'story-4.1').at).toBe('build/story-4.1/work');
    expect(sim.run('pass', 'test', { c1: true, 'story-4.1': true }).at).toBe('final');
    sim.verdict('qa', false).edit('source', 's2');
    expect(sim.submit('done', 'story-7.1').at).toBe('final');
  });

  test('F7 V32: within a stage it is a part of that stage', () => {
    const stages = workflowOf([
      phase(
        'build',
        [],
        each('stage', [
          phase('do', [], each('task', [phase('work', [SUBMITTED])])),
          phase('gate', [
            { check: 'verdict', judge: 'qa', on: 'item', to: 'do', loop: { max: 9, onExhausted: 'escalate' } },
          ]),
        ]),
      ),
    ]);
    const sim = new Sim(stages)
      .item('A', { kind: 'stage' })
      .item('A1', { kind: 'task', parent: 'A' })
      .submit('done', 'A1');
    expect(sim.verdict('qa', false, [], 'A').at).toBe('build/A/do/task-2.1/work');
    expect(sim.edit('source', 's1').submit('done', 'task-2.1').at).toBe('build/A/gate');
    expect(sim.verdict('qa', true, [], 'A').at).toBe('done');
  });
});

describe('V22: an item whose tests are off', () => {
  test('V22: is told as a debt with its reason, where tests are asked of its kind', () => {
    const tested = (exit: CheckSpec) =>
      new Sim(workflowOf([phase('build', [], each('story', [phase('dev', [exit])]))]));
    const off = (exit: CheckSpec) => tested(exit).item('A', { testsOff: 'words only' }).status.debts;
    expect(off({ check: 'passing' })).toMatchObject([{ item: 'A', why: 'tests-off', reason: 'words only' }]);
    expect(off(SUBMITTED)).toEqual([]);
  });
});

describe('F8: a value of a dial that the workflow does not have', () => {
  const dialled = workflowOf(
    [
      phase('plain', [{ check: 'submitted', name: 'plain' }]),
      phase('audit', [{ check: 'submitted', name: 'audited' }], { when: { dial: { x: ['2'] } } }),
    ],
    { dials: { x: { title: 'X', values: ['1', '2'], default: '1' } } },
  );
  const at = (x: string) => new Sim(dialled, { x }).submit('plain');

  test('F8: leaves no phase out, and is told', () => {
    expect(at('1').at).toBe('done');
    expect(at('2').at).toBe('audit');
    expect(at('9').status).toMatchObject({
      phase: 'audit',
      warnings: [{ code: 'DIAL_UNKNOWN', args: { dial: 'x', value: '9' } }],
    });
    expect(at('9').submit('audited').at).toBe('done');
  });

  test('F8: the most demanding value may be taken by anybody, another one by a person', () => {
    const turn = (value: string, person: string | null) => at('9').do({ type: 'dial', dial: 'x', value, person });
    expect(turn('1', null).at).toBe('audit');
    expect(turn('1', 'ann').status).toMatchObject({ phase: 'done', warnings: [] });
    expect(turn('2', null).status).toMatchObject({ phase: 'audit', warnings: [] });
  });
});

describe('F9: what was written before an event counts at that event', () => {
  test('F9: the first failure behind a written document is an attempt', () => {
    const loop = { max: 2, onExhausted: 'escalate' } as const;
    const planned = workflowOf([
      phase('plan', [{ check: 'document', document: 'plan' }]),
      phase('e2e', [{ check: 'command', command: 'verify', loop }]),
    ]);
    const sim = new Sim(planned).document('plan', '1');
    command(sim, false).edit('source', 's1');
    expect(command(sim, false).status).toMatchObject({ loops: [{ blocks: 2, exhausted: true }], waiting: 'person' });
    const early = command(new Sim(planned), false).document('plan', '1').edit('source', 's1');
    expect(command(early, false).status).toMatchObject({ loops: [{ blocks: 1, exhausted: false }] });
  });
});

describe('F10: waivers', () => {
  const advanced = workflowOf([
    phase('build', [], each('story', [phase('dev', [SUBMITTED], { advance: 'person' })])),
    phase('final', [{ check: 'submitted', name: 'end' }]),
  ]);
  const waive = (sim: Sim, check: string, subject?: string) =>
    sim.do({
      type: 'waiver',
      check,
      expires: sim.time + 9e6,
      person: 'ann',
      reason: 'x',
      ...(subject ? { subject } : {}),
    });

  test('F10: one of an item that waits to go on stands for that item', () => {
    const sim = new Sim(advanced).item('A').item('B').submit('done', 'A').submit('done', 'B');
    expect(states(waive(sim, 'build/dev.advance', 'A'))).toEqual(['A done', 'B ready']);
    expect(sim.status.debts).toMatchObject([{ check: 'build/dev.advance', item: 'A', why: 'waiver' }]);
  });

  test('F10: one that stands for nothing leaves no debt', () => {
    const sim = new Sim(advanced).item('A').item('B');
    for (const check of ['build.items', 'build/dev.advance', 'nothing.at-all']) waive(sim, check);
    expect(sim.status).toMatchObject({ debts: [], phase: 'build' });
  });
});

describe('F11: a phase that is reopened', () => {
  const built = () => {
    const sim = new Sim(
      workflowOf([
        phase(
          'build',
          [],
          each('story', [phase('dev', [SUBMITTED]), phase('rev', [{ check: 'verdict', judge: 'qa', on: 'item' }])]),
        ),
        phase('final', [{ check: 'submitted', name: 'end' }]),
      ]),
    );
    return sim.item('A').submit('done', 'A').verdict('qa', true, [], 'A');
  };
  const reopened = (phase: string) => built().do({ type: 'reopen', phase, person: 'ann', reason: 'x' });

  test('F11: has its items walked again', () => {
    expect(built().at).toBe('final');
    expect(reopened('build').at).toBe('build/A/dev');
    expect(reopened('build').submit('done', 'A').at).toBe('build/A/rev');
  });

  test('F11: and an inner one is asked of each item again, and no more', () => {
    expect(reopened('build/rev').at).toBe('build/A/rev');
    expect(reopened('build/rev').verdict('qa', true, [], 'A').at).toBe('final');
    expect(reopened('final').at).toBe('final');
  });
});

describe('F12: a finding that names an item', () => {
  const named = (answeredBy?: 'source') =>
    new Sim(
      workflowOf([
        phase('build', [], each('story', [phase('dev', [{ ...SUBMITTED, on: 'nothing' }])])),
        phase('final', [
          {
            check: 'verdict',
            judge: 'qa',
            loop: { max: 9, onExhausted: 'escalate' },
            ...(answeredBy ? { answeredBy } : {}),
          },
        ]),
      ]),
    )
      .item('S1')
      .submit('done', 'S1')
      .verdict('qa', false, [{ title: 'x', item: 'S1' }]);

  test('F12: is answered by what the check says answers it, and by the files of the item', () => {
    expect(named('source').at).toBe('build/S1/dev');
    expect(named('source').edit('source', 's1').at).toBe('final');
    expect(named('source').editItem('S1', '1').at).toBe('final');
  });

  test('F12: where the check says nothing, by the files of the item alone', () => {
    expect(named().edit('source', 's1').at).toBe('build/S1/dev');
    expect(named().editItem('S1', '1').at).toBe('final');
  });
});

describe('F13: an item without claims', () => {
  const tested = workflowOf([phase('build', [], each('story', [phase('dev', [{ check: 'red' }, SUBMITTED])]))]);
  const at = (rest: object) =>
    new Sim(tested).claim('c1', 'one').claim('g1', 'never', 'g', 'guard').item('A', rest).submit('done', 'A');

  test('F13: was never seen red; neither was a claim that nobody has written', () => {
    expect(at({}).status.current).toMatchObject({ open: [{ finding: { code: 'RED_MISSING', args: { claims: 0 } } }] });
    expect(at({ claims: ['c1', 'c9'] }).red('c1').status.current).toMatchObject({ open: [{ subject: 'c9' }] });
    expect(at({ claims: ['c1'] }).red('c1').at).toBe('done');
  });

  test('F13: of one that has guards alone, and of one whose tests are off with a reason, nothing is asked', () => {
    expect(at({ claims: ['g1'] }).at).toBe('done');
    expect(at({ testsOff: 'words only' }).at).toBe('done');
  });
});

describe('F16: a word to go on', () => {
  const gated = workflowOf([
    phase('dev', [{ check: 'command', command: 'verify' }], { advance: 'command' }),
    phase('final', [{ check: 'submitted', name: 'end' }]),
  ]);

  test('F16: counts for what its speaker could see: not ahead of the checks of the phase', () => {
    const early = command(new Sim(gated).advance('dev', null), true);
    expect(early.status).toMatchObject({ phase: 'dev', open: [{ check: 'dev.advance' }] });
    expect(early.advance('dev', null).at).toBe('final');
  });

  test('F16: and in items the same', () => {
    const items = workflowOf([phase('build', [], each('story', [phase('dev', [SUBMITTED], { advance: 'command' })]))]);
    const sim = new Sim(items).item('A');
    const advance = () => sim.do({ type: 'advance', phase: 'build/dev', item: 'A', person: null });
    advance();
    expect(sim.submit('done', 'A').at).toBe('build/A/dev');
    expect(advance().at).toBe('done');
  });
});
