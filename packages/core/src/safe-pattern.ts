/*
 * Regular expressions that a project names are run on text of the agent's choice, so only those are taken that cannot run
 * away: how long one of these takes is bounded by a small power of a line's length.
 */

/** Characters of a pattern. */
export const MAX_PATTERN = 200;
const MAX_UNBOUNDED = 3;
/** Above this a counted repetition weighs like one without end. */
const MAX_COUNT = 20;

interface Part {
  repeats: boolean;
  chooses: boolean;
}

/** Tells why a pattern is not taken; null when it is. */
export function patternFault(source: string): string | null {
  if (source.length > MAX_PATTERN) return `is longer than ${MAX_PATTERN} characters`;
  try {
    new RegExp(source);
  } catch {
    return 'is no regular expression';
  }
  const open: Part[] = [{ repeats: false, chooses: false }];
  /** What a repetition that comes next would repeat. */
  let last: Part | null = null;
  let unbounded = 0;
  for (let at = 0; at < source.length; ) {
    const char = source[at]!;
    const count = repetitionAt(source, at);
    if (count) {
      at += count.length;
      if (count.max > MAX_COUNT && ++unbounded > MAX_UNBOUNDED) {
        return `repeats without end more than ${MAX_UNBOUNDED} times`;
      }
      if (count.max > 1 && (last?.repeats || last?.chooses)) return 'repeats a group that itself repeats or chooses';
      if (count.max > 1) open.at(-1)!.repeats = true;
      continue;
    }
    last = null;
    if (char === '\\') {
      if (/[1-9k]/.test(source[at + 1] ?? '')) return 'refers back to a group';
      at += 2;
    } else if (char === '[') at = endOfClass(source, at);
    else if (char === '(') {
      if (/^\(\?(?:[=!]|<[=!])/.test(source.slice(at, at + 4))) return 'looks ahead or behind';
      open.push({ repeats: false, chooses: false });
      at += /^\((?:\?(?::|<\w+>))?/.exec(source.slice(at))![0].length;
    } else if (char === ')') {
      last = open.pop()!;
      const around = open.at(-1)!;
      around.repeats ||= last.repeats;
      around.chooses ||= last.chooses;
      at++;
    } else {
      if (char === '|') open.at(-1)!.chooses = true;
      at++;
    }
  }
  return null;
}

/** Returns a repetition at this place, with how often it repeats at most. */
function repetitionAt(source: string, at: number): { length: number; max: number } | null {
  const [text, least, comma, most] = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(source.slice(at)) ?? [];
  if (text === undefined) return null;
  if (least === undefined) return { length: text.length, max: text.startsWith('?') ? 1 : Number.POSITIVE_INFINITY };
  return {
    length: text.length,
    max: comma === undefined ? Number(least) : most ? Number(most) : Number.POSITIVE_INFINITY,
  };
}

function endOfClass(source: string, from: number): number {
  let at = from + 1;
  while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}
