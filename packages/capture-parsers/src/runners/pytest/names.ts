/**
 * The node ids of a short summary and the titles of a FAILURES section. A title has no file (`TestA.test_b[x.y]`), and
 * an id may hold what parts the summary's columns (`test_a[x - y] - message`); each helps to read the other.
 */

/** How many titles of one function are compared with a line. */
const COMPARED_CAP = 300;

/** Keeps what one session has told of its names so far. */
export class Names {
  /** Ids that are known in full, by what stands before the first bracket. */
  readonly #known = new Map<string, Set<string>>();

  /** Remembers a node id, or a title in the form of one without its file. */
  learn(name: string): void {
    const open = name.indexOf('[');
    if (open < 0) return;
    const key = keyOf(name.slice(0, open));
    const list = this.#known.get(key) ?? new Set();
    if (list.size < COMPARED_CAP) list.add(name.slice(open));
    this.#known.set(key, list);
  }

  /** Splits `path::test[a - b] - message`. */
  split(text: string): { name: string; message?: string } {
    const bracket = text.indexOf('[');
    const dash = text.indexOf(' - ');
    if (dash < 0) return { name: text.trimEnd() };
    if (bracket < 0 || bracket > dash) return { name: text.slice(0, dash), message: text.slice(dash + 3) };
    const known = this.#longest(text, bracket);
    const end = known ?? endOfId(text, bracket);
    if (end > 0)
      return { name: text.slice(0, end), ...(text.length > end + 3 ? { message: text.slice(end + 3) } : {}) };
    if (text.endsWith(']') || !text.includes('] ')) return { name: text };
    return { name: text.slice(0, text.lastIndexOf(']') + 1) };
  }

  /** Where the longest known id of this function ends in the text. */
  #longest(text: string, bracket: number): number | undefined {
    let end: number | undefined;
    for (const id of this.#known.get(keyOf(text.slice(0, bracket))) ?? []) {
      const to = bracket + id.length;
      if (
        (end === undefined || to > end) &&
        text.startsWith(id, bracket) &&
        (to === text.length || text.startsWith(' - ', to))
      )
        end = to;
    }
    return end;
  }
}

/** How most messages begin: an exception's name, a comparison, a failure's own words. */
const MESSAGE = /^(?:assert\b|[A-Za-z_][\w.]*(?::|\.\.\.| -|$)|Failed\b|Timeout\b|\[XPASS)/;

/** Tells where an id ends before its message: at the first ` - ` with a message behind it, else at the first of all. */
function endOfId(text: string, bracket: number): number {
  const first = text.indexOf('] - ', bracket);
  for (let at = first, tries = 0; at >= 0 && tries < ENDS_CAP; at = text.indexOf('] - ', at + 1), tries++)
    if (MESSAGE.test(text.slice(at + 4, at + 4 + MESSAGE_REACH))) return at + 1;
  return first + 1;
}

const ENDS_CAP = 20;
const MESSAGE_REACH = 200;

/** Returns the function's own name, which titles and node ids share. */
function keyOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf(':')) + 1);
}

/** Words of a summary's line that are no part of its name: pytest before 8 puts reasons behind a space only. */
export function withoutReason(text: string): string {
  const bracket = text.indexOf('[');
  // A folder may have a space in its name, a function has none.
  const space = text.indexOf(' ', Math.max(0, text.indexOf('::')));
  return bracket >= 0 && (space < 0 || bracket < space) ? text : space < 0 ? text : text.slice(0, space);
}

/** Returns a heading between rules of the same length, `____ title ____`, as wide as the terminal. */
export function readTitle(line: string): string | undefined {
  const rule = line[0];
  if (rule !== '_' && rule !== '―') return undefined;
  const text = line.trimEnd();
  let from = 0;
  let to = text.length;
  while (text[from] === rule) from++;
  while (to > from && text[to - 1] === rule) to--;
  const uneven = Math.abs(text.length - to - from);
  if (uneven > 1 || text[from] !== ' ' || text[to - 1] !== ' ' || to - from < 3) return undefined;
  return text.slice(from + 1, to - 1);
}

/** Tells what a title names, in the form of a node id without its file; undefined where it is no test. */
export function titled(title: string): { name: string; state: 'failed' | 'error'; file?: string } | undefined {
  const broken = /^ERROR at (?:setup|teardown) of (.+)$/.exec(title)?.[1];
  const text = broken ?? title;
  const state = broken === undefined ? 'failed' : 'error';
  const doctest = /^\[doctest\] (\S+)$/.exec(text)?.[1];
  if (doctest !== undefined)
    return /\.(?:txt|rst|md)$/.test(doctest) ? { name: doctest, file: doctest, state } : { name: doctest, state };
  const path = /^[A-Za-z_][\w.]*/.exec(text)?.[0];
  if (path === undefined) return undefined;
  const rest = text.slice(path.length);
  // A crashed worker's title is the file, a subtest's goes on with its own words.
  if (/\.pyi?$/.test(path) || (rest !== '' && rest[0] !== '[') || (rest && !rest.endsWith(']'))) return undefined;
  return { name: path.replaceAll('.', '::') + rest, state };
}
