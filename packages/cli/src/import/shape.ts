import { createHash } from 'node:crypto';
import { getOrMake } from '@flow/core/get-or-make';
import { circlesOf } from '@flow/core/items/circles';
import type { Imported, ImportedItem, Left } from './model.js';

/** An item as it will be written: its id is one of ours, and so are those that it names. */
export interface ShapedItem extends Omit<ImportedItem, 'parent'> {
  id: string;
  /** The items that are a part of it; empty where the workflow knows no parts. */
  parts: ShapedItem[];
}

/**
 * Shapes the work of another tool for a workflow that walks items of one kind, or of one kind within another.
 * @param levels 1 or 2
 * @returns the outermost items in their order, and what had to be said differently
 */
export function shapeItems(
  { items: all, from }: Pick<Imported, 'items' | 'from'>,
  levels: number,
): { items: ShapedItem[]; left: Left[] } {
  const left: Left[] = [];
  const first = new Map<string, ImportedItem>();
  for (const one of all)
    if (!first.has(one.origin)) first.set(one.origin, one);
    else left.push({ ...placeOf(one), what: `${one.origin}: ${one.title}`, why: 'an item of this id stands above' });
  const items = [...first.values()];
  const ids = idsFor(items);
  const known = new Map(items.map((one) => [one.origin, one]));
  const parts = partsOf(items, known, left);
  const found = new Map<string, string[]>();
  const leaves = (origin: string): string[] =>
    getOrMake(found, origin, () => {
      const own = parts.get(origin) ?? [];
      return own.length === 0 ? [origin] : own.flatMap((one) => leaves(one.origin));
    });
  const isWhole = ({ origin }: ImportedItem) => (parts.get(origin) ?? []).length > 0;
  const roots = items.filter((one) => rootOf(one, known, parts) === one);
  const shaped = (one: ImportedItem, after: readonly string[], own: ShapedItem[] = []): ShapedItem => {
    const { parent: _, ...rest } = one;
    const waits = [...new Set(after)].filter((id) => id !== one.origin && known.has(id));
    return { ...rest, id: ids.get(one.origin)!, after: waits.map((id) => ids.get(id)!), parts: own };
  };
  const unknown = items.flatMap((one) => one.after.filter((id) => !known.has(id)).map((id) => ({ one, id })));
  for (const { one, id } of unknown)
    left.push({ path: one.path, line: one.line, what: `${one.origin} after ${id}`, why: 'there is no such work' });

  /** Everything below a whole that is work by itself, with what it waits for: its own and what its wholes wait for. */
  const tasksOf = (whole: ImportedItem, waits: readonly string[]): ShapedItem[] =>
    (parts.get(whole.origin) ?? []).flatMap((one) => {
      if (!isWhole(one)) return [shaped(one, [...waits, ...one.after.flatMap(leaves)])];
      left.push({
        ...placeOf(one),
        what: `${one.origin} has parts of its own`,
        why: 'its parts are listed beside each other',
      });
      if (one.criteria.length > 0)
        left.push({ ...placeOf(one), what: `criteria of ${one.origin}`, why: 'it is no item of its own here' });
      return tasksOf(one, [...waits, ...one.after.flatMap(leaves)]);
    });

  if (levels === 1) {
    const flat = roots.flatMap((root) => {
      if (!isWhole(root)) return [shaped(root, root.after.flatMap(leaves))];
      for (const what of [
        ...root.criteria.map((one) => `criterion: ${one}`),
        ...root.claims.map((one) => `claim ${one}`),
      ])
        left.push({
          ...placeOf(root),
          what: `${root.origin}, ${what}`,
          why: 'here its parts are listed, and not it itself',
        });
      return tasksOf(root, root.after.flatMap(leaves)).map((one) => ({
        ...one,
        notes: [`Of ${root.origin}, ${root.title}`, ...one.notes],
      }));
    });
    return { items: reduced(flat), left };
  }
  const stages = roots.filter(isWhole).map((root) => shaped(root, root.after, tasksOf(root, [])));
  const loose = roots.filter((one) => !isWhole(one)).map((one) => shaped(one, one.after));
  const stagesOfAll = loose.length === 0 ? stages : withLoose(stages, loose, from, ids);
  const waiting = lifted(stagesOfAll);
  if (waiting === null)
    left.push({
      path: from,
      line: 1,
      what: 'stages wait for parts of each other',
      why: 'stages are done one by one: cut them anew',
    });
  return { items: reduced(waiting ?? stagesOfAll), left };
}

const placeOf = ({ path, line }: ImportedItem) => ({ path, line });

