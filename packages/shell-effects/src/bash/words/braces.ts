import { LIMITS } from '../parse.js';

/**
 * Brace expansion as bash does it: on the raw text, before anything else, so quotes and expansions inside are carried
 * along. Returns raw texts to be parsed again; undefined when there would be too many.
 */
export function expandBraces(text: string): string[] | undefined {
  let pending = [text];
  const done: string[] = [];
  let steps = 0;
  while (pending.length > 0) {
    const current = pending.shift() as string;
    if (++steps > LIMITS.fields * 4 || done.length + pending.length > LIMITS.fields) return undefined;
    const group = findGroup(current);
    if (group === undefined) {
      done.push(current);
      continue;
    }
    const before = current.slice(0, group.start);
    const after = current.slice(group.end);
    pending = [...group.choices.map((choice) => before + choice + after), ...pending];
  }
  return done;
}

interface Group {
  readonly start: number;
  readonly end: number;
  readonly choices: string[];
}

function findGroup(text: string): Group | undefined {
  for (let at = 0; at < text.length; at = skip(text, at)) {
    if (text[at] !== '{') continue;
    const group = readGroup(text, at);
    if (group !== undefined) return group;
  }
  return undefined;
}

function readGroup(text: string, start: number): Group | undefined {
  const choices: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < text.length; at = skip(text, at)) {
    const character = text[at];
    if (character === '{') depth++;
    else if (character === ',' && depth === 1) {
      choices.push(text.slice(from, at));
      from = at + 1;
    } else if (character === '}' && --depth === 0) {
      const last = text.slice(from, at);
      const all = choices.length > 0 ? [...choices, last] : sequence(last);
      return all === undefined ? undefined : { start, end: at + 1, choices: all };
    }
  }
  return undefined;
}

/** Returns the next position at which a brace would count: over quotes, escapes and `${…}`, `$(…)`. */
function skip(text: string, at: number): number {
  const character = text[at];
  if (character === '\\') return at + 2;
  if (character === "'" || character === '"' || character === '`') {
    for (let end = at + 1; end < text.length; end++) {
      if (text[end] === '\\' && character !== "'") end++;
      else if (text[end] === character) return end + 1;
    }
    return text.length;
  }
  if (character === '$' && (text[at + 1] === '{' || text[at + 1] === '(')) {
    const open = text[at + 1] as string;
    const close = open === '{' ? '}' : ')';
    let depth = 0;
    for (let end = at + 1; end < text.length; end++) {
      if (text[end] === '\\') end++;
      else if (text[end] === open) depth++;
      else if (text[end] === close && --depth === 0) return end + 1;
    }
    return text.length;
  }
  return at + 1;
}

/** `sequence` lists the words of `1..5`, `a..e` or `1..9..2`. */
function sequence(text: string): string[] | undefined {
  const match = /^(-?\d{1,9}|[a-zA-Z])\.\.(-?\d{1,9}|[a-zA-Z])(?:\.\.(-?\d{1,9}))?$/.exec(text);
  if (match === null) return undefined;
  const [, first = '', last = '', by] = match;
  const isLetters = /[a-zA-Z]/.test(first);
  if (isLetters !== /[a-zA-Z]/.test(last)) return undefined;
  const from = isLetters ? first.charCodeAt(0) : Number(first);
  const to = isLetters ? last.charCodeAt(0) : Number(last);
  const step = Math.max(1, Math.abs(Number(by ?? 1)));
  if (Math.abs(to - from) / step > LIMITS.fields) return undefined;
  const values: string[] = [];
  const width = /^-?0\d/.test(first) || /^-?0\d/.test(last) ? Math.max(first.length, last.length) : 0;
  for (let value = from; from <= to ? value <= to : value >= to; value += from <= to ? step : -step) {
    values.push(isLetters ? String.fromCharCode(value) : padded(value, width));
  }
  return values;
}

/** `padded` writes a number with zeros in front, the sign counted, as `{01..10}` does. */
function padded(value: number, width: number): string {
  return value < 0 ? `-${String(-value).padStart(width - 1, '0')}` : String(value).padStart(width, '0');
}
