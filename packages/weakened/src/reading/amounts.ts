import { inMilliseconds } from './spans.js';

/** A number that numbers make: `4 << 10`, `24 * 3600`, `10 ** 6`. */
const MADE = /(?<![\w.]|[*/%<>-] )(\d[\d_]*) (<<|\*\*?) (\d[\d_]*)(?![\w.]| (?:\*\*|[.(]))/;
const MOST_STEPS = 8;

/** A text in which each number that only numbers make is worked out, and each span of time stands in milliseconds. */
export function workedOut(text: string): string {
  let found = inMilliseconds(text);
  for (let step = 0; step < MOST_STEPS && MADE.test(found); step++)
    found = found.replace(MADE, (_, left: string, operator: string, right: string) => {
      const [one, other] = [left, right].map((digits) => Number(digits.replaceAll('_', ''))) as [number, number];
      return String(operator === '<<' ? one * 2 ** other : operator === '*' ? one * other : one ** other);
    });
  return found;
}
