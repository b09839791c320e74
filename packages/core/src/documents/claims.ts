import type { List, ListItem, Nodes, RootContent, Table, TableRow } from 'mdast';
import { type ClaimId, definedIn, idOf, leadingClaimId, readClaimId, unlikeId } from './claim-id.js';
import type { Digest } from './digest.js';
import type { Claim, ClaimKind } from './document.js';
import { type Block, lineOf, type Outline } from './outline.js';
import { CLAIM_SECTIONS, isProgress } from './sections.js';
import { isPlaceholder, noneReason, plain, plainLines, visible, withoutBoxes, withoutTicks } from './text.js';

/** A claim and where its text may be edited. */
export interface FoundClaim extends Claim {
  /** What it stands on; the contract says the claim in its place. */
  node: Item;
  /** Nodes that only continue it. */
  more: RootContent[];
  /** No id is written; the one it has is what should be written. */
  derived: boolean;
  /** What it begins with in place of an id, where that looks like one. */
  unlike?: string;
  /** The canonical key of the section it stands in, if that is one for claims. */
  section: string | undefined;
  /** The list item whose box is ticked. */
  item?: ListItem;
}

export type Item = RootContent | ListItem | TableRow;

/** An empty claim tells what stands where a claim is expected and is none: without words. */
export interface EmptyClaim {
  line: number;
  section: string;
}

export interface Claims {
  claims: FoundClaim[];
  empty: EmptyClaim[];
  /** Ids that are written a second time where claims are defined, as they stand there. */
  duplicates: { id: string; line: number; first: number }[];
  /** What stands above or before a claim as its id and is none, so that no claim is read there. */
  unlike: { unlike: string; line: number; kind: ClaimKind }[];
  /**
   * Ids that nothing defines, under a heading about progress or in the middle of something else: claims that nobody would
   * hold.
   */
  lost: { id: string; line: number; where: 'progress' | 'words' }[];
  /** The reason that a section gives for having no claims, by section; empty when "none" stands there without one. */
  none: Map<string, { line: number; reason: string }>;
}

interface Candidate {
  node: Item;
  more: RootContent[];
  line: number;
  section: string | undefined;
  given: (ClaimId & { rest: string }) | undefined;
  text: string;
  item?: ListItem;
}

const KIND_OF: Record<string, ClaimKind> = {
  'must-do': 'do',
  'must-not': 'not',
  invariants: 'invariant',
  prohibitions: 'prohibition',
  boundaries: 'boundary',
};

/** The section that a kind of claim belongs to. */
export const SECTION_OF: Record<ClaimKind, string> = {
  do: 'must-do',
  not: 'must-not',
  invariant: 'invariants',
  prohibition: 'prohibitions',
  boundary: 'boundaries',
};

const GUARD = /\s*[([](?:guard|refactor(?:ing)?)[)\]]\s*/gi;

/**
 * Returns the claims of a spec: list items of the claim sections, and whatever begins with an id elsewhere (headings
 * with what stands below them, table rows, paragraphs). An id outside the claim sections is a reference where a claim
 * section defines it. A claim without id gets the next free one of its section, the same that `addIds` writes.
 */
