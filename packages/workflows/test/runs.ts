import fc from 'fast-check';
import { ceremony, tdd } from '../src/index.js';
import type { Mishap } from './agent.js';
import { plan } from './fixtures/plan.js';
import { spec } from './fixtures/spec.js';
import { stories } from './fixtures/stories.js';
import { Sim } from './sim.js';

/** Something that goes wrong in a step, or nothing. */
export const mishap: fc.Arbitrary<Mishap | null> = fc.option(
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

/** A run of every workflow at every dial, at its beginning. */
export const RUNS: { name: string; begin: () => Sim }[] = [
  { name: 'ceremony, looked at by a person', begin: () => withClaims(new Sim(ceremony)) },
  { name: 'ceremony, looked at by agents', begin: () => withClaims(new Sim(ceremony, { reviewers: 'agents' })) },
  { name: 'ceremony, the gauntlet', begin: () => withClaims(new Sim(ceremony, { reviewers: 'gauntlet' })) },
  { name: 'tdd, standard', begin: () => withClaims(new Sim(tdd)) },
  { name: 'tdd, high', begin: () => withClaims(new Sim(tdd, { intensity: 'high' })) },
  { name: 'tdd, critical', begin: () => withClaims(new Sim(tdd, { intensity: 'critical' })) },
  { name: 'stories', begin: withStories },
  { name: 'spec', begin: () => withTasks('trivial') },
  { name: 'spec of a bug', begin: () => withTasks('bug') },
  { name: 'plan', begin: withStages },
];
