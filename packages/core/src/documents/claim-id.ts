import type { ClaimKind } from './document.js';

const FAMILIES: Record<string, { kind: ClaimKind; prefix: string; digits: number }> = {
  do: { kind: 'do', prefix: 'do-', digits: 1 },
  d: { kind: 'do', prefix: 'do-', digits: 1 },
  not: { kind: 'not', prefix: 'not-', digits: 1 },
  n: { kind: 'not', prefix: 'not-', digits: 1 },
  inv: { kind: 'invariant', prefix: 'INV-', digits: 3 },
  prh: { kind: 'prohibition', prefix: 'PRH-', digits: 3 },
  bnd: { kind: 'boundary', prefix: 'BND-', digits: 3 },
};

const OF_KIND = Object.fromEntries(Object.values(FAMILIES).map((family) => [family.kind, family])) as Record<
  ClaimKind,
  (typeof FAMILIES)[string]
>;

export interface ClaimId {
  id: string;
  kind: ClaimKind;
  number: number;
  /** The id as the document writes it: `INV-1`, `D2`. */
  written: string;
}

/** Returns the id of a claim by its kind and number. */
export function idOf(kind: ClaimKind, number: number): string {
  const { prefix, digits } = OF_KIND[kind];
  return `${prefix}${String(number).padStart(digits, '0')}`;
}

const DASH = '[-\u2010\u2011\u2012\u2013_]';
/** `WHOLE` takes a whole id apart: (1) family, (2) number. `D1` and `N1` are short for `do-1` and `not-1`. */
const WHOLE = new RegExp(`^(?:(do|not|inv|prh|bnd)${DASH}?|([dn])${DASH}?)0*(\\d{1,5})$`, 'i');

/** Returns an id as people write it, in the form the engine knows; undefined when it is none. */
export function readClaimId(written: string): ClaimId | undefined {
  const bare = written.trim().replace(/^[[(`*]+|[\])`*:.]+$/g, '');
  const match = WHOLE.exec(bare);
  if (!match) return undefined;
  const { kind } = FAMILIES[(match[1] ?? match[2])!.toLowerCase()]!;
  const number = Number(match[3]);
  return { id: idOf(kind, number), kind, number, written: bare };
}

/**
 * (1) an id with its hyphen, which needs nothing behind it, or (2) one in brackets, or (3) one without hyphen, which
 * must be set off, as `D1` is also a vitamin. Then the separator.
 */
const LEADING = new RegExp(
  `^(?:((?:do|not|inv|prh|bnd)${DASH}\\d{1,5})(?![\\p{L}\\p{N}]|${DASH}[\\p{L}\\p{N}])|[[(]((?:do|not|inv|prh|bnd|d|n)${DASH}?\\d{1,5})[\\])]|((?:do|not|inv|prh|bnd|d|n)${DASH}?\\d{1,5})(?=\\s*[:.)–—|]|\\s+[-–—]\\s|\\s*$))\\s*(?:[:.)|]|[-–—]+(?=\\s|$))*\\s*`,
  'iu',
);

const DEFINED = new RegExp(`(?<![\\p{L}\\p{N}-])(?:do|not|inv|prh|bnd)${DASH}\\d{1,5}(?=\\s*:)`, 'giu');

/** Lists ids with a colon behind them, wherever in a line: what a person wrote as the beginning of a claim. */
export function definedIn(line: string): ClaimId[] {
  return [...line.matchAll(DEFINED)].flatMap(([written]) => readClaimId(written) ?? []);
}

const ANY_ID = `\\p{L}{1,12}(?:${DASH}| )?\\d{1,5}(?:\\.\\d{1,3})*`;
/** What has the form of an id, letters and a number: (1) in brackets, or (2) with what sets it off. */
const ALIKE = new RegExp(`^(?:[[(](${ANY_ID})[\\])]|(${ANY_ID})\\s*(?:[:.)|]|[–—]|-\\s|$))`, 'u');

/** Tells what a line begins with that looks like an id and is none (`PRO-1:`); undefined where nothing does. */
export function unlikeId(line: string): string | undefined {
  const match = leadingClaimId(line) ? null : ALIKE.exec(line);
  return match?.[1] ?? match?.[2];
}

/** `ID_EXAMPLES` shows people what ids look like. */
export const ID_EXAMPLES = Object.values(OF_KIND).map(({ kind }) => idOf(kind, 1));

/** Returns the id that a line begins with, and the words behind it. */
export function leadingClaimId(line: string): (ClaimId & { rest: string }) | undefined {
  const match = LEADING.exec(line);
  const id = match && readClaimId((match[1] ?? match[2] ?? match[3])!);
  return id ? { ...id, rest: line.slice(match[0].length) } : undefined;
}
