import { all, bare, plain, type Syntax } from '../syntax/syntax.js';
import { chainOf, isCall } from './chain.js';

/** How many inputs a test is tried with, or which ones a generator makes. */
export interface Domain {
  /** What makes them: `text`, `max_examples`, `loop`. */
  key: string;
  /** How many there are; of a generator, how much it is bound: the texts of its arguments. */
  count?: number;
  bounds?: string[];
  text: string;
  line: number;
}

/** Libraries whose calls make inputs: hypothesis, fast-check, jqwik, gopter, rapid, proptest. */
const MAKER = /^(?:st|strategies|hypothesis|fc|fastCheck|gen|arb|Arbitraries|rapid)$/;
const COUNTED =
  /\b(max_examples|numRuns|with_cases|tries|cases|RepeatedTest|setMinSuccessfulTests|MinSuccessfulTests|MaxCount)\b\s*[=:(]+\s*(?:value\s*=\s*)?(\d[\d_]*)/g;
/** Proptest's inputs: `n in 1u32..4000`. */
const RANGE = /(?<!for )\b\w+ in (\d[\d_]*)(?:[iu]\d+)?\.\.=?(\d[\d_]*)/g;
const LOOP =
  /\bfor\s[^\n]{0,80}?(?:\brange\s*\(\s*(?:\d+\s*,\s*)?(\d[\d_]*)\s*\)|<=?\s*(\d[\d_]*)\s*;|\.\.=?\s*(\d[\d_]*))|(?<![\w.])(\d[\d_]*)\.times\b/g;

/** Reads which inputs a test is tried with, from its marks and its body; `named` are what names of the file stand for. */
export function domainsOf(nodes: readonly Syntax[], named: ReadonlyMap<string, Syntax>): Domain[] {
  const found: Domain[] = [];
  const seen = new Set<Syntax>();
  const read = (node: Syntax, depth: number): void => {
    if (seen.has(node)) return;
    seen.add(node);
    for (const one of all(node, (inner) => isCall(inner) || inner.type === 'identifier')) {
      if (one.type === 'identifier') {
        const made = depth < 2 ? named.get(one.text) : undefined;
        if (made && isCall(bare(made)) && MAKER.test(chainOf(bare(made))?.[0]?.name ?? '')) read(made, depth + 1);
        continue;
      }
      const chain = chainOf(one);
      const last = chain?.at(-1);
      if (chain?.length !== 2 || !last?.args || !MAKER.test(chain[0]!.name)) continue;
      found.push({ key: last.name, bounds: last.args.map(plain), text: one.text.slice(0, 200), line: one.line });
    }
    if (depth > 0) return;
    const names = /^@EnumSource\b.*\bnames\s*=\s*(\{[^}]*\}|"[^"]*")/s.exec(node.text)?.[1];
    if (/^@EnumSource\b/.test(node.text))
      found.push({
        key: 'EnumSource',
        bounds: names ? ['all', `{ ${names}`] : ['all'],
        text: node.text.slice(0, 200),
        line: node.line,
      });
    for (const [text, low, high] of node.text.matchAll(RANGE))
      found.push({
        ...{ key: 'range', count: Number(high!.replaceAll('_', '')) - Number(low!.replaceAll('_', '')) },
        ...{ text, line: node.line },
      });
    for (const pattern of [COUNTED, LOOP])
      for (const match of node.text.matchAll(pattern)) {
        const digits = pattern === COUNTED ? match[2] : match.slice(1).find((one) => one !== undefined);
        found.push({
          key: pattern === COUNTED ? match[1]! : 'loop',
          count: Number(digits!.replaceAll('_', '')),
          text: match[0],
          line: node.line + node.text.slice(0, match.index).split('\n').length - 1,
        });
      }
  };
  for (const node of nodes) read(node, 0);
  return found;
}
