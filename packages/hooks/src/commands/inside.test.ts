import { expect, test } from 'vitest';
import { COMMANDS } from './index.js';
import { INSIDE, insideOf } from './inside.js';

test('every command is on the list of what a sealed shell runs, and nothing else is', () => {
  expect(Object.keys(INSIDE).toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
});

test('33.3b an option may make another command of one, and a command on no list is taken to record', () => {
  const report = { usual: 'works', options: { write: 'outside' } } as const;
  expect(insideOf(report, {})).toBe('works');
  expect(insideOf(report, { write: false, output: 'a.md' })).toBe('works');
  expect(insideOf(report, { write: true })).toBe('outside');
  expect(insideOf('person', { write: true })).toBe('person');
  expect(insideOf(undefined, {})).toBe('records');
});
