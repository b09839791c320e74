import { type Call, HOLE, isKnown } from '../state.js';

/** A call of a program for what it prints. */
export interface PrintCall extends Call {
  /** Words that are no options. */
  readonly operands: readonly string[];
  /** Text of the command's standard input, where the text is known. */
  readonly input: string | undefined;
}

/** A printer tells what a call prints; undefined where that cannot be told. */
export type Printer = (call: PrintCall) => string | undefined;

/** A printer that needs nothing but the whole input. */
export const ofInput =
  (run: (input: string, call: PrintCall) => string | undefined): Printer =>
  (call) =>
    isKnown(call.input) ? run(call.input, call) : undefined;

/** Returns a printer of programs that print nothing. */
export const nothing: Printer = () => '';

/** Names on a line each, or each closed by a NUL, which is what a hole is, where the words of `find`, `fd`, `grep` or `rg` ask for it. */
export function namesAsLines(names: readonly string[] | undefined, words: readonly string[] = []): string | undefined {
  const isNul = words.some((word) => /^(?:-0|-print0|-[a-zA-Z]*Z|--null|--print0)$/.test(word));
  return names?.map((name) => `${name}${isNul ? HOLE : '\n'}`).join('');
}

/** Returns decoded bytes as text; undefined when the bytes are not text. */
export function readable(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD') || text.includes(HOLE) ? undefined : text;
}
