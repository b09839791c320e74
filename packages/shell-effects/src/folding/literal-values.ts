import { TEXT } from './texts.js';

/** A value that stands in code in full. `other` is a number, a constant, or a name of which nothing is known. */
export type LiteralValue =
  | { readonly kind: 'text' | 'other'; readonly source: string }
  | { readonly kind: 'list'; readonly source: string; readonly items: readonly LiteralValue[] }
  | { readonly kind: 'map'; readonly source: string; readonly entries: ReadonlyMap<string, LiteralValue> }
  | {
      readonly kind: 'call';
      readonly source: string;
      readonly callee: string;
      readonly items: readonly LiteralValue[];
      readonly entries: ReadonlyMap<string, LiteralValue>;
    };

const SPACE = /(?:\s|#[^\n]*|\/\/[^\n]*)*/y;
const QUOTED = /"(?:[^"\\\n]|\\.){0,2000}"|'(?:[^'\\\n]|\\.){0,2000}'/y;
const NAME = /[A-Za-z_$][\w$.]*|-?\d[\w.]*/y;
/** `ENDS` matches what may stand behind a value: anything else makes more of it. */
const ENDS = /(?=[,\])}\n;]|$)/y;
const PLAIN = new RegExp(`^${TEXT}$`);
const MAX_DEPTH = 6;

/** Reads the value that begins at `at`; undefined for all but plain forms. */
export function literalValueAt(text: string, at: number): LiteralValue | undefined {
  const reader = new Reader(text, at);
  const value = reader.value(0);
  return value !== undefined && reader.take(ENDS) !== undefined ? value : undefined;
}

class Reader {
  private readonly text: string;
  private at: number;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  value(depth: number): LiteralValue | undefined {
    this.take(SPACE);
    const start = this.at;
    const source = () => this.text.slice(start, this.at);
    const quoted = this.take(QUOTED);
    if (quoted !== undefined) return { kind: PLAIN.test(quoted) ? 'text' : 'other', source: quoted };
    const open = this.text[this.at] ?? '';
    const name = this.take(NAME);
    if (name !== undefined && this.text[this.at] !== '(') return { kind: 'other', source: name };
    if (depth >= MAX_DEPTH || !(name !== undefined || '[({'.includes(open))) return undefined;
    this.at++;
    const parts = this.parts({ '[': ']', '{': '}' }[open] ?? ')', depth + 1, name === undefined ? ':' : '=');
    if (parts === undefined) return undefined;
    const { items, entries } = parts;
    if (name !== undefined) return { kind: 'call', source: source(), callee: name, items, entries };
    if (open === '{') return items.length === 0 ? { kind: 'map', source: source(), entries } : undefined;
    if (entries.size > 0) return undefined;
    // Python's brackets around one value make no list of it.
    return open === '(' && items.length === 1 && !/,\s*\)$/.test(source())
      ? items[0]
      : { kind: 'list', source: source(), items };
  }

  /** Takes what stands here; undefined where it does not. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  /** What stands between brackets: values, and values by name behind `mark`. */
  private parts(close: string, depth: number, mark: string) {
    const items: LiteralValue[] = [];
    const entries = new Map<string, LiteralValue>();
    for (;;) {
      this.take(SPACE);
      if (this.text[this.at] === close) break;
      const first = this.value(depth);
      if (first === undefined) return undefined;
      this.take(SPACE);
      if (this.text[this.at] === mark) {
        this.at++;
        const value = this.value(depth);
        if (value === undefined) return undefined;
        entries.set(first.source.replace(/^["']|["']$/g, ''), value);
      } else items.push(first);
      this.take(SPACE);
      if (this.text[this.at] === ',') this.at++;
      else if (this.text[this.at] !== close) return undefined;
    }
    this.at++;
    return { items, entries };
  }
}
