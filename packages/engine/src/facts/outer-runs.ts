import { type FileView, isRed, isWithin, type RunFact, type Suite } from '@flow/core';
import { SOURCES } from '../policy/above-sources.js';

/*
 * A run at an outer root also runs what lies in the folders of suites further in. What of it is red speaks of such a suite where
 * it lies in that one's folder, or where nobody knows where it lies.
 */

/** An outer run as it was, and as far as it speaks of a suite. */
interface Share {
  whole: RunFact;
  share: RunFact;
}

/**
 * Returns what runs at an outer root say of a suite further in.
 * @param runs those of the outer root, as far as they ran the suite's files
 * @param own those of the suite itself
 */
export function outerShares(
  runs: readonly RunFact[],
  own: readonly RunFact[],
  outer: Suite,
  suite: Suite,
  view: FileView,
): RunFact[] {
  const shares = runs.map((whole): Share => ({ whole, share: shareOf(whole, suite, view) }));
  const isKept = ({ share }: Share) =>
    !isRed(share.result.outcome) || !isOverruled(share, shares, own, outer, suite, view);
  return shares.filter(isKept).map(({ share }) => share);
}

/** Returns a run without the tests of files that surely lie elsewhere; one that is red by these alone is green in what is left. */
function shareOf(run: RunFact, { root }: Suite, view: FileView): RunFact {
  const { result } = run;
  if (result.outcome !== 'failed' || result.failing.length === 0) return run;
  const isOurs = (name: string) => isWithin(fileOf(name), root) || !view.paths.includes(fileOf(name));
  const tests = Object.fromEntries(Object.entries(result.tests).filter(([name]) => isOurs(name)));
  const failing = result.failing.filter(isOurs);
  if (failing.length > 0) return { ...run, result: { ...result, tests, failing } };
  const units = result.greenUnits.filter((unit) => isWithin(unit, root));
  return { ...run, selection: { kind: 'units', units }, result: { ...result, outcome: 'passed', tests, failing } };
}

/** Returns the file that the name of a test begins with, as far as it does. */
const fileOf = (name: string) => name.split(/ > |::/)[0]!;

/**
 * Tells whether a later whole green run of the suite's own has the last word on what was red at an outer root: settings of that
 * root, which are not the suite's, may be what was red. Nothing is where the same settings count, or where the test passed at
 * that root as well.
 */
function isOverruled(
  { time, result }: RunFact,
  shares: readonly Share[],
  own: readonly RunFact[],
  outer: Suite,
  suite: Suite,
  view: FileView,
): boolean {
  const isFresh = (run: RunFact) => run.settled && run.differs.length === 0;
  if (!own.some((run) => run.time > time && isFresh(run) && isWholeGreen(run))) return false;
  const isNamed = result.outcome === 'failed' && result.failing.length > 0;
  if (!isNamed) return true;
  const isGreenIn = (name: string, { tests, greenUnits }: RunFact['result']) =>
    tests[name] === 'passed' || greenUnits.includes(fileOf(name));
  const hasPassed = (name: string) => shares.some(({ whole }) => isFresh(whole) && isGreenIn(name, whole.result));
  return !result.failing.some(hasPassed) && hasOtherSettings(outer, suite, view);
}

const isWholeGreen = ({ result, selection }: RunFact) => result.outcome === 'passed' && selection.kind === 'whole';

/** Tells whether a run at an outer root may read other settings than one at the suite's own. */
function hasOtherSettings(outer: Suite, suite: Suite, view: FileView): boolean {
  const ofOuter = settingsAt(outer, view);
  if (ofOuter.some((text) => TAKES_IN.test(text))) return false;
  return ofOuter.length > 0 || settingsAt(suite, view).length > 0;
}

/** Settings of a root by which each package is run with those of its own. */
const TAKES_IN = /\bprojects\b['"]?\s*:/;

/** Lists the texts of the settings that a runner finds in the root of a suite. */
function settingsAt({ runner, root }: Suite, view: FileView): string[] {
  const pathOf = (file: string) => (root === '.' ? file : `${root}/${file}`);
  const sources = SOURCES.filter(({ readers, where }) => where === 'nearest' && readers.includes(runner.id));
  const named = sources.flatMap(({ files, sections }) =>
    files
      .filter((file) => view.paths.includes(pathOf(file)))
      .flatMap((file) => {
        const text = view.read(pathOf(file)) ?? '';
        const asked = sections?.[file];
        return !asked || asked.some((section) => text.includes(`[${section}`)) ? [text] : [];
      }),
  );
  const manifest = view.read(pathOf('package.json')) ?? '';
  return new RegExp(`"${runner.id}"\\s*:\\s*\\{\\s*"`).test(manifest) ? [...named, manifest] : named;
}
