import type { ItemStatus, Lease } from '@flow/core/workflow';
import { hooks } from '../evidence.js';

/** Tells who has an item, in a few words: `session 1a2b3c4d in ../shop-S1`. */
export async function holderWords(lease: Lease, here: string): Promise<string> {
  const { clean, isSeenHere } = await hooks();
  const { session, driver, worktree, machine, pid, unarmed } = lease;
  const who = session !== null ? `session ${clean(session, 36)}` : pid !== null ? `process ${pid}` : 'somebody';
  const where = worktree === here ? '' : ` in ${clean(worktree, 200)}`;
  const on = session === null && (pid === null || !isSeenHere(lease)) ? ` on ${clean(machine, 60)}` : '';
  return `${driver ? 'a driver, for ' : ''}${unarmed ? 'unarmed ' : ''}${who}${on}${where}`;
}

/**
 * Since when somebody has an item, and until when: in times, which read the same whenever they are told. A process in another
 * container, or of another boot, nobody here sees end.
 */
export async function spanWords(lease: Lease): Promise<string> {
  const { isSeenHere } = await hooks();
  const { since, until, pid } = lease;
  const end = pid === null || !isSeenHere(lease) ? `until ${timeOf(until)}` : 'as long as its process lives';
  return `since ${timeOf(since)}, ${end}`;
}

/** Tells who works on an item, since when and until when; null where nobody does. */
export async function heldWords({ lease }: Pick<ItemStatus, 'lease'>, here: string): Promise<string | null> {
  return lease ? `${await holderWords(lease, here)}, ${await spanWords(lease)}` : null;
}

/** Returns the time of a day, as clocks here show it. */
const timeOf = (time: number) => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
