import type { List, ListItem, RootContent } from 'mdast';
import type { Digest } from './digest.js';
import type { WrittenItem } from './document.js';
import { lineOf, type Outline } from './outline.js';
import { CLAIM_SECTIONS, isProgress, slugOf } from './sections.js';
import { oneLine, plain, visible, withoutTicks } from './text.js';

/** What an entry may say of itself in a line of its own below it: `Files: src/total.ts`. */
const FIELDS: readonly [field: 'files' | 'after' | 'claims' | 'size' | 'flags', pattern: RegExp][] = [
  ['files', /^files?\s*:\s*/i],
  ['after', /^(?:after|depends on)\s*:\s*/i],
  ['claims', /^claims?\s*:\s*/i],
  ['size', /^size\s*:\s*/i],
  ['flags', /^(?:flags?|needs)\s*:\s*/i],
];

/**
 * (1) an id that is set off (`S1:`, `[S1]`, `login -`), or (2) one with a number in it, as people number tasks (`1.3 `,
 * `T-04 `). What follows are its words.
 */
const LEADING =
  /^(?:\[?([a-z\d](?:[\w.-]{0,38}[\w-])?)(?:\]|:|\s+[-–—])(?:\s+|$)[:–—-]?\s*|((?=[a-z._-]*\d)[a-z\d](?:[\w.-]{0,38}[\w])?)[.)]?(?:\s+|$))/i;

/** A flag as it is written at the head of a title: `1.4 [VERIFY] Quality`. */
const MARK = /^\[([a-z][a-z0-9-]{0,39})\]\s*/i;

const MOST = 100;
const LONGEST = 200;

/**
 * The pieces of work that a document lists: entries with a box below any heading that is neither about claims nor about
 * progress. What is nested in one without a box belongs to its words, with a box it is a part of it.
 */
export function itemsOf({ blocks }: Outline, digest: Digest): WrittenItem[] {
  return blocks.flatMap(({ node, under, key }) => {
    if (node.type !== 'list' || isProgress(key) || CLAIM_SECTIONS.has(key ?? '')) return [];
    return entriesOf(node, under.map(({ text }) => slugOf(text)).filter(Boolean), undefined, 0, digest);
  });
}

function entriesOf(
  list: List,
  under: string[],
  parent: string | undefined,
  depth: number,
  digest: Digest,
): WrittenItem[] {
  return list.children.flatMap((entry) => {
    const parts = entry.children.filter((child) => child.type === 'list');
    if (!hasBox(entry)) return parts.flatMap((part) => entriesOf(part, under, parent, depth, digest));
    const item = itemOf(entry, under, parent, depth, digest);
    return [item, ...parts.flatMap((part) => entriesOf(part, under, item.id, depth + 1, digest))];
  });
}

const hasBox = ({ checked }: ListItem) => typeof checked === 'boolean';

function itemOf(
  entry: ListItem,
  under: string[],
  parent: string | undefined,
  depth: number,
  digest: Digest,
): WrittenItem {
  const [head, ...rest] = linesOf(entry);
  const words = withoutTicks(head?.text ?? '');
  const match = LEADING.exec(words);
  const marks: string[] = [];
  let title = words.slice(match?.[0].length ?? 0);
  for (let mark = MARK.exec(title); mark; mark = MARK.exec(title)) {
    marks.push(mark[1]!.toLowerCase());
    title = title.slice(mark[0].length);
  }
  const said = (field: (typeof FIELDS)[number][0]) => fieldOf(rest, field).slice(0, MOST);
  const [size] = said('size');
  return {
    id: match?.[1] ?? match?.[2] ?? '',
    title: title.slice(0, LONGEST),
    under,
    depth,
    line: lineOf(entry),
    ...(parent === undefined ? {} : { parent }),
    after: said('after'),
    files: said('files').map(fromRoot),
    claims: said('claims'),
    ...(size === undefined ? {} : { size }),
    flags: [...marks, ...said('flags').map((flag) => flag.toLowerCase())],
    digest: digest([words, ...rest.map(({ text }) => text)].join('\n')),
  };
}

/** A line of an entry, with the code in it: paths are written as code, as Markdown reads `**` as something else. */
interface Line {
  text: string;
  code: string[];
}

/** The entry's own words: its first line, and what is nested in it and is no part of its own. */
function linesOf(entry: ListItem): Line[] {
  return entry.children.flatMap((child) =>
    child.type === 'list' ? child.children.filter((one) => !hasBox(one)).map(lineFor) : [lineFor(child)],
  );
}

function lineFor(node: RootContent): Line {
  return { text: withoutTicks(plain(node)), code: codeIn(node) };
}

function codeIn(node: RootContent): string[] {
  if (node.type === 'inlineCode') return [oneLine(visible(node.value))];
  return 'children' in node ? node.children.flatMap((child) => codeIn(child as RootContent)) : [];
}

function fieldOf(lines: readonly Line[], field: string): string[] {
  const pattern = FIELDS.find(([name]) => name === field)![1];
  return lines.flatMap(({ text, code }) => {
    const match = pattern.exec(text);
    if (!match) return [];
    const all = field === 'files' && code.length > 0 ? code : text.slice(match[0].length).split(/[,;]\s*|\s+/);
    return all
      .map((one) => one.replace(/[.]$/, ''))
      .filter((one) => /[\p{L}\p{N}*]/u.test(one) && one.length <= LONGEST);
  });
}

const fromRoot = (file: string) => file.replace(/^\.\//, '');
