import { LIMITS, LimitError } from '../parse.js';
import { escapeGlob } from './glob.js';

/** A field that is being put together: the text, and the text as a pattern in which quoted characters are escaped. */
interface Field {
  text: string;
  pattern: string;
  isGlob: boolean;
  /** A quoted part, even an empty one, makes a field; an empty expansion alone does not. */
  isReal: boolean;
}

const BLANKS = ' \t\n';

/** Puts the fields together that a word becomes. */
export class Fields {
  readonly done: Field[] = [];
  private open: Field | undefined;

  private readonly canGlob: boolean;

  /** `canGlob`: whether unquoted `*`, `?` and `[` mean something. */
  constructor(canGlob: boolean) {
    this.canGlob = canGlob;
  }

  private current(): Field {
    this.open ??= { text: '', pattern: '', isGlob: false, isReal: false };
    return this.open;
  }

  quoted(text: string): void {
    const field = this.current();
    field.text += text;
    field.pattern += escapeGlob(text);
    field.isReal = true;
    if (field.text.length > LIMITS.word) throw new LimitError('a word grows beyond what is followed');
  }

  glob(text: string): void {
    if (!this.canGlob) {
      this.quoted(text);
      return;
    }
    const field = this.current();
    field.text += text;
    field.pattern += text;
    field.isGlob = true;
    field.isReal = true;
  }

  /** The value of an unquoted expansion: split at the separators, its glob characters are live. */
  split(value: string, separators: string): void {
    const isSeparator = (at: number) => separators.includes(value[at] as string);
    const isBlank = (at: number) => isSeparator(at) && BLANKS.includes(value[at] as string);
    for (let at = 0; at < value.length; ) {
      const from = at;
      while (at < value.length && !isSeparator(at)) at++;
      if (at > from) this.live(value.slice(from, at));
      if (at === value.length) return;
      while (at < value.length && isBlank(at)) at++;
      const isHard = at < value.length && isSeparator(at);
      if (isHard) {
        // Blanks around another separator belong to it; two of those have an empty field between them.
        if (this.open?.isReal !== true) this.quoted('');
        for (at++; at < value.length && isBlank(at); ) at++;
      }
      this.close();
    }
  }

  private live(piece: string): void {
    if (/[*?[]|[@+!]\(/.test(piece)) this.glob(piece);
    else this.quoted(piece);
  }

  /** Ends the field at hand; the next text starts a new one. */
  close(): void {
    if (this.open?.isReal) this.done.push(this.open);
    this.open = undefined;
    if (this.done.length > LIMITS.fields) throw new LimitError('a word becomes too many fields');
  }
}
