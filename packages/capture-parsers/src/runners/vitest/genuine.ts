import { adds } from '../../formats/parts.js';
import type { FileResult, TestResult } from '../../report.js';
import type { Totals } from './totals.js';

/**
 * Trust tells how far a line can be taken for the runner's: not in what a test printed, after it, or in the midst of
 * it.
 */
export type Trust = 'firm' | 'after' | 'within';

export interface Entry {
  readonly test: TestResult;
  readonly trust: Trust;
  /** Named together with its file on one line. */
  readonly isFlat?: boolean;
  /** A skipped suite whose tests are not shown looks like a test with a number behind. */
  readonly isPerhapsSuite?: boolean;
}

export interface FileLine {
  readonly file: FileResult;
  readonly trust: Trust;
  /** How many tests it is said to have; none where the line is a test's. */
  readonly count?: number;
}

/** What looks like a list of tests, and the files that something is printed from. */
interface Lines {
  readonly entries: readonly Entry[];
  readonly files: readonly FileLine[];
  readonly printing: ReadonlySet<string>;
  /** Lines may be missing. */
  readonly isPartial: boolean;
  /** Of two lists these are the entries of the one that names the file of every test. */
  readonly isTwofold: boolean;
}

type Accepts = (line: { readonly trust: Trust; readonly test?: TestResult; readonly file?: FileResult }) => boolean;

/**
 * Returns the lines of a list that its reporter can have printed. Where the totals are known, they tell how much of it
 * is.
 */
export function genuineLines(
  lines: Lines,
  totals: Totals | undefined,
  isPossible: (failed: Entry) => boolean,
): { entries: Entry[]; files: readonly FileLine[]; surplus: boolean } {
  const choices = choicesOf(lines);
  const sets = choices.slice(0, 3).map((accepts) => lines.files.filter(accepts));
  const told = lines.isPartial ? undefined : totals;
  const likely = likelyEntries(lines, sets, totals).filter(
    (entry) => entry.test.state !== 'failed' || isPossible(entry),
  );
  const { accepts, surplus } = choose(likely, choices, told);
  const isUnfinished = totals !== undefined && !adds(totals.tests);
  const entries = likely.filter((entry) => accepts(entry) && !(entry.isPerhapsSuite && isUnfinished));
  const most = told?.files?.total ?? Number.POSITIVE_INFINITY;
  const size = (files: readonly FileLine[]) => new Set(files.map(({ file }) => file.name)).size;
  return { entries, files: sets.find((files) => size(files) <= most) ?? sets[0]!, surplus };
}

/**
 * Returns ways to choose among listed lines: from what is the runner's if no test printed a list, to what only the
 * runner can have printed; or all of it.
 */
function choicesOf({ files, printing }: Lines): readonly Accepts[] {
  const known = new Set(printing);
  for (const { file, trust } of files) if (trust === 'firm') known.add(file.name);
  return [
    ({ trust }) => trust !== 'within',
    ({ trust, test, file }) => trust === 'firm' || (trust === 'after' && known.has(test?.file ?? file?.name ?? '')),
    ({ trust }) => trust === 'firm',
    () => true,
  ];
}

/**
 * Where every file is listed with the number of its tests, no test is listed together with its file, and where
 * tests are listed so, none that passed is left out: else a test printed such lines.
 */
function likelyEntries(
  { entries, isPartial, isTwofold }: Lines,
  sets: readonly (readonly FileLine[])[],
  totals: Totals | undefined,
): readonly Entry[] {
  if (isTwofold) return entries;
  const { tests, files: total } = totals ?? {};
  const isWhole = (files: readonly FileLine[]) =>
    files.length === total?.total && files.reduce((sum, { count = 0 }) => sum + count, 0) === tests?.total;
  const counted = sets.map((files) => files.filter(({ count }) => count !== undefined));
  const all = tests?.total ? counted.find(isWhole) : undefined;
  if (all) {
    const names = new Set(all.map(({ file }) => file.name));
    return entries.filter(({ test, isFlat }) => !isFlat && names.has(test.file ?? ''));
  }
  const flat = entries.filter(({ isFlat }) => isFlat).length;
  const isShort = tests !== undefined && !isPartial && flat < (tests.passed ?? 0);
  return isShort ? entries.filter(({ isFlat }) => !isFlat) : entries;
}

/** Which lines make up as many tests as the totals say, else at most as many. */
function choose(
  entries: readonly Entry[],
  choices: readonly Accepts[],
  totals: Totals | undefined,
): { accepts: Accepts; surplus: boolean } {
  const total = totals?.tests?.total;
  if (total === undefined) return { accepts: choices[0]!, surplus: false };
  // Nearly always the first choice is right, and there may be ten thousand tests.
  const sizes: number[] = [];
  const sizeOf = (accepts: Accepts) => entries.reduce((size, entry) => (accepts(entry) ? size + 1 : size), 0);
  let at = choices.findIndex((accepts) => sizes[sizes.push(sizeOf(accepts)) - 1] === total);
  const madeUp = at < 0 ? madeUpFile(entries.filter(choices[0]!), totals!) : undefined;
  if (madeUp !== undefined)
    return { accepts: ({ trust, test }) => trust !== 'within' && test?.file !== madeUp, surplus: true };
  if (at < 0) at = [0, 1, 2].find((one) => sizes[one]! < total) ?? 2;
  return { accepts: choices[at]!, surplus: sizes[at]! > total };
}

/** Returns the file that is too many, if there is just one with as many tests as are too many. */
function madeUpFile(entries: readonly Entry[], { files, tests }: Totals): string | undefined {
  const sizes = new Map<string, number>();
  for (const { test } of entries) sizes.set(test.file ?? '', (sizes.get(test.file ?? '') ?? 0) + 1);
  const surplus = entries.length - (tests?.total ?? 0);
  const found = [...sizes].filter(([file, size]) => file !== '' && size === surplus);
  return surplus > 0 && sizes.size === (files?.total ?? 0) + 1 && found.length === 1 ? found[0]![0] : undefined;
}
