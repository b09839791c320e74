import type { Nodes, RootContent } from 'mdast';
import { RESEARCH_SECTIONS, type ResearchSection, type Topic, topicHeading } from '../items/topics.js';
import { isTooComplex } from './complexity.js';
import { MAX_DOCUMENT } from './document.js';
import { itemsOf } from './items.js';
import { type Block, type Outline, outline, sectionsOf } from './outline.js';
import { slugOf } from './sections.js';
import { isPlaceholder } from './text.js';

/*
 * Parts of research become one document (feature X26). Nothing gets lost: what a merge cannot take over so that the document says
 * it in the same words stays a part, and is told.
 */

/** A part fault tells why a part cannot be merged, by code. */
export type PartFault = keyof typeof FAULTS;

const FAULTS = {
  empty: 'it says nothing yet',
  long: 'it is too long to be read',
  unreadable: 'it cannot be read as Markdown',
  lists: 'it lists work with boxes below a heading that is named as items are: write it without boxes',
  misread: 'in the document it would read otherwise: close what it leaves open (a code block, a comment, a tag)',
  full: 'the document would become too long: say less in it, or move examples to a file of their own',
  document: 'the document itself cannot be read',
} as const;

/** Returns words for a fault of a part. */
export const partFaultWords = (fault: PartFault): string => FAULTS[fault];

/** What a part says, by section: Markdown that can stand below a heading of the third level. */
interface Part {
  sections: Map<ResearchSection, string>;
}

/** Tells whether a part can be read, without a document to merge it into. */
export function partFault(text: string): PartFault | null {
  const read = readPart(text, 'Executive Summary', (label) => label);
  return typeof read === 'string' ? read : null;
}

const BY_SLUG = new Map<string, ResearchSection>(RESEARCH_SECTIONS.map((one) => [slugOf(one), one]));

function readPart(text: string, home: ResearchSection, renamed: (label: string) => string): Part | PartFault {
  const read = outlineOf(text);
  if (typeof read === 'string') return read;
  const pieces = new Map<ResearchSection, string[]>();
  let section = home;
  for (const block of read.blocks) {
    const named = block.title && BY_SLUG.get(slugOf(block.title.text));
    if (named) {
      section = named;
      continue;
    }
    pieces.set(section, [...(pieces.get(section) ?? []), pieceOf(text, block, read.shift, renamed)]);
  }
  const sections = new Map([...pieces].map(([name, all]) => [name, all.join('\n\n')]));
  const isSaid = Object.values(sectionsOf(underOneHeading(read))).some(({ empty }) => !empty);
  return isSaid ? { sections } : 'empty';
}

/** Blocks without a heading count, too. */
const underOneHeading = ({ blocks, shift }: Outline): Outline => {
  const title = { text: 'part', depth: 0, line: 0, key: undefined };
  return { blocks: blocks.map((one) => ({ ...one, under: [title, ...one.under] })), shift };
};

function outlineOf(text: string): Outline | PartFault {
  if (text.length > MAX_DOCUMENT) return 'long';
  if (isTooComplex(text)) return 'unreadable';
  try {
    return outline(text);
  } catch {
    return 'unreadable';
  }
}

/** A block as it is written, from the beginning of its line; headings go below the topic's own. */
function pieceOf(text: string, { node, title }: Block, shift: number, renamed: (label: string) => string): string {
  const { start, end } = node.position!;
  const from = start.offset! + shift;
  const source = text.slice(from, end.offset! + shift);
  const changes = labelChanges(node, from - shift, renamed);
  const written = changes.reduceRight(
    (now, { at, length, to }) => now.slice(0, at) + to + now.slice(at + length),
    source,
  );
  if (node.type !== 'heading' || !title) return `${' '.repeat(start.column - 1)}${written}`;
  const words = written
    .replace(/^#+[ \t]*|[ \t]+#+[ \t]*$/g, '')
    .replace(/\n[ \t]*(?:=+|-+)[ \t]*$/, '')
    .replace(/\s*\n\s*/g, ' ');
  return `${'#'.repeat(Math.min(6, Math.max(4, node.depth + 1)))} ${words}`;
}

interface Change {
  at: number;
  length: number;
  to: string;
}

/** Labels of links that mean another address in the document get another name. */
function labelChanges(node: Nodes, from: number, renamed: (label: string) => string): Change[] {
  const own = ((): Change[] => {
    if (node.type !== 'definition' && node.type !== 'linkReference' && node.type !== 'imageReference') return [];
    const label = node.label ?? node.identifier;
    const to = renamed(label);
    if (to === label) return [];
    const [start, end] = [node.position!.start.offset! - from, node.position!.end.offset! - from];
    if (node.type === 'definition') return [{ at: start + 1, length: label.length, to }];
    if (node.referenceType === 'full') return [{ at: end - 1 - label.length, length: label.length, to }];
    return node.referenceType === 'collapsed'
      ? [{ at: end - 1, length: 0, to }]
      : [{ at: end, length: 0, to: `[${to}]` }];
  })();
  const inner = 'children' in node ? node.children.flatMap((child) => labelChanges(child, from, renamed)) : [];
  return [...own, ...inner].sort((one, other) => one.at - other.at);
}

/** Addresses by label, as the first definition of each says. */
function definitionsIn({ blocks }: Outline): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (node: Nodes): void => {
    if (node.type === 'definition' && !found.has(node.identifier)) found.set(node.identifier, node.url);
    if ('children' in node) for (const child of node.children) visit(child);
  };
  for (const { node } of blocks) visit(node);
  return found;
}

