import { expect, test } from 'vitest';
import { ForeignWords, OVER } from './foreign.js';
import type { Entry } from './port.js';

const lease = (item: string) => ({ id: 'w', run: 'r', item, token: 1, machine: 'b', base: null, since: 1, until: 2 });
const settled = (machine: string, item: string, how: 'done' | 'failed' | 'waits' | 'given-back', time = 5): Entry => ({
  ...{ machine, n: 1, time },
  what: { kind: 'settled', lease: lease(item), end: { how, commit: null, why: '' } },
});
const over = (machine: string, items: unknown, time = 7): Entry => ({
  ...{ machine, n: 2, time, what: { kind: 'event', event: { type: OVER, items } } },
});

test('the newest word of each other machine on each item is kept, as long as the item is not over here', () => {
  const words = new ForeignWords('me');
  words.hear([
    settled('b', 'A', 'done'),
    settled('b', 'B', 'failed'),
    settled('c', 'C', 'waits'),
    settled('me', 'D', 'done'),
  ]);
  words.hear([over('b', ['A', 'E', 7, null]), over('c', 'no list')]);
  words.taken('d', 'F', 100);
  const told = (done: string[] = [], time = 50) =>
    words
      .now(new Set(done), time)
      .map(({ machine, item, how, since }) => [machine, item, how, how === 'works' ? null : since]);
  expect(told()).toEqual([
    ['b', 'A', 'done', 5],
    ['c', 'C', 'waits', 5],
    ['b', 'E', 'done', 7],
    ['d', 'F', 'works', null],
  ]);
  expect(told(['A', 'C', 'E'], 101)).toEqual([]);
  words.hear([settled('b', 'A', 'given-back'), settled('d', 'F', 'failed')]);
  expect(told().map(([, item]) => item)).toEqual(['C', 'E']);
});

test('a flood of words is bounded, and a word that is kept can still change', () => {
  const words = new ForeignWords('me');
  words.hear([settled('b', 'A', 'waits')]);
  words.hear(Array.from({ length: 5000 }, (_, at) => settled('flood', `I${at}`, 'done')));
  words.hear([settled('b', 'A', 'done')]);
  const now = words.now(new Set(), 0);
  expect(now).toHaveLength(1000);
  expect(now.find(({ machine }) => machine === 'b')).toMatchObject({ item: 'A', how: 'done' });
});
