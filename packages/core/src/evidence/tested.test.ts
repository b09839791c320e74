import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Outcome } from './outcome.js';
import { OUTCOMES } from './outcome.js';
import type { Selection, TestState } from './receipt.js';
import { isTestedExactly, judgeSuite, type RunFact } from './tested.js';

const units = ['a', 'b'];
let clock = 0;

function run(
  outcome: Outcome,
  over: Partial<RunFact> & { tests?: Record<string, TestState>; green?: string[]; skipped?: number } = {},
): RunFact {
  const { tests = {}, green = [], skipped = 0, ...rest } = over;
  const failing = Object.keys(tests).filter((name) => tests[name] === 'failed');
  return {
    receipt: `r${++clock}`,
    command: 'go test ./...',
    time: clock,
    selection: { kind: 'whole' },
    settled: true,
    differs: [],
    seen: 'hook',
    result: {
      runner: 'go',
      outcome,
      complete: true,
      reasons: [],
      counts: { passed: 0, failed: 0, skipped, errors: 0 },
      tests,
      testsCut: 0,
      greenUnits: green,
      failing,
    },
    ...rest,
  };
}
const part = (...names: string[]): { selection: Selection } => ({ selection: { kind: 'units', units: names } });

const rows: [name: string, runs: RunFact[], state: string][] = [
  ['D35 nothing seen is untested', [], 'untested'],
  ['a whole green run', [run('passed')], 'tested'],
  ['D30 green on other content is stale', [run('passed', { differs: ['a.go'] })], 'stale'],
  ['D35 a failing run is red', [run('failed', { tests: { TestA: 'failed' } })], 'red'],
  ['a failing run that names nothing is red too', [run('failed')], 'red'],
  ['fixed on the same content', [run('failed', { tests: { TestA: 'failed' } }), run('passed')], 'flaky'],
  ['green, then red on the same content', [run('passed'), run('failed', { tests: { TestA: 'failed' } })], 'red'],
  ['a build error after green on the same content', [run('passed'), run('build-error')], 'red'],
  ['a cut run after green contradicts nothing', [run('passed'), run('truncated')], 'tested'],
  ['zero tests prove nothing', [run('no-tests')], 'unknown'],
  ['a hidden exit code proves nothing', [run('unknown')], 'unknown'],
  ['D98 files that changed while it ran prove nothing', [run('passed', { settled: false })], 'unknown'],
  ['D29 parts add up', [run('passed', part('a')), run('passed', part('b'))], 'tested'],
  ['D29 a part is not the whole', [run('passed', part('a'))], 'partial'],
  ['a folder covers what lies below it', [run('passed', part('**'))], 'tested'],
  ['tests chosen by name prove no suite', [run('passed', { selection: { kind: 'names' } })], 'partial'],
  [
    'D29 a newer result of the same test wins, and both are told',
    [
      run('failed', { tests: { TestA: 'failed', TestB: 'passed' }, green: ['b'] }),
      run('passed', { ...part('a'), tests: { TestA: 'passed' } }),
    ],
    'flaky',
  ],
  [
    'another test that passes does not mend the failing one',
    [
      run('failed', { tests: { TestA: 'failed' }, green: ['b'] }),
      run('passed', { ...part('a'), tests: { TestC: 'passed' } }),
    ],
    'red',
  ],
  [
    'a part that did not build is mended by that part',
    [run('build-error', part('a')), run('passed', part('a')), run('passed', part('b'))],
    'tested',
  ],
  [
    'a red run on other content says nothing here',
    [run('failed', { tests: { TestA: 'failed' }, differs: ['x.go'] }), run('passed')],
    'tested',
  ],
];

const red = (over: Parameters<typeof run>[1] = {}) => {
  const one = run('failed', { tests: { TestA: 'failed' }, ...over });
  one.result.onlyTests = true;
  return one;
};

describe('C73 when nothing but named tests is red', () => {
  test.each<[name: string, runs: RunFact[], only: true | undefined]>([
    ['a run of the whole suite', [red()], true],
    ['something else failed as well, or the run may have ended early', [run('failed')], undefined],
    ['a part of the suite', [red(part('a', 'b'))], undefined],
    ['files changed while it ran', [red({ settled: false })], undefined],
    ['what had not built has been built since', [run('build-error'), red()], true],
    ['what had been built does not build', [red(), run('build-error')], undefined],
    ['a part that did not build', [red(), run('build-error', part('b'))], undefined],
  ])('%s', (_name, runs, only) => {
    expect(judgeSuite(runs, units).onlyTests).toBe(only);
  });

  test('what other runs saw failing is named with them', () => {
    const other = run('failed', { tests: { TestB: 'failed' }, ...part('b') });
    expect(judgeSuite([red(), other], units)).toMatchObject({
      state: 'red',
      onlyTests: true,
      failing: ['TestA', 'TestB'],
    });
  });

  test('exact runs have to show it', () => {
    expect(isTestedExactly([red()], units)).toBe(false);
    expect(isTestedExactly([red({ seen: 'exec' })], units)).toBe(true);
  });
});

