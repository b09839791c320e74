import { expect, test } from 'vitest';
import type { ImportedItem } from './model.js';
import { placeItems } from './placing.js';

const there = (origin: string, title: string, line: number): ImportedItem => ({
  ...{ path: 'tasks.md', line, origin, title, after: [], files: [], criteria: [], claims: [], notes: [] },
  ...{ said: 'open', word: '[ ]' },
});
const ours = (id: string, title: string) => ({ id, title });

test.each<[what: string, read: ImportedItem[], lines: (number | string)[], kept?: boolean]>([
  ['as it was', [there('1', 'Draw it', 1), there('2', 'Wire it', 2)], [1, 2]],
  ['laid out anew', [there('1', '**Draw** it!', 1), there('2', 'wire it', 4)], [1, 4]],
  ['one put before', [there('1', 'Think', 1), there('2', 'Draw it', 2), there('3', 'Wire it', 3)], [2, 3]],
  [
    'one in other words',
    [there('1', 'Draw it', 1), there('2', 'Wire all', 2)],
    [1, 'its number has other words there'],
  ],
  ['one taken out', [there('1', 'Draw it', 1)], [1, 'it is not there']],
  [
    'one twice',
    [there('1', 'Draw it', 1), there('3', 'Wire it', 2), there('4', 'Wire it', 3)],
    [1, 'several there have its words'],
  ],
  ['the number twice', [there('1', 'Draw it', 1), there('2', 'Wire it', 2), there('2', 'Else', 3)], [1, 2]],
  ['numbers changed for each other', [there('2', 'Draw it', 1), there('1', 'Wire it', 2)], [1, 2]],
  ['other words under an id that is kept', [there('1', 'Draw all', 1), there('2', 'Wire it', 2)], [1, 2], true],
  [
    'words under another id that is kept',
    [there('1', 'Draw it', 1), there('9', 'Wire it', 2)],
    [1, 'another id has its words there'],
    true,
  ],
])('37.5 where an item stands in a list that somebody edited: %s', (_what, read, expected, isKept = false) => {
  const { placed, unplaced } = placeItems(read, [ours('1', 'Draw it'), ours('2', 'Wire it')], isKept);
  const found = ['1', '2'].map((id) => placed.get(id)?.line ?? unplaced.find((one) => one.id === id)!.why);
  expect(found).toEqual(expected);
});

test('37.5 an item whose title somebody changed here is found by the words that it was imported by', () => {
  const read = [there('1', 'Think', 1), there('2', 'Draw it', 2), there('3', 'Wire it', 3)];
  const items = [{ ...ours('1', 'Paint it'), imported: 'Draw it' }, ours('2', 'Wire it')];
  expect(placeItems(read, items, false)).toMatchObject({
    placed: new Map([
      ['2', read[2]],
      ['1', read[1]],
    ]),
    unplaced: [],
  });
  // What another item is for certain is not taken from it.
  const taken = [{ ...ours('1', 'Paint it'), imported: 'Wire it' }, ours('2', 'Wire it')];
  expect(placeItems(read, taken, false).unplaced.map(({ id }) => id)).toEqual(['1']);
});
