import { OVERRIDE_CALLS } from '@flow/core/workflow';
import { describe, expect, test } from 'vitest';
import { ceremony, tdd } from '../src/index.js';
import { spec } from './fixtures/spec.js';
import { Sim } from './sim.js';

/** What only people can say: overrides, waivers, reopening, dials, the end. */

const DAY = 24 * 60 * 60 * 1000;
const FOREVER = Number.MAX_SAFE_INTEGER;

/** A ceremony, looked at by a person, whose tests are to be written. */
function atTests(): Sim {
  const sim = new Sim(ceremony).claim('do-1', 'must', 'body');
  sim
    .document('plan', 'p', { sections: { 'user-concerns': ['x'] } })
    .document('spec', 's')
    .document('test-shape', 't');
  return sim.approve('shape');
}

function override(sim: Sim, id: string, reason: string, uses = OVERRIDE_CALLS): Sim {
  return sim.do({ type: 'override', id, scope: 'edits', reason, uses, expires: FOREVER, person: 'ann' });
}

const use = (sim: Sim, id: string) => sim.do({ type: 'override-use', override: id, what: 'a.go' });

describe('overrides relax guards and never the position', () => {
  test('C41 C48 one is good for ten calls', () => {
    const sim = override(atTests(), 'o1', 'the generated client is stale', 500);
    expect(sim.status).toMatchObject({ phase: 'tests', overrides: [{ id: 'o1', left: 10, person: 'ann' }] });
    for (let calls = 0; calls < 9; calls += 1) use(sim, 'o1');
    expect(sim.status.overrides).toMatchObject([{ left: 1 }]);
    expect(use(sim, 'o1').status.overrides).toEqual([]);
  });

  test('C67 it ends with its position, and does not come back with it', () => {
    const sim = override(atTests(), 'o1', 'the generated client is stale');
    expect(sim.red('do-1').status).toMatchObject({ phase: 'implement', overrides: [] });
    sim.do({ type: 'reopen', phase: 'tests', person: 'ann', reason: 'once more' });
    expect(sim.status).toMatchObject({ phase: 'tests', overrides: [] });
  });

  test('C67 a fourth one, and one with the reason of an earlier, relax nothing, whoever wrote them down', () => {
    const sim = override(atTests(), 'o1', 'the generated client is stale');
    expect(override(sim, 'o2', 'The generated client is stale!').status.overrides).toHaveLength(1);
    expect(override(sim, 'o2', '').status.overrides).toHaveLength(1);
    override(sim, 'o2', 'vendor folder moved upstream');
    override(sim, 'o3', 'licence headers by legal');
    override(sim, 'o4', 'the schema file must be renamed');
    expect(sim.status.overrides.map(({ id }) => id)).toEqual(['o1', 'o2', 'o3']);
    expect(sim.status.overridden).toHaveLength(3);
  });

  test('it ends with its time', () => {
    const sim = atTests();
    sim.do({
      type: 'override',
      id: 'o',
      scope: 'edits',
      reason: 'the client is stale',
      uses: 5,
      expires: sim.time + 9_000,
      person: 'ann',
    });
    expect(sim.status.overrides).toHaveLength(1);
    sim.time += 10_000;
    expect(sim.status.overrides).toEqual([]);
  });
});

