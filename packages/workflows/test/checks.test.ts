import type { NewEvent } from '@flow/core/testing';
import {
  type CheckSpec,
  defineWorkflow,
  type Each,
  evaluate,
  nextChange,
  type Phase,
  type Workflow,
} from '@flow/core/workflow';
import { describe, expect, test } from 'vitest';
import { Sim } from './sim.js';

/** Single checks in workflows of one phase: what proves them, what does not, and who is waited for. */

function asking(exit: readonly CheckSpec[], phase: Partial<Phase> = {}): Workflow {
  return defineWorkflow({
    id: 'one',
    title: 'One',
    version: 1,
    dials: {},
    documents: {},
    rules: [],
    phases: [{ id: 'work', title: 'Work', instruction: 'Work.', exit, ...phase }],
  });
}

/** A workflow that asks this of each story. */
const ofStories = (exit: readonly CheckSpec[]) =>
  asking([], { each: { kind: 'story', phases: [{ id: 'do', title: 'Do', instruction: 'Do.', exit }] } });

const codes = (sim: Sim) => sim.status.open.map(({ finding }) => finding.code);

describe('the claims of an item', () => {
  const begin = () => {
    const sim = new Sim(ofStories([{ check: 'red' }])).claim('c1', 'one').claim('c2', 'two');
    return sim.item('S1', { claims: ['c1'] }).item('S2', { claims: ['c2'] });
  };

  test('are proven red with it, each by its own tests', () => {
    const sim = begin();
    expect(sim.at).toBe('work/S1/do');
    expect(sim.red('c1').at).toBe('work/S2/do');
    expect(sim.red('c2').at).toBe('done');
  });

  test('are to be seen red again when it is reopened, and those of others are not', () => {
    const sim = begin().red('c1').red('c2').do({ type: 'reopen', item: 'S1', person: 'ann', reason: 'not that' });
    expect(sim.status).toMatchObject({ position: 'work/S1/do', items: [{ state: 'ready' }, { state: 'done' }] });
    expect(sim.status.current?.open).toMatchObject([{ subject: 'c1', state: 'missing' }]);
    expect(sim.red('c1').at).toBe('done');
  });

  test('were red for an item that speaks of them later', () => {
    const sim = begin().item('S1', { claims: [] }).red('c1').red('c2');
    sim.item('S1', { claims: ['c1'], digest: 'more' });
    // Another text is another item, with which nobody has begun yet.
    expect(sim.submit('anything').status.current?.open).toMatchObject([{ finding: { code: 'ITEM_NOT_BEGUN' } }]);
    expect(sim.do({ type: 'item', item: 'S1', state: 'running', reason: '' }).at).toBe('done');
  });
});

describe('a test that two items name (R2)', () => {
  /** Two stories, each with a claim of its own that the same test shows. */
  const shared = () => {
    const sim = new Sim(ofStories([{ check: 'red' }])).claim('c1', 'one', 'body').claim('c2', 'two', 'body');
    sim.claims = sim.claims.map((claim) => ({ ...claim, tests: [{ name: 'Test', file: 'a_test.go', hash: 'body' }] }));
    return sim.item('S1', { claims: ['c1'] }).item('S2', { claims: ['c2'] });
  };
  const begun = (sim: Sim, id: string) => sim.do({ type: 'item', item: id, state: 'running', reason: '' });
  const statesOf = (sim: Sim) => sim.status.items.map(({ id, state }) => `${id} ${state}`);
  const SEEN = [{ name: 'Test', file: 'a_test.go', hash: 'body' }];

  test('is the proof of the one that is worked on, and names it to the other', () => {
    const sim = begun(shared(), 'S2').red('c1');
    expect(statesOf(sim)).toEqual(['S1 ready', 'S2 done']);
    expect(sim.status.current?.open).toMatchObject([
      { subject: 'c1', state: 'missing', finding: { args: { unproven: ['Test'], shownOf: ['S2'] } } },
    ]);
    // It fails again for what the other one adds.
    expect(begun(sim, 'S1').red('c1').at).toBe('done');
  });

  test('is the proof of the first that is open where nobody has begun one, and then of the next', () => {
    const sim = shared().red('c1', 'c2');
    expect(statesOf(sim)).toEqual(['S1 done', 'S2 ready']);
    expect(sim.red('c2').at).toBe('done');
  });

  test('is the proof of both where both are worked on and neither is built', () => {
    expect(begun(begun(shared(), 'S1'), 'S2').red('c1').at).toBe('done');
  });

  test('shows nothing of the next over code from before the first, and all of it once it was changed for the next', () => {
    const sim = begun(shared(), 'S1').do({ type: 'red', tests: SEEN, rebuilt: true });
    expect(statesOf(sim)).toEqual(['S1 done', 'S2 ready']);
    begun(sim, 'S2').do({ type: 'red', tests: SEEN, rebuilt: true });
    expect(statesOf(sim)).toEqual(['S1 done', 'S2 running']);
    const more = { name: 'Test', file: 'a_test.go', hash: 'longer body' };
    sim.claims = sim.claims.map((claim) => ({ ...claim, tests: [more] }));
    expect(sim.do({ type: 'red', tests: [more], rebuilt: true }).at).toBe('done');
  });

  test('is the proof of a fix as well as of what that mends', () => {
    const sim = begun(shared(), 'S1')
      .red('c1')
      .item('S1.1', { kind: 'fix', parent: 'S1', claims: ['c1'] });
    expect(begun(sim, 'S1.1').status.items).toMatchObject([{ state: 'done' }, { state: 'done' }, { state: 'ready' }]);
  });

  test('in a work tree of its own is the proof of its item alone', () => {
    const sim = begun(shared(), 'S1');
    sim.do({ type: 'red', tests: SEEN, scopedTo: 'S2' } as NewEvent);
    expect(statesOf(sim)).toEqual(['S1 running', 'S2 done']);
  });

  test('has a neighbour in its file that each item proves by itself, however much they are alike', () => {
    const sim = shared();
    const named = (name: string) => ({ name, file: 'a_test.go', hash: 'body' });
    sim.claims = sim.claims.map((claim) => ({ ...claim, tests: [named(`Test_${claim.id}`)] }));
    sim.red('c1');
    expect(statesOf(sim)).toEqual(['S1 done', 'S2 ready']);
    expect(sim.red('c2').at).toBe('done');
  });

  test('that has another name now is proven as before', () => {
    const sim = new Sim(ofStories([{ check: 'red' }])).claim('c1', 'one').item('S1', { claims: ['c1'] });
    const [test] = sim.claims[0]!.tests;
    sim.do({ type: 'red', tests: [{ ...test!, name: 'Test_before' }] });
    expect(begun(sim, 'S1').at).toBe('done');
  });
});

