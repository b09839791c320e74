import { evaluate, type Failure, type FlowEvent, type Moment } from '@flow/core/workflow';
import { describe, expect, test } from 'vitest';
import { plan } from './fixtures/plan.js';
import { spec } from './fixtures/spec.js';
import { stories } from './fixtures/stories.js';
import { Sim } from './sim.js';

/** The walks of the design's traces that need items: on definitions that only tests have. */

/** A run of stories that is about to begin with the first. */
function storiesAtBuild(...ids: string[]): Sim {
  const sim = new Sim(stories).submit('clarified').document('stories', ids.join()).document('design', 'files');
  for (const id of ids) sim.item(id, { size: 'S' });
  return sim.do({ type: 'choice', question: 'order', option: 'as-listed', person: 'ann' });
}

/** What one story needs on its present content; only its own tests are run. */
function finish(sim: Sim, id: string): Sim {
  sim.do({ type: 'run', suite: 'go:.', question: 'test', result: 'unknown', subjects: { [id]: true } });
  sim.do({ type: 'coverage', percent: 90, subject: id });
  return sim.verdict('tester', true, [], id).verdict('reviewer', true, [], id);
}

const storiesDone = () => finish(finish(storiesAtBuild('S1', 'S2'), 'S1').editItem('S2', 'S2:1'), 'S2');

const isWaiting = (sim: Sim) => sim.status.waiting !== null;

describe('trace 7: stories', () => {
  test('V26 M21 what another story edits never brings a finished one back', () => {
    const sim = storiesAtBuild('S1', 'S2');
    expect(sim.at).toBe('build/S1/develop');
    expect(finish(sim, 'S1').at).toBe('build/S2/develop');
    expect(sim.editItem('S2', 'S2:1').edit('source', 's1').at).toBe('build/S2/develop');
    expect(sim.status.items.map(({ id, state }) => [id, state])).toEqual([
      ['S1', 'done'],
      ['S2', 'ready'],
    ]);
  });

  test('V24 M38 the final run fails in a test of S1: S1 alone is mended, then lint, then the whole again', () => {
    const sim = storiesDone().run('pass', 'lint');
    expect(sim.at).toBe('final');
    sim.run('fail', 'test', { S1: false, S2: true });
    expect(sim.at).toBe('build/S1/develop');
    expect(sim.status.items.map(({ id, state }) => [id, state])).toEqual([
      ['S1', 'ready'],
      ['S2', 'done'],
    ]);
    finish(sim.editItem('S1', 'S1:2').edit('source', 's2'), 'S1');
    expect(sim.at).toBe('lint-fix');
    expect(sim.run('pass', 'lint').at).toBe('final');
    expect(sim.run('pass').at).toBe('ship');
  });

  test('V24 a story that was added on the way is named as one of a document is', () => {
    const { events, moments, present, now, ...rest } = storiesDone()
      .run('pass', 'lint')
      .run('fail', 'test', { S1: false }).facts;
    const isBare = (one: Moment): Moment => ({ ...one, items: [] });
    const added = present.items.map((item) => ({ type: 'item-added', added: item, n: 0, time: 0, at: 0 }) as FlowEvent);
    const bare = {
      ...rest,
      now,
      events: [...added, ...events],
      moments: moments.map(isBare),
      present: isBare(present),
    };
    expect(evaluate(stories, bare).position).toBe('build/S1/develop');
  });

  test('M37 lint that fails on three trees lets the work go on, with a debt', () => {
    const sim = storiesDone();
    for (const content of ['l1', 'l2', 'l3']) {
      expect(sim.edit('source', content).at).toBe('lint-fix');
      sim.run('fail', 'lint');
    }
    expect(sim.at).toBe('final');
    expect(sim.status.debts).toMatchObject([{ check: 'lint-fix.lint', why: 'loop' }]);
  });
});

