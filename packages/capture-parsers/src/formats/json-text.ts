/** After so many lines that only look like the beginning of a document, no further one is looked for. */
const MISSES_CAP = 20;

/**
 * Returns the JSON documents of a text that other lines may stand around: each begins a line, and is either that line
 * alone or ends with a line that is nothing but its closing bracket.
 */
export function documentsIn(text: string): unknown[] {
  const found: unknown[] = [];
  const opening = /^[[{]/gm;
  for (let misses = 0; misses < MISSES_CAP; misses++) {
    const from = opening.exec(text)?.index;
    if (from === undefined) break;
    const end = lineEnd(text, from);
    const alone = parsed(text.slice(from, end));
    if (alone !== undefined) {
      found.push(alone);
      opening.lastIndex = end;
      misses--;
      continue;
    }
    const closing = new RegExp(text[from] === '[' ? '^ ?\\]' : '^\\}', 'gm');
    closing.lastIndex = end;
    const close = closing.exec(text);
    const block = close ? parsed(text.slice(from, close.index + close[0].length)) : undefined;
    if (block === undefined) continue;
    found.push(block);
    opening.lastIndex = closing.lastIndex;
    misses--;
  }
  return found;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Returns the object or list of a text; undefined for anything else. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    // A document that was cut, or a line that only looks like one.
    return undefined;
  }
}

export type Json = Readonly<Record<string, unknown>>;

/** Returns the object of a text; undefined for anything else, half an object included. */
export function parseObject(text: string): Json | undefined {
  const value = parsed(text);
  return Array.isArray(value) ? undefined : (value as Json | undefined);
}

/** Tells what a table has for a value of the text; nothing for a name that every object has, such as `constructor`. */
export function ownOf<T>(table: Readonly<Record<string, T>>, value: unknown): T | undefined {
  const key = String(value);
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** The value if it is an object, else an empty one. */
export function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** Returns the objects of a list; none if it is no list. */
export function asObjects(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

/** The value if it is a string, else undefined. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The value if it is a finite number, else undefined. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
