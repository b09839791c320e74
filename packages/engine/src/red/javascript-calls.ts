import { closeOf } from './mask.js';

/** Names that may stand between `test` and its parentheses. Names with a `*` take parentheses of their own first. */
const MODIFIERS = new Set('only skip each for concurrent sequential fails todo runIf skipIf shuffle'.split(' '));

const CALL = /(?<![\w.$])(describe|suite|context|test|it|specify)((?:\.\w+)*)(?:\s*(?=\()|(?=<))/g;

/** A call of what makes a group or a test, as the text has it. */
export interface TestCall {
  /** `describe`, `it`, … */
  word: string;
  /** Offset of that word. */
  from: number;
  /** The parentheses that hold title and body; undefined where they cannot be told. */
  parentheses(): { from: number; to: number } | undefined;
}

/**
 * Yields the calls that make groups and tests, in their order.
 * @param masked a text without literals
 */
export function* callsOf(masked: string): Generator<TestCall> {
  for (const match of masked.matchAll(CALL)) {
    const modifiers = match[2]!.split('.').slice(1);
    if (!modifiers.every((word) => MODIFIERS.has(word))) continue;
    const end = match.index + match[0].length;
    yield { word: match[1]!, from: match.index, parentheses: () => parenthesesOf(masked, behindTypes(masked, end)) };
  }
}

/** Offset behind the types that TypeScript lets stand between a name and its parentheses. */
function behindTypes(masked: string, from: number): number {
  if (masked[from] !== '<') return from;
  let depth = 0;
  for (let at = from; at < Math.min(masked.length, from + 5000); at += 1) {
    if (masked[at] === '<') depth += 1;
    // An arrow is no bracket.
    else if (masked[at] === '>' && masked[at - 1] !== '=') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return from;
}

/** Returns the parentheses that hold title and body: of `each(table)(…)` the second. */
export function parenthesesOf(masked: string, from: number): { from: number; to: number } | undefined {
  const to = masked[from] === '(' ? closeOf(masked, from) : undefined;
  if (to === undefined) return undefined;
  const next = /^\s*\(/.exec(masked.slice(to, to + 200));
  return next ? parenthesesOf(masked, to + next[0].length - 1) : { from, to };
}