describe('waivers stand for a proof', () => {
  const waive = (sim: Sim, check: string, subject?: string) =>
    sim.do({
      type: 'waiver',
      check,
      ...(subject === undefined ? {} : { subject }),
      expires: FOREVER,
      person: 'ann',
      reason: 'imported',
    });

  test('D51 for a day at most, with a debt, and on the content that they were given for', () => {
    const sim = waive(atTests(), 'tests.red', 'do-1');
    expect(sim.status).toMatchObject({ phase: 'implement', debts: [{ check: 'tests.red', why: 'waiver' }] });
    const before = sim.time;
    sim.time += DAY;
    expect(sim.status.phase).toBe('tests');
    sim.time = before;
    expect(sim.status.phase).toBe('implement');
  });

  test('D51 not on other content', () => {
    const sim = waive(atTests().red('do-1'), 'implement.green');
    expect(sim.status.phase).toBe('diff-review');
    expect(sim.edit('source', 's2').status.phase).toBe('implement');
    expect(sim.edit('source', 's0').status.phase).toBe('diff-review');
  });

  test('a waiver of one claim leaves the others', () => {
    const sim = atTests().claim('do-2', 'more', 'other');
    expect(waive(sim, 'tests.red', 'do-1').status.open.map(({ subject }) => subject)).toEqual(['do-2']);
  });

  test('what nobody knows is waived for nothing', () => {
    const sim = waive(waive(waive(atTests(), 'nobody.red'), '__proto__.advance'), '');
    expect(sim.status.phase).toBe('tests');
  });
});

describe('reopening voids older proofs', () => {
  const reopen = (sim: Sim, what: { phase?: string; item?: string }) =>
    sim.do({ type: 'reopen', ...what, person: 'ann', reason: 'not good enough' });

  test('of one phase; what follows goes stale by content alone', () => {
    const sim = atTests().red('do-1').edit('source', 's1').run('pass').approve('review');
    expect(sim.status.phase).toBe('verify');
    expect(reopen(sim, { phase: 'tests' }).status.phase).toBe('tests');
    expect(sim.red('do-1').status.phase).toBe('verify');
  });

  test('of one item, and its loops with it', () => {
    const sim = new Sim(spec).item('1.1', { kind: 'task' }).item('1.2', { kind: 'task' });
    for (const name of ['research', 'requirements', 'design', 'tasks']) sim.document(name, name).approve(name);
    const complete = (id: string) =>
      sim.submit('complete', id).do({ type: 'command', command: 'verify', pass: true, subject: id });
    complete('1.1');
    expect(complete('1.2').verdict('spec-reviewer', true, [], '1.2').status.phase).toBe('close');
    expect(reopen(sim, { item: '1.1' }).at).toBe('implement/1.1/execute');
    expect(complete('1.1').status.phase).toBe('close');
  });
});

describe('dials', () => {
  const turn = (sim: Sim, dial: string, value: string, person: string | null) =>
    sim.do({ type: 'dial', dial, value, person });

  test('C3 raising one is anybody’s, lowering one a person’s', () => {
    const sim = new Sim(tdd, { intensity: 'high' });
    expect(turn(sim, 'intensity', 'standard', null).status.dials).toMatchObject({ intensity: 'high' });
    expect(turn(sim, 'intensity', 'critical', null).status.dials).toMatchObject({ intensity: 'critical' });
    expect(turn(sim, 'intensity', 'standard', 'ann').status.dials).toMatchObject({ intensity: 'standard' });
  });

  test('an agent cannot put agents in the place of a person who reviews', () => {
    const sim = new Sim(ceremony);
    expect(turn(sim, 'reviewers', 'agents', null).status.gates).toHaveProperty('review');
    expect(turn(sim, 'reviewers', 'agents', 'ann').status.gates).not.toHaveProperty('review');
  });

  test('what no dial or value is changes nothing', () => {
    const sim = turn(turn(new Sim(tdd), '__proto__', 'high', 'ann'), 'intensity', 'toString', 'ann');
    expect(sim.status.dials).toEqual(new Sim(tdd).status.dials);
  });
});

describe('the end', () => {
  test('a run is complete when nothing is left to prove, whoever says so before', () => {
    const sim = atTests().do({ type: 'end', how: 'complete', reason: 'all good' });
    expect(sim.status).toMatchObject({ phase: 'tests', ended: null });
  });

  test.each(['merged', 'cancelled'] as const)('%s is a fact, and nothing is asked after it', (how) => {
    const sim = atTests().do({ type: 'end', how, reason: 'so it is' }).approve('handoff').edit('source', 'later');
    expect(sim.status).toMatchObject({ phase: 'ended', waiting: null, ended: { how }, title: `Ended: ${how}` });
  });
});
