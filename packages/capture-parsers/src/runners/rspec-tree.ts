import type { TestState } from '../report.js';

/** What the documentation formatter's tree shows. */
export interface Tree {
  readonly tests: readonly { readonly name: string; readonly state: TestState }[];
  /** How many examples it shows; undefined where it is no tree. */
  readonly shown: number | undefined;
}

interface Known {
  /** The command or the marks of failed and pending examples say that this is a tree. */
  readonly told: boolean;
  readonly expected: { readonly total: number } | undefined;
  /** Full names of the failures by number. */
  readonly failures: readonly string[];
  /** The beginning is missing, so that the first lines hang in the air. */
  readonly cutHead: boolean;
}

interface Node {
  readonly depth: number;
  readonly text: string;
  /** Words of no group or example stood right before it: it may be printed by a test as well. */
  readonly shady: boolean;
  readonly parent: Node | undefined;
  leaf: boolean;
}

const LEAF = /^(.*?) \((?:(FAILED) - (\d+)|(PENDING): .*)\)$/;
/** Indentation of more levels than this is no tree. */
const DEPTH_CAP = 40;

/**
 * Reads the tree: a group at the margin after a blank line, all else two columns deeper than what it belongs to. Tests
 * may print lines that look the same; when there are more than the totals say, those next to foreign words go first.
 */
export function readTree(lines: readonly string[], known: Known): Tree {
  const nodes = nodesOf(lines, known);
  const leaves = nodes.filter(({ leaf, depth }) => leaf && depth > 0);
  // Without marks it could be anything that tests printed, unless the number agrees.
  if (!known.told && leaves.length !== known.expected?.total) return { tests: [], shown: undefined };
  let surplus = known.expected ? leaves.length - known.expected.total : 0;
  const tests: { name: string; state: TestState }[] = [];
  const sure = leaves.filter((leaf) => {
    if (surplus <= 0 || !leaf.shady) return true;
    surplus--;
    return false;
  });
  for (const leaf of sure) {
    const mark = LEAF.exec(leaf.text);
    const name = pathOf(leaf, mark?.[1] ?? leaf.text);
    if (mark?.[2]) {
      const full = known.failures[Number(mark[3]) - 1];
      if (full === undefined) tests.push({ name, state: 'failed' });
      // The list of failures gives the name; a mark that does not belong to it is not RSpec's.
    } else if (mark?.[4]) tests.push({ name, state: 'skipped' });
    else if (surplus <= 0) tests.push({ name, state: 'passed' });
  }
  return { tests, shown: leaves.length };
}

function nodesOf(lines: readonly string[], known: Known): Node[] {
  const nodes: Node[] = [];
  const open: Node[] = [];
  let blank = true;
  let shady = false;
  let deepest = known.cutHead ? DEPTH_CAP : 0;
  for (const line of lines) {
    if (!line.trim()) {
      blank = true;
      continue;
    }
    const indent = line.length - line.trimStart().length;
    const depth = indent / 2;
    const group = depth === 0 && blank && !FOREIGN.test(line);
    blank = false;
    const fits = group || (depth >= 1 && depth <= deepest && Number.isInteger(depth) && depth < DEPTH_CAP);
    if (!fits) {
      shady = true;
      continue;
    }
    // A blank line stands only before a group at the margin.
    open.length = Math.min(open.length, depth);
    const parent = open.at(-1);
    const node: Node = { depth, text: line.trim(), shady, parent, leaf: true };
    if (parent) parent.leaf = false;
    shady = false;
    open.length = depth;
    open[depth] = node;
    deepest = depth + 1;
    nodes.push(node);
  }
  return nodes;
}

/** Lines at the margin that are RSpec's own and no group. */
const FOREIGN =
  /^(?:Run options: |Randomized with seed |All examples were filtered out|No examples found|An error occurred |RSpec is shutting down|DEPRECATION|\d+ examples?, |[.F*]+$|> |\$ )/;

/** The full name: texts joined by a space, and none before `#method` or `.method` of a class. */
function pathOf(leaf: Node, own: string): string {
  let name = own;
  for (let node = leaf.parent; node; node = node.parent) {
    const glued = /^(?:#|\.|::)/.test(name) && /^(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*$/.test(node.text);
    name = `${node.text}${glued ? '' : ' '}${name}`;
  }
  return name;
}
