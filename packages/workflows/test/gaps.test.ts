import { type CheckSpec, checkWorkflow, type Phase, type Workflow } from '@flow/core/workflow';
import { describe, expect, test } from 'vitest';
import { stories } from '../src/all.js';
import { begin, each, phase, SUBMITTED, states, workflowOf } from './made.js';
import { Sim } from './sim.js';

/* What the format of workflows could not say, by the number of the gap. */

const command = (sim: Sim, words: string, pass: boolean, subject?: string) =>
  sim.do({ type: 'command', command: words, pass, ...(subject === undefined ? {} : { subject }) });

describe('G1: a document that may be missing', () => {
  const judged = (on: string) =>
    new Sim(workflowOf([phase('review', [{ check: 'verdict', judge: 'qa', on: ['doc:brief', on] }])])).document(
      'brief',
      '1',
    );

  test('G1: that it is missing is a content: a pass counts, and lapses when it is written', () => {
    const sim = judged('doc:discovery?').verdict('qa', true);
    expect(sim.at).toBe('done');
    expect(sim.document('discovery', '1').status.open).toMatchObject([{ state: 'lapsed' }]);
    expect(sim.verdict('qa', true).at).toBe('done');
  });

  test('G1: without the mark nothing is proven until it is written', () => {
    const sim = judged('doc:discovery').verdict('qa', true);
    expect(sim.status.open).toMatchObject([{ finding: { code: 'DOCUMENT_MISSING', args: { document: 'discovery' } } }]);
    expect(sim.document('discovery', '1').verdict('qa', true).at).toBe('done');
  });

  test('G1: of a moment that cannot be told nothing is known to be missing', () => {
    const sim = judged('doc:discovery?');
    sim.verdict('qa', true);
    const events = sim.facts.events.map((one) => ({ ...one, at: 99 }));
    const unread = new Sim(sim.workflow);
    Object.assign(unread, { documents: sim.documents, events });
    expect(unread.at).toBe('review');
  });
});