describe('documents', () => {
  test('X7 X12 a section may have to have a number of entries', () => {
    const sim = new Sim(asking([{ check: 'section', document: 'interview', section: 'goals', min: 2 }]));
    sim.document('interview', 'i', { sections: { goals: ['one'] } });
    expect(sim.status.open).toMatchObject([{ finding: { code: 'SECTION_EMPTY', args: { min: 2, has: 1 } } }]);
    expect(sim.document('interview', 'i', { sections: { goals: ['one', 'two'] } }).at).toBe('done');
  });

  test('X7 V7 and no more than a number of them', () => {
    const range = (count: number) => {
      const sim = new Sim(asking([{ check: 'section', document: 'plan', section: 'tasks', min: 3, max: 6 }]));
      return sim.document('plan', 'p', { sections: { tasks: Array.from({ length: count }, (_, at) => `${at}`) } });
    };
    expect([2, 3, 6, 7].map((count) => range(count).at)).toEqual(['work', 'done', 'done', 'work']);
    expect(range(7).status.open).toMatchObject([{ finding: { code: 'SECTION_EMPTY', args: { max: 6, has: 7 } } }]);
  });
});

test('M17 M19 M20 items are listed, and each says of itself what is asked of it', () => {
  const { phases: work, ...rest } = ofStories([{ check: 'submitted', name: 'done' }]);
  const exit: CheckSpec[] = [{ check: 'listed', kind: 'story', with: ['files', 'size', 'claims'] }];
  const sim = new Sim({ ...rest, phases: [{ id: 'cut', title: 'Cut', instruction: 'Cut.', exit }, ...work] });
  expect(sim.status.open).toMatchObject([{ finding: { code: 'ITEMS_INCOMPLETE', args: { lacking: [] } } }]);
  sim
    .item('S1', { size: 'S', claims: ['c1'] })
    .item('S2', { files: [], claims: ['c2'] })
    .item('T1', { kind: 'task' });
  expect(sim.status.open).toMatchObject([{ finding: { args: { kind: 'story', lacking: ['S2: files, size'] } } }]);
  expect(sim.item('S2', { files: ['b'], size: 'M', claims: ['c2'] }).at).toBe('work/S1/do');
  // One that comes later is to say so, too.
  expect(sim.submit('done', 'S1').item('S3').at).toBe('cut');
});

