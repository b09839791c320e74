import { expect, test } from 'vitest';
import { COMMANDS } from './index.js';
import { INSIDE } from './inside.js';

test('every command is on the list of what a sealed shell runs, and nothing else is', () => {
  expect(Object.keys(INSIDE).toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
});