describe('when a suite counts as tested', () => {
  test.each(rows)('%s', (_name, runs, state) => {
    expect(judgeSuite(runs, units).state).toBe(state);
  });

  test('pass and fail on one content is flaky', () => {
    const verdict = judgeSuite(
      [run('failed', { tests: { TestA: 'failed' } }), run('passed', { tests: { TestA: 'passed' } })],
      units,
    );
    expect(verdict).toMatchObject({
      state: 'flaky',
      flaky: true,
      unsteady: [{ test: 'TestA', failed: 1, passed: 1, left: null }],
    });
  });

  describe('37.3 a test that failed on this content is not green because a later run passed', () => {
    const saw = (letters: string) =>
      [...letters].map((letter) =>
        letter === 'F'
          ? run('failed', { tests: { TestA: 'failed' } })
          : run('passed', letter === 'P' ? { tests: { TestA: 'passed' } } : letter === 'S' ? { skipped: 1 } : {}),
      );
    test.each<[string, number, string, number | null | undefined]>([
      // letters: F failed, P passed, W a whole green run that names no test, S the same with a test skipped
      ['FP', 0, 'flaky', null],
      ['PFP', 0, 'flaky', null],
      ['FW', 0, 'flaky', null],
      ['FP', 3, 'flaky', 2],
      ['FWP', 3, 'flaky', 1],
      ['FS', 0, 'flaky', null],
      ['FSSP', 3, 'flaky', 2],
      ['FPPP', 3, 'tested', undefined],
      ['FFFPPP', 3, 'tested', undefined],
      ['PFPPP', 3, 'tested', undefined],
      // A series that was broken once is none: whoever runs until it passes has proven less.
      ['FPFPPPPP', 3, 'flaky', null],
      ['FPPPFPPPP', 3, 'flaky', null],
      ['FPPPF', 3, 'red', undefined],
      ['PPP', 3, 'tested', undefined],
    ])('%s with %d passes asked for: %s', (letters, reruns, state, left) => {
      const verdict = judgeSuite(saw(letters), units, reruns);
      expect(verdict.state).toBe(state);
      expect(verdict.unsteady?.[0]?.left).toBe(left);
    });

    test('what failed without a name may have been the machine: told, and no more', () => {
      expect(judgeSuite([run('crashed'), run('passed')], units)).toMatchObject({ state: 'tested', flaky: true });
      expect(judgeSuite([run('collection-error'), run('passed')], units).state).toBe('tested');
    });

    test('never green again by further runs once a series broke, whatever follows', () => {
      fc.assert(
        fc.property(fc.string({ unit: fc.constantFrom('F', 'P'), maxLength: 12 }), fc.nat(5), (rest, reruns) => {
          expect(judgeSuite(saw(`FPF${rest}`), units, reruns).state).not.toBe('tested');
        }),
      );
    });
  });

  test('a run in which a test passed only when it was tried again is whole, and flaky', () => {
    const again = run('passed');
    again.result.flaky = true;
    expect(judgeSuite([again], units)).toMatchObject({ state: 'tested', flaky: true });
    expect(judgeSuite([run('passed')], units)).toMatchObject({ state: 'tested', flaky: false });
  });

  const anyRun = fc.record({
    outcome: fc.constantFrom(...OUTCOMES),
    settled: fc.boolean(),
    differs: fc.constantFrom<string[]>([], ['a.go']),
    selection: fc.constantFrom<Selection>(
      { kind: 'whole' },
      { kind: 'names' },
      { kind: 'nothing' },
      { kind: 'unknown', why: '' },
      { kind: 'units', units: ['a'] },
      { kind: 'units', units: ['b'] },
    ),
  });

  test('property: nothing is tested without a settled green run on this content', () => {
    fc.assert(
      fc.property(fc.array(anyRun), (specs) => {
        const runs = specs.map((spec) => run(spec.outcome, spec));
        const proof = runs.some((one) => one.settled && one.differs.length === 0 && one.result.outcome === 'passed');
        if (!proof) expect(judgeSuite(runs, units).state).not.toBe('tested');
      }),
    );
  });

  test('property: runs on other content never change the verdict while there is one on this content', () => {
    fc.assert(
      fc.property(fc.array(anyRun, { minLength: 1 }), fc.array(anyRun), (here, elsewhere) => {
        const fresh = here.map((spec) => run(spec.outcome, { ...spec, settled: true, differs: [] }));
        const other = elsewhere.map((spec) => run(spec.outcome, { ...spec, differs: ['x.go'] }));
        expect(judgeSuite([...other, ...fresh], units).state).toBe(judgeSuite(fresh, units).state);
      }),
    );
  });

  test('property: a whole green run at the end settles everything before it', () => {
    fc.assert(
      fc.property(fc.array(anyRun), (specs) => {
        const runs = specs.map((spec) => run(spec.outcome, spec));
        expect(judgeSuite([...runs, run('passed')], units).state).toBe('tested');
      }),
    );
  });
});

describe('D34 exact runs alone', () => {
  const exec = { seen: 'exec' } as const;
  test.each([
    ['a run that the hook has read is none', [run('passed')], false],
    ['exec', [run('passed', exec)], true],
    ['CI', [run('passed', { seen: 'ci' })], true],
    ['exec first, the hook after it', [run('passed', exec), run('passed')], true],
    ['one half each', [run('passed', { ...exec, ...part('a') }), run('passed', part('b'))], false],
    ['two halves by exec', [run('passed', { ...exec, ...part('a') }), run('passed', { ...exec, ...part('b') })], true],
    ['red', [run('failed', exec)], false],
    ['other content', [run('passed', { ...exec, differs: ['x'] })], false],
  ])('%s', (_, runs, exact) => {
    expect(isTestedExactly(runs, units)).toBe(exact);
  });
});