describe('M26 M27 what broke down says nothing of the work', () => {
  const begin = () => new Sim(asking([{ check: 'verdict', judge: 'qa', loop: { max: 2, onExhausted: 'escalate' } }]));
  const breakDown = (sim: Sim, failure: 'infra' | 'timeout' | 'external' | 'code') =>
    sim.do({ type: 'verdict', judge: 'qa', pass: false, findings: [], failure });

  test.each(['infra', 'timeout'] as const)('M28 %s waits for time, longer each time, and is not counted', (failure) => {
    const sim = begin();
    const waits = [30_000, 60_000, 120_000];
    for (const wait of waits) {
      breakDown(sim, failure);
      const since = sim.time;
      expect(sim.status.waiting).toBe('time');
      sim.time = since + wait / 2;
      expect(nextChange(sim.facts.events, sim.facts.now)).toBe(since + wait);
      sim.time = since + wait - 2;
      expect(sim.status.waiting).toBe('time');
      sim.time = since + wait;
      expect(sim.status.waiting).toBeNull();
    }
    expect(sim.status.loops).toEqual([]);
    expect(sim.verdict('qa', true).at).toBe('done');
  });

  test('M26 M27 a run that crashed spends no try, waits, and takes the green before it away', () => {
    const sim = new Sim(asking([{ check: 'green', loop: { max: 1, onExhausted: 'escalate' } }]));
    const crash = () =>
      sim.do({ type: 'run', suite: 'go:.', question: 'test', result: 'fail', subjects: {}, failure: 'infra' });
    expect(sim.run('pass').at).toBe('done');
    expect(crash().status).toMatchObject({ waiting: 'time', loops: [], open: [{ state: 'failed' }] });
    sim.time += 30_000;
    expect(sim.status).toMatchObject({ waiting: null, open: [{ state: 'failed' }] });
    expect(sim.run('pass').at).toBe('done');
    // One that failed counts, as ever.
    expect(sim.edit('source', 's1').run('fail').status).toMatchObject({ waiting: 'person', loops: [{ blocks: 1 }] });
  });

  test('what is outside goes to a person', () => {
    const sim = breakDown(begin(), 'external');
    expect(sim.status.waiting).toBe('person');
    sim.time += 1_000_000;
    expect(sim.status.waiting).toBe('person');
    sim.do({ type: 'decision', check: 'work.verdict', choice: 'again', person: 'ann', reason: 'it is back' });
    expect(sim.status.waiting).toBeNull();
  });

  test('what is in the code counts', () => {
    expect(breakDown(begin(), 'code').status.loops).toMatchObject([{ blocks: 1 }]);
  });
});

describe('loops and panels', () => {
  const loop = { max: 2, onExhausted: 'escalate' } as const;

  test('the same block on one content is one attempt', () => {
    const sim = new Sim(asking([{ check: 'verdict', judge: 'qa', loop }]));
    expect(sim.verdict('qa', false).verdict('qa', false).status.loops).toMatchObject([{ blocks: 1 }]);
    expect(sim.edit('source', 's1').verdict('qa', false).status.loops).toMatchObject([{ blocks: 2 }]);
  });

  test('a judge that speaks before its phase was reached is heard, and not counted', () => {
    const first: Phase = { id: 'first', title: '1', instruction: '1', exit: [{ check: 'submitted', name: 'begun' }] };
    const { phases, ...rest } = asking([{ check: 'verdict', judge: 'qa', loop }]);
    const sim = new Sim({ ...rest, phases: [first, ...phases] });
    for (const content of ['a', 'b', 'c']) sim.edit('source', content).verdict('qa', false);
    expect(sim.submit('begun').status).toMatchObject({ loops: [], open: [{}, { state: 'failed' }] });
  });

  test('R79 a panel in which somebody has not spoken is not clean, and one that broke down has not', () => {
    const begun = () => new Sim(asking([{ check: 'panel', panel: 'p', reviewers: ['a', 'b'], rounds: ['all'] }]));
    const awaited = (sim: Sim) => sim.status.open.flatMap(({ finding }) => finding.args.reviewers ?? []);
    expect(awaited(begun())).toEqual(['a', 'b']);
    expect(awaited(begun().verdict('a', true).verdict('a', true))).toEqual(['b']);
    const broken = { type: 'verdict', judge: 'b', pass: true, findings: [], failure: 'infra' } as const;
    expect(awaited(begun().verdict('a', true).do(broken))).toEqual(['b']);
    expect(begun().verdict('a', true).verdict('stranger', true).at).toBe('work');
    expect(begun().verdict('a', true).verdict('b', true).at).toBe('done');
  });

  test('D92 a round names who speaks anew, also where they spoke before', () => {
    const reviewers = ['a', 'b'];
    const sim = new Sim(asking([{ check: 'panel', panel: 'p', reviewers, rounds: ['all', ['a'], ['b']] }]));
    const awaited = () => sim.status.open.flatMap(({ finding }) => finding.args.reviewers ?? []);
    expect(awaited()).toEqual(['a', 'b']);
    sim.verdict('a', true).verdict('b', true);
    expect(awaited()).toEqual(['a']);
    sim.verdict('a', true);
    expect(awaited()).toEqual(['b']);
    expect(sim.verdict('b', true).at).toBe('done');
  });

  test('D89 D92 a round that ends as its last reviewer is asked no more is followed by the next, and no word counts twice', () => {
    const document = { document: 'plan', section: 'probes' };
    const sim = new Sim(
      asking([{ check: 'panel', panel: 'p', reviewers: ['a', 'b'], probes: document, rounds: ['all', 'open', ['a']] }]),
    );
    const awaited = () =>
      sim.status.open.map(({ finding: { args } }) => [args.round, args.reviewers ?? []].flat().join(' '));
    sim
      .document('plan', '1', { sections: { probes: ['negative prices'] } })
      .verdict('a', true)
      .verdict('b', true);
    expect(awaited()).toEqual(['1 probe-1']);
    sim.document('plan', '2', { sections: { probes: [] } });
    expect(awaited()).toEqual(['3 a']);
    expect(sim.verdict('a', true).at).toBe('done');
  });

  test('D92 a reviewer that is asked again until it passes is told of; one that was answered, or sees other content, is not', () => {
    const warned = (sim: Sim) => sim.status.warnings.map(({ code, args }) => `${code} ${args.subject}`);
    const begin = () => new Sim(asking([{ check: 'panel', panel: 'p', reviewers: ['a', 'b'], rounds: ['all'] }]));
    const blocked = () => begin().edit('source', 's1').verdict('b', true).verdict('a', false);
    expect(warned(blocked())).toEqual([]);
    expect(warned(blocked().verdict('a', true))).toEqual(['PROOF_FLAKY a']);
    expect(warned(blocked().verdict('a', true).edit('source', 's2'))).toEqual([]);
    expect(warned(blocked().answer(true).verdict('a', true))).toEqual([]);
    expect(warned(blocked().edit('source', 's2').verdict('a', true))).toEqual([]);
  });

  test('an approval that ends holds until then', () => {
    const sim = new Sim(asking([{ check: 'approved', gate: 'g', on: 'source' }]));
    const approval = { type: 'approval', gate: 'g', strength: 'terminal', person: 'ann' } as const;
    expect(sim.do({ ...approval, expires: sim.time + 50_000 }).at).toBe('done');
    sim.time += 60_000;
    expect(sim.at).toBe('work');
  });

  test('the instruction speaks of what the agent can do, whatever stands before it', () => {
    const instruction = { default: 'Go on.', APPROVAL_MISSING: 'BLOCKED.' };
    const exit: CheckSpec[] = [
      { check: 'approved', gate: 'g' },
      { check: 'submitted', name: 's' },
    ];
    const sim = new Sim(asking(exit, { instruction }));
    expect(sim.status.instruction).toBe('Go on.');
    expect(sim.submit('s').status.instruction).toBe('BLOCKED.');
  });

  test('V24 a suite blames items only where the workflow says so', () => {
    for (const blame of [{}, { blame: 'items' }] as const) {
      const sim = new Sim(asking([{ check: 'green', ...blame }])).item('S1').run('fail', 'test', { S1: false });
      expect(sim.status.findings).toHaveLength('blame' in blame ? 1 : 0);
    }
  });
});

