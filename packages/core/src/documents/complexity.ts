/** How many pairs of marks may have to be tried within one block; the parser's time grows with it. */
const MAX_PAIRS = 20_000_000;
const MAX_NESTING = 100;

/** Marks of lists and quotes before the words of a line. */
const OPENING = /^(?:[ \t]*(?:>|[-*+?:]|\d{1,9}[.)])(?=[ \t>]))+/;

function isDeep(line: string): boolean {
  const opening = OPENING.exec(line)?.[0];
  return opening !== undefined && opening.replace(/[ \t\d]/g, '').length > MAX_NESTING;
}

/**
 * Whether the Markdown parser would take too long: its time for emphasis and links grows with the square of the marks
 * in one block, and for nesting with its depth. Cheap, and never true for what people write.
 */
export function isTooComplex(text: string): boolean {
  let pairs = 0;
  let marks = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    if (isDeep(line)) return true;
    if (/^\s*(?:$|[-*+] |#|\|)/.test(line)) {
      pairs += marks * marks;
      marks = 0;
    }
    marks += line.match(/[*_~]+|[[\]<`]/g)?.length ?? 0;
  }
  return pairs + marks * marks > MAX_PAIRS;
}

/** Whether YAML is nested so deep that its parser, which calls itself, would end in the stack's. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    if (isDeep(line)) return true;
    for (const sign of line.match(/[[\]{}]/g) ?? []) {
      depth = sign === '[' || sign === '{' ? depth + 1 : Math.max(0, depth - 1);
      if (depth > MAX_NESTING) return true;
    }
  }
  return false;
}