describe('trace 8: stories that stand still', () => {
  test('M49 M52 a pause lets the agent stop, going on does not', () => {
    const sim = storiesAtBuild('S1', 'S2').do({ type: 'pause', reason: 'a key is missing' });
    expect(sim.status.waiting).toBe('pause');
    expect(sim.do({ type: 'resume', reason: '' }).status.waiting).toBeNull();
  });

  test('M23 a blocked story gives way to the next, and waiting begins with the last', () => {
    const sim = storiesAtBuild('S1', 'S2').item('S3', { after: ['S1'], size: 'S' });
    sim.do({ type: 'item', item: 'S1', state: 'blocked', reason: 'no sandbox' });
    expect(sim.at).toBe('build/S2/develop');
    expect(isWaiting(sim)).toBe(false);
    expect(finish(sim, 'S2').status.waiting).toBe('person');
    expect(sim.status.items.map(({ id, state }) => [id, state])).toEqual([
      ['S1', 'blocked'],
      ['S2', 'done'],
      ['S3', 'waiting'],
    ]);
  });

  test('M26 V19 a story that breaks down three times in a row the same way stops and asks, spends no try, and others go on', () => {
    const sim = storiesAtBuild('S1', 'S2');
    const ended = (failure: Failure) => sim.do({ type: 'failure', item: 'S1', failure, reason: 'no answer' });
    for (const failure of ['infra', 'infra', 'quota', 'infra', 'infra'] as const) ended(failure);
    expect(sim.at).toBe('build/S1/develop');
    ended('infra');
    expect(sim.status.items[0]).toMatchObject({ id: 'S1', state: 'blocked', reason: 'infra, 3 times in a row' });
    expect(sim.at).toBe('build/S2/develop');
    expect(sim.status.loops).toEqual([]);
    expect(sim.do({ type: 'item', item: 'S1', state: 'open', reason: '' }).at).toBe('build/S1/develop');
    // The row begins anew; what says something of the work ends it, too.
    for (const failure of ['infra', 'infra', 'code', 'infra', 'infra'] as const) ended(failure);
    expect(sim.at).toBe('build/S1/develop');
  });

  test('M23 M58 three failed attempts block a story by themselves', () => {
    const sim = storiesAtBuild('S1', 'S2');
    for (const content of ['1', '2', '3']) {
      expect(sim.editItem('S1', content).at).toBe('build/S1/develop');
      sim.run('fail', 'test', { S1: false });
    }
    expect(sim.at).toBe('build/S2/develop');
    expect(sim.status.items[0]).toMatchObject({ id: 'S1', state: 'blocked' });
    sim.do({ type: 'decision', check: 'build/develop.tests', item: 'S1', choice: 'again', person: 'ann', reason: 'x' });
    expect(sim.at).toBe('build/S1/develop');
  });

  test('M58 a finding of the security review waits for a person at once, and others go on', () => {
    const sim = storiesAtBuild('S1', 'S2').item('S1', { size: 'S', flags: ['security'] });
    finish(sim, 'S1').verdict('security', false, [{ title: 'secrets' }], 'S1');
    expect(sim.at).toBe('build/S1/develop');
    expect(finish(sim.editItem('S1', '2'), 'S1').at).toBe('build/S2/develop');
    expect(isWaiting(sim)).toBe(false);
    expect(finish(sim, 'S2').status.waiting).toBe('person');
  });
});

/** A run of tasks that is about to begin with 1.1. */
function specAtImplement(): Sim {
  const sim = new Sim(spec);
  const ids = ['1.1', '1.2', '1.3', '1.4'];
  for (const [index, id] of ids.entries())
    sim.item(id, { kind: 'task', after: ids.slice(Math.max(index - 1, 0), index) });
  for (const name of ['research', 'requirements', 'design', 'tasks']) sim.document(name, `${name}:1`).approve(name);
  return sim;
}

const complete = (sim: Sim, id: string) =>
  sim.submit('complete', id).do({ type: 'command', command: 'verify', pass: true, subject: id });

const specAtThird = () => complete(complete(specAtImplement(), '1.1'), '1.2');

/** A fix that is added for an item while the run goes on. */
function addFix(sim: Sim, id: string, parent: string): Sim {
  const added = { id, digest: id, title: id, kind: 'fix', parent, after: [], files: [id] };
  sim.itemContents[id] = `${id}:0`;
  sim.items = [...sim.items, added];
  return sim.do({ type: 'item-added', added });
}