describe('how many items are begun at once', () => {
  const begin = (sim: Sim, item: string) => sim.do({ type: 'item', item, state: 'running', reason: '' });
  const states = (sim: Sim) =>
    sim.status.items.map(({ id, state, reason }) => [id, reason ?? state].join(' ')).join(', ');
  const each = (atOnce: number): Each => ({
    kind: 'story',
    atOnce,
    phases: [
      {
        id: 'do',
        title: 'Do',
        instruction: 'Do.',
        exit: [
          { check: 'submitted', name: 'done' },
          { check: 'command', command: 'test', on: 'item', loop: { max: 1, onExhausted: 'block' } },
        ],
      },
    ],
  });
  const done = (sim: Sim, id: string) =>
    sim.submit('done', id).do({ type: 'command', command: 'test', pass: true, subject: id });

  test('X28 V38 the others wait until one is done, laid down or blocked; who began first keeps its place', () => {
    const sim = new Sim(asking([], { each: each(2) }));
    for (const id of ['S1', 'S2', 'S3', 'S4']) sim.item(id);
    expect(states(begin(sim, 'S2'))).toBe('S1 ready, S2 running, S3 ready, S4 ready');
    expect(states(begin(sim, 'S4'))).toBe('S1 at-once, S2 running, S3 at-once, S4 running');
    // Whatever wrote it down: a begin beyond the bound begins nothing.
    expect(states(begin(sim, 'S1'))).toBe('S1 at-once, S2 running, S3 at-once, S4 running');
    expect(states(done(sim, 'S2'))).toBe('S1 running, S2 done, S3 at-once, S4 running');
    sim.do({ type: 'item', item: 'S4', state: 'open', reason: '' });
    expect(states(sim)).toBe('S1 running, S2 done, S3 ready, S4 ready');
    begin(sim, 'S3').do({ type: 'command', command: 'test', pass: false, subject: 'S3' });
    expect(states(sim)).toBe('S1 running, S2 done, S3 blocked, S4 ready');
  });

  test('X28 X43 a fix has the place of what it mends', () => {
    const sim = new Sim(asking([], { each: each(1) })).item('S1').item('S2');
    begin(sim, 'S1').item('S1.1', { kind: 'fix', parent: 'S1', files: ['S1'] });
    expect(states(sim)).toBe('S1.1 ready, S1 waiting, S2 at-once');
    expect(states(begin(sim, 'S1.1'))).toBe('S1.1 running, S1 waiting, S2 at-once');
    expect(states(done(sim, 'S1.1'))).toBe('S1.1 done, S1 running, S2 at-once');
    expect(states(done(sim, 'S1'))).toBe('S1.1 done, S1 done, S2 ready');
  });

  test('V15 V38 a stage is at work by its tasks; tasks of two stages do not share a file, and wait where their stage does', () => {
    const task = { id: 'work', title: 'W', instruction: 'W', exit: [{ check: 'submitted', name: 'done' }] as const };
    const workflow = (atOnce: number) =>
      asking([], {
        each: {
          kind: 'stage',
          atOnce,
          phases: [{ id: 'tasks', title: 'T', instruction: 'T', exit: [], each: { kind: 'task', phases: [task] } }],
        },
      });
    const of = (atOnce: number) => {
      const sim = new Sim(workflow(atOnce)).item('A', { kind: 'stage' }).item('B', { kind: 'stage' });
      sim.item('A1', { kind: 'task', parent: 'A', files: ['a', 'both'] });
      sim.item('B1', { kind: 'task', parent: 'B', files: ['both'] }).item('B2', { kind: 'task', parent: 'B' });
      return begin(sim, 'A1');
    };
    const told = (sim: Sim) =>
      sim.status.items.map(({ state, items = [] }) => [state, ...items.map((one) => one.state)].join(' '));
    expect(told(of(1))).toEqual(['ready running', 'waiting waiting waiting']);
    expect(told(of(2))).toEqual(['ready running', 'ready waiting ready']);
    expect(told(of(1).submit('done', 'A1'))).toEqual(['done', 'ready ready ready']);
  });
});

