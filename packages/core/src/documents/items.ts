import type { List, ListItem } from 'mdast';
import type { Digest } from './digest.js';
import type { WrittenItem } from './document.js';
import { FIELDS_WITH_ENTRIES, fieldsOf, isField } from './item-fields.js';
import { hasBox, isTick, linesOf, signOf } from './item-lines.js';
import { lineOf, type Outline } from './outline.js';
import { CLAIM_SECTIONS, isProgress, slugOf } from './sections.js';
import { plain, withoutTicks } from './text.js';

/**
 * (1) an id that is set off (`S1:`, `[S1]`, `login -`), or (2) one with a number in it, as people number tasks (`1.3 `,
 * `T-04 `). What follows are its words.
 */
const LEADING =
  /^(?:\[?([a-z\d](?:[\w.-]{0,38}[\w-])?)(?:\]|:|\s+[-–—])(?:\s+|$)[:–—-]?\s*|((?=[a-z._-]*\d)[a-z\d](?:[\w.-]{0,38}[\w])?)[.)]?(?:\s+|$))/i;

/** A flag as it is written at the head of a title: `1.4 [VERIFY] Quality`. */
const MARK = /^\[([a-z][a-z0-9-]{0,39})\]\s*/i;

const LONGEST = 200;

/**
 * Returns the pieces of work that a document lists: entries with a box below any heading that is neither about claims
 * nor about progress. What is nested in one without a box belongs to its words, with a box it is a part of it; the
 * entries of a field, such as criteria, are no items, boxes or not.
 */
export function itemsOf({ blocks }: Outline, digest: Digest): WrittenItem[] {
  return blocks.flatMap(({ node, under, key }) => {
    if (node.type !== 'list' || isProgress(key) || CLAIM_SECTIONS.has(key ?? '')) return [];
    const named = under.flatMap(({ text, line }) => (slugOf(text) === '' ? [] : [{ slug: slugOf(text), line }]));
    return entriesOf(node, named, undefined, 0, digest);
  });
}

/** A heading that an entry stands under. */
interface Heading {
  slug: string;
  line: number;
}

function entriesOf(
  list: List,
  under: readonly Heading[],
  parent: string | undefined,
  depth: number,
  digest: Digest,
): WrittenItem[] {
  return list.children.flatMap((entry) => {
    const parts = entry.children.filter((child) => child.type === 'list');
    if (!hasBox(entry)) {
      if (depth > 0 && FIELDS_WITH_ENTRIES.test(headOf(entry))) return [];
      return parts.flatMap((part) => entriesOf(part, under, parent, depth, digest));
    }
    const item = itemOf(entry, under, parent, depth, digest);
    return [item, ...parts.flatMap((part) => entriesOf(part, under, item.id, depth + 1, digest))];
  });
}

const headOf = ({ children: [first] }: ListItem) => (first?.type === 'paragraph' ? plain(first) : '');

/** Returns the id that an entry writes in front of its words; '' where it writes none. */
export function itemIdOf(entry: ListItem): string {
  const match = LEADING.exec(withoutTicks(linesOf(entry).head[0]?.text ?? ''));
  return match?.[1] ?? match?.[2] ?? '';
}

function itemOf(
  entry: ListItem,
  under: readonly Heading[],
  parent: string | undefined,
  depth: number,
  digest: Digest,
): WrittenItem {
  const { head, rest } = linesOf(entry);
  const more = head.findIndex((line, at) => at > 0 && isField(line));
  const titled = more < 0 ? head : head.slice(0, more);
  const words = withoutTicks(titled.map(({ text }) => text).join(' '));
  const match = LEADING.exec(words);
  const marks: string[] = [];
  let title = words.slice(match?.[0].length ?? 0);
  for (let mark = MARK.exec(title); mark; mark = MARK.exec(title)) {
    marks.push(mark[1]!.toLowerCase());
    title = title.slice(mark[0].length);
  }
  const { flags, parent: named, faults, ...fields } = fieldsOf([...head.slice(titled.length), ...rest]);
  const partOf = parent ?? named;
  return {
    id: match?.[1] ?? match?.[2] ?? '',
    title: title.slice(0, LONGEST),
    under: under.map(({ slug }) => slug),
    headings: under.map(({ line: at }) => at),
    depth,
    line: lineOf(entry),
    ...(partOf === undefined ? {} : { parent: partOf }),
    ...fields,
    flags: [...new Set([...marks, ...flags])],
    ...(isTick(signOf(entry)) ? { ticked: true } : {}),
    ...(faults.length === 0 ? {} : { faults }),
    digest: digest(wordsOf(entry).join('\n')),
  };
}

/** Returns all words of an entry that are its own, without ticks and layout. */
function wordsOf(entry: ListItem): string[] {
  return entry.children.flatMap((child) =>
    child.type === 'list'
      ? child.children.filter((one) => !hasBox(one)).map((one) => withoutTicks(plain(one)))
      : [withoutTicks(plain(child))],
  );
}