/** Puts work that is a part of nothing into a stage: one for all of it, or one for each where one would wait for itself. */
function withLoose(
  stages: ShapedItem[],
  loose: ShapedItem[],
  from: string,
  ids: ReadonlyMap<string, string>,
): ShapedItem[] {
  const taken = new Set(ids.values());
  const free = (wish: string) => {
    let id = wish;
    for (let n = 2; taken.has(id); n++) id = `${wish}-${n}`;
    taken.add(id);
    return id;
  };
  const around = (parts: ShapedItem[], id: string, title: string): ShapedItem => ({
    ...{ ...parts[0]!, id, title, origin: '', parts, after: [], criteria: [], claims: [], notes: [], files: [] },
    ...{ said: 'open', word: '' },
  });
  const one = lifted([
    ...stages,
    around(loose, free('all'), stages.length === 0 ? `All of ${from}` : 'What is a part of nothing'),
  ]);
  if (one !== null) return one;
  return [...stages, ...loose.map((item) => around([item], free(`${item.id}-stage`.slice(0, 38)), item.title))];
}

/**
 * Has each stage wait for the stages that its parts wait for, as stages are done one by one.
 * @returns null where stages would wait for each other
 */
function lifted(stages: readonly ShapedItem[]): ShapedItem[] | null {
  const stageOf = new Map(stages.flatMap((stage) => stage.parts.map((part) => [part.id, stage.id] as const)));
  const waiting = stages.map((stage) => {
    const waits = stage.parts.flatMap(({ after }) => after.map((id) => stageOf.get(id) ?? id));
    return {
      ...stage,
      after: [...new Set([...stage.after.map((id) => stageOf.get(id) ?? id), ...waits])].filter(
        (id) => id !== stage.id,
      ),
    };
  });
  return circlesOf(waiting).size === 0 ? waiting : null;
}

/** Leaves out what an item waits for anyway, as something else that it waits for comes after that. */
function reduced(items: readonly ShapedItem[]): ShapedItem[] {
  const all = items.flatMap((one) => [one, ...one.parts]);
  const after = new Map(all.map((one) => [one.id, new Set(one.after)]));
  const needed = (ids: readonly string[]) => {
    const kept = ids.filter((id) => !ids.some((other) => after.get(other)?.has(id) && !after.get(id)?.has(other)));
    return kept.length === 0 ? [...ids] : kept;
  };
  const mended = (one: ShapedItem): ShapedItem => ({ ...one, after: needed(one.after), parts: one.parts.map(mended) });
  return items.map(mended);
}

/** Finds the outermost whole of an item; the item itself where its wholes run in a circle. */
function rootOf(
  item: ImportedItem,
  known: ReadonlyMap<string, ImportedItem>,
  parts: ReadonlyMap<string, readonly ImportedItem[]>,
): ImportedItem {
  let at = item;
  for (let steps = 0; steps <= known.size; steps++) {
    const above = at.parent === undefined ? undefined : known.get(at.parent);
    if (!above || !parts.get(above.origin)?.includes(at)) return at;
    at = above;
  }
  return item;
}

/** Lists the parts of each whole; a whole that is not there, or that would be a part of itself, is told and left out. */
function partsOf(
  items: readonly ImportedItem[],
  known: ReadonlyMap<string, ImportedItem>,
  left: Left[],
): Map<string, ImportedItem[]> {
  const parts = new Map<string, ImportedItem[]>();
  for (const one of items) {
    if (one.parent === undefined) continue;
    const seen = new Set([one.origin]);
    let above = known.get(one.parent);
    while (above && !seen.has(above.origin)) {
      seen.add(above.origin);
      above = above.parent === undefined ? undefined : known.get(above.parent);
    }
    if (above || !known.has(one.parent)) {
      const why = above ? 'they are parts of each other' : 'there is no such work';
      left.push({ path: one.path, line: one.line, what: `${one.origin} as a part of ${one.parent}`, why });
    } else parts.set(one.parent, [...(parts.get(one.parent) ?? []), one]);
  }
  return parts;
}

/** Gives each item an id that documents can hold: its own where that can stand there, else one made of its name. */
export function idsFor(items: readonly Pick<ImportedItem, 'origin'>[]): Map<string, string> {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  for (const { origin } of items) {
    const isFit = /^[a-z\d](?:[\w.-]{0,36}\w)?$/i.test(origin) && !taken.has(origin);
    if (isFit) {
      ids.set(origin, origin);
      taken.add(origin);
    }
  }
  for (const { origin } of items) {
    if (ids.has(origin)) continue;
    // Made of the name alone: what else is imported with it changes nothing.
    let id = `I${createHash('sha256').update(origin).digest('hex').slice(0, 6)}`;
    while (taken.has(id)) id = `${id}x`;
    ids.set(origin, id);
    taken.add(id);
  }
  return ids;
}
