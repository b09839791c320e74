import { expect, test } from 'vitest';
import { COMMANDS } from './index.js';
import { INSIDE } from './inside.js';

test('every command of flow is on the list of what a sealed shell runs, and a person decides outside', () => {
  expect(Object.keys(INSIDE).toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
  const persons = COMMANDS.filter(({ group }) => group === 'person').map(({ name }) => INSIDE[name]);
  expect(new Set(persons)).toEqual(new Set(['person']));
});