describe('marks by place in the list', () => {
  const marks = { flag: 'checkpoint', every: 3, last: true, boundary: true } as const;
  const review: Phase = {
    ...{ id: 'review', title: 'Review', instruction: 'R', when: { flag: ['checkpoint'] } },
    exit: [{ check: 'verdict', judge: 'qa', on: 'item' }],
  };
  const work: Phase = { id: 'do', title: 'Do', instruction: 'Do.', exit: [{ check: 'submitted', name: 'done' }] };
  const list = (ids: readonly string[]): Sim => {
    const sim = new Sim(asking([], { each: { kind: 'task', phases: [work, review], marks } }));
    for (const id of ids) sim.item(id, { kind: 'task', group: id.split('.')[0]! });
    return sim;
  };
  const marked = (sim: Sim) => sim.status.items.flatMap(({ id, marks: all }) => (all ? [id] : []));
  const IDS = ['1.1', '1.2', '1.3', '1.4', '2.1', '2.2', '2.3'];

  test('X34 every third, the last, and the last below each heading are reviewed, and no other', () => {
    const sim = list(IDS);
    // 1.3 and 2.2 by number, 1.4 as the last of its heading, 2.3 as the last.
    expect(marked(sim)).toEqual(['1.3', '1.4', '2.2', '2.3']);
    for (const id of IDS) sim.submit('done', id);
    expect(sim.status.items.filter(({ state }) => state !== 'done').map(({ id }) => id)).toEqual(marked(sim));
    for (const id of marked(sim)) sim.verdict('qa', true, [], id);
    expect(sim.at).toBe('done');
  });

  test('X34 what has its mark keeps it, whatever comes before or behind it; a fix has no number', () => {
    const sim = list(IDS).submit('begun');
    const before = sim.items;
    const first = { ...before[0]!, id: '1.0' };
    sim.items = [first, { ...first, id: '1.0.1', kind: 'fix', parent: '1.0' }, ...before, { ...before[6]!, id: '2.4' }];
    // 1.0 is the eighth, 2.4 the ninth.
    expect(marked(sim.submit('more'))).toEqual(['1.3', '1.4', '2.2', '2.3', '2.4']);
    // A document cannot take away what the workflow gives.
    sim.item('1.3', { kind: 'task', group: '1', flags: [], digest: 'another text' });
    expect(marked(sim)).toEqual(['1.3', '1.4', '2.2', '2.3', '2.4']);
  });

  test('X34 a draft has no numbers yet, and a last one that a person leaves out passes its mark on', () => {
    const { phases, ...rest } = asking([], { each: { kind: 'task', phases: [work, review], marks } });
    const draft: Phase = { id: 'draft', title: 'D', instruction: 'D', exit: [{ check: 'submitted', name: 'drafted' }] };
    const sim = new Sim({ ...rest, phases: [draft, ...phases] }).item('1', { kind: 'task' }).submit('x');
    sim.item('2', { kind: 'task' }).submit('drafted');
    expect(marked(sim)).toEqual(['2']);
    sim.do({ type: 'item', item: '2', state: 'skipped', reason: 'bought', person: 'ann' });
    expect(marked(sim)).toEqual(['1', '2']);
    expect(sim.submit('done', '1').at).toBe('work/1/review');
  });

  test('V31 what asks for a flag behind the items is asked where the workflow gave it', () => {
    const behind: Phase = {
      id: 'behind',
      title: 'B',
      instruction: 'B',
      when: { flag: ['checkpoint'] },
      exit: [{ check: 'submitted', name: 'looked' }],
    };
    const { phases, ...rest } = asking([], {
      each: { kind: 'task', phases: [work], marks: { flag: 'checkpoint', every: 2 } },
    });
    const sim = new Sim({ ...rest, phases: [...phases, behind] }).item('1', { kind: 'task' }).submit('done', '1');
    expect(sim.at).toBe('done');
    expect(sim.item('2', { kind: 'task' }).submit('done', '2').status).toMatchObject({
      position: 'behind',
      flags: ['checkpoint'],
    });
  });
});

