import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
  type YAMLMap,
} from 'yaml';

/** The data of a YAML or JSON file, and where in it a place lies that a finding names. */
export interface Written {
  data: unknown;
  /**
   * Finds the line of a place in the text.
   * @param at the place as findings tell it: `phases[0] (plan).exit[1]`, `plan.document`, `phases.plan`
   * @param key a key there that is meant
   * @returns the line of as much of it as is there; null for the whole file
   */
  lineOf(at: string, key?: unknown): number | null;
}

/**
 * Reads a text of YAML with the lines of its parts.
 * @throws Error with the line, where the text is no YAML
 */
export function readWritten(text: string): Written {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error) throw new Error(`${error.message.replace(/\.$/, '')} (line ${lines.linePos(error.pos[0]).line})`);
  return {
    data: document.toJS({ maxAliasCount: 20 }),
    lineOf(at, key) {
      const steps = at.replace(/ \([^)]*\)/g, '').split(/[./[\]]+/);
      const offset = offsetOf(document.contents, [...steps, ...(typeof key === 'string' ? [key] : [])]);
      return offset === null ? null : lines.linePos(offset).line;
    },
  };
}

function offsetOf(root: ParsedNode | null, steps: readonly string[]): number | null {
  let node: Node | null = root;
  let found: number | null = null;
  for (const step of steps) {
    const next: Place | null = isMap(node) ? inMap(node, step) : isSeq(node) ? placeOf(node.items[Number(step)]) : null;
    if (!next) continue;
    found = next.offset;
    node = next.node;
  }
  return found;
}

interface Place {
  node: Node | null;
  offset: number;
}

const placeOf = (node: unknown): Place | null => (isNode(node) && node.range ? { node, offset: node.range[0] } : null);

/** Finds what a key of a map holds, else the phase or check of that name, which stands in a list. */
function inMap(map: YAMLMap, step: string): Place | null {
  const pair = map.items.find(({ key }) => isScalar(key) && String(key.value) === step);
  if (pair) {
    const key = placeOf(pair.key);
    return key && { node: isNode(pair.value) ? pair.value : null, offset: key.offset };
  }
  const lists = [map.get('phases'), map.get('exit'), map.getIn(['each', 'phases'])];
  const named = lists
    .flatMap((list) => (isSeq(list) ? list.items : []))
    .find((item) => isMap(item) && [item.get('id'), item.get('check')].includes(step));
  return placeOf(named);
}
