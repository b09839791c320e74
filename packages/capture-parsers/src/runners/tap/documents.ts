import { type ResultLine, readResult, type State } from './result-line.js';

/** Subtests deeper than this are not followed. */
export const DEPTH_CAP = 60;

/** A node is a result with its subtests. */
export interface Node {
  readonly title: string;
  readonly number: number | undefined;
  readonly state: State;
  readonly seconds: number | undefined;
  readonly message: string[];
  children: Node[];
}

/** The results of one depth that no line of the depth above has claimed yet. */
interface Level {
  nodes: Node[];
  plan: number | undefined;
  readonly numbers: Set<number>;
}

/** Builds the results of one document after another from their plans and results. */
export class Documents {
  /** Results of the documents that are over. */
  readonly done: Node[] = [];
  /** Documents that came to their end, and those that did not. */
  complete = 0;
  incomplete = 0;
  /** Numbers or plans do not fit. */
  broken = false;
  /** A plan of no tests. */
  skipsAll = false;
  /** The newest result. */
  last: Node | undefined;
  readonly #levels: Level[] = [];
  readonly #endedWell: boolean;
  /** Results that came before their own subtests, as `{` says. */
  readonly #open: (Node | undefined)[] = [];

  /** `endedWell`: the program's own exit code is 0. */
  constructor(endedWell: boolean) {
    this.#endedWell = endedWell;
  }

  /** `1..count`. */
  plan(count: number, depth: number): void {
    if (depth === 0 && this.#levels[0]?.plan !== undefined) {
      // A second plan begins a second document, unless the first one still waits for its results.
      if (!this.#isFull) {
        this.broken = true;
        return;
      }
      this.end();
    }
    this.#level(depth).plan = count;
    if (count === 0 && depth === 0) this.skipsAll = true;
  }

  /** Whether the line is a result, which is then of the document. */
  result(text: string, depth: number): boolean {
    const line = readResult(text);
    if (!line) return false;
    // `ok` alone is what prove says of a file once its plan is fulfilled.
    if (depth === 0 && line.bare && this.#isFull) return true;
    if (depth === 0 && this.#isFull && line.number === 1) this.end();
    const level = this.#level(depth);
    if (!this.#takesNumber(line, level)) return false;
    const { title, number, state, seconds, reason, opensBlock } = line;
    const children = opensBlock ? [] : this.#claim(depth + 1);
    const node: Node = { title, number, state, seconds, message: reason ? [reason] : [], children };
    level.nodes.push(node);
    this.last = node;
    this.#open.length = Math.min(this.#open.length, depth);
    if (opensBlock) this.#open[depth] = node;
    return true;
  }

  /** Whether a `}` at this depth ends the subtests of a result. */
  closeBlock(depth: number): boolean {
    const node = this.#open[depth];
    if (!node) return false;
    this.#open.length = depth;
    node.children = this.#claim(depth + 1);
    return true;
  }

  /** The document is over, complete or not. */
  end(): void {
    const level = this.#levels[0];
    if (!level && !this.#levels.length) return;
    // Numbers beyond the plan are of lines that a test printed, or of what AVA says has failed outside of its tests.
    const { plan } = level ?? {};
    if (level && plan !== undefined && level.nodes.length > plan)
      level.nodes = level.nodes.filter(
        ({ number, state }) => number === undefined || number <= plan || (state === 'failed' && !this.#endedWell),
      );
    if (this.#isFull) this.complete++;
    else this.incomplete++;
    // Subtests whose own line never came stand for themselves.
    const orphans = this.#levels.slice(1).flatMap((deep) => deep?.nodes ?? []);
    for (const node of [...(level?.nodes ?? []), ...orphans]) this.done.push(node);
    if (orphans.length) this.broken = true;
    this.#levels.length = 0;
    this.#open.length = 0;
  }

  /** Whether the document has all the results of its plan. */
  get #isFull(): boolean {
    const level = this.#levels[0];
    return level?.plan !== undefined && level.nodes.length === level.plan;
  }

  #level(depth: number): Level {
    this.#levels[depth] ??= { nodes: [], plan: undefined, numbers: new Set() };
    return this.#levels[depth]!;
  }

  /** Whether a result may be of this document: its number is in the plan and new, or it has failed. */
  #takesNumber({ number, notOk }: ResultLine, { numbers, plan }: Level): boolean {
    if (number === undefined) return true;
    if (numbers.has(number) || number === 0 || (plan !== undefined && number > plan)) {
      this.broken = true;
      if (!notOk) return false;
    }
    numbers.add(number);
    return true;
  }

  /** The results one depth deeper belong to the line above them; their own plan has to be fulfilled. */
  #claim(depth: number): Node[] {
    const level = this.#levels[depth];
    if (!level) return [];
    this.#levels.length = depth;
    if (level.plan !== undefined && level.plan !== level.nodes.length) this.broken = true;
    return level.nodes;
  }
}
