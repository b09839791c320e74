import { expect, test } from 'vitest';
import { faulty } from './faulty.js';
import { checkFully, checkQuickly } from './full-play.js';

// 200 of them: packages/cli/test/faulty-workflows.test.ts.
test.each(Array.from({ length: 12 }, (_, seed) => seed))(
  'the checker finds in faulty workflow %i what a play of every combination of dials finds',
  (seed) => {
    const { workflow } = faulty(seed);
    expect(checkQuickly(workflow)).toEqual(checkFully(workflow));
  },
);
