import type { Runner } from '../runner.js';

/**
 * Tells what each of several runners printed, one after the other, into one text: from behind the last line that is
 * surely of those before it up to the first that is surely of one after it, so that lines between two may belong to
 * both. Undefined where their lines are mixed, or one of them is not the only one of its kind: each is then given all.
 */
export function portionsOf(text: string, runners: readonly Runner[]): string[] | undefined {
  if (runners.length < 2 || new Set(runners).size < runners.length) return undefined;
  const spans = runners.map(({ signs }) => spanOf(text, signs));
  const portions: string[] = [];
  let begin = 0;
  for (const [index, span] of spans.entries()) {
    const next = spans.slice(index + 1).find((other) => other !== undefined);
    const end = next?.from ?? text.length;
    if (end < begin || (span && (span.from < begin || span.to > end))) return undefined;
    portions.push(text.slice(begin, end));
    begin = span?.to ?? begin;
  }
  return portions;
}

interface Span {
  /** Where the first line that only this runner prints begins. */
  readonly from: number;
  /** Where the last one ends. */
  readonly to: number;
}

function spanOf(text: string, signs: RegExp): Span | undefined {
  let span: Span | undefined;
  for (const { 0: match, index } of text.matchAll(new RegExp(signs.source, 'gm'))) {
    const end = text.indexOf('\n', index + Math.max(match.length - 1, 0));
    const to = end < 0 ? text.length : end + 1;
    span = { from: span?.from ?? text.lastIndexOf('\n', index - 1) + 1, to };
  }
  return span;
}

/** How far from its end a text is asked for the runner's last line. */
const REACH = 1 << 16;

/** Tells where the last line ends that only this runner prints. */
export function lastSignIn(text: string, signs: RegExp): number {
  const from = text.length > REACH ? text.indexOf('\n', text.length - REACH) + 1 : 0;
  return from + (spanOf(text.slice(from), signs)?.to ?? 0);
}
