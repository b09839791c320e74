import { expect, test } from 'vitest';
import type { ItemFact } from '../workflow/facts.js';
import { commitMessage, commitSet } from './commit-set.js';

const item = (id: string, files: string[], more: Partial<ItemFact> = {}): ItemFact => ({
  ...{ id, digest: id, title: `Do ${id}`, kind: 'task', after: [], files },
  ...more,
});

const A = item('A', ['src/a.ts', 'src/a/']);
const PART = item('A.1', ['lib/part.ts'], { parent: 'A', kind: 'fix' });
const B = item('B', ['src/b.ts']);
const C = item('C', []);
const ALL = [PART, A, B, C];
const CHANGED = ['src/a.ts', 'src/a/x.ts', 'lib/part.ts', 'src/b.ts', 'notes.txt'];

test('R57 a commit has the files of its item and of the parts, and nobody else’s', () => {
  expect(commitSet(CHANGED, A, ALL, { running: ['A', 'B'], apart: false })).toEqual({
    own: ['src/a.ts', 'src/a/x.ts', 'lib/part.ts'],
    elsewhere: ['src/b.ts'],
    outside: ['notes.txt'],
  });
  // Nobody works on B: its files are not A's all the same.
  expect(commitSet(CHANGED, A, ALL, { running: [], apart: false }).outside).toEqual(['src/b.ts', 'notes.txt']);
  expect(commitSet(CHANGED, A, ALL, { running: ['B'], apart: true }).elsewhere).toEqual([]);
});

test('R57 an item without files has those of its own work tree, and none of a shared one', () => {
  expect(commitSet(CHANGED, C, ALL, { running: ['C'], apart: true }).own).toEqual(CHANGED);
  expect(commitSet(CHANGED, C, ALL, { running: ['C'], apart: false }).own).toEqual([]);
});

test('X51 the message is the one that the item has, else its title without a full stop', () => {
  expect(commitMessage({ id: 'A', title: 'Add it.', commit: 'feat: add it (closes #3).' })).toBe(
    'feat: add it (closes #3).',
  );
  expect(commitMessage({ id: 'A', title: 'Add  it.' })).toBe('Add it');
  expect(commitMessage({ id: 'A', title: ' ' })).toBe('A');
});
