import type { Coverage } from '../../report.js';

const TOTAL = /^TOTAL\s+(\d+)\s+(\d+)(?:\s+(\d+)\s+(\d+))?\s+(\d+(?:\.\d+)?)%/;

/** Returns the last line of pytest-cov's table. */
export function readCoverage(line: string): Coverage | undefined {
  const match = TOTAL.exec(line);
  if (!match) return undefined;
  const [, statements, missed, branches, , percent] = match;
  const total = Number(statements);
  const covered = total - Number(missed);
  // With branches the printed percentage is that of both together.
  return branches === undefined
    ? { statements: { percent: Number(percent), covered, total } }
    : { lines: { percent: Number(percent) }, statements: { percent: share(covered, total), covered, total } };
}

function share(part: number, total: number): number {
  return total ? Math.round((part / total) * 10_000) / 100 : 100;
}
