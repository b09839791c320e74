import { styleText } from 'node:util';

/**
 * Colours a text where standard output takes colours: a terminal, `FORCE_COLOR`, and neither `NO_COLOR` nor
 * `TERM=dumb`.
 */
export function paint(format: Parameters<typeof styleText>[0], text: string): string {
  return styleText(format, text, { stream: process.stdout });
}
