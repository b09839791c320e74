import { Kept } from './streams.js';

/** A line that is longer is given on in parts. */
const MAX_LINE = 64 * 1024;

const NEWLINE = 10;

/**
 * Joins the output of a command on both of its streams, as one text to be read. Two pipes do not tell what was written
 * first, and a piece may end in the middle of a line: so lines stay whole, in the order in which their ends arrived.
 */
export class Joined {
  readonly #kept = new Kept();
  readonly #streams: Stream[] = [];

  /** A stream that goes into the text. */
  stream(): Stream {
    const stream = new Stream(this.#kept);
    this.#streams.push(stream);
    return stream;
  }

  get cut(): boolean {
    return this.#kept.cut;
  }

  text(): string {
    for (const stream of this.#streams) stream.end();
    const [out, err] = this.#streams;
    return (out && err && !this.cut ? inOrderOfCargo(out.own.text(), err.own.text()) : null) ?? this.#kept.text();
  }
}

/** Keeps a stream as it came, and hands it on to the whole text by lines. */
export class Stream {
  readonly own = new Kept();
  readonly #all: Kept;
  #begun: Buffer[] = [];
  #size = 0;

  constructor(all: Kept) {
    this.#all = all;
  }

  add(chunk: Buffer): void {
    this.own.add(chunk);
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      this.#begun.push(chunk.subarray(0, end));
      this.end();
    }
    if (end < chunk.length) this.#begun.push(chunk.subarray(end));
    this.#size += chunk.length - end;
    if (this.#size > MAX_LINE) this.end();
  }

  /** Gives on what was begun. */
  end(): void {
    for (const part of this.#begun) this.#all.add(part);
    this.#begun = [];
    this.#size = 0;
  }
}

/** Cargo tells on standard error which of its programs runs now. */
const HEADING = /^ +(?:Running|Doc-tests) .*$/gm;
/** With this line each of them begins, on standard output. */
const BLOCK = /^running \d+ tests?$/gm;

/**
 * cargo names a test program on one stream, and the program tells its tests on the other: the first heading belongs to
 * the first block, and so on.
 * @returns null when it is not cargo's, or the numbers do not agree
 */
export function inOrderOfCargo(out: string, err: string): string | null {
  const headings = [...err.matchAll(HEADING)];
  const blocks = [...out.matchAll(BLOCK)];
  if (headings.length === 0 || headings.length !== blocks.length) return null;
  const parts = [out.slice(0, blocks[0]!.index)];
  for (const [at, block] of blocks.entries()) {
    // What was compiled is told before the first heading, what failed behind the last.
    const from = at === 0 ? 0 : headings[at]!.index;
    const last = at === blocks.length - 1;
    const heading = headings[at]!.index + headings[at]![0].length;
    parts.push(`${err.slice(from, last ? heading : headings[at + 1]!.index).replace(/\n$/, '')}\n`);
    parts.push(out.slice(block.index, blocks[at + 1]?.index).replace(/\n*$/, '\n\n'));
    if (last) parts.push(err.slice(heading).replace(/^\n/, ''));
  }
  return parts.join('');
}
