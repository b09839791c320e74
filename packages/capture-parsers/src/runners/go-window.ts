/** Most characters that are looked at together; their codes fit a processor's cache. */
const SIZE = 1 << 18;

type Bytes = { write(text: string, encoding: 'utf16le'): number };
interface Host {
  readonly Buffer?: { from(buffer: ArrayBuffer): Bytes };
}

/**
 * The codes of a part of a text that ends with a line, or of all of it where they are at hand. To read them costs half
 * of what asking the text for each does.
 */
export class Window {
  readonly codes: Uint16Array | Uint8Array;
  readonly #text: string;
  readonly #bytes: Bytes | undefined;
  start = 0;
  /** Behind the newline that ends it: 0 before it was moved anywhere. */
  length = 0;

  constructor(text: string, codes?: Uint8Array) {
    this.#text = text;
    this.codes = codes ?? new Uint16Array(SIZE);
    if (codes) this.length = text.lastIndexOf('\n') + 1;
    else this.#bytes = LITTLE_ENDIAN ? (globalThis as Host).Buffer?.from(this.codes.buffer as ArrayBuffer) : undefined;
  }

  /** Where the text goes on behind it. */
  get end(): number {
    return this.start + this.length;
  }

  /** Lets it begin at another place of the text; false when it would not reach further. */
  move(start: number): boolean {
    const text = this.#text;
    const end = text.lastIndexOf('\n', start + SIZE - 1) + 1;
    if (end <= start || end <= this.end) return false;
    this.start = start;
    this.length = end - start;
    if (this.#bytes) this.#bytes.write(text.slice(start, end), 'utf16le');
    else for (let at = start; at < end; at++) this.codes[at - start] = text.charCodeAt(at);
    return true;
  }
}

const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