describe('items', () => {
  test('X31 one that is added again takes the place of the first', () => {
    const sim = new Sim(ofStories([{ check: 'submitted', name: 'done' }])).item('S1').submit('x');
    for (const title of ['first', 'second']) {
      const added = { id: 'S2', digest: title, title, kind: 'story', after: [], files: [] };
      sim.do({ type: 'item-added', added });
    }
    expect(sim.status.items.map(({ id, title }) => `${id} ${title}`)).toEqual(['S1 S1', 'S2 second']);
  });

  test('X31 one that came and went is missed, also in a list that was read before it came', () => {
    const sim = new Sim(ofStories([{ check: 'submitted', name: 'done' }])).item('S1').submit('x');
    const before = sim.items;
    sim.item('S2').submit('x');
    sim.items = before;
    expect(sim.submit('done', 'S1').status.open).toMatchObject([{ finding: { code: 'ITEM_REMOVED' } }]);
  });

  test('M10 M35 coverage is asked by size, and of an unknown size all of it', () => {
    const min = { S: 60, M: 80 };
    const sim = new Sim(ofStories([{ check: 'coverage', on: 'item', min }])).item('S1', { size: 'S' });
    sim.item('S2', { size: 'M' }).item('S3', { size: 'huge' });
    for (const id of ['S1', 'S2', 'S3']) sim.do({ type: 'coverage', percent: 70, subject: id });
    expect(sim.status.items.map(({ state }) => state)).toEqual(['done', 'ready', 'ready']);
    expect(sim.status.current?.open).toMatchObject([{ finding: { args: { min: 80 } } }]);
    sim.do({ type: 'coverage', percent: 80, subject: 'S2' }).do({ type: 'coverage', percent: 99.9, subject: 'S3' });
    expect(sim.status.current?.open).toMatchObject([{ finding: { args: { min: 100 } } }]);
  });

  test('V31 M17 a check for flagged items is asked of them alone, and outside of items when any has the flag', () => {
    const when = { flag: ['security'] };
    const security: CheckSpec = { check: 'verdict', judge: 'security', on: 'item', when };
    const sim = new Sim(ofStories([{ check: 'submitted', name: 'done' }, security]));
    sim
      .item('S1')
      .item('S2', { flags: ['security'] })
      .submit('done', 'S1')
      .submit('done', 'S2');
    expect(sim.at).toBe('work/S2/do');
    expect(sim.verdict('security', true, [], 'S2').at).toBe('done');
    const whole = new Sim(asking([{ check: 'verdict', judge: 'ux', when: { flag: ['ux'] } }]));
    expect(whole.item('S1').at).toBe('done');
    expect(whole.item('S2', { flags: ['ux'] }).at).toBe('work');
  });

  test('V17 V18 V38 X25 what shares no file and waits for nothing is ready at once', () => {
    const sim = new Sim(ofStories([{ check: 'submitted', name: 'done' }]));
    sim
      .item('S1', { files: ['a', 'b'] })
      .item('S2', { files: ['b'] })
      .item('S3', { after: ['S1'] })
      .item('S4');
    const states = () => sim.status.items.map(({ state }) => state);
    expect(states()).toEqual(['ready', 'ready', 'waiting', 'ready']);
    sim.do({ type: 'item', item: 'S1', state: 'running', reason: '' });
    expect(states()).toEqual(['running', 'waiting', 'waiting', 'ready']);
    expect(sim.submit('done', 'S1').at).toBe('work/S2/do');
    expect(states()).toEqual(['done', 'ready', 'ready', 'ready']);
  });

  test.each([
    { name: 'a circle', items: { S1: ['S2'], S2: ['S1'] } },
    { name: 'itself', items: { S1: ['S1'] } },
    { name: 'nobody', items: { S1: ['S9'] } },
  ])('what waits for $name is never ready, and a person is waited for', ({ items }) => {
    const sim = new Sim(ofStories([{ check: 'submitted', name: 'done' }]));
    for (const [id, after] of Object.entries(items)) sim.item(id, { after });
    expect(sim.status).toMatchObject({ phase: 'work', waiting: 'person' });
  });

  test('V11 X27 no items is not all items', () => {
    expect(codes(new Sim(ofStories([])))).toEqual(['ITEMS_MISSING']);
  });

  test('V16 M43 items that are skipped and blocked stay visible, and only a person skips', () => {
    const sim = new Sim(ofStories([{ check: 'submitted', name: 'done' }])).item('S1').item('S2');
    sim.do({ type: 'item', item: 'S1', state: 'skipped', reason: 'no', person: null });
    expect(sim.status.items.map(({ state }) => state)).toEqual(['ready', 'ready']);
    sim.do({ type: 'item', item: 'S1', state: 'skipped', reason: 'no', person: 'ann' });
    sim.do({ type: 'item', item: 'S2', state: 'blocked', reason: 'no key' });
    expect(sim.status.items).toMatchObject([{ state: 'skipped' }, { state: 'blocked', reason: 'no key' }]);
    expect(sim.status).toMatchObject({ waiting: 'person', debts: [{ item: 'S1', why: 'skipped' }] });
  });
});

