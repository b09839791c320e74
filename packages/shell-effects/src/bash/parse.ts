import { type ParsedScript, parse } from 'unbash';

/** `LIMITS` bounds what is read: a text that is longer, wider or deeper is refused, with the limit named. */
export const LIMITS = {
  /** UTF-8 bytes of a command. */
  length: 128 * 1024,
  /** Simple commands carried out in the head, those of loops, functions and scripts included. */
  commands: 4_000,
  /** Statements gone through, those of loops that start nothing included. */
  steps: 20_000,
  /** Nested groups, substitutions and scripts. */
  depth: 64,
  /** Iterations of one loop that are followed one by one. */
  iterations: 64,
  /** Fields that one word may become, by braces or globs. */
  fields: 1_024,
  /** Characters of a value or an output that are followed; more counts as unknown. */
  text: 64 * 1024,
  /** Characters of one word. */
  word: 256 * 1024,
  /** Values that a variable may have after branches; more counts as unknown. */
  alternatives: 8,
  /** Files read from disk in one analysis. */
  files: 64,
} as const;

/** A limit error is thrown when a limit is passed, and caught by `effectsOf`. */
export class LimitError extends Error {}

type Parsed =
  | { readonly ok: true; readonly script: ParsedScript }
  | { readonly ok: false; readonly reason: string; readonly at?: number | undefined; readonly isLimit?: true };

/**
 * Parses shell code. The parser is tolerant and recovers, so any error that it reports counts as unreadable; those of
 * nested scripts are looked at when the walk gets there.
 */
export function parseShell(text: string): Parsed {
  if (text.includes('\0')) return { ok: false, reason: 'the command holds a NUL byte' };
  if (text.length > LIMITS.length || Buffer.byteLength(text) > LIMITS.length) {
    return { ok: false, reason: `the command is longer than ${LIMITS.length} bytes`, isLimit: true };
  }
  const script = parse(text);
  const reason = scriptError(script);
  return reason === undefined ? { ok: true, script } : { ok: false, reason, at: script.errors?.[0]?.pos };
}

/** Number of ends of lines that are tried. */
const MAX_ENDS = 8;

/**
 * Returns the lines before a syntax error that stand for themselves: a shell has carried them out by the time it finds
 * the error.
 */
export function readableStart(text: string, at = text.length): ParsedScript | undefined {
  let end = text.lastIndexOf('\n', at);
  for (let tries = 0; end > 0 && tries < MAX_ENDS; tries++) {
    const parsed = parseShell(text.slice(0, end));
    if (parsed.ok) return parsed.script;
    end = text.lastIndexOf('\n', Math.min(end - 1, parsed.at ?? end));
  }
  return undefined;
}

/** Returns the first syntax error of a script, in words; undefined when there is none. */
export function scriptError(script: ParsedScript): string | undefined {
  const error = script.errors?.[0];
  return error === undefined ? undefined : `syntax error at offset ${error.pos}: ${error.message.slice(0, 120)}`;
}
