/**
 * Tells whether two texts of a file differ in nothing but items that are compiled for tests alone, as Rust has them
 * beside the code: a module below `#[cfg(test)]`. Where that cannot be told (a string that does not end, an attribute
 * of a field), it is false.
 * @param attributes as they are written in front of such an item
 */
export function differInTestsOnly(before: string, after: string, attributes: readonly string[]): boolean {
  if (attributes.length === 0 || before === after) return false;
  const [one, other] = [before, after].map((text) => withoutTests(text, attributes));
  return one !== null && one === other;
}

/** Returns the lines that are left without the items of tests; null where the text cannot be read. */
function withoutTests(text: string, attributes: readonly string[]): string | null {
  let left = '';
  for (let at = 0; at < text.length; ) {
    const attribute = attributes.find((one) => text.startsWith(one, at));
    const end = attribute === undefined ? tokenEnd(text, at) : itemEnd(text, at + attribute.length);
    if (end === null) return null;
    if (attribute === undefined) left += text.slice(at, end);
    at = end;
  }
  const lines = left.split('\n').map((line) => line.trimEnd());
  return lines.filter((line) => line !== '').join('\n');
}

/** Tells where the item behind an attribute ends: with the braces that it opens, or with a semicolon before any. */
function itemEnd(text: string, from: number): number | null {
  const open: string[] = [];
  for (let at = from; at < text.length; ) {
    const end = tokenEnd(text, at);
    if (end === null) return null;
    const token = end === at + 1 ? text[at]! : '';
    if (token !== '' && '([{'.includes(token)) open.push(token);
    if (token !== '' && ')]}'.includes(token) && open.pop() !== OPENS[token]) return null;
    if (open.length === 0 && (token === '}' || token === ';')) return end;
    at = end;
  }
  return null;
}

const OPENS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** What is read as one, so that no brace or attribute in it counts: comments but block ones, strings, characters, names. */
const WHOLE =
  /\/\/[^\n]*|[bc]?r(#*)"[\s\S]*?"\1|[bc]?"(?:[^"\\]|\\[\s\S])*"|b?'(?:\\(?:u\{[^}']*\}|x[\da-fA-F]{2}|[\s\S])|[^'\\])'|'?[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/uy;
/** What begins such a token and, where none was read, has no end. */
const UNENDED = /(?:[bc]?r#*|[bc])?"/uy;

/** Tells where the token at a place ends; null for one without an end. */
function tokenEnd(text: string, at: number): number | null {
  if (text.startsWith('/*', at)) return blockCommentEnd(text, at);
  WHOLE.lastIndex = at;
  const whole = WHOLE.exec(text);
  UNENDED.lastIndex = at;
  if (UNENDED.test(text) && !whole?.[0].endsWith('"') && !whole?.[0].endsWith('#')) return null;
  return at + (whole?.[0].length ?? 1);
}

/** Finds the end of a block comment; block comments of Rust nest. */
function blockCommentEnd(text: string, from: number): number | null {
  let depth = 0;
  for (let at = from; at < text.length; ) {
    const pair = text.slice(at, at + 2);
    if (pair === '/*') depth++;
    if (pair === '*/') depth--;
    at += pair === '/*' || pair === '*/' ? 2 : 1;
    if (depth === 0) return at;
  }
  return null;
}
