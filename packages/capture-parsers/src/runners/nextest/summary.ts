const SUMMARY = /^ {5}Summary \[ *([\d.]+)s\] (\d+)(?:\/(\d+))? tests? run: (.+)$/;
const STRESS = /^ {5}Summary \[ *([\d.]+)s\] (\d+)(?:\/(\d+))? stress run iterations?: (.+)$/;

/** The line at the end of a run. */
export interface Summary {
  readonly ran: number;
  readonly planned: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds: number;
  /** Some tests passed only when they were run again. */
  readonly isFlaky?: boolean;
}

/** The summary of `--stress-count`, which counts whole iterations. */
export interface Stress {
  readonly failed: number;
  readonly passed: boolean;
  readonly unfinished: boolean;
  readonly seconds: number;
}

/** `     Summary [   0.1s] 3 tests run: 2 passed, 1 failed, 0 skipped`. */
export function readSummary(line: string): Summary | undefined {
  const match = SUMMARY.exec(line);
  if (!match) return undefined;
  const [, seconds, ran, planned, parts = ''] = match;
  // A line that was cut short could hide a failure.
  if (!/\d skipped$/.test(parts.trimEnd())) return undefined;
  const failed = ['failed', 'exec failed', 'timed out'].reduce((sum, word) => sum + countOf(parts, word), 0);
  return {
    ran: Number(ran),
    planned: Number(planned ?? ran),
    passed: countOf(parts, 'passed'),
    failed,
    skipped: countOf(parts, 'skipped'),
    seconds: Number(seconds),
    isFlaky: /\([^()]*\bflaky\b/.test(parts) && !/\bflaky-fail/i.test(parts),
  };
}

/** Reads the summary of a stress run; undefined also where its parts do not add up. */
export function readStress(line: string): Stress | undefined {
  const match = STRESS.exec(line);
  if (!match) return undefined;
  const [, seconds, ran, planned, parts = ''] = match;
  const [failed, passed] = [countOf(parts, 'failed'), countOf(parts, 'passed')];
  if (failed + passed !== Number(ran)) return undefined;
  const unfinished = (planned !== undefined && ran !== planned) || /cancelled/.test(parts);
  return { failed, passed: passed > 0, unfinished, seconds: Number(seconds) };
}

/** So much of a summary is looked at. */
const PARTS_CAP = 300;

/** Returns the number before a word of the summary: `2 failed`, `1 exec failed`. */
function countOf(parts: string, word: string): number {
  const part = parts
    .slice(0, PARTS_CAP)
    .split(/, (?![^(]*\))/)
    .find((one) => new RegExp(`^\\d+ ${word}(?: \\(|;|\\s*$)`).test(one));
  return part === undefined ? 0 : Number.parseInt(part, 10);
}
