import { isRed } from './outcome.js';
import type { RunResult, Selection } from './receipt.js';

/** A dated run is one run of a suite whose content held still, with what tells its content from others. */
export interface DatedRun {
  suite: string;
  receipt: string;
  /** Epoch milliseconds at which its end was seen. */
  time: number;
  /** Alike for two runs of a suite whose relevant files were equal, and for no others. */
  content: string;
  selection: Pick<Selection, 'kind'>;
  result: Pick<RunResult, 'outcome' | 'tests' | 'failing' | 'flaky' | 'counts'>;
}

/** A flake is a test, or a suite as a whole, that passed and failed on one content. */
export interface Flake {
  suite: string;
  /** Full name of the test; null where the suite broke without naming a test, or tried again without saying which. */
  test: string | null;
  /** Runs on contents on which it did both. */
  passed: number;
  failed: number;
  /** On how many contents it did both. */
  contents: number;
  /** Times of the first run that showed it, and of the last one on such a content; epoch milliseconds. */
  since: number;
  last: number;
  /** The newest receipts of each kind. */
  receipts: { passed: string; failed: string };
}

/** The suite as a whole, beside its tests. */
const WHOLE = Symbol('whole');

interface Tally {
  passed: DatedRun[];
  failed: DatedRun[];
}

/** Words that a run says of itself: its tests by name, and how it ended where no test is to blame. */
function wordsOf({ result }: DatedRun): [subject: string | typeof WHOLE, state: keyof Tally][] {
  const words: [string | typeof WHOLE, keyof Tally][] = [];
  for (const [name, state] of Object.entries(result.tests)) if (state !== 'skipped') words.push([name, state]);
  const named = result.failing.filter((name) => result.tests[name] === 'failed');
  // A run that tried again says only that some test needed it.
  if (result.flaky) words.push([WHOLE, 'failed'], [WHOLE, 'passed']);
  else if (result.outcome === 'passed') words.push([WHOLE, 'passed']);
  else if (isRed(result.outcome) && named.length === 0) words.push([WHOLE, 'failed']);
  return words;
}

/**
 * Tells whether a run shows by itself that a test passed which it does not name: runners tell more of a test that fails, and
 * of a long list only a part is kept. All of the suite ran, nothing failed, and nothing was skipped.
 */
export const isAllGreen = ({ selection, result }: Pick<DatedRun, 'selection' | 'result'>): boolean =>
  selection.kind === 'whole' && result.outcome === 'passed' && result.counts.skipped === 0;

/**
 * Lists what passed and failed on one content, most often failing first.
 * @param runs runs of any suites, in any order
 */
export function flakesOf(runs: readonly DatedRun[]): Flake[] {
  const bySuite = new Map<string, Map<string | typeof WHOLE, Map<string, Tally>>>();
  const dated = runs.toSorted((a, b) => a.time - b.time);
  for (const run of dated) {
    const subjects = bySuite.get(run.suite) ?? new Map();
    bySuite.set(run.suite, subjects);
    for (const [subject, state] of wordsOf(run)) {
      const contents: Map<string, Tally> = subjects.get(subject) ?? new Map();
      subjects.set(subject, contents);
      const tally = contents.get(run.content) ?? { passed: [], failed: [] };
      contents.set(run.content, tally);
      tally[state].push(run);
    }
  }
  const green = dated.filter(isAllGreen);
  const flakes = [...bySuite].flatMap(([suite, subjects]) =>
    [...subjects].flatMap(([subject, contents]) => {
      if (subject !== WHOLE)
        for (const [content, { passed, failed }] of contents)
          if (failed.length > 0)
            passed.push(...green.filter((run) => isOf(run, suite, content) && !(subject in run.result.tests)));
      const both = [...contents.values()].filter(({ passed, failed }) => passed.length > 0 && failed.length > 0);
      return both.length === 0 ? [] : [flakeOf(suite, subject === WHOLE ? null : (subject as string), both)];
    }),
  );
  return flakes.sort((a, b) => rateOf(b) - rateOf(a) || b.last - a.last || ordered(a, b));
}

const isOf = (run: DatedRun, suite: string, content: string) => run.suite === suite && run.content === content;

const ordered = (a: Flake, b: Flake) =>
  `${a.suite}\0${a.test ?? ''}`.localeCompare(`${b.suite}\0${b.test ?? ''}`, 'en');

/** The share of runs that failed, of those on contents on which both was seen; between 0 and 1. */
export const rateOf = ({ passed, failed }: Pick<Flake, 'passed' | 'failed'>): number => failed / (passed + failed);

function flakeOf(suite: string, test: string | null, both: readonly Tally[]): Flake {
  const newest = (runs: DatedRun[]) => runs.reduce((one, next) => (next.time >= one.time ? next : one));
  const passed = both.flatMap((tally) => tally.passed);
  const failed = both.flatMap((tally) => tally.failed);
  // Both is known once the second kind was seen.
  const first = (some: DatedRun[]) => Math.min(...some.map(({ time }) => time));
  const shown = both.map((tally) => Math.max(first(tally.passed), first(tally.failed)));
  return {
    suite,
    test,
    passed: passed.length,
    failed: failed.length,
    contents: both.length,
    since: Math.min(...shown),
    last: Math.max(newest(passed).time, newest(failed).time),
    receipts: { passed: newest(passed).receipt, failed: newest(failed).receipt },
  };
}
