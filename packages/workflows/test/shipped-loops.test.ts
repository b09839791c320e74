import type { Phase, Workflow } from '@flow/core/workflow';
import { checkWorkflow } from '@flow/core/workflow';
import { describe, expect, test } from 'vitest';
import { plan, spec, stories } from '../src/all.js';
import { begin } from './made.js';
import { Sim } from './sim.js';

/* What `spec`, `plan` and `stories` ask for, rule by rule, as their data say it. */

const ids = ({ phases }: Workflow) => phases.map(({ id }) => id);
const phaseOf = ({ phases }: Workflow, id: string): Phase => {
  const all = (some: readonly Phase[]): Phase[] => some.flatMap((one) => [one, ...all(one.each?.phases ?? [])]);
  return all(phases).find((one) => one.id === id)!;
};
const codes = (sim: Sim) => sim.status.open.map(({ finding }) => finding.code);
const entries = (count: number) => Array.from({ length: count }, (_, at) => `entry ${at}`);
const turned = (sim: Sim, dial: string, value: string) => sim.do({ type: 'dial', dial, value, person: null });
const ran = (sim: Sim, command: string, pass: boolean, subject?: string) =>
  sim.do({ type: 'command', command, pass, ...(subject === undefined ? {} : { subject }) });

/** A topic for each kind of agent, each looked into, and merged into a document. */
function researched(sim: Sim, document: string): Sim {
  const topics = [
    ['T1', 'external'],
    ['T2', 'codebase'],
  ] as const;
  for (const [id, flag] of topics) sim.item(id, { kind: 'topic', title: id, flags: [flag] });
  sim.document(document, '1', { sections: { 't1-topic-t1': entries(1), 't2-topic-t2': entries(1) } });
  // Topics are items of the specification alone.
  if (sim.workflow.id === 'spec') for (const [id] of topics) sim.submit('found', id);
  return sim;
}

test.each([spec, plan, stories])('$id can lead: the checker has nothing to say, in at most a second of work', (one) => {
  const before = process.cpuUsage();
  expect(checkWorkflow(one)).toEqual([]);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(4);
});