describe('proofs', () => {
  test('rule 3: a pass and a fail on one content are told as flaky, and the newest word holds', () => {
    const sim = new Sim(asking([{ check: 'green' }])).run('pass').run('fail');
    expect(sim.status).toMatchObject({ phase: 'work', warnings: [{ code: 'PROOF_FLAKY' }] });
    expect(sim.run('pass').at).toBe('done');
  });

  test('rule 3: who runs until it passes is told so, once, and not where nothing was tested', () => {
    const failing = { total: 1, names: ['TestSum'] };
    const run = { type: 'run', suite: 'go:.', question: 'test', result: 'fail', subjects: {} } as const;
    const sim = new Sim(asking([{ check: 'green' }, { id: 'again', check: 'green' }]));
    expect(sim.do({ ...run, failing }).run('pass').status).toMatchObject({
      phase: 'done',
      warnings: [{ code: 'PROOF_FLAKY', args: { subject: 'go:.' } }],
    });
    expect(sim.edit('source', 's1').do(run).run('pass').status).toMatchObject({ phase: 'done', warnings: [] });
    // One run that tried a test again until it passed is no better.
    const again = { ...run, result: 'pass', flaky: true } as const;
    expect(sim.edit('source', 's2').do(again).status).toMatchObject({ warnings: [{ code: 'PROOF_FLAKY' }] });
  });

  test('an unknown result proves nothing, and where no suite is needed nothing is proven', () => {
    const sim = new Sim(asking([{ check: 'green' }]));
    sim.do({ type: 'run', suite: 'go:.', question: 'test', result: 'unknown', subjects: {} });
    expect(codes(sim)).toEqual(['SUITE_NOT_GREEN']);
    const { facts } = sim.run('pass');
    const present = { ...facts.present, suites: [] };
    expect(evaluate(sim.workflow, { ...facts, present }).open).toMatchObject([{ subject: '(no suite)' }]);
  });

  test('X16 a failure that was seen once stays seen; one of the machine is none', () => {
    const sim = new Sim(asking([{ check: 'reproduced', command: 'repro' }]));
    sim.do({ type: 'command', command: 'repro', pass: false, failure: 'infra' });
    sim.do({ type: 'command', command: 'other', pass: false });
    expect(codes(sim)).toEqual(['NOT_REPRODUCED']);
    sim.do({ type: 'command', command: 'repro', pass: false }).do({ type: 'command', command: 'repro', pass: true });
    expect(sim.at).toBe('done');
  });

  test('X16 the command that an interview names is seen to fail BEFORE, and the same one passes AFTER', () => {
    const shown = { document: 'interview' } as const;
    const told = (sim: Sim, command?: string) =>
      sim.document('interview', 'i', command === undefined ? {} : { command });
    const sim = told(
      new Sim(
        asking([
          { check: 'reproduced', command: shown },
          { check: 'command', command: shown },
        ]),
      ),
    );
    // Nobody has named one yet.
    expect(sim.status.open).toMatchObject([
      { finding: { code: 'NOT_REPRODUCED', args: { command: undefined, document: 'interview' } } },
      { finding: { code: 'COMMAND_NOT_PASSED', args: { command: undefined, document: 'interview' } } },
    ]);
    const run = (command: string, pass: boolean) => sim.do({ type: 'command', command, pass });
    told(sim, 'npm test');
    run('npm run other', false);
    expect(codes(sim)).toEqual(['NOT_REPRODUCED', 'COMMAND_NOT_PASSED']);
    run('npm test', false);
    expect(codes(sim)).toEqual(['COMMAND_NOT_PASSED']);
    // Another command is another fault: it was never seen to fail.
    told(sim, 'true');
    run('true', true);
    expect(codes(sim)).toEqual(['NOT_REPRODUCED']);
    told(sim, 'npm test');
    expect(codes(sim)).toEqual(['COMMAND_NOT_PASSED']);
    sim.edit('source', 's1');
    run('npm test', true);
    expect(sim.at).toBe('done');
  });

  test('D39 what only warns is told and holds nothing up', () => {
    const sim = new Sim(asking([{ check: 'green', question: 'lint', severity: 'warn' }])).run('fail', 'lint');
    expect(sim.status).toMatchObject({ phase: 'done', warnings: [{ code: 'SUITE_NOT_GREEN', level: 'warn' }] });
  });
});

