import type { Emphasis, Heading, Nodes, RootContent, Strong } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import type { Section } from './document.js';
import { CLAIM_SECTIONS, isProgress, keyOf, slugOf } from './sections.js';
import { isPlaceholder, plain, withoutTicks } from './text.js';

/** A heading that the blocks below it belong to. */
export interface Title {
  text: string;
  depth: number;
  line: number;
  key: string | undefined;
}

/** A piece of a document at its outermost level, and the headings it stands under (its own included). */
export interface Block {
  node: RootContent;
  under: Title[];
  /** The nearest heading that has a meaning. */
  key: string | undefined;
  /** Set for a heading. */
  title?: Title;
}

/** An outline is a Markdown document by its headings. */
export interface Outline {
  blocks: Block[];
  /** Characters cut off before reading (a byte order mark): positions are off by so many. */
  shift: number;
}

const OPTIONS = {
  extensions: [gfmTable(), gfmTaskListItem(), gfmStrikethrough()],
  mdastExtensions: [gfmTableFromMarkdown(), gfmTaskListItemFromMarkdown(), gfmStrikethroughFromMarkdown()],
};

/** Returns the line of a node, from 1. */
export function lineOf(node: Nodes): number {
  return node.position?.start.line ?? 1;
}

/** Front matter is blanked, not cut, so that positions hold. */
const FRONT_MATTER =
  /^---[ \t]*\r?\n(?:[ \t]*\r?\n)*(?=[\w$-]+[ \t]*:|---|\.\.\.)(?:[\s\S]*?\r?\n)?(?:---|\.\.\.)[ \t]*(?=\r?\n|$)/;

/**
 * Reads Markdown (CommonMark with GitHub's tables, task lists and strike-through) into blocks under headings of any
 * level. A paragraph that is all bold counts as a heading where its words have a meaning ("**Must Do**").
 * Throws where the parser does (nesting that exhausts the stack).
 */
export function outline(text: string): Outline {
  const shift = text.startsWith('\ufeff') ? 1 : 0;
  const source = text.slice(shift).replace(FRONT_MATTER, (matter) => matter.replace(/[^\r\n]/g, ' '));
  const blocks: Block[] = [];
  let under: Title[] = [];
  const page = fromMarkdown(source, OPTIONS);
  keepNames(page, source);
  for (const node of page.children) {
    const title = titleOf(node);
    if (title) {
      under = [...under.filter((other) => other.depth < title.depth), title];
      // Below a list of claims "Status" and "Suggestions" are what the claims are about.
      if (title.key !== 'fix-items' && isProgress(title.key) && under.some(({ key }) => key && CLAIM_SECTIONS.has(key)))
        title.key = undefined;
      // The title of a document names all of it: "# Learnings" is no section about progress.
      if (isProgress(title.key) && title.depth === 1 && blocks.every((one) => one.title === undefined))
        title.key = undefined;
    }
    const key = under.findLast((other) => other.key !== undefined)?.key;
    blocks.push({ node, under, key, ...(title ? { title } : {}) });
  }
  return { blocks, shift };
}

/** Markdown takes the marks in `src/__init__.py` for emphasis; the name of a file keeps them. */
function keepNames(node: Nodes, source: string): void {
  if (!('children' in node)) return;
  for (const [at, child] of node.children.entries()) {
    const name = child.type === 'strong' || child.type === 'emphasis' ? nameOf(child, source) : undefined;
    if (name === undefined) keepNames(child, source);
    else (node.children as Nodes[])[at] = { type: 'text', value: name };
  }
}

/** Returns a word in emphasis as it is written where the marks are underscores and a path goes on beside them. */
function nameOf({ children, position }: Strong | Emphasis, source: string): string | undefined {
  const [start, end] = [position?.start.offset ?? 0, position?.end.offset ?? 0];
  const [word] = children;
  if (source[start] !== '_' || children.length !== 1 || word?.type !== 'text' || /\s/.test(word.value))
    return undefined;
  const isInPath = /[\w/\\.-]/.test(source[start - 1] ?? '') || /^(?:[/\\]|\.\w)/.test(source.slice(end, end + 2));
  const marks = source[start + 1] === '_' ? '__' : '_';
  return isInPath ? `${marks}${word.value}${marks}` : undefined;
}

function titleOf(node: RootContent): Title | undefined {
  if (node.type === 'heading') return title(node, node.depth);
  if (node.type !== 'paragraph' || node.children.length !== 1 || node.children[0]?.type !== 'strong') return undefined;
  const found = title(node, 7);
  return found.key === undefined ? undefined : found;
}

function title(node: Heading | RootContent, depth: number): Title {
  const text = withoutTicks(plain(node));
  return { text, depth, line: lineOf(node), key: keyOf(text) };
}

/** Returns the sections of a document, by key and by slug; two of one name are one. */
export function sectionsOf({ blocks }: Outline): Record<string, Section> {
  const found = new Map<string, Section>();
  const at = (name: string, line: number) => {
    const section = found.get(name) ?? { line, empty: true, items: [] };
    found.set(name, section);
    return section;
  };
  for (const block of blocks) {
    const names = new Map<string, Title>();
    // How far the work is, and what was noted, is no content of what stands above it.
    const noted = Math.max(
      0,
      block.under.findIndex(({ key }) => isProgress(key)),
    );
    for (const title of block.under.slice(noted)) {
      // A section with a meaning of its own is no content of another one above it, whatever the levels say.
      if (title.key && title.key !== block.key) continue;
      const slug = slugOf(title.text);
      if (slug !== '') names.set(slug, names.get(slug) ?? title);
      if (title.key) names.set(title.key, names.get(title.key) ?? title);
    }
    const items = block.title ? [] : itemsOf(block.node).filter((item) => !isPlaceholder(item));
    for (const [name, title] of names) {
      const section = at(name, title.line);
      section.items.push(...items);
      section.empty &&= items.length === 0;
    }
  }
  return Object.fromEntries(found);
}

/** Tells what a reader would count as the entries of a block. */
function itemsOf(node: RootContent): string[] {
  if (node.type === 'list') return node.children.map((item) => withoutTicks(plain(item)));
  if (node.type === 'table')
    return node.children.slice(1).map((row) =>
      row.children
        .map((cell) => plain(cell))
        .filter(Boolean)
        .join(' | '),
    );
  return [withoutTicks(plain(node))];
}
