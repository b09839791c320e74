import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { withSeat } from '../src/drive/seat.js';

test.each([
  ['what was begun is given back behind the process', null, ['begin', 'work', 'back']],
  ['what somebody else has stays theirs', { why: 'taken' }, ['begin', 'work']],
])('R36 %s', async (_, answer, course) => {
  const seen: string[] = [];
  const told = await withSeat(
    { worktree: tmpdir(), environment: process.env },
    async ({ pid }) => {
      seen.push('begin');
      expect(pid).toBeGreaterThan(0);
      return answer;
    },
    async () => seen.push('back'),
    async (_seat, refused) => {
      seen.push('work');
      return refused;
    },
  );
  expect(told).toBe(answer);
  expect(seen).toEqual(course);
});