describe('D81 one failing test at a time', () => {
  const STEPS = asking([
    { check: 'stepwise', severity: 'warn' },
    { check: 'inspected', questions: ['lint', 'types'], severity: 'warn' },
  ]);

  /** Three claims that were seen red; then runs and looks, each on a content of its own. */
  function steps(...done: ('lint' | Record<string, boolean>)[]): Sim {
    const sim = new Sim(STEPS).claim('do-1', 'one').claim('do-2', 'two').claim('do-3', 'three');
    sim.claim('not-1', 'never', 'not-1-body', 'guard').run('fail', 'test', RED);
    for (const [index, what] of done.entries()) {
      if (what === 'lint') sim.run('pass', 'lint');
      else sim.edit('source', `s${index + 1}`).run('pass', 'test', what);
    }
    return sim;
  }

  const RED = { 'do-1': false, 'do-2': false, 'do-3': false, 'not-1': true };
  const [ONE, TWO, THREE] = [{ 'do-1': true }, { 'do-2': true }, { 'do-3': true }];
  const ALL = { 'do-1': true, 'do-2': true, 'do-3': true, 'not-1': true };
  const told = ({ status }: Sim) => status.warnings.map(({ code, args }) => ({ code, ...args }));
  const LARGE = (together: number, claims: string[]) => ({ code: 'STEP_TOO_LARGE', together, claims });
  const UNSEEN = (...claims: string[]) => ({ code: 'STEP_NOT_INSPECTED', claims });

  test.each([
    { name: 'nothing passes yet', done: [], warned: [] },
    { name: 'one after the other, a look after each', done: [ONE, 'lint', TWO, 'lint', THREE], warned: [] },
    { name: 'runs of all tests between', done: [{ ...RED, ...ONE }, 'lint', { ...RED, ...ONE, ...TWO }], warned: [] },
    { name: 'the look comes before the run', done: ['lint', ONE, TWO], warned: [UNSEEN('do-1')] },
    { name: 'all at once', done: [ALL], warned: [LARGE(3, ['do-1', 'do-2', 'do-3'])] },
    { name: 'one, then the rest', done: [ONE, 'lint', ALL], warned: [LARGE(2, ['do-2', 'do-3'])] },
    { name: 'no look between', done: [ONE, TWO, 'lint', THREE], warned: [UNSEEN('do-1')] },
    { name: 'a guard that passes is no step', done: [{ 'not-1': true, ...ONE }, 'lint', TWO], warned: [] },
    { name: 'broken and mended', done: [ONE, 'lint', TWO, 'lint', { ...RED, ...THREE }, 'lint', ALL], warned: [] },
    { name: 'a leap that is done again', done: [ALL, RED, 'lint', ONE, 'lint', TWO, 'lint', THREE], warned: [] },
    { name: 'a look that is made up for', done: [ONE, TWO, 'lint', { 'do-1': false }, ONE, 'lint'], warned: [] },
  ] as { name: string; done: ('lint' | Record<string, boolean>)[]; warned: object[] }[])(
    'D81 $name',
    ({ done, warned }) => {
      expect(told(steps(...done))).toMatchObject(warned);
      expect(told(steps(...done))).toHaveLength(warned.length);
      expect(steps(...done).at).toBe('done');
    },
  );

  test('D81 a look at the content of the step counts, whichever was first', () => {
    const sim = steps();
    sim.edit('source', 'a').run('pass', 'lint').run('pass', 'test', ONE);
    expect(told(sim.edit('source', 'b').run('pass', 'test', TWO))).toEqual([]);
    sim.edit('source', 'c').do({ type: 'run', suite: 'lint:.', question: 'lint', result: 'unknown', subjects: {} });
    expect(told(sim.run('pass', 'test', THREE))).toMatchObject([UNSEEN('do-2')]);
  });

  test('D81 tests that are one, by name or by claim, are one step', () => {
    const sim = new Sim(STEPS).claim('do-1', 'one').claim('do-2', 'two');
    sim.claims = sim.claims.map((claim) => ({ ...claim, tests: sim.claims[0]!.tests }));
    expect(told(sim.run('fail', 'test', RED).run('pass', 'test', ALL))).toEqual([]);
  });

  test('D81 what was proven red over older code counts as red, and not once it has passed', () => {
    const sim = new Sim(STEPS).claim('do-1', 'one').claim('do-2', 'two').red('do-1', 'do-2');
    sim.run('pass', 'test', ALL);
    expect(told(sim)).toMatchObject([LARGE(2, ['do-1', 'do-2'])]);
    const slow = new Sim(STEPS).claim('do-1', 'one').claim('do-2', 'two').red('do-1', 'do-2');
    slow.run('pass', 'test', ONE).run('pass', 'lint').run('pass', 'test', TWO).red('do-1', 'do-2');
    expect(told(slow.run('pass', 'test', ALL))).toEqual([]);
  });

  test('D81 a claim that is gone, or another one now, is not spoken of', () => {
    const sim = steps(ALL).dropClaim('do-1');
    expect(told(sim)).toMatchObject([LARGE(3, ['do-2', 'do-3'])]);
    expect(told(sim.claim('do-2', 'another').claim('do-3', 'another'))).toEqual([]);
  });

  test('D81 where nothing looks at code, none is asked for; where it blocks, doing it again leads on', () => {
    const sim = steps(ONE, TWO);
    sim.moments = sim.moments.map((moment) => ({ ...moment, suites: moment.suites.slice(0, 1) }));
    expect(told(sim)).toEqual([]);
    const strict = new Sim(asking([{ check: 'stepwise' }])).claim('do-1', 'one').claim('do-2', 'two');
    strict.run('fail', 'test', RED).run('pass', 'test', ALL);
    expect(codes(strict)).toEqual(['STEP_TOO_LARGE']);
    expect(strict.run('fail', 'test', RED).run('pass', 'test', ONE).run('pass', 'test', TWO).at).toBe('done');
  });
});
