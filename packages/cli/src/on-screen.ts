import { stripVTControlCharacters } from 'node:util';
import { columnsOf } from './screen/columns.js';

/** Finds the columns of the terminal behind standard output; null where there is none: programs and agents get whole lines. */
export function screenWidth(): number | null {
  return process.stdout.isTTY ? process.stdout.columns || 80 : null;
}

/** `FINDING` matches the beginning of a finding in a list, which no line of a difference looks like. */
const FINDING = /^- [A-Z]+(?:_[A-Z]+)+: /;

/** Tells whether a line is prose: a command to be typed, a table and a difference stay as they are. */
const isProse = (line: string) => FINDING.test(line) || !/^(?:\$ |Command: |[+\-@|])|\S {2,}\S/.test(line);

/** `WORDS` matches the words of a line; text between backticks is one word, as it is to be typed. */
const WORDS = /(?:`[^`]*`|[^\s`]|`)+/g;

/** The phases of a run, one behind the other. */
const PHASES = /^\[[ x>-]\] /;

/** Breaks the lines of a text between words for a screen, and sets what follows in. */
export function fitted(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => {
      if (columnsOf(line) <= width) return [line];
      if (PHASES.test(stripVTControlCharacters(line))) return joined(line.split(/ {2,}/), width, '  ', '');
      if (!isProse(line)) return [line];
      const front = /^ */.exec(line)![0];
      return joined(line.match(WORDS) ?? [], width, ' ', `${front}  `).map((part, at) =>
        at === 0 ? front + part : part,
      );
    })
    .join('\n');
}

/** Joins as many parts on each line as there is room for; a part that no line has room for begins none. */
export function joined(parts: readonly string[], width: number, between: string, indent: string): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const fits = last !== undefined && columnsOf(last) + between.length + columnsOf(part) <= width;
    if (last !== undefined && (fits || indent.length + columnsOf(part) > width))
      lines[lines.length - 1] = last + between + part;
    else lines.push(last === undefined ? part : indent + part);
  }
  return lines;
}

/**
 * Keeps as many lines of a text as a screen has room for: where the run stands comes first, and would be pushed off the
 * top.
 */
export function topOf(text: string, rows: number): string {
  const lines = text.trimEnd().split('\n');
  // One line is the cursor's.
  if (lines.length < rows) return text;
  const shown = Math.max(1, rows - 2);
  return `${[...lines.slice(0, shown), `(${lines.length - shown} more lines: make the window higher)`].join('\n')}\n`;
}
