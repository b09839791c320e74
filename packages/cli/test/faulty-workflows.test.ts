import { expect, test } from 'vitest';
import { faulty } from '../../workflows/test/faulty.js';
import { checkFully, checkQuickly } from '../../workflows/test/full-play.js';

test('what `flow check` plays finds what a play of every combination of dials finds, in 200 faulty workflows', () => {
  const all = Array.from({ length: 200 }, (_, seed) => ({ seed, ...faulty(seed) }));
  const codes = new Set<string>();
  for (const { seed, faults, workflow } of all) {
    const found = checkFully(workflow);
    expect({ seed, faults, found: checkQuickly(workflow) }).toEqual({ seed, faults, found });
    for (const one of found) codes.add(one.split(' ')[0]!);
  }
  // They are faults of many kinds.
  expect(codes.size).toBeGreaterThan(12);
}, 600_000);
