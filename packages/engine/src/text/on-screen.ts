import { columnsOf, uncoloured } from './columns.js';

/** Finds the columns of the terminal behind a stream; null where there is none: programs and agents get whole lines. */
export function screenWidth(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> = process.stdout): number | null {
  return stream.isTTY ? stream.columns || 80 : null;
}

/** Breaks the lines of a text for the terminal behind a stream; without one the text stays as it is. */
export function fittedFor(stream: Parameters<typeof screenWidth>[0], text: string): string {
  const width = screenWidth(stream);
  return width === null ? text : fitted(text, width);
}

/** `FINDING` matches the beginning of a finding in a list, which no line of a difference looks like. */
const FINDING = /^- [A-Z]+(?:_[A-Z]+)+: /;

/** Tells whether a line is prose: a command to be typed, a table and a difference stay as they are. */
const isProse = (line: string) => FINDING.test(line) || !/^(?:\$ |Command: | *fix: |[+\-@|])|\S {2,}\S/.test(line);

/** `WORDS` matches the words of a line; a command is one word, as it is to be typed: between backticks, or behind a colon. */
const WORDS = /(?<=: )(?:npx|pnpm|yarn|bunx|node|git|flow(?:-hooks)?) [^`,]+,?(?= |$)|(?:`[^`]*`|[^\s`]|`)+/g;

/** `ROW` matches a line of two columns: a label of few words, and prose. */
const ROW = /^( *[^\s+\-@|$]\S*(?: \S+){0,2} {2,})\S+(?: \S+)*$/;

/** The fewest columns that the prose of a row gets; with less room its further lines begin at the left. */
const NARROW = 24;

/** Breaks the prose of a row below itself; null where a line is no row. */
function rowOf(line: string, width: number): string[] | null {
  const [, label] = ROW.exec(uncoloured(line)) ?? [];
  if (label === undefined) return null;
  const words = line.match(WORDS)!.slice(label.trim().split(' ').length);
  const front = line.slice(0, line.length - words.join(' ').length);
  const indent = width - columnsOf(label) < NARROW ? 2 : columnsOf(label);
  return joined([front + words[0], ...words.slice(1)], width, ' ', ' '.repeat(indent));
}

/** The phases of a run, one behind the other. */
const PHASES = /^\[[ x>-]\] /;

/** Breaks the lines of a text between words for a screen, and sets what follows in. */
export function fitted(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => {
      if (columnsOf(line) <= width) return [line];
      if (PHASES.test(uncoloured(line))) return joined(line.split(/ {2,}/), width, '  ', '');
      if (!isProse(line)) return rowOf(line, width) ?? [line];
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
