/** A fenced block of Markdown that stands by itself: not in a quotation, a list or another block. */
export interface Fence {
  /** The first word behind the opening marks, in small letters. */
  language: string;
  text: string;
  /** Its end is there; without it the message was cut, or the marks were forgotten. */
  isClosed: boolean;
}

const OPENING = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)([^`]*)$/;

/**
 * The fenced blocks of a message, in their order, in one pass over its lines (CommonMark 4.5). What a block holds is not
 * looked into, so that a block within quoted material is no block.
 */
export function fencesIn(message: string): Fence[] {
  const fences: Fence[] = [];
  let open: { mark: string; language: string; lines: string[] } | null = null;
  for (const line of message.split(/\r\n|\n|\r/)) {
    if (open) {
      if (isEnd(line, open.mark)) {
        fences.push({ language: open.language, text: open.lines.join('\n'), isClosed: true });
        open = null;
      } else open.lines.push(line);
      continue;
    }
    const [, mark, language] = OPENING.exec(line) ?? [];
    if (mark !== undefined) open = { mark, language: (language ?? '').toLowerCase(), lines: [] };
  }
  if (open) fences.push({ language: open.language, text: open.lines.join('\n'), isClosed: false });
  return fences;
}

function isEnd(line: string, mark: string): boolean {
  const [, marks = ''] = /^ {0,3}(`+|~+)[ \t]*$/.exec(line) ?? [];
  return marks.length >= mark.length && marks[0] === mark[0];
}
