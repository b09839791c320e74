import type { ParseInput } from '../report.js';

/** Most of what is kept of each end of an output. */
const END_CAP = 32 << 20;

/** Keeps an output within bounds: its beginning and its end, with what is between them left out and stated. */
export class Keeper {
  readonly #head: Buffer[] = [];
  readonly #tail: Buffer[] = [];
  #headLength = 0;
  #tailLength = 0;
  #dropped = 0;
  readonly #cap: number;

  /** `cap`: most bytes of each end. */
  constructor(cap = END_CAP) {
    this.#cap = cap;
  }

  add(chunk: Buffer): void {
    const room = this.#cap - this.#headLength;
    const first = chunk.subarray(0, room);
    if (first.length) {
      this.#head.push(Buffer.from(first));
      this.#headLength += first.length;
    }
    const rest = chunk.subarray(first.length);
    if (!rest.length) return;
    this.#tail.push(Buffer.from(rest));
    this.#tailLength += rest.length;
    while (this.#tailLength - this.#tail[0]!.length >= this.#cap) {
      const { length } = this.#tail.shift()!;
      this.#tailLength -= length;
      this.#dropped += length;
    }
  }

  input(): Pick<ParseInput, 'output' | 'truncated'> {
    if (!this.#dropped) return { output: Buffer.concat([...this.#head, ...this.#tail]).toString('utf8') };
    const [head, tail] = [Buffer.concat(this.#head), Buffer.concat(this.#tail)].map((bytes) => bytes.toString('utf8'));
    return { output: `${head}\n[${this.#dropped} bytes omitted]\n${tail}`, truncated: 'middle' };
  }
}
