/** An import as it is written. */
export interface Import {
  /** `./db.js`, `app.internal.db`, `example.com/cart/db`, `crate::db`. Python's relative ones keep their dots. */
  specifier: string;
  /** Lines of the whole statement, from 1. */
  line: number;
  lastLine: number;
}

/** A token is a word, a text between quotes or a sign of a source file; what is a comment is none. */
export interface Token {
  kind: 'word' | 'text' | 'sign' | 'newline';
  text: string;
  line: number;
}

/**
 * Collects tokens with their lines. Scanners go over hostile text once, without ever throwing: what does not close is
 * taken for a sign, and the scan goes on behind it.
 */
export class Tokens {
  readonly list: Token[] = [];
  /** Signs that close nothing any more: what they would close is not looked for again. */
  readonly #gone = new Set<string>();
  #line = 1;
  #seen = 0;
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  /** Line of a place; places are asked for in their order. */
  lineAt(place: number): number {
    for (; this.#seen < place; this.#seen++) if (this.#source.charCodeAt(this.#seen) === 10) this.#line++;
    return this.#line;
  }

  add(kind: Token['kind'], text: string, place: number): void {
    this.list.push({ kind, text, line: this.lineAt(place) });
  }

  /** The word that begins at a place, added; returns its end, or the place where none begins. */
  word(place: number, word: RegExp): number {
    word.lastIndex = place;
    const found = word.exec(this.#source)?.[0];
    if (!found) return place;
    this.add('word', found, place);
    return place + found.length;
  }

  isGone(close: string): boolean {
    return this.#gone.has(close);
  }

  setGone(close: string): void {
    this.#gone.add(close);
  }

  /** End of a text that begins here, behind what closes it; -1 where it does not close. */
  endOfText(from: number, { close, multiline = false, escapes = true }: TextForm): number {
    const source = this.#source;
    if (this.isGone(close)) return -1;
    for (let at = from; at < source.length; at++) {
      if (source.startsWith(close, at)) return at + close.length;
      if (source[at] === '\\' && escapes) at++;
      else if (source[at] === '\n' && !multiline) return -1;
    }
    this.setGone(close);
    return -1;
  }
}

/** Returns the first token from a place on that ends what began there; the number of tokens where none does. */
export function endFrom(tokens: readonly Token[], from: number, isEnd: (token: Token) => boolean): number {
  let at = from;
  while (at < tokens.length && !isEnd(tokens[at]!)) at++;
  return at;
}

/** A text form tells how a literal is written in the source. */
interface TextForm {
  /** Characters that close the literal. */
  close: string;
  multiline?: boolean;
  escapes?: boolean;
}

/** Place of a line's end. */
export function endOfLine(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
}

/** Returns the place behind a comment that closes with `close`; the end of the text where it does not. */
export function endOfComment(source: string, from: number, close: string): number {
  const end = source.indexOf(close, from);
  return end < 0 ? source.length : end + close.length;
}