describe('G2: one budget of attempts over several checks', () => {
  const exit: CheckSpec[] = [
    { check: 'command', id: 'build', command: 'build', on: 'item' },
    { check: 'command', id: 'tests', command: 'tests', on: 'item' },
    SUBMITTED,
  ];
  const story = (onExhausted: 'escalate' | 'block' | 'proceed') =>
    new Sim(
      workflowOf([
        phase('build', [], each('story', [phase('dev', exit)], { attempts: { max: 3, onExhausted } })),
        phase('final', [{ check: 'submitted', name: 'end' }]),
      ]),
    )
      .item('A')
      .item('B');
  /** Build fails once, tests fail twice, each on other content. */
  const used = (sim: Sim) => {
    command(command(sim, 'build', false, 'A').editItem('A', '1'), 'build', true, 'A');
    command(sim, 'tests', false, 'A');
    return command(sim.editItem('A', '2'), 'tests', false, 'A');
  };
  const SPENT = { code: 'LOOP_EXHAUSTED', args: { check: 'build.attempts', item: 'A', blocks: 3 } };

  test('G2: blocks of all checks of an item count together, and of that item alone', () => {
    const sim = used(story('escalate'));
    expect(sim.status.items[0]).toMatchObject({ id: 'A', open: [{ actor: 'person', finding: SPENT }] });
    expect(sim.at).toBe('build/B/dev');
    expect(sim.status.loops).toMatchObject([
      { check: 'build.attempts', item: 'A', blocks: 3, max: 3, exhausted: true },
    ]);
  });

  test('G2: two failures of three are two attempts left open', () => {
    const sim = command(command(story('escalate'), 'build', false, 'A').editItem('A', '1'), 'tests', false, 'A');
    expect(sim.status.items[0]).toMatchObject({
      state: 'ready',
      open: [{ actor: 'agent' }, { actor: 'agent' }, { actor: 'agent' }],
    });
  });

  test('G2: used up, it blocks the item, or lets through what has failed and leaves debts; what was never shown is asked', () => {
    expect(states(used(story('block')))).toEqual(['A blocked', 'B ready']);
    const sim = used(story('proceed'));
    expect(sim.status.items[0]).toMatchObject({ state: 'ready', open: [{ check: 'build/dev.submitted' }] });
    expect(states(sim.submit('done', 'A'))).toEqual(['A done', 'B ready']);
    expect(sim.status.debts).toMatchObject([
      { check: 'build/dev.build', item: 'A', why: 'loop' },
      { check: 'build/dev.tests', item: 'A', why: 'loop' },
    ]);
  });

  test('G2: a person gives it anew, or lets what failed go on', () => {
    const decide = (choice: 'again' | 'proceed') =>
      used(story('block')).do({
        type: 'decision',
        check: 'build.attempts',
        item: 'A',
        choice,
        person: 'ann',
        reason: 'x',
      });
    expect(decide('again').status).toMatchObject({ position: 'build/A/dev', loops: [] });
    const sim = decide('proceed');
    expect(sim.status.items[0]).toMatchObject({ state: 'ready', open: [{ check: 'build/dev.submitted' }] });
    expect(sim.status.debts).toMatchObject([{ why: 'decision' }, { why: 'decision' }]);
  });

  test('G2: a phase and a run have one, too, with all that lies in them', () => {
    const attempts = { max: 2, onExhausted: 'escalate' } as const;
    const of = (rest: Partial<Workflow>, own: Partial<Phase>) =>
      command(
        command(
          new Sim(
            workflowOf(
              [
                phase('first', [{ check: 'command', command: 'build' }], own),
                phase('build', [], { ...each('story', [phase('dev', exit)]) }),
              ],
              rest,
            ),
          ).item('A'),
          'build',
          false,
        ).edit('source', 's1'),
        'build',
        false,
      );
    expect(of({}, { attempts }).status).toMatchObject({ waiting: 'person', open: [{ check: 'first.attempts' }] });
    expect(of({ attempts }, {}).status).toMatchObject({ waiting: 'person', open: [{ check: 'attempts' }] });
    expect(of({ attempts: { ...attempts, max: 3 } }, {}).status.waiting).toBeNull();
    // Blocks of items count in the run, and where that is used up, none of them is worked on.
    const three = command(of({ attempts: { ...attempts, max: 3 } }, {}), 'build', true);
    expect(command(three.editItem('A', '7'), 'tests', false, 'A').status).toMatchObject({ waiting: 'person' });
  });

  test('G2: what broke down is no attempt, and a session that ended for its own sake is one', () => {
    const failed = (failure: 'limit' | 'infra') => {
      const sim = begin(story('block'), 'A');
      for (const at of ['1', '2', '3']) sim.editItem('A', at).do({ type: 'failure', item: 'A', failure, reason: 'x' });
      return sim;
    };
    expect(failed('limit').status.items[0]).toMatchObject({ state: 'blocked', open: [{ finding: SPENT }] });
    expect(failed('infra').status.loops).toEqual([]);
  });
});

describe('G4: a command by what it means', () => {
  const build = (exit: CheckSpec) =>
    new Sim(workflowOf([phase('build', [], each('story', [phase('dev', [exit, SUBMITTED])]))])).item('A').item('B');
  const LINT: CheckSpec = { check: 'command', command: { question: 'lint' }, on: 'item' };

  test('G4: is whatever answers the question here, of the item that is worked on', () => {
    const sim = begin(build(LINT), 'A').editItem('A', '1').submit('done', 'A');
    expect(sim.status.current!.open).toMatchObject([{ subject: 'lint:.', finding: { args: { question: 'lint' } } }]);
    expect(states(sim.run('fail', 'lint'))).toEqual(['A running', 'B ready']);
    expect(states(sim.run('pass', 'lint'))).toEqual(['A done', 'B ready']);
  });

  test('G4: of a question that nothing here answers nothing is asked, but for tests', () => {
    const types = build({ ...LINT, command: { question: 'types' } });
    expect(states(types.submit('done', 'A'))).toEqual(['A done', 'B ready']);
    const tests = build({ ...LINT, command: { question: 'test' } }).submit('done', 'A');
    expect(states(tests)).toEqual(['A ready', 'B ready']);
  });
});

