import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ceremony, tdd } from '../src/index.js';
import { type Mishap, step } from './agent.js';
import { plan } from './fixtures/plan.js';
import { spec } from './fixtures/spec.js';
import { stories } from './fixtures/stories.js';
import { Sim } from './sim.js';

const mishap: fc.Arbitrary<Mishap | null> = fc.option(
  fc.record({
    kind: fc.constantFrom(
      'edit',
      'document',
      'item',
      'run-fails',
      'verdict-fails',
      'breakdown',
      'slow-person',
      'claim',
      'blocked',
    ),
    pick: fc.nat(11),
  }),
  { freq: 2 },
);

/** Steps of an honest agent after the last mishap: far more than any of these runs needs. */
const PATIENCE = 300;

function withClaims(sim: Sim): Sim {
  return sim.claim('c1', 'one', null).claim('c2', 'two', null).claim('g1', 'never', null, 'guard');
}

function withStories(): Sim {
  const sim = new Sim(stories).item('S1', { size: 'S' }).item('S2', { size: 'M', flags: ['security'] });
  return sim.item('S3', { after: ['S1'] });
}

function withTasks(intent: string): Sim {
  const sim = new Sim(spec, { intent }).item('1.1', { kind: 'task' }).item('1.2', { kind: 'task', after: ['1.1'] });
  sim.item('1.2.1', { kind: 'fix', parent: '1.2' });
  return sim.item('1.3', { kind: 'task', after: ['1.2'], flags: ['checkpoint'] });
}

function withStages(): Sim {
  const sim = new Sim(plan).item('A', { kind: 'stage' }).item('B', { kind: 'stage', after: ['A'] });
  sim.item('A1', { kind: 'task', parent: 'A' }).item('A2', { kind: 'task', parent: 'A', after: ['A1'] });
  return sim.item('B1', { kind: 'task', parent: 'B', flags: ['ux'] });
}

const RUNS: { name: string; begin: () => Sim }[] = [
  { name: 'ceremony, looked at by a person', begin: () => withClaims(new Sim(ceremony)) },
  { name: 'ceremony, looked at by agents', begin: () => withClaims(new Sim(ceremony, { reviewers: 'agents' })) },
  { name: 'tdd, standard', begin: () => withClaims(new Sim(tdd)) },
  { name: 'tdd, high', begin: () => withClaims(new Sim(tdd, { intensity: 'high' })) },
  { name: 'tdd, critical', begin: () => withClaims(new Sim(tdd, { intensity: 'critical' })) },
  { name: 'stories', begin: withStories },
  { name: 'spec', begin: () => withTasks('trivial') },
  { name: 'spec of a bug', begin: () => withTasks('bug') },
  { name: 'plan', begin: withStages },
];

describe.each(RUNS)('random runs: $name', ({ begin }) => {
  test('an honest agent reaches the end, whatever goes wrong on the way', () => {
    fc.assert(
      fc.property(fc.array(mishap, { maxLength: 60 }), (mishaps) => {
        const sim = begin();
        for (const one of mishaps) step(sim, one);
        for (let steps = 0; steps < PATIENCE && step(sim, null) !== 'done'; steps += 1);
        expect(sim.status).toMatchObject({ phase: 'done', open: [], waiting: null });
      }),
      { numRuns: 20 },
    );
  });

  test('C2 D97 without a person nobody gets past what a person decides', () => {
    fc.assert(
      fc.property(fc.array(mishap, { maxLength: 40 }), (mishaps) => {
        const sim = begin();
        for (const one of mishaps) step(sim, one, false);
        // It goes on until nothing more happens.
        for (let events = -1; events < sim.events.length; ) {
          events = sim.events.length;
          for (let times = 0; times < 4; times += 1) step(sim, null, false);
        }
        const { gates, phase } = sim.status;
        expect(Object.values(gates).map(({ state }) => state)).not.toContain('approved');
        expect(phase).not.toBe('done');
      }),
      { numRuns: 10 },
    );
  });
});
