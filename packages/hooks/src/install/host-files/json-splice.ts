import { createScanner, type Node } from 'jsonc-parser';

/**
 * Insertions and removals in JSON text that leave every other byte alone. `modify` of jsonc-parser
 * reformats the lines it touches, or writes without any format, and drops comments beside what it removes.
 */
export interface Style {
  /** One level of indentation: two spaces, a tab. */
  unit: string;
  eol: string;
  /** The whole document is on one line; so is what we add. */
  compact: boolean;
}

/** Finds how a document is laid out; `root` is its parsed tree. */
export function detectStyle(text: string, root: Node): Style {
  const firstBreak = /\r?\n/.exec(text);
  const body = text.slice(root.offset, root.offset + root.length);
  const indented = /\n([ \t]+)["}\]{[]/.exec(body);
  return {
    unit: indented?.[1] ?? '  ',
    eol: firstBreak?.[0] ?? '\n',
    compact: (root.children?.length ?? 0) > 0 && !body.includes('\n'),
  };
}

/** Adds a property at the end of an object. */
export function insertProperty(text: string, object: Node, key: string, value: unknown, style: Style): string {
  return insertLast(text, object, (indent) => `${JSON.stringify(key)}: ${render(value, indent, style)}`, style);
}

/** Adds an element at the end of an array. */
export function insertElement(text: string, array: Node, value: unknown, style: Style): string {
  return insertLast(text, array, (indent) => render(value, indent, style), style);
}

/** Puts another value in a value's place, laid out for its line. */
export function replaceValue(text: string, node: Node, value: unknown, style: Style): string {
  return splice(text, node.offset, node.length, render(value, indentAt(text, node.offset), style));
}

/** Takes a property or an element out, with its comma and its line; comments around it stay. */
export function removeChild(text: string, child: Node): string {
  const parent = child.parent;
  const siblings = parent?.children ?? [];
  const index = siblings.indexOf(child);
  const end = child.offset + child.length;
  const next = siblings[index + 1];
  const previous = siblings[index - 1];
  let from = child.offset;
  let to = end;
  // The comma behind goes along, for the last child the one before. (With the one before, the one behind could
  // move up into a line comment.)
  let comma = -1;
  if (next) to = commaBetween(text, end, next.offset) + 1;
  else if (previous) comma = commaBetween(text, previous.offset + previous.length, child.offset);
  const blank = /[ \t]*$/.exec(text.slice(0, from))?.[0].length ?? 0;
  const lineBreak = /\r?\n$/.exec(text.slice(0, from - blank))?.[0].length ?? 0;
  if (lineBreak > 0) from -= blank + lineBreak;
  else if (previous && comma >= 0 && /^[ \t]*$/.test(text.slice(comma + 1, from))) from = comma + 1;
  else if (next) to += /^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0;
  let result = splice(text, from, to - from, '');
  if (comma >= 0) result = splice(result, comma, 1, '');
  if (siblings.length === 1 && parent) {
    const inner = result.slice(parent.offset + 1, parent.offset + parent.length - (text.length - result.length) - 1);
    if (/^\s*$/.test(inner)) result = splice(result, parent.offset + 1, inner.length, '');
  }
  return result;
}

function insertLast(text: string, parent: Node, content: (indent: string) => string, style: Style): string {
  const children = parent.children ?? [];
  const last = children.at(-1);
  const close = parent.offset + parent.length - 1;
  // Behind everything the container holds, so that a comment stays beside what it speaks of.
  const place = text.slice(0, close).trimEnd().length;
  let added = content('');
  let tail = '';
  if (style.compact) {
    if (last) added = ` ${added}`;
  } else {
    const outer = indentAt(text, parent.offset);
    const own = children.findLast((child) => startsLine(text, child.offset));
    const indent = own ? indentAt(text, own.offset) : outer + style.unit;
    added = style.eol + indent + content(indent);
    if (!startsLine(text, close)) tail = style.eol + outer;
  }
  const closed = splice(splice(text, close, 0, tail), place, 0, added);
  return last ? splice(closed, last.offset + last.length, 0, ',') : closed;
}

function render(value: unknown, indent: string, style: Style): string {
  if (style.compact) return JSON.stringify(value);
  return JSON.stringify(value, null, style.unit).replaceAll('\n', style.eol + indent);
}

function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

function startsLine(text: string, offset: number): boolean {
  return /(^|\n)[ \t]*$/.test(text.slice(Math.max(0, text.lastIndexOf('\n', offset - 1)), offset));
}

/** `SyntaxKind` of jsonc-parser is an ambient const enum, which cannot be imported one file at a time. */
const COMMA = 5;
const END = 17;

/** `commaBetween` finds the offset of the comma between two siblings; a comment there may hold commas of its own. */
function commaBetween(text: string, from: number, to: number): number {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  for (;;) {
    const kind = scanner.scan();
    if (kind === COMMA) return scanner.getTokenOffset();
    if (kind === END || scanner.getTokenOffset() >= to) return -1;
  }
}

function splice(text: string, offset: number, length: number, content: string): string {
  return text.slice(0, offset) + content + text.slice(offset + length);
}
