import type { Parts } from '../../formats/parts.js';
import type { Coverage } from '../../report.js';

/** Totals are the closing totals. Parts are the numbers by word, with that in brackets as `total`. */
export interface Totals {
  readonly files?: Parts | undefined;
  tests?: Parts | undefined;
  /** Unhandled errors and leaks. */
  errors: number;
  seconds?: number | undefined;
  /** The `Duration` line, the last that Vitest always prints. */
  ended: boolean;
}

/** Tells whether the totals name a failure. */
export function isRed(totals: Totals): boolean {
  return Boolean(totals.files?.failed || totals.tests?.failed || totals.errors);
}

/** Reads `1 failed | 2 passed (3)` by word, with the number in brackets as `total`; `no tests` is empty. */
export function readParts(text: string): Parts | undefined {
  if (text === 'no tests') return { total: 0 };
  const match = /^(.+) \((\d+)\)$/.exec(text);
  if (!match) return undefined;
  const parts: Record<string, number> = { total: Number(match[2]) };
  for (const part of match[1]!.split(' | ')) {
    const [, value, word] = /^(\d+) ([a-z ]{1,30})$/.exec(part) ?? [];
    if (word === undefined || word === 'total') return undefined;
    parts[word] = Number(value);
  }
  return parts;
}

/** The row of all files in Istanbul's table, which has the columns statements, branches, functions and lines. */
export function readCoverage(line: string): Coverage | undefined {
  const row = /^All files +\| +([\d.]+) \| +([\d.]+) \| +([\d.]+) \| +([\d.]+) \|/.exec(line);
  if (!row) return undefined;
  const [statements, branches, functions, lines] = row.slice(1).map((text) => ({ percent: Number(text) }));
  return { statements: statements!, branches: branches!, functions: functions!, lines: lines! };
}
