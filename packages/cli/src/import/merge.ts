import { allOf, areSame, linesOf, type Node, saidBy, textOf, treeOf } from './tree.js';

/** A conflict is a place where the document and the other tool both changed, and not to the same. */
export interface Conflict {
  /** The id of the item or the claim that it is in, or the words of the line. */
  of: string;
  /** What the document says; empty where it was taken out. */
  here: string;
  /** What the other tool says now; empty where it was taken out. */
  there: string;
  why: string;
}

/** What became of a document in which people, and the tool that it came from, both worked on. */
export interface Merged {
  text: string;
  /** Lines of the other tool that came in, or went, since the last import. */
  carried: number;
  /** Lines in which the document differs from what was imported, and that stay. */
  kept: number;
  conflicts: Conflict[];
}

/** Whose words stand where both changed. */
export type Side = 'document' | 'source';

/** `three` are the versions of what stands in one place: as imported last, as the document has it, as it would be imported now. */
type Three = Record<'base' | 'mine' | 'theirs', readonly Node[]>;

/**
 * Merges what another tool says now into a document that somebody has edited since the last import. What only one of both changed
 * is as that one has it; what both changed stays as the document has it, and is told.
 * @param base what the last import wrote; empty where nobody knows
 * @param side whose words stand where both changed
 */
export function mergeDocument(
  { base, mine, theirs }: Record<'base' | 'mine' | 'theirs', string>,
  { isYaml = false, side = 'document' as Side } = {},
): Merged {
  const trees = { base: treeOf(base, isYaml), mine: treeOf(mine, isYaml), theirs: treeOf(theirs, isYaml) };
  const leaving = new Set(leavingIn(trees));
  const merge = new Merge(
    allOf(trees.mine).flatMap(({ id }) => (id !== undefined && !leaving.has(id) ? [id] : [])),
    side,
  );
  const merged = textOf(merge.of(trees, ''));
  const text = mine.endsWith('\n') && !merged.endsWith('\n') ? `${merged}\n` : merged;
  return { text, carried: merge.carried, kept: merge.kept, conflicts: merge.conflicts };
}

class Merge {
  carried = 0;
  kept = 0;
  readonly conflicts: Conflict[] = [];
  /** Ids that the document has: what came to stand elsewhere in it is not written a second time. */
  readonly #ids: ReadonlySet<string>;
  readonly #side: Side;

  constructor(ids: readonly string[], side: Side) {
    this.#ids = new Set(ids);
    this.#side = side;
  }

  /** @param within the id of what they are below */
  of({ base, mine, theirs }: Three, within: string): Node[] {
    const was = byKey(base);
    const is = byKey(theirs);
    const merged: Node[] = [];
    for (const one of mine) {
      const [before, now] = [was.get(one.key), is.get(one.key)];
      if (now) merged.push(this.#both(before, one, now, within));
      else if (this.#staysHere(before, one, within)) merged.push(one);
      else if (merged.length > 0) endWith(merged.at(-1)!, endOf(one));
    }
    const here = new Set(mine.map(({ key }) => key));
    let ahead: Node | undefined;
    for (const one of theirs) {
      const isNew = !here.has(one.key) && this.#comesIn(was.get(one.key), one, within);
      const coming = isNew ? this.#without(one) : null;
      if (coming) insert(merged, coming, ahead);
      if (coming || here.has(one.key)) ahead = one;
    }
    return merged;
  }

  /** What stands in both: its own line, then all that is below it. */
  #both(before: Node | undefined, one: Node, now: Node, within: string): Node {
    const of = one.id ?? within;
    const [was, here, there] = [before && saidBy(before), saidBy(one), saidBy(now)];
    let lines = one.lines;
    if (here !== there) {
      if (here === was) {
        this.carried++;
        lines = now.lines;
      } else if (there === was) this.kept++;
      else if (this.#conflict(of, alone(one), alone(now), was === undefined ? 'both have it new' : 'both changed it'))
        lines = now.lines;
    }
    const below = this.of({ base: before?.below ?? [], mine: one.below, theirs: now.below }, of);
    return { ...one, lines: spaced(lines, one.lines), below };
  }

  /** Tells whether that stays which the other tool does not have, or has no more. */
  #staysHere(before: Node | undefined, one: Node, within: string): boolean {
    const count = linesOf([one]).filter(isSaid).length;
    if (!before) this.kept += count;
    else if (areSame(before, one)) this.carried += count;
    else return !this.#conflict(one.id ?? within, one, undefined, 'it was taken out there, and changed here');
    return !before;
  }

  /** Tells whether that comes in which the document does not have, or has no more. */
  #comesIn(before: Node | undefined, one: Node, within: string): boolean {
    if (before && areSame(before, one)) {
      this.kept++;
      return false;
    }
    if (before) return this.#conflict(one.id ?? within, undefined, one, 'it was taken out here, and changed there');
    this.carried += linesOf([one]).filter(isSaid).length;
    return true;
  }

