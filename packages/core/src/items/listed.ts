import type { DocumentFact, WrittenItem } from '../documents/document.js';
import type { Finding } from '../finding.js';
import type { ItemFact } from '../workflow/facts.js';
import type { Each, Phase } from '../workflow/model.js';
import { circlesOf } from './circles.js';
import { TOPIC } from './topics.js';

/** `Kinds` lists the kinds of items of a phase, from the outermost. */
export type Kinds = readonly (readonly string[])[];

/**
 * Returns the kinds of items that a workflow walks: each with those that are walked within it. Topics are asked for
 * without a walk, too.
 */
export function kindsOf(phases: readonly Phase[]): Kinds {
  const walked = phases.flatMap(({ each }) => (each ? chainsOf(each) : []));
  const isResearched = phases.some(({ exit }) => exit.some(({ check }) => check === 'gathered'));
  return isResearched && !walked.some((chain) => chain.includes(TOPIC)) ? [...walked, [TOPIC]] : walked;
}

function chainsOf({ kind, phases }: Each): string[][] {
  const inner = phases.flatMap((phase) => (phase.each ? chainsOf(phase.each) : []));
  return inner.length === 0 ? [[kind]] : inner.map((one) => [kind, ...one]);
}

/** A document under the name that its workflow gives it. */
export type ListingDocument = Pick<DocumentFact, 'path' | 'items'> & {
  name: string;
  /** The folder in which each of its items has a file of its own, where it names none. */
  parts?: string;
};

/** The items of a content, and what is wrong with them, by document. */
export interface ItemsFound {
  items: ItemFact[];
  findings: Readonly<Record<string, readonly Finding[]>>;
}

/**
 * Returns the items that the documents list: entries below a heading that is named as their kind is, `Stories` for
 * `story`; their parts are of the kinds that are walked within it. Parts that stand in a list of their own, `Tasks`
 * beside `Stages`, name what they are a part of.
 * @param added ids of items that were added on the way: those may be waited for
 */
export function itemsIn(
  documents: readonly ListingDocument[],
  kinds: Kinds,
  claims: readonly string[],
  added: readonly string[] = [],
): ItemsFound {
  const listed = documents.flatMap((document) =>
    document.items.flatMap((one) => {
      const place = placeOf(one, kinds);
      return place === null ? [] : [{ ...one, ...place, ...filesOf(one, place, document), document }];
    }),
  );
  const first = new Map<string, Listed>();
  for (const one of listed) if (one.id !== '' && !first.has(one.id)) first.set(one.id, one);
  const circles = circlesOf([...first.values()]);
  const found = documents.map((document) => {
    const own = listed.filter((one) => one.document === document);
    return [
      document.name,
      [...repeatedHeadings(own), ...own.flatMap((one) => faultsOf(one, first, circles, claims, added))],
    ] as const;
  });
  return { items: [...first.values()].map(factOf), findings: Object.fromEntries(found) };
}

/** Returns the files of a topic that names none: its part of the research. */
function filesOf({ id, files }: WrittenItem, { kind }: Placed, { parts }: ListingDocument): { files: string[] } {
  return {
    files: files.length === 0 && parts !== undefined && kind === TOPIC && id !== '' ? [`${parts}/${id}.md`] : files,
  };
}

type Listed = WrittenItem & Placed & { document: ListingDocument };

/** Where an entry is walked. */
interface Placed {
  kind: string;
  /** The kind of what it has to be a part of; null where it stands by itself, or in what it is a part of. */
  within: string | null;
  /** What a split made of an item: it is worked on as a fix is, before the whole is tried. */
  part?: true;
}

/**
 * Finds the kind of an entry, and the kind of what it has to be a part of; null where no workflow walks it.
 */
function placeOf({ under, depth, flags }: WrittenItem, kinds: Kinds): Placed | null {
  const outer = kinds.find(([kind = '']) => under.some((heading) => isNamed(heading, kind)));
  if (outer?.[depth] !== undefined) return { kind: outer[depth], within: outer[depth - 1] ?? null };
  if (outer) return flags.includes(PART) ? { kind: 'fix', within: null, part: true } : null;
  for (const chain of kinds) {
    const at = chain.findIndex((kind, place) => place > 0 && under.some((heading) => isNamed(heading, kind)));
    const kind = at < 0 ? undefined : chain[at + depth];
    if (kind !== undefined) return { kind, within: chain[at + depth - 1]! };
  }
  return null;
}

