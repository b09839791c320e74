import path from 'node:path';
import type { Retry } from '@flow/core/items';
import { type ItemFact, type ItemStatus, isWithinScope } from '@flow/core/workflow';
import { publishBranch } from './coordinate/git/branches.js';
import type { Meeting } from './coordinate/git/refs.js';
import { commitOf } from './git.js';
import type { House, Reading } from './house.js';
import { committed } from './landing.js';
import { branchOf, folderOf, mainTree, nameOf } from './worktrees.js';
import type { World } from './world.js';

/**
 * Makes a house in which one item is worked on, with its parts and fixes, and nothing else is due.
 * @param lands what it builds on and itself are landed here; else it stays in its branch
 */
export function onlyItem(house: House, item: string, lands: boolean): House {
  return { ...house, read: async () => onlyIn(await house.read(), item, lands) };
}

function onlyIn(reading: Reading, item: string, lands: boolean): Reading {
  const byId = new Map(reading.items.map((one) => [one.id, one]));
  const isOfIt = (id: string) => isWithinScope(item, byId.get(id), { byId });
  const needed = needs(
    [...byId.values()].filter(({ id }) => isOfIt(id)),
    byId,
  );
  const over = new Set(reading.status.over);
  const items = reading.items.filter(({ id }) => needed.has(id) && (lands || !over.has(id)));
  const shown = partsOf(reading.status.items, isOfIt);
  // Where nothing of it is due, the run itself is not either: that is worked on by who drives all of it.
  const others = { retry: false, backoffSeconds: 0, escalate: true, analyse: false, spent: 0, max: null } as const;
  const whole: Retry = { ...others, reason: 'exhausted' };
  const retries = { get: (id: string) => (id === '' ? whole : reading.retries.get(id)) };
  return { ...reading, items, retries, status: { ...reading.status, items: shown } };
}

/** Lists statuses of an item, of its parts and its fixes, wherever they stand. */
function partsOf(items: readonly ItemStatus[], isOfIt: (id: string) => boolean): ItemStatus[] {
  return items.flatMap((one) => (isOfIt(one.id) ? [one] : partsOf(one.items ?? [], isOfIt)));
}

/** Returns the ids of items and of all that they build on. */
function needs(items: readonly ItemFact[], byId: ReadonlyMap<string, ItemFact>): Set<string> {
  const needed = new Set(items.map(({ id }) => id));
  for (const id of needed) for (const one of byId.get(id)?.after ?? []) needed.add(one);
  return needed;
}

/**
 * Publishes the branch of an item that is done, with what nobody committed.
 * @returns its commit, or why it is not published; a commit of null for work that lies in no branch of its own
 */
export async function publishItem(
  house: House,
  world: Pick<World, 'git' | 'exists' | 'read'>,
  reading: Reading,
  item: string,
  meeting: Meeting,
): Promise<{ commit: string | null } | { why: string }> {
  const { git, exists } = world;
  const { root, run } = reading;
  const folder = path.join(folderOf(await mainTree(git, root), run), nameOf(item));
  const left = exists(folder) ? await committed(house, world, reading, item, folder) : [];
  if (left.length > 0) return { why: `not committed: ${left.slice(0, 5).join(', ')}` };
  const commit = await commitOf(git, root, `refs/heads/${branchOf(run, item)}`);
  if (commit === null) return { commit: null };
  const why = await publishBranch(meeting, branchOf(run, item), commit);
  return why === null ? { commit } : { why };
}
