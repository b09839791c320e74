import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DatedRun, flakesOf, rateOf } from './flakes.js';
import type { TestState } from './receipt.js';
import { judgeSuite } from './tested.js';

let at = 0;
/** A run whose outcome follows from its tests, unless told otherwise. */
function run(content: string, tests: Record<string, TestState>, more: Partial<DatedRun['result']> = {}): DatedRun {
  const failing = Object.keys(tests).filter((name) => tests[name] === 'failed');
  const outcome = failing.length > 0 ? ('failed' as const) : ('passed' as const);
  at += 1;
  return {
    suite: 'vitest:.',
    receipt: `r${at}`,
    time: at,
    content,
    selection: { kind: 'whole' },
    result: { outcome, tests, failing, counts: { passed: 1, failed: failing.length, skipped: 0, errors: 0 }, ...more },
  };
}

describe('37.3 tests that passed and failed on one content', () => {
  test('are listed with their rate, and since when', () => {
    const runs = [
      run('a', { red: 'failed', sometimes: 'passed', steady: 'passed' }),
      run('b', { red: 'passed', sometimes: 'passed', steady: 'passed' }),
      run('b', { red: 'passed', sometimes: 'failed', steady: 'passed' }),
      run('b', { red: 'passed', sometimes: 'passed', steady: 'passed' }),
      run('b', { red: 'passed', sometimes: 'passed', steady: 'skipped' }),
    ];
    const [flake, ...others] = flakesOf(runs);
    expect(others).toEqual([]);
    expect(flake).toMatchObject({ suite: 'vitest:.', test: 'sometimes', passed: 3, failed: 1, contents: 1 });
    expect(flake!.since).toBe(runs[2]!.time);
    expect(flake!.last).toBe(runs[4]!.time);
    expect(flake!.receipts).toEqual({ failed: runs[2]!.receipt, passed: runs[4]!.receipt });
    expect(rateOf(flake!)).toBe(0.25);
  });

  test('are none where the content changed in between, or the suite is another', () => {
    const red = run('a', { one: 'failed' });
    expect(flakesOf([red, run('b', { one: 'passed' })])).toEqual([]);
    expect(flakesOf([red, { ...run('a', { one: 'passed' }), suite: 'pytest:.' }])).toEqual([]);
    expect(flakesOf([red, run('a', { one: 'skipped' })])).toEqual([]);
  });

  test('a suite that broke without a name and passed is told as a whole, and so is a run that tried again', () => {
    const crashed = run('a', {}, { outcome: 'crashed' });
    expect(flakesOf([crashed, run('a', { one: 'passed' })])).toMatchObject([{ test: null, passed: 1, failed: 1 }]);
    expect(flakesOf([run('c', { one: 'passed' }, { flaky: true })])).toMatchObject([{ test: null }]);
    const unknown = run('a', {}, { outcome: 'unknown' });
    expect(flakesOf([unknown, run('a', { one: 'passed' })])).toEqual([]);
  });

  test('are known by a green run of the whole suite too, which may name a test otherwise, or not at all', () => {
    const red = run('a', { 'total.test.js > one': 'failed', two: 'passed' });
    const green = run('a', { one: 'passed', two: 'passed' });
    expect(flakesOf([red, green])).toMatchObject([{ test: 'total.test.js > one', passed: 1, failed: 1 }]);
    const skips = { counts: { passed: 1, failed: 0, skipped: 1, errors: 0 } };
    expect(flakesOf([red, run('a', { one: 'skipped', two: 'passed' }, skips)])).toEqual([]);
    expect(flakesOf([red, { ...green, selection: { kind: 'names' } }])).toEqual([]);
  });

  test('are found whatever the order, and nothing else is', () => {
    const state = fc.constantFrom<TestState>('passed', 'failed', 'skipped');
    const runs = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.dictionary(fc.constantFrom('x', 'y'), state)), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(runs, (some) => {
        const dated = some.map(([content, tests]) =>
          run(content, tests, { counts: { passed: 1, failed: 0, skipped: 1, errors: 0 } }),
        );
        const found = flakesOf(dated);
        expect(flakesOf(dated.toReversed())).toEqual(found);
        for (const name of ['x', 'y']) {
          const did = (content: string, wanted: TestState) =>
            some.some(([one, tests]) => one === content && tests[name] === wanted);
          const isFlaky = ['a', 'b', 'c'].some((content) => did(content, 'passed') && did(content, 'failed'));
          expect(found.some((flake) => flake.test === name)).toBe(isFlaky);
        }
      }),
    );
  });

  const runsOf = (letters: string) => [...letters].map((one) => run('a', { x: one === 'F' ? 'failed' : 'passed' }));
  const isFound = (letters: string) => flakesOf(runsOf(letters)).some((flake) => flake.test === 'x');

  test('37.3 every scripted sequence of ten runs that did both is found, and no other', () => {
    for (let bits = 0; bits < 1024; bits++) {
      const letters = bits.toString(2).padStart(10, '0').replaceAll('0', 'P').replaceAll('1', 'F');
      expect(isFound(letters), letters).toBe(letters.includes('F') && letters.includes('P'));
    }
  });

  test('37.3 a test that fails by chance one time in five is found in at least 85 of 100 trials of ten runs', () => {
    // A generator of its own (mulberry32), so that the trials are the same everywhere.
    let seed = 37;
    const chance = () => {
      seed = (seed + 0x6d2b79f5) | 0;
      let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
    const trial = () => Array.from({ length: 10 }, () => (chance() < 0.2 ? 'F' : 'P')).join('');
    const trials = Array.from({ length: 100 }, trial);
    expect(trials.filter(isFound).length).toBeGreaterThanOrEqual(85);
    for (const letters of trials) {
      // What ends green is not taken for green where it failed before, and what never failed is.
      const facts = runsOf(`${letters}P`).map(({ receipt, time, result }) => ({
        ...{
          receipt,
          time,
          selection: { kind: 'whole' as const },
          command: 'npx vitest run',
          settled: true,
          differs: [],
          seen: 'exec' as const,
        },
        result: { runner: 'vitest', complete: true, reasons: [], testsCut: 0, greenUnits: [], ...result },
      }));
      expect(judgeSuite(facts, ['a.test.ts']).state, letters).toBe(letters.includes('F') ? 'flaky' : 'tested');
    }
  });
});
