import type { Collector } from '../../collect.js';
import { DEPTH_CAP, type Node } from './documents.js';
import type { State } from './result-line.js';

/** Adds results to the report, and counts them by their state. */
export function tally(nodes: readonly Node[], collected: Collector): Record<State, number> {
  const counts = { passed: 0, failed: 0, skipped: 0, todo: 0 };
  const add = (node: Node, path: readonly string[], depth: number): void => {
    const names = node.title ? [...path, node.title] : path;
    for (const child of node.children) if (depth < DEPTH_CAP) add(child, names, depth + 1);
    // A parent stands for itself only when it failed for a reason of its own.
    if (node.children.length && (node.state !== 'failed' || node.children.some(isRed))) return;
    counts[node.state]++;
    if (names.length)
      collected.add({
        name: names.join(' > '),
        state: node.state,
        ...(node.seconds === undefined ? {} : { seconds: node.seconds }),
        ...(node.message.length ? { message: node.message.join('\n') } : {}),
      });
  };
  for (const node of nodes) add(node, [], 0);
  return counts;
}

const isRed = ({ state, children }: Node): boolean => state === 'failed' || children.some(isRed);
