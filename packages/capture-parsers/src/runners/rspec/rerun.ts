import type { Entry } from './entries.js';
import type { Totals } from './totals.js';

/** A failed example in the list of what to run again. */
export interface Rerun {
  readonly name: string;
  readonly file: string;
  /** Where it begins; RSpec names several of one line otherwise. */
  readonly line?: number;
}

const RERUN = /^rspec '?(\.?\/?[^\s'[:]+)(?::(\d+)|\[[\d:]+\])?'? # (.+)$/;

/** Reads `rspec ./spec/a_spec.rb:3 # Cart discounts`: only below the totals, where no test prints any more. */
export function readRerun(lines: readonly string[], totals: Totals | undefined, isHeadless: boolean): Rerun[] {
  const found: Rerun[] = [];
  const heading = lines.lastIndexOf('Failed examples:');
  const from = heading >= 0 ? heading : (totals?.at ?? (isHeadless ? listFrom(lines) : lines.length));
  for (const text of lines.slice(from)) {
    const match = RERUN.exec(text);
    const [, file = '', line, name = ''] = match ?? [];
    if (match) found.push({ file: file.replace(/^\.\//, ''), name, ...(line ? { line: Number(line) } : {}) });
  }
  return totals && totals.failures < found.length ? found.slice(found.length - totals.failures) : found;
}

/** Tells where the list begins when only the end was kept: nothing else stands below that. */
function listFrom(lines: readonly string[]): number {
  let from = lines.length;
  while (from > 0 && /^(?:rspec |Randomized with seed |$)/.test(lines[from - 1]!)) from--;
  return from;
}

/**
 * Tells whether a failure came out of the example itself, as `json.ts` tells it: one of its lines is in the backtrace.
 */
export function isReached({ lines }: Entry, { file, line }: Rerun): boolean {
  const frames = lines.flatMap((text) => {
    const [, place, at] = /^ +# (\S+?\.rb):(\d+)/.exec(text) ?? [];
    return place === undefined ? [] : [{ place, at: Number(at) }];
  });
  if (frames.length === 0 || line === undefined) return true;
  return frames.some(({ place, at }) => `/${place}`.endsWith(`/${file}`) && at >= line);
}
