import type { Coverage, CoverageTotal } from '../../report.js';

/** A line of Jest's table or of its text summary, added to what is `known`; that by itself for another line. */
export function withCoverage(known: Coverage | undefined, line: string): Coverage | undefined {
  const cells = /^All files +\|(.+)$/.exec(line)?.[1]?.split('|').map(Number);
  if (cells) {
    const [statements, branches, functions, lines] = cells.map((percent) =>
      Number.isFinite(percent) ? { percent } : undefined,
    );
    return present({ statements, branches, functions, lines });
  }
  const row = /^(Statements|Branches|Functions|Lines) +: ([\d.]+)% \( ?(\d+)\/(\d+) ?\)/.exec(line);
  if (!row) return known;
  const total: CoverageTotal = { percent: Number(row[2]), covered: Number(row[3]), total: Number(row[4]) };
  return { ...known, [row[1]!.toLowerCase()]: total };
}

function present(totals: { [key in keyof Coverage]?: CoverageTotal | undefined }): Coverage {
  return Object.fromEntries(Object.entries(totals).filter(([, total]) => total !== undefined)) as Coverage;
}
