import { posix } from 'node:path';
import {
  coversUnit,
  type FileView,
  isWithin,
  matchesAny,
  type Preset,
  type Receipt,
  type Selection,
  type Suite,
} from '@flow/core';

/** Tests that a run has left out of its suite: the kind, and the pattern of the files that have some. */
interface LeftOut {
  what: string;
  contains: readonly string[];
  /** Globs of these files; those of tests when left out. */
  files?: readonly string[];
  /** Only files that do not lie below this folder. */
  below?: string;
}

/** Tests that the runner of a run leaves out of the suite, always or under a flag that was given; undefined for none. */
export function leftOutBy(
  { runners }: Pick<Preset, 'runners'>,
  { selection, result }: Pick<Receipt, 'selection' | 'result'>,
): LeftOut | undefined {
  if (selection.kind !== 'whole' && selection.kind !== 'units') return undefined;
  const spec = runners.find(({ id }) => id === result.runner);
  const below = selection.kind === 'whole' ? selection.below : undefined;
  if (below !== undefined)
    return { what: `tests outside of ${below}`, contains: spec?.selection.looksBelow?.tests ?? [], below };
  const leavesOut = spec?.leavesOut;
  if (!leavesOut || selection.under === undefined)
    return leavesOut?.under === undefined && selection.kind === 'whole' ? leavesOut : undefined;
  const { values = [] } = selection;
  const contains = leavesOut.contains.flatMap((text) =>
    text.includes(VALUE) ? values.map((value) => text.replace(VALUE, () => value)) : [text],
  );
  return contains.length > 0 ? { ...leavesOut, contains } : undefined;
}

const VALUE = '{value}';

/** Coverage of a run: all tests of the runner are less than the suite where the runner leaves some of its tests out. */
export function coverage({ preset, runner, root }: Suite, view: FileView): (receipt: Receipt) => Selection {
  const known = new Map<string, ReadonlySet<string>>();
  const unitOf = (path: string) => (runner.units.kind === 'folder' ? posix.dirname(path) : path);
  const partlyBy = ({ contains, files = runner.units.tests, below }: LeftOut) => {
    const own = view.paths.filter((path) => isWithin(path, root) && matchesAny(path, files));
    const perhaps = below === undefined ? own : own.filter((path) => !isWithin(path, below));
    return new Set(view.containing(perhaps, contains).map(unitOf));
  };
  return (receipt) => {
    const { selection } = receipt;
    const leavesOut = leftOutBy(preset, receipt);
    if (!leavesOut || (selection.kind !== 'whole' && selection.kind !== 'units')) return selection;
    const key = JSON.stringify(leavesOut);
    const partly = known.get(key) ?? partlyBy(leavesOut);
    known.set(key, partly);
    if (partly.size === 0) return selection.kind === 'whole' ? { kind: 'whole' } : selection;
    const tests = view.paths.filter((path) => isWithin(path, root) && matchesAny(path, runner.units.tests));
    const units = [...new Set(tests.map(unitOf))].filter((unit) => !partly.has(unit) && covers(selection, unit));
    return { kind: 'units', units, leftOut: leavesOut.what };
  };
}

const covers = (selection: Extract<Selection, { kind: 'whole' | 'units' }>, unit: string) =>
  selection.kind === 'whole' || selection.units.some((pattern) => coversUnit(pattern, unit));