describe('G5: the command of an item itself', () => {
  const verified = workflowOf([
    phase('build', [], each('task', [phase('do', [{ check: 'command', command: 'item', on: 'item' }, SUBMITTED])])),
  ]);
  const task = (verify?: string) =>
    new Sim(verified).item('A', { kind: 'task', ...(verify ? { verify } : {}) }).submit('done', 'A');

  test('G5: proves that item, and other words do not', () => {
    expect(command(task('sh a.sh'), 'sh b.sh', true, 'A').at).toBe('build/A/do');
    expect(task('sh a.sh').status.current!.open).toMatchObject([{ finding: { args: { command: 'sh a.sh' } } }]);
    expect(command(task('sh a.sh'), 'sh a.sh', true, 'A').at).toBe('done');
  });

  test('G5: an item that names none is told so', () => {
    expect(task().status.current!.open).toMatchObject([
      { finding: { code: 'ITEM_COMMAND_MISSING', args: { item: 'A' } } },
    ]);
  });
});

describe('G8: an approval and a choice of one item', () => {
  const heard = workflowOf([
    phase(
      'build',
      [],
      each('story', [
        phase('look', [
          { check: 'approved', gate: 'story', on: 'item' },
          { check: 'chosen', question: 'way', options: ['fast', 'slow'] },
        ]),
        phase('slow', [SUBMITTED], { when: { chosen: { way: ['slow'] } } }),
      ]),
    ),
  ]);
  const approve = (sim: Sim, subject?: string) =>
    sim.do({
      type: 'approval',
      gate: 'story',
      strength: 'terminal',
      person: 'ann',
      expires: null,
      ...(subject ? { subject } : {}),
    });
  const choose = (sim: Sim, option: string, subject?: string) =>
    sim.do({ type: 'choice', question: 'way', option, person: 'ann', ...(subject ? { subject } : {}) });

  test('G8: speak of that item alone, and one of the run of none', () => {
    const sim = new Sim(heard).item('A').item('B');
    expect(states(choose(approve(sim), 'fast'))).toEqual(['A ready', 'B ready']);
    expect(states(choose(approve(sim, 'A'), 'fast', 'A'))).toEqual(['A done', 'B ready']);
    choose(approve(sim, 'B'), 'slow', 'B');
    expect(sim.status.items[1]).toMatchObject({ id: 'B', phase: 'slow' });
    expect(sim.submit('done', 'B').at).toBe('done');
  });

  test('G8: the checker plays them to the end, and work on the files of one item voids no other', () => {
    const asked: CheckSpec[] = [
      { check: 'approved', gate: 'story', on: 'item' },
      { check: 'chosen', question: 'way', options: ['fast', 'slow'] },
    ];
    const withAsked = (one: Phase, at: number, all: readonly Phase[]): Phase =>
      at < all.length - 1 ? one : { ...one, exit: [...one.exit, ...asked] };
    const phases = (stories.phases as readonly Phase[]).map((one) =>
      one.each ? { ...one, each: { ...one.each, phases: one.each.phases.map(withAsked) } } : one,
    );
    expect(checkWorkflow({ ...stories, phases })).toEqual([]);
  });

  test('G8: words of an item that have changed wait for their approval again, and a gate of items is open until all are through', () => {
    const sim = approve(new Sim(heard).item('A').item('B'), 'A');
    const openOf = () => sim.status.items[0]?.open?.map(({ finding }) => finding.code);
    expect(openOf()).toEqual(['CHOICE_MISSING']);
    expect(sim.status.gates).toEqual({ story: { state: 'pending' } });
    sim.item('A', { digest: 'other words' });
    expect(openOf()).toEqual(['APPROVAL_MISSING', 'CHOICE_MISSING']);
  });
});
