const TOTALS =
  /^(\d+) examples?, (\d+) failures?(?:, (\d+) pendings?)?(?:, (\d+) errors? occurred outside of examples)?$/;
const FINISHED = /^Finished in (?:(\d+) hours? )?(?:(\d+) minutes? )?([\d.]+) seconds?(?: \(files took .*\))?$/;
const HTML =
  /^<script[^>\n]*>document\.getElementById\('totals'\)\.innerHTML = "(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?/gm;

/** Totals hold the numbers of `3 examples, 1 failure`. */
export interface Totals {
  /** The number of its line. */
  readonly at: number;
  /** `Finished in` stands before it, so that it is not merely a line that looks like it. */
  readonly framed: boolean;
  readonly total: number;
  readonly failures: number;
  readonly pending: number;
  readonly errors: number;
  readonly seconds?: number;
}

/**
 * Returns the last totals of the run. Processes of parallel_tests each print theirs, and a line with the sum of them
 * all stands after the last, without `Finished in`. `isHeadless`: the frame may be gone; a run that was seen whole has
 * one.
 */
export function readTotals(lines: readonly string[], isHeadless: boolean): Totals | undefined {
  const all = allTotals(lines);
  const framed = all.filter((totals) => totals.framed);
  const last = all.at(-1);
  const own = framed.at(-1);
  if (!own) return isHeadless ? last : undefined;
  const sum = framed.reduce((total, totals) => total + totals.total, 0);
  const isParallel = framed.length > 1 && last && !last.framed && last.at > own.at && last.total === sum;
  return isParallel ? last : own;
}

function allTotals(lines: readonly string[]): Totals[] {
  const all: Totals[] = [];
  let finished: { readonly at: number; readonly seconds: number } | undefined;
  for (const [at, line] of lines.entries()) {
    const done = line.startsWith('Finished in ') ? FINISHED.exec(line) : null;
    if (done) {
      const seconds = Number(done[1] ?? 0) * 3_600 + Number(done[2] ?? 0) * 60 + Number(done[3]);
      finished = { at, seconds };
    }
    const totals = /^\d/.test(line) ? TOTALS.exec(line) : null;
    if (!totals) continue;
    const framed = finished !== undefined && at - finished.at <= 2;
    all.push({
      at,
      framed,
      total: Number(totals[1]),
      failures: Number(totals[2]),
      pending: Number(totals[3] ?? 0),
      errors: Number(totals[4] ?? 0),
      ...(framed ? { seconds: finished!.seconds } : {}),
    });
  }
  return all;
}

/** Tells whether the line belongs to the end of a run. */
export function isClosing(line: string): boolean {
  return FINISHED.test(line) || TOTALS.test(line);
}

/** Returns the totals of the HTML formatter, as if they stood behind the last line. */
export function readHtmlTotals(text: string, lines: number): Totals | undefined {
  const match = [...text.matchAll(HTML)].at(-1);
  if (!match) return undefined;
  const [total, failures, pending] = match.slice(1).map((digits) => Number(digits ?? 0)) as [number, number, number];
  return { at: lines, framed: true, total, failures, pending, errors: 0 };
}
