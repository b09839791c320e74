import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { slotIn, slotVariables } from '../src/slots.js';

const area = mkdtempSync(path.join(tmpdir(), 'flow-slots-'));
afterAll(() => rmSync(area, { recursive: true, force: true }));

test('R60 a work tree keeps its number, no other one has it, and one that is gone gives it back', () => {
  const folder = path.join(area, 'slots');
  const trees = ['a', 'b', 'c'].map((name) => path.join(area, name));
  for (const one of trees) mkdirSync(one);
  expect(trees.map((one) => slotIn(folder, one))).toEqual([1, 2, 3]);
  expect(trees.map((one) => slotIn(folder, one))).toEqual([1, 2, 3]);
  rmSync(trees[1]!, { recursive: true });
  const other = path.join(area, 'd');
  mkdirSync(other);
  expect([slotIn(folder, other), slotIn(folder, trees[2]!)]).toEqual([2, 3]);
  // Ports of two numbers do not overlap.
  const [one, two] = [1, 2].map((slot) => Number(slotVariables(slot).FLOW_PORT_BASE));
  expect(two! - one!).toBeGreaterThanOrEqual(20);
});
