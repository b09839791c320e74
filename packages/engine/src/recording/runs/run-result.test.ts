import { parse } from '@flow/capture-parsers';
import { describe, expect, test } from 'vitest';
import { toRunResult, unproven } from './run-result.js';

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

describe('what a run names as green', () => {
  const place = { root: '.', repository: '/r', markerText: undefined };
  const OUTPUT = ' ✓ a.test.ts (1 test) 2ms\n ❯ b.test.ts (1 test | 1 failed) 3ms\n   × adds 2ms\n\n';
  const END = ' Test Files  1 failed | 1 passed (2)\n      Tests  1 failed | 1 passed (2)\n   Duration  1.00s\n';
  const red = toRunResult(
    parse({ command: 'npx vitest run', output: `\n RUN  v5.1.1 /r\n\n${OUTPUT}${END}`, exitCode: 1 })[0]!,
    null,
    place,
  );

  test('E4: a reason for which it proves nothing holds for the green files of a red run, which stays red', () => {
    expect(red).toMatchObject({ outcome: 'failed', complete: true, greenUnits: ['a.test.ts'] });
    const { reasons } = red;
    expect(unproven({ ...red, onlyTests: true }, 'mode:a.sh')).toEqual({
      ...red,
      greenUnits: [],
      reasons: [...reasons, 'mode:a.sh'],
    });
    expect(unproven({ ...red, greenUnits: [] }, 'mode:a.sh').reasons).toEqual(reasons);
  });

  test('E4: nothing, where it is not known how the run ended', () => {
    const [told] = parse({ command: 'pytest', output: PYTEST, exitCode: 3 });
    expect(told).toMatchObject({ outcome: 'unknown', complete: true });
    expect(toRunResult(told!, null, place).greenUnits).toEqual([]);
  });
});

const PYTEST = `============================= test session starts ==============================
platform linux -- Python 3.11.2, pytest-8.3.4, pluggy-1.5.0
rootdir: /r
collected 1 item

test_a.py .                                                              [100%]

============================== 1 passed in 0.01s ===============================
`;
