/** Number of letters that a quote needs: a brace stands anywhere. */
const LEAST = 3;
const MAX_PLACES = 1000;

/**
 * Returns the line of a text, from 1, at which a quote begins, whatever the white space in it; of several that which is
 * nearest to the line that was named. Null where it is not there, or is too short to tell.
 */
export function findQuote(text: string, quote: string, near = 1): number | null {
  return locate(text, quote, near) ?? locate(text, withoutMarks(quote), near);
}

function locate(text: string, quote: string, near: number): number | null {
  const wanted = quote.replace(/\s+/g, '');
  if (wanted.length < LEAST) return null;
  const lines: number[] = [];
  let letters = '';
  for (const [index, line] of text.split('\n').entries()) {
    const told = line.replace(/\s+/g, '');
    letters += told;
    lines.push(letters.length);
    if (index > 1_000_000) break;
  }
  let best: number | null = null;
  let looked = 0;
  for (let at = letters.indexOf(wanted); at >= 0 && looked < MAX_PLACES; at = letters.indexOf(wanted, at + 1)) {
    looked += 1;
    const line = lineOf(lines, at);
    if (best === null || Math.abs(line - near) < Math.abs(best - near)) best = line;
  }
  return best;
}

/** The line, from 1, in which a letter stands; `ends` holds how many letters there are up to the end of each line. */
function lineOf(ends: readonly number[], at: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle]! > at) high = middle;
    else low = middle + 1;
  }
  return low + 1;
}

/** Takes the marks of a diff off a quote that was copied out of one. */
function withoutMarks(quote: string): string {
  const lines = quote.split('\n');
  return lines.every((line) => /^[+\- ]/.test(line)) ? lines.map((line) => line.slice(1)).join('\n') : '';
}
