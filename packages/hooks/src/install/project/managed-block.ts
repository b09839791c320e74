/** The lines that a block of ours begins and ends with, in a file that is otherwise somebody else's. */
export interface BlockMarks {
  begin: string;
  end: string;
}

/**
 * Returns a text (null: no file) with our block in it, everything else as it is, byte for byte. The block takes over
 * the line ends of the text; one that is there already is brought up to date where it stands.
 * @param lines what stands between the marks
 */
export function withBlock(text: string | null, marks: BlockMarks, lines: readonly string[]): string {
  const present = text ?? '';
  const eol = /\r?\n/.exec(present)?.[0] ?? '\n';
  const block = [marks.begin, ...lines, marks.end].join(eol);
  const place = findBlock(present, marks);
  if (place) return present.slice(0, place.from) + block + present.slice(place.to);
  const gap = present === '' || present.endsWith('\n') ? '' : eol;
  return `${present}${gap}${block}${eol}`;
}

/** The text without our block, or the same text when it holds none. */
export function withoutBlock(text: string, marks: BlockMarks): string {
  const place = findBlock(text, marks);
  if (!place) return text;
  const lineEnd = /^\r?\n/.exec(text.slice(place.to))?.[0].length ?? 0;
  return text.slice(0, place.from) + text.slice(place.to + lineEnd);
}

/**
 * Finds a block from the first mark to the last character of the end mark; a block without an end is not ours to cut.
 */
function findBlock(text: string, { begin, end }: BlockMarks): { from: number; to: number } | null {
  const first = escaped(begin);
  const match = new RegExp(
    `^${first}[ \\t]*\\r?$(?:\\r?\\n(?!${first}[ \\t]*\\r?$).*)*?\\r?\\n${escaped(end)}(?=[ \\t]*\\r?$)`,
    'm',
  ).exec(text);
  return match ? { from: match.index, to: match.index + match[0].length } : null;
}

const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
