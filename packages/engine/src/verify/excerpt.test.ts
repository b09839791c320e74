import { expect, test } from 'vitest';
import { excerptOf } from './excerpt.js';

const lines = (count: number, text: string) => Array.from({ length: count }, (_, at) => `${text} ${at}`);

test('U14: a short output is shown whole, cleaned', () => {
  expect(excerptOf('\n\u001b[31mFAIL\u001b[0m a\n  at x\n\n', [])).toEqual(['FAIL a', '  at x']);
});

test('U14: of a long one, what stands around the first failure and the end, with what was left out', () => {
  const shown = excerptOf([...lines(500, 'ok'), 'FAIL adds', ...lines(300, 'detail'), 'Tests 1 failed'].join('\n'), []);
  expect(shown[0]).toBe('… 498 lines left out …');
  expect(shown.slice(1, 5)).toEqual(['ok 498', 'ok 499', 'FAIL adds', 'detail 0']);
  expect(shown.at(-1)).toBe('Tests 1 failed');
  expect(shown.filter((line) => line.includes('left out'))).toHaveLength(2);
  expect(shown.length).toBeLessThan(110);
});

test('U14: a failure that only its name tells, one at the very end, and none at all', () => {
  const named = excerptOf([...lines(300, 'ok'), 'adds prices', ...lines(200, 'x')].join('\n'), [
    'a.test > adds prices',
  ]);
  expect(named.slice(1, 4)).toEqual(['ok 298', 'ok 299', 'adds prices']);
  expect(excerptOf([...lines(300, 'ok'), 'FAIL at the end'].join('\n'), []).at(-1)).toBe('FAIL at the end');
  expect(excerptOf(lines(300, 'ok').join('\n'), []).at(-1)).toBe('ok 299');
  expect(excerptOf('x'.repeat(5000), [])[0]!.length).toBeLessThan(310);
});