describe('spec', () => {
  const interview = (sim: Sim, answers = 3) =>
    sim.document('interview', `i${answers}`, {
      sections: { answers: entries(answers), approach: entries(1), approaches: entries(2) },
      command: 'sh show.sh',
    });
  const task = (sim: Sim, id = '1.1', rest = {}) =>
    sim.item(id, { kind: 'task', files: [id], verify: `v ${id}`, ...rest });
  const asked = (intent: string, answers = 3) => interview(new Sim(spec, { ...DIALS, intent }), answers);
  const DIALS = { intent: 'mid-sized', review: 'every-fifth', granularity: 'coarse', approvals: 'all' };

  /** Up to the tasks that are approved. */
  const upToTasks = (intent = 'mid-sized', dials = {}) => {
    const sim = interview(new Sim(spec, { ...DIALS, intent, ...dials }), intent === 'bug' ? 5 : 3);
    if (intent === 'bug') ran(sim, 'sh show.sh', false);
    researched(sim, 'research').approve('research');
    for (const name of ['requirements', 'design']) sim.document(name, '1').approve(name);
    return task(task(sim), '1.2').document('tasks', '1').approve('tasks');
  };

  test('X1 X3 X4 four documents come one after the other, each waits for its approval, and none is passed over', () => {
    const sim = asked('mid-sized');
    for (const name of ['research', 'requirements', 'design']) {
      expect(sim.at).toBe(name);
      // What is written ahead leads nobody past what comes first.
      expect(sim.document('tasks', 'ahead').at).toBe(name);
      const written = name === 'research' ? researched(sim, name) : sim.document(name, '1');
      expect(written).toMatchObject({ at: name, status: { waiting: 'person' } });
      sim.approve(name);
    }
    expect(sim.at).toBe('tasks');
    expect(sim.approve('tasks').at).toBe('tasks');
    expect(upToTasks().at).toBe('implement/1.1/execute');
    // A document that is written anew waits again.
    expect(upToTasks().document('design', '2').at).toBe('design');
  });

  test.each([
    ['trivial', 1, 2],
    ['mid-sized', 3, 7],
    ['refactor', 3, 5],
    ['bug', 5, 5],
    ['greenfield', 5, 10],
  ])('X7 %s work has %i to %i answers', (intent, min, max) => {
    for (const answers of [min - 1, max + 1]) expect(asked(intent, answers).at).toBe('interview');
    for (const answers of [min, max]) expect(asked(intent, answers).at).not.toBe('interview');
  });

  test('X10 small work stays small: from the interview to its one task; what has grown is told to step up, and then thought through', () => {
    const sim = task(asked('trivial', 1)).document('tasks', '1');
    expect(sim.approve('tasks').at).toBe('implement/1.1/execute');
    task(sim, '1.2').document('tasks', '2');
    // The list is kept while it is worked on.
    expect(sim.at).toBe('implement/1.1/execute');
    expect(sim.status.open[0]).toMatchObject({
      actor: 'agent',
      finding: { code: 'ITEMS_TOO_MANY', args: { items: 2, most: 1, dial: 'intent', value: 'mid-sized' } },
    });
    const many = task(asked('trivial', 1), '1.1', { files: entries(6) }).document('tasks', '1');
    expect(many.status.open[0]?.finding).toMatchObject({ code: 'ITEMS_TOO_MANY', args: { files: 6, mostFiles: 5 } });
    expect(turned(interview(sim, 3), 'intent', 'mid-sized').at).toBe('research');
  });

  test('X10 X14 approaches are spoken of where the work has them, and the keeper holds work against the documents that there are', () => {
    const told = (intent: string, answers: number) => {
      const sim = new Sim(spec, { ...DIALS, intent });
      return sim.document('interview', '1', { sections: { answers: entries(answers) } }).status;
    };
    expect(told('trivial', 0).instruction).toBe(
      'Ask the user what is not clear from the code, and write the answers down.',
    );
    expect(told('mid-sized', 0).instruction).toBe(told('trivial', 0).instruction);
    expect(told('trivial', 1).phase).toBe('tasks');
    expect(told('mid-sized', 3)).toMatchObject({
      phase: 'interview',
      instruction: expect.stringContaining('two or three approaches'),
    });
    const small = task(asked('trivial', 1)).document('tasks', '1').approve('tasks');
    ran(small.submit('complete', '1.1'), 'v 1.1', true, '1.1');
    expect(small.at).toBe('implement/1.1/review');
    expect(small.status.instruction).toContain('the documents that the run has');
  });

  test('X16 a bug is seen before anything is changed, by the command that its interview names, and seen gone by the same', () => {
    const sim = asked('bug', 5);
    expect(sim.at).toBe('reproduce');
    expect(sim.status.open[0]?.finding).toMatchObject({ code: 'NOT_REPRODUCED', args: { command: 'sh show.sh' } });
    expect(phaseOf(spec, 'reproduce').edits).toContainEqual({ class: 'source', answer: 'deny' });
    expect(ran(sim, 'sh other.sh', false).at).toBe('reproduce');
    expect(ran(sim, 'sh show.sh', true).at).toBe('reproduce');
    expect(ran(sim, 'sh show.sh', false).at).toBe('research');
    // Who names another command has not seen that one fail.
    const other = { ...sim.documents.interview!, command: 'sh kinder.sh' };
    sim.documents.interview = other;
    expect(sim.at).toBe('reproduce');
    const unnamed = new Sim(spec, { ...DIALS, intent: 'bug' });
    unnamed.document('interview', '1', { sections: interview(new Sim(spec), 5).documents.interview!.sections });
    expect(unnamed.status.open[0]?.finding.args).toMatchObject({ document: 'interview' });

    const done = upToTasks('bug');
    for (const id of ['1.1', '1.2']) ran(done.submit('complete', id), `v ${id}`, true, id);
    expect(done.at).toBe('implement/1.2/review');
    done.do({ type: 'verdict', judge: 'keeper', pass: true, findings: [], subject: '1.2' });
    expect(done.edit('source', 's1').run('pass').at).toBe('finish');
    expect(ran(done, 'sh other.sh', true).at).toBe('finish');
    expect(ran(done, 'sh show.sh', true).at).toBe('ship');
  });

  test('X30 X31 X33 a task is done by its submission, its own command and, at marks, the verdict of its keeper: none of them is enough', () => {
    const one = upToTasks();
    expect(one.submit('complete', '1.1').at).toBe('implement/1.1/execute');
    const other = upToTasks();
    expect(ran(begin(other, '1.1'), 'v 1.1', true).at).toBe('implement/1.1/execute');
    ran(one, 'v 1.1', true, '1.1');
    expect(one.at).toBe('implement/1.2/execute');
    ran(one.submit('complete', '1.2'), 'v 1.2', true, '1.2');
    expect(one.at).toBe('implement/1.2/review');
    one.do({ type: 'verdict', judge: 'keeper', pass: true, findings: [], subject: '1.2' });
    expect(one.at).toBe('finish');
  });

  test('X34 every fifth, the last, and the last below each heading are reviewed; or all of it once, at the end', () => {
    expect(phaseOf(spec, 'implement').each?.marks).toEqual({
      flag: 'checkpoint',
      every: 5,
      last: true,
      boundary: true,
    });
    const sim = upToTasks('mid-sized', { review: 'final' });
    for (const id of ['1.1', '1.2']) ran(sim.submit('complete', id), `v ${id}`, true, id);
    expect(sim.at).toBe('finish');
    sim.edit('source', 's1').run('pass');
    expect(sim.status.open.map(({ check }) => check)).toEqual(['finish.whole']);
    expect(sim.verdict('keeper', true).at).toBe('ship');
  });

  test('X36 X38 a keeper that says no three times lets the task go on, with a debt; no word is no pass', () => {
    const sim = upToTasks();
    for (const id of ['1.1', '1.2']) ran(sim.submit('complete', id), `v ${id}`, true, id);
    for (const time of [1, 2, 3]) {
      expect(sim.at).toBe(time === 1 ? 'implement/1.2/review' : 'implement/1.2/review');
      sim.do({ type: 'verdict', judge: 'keeper', pass: false, findings: [{ title: 'no' }], subject: '1.2' });
      expect(sim.at).toBe('implement/1.2/execute');
      sim.editItem('1.2', `${time}`).submit('complete', '1.2');
      ran(sim, 'v 1.2', true, '1.2');
    }
    expect(sim.at).toBe('finish');
    expect(sim.status.debts).toMatchObject([{ check: 'implement/review.verdict', item: '1.2', why: 'loop' }]);
  });

  test('X37 a fault of the code is mended by its task; a fault of the design stops the tasks, until the design is other and approved', () => {
    const reviewed = () => {
      const sim = upToTasks();
      for (const id of ['1.1', '1.2']) ran(sim.submit('complete', id), `v ${id}`, true, id);
      expect(sim.at).toBe('implement/1.2/review');
      return sim;
    };
    const code = reviewed().verdict('keeper', false, [{ title: 'cut' }], '1.2');
    expect(code).toMatchObject({ at: 'implement/1.2/execute', status: { waiting: null } });

    const sim = reviewed().verdict('keeper', false, [{ title: 'it cannot be', to: 'design', item: '1.2' }], '1.2');
    expect(sim.at).toBe('design');
    // No work on the code answers it, and no task is begun before it is answered.
    sim.editItem('1.2', 'bent').edit('source', 'bent').submit('complete', '1.2');
    expect(sim.at).toBe('design');
    expect(sim.document('design', '2')).toMatchObject({ at: 'design', status: { waiting: 'person' } });
    sim.approve('design').approve('tasks');
    expect(sim.at).toMatch(/^implement\/1\.2\//);
    ran(sim.submit('complete', '1.2'), 'v 1.2', true, '1.2');
    expect(sim.at).toBe('implement/1.2/review');
    expect(sim.verdict('keeper', true, [], '1.2').at).toBe('finish');
    // What was right all along is only judged again.
    const right = reviewed().verdict('keeper', false, [{ title: 'it cannot be', to: 'requirements' }], '1.2');
    for (const name of ['requirements', 'design', 'tasks']) {
      if (name === 'requirements') right.document(name, '2');
      if (right.at === name) right.approve(name);
    }
    expect(right.at).toBe('implement/1.2/review');
    expect(right.verdict('keeper', true, [], '1.2').at).toBe('finish');
    // Small work has no design: what is sent there is answered where the judge sends all else.
    const small = task(asked('trivial', 1)).document('tasks', '1').approve('tasks');
    ran(small.submit('complete', '1.1'), 'v 1.1', true, '1.1');
    expect(small.verdict('keeper', false, [{ title: 'no', to: 'tasks' }], '1.1').at).toBe('tasks');
  });

  test('X57 X40 a task that fails five times is set aside, whatever failed; a fix may have fixes, two deep and three of each', () => {
    const sim = upToTasks().submit('complete', '1.1');
    for (const time of entries(5)) ran(sim.editItem('1.1', time), 'v 1.1', false, '1.1');
    expect(sim.status.items[0]).toMatchObject({ id: '1.1', state: 'blocked' });
    expect(phaseOf(spec, 'implement').each).toMatchObject({ fixes: { max: 3, depth: 2 }, atOnce: 5 });
  });

  test('X43 X44 V19 a fix comes before what it mends, which is tried again behind it; a task with no try left stops, and others go on', () => {
    const sim = upToTasks().submit('complete', '1.1');
    ran(sim, 'v 1.1', false, '1.1');
    const added = {
      id: '1.1.1',
      digest: 'd',
      title: 'Fix',
      kind: 'fix',
      parent: '1.1',
      after: [],
      files: ['1.1'],
      verify: 'v 1.1.1',
    };
    sim.do({ type: 'item-added', added });
    expect(sim.at).toBe('implement/1.1.1/execute');
    expect(sim.status.items.find(({ id }) => id === '1.1')).toMatchObject({ state: 'waiting' });
    // The program lists it among the items of each moment from then on.
    ran(sim.item('1.1.1', added).submit('complete', '1.1.1'), 'v 1.1.1', true, '1.1.1');
    expect(sim.at).toBe('implement/1.1/execute');
    for (const time of entries(4)) ran(sim.editItem('1.1', time), 'v 1.1', false, '1.1');
    const states = () => sim.status.items.map(({ id, state }) => `${id} ${state}`);
    expect(states()).toEqual(expect.arrayContaining(['1.1 blocked', '1.2 ready']));
    expect(sim.at).toBe('implement/1.2/execute');
  });

  test('V17 V18 V38 tasks that share no file and wait for none are ready at once; the same file and an order hold one back', () => {
    const states = (rest = {}) => {
      const sim = task(task(asked('mid-sized')), '1.2', rest);
      researched(sim, 'research').approve('research');
      for (const name of ['requirements', 'design', 'tasks']) sim.document(name, '1').approve(name);
      return begin(sim, '1.1').status.items.map(({ state }) => state);
    };
    expect(states()).toEqual(['running', 'ready']);
    expect(states({ files: ['1.1'] })).toEqual(['running', 'waiting']);
    expect(states({ after: ['1.1'] })).toEqual(['running', 'waiting']);
  });

  test('X57 X64 fine tasks say more of themselves; what a person approves is turned down by a person alone', () => {
    const fine = task(asked('trivial', 1)).document('tasks', '1');
    expect(turned(fine, 'granularity', 'fine').status.open[0]?.finding).toMatchObject({
      code: 'ITEMS_INCOMPLETE',
      args: { lacking: ['1.1: commit, criteria'] },
    });
    const sim = task(asked('mid-sized'));
    researched(sim, 'research');
    for (const name of ['requirements', 'design']) sim.document(name, '1');
    // An agent that lowers it changes nothing.
    expect(turned(sim, 'approvals', 'none').at).toBe('research');
    expect(sim.do({ type: 'dial', dial: 'approvals', value: 'tasks', person: 'ann' }).at).toBe('tasks');
    expect(sim.document('tasks', '1').status.waiting).toBe('person');
    expect(sim.do({ type: 'dial', dial: 'approvals', value: 'none', person: 'ann' }).at).toBe('implement/1.1/execute');
  });
});

describe('plan', () => {
  const DIALS = { depth: 'standard', discovery: 'none', tests: 'on', questions: 'asked' };
  const briefed = (dials = {}) =>
    new Sim(plan, { ...DIALS, ...dials }).document('brief', '1', { sections: { goal: entries(1) } });
  const task = (sim: Sim, id: string, rest = {}) =>
    sim.item(id, { kind: 'task', parent: id[0]!, files: [id], criteria: [{ id: '1', text: id }], ...rest });
  const listed = (sim: Sim, rest = {}) =>
    task(
      task(task(sim.item('A', { kind: 'stage' }), 'A1'), 'A2').item('B', { kind: 'stage', after: ['A'] }),
      'B1',
      rest,
    ).document('plan', '1');
  const choose = (sim: Sim, option: string) => sim.do({ type: 'choice', question: 'next', option, person: 'ann' });
  const built = (dials = {}, rest = {}) =>
    choose(listed(briefed(dials).verdict('analyst', true), rest).approve('plan'), 'implement');
  const gate = (sim: Sim, stage: string, pass: boolean, item?: string) =>
    sim.do({
      ...{ type: 'verdict', judge: 'code-quality', pass, subject: stage },
      findings: pass ? [] : [{ title: 'half a cent', ...(item && { item }) }],
    });
  const tested = (sim: Sim, stage: string) =>
    begin(sim, stage).do({ type: 'run', suite: 'go:.', question: 'test', result: 'pass', subjects: {} });
  /** All stages up to the validation of the whole. */
  const upToFinal = (sim: Sim) => {
    for (const [stage, tasks] of [
      ['A', ['A1', 'A2']],
      ['B', ['B1']],
    ] as const) {
      for (const one of tasks) sim.submit('complete', one);
      if (sim.dials.tests === 'on') tested(sim, stage);
      gate(sim, stage, true).submit('updated', stage);
    }
    return sim;
  };

  test('V1 V8 V12 V13 the phases are those of the plan; a standard one is explored when somebody asks, approved once, and then somebody chooses', () => {
    expect(ids(plan)).toEqual([
      ...['clarify', 'discover', 'specify', 'plan', 'approve', 'plan-review', 'build', 'final', 'experience', 'learn'],
      'ship',
    ]);
    const sim = briefed().verdict('analyst', true);
    expect(sim.at).toBe('plan');
    expect(turned(sim, 'discovery', 'asked').at).toBe('discover');
    researched(sim, 'discovery').verdict('analyst', true);
    expect(listed(sim).at).toBe('approve');
    expect(sim.approve('plan')).toMatchObject({ at: 'approve', status: { waiting: 'person' } });
    expect(codes(sim)).toEqual(['CHOICE_MISSING']);
    expect(choose(sim, 'review').at).toBe('plan-review');
    // Who asks for changes has a plan that is approved again.
    expect(sim.document('plan', '2').at).toBe('approve');
  });

  test('V14 a plan that its reviewer rejects goes back to the planner, and then the user approves and chooses again', () => {
    const sim = choose(listed(briefed().verdict('analyst', true)).approve('plan'), 'review');
    expect(sim.at).toBe('plan-review');
    sim.do({ type: 'verdict', judge: 'plan-reviewer', pass: false, findings: [{ title: 'no criteria' }] });
    expect(sim.at).toBe('plan');
    expect(sim.document('plan', '2').at).toBe('approve');
    sim.approve('plan');
    expect(sim.status.open.map(({ finding }) => finding.code)).toEqual(['CHOICE_MISSING']);
  });

  test('V3 V4 V39 three rounds of questions in all, before and after discovery, then what is open is a debt', () => {
    const sim = briefed();
    const no = (words: string) => sim.verdict('analyst', false, [{ title: words }]);
    const answered = (digest: string) => sim.document('brief', digest, { sections: { goal: entries(1) } });
    no('who?');
    answered('2');
    turned(sim, 'discovery', 'asked').verdict('analyst', true);
    expect(codes(sim)).toContain('DOCUMENT_MISSING');
    researched(sim, 'discovery');
    no('where?');
    answered('3');
    expect(sim.at).toBe('discover');
    no('when?');
    answered('4');
    expect(sim.at).toBe('plan');
    expect(sim.status.debts.map(({ check }) => check)).toEqual(expect.arrayContaining(['discover.clear']));
    expect(phaseOf(plan, 'discover').exit).toContainEqual(
      expect.objectContaining({ id: 'again', loop: { max: 2, onExhausted: 'proceed' } }),
    );
  });

  test('V7 V33 a light plan has one stage and six tasks at most, no review and no experience; the tests of the whole stay', () => {
    const sim = briefed({ depth: 'light' }).verdict('analyst', true);
    expect(listed(sim).status.open[0]?.finding).toMatchObject({
      code: 'ITEMS_TOO_MANY',
      args: { kind: 'stage', dial: 'depth', value: 'standard' },
    });
    const one = briefed({ depth: 'light' }).verdict('analyst', true).item('A', { kind: 'stage' });
    for (const id of entries(7)) task(one, `A${id}`);
    expect(one.document('plan', '1').status.open[0]?.finding.args).toMatchObject({ kind: 'task', items: 7, most: 6 });
    const small = task(briefed({ depth: 'light' }).verdict('analyst', true).item('A', { kind: 'stage' }), 'A1', {
      flags: ['ux'],
    });
    expect(small.document('plan', '1').approve('plan').at).toBe('build/A/do/A1/work');
    small.submit('complete', 'A1');
    gate(tested(small, 'A'), 'A', true).submit('updated', 'A');
    // What its stage was tested with is not the whole any more.
    expect(small.edit('source', 's0.5').at).toBe('final');
    expect(small.status.open.map(({ check }) => check)).toEqual(['final.green']);
    expect(small.edit('source', 's1').run('pass').at).toBe('learn');
  });

  test('V9 specifications come first where the plan is to have them, explored whatever the dial says, and are approved with it', () => {
    const sim = briefed({ depth: 'spec' }).verdict('analyst', true);
    expect(codes(sim)).toContain('DOCUMENT_MISSING');
    researched(sim, 'discovery').verdict('analyst', true);
    expect(sim.at).toBe('specify');
    listed(sim.document('specs', '1')).approve('plan');
    expect(codes(sim)).toEqual(['CHOICE_MISSING']);
    sim.document('specs', '2');
    expect(codes(sim)).toContain('APPROVAL_MISSING');
  });

  test('V15 V21 V28 a stage is tried as a whole, three times at most, then a person decides; the next one has its own three', () => {
    const sim = built();
    sim.submit('complete', 'A1').submit('complete', 'A2');
    expect(sim.at).toBe('build/A/tests');
    tested(sim, 'A');
    for (const time of entries(3)) {
      expect(gate(sim, 'A', false, 'A2').at).toMatch(/^build\/A\/(?:analyse|do)/);
      if (sim.status.waiting === 'person') break;
      sim.answer();
      sim.editItem('A2', time).submit('complete', 'A2');
      tested(sim, 'A');
    }
    expect(sim.status).toMatchObject({ waiting: 'person' });
    sim.do({ type: 'decision', check: 'build.attempts', item: 'A', choice: 'proceed', person: 'ann', reason: 'seen' });
    expect(sim.status.loops.find(({ item }: { item?: string }) => item === 'B')).toBeUndefined();
  });

  test('V22 without tests the stage is accepted by its criteria, and the whole is tested all the same', () => {
    const sim = built({ tests: 'off' });
    sim.submit('complete', 'A1').submit('complete', 'A2');
    expect(sim.at).toBe('build/A/quality');
    expect(upToFinal(built({ tests: 'off' })).at).toBe('final');
  });

  test('V30 V31 V51 V53 everything and all criteria, then the experience where a task asked for it', () => {
    const sim = upToFinal(built()).edit('source', 's0.5');
    expect(sim.status.open.map(({ check }) => check)).toEqual(['final.green', 'final.criteria']);
    sim.edit('source', 's1').run('pass');
    expect(sim.verdict('code-quality', true).at).toBe('learn');
    const shown = upToFinal(built({}, { flags: ['ux'] }));
    shown.edit('source', 's1').run('pass').verdict('code-quality', true);
    expect(shown.at).toBe('experience');
    expect(shown.verdict('ux-dx', false, [{ title: 'nobody finds it' }]).at).toMatch(/^build\/stage-/);
  });

  test('V32 V52 a suite that fails behind the stages makes a stage of its own with its task, and the whole is tried again', () => {
    const sim = upToFinal(built({}, { flags: ['ux'] }))
      .edit('source', 's1')
      .run('fail');
    const at = /^build\/(stage-[\d.]+)\/do\/(task-[\d.]+)\/work$/.exec(sim.at);
    expect(at).not.toBeNull();
    const [, stage = '', made = ''] = at!;
    expect(sim.status.items).toMatchObject([{ id: 'A', state: 'done' }, { id: 'B', state: 'done' }, { id: stage }]);
    // Neither the experience nor the end is reached by saying so.
    expect(sim.verdict('ux-dx', true).at).toBe(sim.at);
    begin(sim, stage).edit('source', 's2').submit('complete', made);
    expect(sim.at).toBe(`build/${stage}/tests`);
    gate(tested(sim, stage), stage, true).submit('updated', stage);
    expect(sim.at).toBe('final');
    expect(sim.run('pass').verdict('code-quality', true).at).toBe('experience');
  });

  test('V42 layout and types are told of a task and hold nothing up, the tests belong to its stage, all of them to the end', () => {
    const sim = built();
    begin(sim, 'A1').submit('complete', 'A1');
    expect(sim.status.warnings.map(({ args }) => args.check)).toContain('build/do/work.lint');
    expect(sim.at).toBe('build/A/do/A2/work');
  });
});

describe('stories', () => {
  const DIALS = { approvals: 'all', questions: 'asked', coverage: 'told' };
  const CLARIFIED = { sections: { 'before-analysis': entries(1), 'before-planning': entries(1) } };
  const story = (sim: Sim, id: string, rest = {}) =>
    sim.item(id, {
      ...{ kind: 'story', size: 'S', claims: [id.toLowerCase()], files: [id], risk: 'none' },
      ...{ criteria: [{ id: '1', text: id }], ...rest },
    });
  const listed = (dials = {}, rest = {}) => {
    const sim = new Sim(stories, { ...DIALS, ...dials }).document('clarifications', '1', CLARIFIED);
    story(story(sim, 'S1', rest), 'S2', { after: ['S1'] })
      .claim('s1', 'one')
      .claim('s2', 'two');
    return sim.document('spec', '1').document('stories', '1');
  };
  const confirm = (sim: Sim, option = 'as-listed') =>
    sim.do({ type: 'choice', question: 'stories', option, person: 'ann' });
  const designed = (dials = {}, rest = {}) =>
    confirm(listed(dials, rest)).document('design', '1').document('test-shape', '1');
  const passed = (sim: Sim, id: string, result: 'pass' | 'fail' = 'pass') =>
    sim.run(result, 'test', { [id]: result === 'pass', [id.toLowerCase()]: result === 'pass' });
  const developed = (sim: Sim, id = 'S1') => {
    begin(sim, id).red(id.toLowerCase());
    return passed(sim.editItem(id, 'code'), id);
  };
  const judged = (sim: Sim, judge: string, pass = true, id = 'S1') =>
    sim.do({ type: 'verdict', judge, pass, findings: pass ? [] : [{ title: 'no' }], subject: id });

  test('M2 M18 M19 M20 nothing is built before the stories are confirmed, and each has its files, claims and risk', () => {
    const sim = listed();
    expect(sim).toMatchObject({ at: 'confirm', status: { waiting: 'person' } });
    expect(confirm(sim).at).toBe('architect');
    sim.document('design', '1').document('test-shape', '1');
    story(sim, 'S2', { files: [], risk: undefined, after: ['S1'] });
    expect(sim.at).toBe('architect');
    expect(sim.status.open[0]?.finding).toMatchObject({ args: { lacking: ['S2: files, risk'] } });
    expect(designed().at).toBe('build/S1/red');
    expect(phaseOf(stories, 'build').each).toMatchObject({ atOnce: 1, attempts: { max: 3, onExhausted: 'block' } });
  });

  test('M17 the analyst gives each story its size and criteria, and a flag where it touches safety, before anybody confirms it', () => {
    const sim = story(listed(), 'S2', { size: undefined, criteria: [], after: ['S1'] });
    expect(sim.status.open[0]?.finding).toMatchObject({ args: { lacking: ['S2: size, criteria'] } });
    expect(story(sim, 'S2', { flags: ['security'], after: ['S1'] }).at).toBe('confirm');
  });

  test('M24 M25 a story begins with tests that fail: code before them is refused, and what is said changes nothing', () => {
    const sim = designed();
    begin(sim, 'S1');
    expect(sim.status.current?.edits).toContainEqual(
      expect.objectContaining({ class: 'source', answer: 'deny', marker: 'STUB:TDD' }),
    );
    expect(sim.status.current?.edits?.filter((one) => one.class === 'source' && one.answer !== 'deny')).toEqual([]);
    expect(sim.submit('red', 'S1').at).toBe('build/S1/red');
    expect(sim.red('s1').at).toBe('build/S1/develop');
  });

  test('M21 M29 all tests are run in every round: no story is done, and none begins, while one fails', () => {
    const sim = designed();
    begin(sim, 'S1').red('s1').editItem('S1', 'code').run('fail', 'test', { S1: true, s1: true });
    expect(sim.at).toBe('build/S1/develop');
    expect(sim.status.current?.open?.map(({ check }) => check)).toEqual(['build/develop.suite']);
    expect(passed(sim, 'S1').at).toBe('build/S1/accept');
    judged(judged(sim, 'tester'), 'reviewer');
    expect(sim.at).toBe('build/S2/red');
    // The failing tests of the next story say nothing of the one that is done, and spend none of its attempts.
    begin(sim, 'S2').run('fail', 'test', { S1: true, s1: true, S2: false, s2: false });
    expect(sim.at).toBe('build/S2/red');
    expect(sim.status.items).toMatchObject([
      { id: 'S1', state: 'done' },
      { id: 'S2', state: 'running' },
    ]);
  });

  test('M23 tests that have to fail first are no attempt, and one run that several checks ask for is one', () => {
    const sim = designed();
    begin(sim, 'S1');
    for (const time of entries(4)) passed(sim.editItem('S1', `stub ${time}`), 'S1', 'fail');
    sim.red('s1');
    for (const time of ['1', '2']) passed(sim.editItem('S1', time), 'S1', 'fail');
    expect(sim.status.items[0]).toMatchObject({ state: 'running' });
    passed(sim.editItem('S1', '3'), 'S1', 'fail');
    expect(sim.status.items[0]).toMatchObject({ state: 'blocked' });
  });

  test('M35 M58 a story that touches safety is judged for it, and coverage is asked by size where the project needs it', () => {
    const sim = developed(designed({}, { flags: ['security'] }));
    judged(judged(sim, 'tester'), 'reviewer');
    expect(sim.at).toBe('build/S1/review');
    // Once is enough: what it found is mended, and then a person decides.
    expect(judged(sim, 'security', false).at).toBe('build/S1/develop');
    judged(judged(passed(sim.editItem('S1', 'mended'), 'S1'), 'tester'), 'reviewer');
    expect(sim.status).toMatchObject({ position: 'build/S1/review', waiting: 'person' });
    const told = developed(designed());
    expect(told.at).toBe('build/S1/accept');
    expect(told.status.warnings.map(({ args }) => args.check)).toContain('build/develop.coverage-told');
    const needed = developed(designed({ coverage: 'needed' }));
    expect(needed.status.current?.open?.[0]?.finding.code).toBe('COVERAGE_LOW');
    expect(needed.do({ type: 'coverage', percent: 59, subject: 'S1' }).at).toBe('build/S1/develop');
    expect(needed.do({ type: 'coverage', percent: 60, subject: 'S1' }).at).toBe('build/S1/accept');
  });

  const upToLint = (rest = {}) => {
    const sim = designed({}, rest);
    for (const id of ['S1', 'S2']) {
      judged(judged(developed(sim, id), 'tester', true, id), 'reviewer', true, id);
    }
    return sim;
  };

  test('M37 M38 M39 layout is mended three times at most, then told as a debt; operations come in where a story asks; the whole is tried behind it', () => {
    const sim = upToLint({ flags: ['deploy'] });
    expect(sim.at).toBe('lint');
    for (const time of ['1', '2', '3']) sim.edit('source', time).run('fail', 'lint');
    sim.run('pass');
    expect(sim.at).toBe('deploy');
    expect(sim.status.debts).toMatchObject([{ check: 'lint.layout', why: 'loop' }]);
    expect(sim.submit('deployment').at).toBe('learn');
    const other = upToLint().edit('source', '1').run('pass', 'lint');
    expect(other.at).toBe('lint');
    expect(other.run('pass').at).toBe('learn');
    // What fails behind the stories goes back to them.
    const failing = upToLint().edit('source', '1').run('pass', 'lint').run('pass');
    failing.run('fail');
    expect(failing.at).not.toBe('learn');
  });
});
