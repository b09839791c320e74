import { MAX_DOCUMENT, type WrittenItem } from '@flow/core/documents';
import { isTooComplex } from '@flow/core/documents/complexity';
import { itemsOf } from '@flow/core/documents/items';
import { type Block, lineOf, type Outline, outline, type Title } from '@flow/core/documents/outline';
import { oneLine, plain, plainLines } from '@flow/core/documents/text';
import type { Left, SourceFile } from './model.js';
import { bounded } from './text.js';

type Node = Block['node'];

/** An entry of a list, with the words that are its own and the line that it begins in. */
export interface Bullet {
  words: string;
  line: number;
  below: Bullet[];
}

/**
 * A page is a Markdown file of another tool that is read bit by bit: what no reader has taken is told at the end, so that
 * no line is lost unsaid.
 */
export class Page {
  readonly path: string;
  readonly blocks: readonly Block[];
  readonly items: readonly WrittenItem[];
  /** Why nothing could be read; null where it was. */
  readonly fault: string | null;
  readonly #lines: readonly string[];
  readonly #taken = new Set<number>();

  constructor({ path, text }: SourceFile) {
    this.path = path;
    const read = readOutline(text);
    this.fault = typeof read === 'string' ? read : null;
    this.blocks = typeof read === 'string' ? [] : read.blocks;
    this.items = typeof read === 'string' ? [] : itemsOf(read, () => '');
    this.#lines = text.split(/\r\n?|\n/);
  }

  /** Takes the lines of a block. */
  take({ node }: Pick<Block, 'node'>): void {
    for (let line = lineOf(node); line <= (node.position?.end.line ?? lineOf(node)); line++) this.#taken.add(line);
  }

  takeLines(...lines: readonly number[]): void {
    for (const line of lines) this.#taken.add(line);
  }

  /** The line as it is written. */
  raw(line: number): string {
    return oneLine(this.#lines[line - 1] ?? '');
  }

  /** Tells what nobody took: a row for each block, and for each entry of a list. */
  left(why: string): Left[] {
    if (this.fault !== null) return [{ path: this.path, line: 1, what: 'the whole file', why: this.fault }];
    return this.blocks.flatMap(({ node, title }) => {
      if (title) return [];
      const parts = node.type === 'list' ? node.children : [node];
      if (node.type === 'paragraph' && this.#isTaken(node))
        return linesOf({ node }).flatMap(({ words, line }) =>
          words === '' || this.#taken.has(line) ? [] : [{ path: this.path, line, what: bounded(words, 160), why }],
        );
      return parts.flatMap((part) => {
        const words = plain(part);
        if (words === '' || this.#isTaken(part)) return [];
        return [{ path: this.path, line: lineOf(part), what: bounded(words, 160), why }];
      });
    });
  }

  #isTaken(node: Parameters<typeof lineOf>[0]): boolean {
    for (let line = lineOf(node); line <= (node.position?.end.line ?? lineOf(node)); line++)
      if (this.#taken.has(line)) return true;
    return false;
  }
}

function readOutline(text: string): Outline | string {
  if (text.length > MAX_DOCUMENT) return `it is longer than ${MAX_DOCUMENT} characters`;
  if (isTooComplex(text)) return 'it is nested too deeply, or has too many lines, to be read';
  try {
    return outline(text);
  } catch {
    return 'the reader of Markdown broke down on it';
  }
}

/** Returns the entries of a block that is a list, with what stands below each; none for any other block. */
export function bulletsOf(node: Node): Bullet[] {
  if (node.type !== 'list') return [];
  return node.children.map((entry) => ({
    words: oneLine(
      entry.children
        .filter((child) => child.type !== 'list')
        .map((child) => plain(child))
        .join(' '),
    ),
    line: lineOf(entry),
    below: entry.children.flatMap((child) => bulletsOf(child)),
  }));
}

/** Returns the words of a block without its layout. */
export const wordsOf = ({ node }: Pick<Block, 'node'>): string => plain(node);

/** Returns the lines of a block by themselves, as people put several fields into one paragraph. */
export const linesOf = ({ node }: Pick<Block, 'node'>): { words: string; line: number }[] =>
  plainLines(node).map((words, at) => ({ words, line: lineOf(node) + at }));

/** Finds the nearest heading above a block whose words have a form. */
export const headingAbove = ({ under }: Pick<Block, 'under'>, form: RegExp): Title | undefined =>
  under.findLast(({ text }) => form.test(text));

export type { Block };