/** `Merged` is a document with a part in it, or why the part cannot be merged. */
export type Merged = { text: string } | { fault: PartFault };

/**
 * Merges the part of a topic into a research document, below a heading of the topic in each section that it speaks of.
 * @param isListing tells of a heading whether entries with boxes below it are items of the run
 * @returns the document, which says all that the part says, and all that it said before; the same document where it says it already
 */
export function mergePart(
  document: string,
  part: string,
  topic: Topic,
  isListing: (heading: string) => boolean,
): Merged {
  const before = outlineOf(document);
  if (typeof before === 'string') return { fault: 'document' };
  const own = outlineOf(part);
  if (typeof own === 'string') return { fault: own };
  const taken = definitionsIn(before);
  const mine = definitionsIn(own);
  const renamed = (label: string) => {
    const key = label.toLowerCase().replace(/\s+/g, ' ').trim();
    const isOther = taken.has(key) && mine.has(key) && taken.get(key) !== mine.get(key);
    return isOther ? `${topic.id}-${label}` : label;
  };
  const home = topic.category?.home ?? 'Executive Summary';
  const read = readPart(part, home, renamed);
  if (typeof read === 'string') return { fault: read };
  const listed = itemsOf(own, () => '').some(({ under }) => under.some(isListing));
  if (listed) return { fault: 'lists' };
  const heading = escaped(topicHeading(topic));
  const said = saidBy(read);
  // A merge that was killed before the part was removed is gone through again, and adds nothing.
  const known = sectionsOf(before)[slugOf(topicHeading(topic))]?.items ?? [];
  if (holdsAll(known, said)) return { text: document };
  let text = document;
  for (const name of RESEARCH_SECTIONS) {
    const body = read.sections.get(name);
    if (body !== undefined) text = insertInto(text, name, `### ${heading}\n\n${body}`);
  }
  if (text.length > MAX_DOCUMENT) return { fault: 'full' };
  const after = outlineOf(text);
  if (typeof after === 'string') return { fault: 'misread' };
  return isWhole(before, after, topic, said) ? { text } : { fault: 'misread' };
}

/** Tells what a part says, entry by entry, as a reader of the document would count it. */
function saidBy({ sections }: Part): string[] {
  return [...sections.values()].flatMap((body) => {
    const read = outlineOf(`# part\n\n${body}`);
    return typeof read === 'string' ? [] : (sectionsOf(read).part?.items ?? []);
  });
}

/** Tells whether the document says what it said before, and below the headings of the topic what the part says. */
function isWhole(before: Outline, after: Outline, topic: Topic, said: readonly string[]): boolean {
  const [old, now] = [sectionsOf(before), sectionsOf(after)];
  const kept = Object.entries(old).every(([name, { items }]) => holdsAll(now[name]?.items ?? [], items));
  const added = now[slugOf(topicHeading(topic))]?.items ?? [];
  const isNew = added.length - (old[slugOf(topicHeading(topic))]?.items.length ?? 0) === said.length;
  return kept && isNew && holdsAll(added, said) && headingsOf(before).every((one) => headingsOf(after).includes(one));
}

const headingsOf = ({ blocks }: Outline) =>
  blocks.flatMap(({ title }) => (title ? [`${title.depth} ${title.text}`] : []));

/** Tells whether each of these is among those, as often as it is said. */
function holdsAll(all: readonly string[], these: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const one of all) left.set(one, (left.get(one) ?? 0) + 1);
  return these.every((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count > 0;
  });
}

/** Puts text at the end of a section; one that is not there yet comes at the end of the document. */
function insertInto(document: string, section: ResearchSection, text: string): string {
  const read = outlineOf(document);
  if (typeof read === 'string') return document;
  const at = read.blocks.findIndex(({ title }) => title !== undefined && slugOf(title.text) === slugOf(section));
  if (at < 0) return `${document.trimEnd()}\n\n## ${section}\n\n${text}\n`;
  const { depth } = read.blocks[at]!.title!;
  const next = read.blocks.findIndex(({ title }, place) => place > at && title !== undefined && title.depth <= depth);
  const end = next < 0 ? document.length : startOf(read.blocks[next]!.node) + read.shift;
  const head = document.slice(0, end).trimEnd();
  return `${head}\n\n${text}\n${next < 0 ? '' : `\n${document.slice(end)}`}`;
}

const startOf = (node: RootContent) => node.position!.start.offset! - (node.position!.start.column - 1);

const escaped = (text: string) => text.replace(/[\\`*_{}[\]<>#|!]/g, '\\$&');

/** Entries of a document's executive summary, for whoever needs it in a few words. */
export function summaryOf(document: string): string[] {
  const read = outlineOf(document);
  if (typeof read === 'string') return [];
  return (sectionsOf(read)['executive-summary']?.items ?? []).filter((one) => !isPlaceholder(one));
}