  /** Leaves out what the document has elsewhere. */
  #without(one: Node): Node | null {
    if (one.id !== undefined && this.#ids.has(one.id)) {
      this.#tell({ of: one.id, here: 'it stands elsewhere', there: saidBy(one), why: 'it was moved there' });
      return null;
    }
    return { ...one, below: one.below.flatMap((part) => this.#without(part) ?? []) };
  }

  /** Tells of a conflict; true where the words of the other tool stand. */
  #conflict(of: string, here: Node | undefined, there: Node | undefined, why: string): boolean {
    const words = (node: Node | undefined) => (node ? linesOf([node]).filter(isSaid).join(' ') : '');
    this.#tell({ of, here: words(here), there: words(there), why });
    return this.#side === 'source';
  }

  #tell(one: Conflict): void {
    if (!this.conflicts.some(({ of, there }) => of === one.of && there === one.there)) this.conflicts.push(one);
  }
}

/**
 * Writes a node behind the one that it stands behind there, else in front of all.
 * @param ahead the nearest one ahead of it there that the document has
 */
function insert(merged: Node[], coming: Node, ahead: Node | undefined): void {
  const at = ahead === undefined ? -1 : merged.findLastIndex(({ key }) => key === ahead.key);
  const last = merged[at];
  // Empty lines are as they are there.
  if (ahead && last && at === merged.length - 1) endWith(last, endOf(ahead));
  merged.splice(at + 1, 0, coming);
}

/** Lists the ids that leave their places, as the other tool has no such thing there any more and nobody changed it here. */
function leavingIn({ base, mine, theirs }: Three): string[] {
  const [was, is] = [byKey(base), byKey(theirs)];
  return mine.flatMap((one) => {
    const [before, now] = [was.get(one.key), is.get(one.key)];
    if (now) return leavingIn({ base: before?.below ?? [], mine: one.below, theirs: now.below });
    return before && areSame(before, one) ? allOf([one]).flatMap(({ id }) => id ?? []) : [];
  });
}

/** A node without what is below it, which is merged by itself. */
const alone = (node: Node): Node => ({ ...node, below: [] });

const byKey = (nodes: readonly Node[]) => new Map(nodes.map((one) => [one.key, one]));

const isSaid = (line: string) => line.trim() !== '';

/** Lines with as many empty ones behind them as there were. */
const spaced = (lines: readonly string[], like: readonly string[]): string[] => [
  ...lines.slice(0, lines.findLastIndex(isSaid) + 1),
  ...like.slice(like.findLastIndex(isSaid) + 1),
];

/** The node whose lines end another one. */
const tailOf = (node: Node): Node => (node.below.length === 0 ? node : tailOf(node.below.at(-1)!));

/** The empty lines at the end of a node. */
const endOf = (node: Node): string[] => {
  const { lines } = tailOf(node);
  return lines.slice(lines.findLastIndex(isSaid) + 1);
};

/** Gives a node other empty lines at its end. */
function endWith(node: Node, empty: readonly string[]): void {
  const tail = tailOf(node);
  tail.lines = [...tail.lines.slice(0, tail.lines.findLastIndex(isSaid) + 1), ...empty];
}
