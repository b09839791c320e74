import { oneLine } from '@flow/core/documents/text';

/** A node is a line of a document that has a meaning of its own, with the lines that belong to it and what stands below it. */
export interface Node {
  /** The name by which the same node is known in another version, unique among its siblings: an id, a field, or its words. */
  key: string;
  /** The id of an item or a claim, which is unique in the whole document. */
  id?: string;
  lines: string[];
  below: Node[];
}

/** A node while it is read: `depth` is how far it stands in; what stands further in is below it. */
interface Open {
  depth: number;
  node: Node;
  /** How often each name was taken below it. */
  taken: Map<string, number>;
}

/** The depth of what stands in no heading's line: headings have 1 to 6. */
const BODY = 10;

const FENCE = /^\s*(?:```|~~~)/;
const BULLET = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+(.*)$/;
/** (1) a box, (2) an id or the name of a field, (3) what stands behind its colon. */
const NAMED =
  /^(\[[^\]]\]\s+)?[*_]{0,2}([A-Za-z\d][\w.-]{0,40})[*_]{0,2}(?:\s*\((?:guard|refactor(?:ing)?)\))?\s*:(?=\s|$)\s*(.*)$/;

/**
 * Reads a document as a tree of its lines: headings, entries and what they say of themselves, paragraphs. Nothing is lost:
 * {@link textOf} gives the same lines back.
 * @param isYaml the document is a map of tests: what stands further in belongs to what stands above
 */
export function treeOf(text: string, isYaml: boolean): Node[] {
  const root: Node = { key: '', lines: [], below: [] };
  const open: Open[] = [{ depth: 0, node: root, taken: new Map() }];
  let isFenced = false;
  let isAfterBlank = true;
  const last = () => open.at(-1)!;
  const put = (depth: number, line: string, named: Pick<Node, 'key' | 'id'>) => {
    while (open.length > 1 && last().depth >= depth) open.pop();
    const { node: above, taken } = last();
    // A name that another sibling has is no name: then the place among them is.
    const n = (taken.get(named.key) ?? 0) + 1;
    taken.set(named.key, n);
    const node: Node = { ...named, key: n === 1 ? named.key : `${named.key} (${n})`, lines: [line], below: [] };
    above.below.push(node);
    open.push({ depth, node, taken: new Map() });
  };
  for (const line of text.split('\n')) {
    const isFence = FENCE.test(line);
    if (isFenced || line.trim() === '') last().node.lines.push(line);
    else {
      const indent = /^\s*/.exec(line)![0].length;
      const heading = isYaml ? null : /^(#{1,6})\s+(.*)$/.exec(line);
      const bullet = BULLET.exec(line);
      if (heading) put(heading[1]!.length, line, { key: headingKey(heading[1]!.length, heading[2]!) });
      else if (bullet || isYaml) put(BODY + indent, line, named(bullet?.[2] ?? line.trim(), isYaml));
      // A line below an entry or a paragraph goes on with it; behind an empty one, only what stands further in does.
      else if (open.length > 1 && last().depth >= BODY && (!isAfterBlank || BODY + indent > last().depth))
        last().node.lines.push(line);
      else put(BODY + indent, line, { key: evened(line) });
    }
    if (isFence) isFenced = !isFenced;
    isAfterBlank = line.trim() === '';
  }
  return [...(root.lines.length > 0 ? [{ key: '^', lines: root.lines, below: [] }] : []), ...root.below];
}

/** Writes a tree as it was read. */
export const textOf = (nodes: readonly Node[]): string => linesOf(nodes).join('\n');

/** Lists the lines of nodes with all that is below them. */
export const linesOf = (nodes: readonly Node[]): string[] =>
  nodes.flatMap(({ lines, below }) => [...lines, ...linesOf(below)]);

/** Lists nodes with all that is below them. */
export const allOf = (nodes: readonly Node[]): Node[] => nodes.flatMap((one) => [one, ...allOf(one.below)]);

/** Returns the words of lines without what is a view or layout: ticks, counts, the sign of a bullet, blanks. */
export const evened = (text: string): string =>
  oneLine(text)
    .replace(/^(#{1,6} .*?)\s*[([]\s*\d+\s*(?:\/|of|out of)\s*\d+\s*[)\]]/i, '$1')
    .replace(/^[*+](?=\s)/, '-')
    .replace(/^(- )\[[^\]]\](?=\s)/, '$1[ ]')
    .trim();

/** What the node itself says, whatever its layout. */
export const saidBy = ({ lines }: Node): string =>
  lines
    .map(evened)
    .filter((line) => line !== '')
    .join('\n');

/** Tells whether two nodes say the same, with all that is below them. */
export const areSame = (one: Node, other: Node): boolean =>
  saidBy(one) === saidBy(other) &&
  one.below.length === other.below.length &&
  one.below.every((node, at) => node.key === other.below[at]!.key && areSame(node, other.below[at]!));

/** A document has one title, whatever it says. */
const headingKey = (level: number, words: string) =>
  level === 1 ? '# title' : evened(`${'#'.repeat(level)} ${words}`);

function named(words: string, isYaml: boolean): Pick<Node, 'key' | 'id'> {
  const [, box, name, rest = ''] = NAMED.exec(words) ?? [];
  if (name === undefined) return { key: evened(`- ${words}`) };
  if (isYaml && name === 'claim') return { key: `claim ${evened(rest)}` };
  // A field is named by a word alone; an id has a box, or a number.
  return box !== undefined || /\d/.test(name) ? { key: `id ${name}`, id: name } : { key: `${name}:` };
}