/** The mark of an entry that a split has written: `- [ ] S1.1 [PART] Title`. */
const PART = 'part';

/** Tells whether a heading names a kind: `story` for `Stories` and `User stories`, `task` for `Tasks`. */
export function isNamed(heading: string, kind: string): boolean {
  const plurals = [kind, `${kind}s`, kind.replace(/y$/, 'ies')];
  return plurals.some((one) => heading === one || heading.endsWith(`-${one}`));
}

function factOf(one: Listed): ItemFact {
  const { id, digest, title, kind, parent, after, files, size, flags, claims, under } = one;
  const { verify, commit, risk, criteria, testsOff, part } = one;
  return {
    ...{ id, digest, title, kind, after, files, group: under.join('/') },
    ...(parent === undefined ? {} : { parent }),
    ...(size === undefined ? {} : { size }),
    ...(flags.length === 0 ? {} : { flags }),
    ...(claims.length === 0 ? {} : { claims }),
    ...(verify === undefined ? {} : { verify }),
    ...(commit === undefined ? {} : { commit }),
    ...(risk === undefined ? {} : { risk }),
    ...(criteria === undefined ? {} : { criteria }),
    ...(testsOff === undefined ? {} : { testsOff }),
    ...(part ? { part } : {}),
  };
}

function faultsOf(
  one: Listed,
  first: ReadonlyMap<string, Listed>,
  circles: ReadonlyMap<string, string>,
  known: readonly string[],
  added: readonly string[],
): Finding[] {
  const { id, title, line, document, after, claims, files, parent, within, faults = [] } = one;
  const at = (code: string, args: Finding['args'], level: Finding['level'] = 'block'): Finding => ({
    ...{ code, level, path: document.path },
    args: { line, id, ...args },
  });
  if (id === '') return [at('ITEM_ID_MISSING', { title: title.slice(0, 80) })];
  const other = first.get(id)!;
  if (other !== one) return [at('ITEM_DUPLICATE', { first: `${other.document.path}:${other.line}` })];
  const unknown = after.filter((before) => !first.has(before) && !added.includes(before));
  const circle = circles.get(id);
  const claimed = claims.filter((claim) => !known.includes(claim));
  const isPart = one.part === true || (parent !== undefined && first.get(parent)?.kind === within);
  return [
    ...(title === '' ? [at('ITEM_TITLE_MISSING', {})] : []),
    ...faults.map((fault) => at(fault.code, { ...fault.args, line: fault.line })),
    ...(within !== null && parent === undefined ? [at('ITEM_PARENT_MISSING', { kind: within })] : []),
    ...(parent && !isPart ? [at('ITEM_PARENT_UNKNOWN', { parent, kind: within ?? '' })] : []),
    ...(unknown.length > 0 ? [at('ITEM_AFTER_UNKNOWN', { after: unknown })] : []),
    ...(circle === undefined ? [] : [at('ITEM_AFTER_CIRCLE', { after: circle })]),
    ...(claimed.length > 0 ? [at('ITEM_CLAIM_UNKNOWN', { claims: claimed })] : []),
    ...(files.length === 0 ? [at('ITEM_FILES_MISSING', {}, 'warn')] : []),
  ];
}

/** Headings with items below them that stand twice at one place: whoever reads one of them misses the other (R75). */
function repeatedHeadings(items: readonly Listed[]): Finding[] {
  const lines = new Map<string, number>();
  const told = new Map<string, Finding>();
  for (const { under, headings = [], document } of items) {
    for (const [depth, line] of headings.entries()) {
      const place = under.slice(0, depth + 1).join('/');
      const first = lines.get(place) ?? line;
      lines.set(place, first);
      if (first === line || told.has(`${place} ${line}`)) continue;
      const args = { line, heading: under[depth]!, first };
      told.set(`${place} ${line}`, { code: 'HEADING_REPEATED', level: 'block', path: document.path, args });
    }
  }
  return [...told.values()];
}
