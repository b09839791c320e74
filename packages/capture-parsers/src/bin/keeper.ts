import { isAscii } from 'node:buffer';
import type { ParseInput } from '../report.js';

/** Most of what is kept of each end of an output. */
const END_CAP = 32 << 20;

/**
 * Keeps an output within bounds: its beginning and its end, with what is between them left out and stated. The
 * beginning is read to where it stays; memory that nothing is written to costs nothing.
 */
export class Keeper {
  readonly #head: Buffer;
  readonly #tail: Buffer[] = [];
  #headLength = 0;
  #tailLength = 0;
  #dropped = 0;
  readonly #cap: number;

  /** `cap`: most bytes of each end. `expected`: how many there are in all, where that can be told. */
  constructor(cap = END_CAP, expected = cap) {
    this.#cap = cap;
    this.#head = Buffer.allocUnsafeSlow(Math.min(cap, expected));
  }

  /** Where the beginning goes on, at most `length` bytes; empty when it is full. What is written there is to be `took`. */
  room(length: number): Buffer {
    return this.#head.subarray(this.#headLength, this.#headLength + length);
  }

  took(length: number): void {
    this.#headLength += length;
  }

  add(chunk: Buffer): void {
    const length = chunk.copy(this.#head, this.#headLength);
    this.#headLength += length;
    const rest = chunk.subarray(length);
    if (!rest.length) return;
    this.#tail.push(Buffer.from(rest));
    this.#tailLength += rest.length;
    while (this.#tailLength - this.#tail[0]!.length >= this.#cap) {
      const { length } = this.#tail.shift()!;
      this.#tailLength -= length;
      this.#dropped += length;
    }
  }

  /** What was kept, and whether it is known to be of ASCII. */
  input(): Pick<ParseInput, 'output' | 'truncated'> & { readonly ascii: boolean } {
    const head = this.#head.subarray(0, this.#headLength);
    if (!this.#dropped) {
      const all = this.#tail.length ? Buffer.concat([head, ...this.#tail]) : head;
      const ascii = isAscii(all);
      return { output: all.toString(ascii ? 'latin1' : 'utf8'), ascii };
    }
    const tail = textOf(Buffer.concat(this.#tail));
    const output = `${textOf(head)}\n[${this.#dropped} bytes omitted]\n${tail}`;
    return { output, ascii: false, truncated: 'middle' };
  }
}

/** Reads output as text: most output is plain ASCII, which is read as Latin-1 in half the time. */
function textOf(bytes: Buffer): string {
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
}
