import type { List, ListItem } from 'mdast';
import { isTooComplex } from './complexity.js';
import { MAX_DOCUMENT } from './document.js';
import { hasBox, isTick } from './item-lines.js';
import { itemIdOf } from './items.js';
import { lineOf, type Outline, outline } from './outline.js';
import { CLAIM_SECTIONS, isProgress, slugOf } from './sections.js';

/** An entry with a box and an id, where it stands. */
interface Entry {
  id: string;
  node: ListItem;
  depth: number;
  /** Lines of the headings that it stands under. */
  headings: number[];
}

/**
 * Returns the text with the boxes of items ticked as the work stands, and with the counts that headings have (`Stories
 * (1/3)`). A view: nothing else changes, and nothing follows from it. A sign that says neither stays as long as the
 * item is not done.
 * @param states by id; an item that is not named keeps its box
 */
export function tickItems(text: string, states: ReadonlyMap<string, boolean>): string {
  const read = outlineOf(text);
  if (!read) return text;
  const entries = entriesIn(read);
  const changes = entries.flatMap(({ id, node }) => {
    const done = states.get(id);
    const box = done === undefined ? undefined : boxOf(text, node, read.shift);
    return box === undefined || isTick(text[box]!) === done ? [] : [{ at: box, from: 1, to: done ? 'x' : ' ' }];
  });
  return changed(text, [...changes, ...countsIn(text, read, entries, states)]);
}

/** Finds the ids of ticked boxes that say another thing than the work: who ticked them by hand is told once. */
export function untrueTicks(
  items: readonly { id: string; ticked?: true }[],
  states: ReadonlyMap<string, boolean>,
): string[] {
  return items.flatMap(({ id, ticked }) => (ticked && states.get(id) === false ? [id] : []));
}

/**
 * An entry place tells where a new entry goes: behind an entry, as a part of one, or below a heading of these words.
 */
export type EntryPlace = { behind: string } | { within: string } | { under: (heading: string) => boolean };

/**
 * Writes an entry into the list of a document.
 * @param lines the entry as Markdown without indentation: its head, and what it says of itself
 * @returns the text with nothing else changed; null where the place is not there, or the document cannot be read
 */
export function insertEntry(text: string, place: EntryPlace, lines: readonly string[]): string | null {
  const read = outlineOf(text);
  if (!read) return null;
  const entry = (indent: string) => lines.map((line) => `${indent}${line}`).join('\n');
  if ('under' in place) {
    const title = read.blocks.find((block) => block.title && place.under(slugOf(block.title.text)));
    const end = title?.node.position?.end.offset;
    return end === undefined
      ? null
      : `${text.slice(0, end + read.shift)}\n\n${entry('')}\n${text.slice(end + read.shift)}`;
  }
  const id = 'behind' in place ? place.behind : place.within;
  const found = entriesIn(read).find((one) => one.id === id);
  const position = found?.node.position;
  if (!found || position?.end.offset === undefined) return null;
  const own = position.start.column - 1;
  const indent = ' '.repeat('behind' in place ? own : own + markerWidth(text, found.node, read.shift));
  const end = position.end.offset + read.shift;
  const head = text.slice(0, end).replace(/[ \t]+$/, '');
  return `${head}\n${entry(indent)}${text.slice(end)}`;
}

function outlineOf(text: string): Outline | null {
  if (text.length > MAX_DOCUMENT || isTooComplex(text)) return null;
  try {
    return outline(text);
  } catch {
    // A document that cannot be read has no items to mark.
    return null;
  }
}

function entriesIn({ blocks }: Outline): Entry[] {
  return blocks.flatMap(({ node, under, key }) => {
    if (node.type !== 'list' || isProgress(key) || CLAIM_SECTIONS.has(key ?? '')) return [];
    return entriesOf(
      node,
      0,
      under.map(({ line }) => line),
    );
  });
}

function entriesOf(list: List, depth: number, headings: number[]): Entry[] {
  return list.children.flatMap((node) => {
    const isItem = hasBox(node);
    const id = isItem ? itemIdOf(node) : '';
    const parts = node.children.filter((child) => child.type === 'list');
    return [
      ...(id === '' ? [] : [{ id, node, depth, headings }]),
      ...parts.flatMap((part) => entriesOf(part, isItem ? depth + 1 : depth, headings)),
    ];
  });
}

/** `boxOf` finds the place of the sign between the brackets of an entry's box. */
function boxOf(text: string, node: ListItem, shift: number): number | undefined {
  const start = node.position?.start.offset;
  if (start === undefined) return undefined;
  const match = /^(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ \txX✓✔~/<>!?*+.-]\]/u.exec(
    text.slice(start + shift, start + shift + 40),
  );
  return match ? start + shift + match[0].length - 2 : undefined;
}

/** The width of what stands before an entry's words: its bullet and the blanks behind it, without the box. */
function markerWidth(text: string, node: ListItem, shift: number): number {
  const start = (node.position?.start.offset ?? 0) + shift;
  return /^(?:[-*+]|\d{1,9}[.)])[ \t]+/.exec(text.slice(start, start + 40))?.[0].length ?? 2;
}

const COUNT = /([([]\s*)(\d+)(\s*(?:\/|of|out of)\s*)(\d+)/i;

/** Counts of headings that have one: how many of the entries right below are done, of how many. */
function countsIn(
  text: string,
  { blocks, shift }: Outline,
  entries: readonly Entry[],
  states: ReadonlyMap<string, boolean>,
) {
  return blocks.flatMap(({ node, title }) => {
    const [start, end] = [node.position?.start.offset, node.position?.end.offset];
    if (!title || start === undefined || end === undefined) return [];
    const below = entries.filter(
      ({ depth, headings, id }) => depth === 0 && states.has(id) && headings.includes(lineOf(node)),
    );
    const heading = text.slice(start + shift, end + shift);
    const match = COUNT.exec(heading);
    if (!match || below.length === 0) return [];
    const done = below.filter(({ id }) => states.get(id)).length;
    const to = `${match[1]}${done}${match[3]}${below.length}`;
    return to === match[0] ? [] : [{ at: start + shift + match.index, from: match[0].length, to }];
  });
}

function changed(text: string, changes: readonly { at: number; from: number; to: string }[]): string {
  return changes
    .toSorted((one, other) => other.at - one.at)
    .reduce((now, { at, from, to }) => now.slice(0, at) + to + now.slice(at + from), text);
}
