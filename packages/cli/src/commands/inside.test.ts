import { IN_PLACE } from '@flow/engine/handle/in-place/verbs';
import { expect, test } from 'vitest';
import { allCommands, commandNamed } from './index.js';
import { INSIDE } from './inside.js';

const COMMANDS = await allCommands();

test('a command is loaded by the name that its file gives it, and by no other', async () => {
  for (const command of COMMANDS) expect(await commandNamed(command.name)).toBe(command);
  for (const name of ['statu', 'toString', '__proto__', '']) expect(await commandNamed(name)).toBe(null);
});

test('every command of flow is on the list of what a sealed shell runs, and a person decides outside', () => {
  expect(Object.keys(INSIDE).toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
  const persons = COMMANDS.filter(({ group }) => group === 'person').map(({ name }) => INSIDE[name]);
  expect(new Set(persons)).toEqual(new Set(['person']));
});

test('33.3b the hook does outside what is on the list as done there, and nothing of a person', () => {
  const all = Object.entries(INSIDE).map(
    ([name, inside]) =>
      [name, typeof inside === 'string' ? [inside] : [inside.usual, ...Object.values(inside.options)]] as const,
  );
  const outside = all.filter(([, kinds]) => kinds.includes('outside')).map(([name]) => name);
  expect(outside.toSorted()).toEqual([...IN_PLACE].toSorted());
  for (const { name, group } of COMMANDS)
    if (group === 'person' || group === 'setup') expect(IN_PLACE.has(name)).toBe(false);
});