export function claimsOf({ blocks }: Outline, digest: Digest): Claims {
  const none: Claims['none'] = new Map();
  const candidates = candidatesOf(blocks, none);
  const defined = new Set(candidates.flatMap(({ section, given }) => (section && given ? [given.id] : [])));
  const kept = candidates.filter(({ section, given }) => section || (given && !defined.has(given.id)));

  const ids = new Set(kept.flatMap(({ given }) => (given ? [given.id] : [])));
  const later = candidatesOf(blocks, new Map(), true).flatMap(({ given, line }) =>
    given ? [{ ...given, line, where: 'progress' as const }] : [],
  );
  const lost = [...folded(blocks), ...later]
    .filter(({ id }) => !ids.has(id))
    .map(({ written, line, where }) => ({ id: written, line, where }));

  const last = new Map<ClaimKind, number>();
  for (const { given } of kept) if (given) last.set(given.kind, Math.max(last.get(given.kind) ?? 0, given.number));

  const unlike = unlikeIn(blocks);
  const claims: FoundClaim[] = [];
  const empty: EmptyClaim[] = [];
  const duplicates: Claims['duplicates'] = [];
  const lines = new Map<string, number>();
  for (const { node, more, line, section, given, text, item } of kept) {
    const words = given ? withoutBoxes(given.rest) : text;
    if (isPlaceholder(words.replace(GUARD, ' '))) {
      if (given || words !== '') empty.push({ line, section: section ?? SECTION_OF[given!.kind] });
      if (!given) continue;
    }
    const kind = given?.kind ?? KIND_OF[section!]!;
    if (!given) last.set(kind, (last.get(kind) ?? 0) + 1);
    const id = given?.id ?? idOf(kind, last.get(kind)!);
    const first = lines.get(id);
    if (first !== undefined) duplicates.push({ id: given?.written ?? id, line, first });
    else lines.set(id, line);
    const guard = kind === 'not' || kind === 'prohibition' || words.search(GUARD) >= 0;
    const expect = guard ? 'guard' : 'red';
    const claim = isPlaceholder(words)
      ? ''
      : words
          .replace(GUARD, ' ')
          .replace(/^\s*[:.–—-]+\s/, '')
          .replace(/ +([.,;:])/g, '$1')
          .trim();
    claims.push({
      id,
      text: claim,
      expect,
      kind,
      line,
      digest: digest(`${id}\n${expect}\n${claim}`),
      ...(given === undefined || given.written === id ? {} : { written: given.written }),
      node,
      more,
      derived: !given,
      section,
      ...(given || unlikeId(text) === undefined ? {} : { unlike: unlikeId(text)! }),
      ...(item ? { item } : {}),
    });
  }
  return { claims, empty, duplicates, unlike, lost, none };
}

/** Headings and paragraphs of the claim sections that begin with what looks like an id: only items are read without one. */
function unlikeIn(blocks: Block[]): Claims['unlike'] {
  return blocks.flatMap(({ node, key, title }) => {
    const kind = KIND_OF[key ?? ''];
    const text = title?.text ?? (node.type === 'paragraph' ? withoutTicks(plain(node)) : '');
    const unlike = kind && unlikeId(text);
    return unlike ? [{ unlike, line: lineOf(node), kind }] : [];
  });
}

/** Tells what begins like a claim where none is read: in the words of another one, in a quotation or a note. Code is none. */
function folded(blocks: Block[]) {
  const sections = blocks.filter(({ key, title }) => key && CLAIM_SECTIONS.has(key) && !title);
  return sections.flatMap(({ node }) => {
    return leavesOf(node).flatMap((leaf) =>
      plainLines(leaf).flatMap((text, index) =>
        definedIn(text).map((one) => ({ ...one, line: lineOf(leaf) + index, where: 'words' as const })),
      ),
    );
  });
}

/** Returns the paragraphs and cells of a block. */
function leavesOf(node: Nodes): Nodes[] {
  if (node.type === 'paragraph' || node.type === 'tableCell') return [node];
  return 'children' in node ? node.children.flatMap(leavesOf) : [];
}

/** Tells what may be a claim, in the contract or, when asked for, among the notes on progress. */
function candidatesOf(blocks: Block[], none: Claims['none'], progress = false): Candidate[] {
  const found: Candidate[] = [];
  for (let index = 0; index < blocks.length; index++) {
    const { node, key, title } = blocks[index]!;
    if (isProgress(key) !== progress) continue;
    const section = key && CLAIM_SECTIONS.has(key) ? key : undefined;
    if (title) {
      const given = leadingClaimId(title.text);
      if (!given) continue;
      const more = bodyBelow(blocks, index);
      index += more.length;
      const text = [given.rest, ...more.map((block) => withoutTicks(plain(block)))].filter((words) => !isEmpty(words));
      found.push({ node, more, line: lineOf(node), section, given: { ...given, rest: text.join(' ') }, text: '' });
    } else if (node.type === 'list') {
      found.push(...fromList(node, section, none));
    } else if (node.type === 'table') {
      found.push(...fromTable(node, section));
    } else if (node.type === 'paragraph' || node.type === 'html') {
      const text = withoutTicks(plain(node));
      if (leadingClaimId(text)) found.push(...fromParagraph(node, section));
      else if (section && noneReason(text) !== undefined)
        none.set(section, { line: lineOf(node), reason: noneReason(text)! });
    }
  }
  return found;
}

function isEmpty(words: string): boolean {
  return words === '' || isPlaceholder(words);
}

