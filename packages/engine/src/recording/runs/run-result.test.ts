import { parse } from '@flow/capture-parsers';
import { expect, test } from 'vitest';
import { toRunResult } from './run-result.js';

test('D36 issues on one line have one name, and as many names are kept as there is room for', () => {
  const error = (line: number) =>
    `src/a.ts(${line},5): error TS2322: Type 'string' is not assignable to type 'number'.\n`;
  const failingOf = (lines: number[]) => {
    const [report] = parse({ command: 'npx tsc --noEmit', output: lines.map(error).join(''), exitCode: 2 });
    return toRunResult(report!, null, { root: '.', repository: '/r', markerText: undefined }).failing;
  };
  const twice = Array.from({ length: 80 }, (_, at) => Math.floor(at / 2) + 1);
  expect(failingOf(twice)).toHaveLength(40);
  expect(failingOf(twice).at(-1)).toBe('src/a.ts:40 TS2322');
  expect(failingOf(Array.from({ length: 80 }, (_, at) => at + 1))).toHaveLength(50);
});
