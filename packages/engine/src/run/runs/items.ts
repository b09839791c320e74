import type { Finding } from '@flow/core';
import type { WrittenItem } from '@flow/core/documents';
import type { Each, ItemFact, Phase } from '@flow/core/workflow';
import type { NamedDocument } from '../documents/documents.js';

/** Kinds of items of a phase, from the outermost. */
export type Kinds = readonly (readonly string[])[];

/** The kinds of items that a workflow walks: each with those that are walked within it. */
export function kindsOf(phases: readonly Phase[]): Kinds {
  return phases.flatMap(({ each }) => (each ? chainsOf(each) : []));
}

function chainsOf({ kind, phases }: Each): string[][] {
  const inner = phases.flatMap((phase) => (phase.each ? chainsOf(phase.each) : []));
  return inner.length === 0 ? [[kind]] : inner.map((one) => [kind, ...one]);
}

/** The items of a content, and what is wrong with them, by document. */
export interface ItemsFound {
  items: ItemFact[];
  findings: Readonly<Record<string, readonly Finding[]>>;
}

/**
 * The items that the documents list: entries below a heading that is named as their kind is, `Stories` for `story`; their
 * parts are of the kinds that are walked within it.
 */
export function itemsIn(documents: readonly NamedDocument[], kinds: Kinds, claims: readonly string[]): ItemsFound {
  const listed = documents.flatMap((document) =>
    document.items.flatMap((one) => {
      const kind = kindOf(one, kinds);
      return kind === null ? [] : [{ ...one, kind, document }];
    }),
  );
  const first = new Map<string, Listed>();
  for (const one of listed) if (one.id !== '' && !first.has(one.id)) first.set(one.id, one);
  const circles = circlesOf(first);
  const found = documents.map((document) => {
    const own = listed.filter((one) => one.document === document);
    return [document.name, own.flatMap((one) => faultsOf(one, first, circles, claims))] as const;
  });
  return { items: [...first.values()].map(factOf), findings: Object.fromEntries(found) };
}

type Listed = WrittenItem & { kind: string; document: NamedDocument };

function kindOf({ under, depth }: WrittenItem, kinds: Kinds): string | null {
  const chain = kinds.find(([outer = '']) => under.some((heading) => isNamed(heading, outer)));
  return chain?.[depth] ?? null;
}

/** `story` for `Stories` and `User stories`, `task` for `Tasks`. */
function isNamed(heading: string, kind: string): boolean {
  const plurals = [kind, `${kind}s`, kind.replace(/y$/, 'ies')];
  return plurals.some((one) => heading === one || heading.endsWith(`-${one}`));
}

function factOf(one: Listed): ItemFact {
  const { id, digest, title, kind, parent, after, files, size, flags, claims, under } = one;
  return {
    ...{ id, digest, title, kind, after, files, group: under.join('/') },
    ...(parent === undefined ? {} : { parent }),
    ...(size === undefined ? {} : { size }),
    ...(flags.length === 0 ? {} : { flags }),
    ...(claims.length === 0 ? {} : { claims }),
  };
}

function faultsOf(
  one: Listed,
  first: ReadonlyMap<string, Listed>,
  circles: ReadonlySet<string>,
  known: readonly string[],
): Finding[] {
  const { id, title, line, document, after, claims, files } = one;
  const at = (code: string, args: Finding['args'], level: Finding['level'] = 'block'): Finding => ({
    ...{ code, level, path: document.path },
    args: { line, id, ...args },
  });
  if (id === '') return [at('ITEM_ID_MISSING', { title: title.slice(0, 80) })];
  const other = first.get(id)!;
  if (other !== one) return [at('ITEM_DUPLICATE', { first: `${other.document.path}:${other.line}` })];
  const unknown = after.filter((before) => !first.has(before));
  const circle = circles.has(id) ? after.find((before) => circles.has(before)) : undefined;
  const claimed = claims.filter((claim) => !known.includes(claim));
  return [
    ...(unknown.length > 0 ? [at('ITEM_AFTER_UNKNOWN', { after: unknown })] : []),
    ...(circle === undefined ? [] : [at('ITEM_AFTER_CIRCLE', { after: circle })]),
    ...(claimed.length > 0 ? [at('ITEM_CLAIM_UNKNOWN', { claims: claimed })] : []),
    ...(files.length === 0 ? [at('ITEM_FILES_MISSING', {}, 'warn')] : []),
  ];
}

/** The ids of those that wait for each other. */
function circlesOf(all: ReadonlyMap<string, Listed>): ReadonlySet<string> {
  const left = new Map([...all].map(([id, { after }]) => [id, after.filter((one) => all.has(one))] as const));
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    const awaited = new Set([...left.values()].flat());
    for (const [id, after] of left) if (!awaited.has(id) || !after.some((one) => left.has(one))) left.delete(id);
  }
  return new Set(left.keys());
}
