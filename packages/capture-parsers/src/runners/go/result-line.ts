import { readNumber } from './scan.js';
import type { GoResult } from './tests.js';

const [SPACE, OPEN, CLOSE, SMALL_S] = [32, 40, 41, 115];
/** `MARK` is the length of `--- `. */
const MARK = 4;
/** `NAME_AT` is the length of `--- PASS: `. */
const NAME_AT = 10;

/**
 * Reads `--- PASS: TestX (0.00s)`; `(0.00 seconds)` before Go 1.5, and no time at all behind benchmarks. Read by hand, as a
 * pattern with groups costs more than all the rest.
 */
export function readResult(text: string, at: number, to: number): GoResult | undefined {
  const state = stateOf(text, at + MARK);
  if (!state) return undefined;
  const from = at + NAME_AT;
  const open = text.charCodeAt(to - 1) === CLOSE ? openOf(text, from, to) : from;
  if (open === from) {
    const benchmark = /^Benchmark\S*?(?=-\d+$|$)/.exec(text.slice(from, to))?.[0];
    return benchmark === undefined ? undefined : { name: benchmark, state, seconds: undefined };
  }
  const unit = text.charCodeAt(to - 2) !== SMALL_S ? 0 : text.startsWith(' seconds', to - 9) ? 9 : 2;
  const seconds = unit ? readNumber(text, open + 2, to - unit) : Number.NaN;
  return seconds >= 0 ? { name: text.slice(from, open), state, seconds } : undefined;
}

function stateOf(text: string, at: number): GoResult['state'] | undefined {
  if (text.startsWith('PASS: ', at)) return 'passed';
  if (text.startsWith('FAIL: ', at)) return 'failed';
  return text.startsWith('SKIP: ', at) ? 'skipped' : undefined;
}

/** Tells where the last ` (` before `to` stands; `from` when there is none behind it. */
function openOf(text: string, from: number, to: number): number {
  let at = to - 2;
  while (at > from && (text.charCodeAt(at) !== SPACE || text.charCodeAt(at + 1) !== OPEN)) at--;
  return Math.max(at, from);
}
