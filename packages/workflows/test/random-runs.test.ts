import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { step } from './agent.js';
import { mishap, RUNS } from './runs.js';

/** Steps of an honest agent after the last mishap: far more than any of these runs needs. */
const PATIENCE = 300;

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
