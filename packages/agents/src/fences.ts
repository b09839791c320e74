/** A fenced block of Markdown that stands by itself: not in a quotation, a remark or another block. */
export interface Fence {
  /** The first word behind the opening marks, in small letters. */
  language: string;
  text: string;
  /** The fence begins where its line does; an indented fence may be part of a list. */
  isAtMargin: boolean;
  /** The end of the fence is there; without the end the message was cut, or the marks were forgotten. */
  isClosed: boolean;
}

const OPENING = /^( {0,3})(`{3,}|~{3,})[ \t]*([^\s`]*)([^`]*)$/;

/** A remark that no reader of the page sees begins a line, and ends with the line that ends it (CommonMark 4.6). */
const REMARK = /^ {0,3}<!--/;

/**
 * Returns the fenced blocks of a message, in their order, in one pass over its lines (CommonMark 4.5). What a block
 * holds is not looked into, so that a block within quoted material is no block.
 */
export function fencesIn(message: string): Fence[] {
  const fences: Fence[] = [];
  let open: { mark: string; language: string; isAtMargin: boolean; lines: string[] } | null = null;
  let isRemark = false;
  const add = (isClosed: boolean, { language, isAtMargin, lines }: NonNullable<typeof open>) =>
    fences.push({ language, text: lines.join('\n'), isAtMargin, isClosed });
  for (const line of message.split(/\r\n|\n|\r/)) {
    if (open) {
      if (isEnd(line, open.mark)) {
        add(true, open);
        open = null;
      } else open.lines.push(line);
      continue;
    }
    if (isRemark || REMARK.test(line)) {
      isRemark = !line.includes('-->');
      continue;
    }
    const [, indent, mark, language = ''] = OPENING.exec(line) ?? [];
    if (mark !== undefined) open = { mark, language: language.toLowerCase(), isAtMargin: indent === '', lines: [] };
  }
  if (open) add(false, open);
  return fences;
}

function isEnd(line: string, mark: string): boolean {
  const [, marks = ''] = /^ {0,3}(`+|~+)[ \t]*$/.exec(line) ?? [];
  return marks.length >= mark.length && marks[0] === mark[0];
}
