import type { Finding } from '../finding.js';

/** Calls that one override lets through (feature C48). */
export const OVERRIDE_CALLS = 10;

/** Overrides that one run may have (feature C67). */
export const OVERRIDES_A_RUN = 3;

/** Letters and digits without which it is no reason. */
const LEAST = 10;

/** Likeness from which two reasons count as one in other words. */
const TOO_SIMILAR = 0.6;

/**
 * Tells whether one more override may be given (features C48, C67): it needs a reason, there are three a run at most, and a
 * reason that was used before is none.
 * @param run reasons of the overrides that the run has had, as its status tells them
 * @returns null when it may
 */
export function judgeOverride({ overridden }: { overridden: readonly string[] }, reason: string): Finding | null {
  const block = (code: string, args: Finding['args']): Finding => ({ code, level: 'block', args });
  if (plain(reason).length < LEAST) return block('OVERRIDE_REASON_MISSING', { least: LEAST });
  if (overridden.length >= OVERRIDES_A_RUN) return block('OVERRIDE_LIMIT', { max: OVERRIDES_A_RUN });
  const earlier = overridden.find((one) => similarity(one, reason) >= TOO_SIMILAR);
  return earlier === undefined ? null : block('OVERRIDE_REASON_REPEATED', { earlier });
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * `similarity` returns Dice's coefficient of the triples of letters: order of words, spelling and layout hardly matter to
 * it.
 */
function similarity(one: string, other: string): number {
  const [left, right] = [triples(one), triples(other)];
  if (left.size === 0 || right.size === 0) return plain(one) === plain(other) ? 1 : 0;
  const shared = [...left].filter((triple) => right.has(triple)).length;
  return (2 * shared) / (left.size + right.size);
}

/** Cuts the start of a reason into triples of letters; what follows the start changes nothing. */
function triples(text: string): Set<string> {
  const words = text
    .slice(0, 2_000)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  const all = words.flatMap((word) => {
    const padded = ` ${word} `;
    return Array.from({ length: Math.max(padded.length - 2, 0) }, (_, at) => padded.slice(at, at + 3));
  });
  return new Set(all);
}
