import type { Digest } from './digest.js';

/** What stands between these is made by a program; what people write around it stays. */
export const MADE_BEGIN = '<!-- flow report: made from the evidence; what is written here is replaced -->';
export const MADE_END = '<!-- flow report: end -->';

const SEAL = /<!-- flow report: seal ([0-9a-f]{64}|[\w-]{86}) -->/;

/** Returns the line that says who made the part, and of what; it stands at its end. */
export const sealLine = (seal: string) => `<!-- flow report: seal ${seal} -->`;

/** A made part is the part of a document that a program made. */
export interface MadePart {
  /** First and last line of the part. */
  from: number;
  to: number;
  /** The digest covers words and cells, however they are laid out. */
  digest: string;
  /** Null where the line is missing. */
  seal: string | null;
}

/**
 * Returns the part between the marks; what a formatter changes about it makes no other one. Undefined without both
 * marks.
 */
export function madePartOf(text: string, digest: Digest): MadePart | undefined {
  const begin = text.indexOf(MADE_BEGIN);
  const end = text.lastIndexOf(MADE_END);
  if (begin < 0 || end < begin) return undefined;
  const part = text.slice(begin + MADE_BEGIN.length, end);
  const from = lineAt(text, begin);
  return { from, to: lineAt(text, end), digest: digestOfMade(part, digest), seal: SEAL.exec(part)?.[1] ?? null };
}

const lineAt = (text: string, at: number) => text.slice(0, at).split('\n').length;

/** Digests a made part by its words and cells, however they are laid out. */
export function digestOfMade(part: string, digest: Digest): string {
  const lines = part.replace(SEAL, '').split('\n').map(laidOut);
  return digest(lines.filter((line) => line !== '').join('\n'));
}

/**
 * Strips a line of what formatters change: spaces, signs of a list, escapes, and the length of the rule below a table's head.
 */
function laidOut(line: string): string {
  return line
    .trim()
    .replace(/^[-*+](?=\s)/, '')
    .replace(/[\s\\]+/g, '')
    .replace(/:?-{2,}:?/g, '--');
}