/** Tells what stands below a heading that is a claim, up to the next claim or heading that is not deeper. */
function bodyBelow(blocks: Block[], index: number): RootContent[] {
  const { title } = blocks[index]!;
  const body: RootContent[] = [];
  for (const { node, title: next, key } of blocks.slice(index + 1)) {
    if (isProgress(key) || (next && (next.depth <= title!.depth || leadingClaimId(next.text)))) break;
    if (hasClaims(node)) break;
    body.push(node);
  }
  return body;
}

/** Tells whether a block has claims of its own: items, rows or a paragraph that begin with an id. */
function hasClaims(node: RootContent): boolean {
  if (node.type === 'list') return node.children.some((item) => idOfItem(item) || item.children.some(hasClaims));
  if (node.type === 'table') return node.children.some((row) => readClaimId(cellOf(row, 0)));
  return node.type === 'paragraph' && leadingClaimId(withoutTicks(plain(node))) !== undefined;
}

function idOfItem(item: ListItem): ClaimId | undefined {
  const words = item.children.map((child) => (child.type === 'list' ? '' : withoutTicks(plain(child))));
  return leadingClaimId(words.find((text) => text !== '') ?? '');
}

/** Returns the item's words without nested lists that have claims of their own. */
function ownText(item: ListItem): string {
  return withoutTicks(
    item.children
      .filter((child) => child.type !== 'list' || !hasClaims(child))
      .map((child) => withoutTicks(plain(child)))
      .filter(Boolean)
      .join(' '),
  );
}

function fromList(list: List, section: string | undefined, none: Claims['none']): Candidate[] {
  return list.children.flatMap((item) => {
    const text = ownText(item);
    const given = leadingClaimId(text);
    const inner = item.children.filter((child) => child.type === 'list').filter(hasClaims);
    const nested = inner.flatMap((child) => fromList(child, section, none));
    // A bullet that only groups others has no claim of its own.
    if (!given && (!section || inner.length > 0)) return nested;
    const reason = given ? undefined : noneReason(text);
    if (section && reason !== undefined) {
      none.set(section, { line: lineOf(item), reason });
      return nested;
    }
    return [{ node: item, more: [], line: lineOf(item), section, given, text, item }, ...nested];
  });
}

/** A paragraph that begins with an id; every line of it that does, too, is a claim of its own. */
function fromParagraph(node: RootContent, section: string | undefined): Candidate[] {
  const found: Candidate[] = [];
  for (const [index, line] of plainLines(node).entries()) {
    const text = withoutTicks(line);
    const given = leadingClaimId(text);
    const last = found.at(-1)?.given;
    if (given) found.push({ node, more: [], line: lineOf(node) + index, section, given, text: '' });
    else if (last) last.rest = `${last.rest} ${text}`.trim();
  }
  return found;
}

/** Columns that say how far a claim is, not what it is. */
const PROGRESS_COLUMN = /^(?:status|state|done|tests?|evidence|proof|result|verified|checked|passed|progress|✓|✔|✅)$/i;
const ID_COLUMN = /^(?:id|claim id|rule id|#|no\.?|nr\.?)$/i;

function cellOf(row: TableRow, index: number): string {
  const cell = row.children[index];
  return cell ? withoutTicks(plain(cell)) : '';
}

function fromTable(table: Table, section: string | undefined): Candidate[] {
  const [head, ...rows] = table.children;
  if (!head) return [];
  const columns = head.children.map((cell) => plain(cell));
  const ids = columns.findIndex(
    (name, index) => ID_COLUMN.test(name) || rows.some((row) => readClaimId(cellOf(row, index))),
  );
  return rows.flatMap((row): Candidate[] => {
    const id = ids >= 0 ? readClaimId(cellOf(row, ids)) : undefined;
    const text = row.children
      .map((_, index) => (index === ids || PROGRESS_COLUMN.test(columns[index] ?? '') ? '' : cellOf(row, index)))
      .filter(Boolean)
      .join(' | ');
    const given = id ? { ...id, rest: text } : leadingClaimId(text);
    if (!given && !section) return [];
    return [{ node: row, more: [], line: lineOf(row), section, given, text }];
  });
}

/** Returns the canonical line of a claim in the contract. */
export function claimLine({ id, expect, text }: Claim): string {
  return visible(`${id} (${expect}): ${text}`);
}
