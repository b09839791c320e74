/** What the order of items follows from. */
interface Ordered {
  id: string;
  parent?: string;
  after: readonly string[];
}

/**
 * Returns the items none of which can begin, because each waits for another one of them, and the one that each waits
 * for. A part waits for what its whole comes after, and a whole for its parts.
 */
export function circlesOf(items: readonly Ordered[]): ReadonlyMap<string, string> {
  const known = new Map(items.map((one) => [one.id, one]));
  const partsOf = new Map<string, string[]>();
  for (const { id, parent } of known.values())
    if (parent !== undefined && known.has(parent)) partsOf.set(parent, [...(partsOf.get(parent) ?? []), id]);
  const next = new Map<string, string[]>();
  for (const { id, parent, after } of known.values()) {
    next.set(begin(id), [
      ...after.filter((one) => known.has(one)).map(end),
      ...(parent !== undefined && known.has(parent) ? [begin(parent)] : []),
    ]);
    next.set(end(id), [begin(id), ...(partsOf.get(id) ?? []).map(end)]);
  }
  const group = groupsOf(next);
  const circles = new Map<string, string>();
  for (const { id, after } of known.values()) {
    const inOne = (one: string) => known.has(one) && group.get(begin(id)) === group.get(end(one));
    const waitsFor = after.find(inOne);
    if (waitsFor !== undefined) circles.set(id, waitsFor);
  }
  return circles;
}

const begin = (id: string) => `b${id}`;
const end = (id: string) => `e${id}`;

/** Returns the strongly connected groups of a graph, each by a number (Tarjan, without recursion: lists are long). */
function groupsOf(next: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, number> {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const group = new Map<string, number>();
  const stack: string[] = [];
  for (const root of next.keys()) {
    if (index.has(root)) continue;
    const path: { node: string; at: number }[] = [{ node: root, at: 0 }];
    while (path.length > 0) {
      const step = path.at(-1)!;
      const { node } = step;
      if (step.at === 0) {
        index.set(node, index.size);
        low.set(node, index.get(node)!);
        stack.push(node);
      }
      const child = next.get(node)?.[step.at];
      step.at += 1;
      if (child !== undefined) {
        if (!index.has(child)) path.push({ node: child, at: 0 });
        else if (!group.has(child)) low.set(node, Math.min(low.get(node)!, index.get(child)!));
        continue;
      }
      path.pop();
      const above = path.at(-1)?.node;
      if (above !== undefined) low.set(above, Math.min(low.get(above)!, low.get(node)!));
      if (low.get(node) !== index.get(node)) continue;
      for (const one of stack.splice(stack.indexOf(node))) group.set(one, index.get(node)!);
    }
  }
  return group;
}
