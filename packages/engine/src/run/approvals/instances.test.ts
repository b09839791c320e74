import { expect, test } from 'vitest';
import { isElsewhere } from './instances.js';

test.each<
  [why: string, instance: number | null, isBelow: boolean, own: number | null, isHeld: boolean, elsewhere: boolean]
>([
  ['the terminal of this machine, as this one', 26, false, 26, true, false],
  ['a sandbox that shares /dev and has its own processes', 26, true, 26, true, false],
  ['a sandbox with its own /dev, while somebody is seen to hold this terminal', 41, false, 26, true, true],
  ['another /dev, where nobody is seen to hold this terminal: descriptors may be made up', 41, false, 26, false, false],
  ['a container, where nobody is seen to hold this terminal (ssh)', 41, true, 26, false, true],
  ["a container of root's, of which the system tells an ordinary user the numbers alone", null, true, 26, true, true],
  ['a process whose /dev cannot be read', null, false, 26, true, false],
  ['where this terminal is unknown (its streams lead elsewhere)', 41, false, null, false, false],
  ['a container, where this terminal is unknown', 41, true, null, false, true],
])('D97 D102 a terminal of the same number is another: %s', (_, instance, isBelow, own, isHeld, elsewhere) => {
  expect(isElsewhere({ instance, isBelow }, own, () => isHeld)).toBe(elsewhere);
});
