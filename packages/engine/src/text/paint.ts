import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/**
 * Returns text in a colour, where a stream takes colours: `FORCE_COLOR` decides, else a terminal does, unless
 * `NO_COLOR` is set (https://no-color.org) or the terminal has none.
 */
export function paint(format: Format, text: string, stream: { isTTY?: boolean }): string {
  return takesColours(process.env, stream.isTTY === true) ? styleText(format, text, { validateStream: false }) : text;
}

/** Tells whether colours are wanted where a stream is a terminal, or is none. */
export function takesColours({ FORCE_COLOR, NO_COLOR, TERM }: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (FORCE_COLOR !== undefined) return !['0', 'false'].includes(FORCE_COLOR);
  return isTerminal && !NO_COLOR && TERM !== 'dumb';
}
