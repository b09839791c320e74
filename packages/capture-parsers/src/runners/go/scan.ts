/** The text of `go test -v` by its characters: the lines of a large run are too many for expressions. */

const [TAB, SPACE, DASH, POINT, ZERO, NINE, EQUALS] = [9, 32, 45, 46, 48, 57, 61];

/** Tells whether `--- ` or `=== ` stands at a place. */
export function isMark(text: string, at: number): boolean {
  const char = text.charCodeAt(at);
  if ((char !== DASH && char !== EQUALS) || text.charCodeAt(at + 1) !== char) return false;
  return text.charCodeAt(at + 2) === char && text.charCodeAt(at + 3) === SPACE;
}

/**
 * Finds where the marks of a text stand. They are rare but where a line begins, so the next of each is looked for once.
 */
export class Marks {
  readonly #text: string;
  #dash = -1;
  #equals = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next one, or the text's end; asked for places in their order. */
  next(from: number): number {
    if (this.#dash < from) this.#dash = this.#of('--- ', from);
    if (this.#equals < from) this.#equals = this.#of('=== ', from);
    return Math.min(this.#dash, this.#equals);
  }

  #of(mark: string, from: number): number {
    const at = this.#text.indexOf(mark, from);
    return at < 0 ? this.#text.length : at;
  }
}

/** Digits with a point or without; not a number for anything else. */
export function readNumber(text: string, from: number, to: number): number {
  let value = 0;
  let scale = 0;
  for (let at = from; at < to; at++) {
    const char = text.charCodeAt(at);
    if (char === POINT && !scale) scale = 1;
    else if (char >= ZERO && char <= NINE) {
      value = value * 10 + char - ZERO;
      scale *= 10;
    } else return Number.NaN;
  }
  return from < to ? value / (scale || 1) : Number.NaN;
}

/** Tells whether a blank or a tab stands there. */
export function isWhite(text: string, at: number): boolean {
  const char = text.charCodeAt(at);
  return char === SPACE || char === TAB;
}

/** Tells whether nothing but spaces stands between two places. */
export function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) !== SPACE) return false;
  return true;
}