describe('trace 9: tasks and their fixes', () => {
  test('X28 X37 X43 a fix comes first, then what it mends, then the next', () => {
    const sim = specAtThird();
    expect(sim.at).toBe('implement/1.3/execute');
    sim.do({ type: 'command', command: 'verify', pass: false, subject: '1.3' });
    expect(addFix(sim, '1.3.1', '1.3').at).toBe('implement/1.3.1/execute');
    expect(complete(sim, '1.3.1').at).toBe('implement/1.3/execute');
    expect(complete(sim.editItem('1.3', 'mended'), '1.3').at).toBe('implement/1.4/execute');
    sim.editItem('1.3', 'later').edit('source', 'later');
    expect(sim.at).toBe('implement/1.4/execute');
    // A box was ticked: the file is another, the contract is not.
    sim.documents.tasks = { ...sim.documents.tasks!, sections: { progress: ['1.3'] } };
    expect(sim.at).toBe('implement/1.4/execute');
    sim.item('1.3', { kind: 'task', after: ['1.2'], digest: 'another text' }).document('tasks', 'tasks:2');
    expect(sim.at).toBe('implement/1.3/execute');
  });

  test('X40 X44 more fixes than are allowed wait for a person', () => {
    const sim = specAtThird();
    for (const id of ['1.3.1', '1.3.2', '1.3.3']) complete(addFix(sim, id, '1.3'), id);
    expect(sim.at).toBe('implement/1.3/execute');
    expect(isWaiting(sim)).toBe(false);
    addFix(sim, '1.3.4', '1.3');
    expect(sim.status.items.find(({ id }) => id === '1.3.4')).toMatchObject({ state: 'blocked', reason: 'fixes' });
    expect(sim.status.waiting).toBe('person');
  });

  test('X40 X43 a fix has fixes of its own, two deep', () => {
    const sim = specAtThird();
    addFix(sim, '1.3.1', '1.3');
    expect(addFix(sim, '1.3.1.1', '1.3.1').at).toBe('implement/1.3.1.1/execute');
    addFix(sim, '1.3.1.1.1', '1.3.1.1');
    expect(sim.status.waiting).toBe('person');
  });

  test('X31 a task that is taken out of the document is missed', () => {
    const sim = specAtThird();
    sim.items = sim.items.filter(({ id }) => id !== '1.4');
    // It is the last of those that are left, and so one that is reviewed.
    expect(complete(sim, '1.3').at).toBe('implement/1.3/review');
    sim.verdict('spec-reviewer', true, [], '1.3');
    expect(sim.status).toMatchObject({ phase: 'implement', open: [{ finding: { code: 'ITEM_REMOVED' } }] });
    sim.do({ type: 'item', item: '1.4', state: 'skipped', reason: 'not needed' });
    expect(sim.status.phase).toBe('implement');
    sim.do({ type: 'item', item: '1.4', state: 'skipped', reason: 'not needed', person: 'ann' });
    expect(sim.status.phase).toBe('close');
    expect(sim.status.debts).toMatchObject([{ item: '1.4', why: 'skipped' }]);
  });

  test('X16 a bug is seen to fail before, and is run again at the end', () => {
    const sim = new Sim(spec, { intent: 'bug' });
    expect(sim.do({ type: 'command', command: 'reproduce', pass: true }).at).toBe('reproduce');
    expect(sim.do({ type: 'command', command: 'reproduce', pass: false }).at).toBe('research');
    expect(sim.do({ type: 'command', command: 'reproduce', pass: true }).at).toBe('research');
  });
});

/** A plan of two phases, to the quality gate of the first. */
function planAtQuality(): Sim {
  const sim = planApproved();
  return sim.submit('complete', 'A1').submit('complete', 'A2');
}

function planApproved(): Sim {
  const sim = new Sim(plan).document('plan', 'plan:1');
  sim.item('A', { kind: 'stage' }).item('A1', { kind: 'task', parent: 'A' }).item('A2', { kind: 'task', parent: 'A' });
  sim.item('B', { kind: 'stage', after: ['A'] }).item('B1', { kind: 'task', parent: 'B' });
  return sim.approve('plan').do({ type: 'choice', question: 'next', option: 'implement', person: 'ann' });
}

describe('trace 10: a plan, phase by phase', () => {
  test('V12 V14 a rejected plan goes back to the plan, and what is edited to its approval', () => {
    const sim = planApproved().do({ type: 'choice', question: 'next', option: 'review', person: 'ann' });
    expect(sim.at).toBe('review');
    expect(sim.verdict('plan-reviewer', false).at).toBe('plan');
    expect(sim.document('plan', 'plan:2').at).toBe('approve');
    sim.approve('plan').do({ type: 'choice', question: 'next', option: 'review', person: 'ann' });
    expect(sim.at).toBe('review');
    expect(sim.verdict('plan-reviewer', true).at).toBe('build/A/do/A1/work');
  });

  test('V24 V25 V26 V27 V29 blame goes to one task, by way of its analysis, and never past the phase', () => {
    const sim = planAtQuality();
    expect(sim.at).toBe('build/A/quality');
    sim.verdict('quality', false, [{ title: 'A2 leaks', item: 'A2' }], 'A');
    expect(sim.at).toBe('build/A/analyse');
    sim.do({ type: 'answer', finding: sim.status.findings[0]!.id, disputed: false, note: 'the lock is never freed' });
    expect(sim.at).toBe('build/A/do/A2/work');
    expect(sim.status.items[0]?.items?.map(({ id, state }) => [id, state])).toEqual([
      ['A1', 'done'],
      ['A2', 'ready'],
    ]);
    sim.editItem('A2', 'mended').submit('complete', 'A2');
    expect(sim.at).toBe('build/A/quality');
    expect(sim.verdict('quality', true, [], 'A').at).toBe('build/A/update');
    expect(sim.submit('updated', 'A').at).toBe('build/B/do/B1/work');
    expect(sim.editItem('B1', '1').editItem('A2', '9').edit('source', 's9').at).toBe('build/B/do/B1/work');
    sim.submit('complete', 'B1').verdict('quality', true, [], 'B').submit('updated', 'B');
    expect(sim.at).toBe('final');
  });
});
