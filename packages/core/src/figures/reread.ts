import type { FigureFacts } from './facts.js';

/** `Reread` tells how much one role read again from a cache for what it wrote. */
export interface Reread {
  role: string;
  cacheRead: number;
  output: number;
  /** Tokens read from a cache for each token written; null where none is known to be written. */
  ratio: number | null;
  /** Pieces of work whose tokens nobody tells apart: they are not in the ratio. */
  unknown: number;
}

/** Divides tokens read from a cache by tokens written, by role; the role that reads the most again comes first. */
export function rereadOf({ spends }: FigureFacts): Reread[] {
  const roles = new Map<string, Reread>();
  for (const { role, kinds } of spends) {
    const row = roles.get(role) ?? { role, cacheRead: 0, output: 0, ratio: null, unknown: 0 };
    roles.set(role, row);
    if (kinds === null) row.unknown += 1;
    row.cacheRead += kinds?.cacheRead ?? 0;
    row.output += kinds?.output ?? 0;
    row.ratio = row.output === 0 ? null : row.cacheRead / row.output;
  }
  return [...roles.values()].sort((a, b) => b.cacheRead - a.cacheRead);
}
