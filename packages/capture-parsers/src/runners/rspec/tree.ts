import { cutMarker } from '../../output/cut.js';
import type { TestState } from '../../report.js';

/** A tree holds what the documentation formatter's tree shows. */
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
  /** RSpec itself counts no failure: what looks like one was printed. */
  readonly noneFailed: boolean;
}

interface Node {
  readonly depth: number;
  readonly text: string;
  /** Foreign words stood before it: it may be printed by a test as well. */
  readonly shady: boolean;
  readonly parent: Node | undefined;
  leaf: boolean;
}

const LEAF = /^(.*?) \((?:(FAILED) - (\d+)|(PENDING): .*)\)$/;
/** Indentation of more levels than this is no tree. */
const DEPTH_CAP = 40;

/**
 * Reads the tree: a group at the margin after a blank line, all else two columns deeper than what it belongs to. Tests
 * may print lines that look the same: what stands behind foreign words is not sure until a mark that only RSpec can
 * have made, and where there are more than the totals say, that goes first.
 */
export function readTree(lines: readonly string[], known: Known): Tree {
  const nodes = nodesOf(lines, known);
  const leaves = nodes.filter(({ leaf, depth, text }) => depth > 0 && (leaf || LEAF.test(text)));
  // Without marks it could be anything that tests printed, unless the number agrees.
  if (!known.told && leaves.length !== known.expected?.total) return { tests: [], shown: undefined };
  let surplus = known.expected ? leaves.length - known.expected.total : leaves.length;
  const tests: { name: string; state: TestState }[] = [];
  const sure = leaves.filter((leaf) => {
    if (surplus <= 0 || !leaf.shady) return true;
    surplus--;
    return false;
  });
  const rest = known.expected ? surplus : 0;
  for (const leaf of sure) {
    const mark = LEAF.exec(leaf.text);
    const name = pathOf(leaf, mark?.[1] ?? leaf.text);
    // The list of failures gives the name; without it the tree has to.
    if (mark?.[2]) {
      if (!known.noneFailed && known.failures[Number(mark[3]) - 1] === undefined) tests.push({ name, state: 'failed' });
    } else if (mark?.[4]) tests.push({ name, state: 'skipped' });
    else if (rest <= 0) tests.push({ name, state: 'passed' });
  }
  return { tests, shown: leaves.length };
}

function nodesOf(lines: readonly string[], known: Known): Node[] {
  const outline = new Outline();
  for (const line of lines) outline.line(line);
  const { nodes } = outline;
  // Where the text just ends, the last line may be a group whose examples are missing.
  const last = nodes.at(-1);
  if (!known.expected && last && !LEAF.test(last.text)) nodes.pop();
  return nodes;
}

/** Groups and examples as their indents show them. */
class Outline {
  readonly nodes: Node[] = [];
  /** The groups around the next line, outermost first. */
  readonly #open: Node[] = [];
  #afterBlank = true;
  #shady = false;
  #failures = 0;
  #trouble: 'told' | 'traced' | undefined;
  /** No deeper than one step below the line before; nothing fits where the group above is not to be seen. */
  #deepest = 0;

  line(line: string): void {
    if (!line.trim()) {
      this.#afterBlank = true;
      if (this.#trouble === 'traced') this.#trouble = undefined;
    } else if (cutMarker(line)) this.#gap();
    else {
      if (this.#isTrouble(line)) this.#deepest = 0;
      else this.#node(line);
      this.#afterBlank = false;
    }
  }

  /** What the last line was, and what the next lines belong to, is not known. */
  #gap(): void {
    const last = this.nodes.at(-1);
    if (last?.leaf && !LEAF.test(last.text)) this.nodes.pop();
    this.#deepest = 0;
    this.#open.length = 0;
    this.#failures = Number.NaN;
  }

  /** What broke outside of examples is told down to its backtrace, in lines that could be groups. */
  #isTrouble(line: string): boolean {
    if (/^(?:An error occurred |Failure\/Error: )/.test(line)) this.#trouble = 'told';
    else if (/^# \.?\//.test(line)) {
      // Its first lines are cut off, so they have been taken for groups.
      if (!this.#trouble && !this.#afterBlank) this.#forgetGroup();
      this.#trouble = 'traced';
    } else if (this.#trouble && line.startsWith('# ')) this.#trouble = 'traced';
    return this.#trouble !== undefined;
  }

  #node(line: string): void {
    const text = line.trim();
    const depth = (line.length - line.trimStart().length) / 2;
    const group = depth === 0 && this.#afterBlank && !FOREIGN.test(line);
    const mark = LEAF.exec(text);
    const number = mark?.[3] === undefined ? undefined : Number(mark[3]);
    const counted = number === undefined || Number.isNaN(this.#failures) || number === this.#failures + 1;
    const fits = group || (depth >= 1 && depth <= this.#deepest && Number.isInteger(depth) && depth < DEPTH_CAP);
    if (!fits || !counted) {
      this.#shady = true;
      return;
    }
    if (number !== undefined) this.#failures = number;
    if (group || mark) this.#shady = false;
    this.#open.length = Math.min(this.#open.length, depth);
    const parent = this.#open.at(-1);
    if (parent) parent.leaf = false;
    const node: Node = { depth, text, shady: this.#shady, parent, leaf: true };
    this.#open[depth] = node;
    this.#deepest = mark ? depth : depth + 1;
    this.nodes.push(node);
  }

  /** Takes away the last group and all that stands in it. */
  #forgetGroup(): void {
    while (this.nodes.length && this.nodes.at(-1)!.depth > 0) this.nodes.pop();
    this.nodes.pop();
  }
}

/** Lines at the margin that are RSpec's own and no group. */
const FOREIGN =
  /^(?:Run options: |Randomized with seed |All examples were filtered out|No examples found|An error occurred |RSpec is shutting down|DEPRECATION|\d+ examples?, |[.F*]+$|> |\$ )/;

/** Returns the full name: texts joined by a space, and none before `#method` or `.method` of a class. */
function pathOf(leaf: Node, own: string): string {
  let name = own;
  for (let node = leaf.parent; node; node = node.parent) {
    const glued = /^(?:#|\.|::)/.test(name) && /^(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*$/.test(node.text);
    name = `${node.text}${glued ? '' : ' '}${name}`;
  }
  return name;
}
