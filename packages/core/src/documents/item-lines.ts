import type { ListItem, Nodes, Paragraph, PhrasingContent, RootContent } from 'mdast';
import { lineOf } from './outline.js';
import { oneLine, plain, visible, withoutTicks } from './text.js';

/** An entry line is a line of an entry: its words, the code in it, and what is nested below it. */
export interface EntryLine {
  text: string;
  /** Code spans and code blocks, as they are written: paths and commands are written as code. */
  code: string[];
  /** Words of the entries below it. */
  below: { text: string; line: number }[];
  line: number;
}

/** A box with a sign that Markdown does not know: people park work with one, or say that it is in doubt. */
const OTHER_BOX = /^\[([✓✔~/<>!?*+.-])\](?=\s)/u;

/**
 * Returns the sign in the box of an entry: a blank, `x`, or what people write besides; null for an entry without a box.
 */
export function signOf({ checked, children: [first] }: ListItem): string | null {
  if (typeof checked === 'boolean') return checked ? 'x' : ' ';
  const words = first?.type === 'paragraph' ? first.children[0] : undefined;
  return words?.type === 'text' ? (OTHER_BOX.exec(words.value)?.[1] ?? null) : null;
}

export const hasBox = (entry: ListItem): boolean => signOf(entry) !== null;

/** Tells whether a sign says that the work is done; what nobody knows says nothing of the kind (R9). */
export const isTick = (sign: string | null): boolean => sign !== null && /[xX✓✔]/u.test(sign);

/**
 * Returns the lines of an entry: those of its first paragraph, and those of what follows and is no part of the entry.
 * Words that go on in the next line of a paragraph are a line of their own: a field may stand there.
 */
export function linesOf({ children }: ListItem): { head: EntryLine[]; rest: EntryLine[] } {
  const [first] = children;
  const head = first?.type === 'paragraph' ? linesOfParagraph(first) : [];
  const rest = (head.length > 0 ? children.slice(1) : children).flatMap((child) => {
    if (child.type === 'list') return child.children.filter((one) => !hasBox(one)).flatMap(linesOfBullet);
    return child.type === 'paragraph' ? linesOfParagraph(child) : [lineFor(child)];
  });
  return { head, rest };
}

function linesOfBullet(bullet: ListItem): EntryLine[] {
  const below = bullet.children.flatMap((child) =>
    child.type === 'list' ? child.children.map((one) => ({ text: withoutTicks(plain(one)), line: lineOf(one) })) : [],
  );
  const own = bullet.children.filter((child) => child.type !== 'list');
  const lines = own.flatMap((child) => (child.type === 'paragraph' ? linesOfParagraph(child) : [lineFor(child)]));
  const last = lines.pop() ?? { text: '', code: [], below: [], line: lineOf(bullet) };
  // A code block below a field is its value, as one of a command is.
  if (last.text !== '' && own.at(-1)?.type === 'code' && lines.length > 0) {
    const field = lines.pop()!;
    return [...lines, { ...field, code: [...field.code, ...last.code], below }];
  }
  return [...lines, { ...last, below }];
}

function linesOfParagraph(paragraph: Paragraph): EntryLine[] {
  const lines: PhrasingContent[][] = [[]];
  for (const node of paragraph.children) {
    const texts = node.type === 'text' ? node.value.split('\n') : null;
    if (node.type === 'break') lines.push([]);
    else if (texts === null) lines.at(-1)!.push(node);
    else
      for (const [at, value] of texts.entries()) {
        if (at > 0) lines.push([]);
        lines.at(-1)!.push({ type: 'text', value });
      }
  }
  const first = lineOf(paragraph);
  return lines.map((children, at) => ({ ...lineFor({ type: 'paragraph', children }), line: first + at }));
}

function lineFor(node: RootContent): EntryLine {
  return { text: withoutTicks(plain(node)), code: codeIn(node), below: [], line: lineOf(node) };
}

function codeIn(node: Nodes): string[] {
  if (node.type === 'inlineCode') return [oneLine(visible(node.value))];
  if (node.type === 'code') return [visible(node.value).trim()];
  return 'children' in node ? node.children.flatMap((child) => codeIn(child)) : [];
}
