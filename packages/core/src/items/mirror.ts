import type { ItemFact } from '../workflow/facts.js';
import type { ItemStatus } from '../workflow/status.js';
import type { Attempt } from './attempts.js';
import { everyItem } from './every-item.js';

/** An entry of a client's own list of tasks that shows an item (row X45). Nothing is ever decided from the list. */
export interface MirroredTask {
  /** Id of the item; the subject begins with it, as an entry of a client has no field of ours. */
  id: string;
  subject: string;
  status: 'pending' | 'in_progress' | 'completed';
  /** What it is called while it is worked on: which try it is, where it was tried before. */
  activeForm: string;
}

/** Failures in a row after which the list is left alone (row X46). */
const GIVES_UP = 3;

/** Characters of a title. */
const TITLE = 80;

/**
 * Returns the entries that show the items of a run, in the order in which they are listed; what a person left out has
 * none.
 */
export function mirrorOf(
  known: readonly ItemFact[],
  items: readonly ItemStatus[],
  over: readonly string[],
  attempts: (id: string) => readonly Attempt[],
): MirroredTask[] {
  const states = new Map(everyItem(items).map(({ id, state }) => [id, state]));
  const ended = new Set(over);
  return known.flatMap(({ id, title }) => {
    const state = states.get(id);
    if (state === 'dropped' || state === 'skipped') return [];
    const short = title.length > TITLE ? `${title.slice(0, TITLE - 1)}…` : title;
    const failed = attempts(id).filter((one) => one.status === 'failed').length;
    const status = state === 'done' || ended.has(id) ? 'completed' : state === 'running' ? 'in_progress' : 'pending';
    const activeForm = failed === 0 ? `Working on ${id}` : `Working on ${id}, try ${failed + 1}`;
    return [{ id, subject: `[${id}] ${short}`, status, activeForm } as const];
  });
}

/** A mirror tells how often the list could not be written, in a row. */
export interface Mirror {
  failures: number;
}

/**
 * Returns the mirror after one more attempt to write the list: what succeeds forgets the failures before, unless it was
 * given up.
 */
export function mirrored({ failures }: Mirror, succeeded: boolean): Mirror {
  if (isGivenUp({ failures })) return { failures };
  return { failures: succeeded ? 0 : failures + 1 };
}

export const isGivenUp = ({ failures }: Mirror): boolean => failures >= GIVES_UP;
