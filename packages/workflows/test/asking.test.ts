import { describe, expect, test } from 'vitest';
import { plan, spec } from '../src/all.js';
import { Sim } from './sim.js';

/* How the shipped workflows ask: rounds that are bounded, discovery when it is asked for, approvals of what was shown. */

const opens = (sim: Sim) => sim.status.open.map(({ check }) => check);

/** A request that is written, so that the analyst is asked. */
const requested = (dials: Record<string, string> = {}) =>
  new Sim(plan, dials).document('brief', 'b1', { sections: { goal: ['Prices'] } });

describe('V2 V3 the request', () => {
  test('V2 it is clear: the plan comes next', () => {
    const sim = requested();
    expect(sim.at).toBe('discover');
    expect(opens(sim)).toEqual(['discover.clear']);
    expect(sim.verdict('analyst', true).at).toBe('plan');
  });

  test('V2 questions are findings, which an answer in the request answers', () => {
    const sim = requested().verdict('analyst', false, [{ title: 'Which currency?' }]);
    expect(sim.status.open[0]).toMatchObject({ finding: { code: 'FINDING_OPEN', args: { title: 'Which currency?' } } });
    sim.document('brief', 'b2', { sections: { goal: ['Prices'], answers: ['Euro'] } });
    expect(sim.verdict('analyst', true).at).toBe('plan');
  });

  test('V2 discovery is asked for by the agent itself, and then stays asked for', () => {
    const sim = requested().do({ type: 'dial', dial: 'discovery', value: 'asked', person: null });
    sim.verdict('analyst', true);
    expect(opens(sim)).toContain('discover.asked');
    expect(sim.at).toBe('discover');
  });

  test('V3 after three rounds the plan goes on, and what is open is a debt', () => {
    const sim = requested();
    for (const round of [1, 2, 3]) {
      expect(sim.at).toBe('discover');
      sim.document('brief', `b${round + 1}`, { sections: { goal: ['Prices'] } });
      sim.verdict('analyst', false, [{ title: `Question ${round}` }]);
    }
    sim.document('brief', 'b5', { sections: { goal: ['Prices'] } });
    expect(sim.at).toBe('plan');
    expect(sim.status.debts).toMatchObject([{ why: 'loop' }]);
  });
});

test('V9 claims of a plan that begins with specifications say how binding they are', () => {
  const sim = requested({ depth: 'spec' });
  const view = (loose: string[]) => sim.document('specs', 's', { ...(loose.length > 0 && { loose }) });
  sim.do({ type: 'waiver', check: 'discover.clear', expires: 1e15, person: 'Ann', reason: 'known' });
  for (const check of ['always', 'looked-always', 'again-specs'])
    sim.do({ type: 'waiver', check: `discover.${check}`, expires: 1e15, person: 'Ann', reason: 'known' });
  view(['do-2']);
  expect(sim.at).toBe('specify');
  expect(sim.status.open).toMatchObject([{ finding: { code: 'DOCUMENT_INVALID', args: { loose: ['do-2'] } } }]);
  view([]);
  expect(sim.at).toBe('plan');
});

test('R63 an approval is one of what it saw: a redraft needs another, and the text that was approved needs none', () => {
  const sim = new Sim(spec, { intent: 'trivial' });
  sim.document('interview', 'i', { sections: { answers: ['one'] } });
  sim.item('1.1', { kind: 'task', files: ['a.py'], verify: 'true' });
  const approve = () => sim.do({ type: 'approval', gate: 'tasks', strength: 'terminal', person: 'Ann', expires: null });
  sim.document('tasks', 't1');
  expect(sim.status).toMatchObject({ phase: 'tasks', waiting: 'person' });
  approve();
  expect(sim.status.phase).toBe('implement');
  sim.document('tasks', 't2');
  expect(sim.status).toMatchObject({ phase: 'implement', gates: { tasks: { state: 'lapsed' } } });
  expect(opens(sim)).toContain('tasks.approved');
  sim.document('tasks', 't1');
  expect(sim.status.gates).toMatchObject({ tasks: { state: 'approved' } });
  expect(opens(sim)).not.toContain('tasks.approved');
  sim.document('tasks', 't2');
  approve();
  expect(sim.status.gates).toMatchObject({ tasks: { state: 'approved' } });
});

test('X64 without anybody to approve, nothing waits for a person, and each document is asked for all the same', () => {
  const sim = new Sim(spec, { approvals: 'none', intent: 'trivial' });
  expect(sim.at).toBe('interview');
  sim.document('interview', 'i', { sections: { answers: ['one'] } });
  expect(sim.status).toMatchObject({ phase: 'tasks', waiting: null });
  sim.document('tasks', 't1').item('1.1', { kind: 'task', files: ['a.py'], verify: 'true' });
  expect(sim.status).toMatchObject({ phase: 'implement', waiting: null });
});

describe('questions that only people answer', () => {
  const asked = () =>
    new Sim(spec, { intent: 'trivial' }).do({
      type: 'question',
      question: 'Q1',
      text: 'May it?',
      lookedUp: 'the docs',
    });

  test('R65 the run waits for a person until somebody has answered, wherever it is', () => {
    const sim = asked();
    expect(sim.status).toMatchObject({ waiting: 'person', questions: [{ id: 'Q1', text: 'May it?' }] });
    sim.document('interview', 'i', { sections: { answers: ['one'] } });
    expect(sim.status).toMatchObject({ phase: 'tasks', waiting: 'person' });
    sim.do({ type: 'question', question: 'Q2', text: 'When?', lookedUp: 'the docs' });
    sim.do({ type: 'reply', question: 'Q1', text: 'Yes', person: 'Ann' });
    expect(sim.status).toMatchObject({ waiting: 'person', questions: [{ id: 'Q2' }] });
    sim.do({ type: 'reply', question: 'Q2', text: 'Now', person: 'Ann' });
    expect(sim.status).toMatchObject({ waiting: null, questions: [] });
  });

  test('R73 what is assumed is a debt as long as a document says so, once each', () => {
    const sim = new Sim(spec, { intent: 'trivial' });
    const assumptions = [{ id: 'A1', question: 'Which?', text: 'This' }];
    sim.document('interview', 'i', { assumptions }).document('tasks', 't', { assumptions });
    expect(sim.status.debts).toMatchObject([{ why: 'assumed', item: 'A1', reason: 'This' }]);
    sim.document('interview', 'i2').document('tasks', 't2');
    expect(sim.status.debts).toEqual([]);
  });
});
