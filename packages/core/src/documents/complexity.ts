/** How many pairs of marks may have to be tried within one block; the parser's time grows with it. */
const MAX_PAIRS = 20_000_000;
/** How many lists and quotes may stand in others, summed over all lines. */
const MAX_NESTED = 3000;
const MAX_NESTING = 100;
/** The parsers make several objects of each line, and of each cell of a table. */
const MAX_LINES = 6000;
const MAX_CELLS = 6000;
/** `MAX_YAML_LINES` is how many lines of YAML are read: a parser of YAML compares each key with all before it. */
const MAX_YAML_LINES = 4000;

/** Marks of lists and quotes before the words of a line. */
const OPENING = /^(?:[ \t]*(?:>|[-*+?:]|\d{1,9}[.)])(?=[ \t>]))+/;

/** Tells how many lists and quotes a line stands in, judged by its marks and by the indentation of a bullet. */
function depthOf(line: string): number {
  const opening = OPENING.exec(line)?.[0];
  if (opening === undefined) return 0;
  const indent = /^[ \t]*/.exec(opening)![0].replaceAll('\t', '    ').length;
  return opening.replace(/[ \t\d]/g, '').length + Math.floor(indent / 2);
}

/**
 * Tells whether the Markdown parser would take too long: its time grows with the square of the marks in one block
 * (emphasis, links) and of the lists and quotes that end within others. Cheap, and never true for what people write.
 */
export function isTooComplex(text: string): boolean {
  let pairs = 0;
  let marks = 0;
  let nested = 0;
  let cells = 0;
  const lines = text.split(/\r\n?|\n/);
  if (lines.length > MAX_LINES) return true;
  for (const line of lines) {
    const depth = depthOf(line);
    cells += line.match(/\|/g)?.length ?? 0;
    if (cells > MAX_CELLS) return true;
    // A flat list is one block that ends once.
    nested += depth === 1 ? 0.25 : depth;
    if (depth > MAX_NESTING || nested > MAX_NESTED) return true;
    if (/^\s*(?:$|[-*+] |#|\|)/.test(line)) {
      pairs += marks * marks;
      marks = 0;
    }
    marks += line.match(/[*_~]+|[[\]<`]/g)?.length ?? 0;
  }
  return pairs + marks * marks > MAX_PAIRS;
}

/**
 * Tells whether YAML is too long for its parser, or nested so deep that this, which calls itself, would end in the
 * stack's.
 */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  const lines = text.split(/\r\n?|\n/);
  if (lines.length > MAX_YAML_LINES) return true;
  for (const line of lines) {
    if (depthOf(line) > MAX_NESTING) return true;
    for (const sign of line.match(/[[\]{}]/g) ?? []) {
      depth = sign === '[' || sign === '{' ? depth + 1 : Math.max(0, depth - 1);
      if (depth > MAX_NESTING) return true;
    }
  }
  return false;
}
